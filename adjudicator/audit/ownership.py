"""Ownership and secrecy: who handled whose pieces, and who saw what was not meant for them."""

from __future__ import annotations

from collections import Counter as Tally
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from adjudicator.audit.persons import home_sides
from adjudicator.evidence.history import Change, Counter, Event, History, Participant
from adjudicator.finding import Finding, MapMark, Where
from adjudicator.verdict import Severity

_NOBODY = ("somebody", "nobody")  # an owner that the roster does not tell; what lies face down in a deck
_MOVES_TO_LEARN = 2
_SHARE_TO_LEARN = 0.8


@dataclass(frozen=True, slots=True)
class Owners:
    """Which side a piece belongs to, and how that is known."""

    by_make: Mapping[str, str]
    learned: frozenset[str]  # makes whose side is only learned from who moves them
    sides: frozenset[str]

    def side(self, counter: Counter) -> str | None:
        return _by_module(counter, self.sides) or self.by_make.get(_key(counter))


def _key(counter: Counter) -> str:
    return f"{counter.make} {counter.printed}"


def _by_module(counter: Counter, sides: frozenset[str]) -> str | None:
    """The side a module gives a piece: restricted to it, or named in one of its markers."""
    known = {side.casefold(): side for side in sides}  # markers are seldom spelled as the roster spells its sides
    if len(counter.restricted) == 1 and counter.restricted[0].casefold() in known:
        return known[counter.restricted[0].casefold()]
    named = {known[value.casefold()] for _, value in counter.markers if value.casefold() in known}
    return named.pop() if len(named) == 1 else None


def owners(histories: Sequence[History]) -> Owners:
    """Sides from the module where it tells them; else from who moves a kind of piece nearly always."""
    sides = frozenset(person.side for history in histories for person in history.people if person.side) - {"<observer>"}
    movers: dict[str, Tally[str]] = defaultdict(Tally)
    for history in histories:
        for event in history.events:
            if event.person is None or event.person.side not in sides:
                continue
            for change in event.changes:
                if change.went and not change.counter.is_deck and _by_module(change.counter, sides) is None:
                    movers[_key(change.counter)][event.person.side] += 1
    learned: dict[str, str] = {}
    for key, tally in movers.items():
        side, count = tally.most_common(1)[0]
        if count >= _MOVES_TO_LEARN and count >= _SHARE_TO_LEARN * tally.total():
            learned[key] = side
    return Owners(learned, frozenset(learned), sides)


def ownership(histories: Sequence[History], known: Owners) -> Iterator[Finding]:
    for history in histories:
        hands = dict(history.private_maps)
        home = home_sides(history)
        for event in history.events:
            who = event.person or history.recorder
            if event.undo or who is None:
                continue
            side = home.get(who.name, who.side)  # whoever takes the other side for a moment is who they were
            if side not in known.sides:
                continue
            for change in event.changes:
                yield from _of_change(history, event, Participant(who.name, side), change, known, hands)


def _of_change(
    history: History, event: Event, who: Participant, change: Change, known: Owners, hands: Mapping[str, str]
) -> Iterator[Finding]:
    old, new, side = change.before, change.after, who.side
    if old is None or old.is_deck:
        return
    mask = old.mask or old.hidden
    theirs = mask is not None and mask not in (side, who.name, str(who), str(event.person), *_NOBODY)
    taken = new is not None and (new.mask or new.hidden) not in (None, mask)
    if theirs and taken and old.spot.deck is None:
        message = f"{who} covered {old.called} anew, which {mask} had covered: it is seen by others now"
        yield _finding("secrecy/unmasked", history, event, old, message, Severity.ERROR)
    elif theirs and change.revealed and old.spot.deck is None:
        message = f"{who} uncovered {old.printed or old.called}, which {mask} had covered"
        yield _finding("secrecy/unmasked", history, event, old, message, Severity.ERROR)
    elif theirs and change.went and old.spot.deck is None:
        message = f"{who} moved a piece that {mask} had covered, from {old.spot} to {new.spot if new else 'nowhere'}"
        yield _finding("secrecy/moved-masked", history, event, old, message, Severity.NOTE)
    hand = hands.get(old.spot.map or "")
    if hand is not None and hand != side and change.went and old.spot.deck is None:
        message = f"{who} moved a piece out of {old.spot.map}, which belongs to {hand}"
        yield _finding("secrecy/hand", history, event, old, message, Severity.WARNING)
    owner = known.side(old)
    did = _did(change)
    if owner is None or owner == side or not did:
        return
    forbidden = old.restricted and side not in old.restricted
    learned = _by_module(old, known.sides) is None
    yield _finding(
        "ownership/other-side",
        history,
        event,
        old,
        f"{who} {did}, a piece of {owner}",
        Severity.WARNING if forbidden else Severity.NOTE,
        ("whose the piece is was learned from who moves it",) if learned else (),
    )


def _did(change: Change) -> str:
    """What was done to a counter, in so far as its owner would want to know."""
    old, new = change.before, change.after
    if old is None:
        return ""
    if new is None:
        return f"deleted {old.called} at {old.spot}"
    if change.went:
        return f"moved {old.called} from {old.spot} to {new.spot}"
    if (new.mask and not old.mask) or (new.hidden and not old.hidden):
        return f"covered {old.called} at {old.spot}"
    if change.turned or (old.make == new.make and old.values != new.values):
        return f"changed {old.called} at {old.spot}"
    return ""


def _finding(
    check: str,
    history: History,
    event: Event,
    counter: Counter,
    message: str,
    severity: Severity,
    rests_on: tuple[str, ...] = (),
) -> Finding:
    spot = counter.spot
    return Finding(
        check,
        message,
        Where(history.file, event.step, event.entry),
        severity,
        player=str(event.person) if event.person else None,
        pieces=(counter.called,),
        rests_on=rests_on,
        marks=(MapMark(spot.map, spot.x, spot.y, counter.called),) if spot.map is not None else (),
    )
