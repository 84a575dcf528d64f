"""Steps that say one thing and do another beside it: VASSAL writes each thing that a player does as a step of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from adjudicator.audit.reports import gone, often, reports, unnamed, usual
from adjudicator.evidence.history import Change, Event, History
from adjudicator.finding import Finding, Row, Where
from adjudicator.verdict import Severity
from adjudicator.words import plural

_CHECK = "step/slipped-in"
_NAMED = 4
_SELDOM = 5


def slipping(histories: Sequence[History]) -> Iterator[Finding]:
    with_rolls = usual(histories, _rolls, lambda event: _counters(event) or event.properties)
    reported = usual(histories, lambda event: bool(gone(event)), lambda event: event.chat if reports(event) else ())
    turning = _turnings(histories)
    for history in histories:
        if reported:
            yield from _unreported(history)
        if sum(not event.chat for event in turning) * _SELDOM <= len(turning):
            yield from _silent_turns(history)
        for event in history.events:
            if event.undo:
                continue
            if _typed(event):
                done = [*_names(_counters(event)), *_other(event)]
                yield from _told(history, event, "says it is a line of chat also changes", done, Severity.ERROR)
            elif _rolls(event) and not with_rolls:
                done = _names(unnamed(event, _counters(event)) and _counters(event))
                yield from _told(history, event, "says it is a roll of dice also changes", [*done, *_other(event)])
    yield from _all_beside("moves the turn counter", [_turned(*each) for each in _such(histories, _turns)])
    yield from _all_beside("reports another move", [_reported(*each) for each in _such(histories, _tells_of_another)])


@dataclass(frozen=True, slots=True)
class _Done:
    """What a step does beside what it tells: counters dragged by hand, and all else."""

    history: History
    event: Event
    dragged: Sequence[Change]
    beside: Sequence[str]


def _all_beside(what: str, steps: Sequence[_Done]) -> Iterator[Finding]:
    """What was dragged by hand is worth a question; the rest the module may have done by itself, however seldom it does."""
    dragging, beside = often(step.dragged for step in steps), often(step.beside for step in steps)
    for step in steps:
        if step.dragged and not dragging:
            where = [f"{change.counter.called} to {change.counter.spot}" for change in step.dragged]
            yield from _told(step.history, step.event, f"{what} also moves", where)
        elif not beside:
            yield from _told(step.history, step.event, f"{what} also changes", step.beside, Severity.NOTE)


def _such(histories: Sequence[History], kind: Callable[[Event], bool]) -> Iterator[tuple[History, Event]]:
    return ((history, event) for history in histories for event in history.events if not event.undo and kind(event))


def _unreported(history: History) -> Iterator[Finding]:
    """Counters that went on a map without a word, where moves are told as a rule: keys that send counters somewhere do so."""
    moving = [event for event in history.events if not event.undo and not event.rolls and event.typist is None and gone(event)]
    silent = [event for event in moving if not reports(event) and (_plain_moves(event))]
    if silent and len(silent) * _SELDOM < len(moving):
        first, *others = silent
        more = f", as {plural(len(others), 'other step')} did" if others else ""
        who = first.person or history.recorder
        yield Finding(
            "step/unreported",
            f"{_went(first)} without a report{more}",
            Where(history.file, first.step, first.entry),
            Severity.NOTE,
            player=str(who) if who else None,
            rows=tuple(Row(f"step {event.step}", _went(event)) for event in others),
        )


def _turnings(histories: Sequence[History]) -> list[Event]:
    return [event for history in histories for event in history.events if event.turn is not None and not event.undo]


def _silent_turns(history: History) -> Iterator[Finding]:
    """The turn counter set without a word, where it reports all its turns: VASSAL writes report and turn into one step."""
    for event in _turnings([history]):
        if not event.chat:
            who = event.person or history.recorder
            message = f"the turn counter went to {event.turn} without a report, as it makes of all other turns"
            where = Where(history.file, event.step, event.entry)
            yield Finding("step/unreported", message, where, Severity.WARNING, player=str(who) if who else None)


def _went(event: Event) -> str:
    change = _plain_moves(event)[0]
    return f"{change.counter.called} went to {change.counter.spot}"


def _plain_moves(event: Event) -> list[Change]:
    """Moves on maps, not to or from decks, of counters that all can see and no line names."""
    return [
        change
        for change in unnamed(event, gone(event))
        if all(one is None or (one.spot.deck is None and one.spot.map is not None) for one in (change.before, change.after))
    ]


# --- kinds of steps -------------------------------------------------------------------------------------------------------------


def _typed(event: Event) -> bool:
    return event.typist is not None and not any(line.startswith("*") for line in event.chat)


def _rolls(event: Event) -> bool:
    return bool(event.rolls)


def _turns(event: Event) -> bool:
    return event.turn is not None and not event.rolls and event.typist is None


def _tells_of_another(event: Event) -> bool:
    return event.turn is None and not event.rolls and event.typist is None and reports(event)


# --- what they do beside --------------------------------------------------------------------------------------------------------


def _counters(event: Event) -> list[Change]:
    return [change for change in event.changes if not change.counter.is_deck]


def _turned(history: History, event: Event) -> _Done:
    silent = unnamed(event, _counters(event))
    return _Done(history, event, _dragged(silent), _beside(event, silent))


def _reported(history: History, event: Event) -> _Done:
    """Of what was dragged that which did not lie with a counter whose move is told: what lies on a counter goes with it."""
    silent = unnamed(event, _counters(event))
    dragged = _dragged(silent)
    told = [change for change in gone(event) if change not in dragged]
    apart = [change for change in dragged if told and not any(_from(change) == _from(other) for other in told)]
    return _Done(history, event, apart, _beside(event, silent))


def _dragged(silent: Sequence[Change]) -> list[Change]:
    """Counters that went without a word and bear the mark of having moved, which dragging sets."""
    return [change for change in silent if change.went and change.after is not None and change.after.moved]


def _beside(event: Event, silent: Sequence[Change]) -> list[str]:
    """What no line of the step names, and what does not lie where a counter that was moved went or came from."""
    moved = gone(event)
    told = [change for change in moved if change not in silent]
    if moved and not told:
        return []
    near = {place for change in told for place in (_from(change), _to(change))}
    apart = [change for change in silent if _deed(change) and not {_from(change), _to(change)} & near]
    return [*(f"{change.counter.called} ({_deed(change)})" for change in apart), *_other(event, turns=False)]


def _deed(change: Change) -> str:
    old, new = change.before, change.after
    if old is None or new is None:
        return "comes" if old is None else "goes"
    if change.went:
        return f"to {new.spot}"
    return "turned" if change.turned else "changed" if old.values != new.values else ""


def _other(event: Event, *, turns: bool = True) -> list[str]:
    """What a step changes beside the counters."""
    said = [name for name, _, _ in event.properties]
    said += ["the turn counter"] if turns and event.turn is not None else []
    said += [f"the boards of {name}" for name in event.boards]
    return said + [f"the seat of {after.name}" for _, after in event.seats if after is not None and after.name]


def _names(changes: Sequence[Change]) -> list[str]:
    return [change.counter.called for change in changes]


def _from(change: Change) -> tuple[str | None, int, int] | None:
    return None if change.before is None else (change.before.spot.map, change.before.spot.x, change.before.spot.y)


def _to(change: Change) -> tuple[str | None, int, int] | None:
    return None if change.after is None else (change.after.spot.map, change.after.spot.x, change.after.spot.y)


def _told(
    history: History, event: Event, what: str, done: Sequence[str], severity: Severity = Severity.WARNING
) -> Iterator[Finding]:
    if not done:
        return
    named = ", ".join(done[:_NAMED]) + (f" and {len(done) - _NAMED} more" if len(done) > _NAMED else "")
    who = event.person or history.recorder
    where = Where(history.file, event.step, event.entry)
    yield Finding(_CHECK, f"a step that {what} {named}", where, severity, player=str(who) if who else None)
