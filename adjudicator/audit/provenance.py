"""Provenance: pieces that come, go, or are no longer what the module made them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.evidence.history import Change, Counter, Event, History
from adjudicator.finding import Finding, MapMark, Row, Where
from adjudicator.verdict import Severity


def provenance(histories: Sequence[History]) -> Iterator[Finding]:
    for history in histories:
        for event in history.events:
            if event.undo:
                continue  # it only puts back what the undone step had done
            for change in event.changes:
                yield from _of_change(history, event, change)
        for said in history.outside:
            yield Finding("provenance/outside", f"outside any step: {said}", Where(history.file), Severity.ERROR)


def _of_change(history: History, event: Event, change: Change) -> Iterator[Finding]:
    old, new = change.before, change.after
    if old is None and new is not None:
        how = "cloned" if _has_twin(history, event, new) else "added"
        yield _finding("provenance/appeared", history, event, new, f"{new.name or new.printed} was {how} at {new.spot}")
    elif new is None and old is not None:
        yield _finding("provenance/vanished", history, event, old, f"{old.name or old.printed} was deleted at {old.spot}")
    elif old is not None and new is not None:
        if old.make != new.make or old.markers != new.markers:
            rows = tuple(
                Row(name, f"was {value}, is {dict(new.markers).get(name, 'gone')}")
                for name, value in old.markers
                if dict(new.markers).get(name) != value
            )
            what = "is made otherwise now" if old.make != new.make else "has another printed value"
            yield _finding("provenance/printed", history, event, new, f"{new.name} {what}", Severity.ERROR, rows)
        if old.locked and change.went:
            yield _finding(
                "provenance/locked", history, event, new, f"{new.name} never moves, and went to {new.spot}", Severity.WARNING
            )


def _has_twin(history: History, event: Event, new: Counter) -> bool:
    """Whether a piece of the same make and name stands at the same place: what cloning leaves."""
    return any(
        change.after is not None and change.after.id != new.id and change.after.make == new.make for change in event.changes
    ) or any(line for line in event.chat if "clone" in line.lower())


def _finding(
    check: str,
    history: History,
    event: Event,
    counter: Counter,
    message: str,
    severity: Severity = Severity.NOTE,
    rows: tuple[Row, ...] = (),
) -> Finding:
    spot = counter.spot
    marks = (MapMark(spot.map, spot.x, spot.y, counter.name),) if spot.map is not None else ()
    person = str(event.person) if event.person else None
    where = Where(history.file, event.step, event.entry)
    return Finding(check, message, where, severity, player=person, pieces=(counter.name,), rows=rows, marks=marks)
