"""The numbers on counters: where labels, names or markers of the pieces say them, else off the pictures.

Which of them is the attack and which the movement follows from how often each agrees with what the game knows of its units. What
is read is only proposed: it decides nothing until the player has confirmed it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from adjudicator.engine.units import Unit
from adjudicator.factname import FactName
from adjudicator.facts import Known
from adjudicator.games.questions import as_table
from vassal_bridge.archive import Archive

from .draft import BindingDraft
from .shown import Shown

FILE = "counters-read.csv"  # no table of facts: it states nothing until the player says so
SHOWS = {False: "the counter says so", True: "its picture shows it"}
SHARED = 2  # counters may have the same picture
WORTH = 0.3  # how sure a number must be to be worth proposing
LEAST = 8  # units by which a place on counters is known to be a rating
AGREEING = 0.6  # of them the game must give the same number


@dataclass(frozen=True, slots=True)
class Proposed:
    """A number that a counter shows, and how sure it is that it is this rating."""

    value: int
    sure: float
    drawn: bool = False  # is it read off the picture, rather than said in words?


def values_of(
    draft: BindingDraft,
    roster: Mapping[str, Unit],
    archive: Archive | None = None,
    stated: Mapping[FactName, Any] = MappingProxyType({}),
) -> dict[FactName, Proposed]:
    """What pieces that are bound say of their units, by the facts that would state it. `stated`: what the player says of some."""
    found = dict(_drawn(draft, roster, archive, stated)) if archive is not None else {}
    return {name: each for name, each in {**found, **_said(draft, roster)}.items() if name not in stated}


def table_of_values(proposed: Mapping[FactName, Proposed]) -> str:
    """As a table of facts, the least sure first; under its name it states nothing."""
    rows = sorted(proposed.items(), key=lambda each: (each[1].sure, str(each[0])))
    return as_table((str(name), str(each.value), f"{SHOWS[each.drawn]}, {int(100 * each.sure)} %") for name, each in rows)


def _drawn(
    draft: BindingDraft, roster: Mapping[str, Unit], archive: Archive, stated: Mapping[FactName, Any]
) -> Iterator[tuple[FactName, Proposed]]:
    """The digits on pictures; nothing without numpy."""
    try:
        from .picture.digits import TALL, Printing, read_faces
        from .picture.image import grey
    except ImportError as error:
        if (error.name or "").partition(".")[0] != "numpy":
            raise
        return
    pictures, known = {}, {}
    for face, name in _faces(draft, roster):
        seen = grey(archive, name, TALL)
        if seen is None:
            continue
        pictures[face] = seen
        unit, lost = roster[face[0]], face[1]
        said = {rating: stated.get(unit.key(rating, lost)) for rating in unit.ratings[lost]}
        known[face] = {rating: Printing(value, True) for rating, value in said.items() if isinstance(value, int)}
        for rating, fact in unit.ratings[lost].items():
            if isinstance(fact, Known) and isinstance(fact.value, int):
                known[face].setdefault(rating, Printing(fact.value, False))
    ratings = sorted({rating for face in pictures for rating in roster[face[0]].ratings[face[1]]})
    for (face, rating), (value, sure) in read_faces(pictures, known, ratings).items():
        unit, lost = roster[face[0]], face[1]
        if rating in unit.ratings[lost] and sure >= WORTH:
            yield unit.key(rating, lost), Proposed(value, sure, drawn=True)


def _faces(draft: BindingDraft, roster: Mapping[str, Unit]) -> Iterator[tuple[tuple[str, int], str]]:
    """Each side of each unit, by its lost steps, with its picture: what many units show is a mark, and no side."""
    often = Counter(name for gpid in draft.gpids for name in draft.pieces[gpid].pictures)
    for gpid, id_ in draft.gpids.items():
        own = [name for name in draft.pieces[gpid].pictures if often[name] <= SHARED]
        for lost, name in enumerate(own[: max(1, roster[id_].steps)]):
            yield (id_, lost), name
    for gpid, (front, lost) in draft.units.reduced.items():
        behind = draft.gpids.get(front, "")
        if behind and gpid in draft.pieces and lost < roster[behind].steps and draft.pieces[gpid].pictures:
            yield (behind, lost), draft.pieces[gpid].pictures[0]


def _said(draft: BindingDraft, roster: Mapping[str, Unit]) -> dict[FactName, Proposed]:
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
