"""Undo: what was taken back, and what had been shown since."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.evidence.history import Event, History
from adjudicator.finding import Finding, Row, Where
from adjudicator.verdict import Severity


def undos(histories: Sequence[History]) -> Iterator[Finding]:
    for history in histories:
        by_step = {event.step: event for event in history.events}
        alone = len({hand for event in history.events for hand in event.hands}) < 2
        for event in history.events:
            if event.undo:
                yield _forged(history, event, alone) or _finding(history, event, by_step)


def _forged(history: History, event: Event, alone: bool) -> Finding | None:
    """An undo that is none. Of one that is out of order nothing is said where several people's steps stand in one log."""
    made_up = [doubt for doubt in event.doubts if doubt.kind == "undo"]
    late = [doubt for doubt in event.doubts if doubt.kind == "order" and alone]
    if not made_up and not late:
        return None
    first, *others = made_up or late
    what = "a step that says it takes something back does something else" if made_up else "an undo that is not of the last step"
    who = event.person or history.recorder
    return Finding(
        "undo/forged",
        f"{what}: {first.said}",
        Where(history.file, event.step, event.entry),
        Severity.ERROR if made_up else Severity.WARNING,
        player=str(who) if who else None,
        pieces=tuple(doubt.counter.called for doubt in made_up if doubt.counter is not None),
        rows=tuple(Row(f"step {event.step}", doubt.said) for doubt in others),
    )


def _finding(history: History, event: Event, by_step: dict[int, Event]) -> Finding:
    person = str(event.person) if event.person else None
    where = Where(history.file, event.step, event.entry)
    if event.undoes is None:
        return Finding("undo/plain", "something was taken back", where, Severity.NOTE, player=person)
    rows = [
        Row(f"step {step}", shown)
        for step in range(event.undoes, event.step)
        if step in by_step and (shown := _shows(by_step[step], rolls=step != event.undoes))
    ]
    also = (Where(history.file, event.undoes),)
    if rows:
        message = f"step {event.undoes} was taken back after something new had been seen"
        return Finding("undo/after-information", message, where, Severity.WARNING, player=person, rows=tuple(rows), also=also)
    return Finding("undo/plain", f"step {event.undoes} was taken back", where, Severity.NOTE, player=person, also=also)


def _shows(event: Event, *, rolls: bool) -> str:
    """What a step lets its player know that was not known before. Taking it back later does not make it unknown."""
    if event.undo:
        return ""
    said = [f"{roll.die} = {','.join(map(str, roll.results))}" for roll in event.rolls if rolls]
    for change in event.changes:
        if change.before is not None and change.after is not None:
            if change.before.spot.deck is not None and change.after.spot.deck is None:
                said.append(f"{change.after.printed} drawn")
            elif change.revealed:
                said.append(f"{change.after.printed} shown")
    return "; ".join(said)
