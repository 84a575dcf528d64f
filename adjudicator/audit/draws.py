"""Decks: cards drawn and put back, taken from amid a deck, or put in an order that no shuffle gave."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from adjudicator.audit.reports import usual
from adjudicator.evidence.history import Counter, Doubt, Event, History
from adjudicator.finding import Finding, MapMark, Where
from adjudicator.verdict import Severity

_CHECKS = {"chosen": "secrecy/chosen", "sorted": "secrecy/sorted"}


def draws(histories: Sequence[History]) -> Iterator[Finding]:
    often = {kind: usual(histories, _at_deck, partial(_of, kind)) for kind in _CHECKS}
    for history in histories:
        for event in history.events:
            for kind, check in _CHECKS.items():
                for doubt in _of(kind, event):
                    severity = Severity.NOTE if often[kind] else Severity.WARNING
                    yield _finding(check, history, event, doubt.said, severity, doubt.counter)
        yield from _put_back(history)


def _of(kind: str, event: Event) -> list[Doubt]:
    return [doubt for doubt in event.doubts if doubt.kind == kind]


def _at_deck(event: Event) -> bool:
    return any(change.before is not None and change.before.is_deck for change in event.changes)


def _put_back(history: History) -> Iterator[Finding]:
    """A card drawn, returned, and another drawn from the same deck, all in one log."""
    drawn: dict[str, tuple[Event, str]] = {}
    returned: dict[str, tuple[Event, Event, Counter]] = {}
    undone = {event.undoes for event in history.events if event.undo}
    for event in history.events:
        if event.undo or event.step in undone:
            continue
        for change in event.changes:
            old, new = change.before, change.after
            if old is None or new is None or old.is_deck or old.spot.deck == new.spot.deck:
                continue
            if old.spot.deck is not None:
                earlier = returned.pop(old.spot.deck, None)
                if earlier is not None:
                    first, back, card = earlier
                    message = (
                        f"{card.printed} was drawn from {old.spot.deck} in step {first.step} and put back in step {back.step}, "
                        f"then another was drawn in step {event.step}"
                    )
                    also = (Where(history.file, first.step), Where(history.file, back.step))
                    yield _finding("secrecy/put-back", history, event, message, Severity.NOTE, new, also)
                drawn[new.id] = (event, old.spot.deck)
            elif new.spot.deck is not None and new.id in drawn and drawn[new.id][1] == new.spot.deck:
                returned[new.spot.deck] = (drawn.pop(new.id)[0], event, new)


def _finding(
    check: str,
    history: History,
    event: Event,
    message: str,
    severity: Severity,
    counter: Counter | None,
    also: tuple[Where, ...] = (),
) -> Finding:
    who = event.person or history.recorder
    spot = None if counter is None else counter.spot
    return Finding(
        check,
        message,
        Where(history.file, event.step, event.entry),
        severity,
        player=str(who) if who else None,
        pieces=() if counter is None else (counter.called,),
        also=also,
        marks=(MapMark(spot.map, spot.x, spot.y, counter.called),) if counter and spot and spot.map is not None else (),
    )
