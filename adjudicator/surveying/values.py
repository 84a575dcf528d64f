"""The numbers on counters, where labels, names or markers of the pieces say them.

Which of them is the attack and which the movement follows from how often each agrees with what the game knows of its units. What
is read is only proposed: it decides nothing until the player has confirmed it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from adjudicator.engine.units import Unit
from adjudicator.factname import FactName
from adjudicator.facts import Known

from .draft import BindingDraft
from .shown import Shown

LEAST = 8  # units by which a place on counters is known to be a rating
AGREEING = 0.6  # of them the game must give the same number


@dataclass(frozen=True, slots=True)
class Proposed:
    """A number that a counter shows, and how sure it is that it is this rating."""

    value: int
    sure: float


def values_of(draft: BindingDraft, roster: Mapping[str, Unit]) -> dict[FactName, Proposed]:
    """What pieces that are bound say of their units, by the facts that would state it."""
    pieces = [(roster[id_], 0, draft.pieces[gpid]) for gpid, id_ in draft.gpids.items()]
    for gpid, (front, lost) in draft.units.reduced.items():
        id_ = draft.gpids.get(front, "")
        if id_ and gpid in draft.pieces and lost < roster[id_].steps:
            pieces.append((roster[id_], lost, draft.pieces[gpid]))
    same: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for unit, lost, piece in pieces:
        for source, value in _numbers(piece):
            for rating, fact in unit.ratings[lost].items():
                if isinstance(fact, Known):
                    same[rating, source].append(fact.value == value)
    best: dict[str, tuple[float, str]] = {}
    for (rating, source), found in same.items():
        share = sum(found) / len(found)
        if len(found) >= LEAST and share >= AGREEING and share > best.get(rating, (0.0, ""))[0]:
            best[rating] = share, source
    proposed = {}
    for unit, lost, piece in pieces:
        numbers = dict(_numbers(piece))
        for rating, (share, source) in best.items():
            if source in numbers and rating in unit.ratings[lost]:
                proposed[unit.key(rating, lost)] = Proposed(numbers[source], min(0.99, share))
    return proposed


def _numbers(piece: Shown) -> Iterator[tuple[str, int]]:
    """Each number with the place where it stands: the second of three in a label, a marker by its name."""
    for place, value in enumerate(piece.values):
        yield f"{place} of {len(piece.values)}", value
    for name, text in piece.markers:
        if text.isdecimal() and len(text) < 4:
            yield f"marker {name}", int(text)
    plain = [text for text in piece.texts if text.isdecimal() and len(text) < 4]
    for place, text in enumerate(plain):
        yield f"label {place} of {len(plain)}", int(text)
