"""Provenance: pieces that come, go, or are no longer what the module made them."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Sequence

from adjudicator.evidence.history import Change, Counter, Event, History
from adjudicator.finding import Finding, MapMark, Row, Where
from adjudicator.verdict import Severity
from adjudicator.words import listed

_NAMED = 3  # pieces named of those that one step brings or takes


def provenance(histories: Sequence[History]) -> Iterator[Finding]:
    often = sum(bool(event.boards) for history in histories for event in history.events) > 1
    for history in histories:
        played = False
        for event in history.events:
            if event.boards and not event.undo:
                yield _boards(history, event, played and not often)
            played = played or bool(event.rolls or any(change.went for change in event.changes))
            if event.undo:
                continue  # it only puts back what the undone step had done
            yield from _came_and_went(history, event)
            for change in event.changes:
                yield from _of_change(history, event, change)
        if history.outside:
            kinds = ", ".join(f"{said} ({count})" if count > 1 else said for said, count in Tally(history.outside).items())
            yield Finding("provenance/outside", f"outside any step: {kinds}", Where(history.file), Severity.ERROR)


def _boards(history: History, event: Event, odd: bool) -> Finding:
    """Boards are chosen as a game is set up. Later they are other ground under the same counters."""
    message = f"{listed(list(event.boards))} shows other boards from here on"
    who = event.person or history.recorder
    where = Where(history.file, event.step, event.entry)
    severity = Severity.WARNING if odd else Severity.NOTE
    return Finding("provenance/boards", message, where, severity, player=str(who) if who else None)


def _came_and_went(history: History, event: Event) -> Iterator[Finding]:
    """One finding for a step, however many pieces it brings or takes."""
    came = [change.after for change in event.changes if change.before is None and change.after is not None]
    went = [change.before for change in event.changes if change.after is None and change.before is not None]
    if came:
        how = "cloned" if _has_twin(history, event, came[0]) else "added"
        yield _several("provenance/appeared", history, event, came, how)
    if went:
        yield _several("provenance/vanished", history, event, went, "deleted")


def _several(check: str, history: History, event: Event, counters: Sequence[Counter], how: str) -> Finding:
    first = counters[0]
    if len(counters) <= _NAMED:
        places = {str(one.spot) for one in counters}
        names = listed([one.called for one in counters])
        verb = "was" if len(counters) == 1 else "were"
        message = f"{names} {verb} {how} at {listed(sorted(places))}"
    else:
        names = ", ".join(one.called for one in counters[:_NAMED])
        message = f"{len(counters):,} pieces were {how}: {names} and {len(counters) - _NAMED:,} more"
    return _finding(check, history, event, first, message)


def _of_change(history: History, event: Event, change: Change) -> Iterator[Finding]:
    old, new = change.before, change.after
    if old is None or new is None:
        return
    if old.make != new.make or old.markers != new.markers:
        rows = tuple(
            Row(name, f"was {value}, is {dict(new.markers).get(name, 'gone')}")
            for name, value in old.markers
            if dict(new.markers).get(name) != value
        )
        what = "is made otherwise now" if old.make != new.make else "has another printed value"
        yield _finding("provenance/printed", history, event, new, f"{new.called} {what}", Severity.ERROR, rows)
    if old.locked and change.went:
        message = f"{new.called} never moves, and went to {new.spot}"
        yield _finding("provenance/locked", history, event, new, message, Severity.WARNING)


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
    marks = (MapMark(spot.map, spot.x, spot.y, counter.called),) if spot.map is not None else ()
    person = str(event.person) if event.person else None
    where = Where(history.file, event.step, event.entry)
    return Finding(check, message, where, severity, player=person, pieces=(counter.called,), rows=rows, marks=marks)
