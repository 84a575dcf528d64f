"""Steps that VASSAL did not write so: changed, put in or taken out by hand, or saying one thing and doing another."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from html import unescape

from adjudicator.evidence.history import Change, Event, History
from adjudicator.finding import Finding, Row, Where
from adjudicator.verdict import Severity
from adjudicator.words import plural

_DIE = re.compile(r" (\S.*)_(?:result|total|keep|summary) was ")
_PLACE = re.compile(r"(?<![\w/.-])[A-Za-z]{0,3}\d{1,6}(?![\w/.-])")
_TAGS = re.compile(r"<[^<>]{0,400}>")
_MOVED = re.compile(r"^\* .*(?:->|→|&gt;|\bmoves?\b)")
_TOLD = 5  # findings of one kind told one by one in a file; a cut shows in much that follows


def tampering(histories: Sequence[History]) -> Iterator[Finding]:
    together = _rolls_with_moves(histories)
    with_turns = _usual(histories, lambda event: event.turn is not None, _silently_moved)
    with_others = _usual(histories, _reports, _not_reported)
    for history in histories:
        yield from _contradicted(history)
        reported = any(_reports(event) and _gone(event) for event in history.events)
        for event in history.events:
            if event.undo:
                continue
            yield from _other_place(history, event)
            yield from _slipped_in(history, event, together)
            yield from _moved_beside(history, event, with_turns, with_others)
            if reported:
                yield from _false_report(history, event)


def _contradicted(history: History) -> Iterator[Finding]:
    """What commands say was before, and was not: the steps told one by one, many of them in one."""
    doubtful = [event for event in history.events if event.doubts]
    for event in doubtful[:_TOLD]:
        said = [doubt.said for doubt in event.doubts]
        die = _DIE.search(said[0]) if len(said) == sum(doubt.kind == "property" for doubt in event.doubts) else None
        if die is not None:
            message = f"{die[1]} does not remember its last roll: {said[0]}; a roll before it was taken out or changed"
            check = "dice/missing"
        else:
            message = f"the step does not fit what was before it: {said[0]}"
            check = "step/contradicted"
        rows = tuple(Row(f"step {event.step}", one) for one in said[1:])
        yield _finding(check, history, event, message, Severity.ERROR, rows)
    if len(doubtful) > _TOLD:
        rest = doubtful[_TOLD:]
        message = f"{plural(len(rest), 'further step')} from here on do not fit what was before them"
        yield _finding("step/contradicted", history, rest[0], message, Severity.ERROR)


def _other_place(history: History, event: Event) -> Iterator[Finding]:
    """Chat that names another place than the one where a counter went."""
    gone = _gone(event)
    lines = [_text(line) for line in event.chat if line.startswith("*")]
    if len(lines) != 1 or not gone:
        return
    for change in gone:
        old, new = change.before, change.after
        if old is None or new is None or new.spot.location is None or old.spot.location is None:
            continue
        name = next((one for one in (new.name, old.name, new.printed) if one and one in lines[0]), None)
        if name is None or not _PLACE.fullmatch(new.spot.location) or not _PLACE.fullmatch(old.spot.location):
            continue
        shape = _shape(new.spot.location)
        told = [one for one in _PLACE.findall(lines[0].replace(name, " ")) if _shape(one) == shape]
        if told and new.spot.location not in told and not _stayed(told, old.spot.location):
            message = f"chat says {told[-1]}, and {new.called} went to {new.spot.location}"
            yield _finding("step/other-place", history, event, message, Severity.ERROR, (Row("chat", lines[0]),))
            return


def _stayed(told: Sequence[str], old: str) -> bool:
    """Whether chat tells only whence a counter went."""
    return set(told) == {old}


def _slipped_in(history: History, event: Event, together: bool) -> Iterator[Finding]:
    """Counters that move in a step that says it is something else: VASSAL writes typed chat in steps of its own."""
    moved = [change for change in event.changes if not change.counter.is_deck]
    if not moved:
        return
    names = ", ".join(change.counter.called for change in moved[:4])
    only_chat = event.typist is not None and not any(line.startswith("*") for line in event.chat)
    if only_chat:
        message = f"a step that says it is a line of chat also changes {names}"
        yield _finding("step/slipped-in", history, event, message, Severity.ERROR)
    elif event.rolls and not together and not _named_in_chat(event, moved):
        message = f"a step that says it is a roll of dice also changes {names}"
        yield _finding("step/slipped-in", history, event, message, Severity.WARNING)


def _moved_beside(history: History, event: Event, with_turns: bool, with_others: bool) -> Iterator[Finding]:
    """Counters that were moved by hand in the step of the turn counter, or in that of another counter's move."""
    if event.rolls or event.typist is not None:
        return
    if event.turn is not None and not with_turns:
        moved, what = _silently_moved(event), "moves the turn counter"
    elif event.turn is None and _reports(event) and not with_others:
        moved, what = _not_reported(event), "reports another move"
    else:
        return
    if moved:
        names = ", ".join(f"{change.counter.called} to {change.counter.spot}" for change in moved[:4])
        yield _finding("step/slipped-in", history, event, f"a step that {what} also moves {names}", Severity.WARNING)


def _silently_moved(event: Event) -> list[Change]:
    """Counters that went without a word and bear the mark of having moved, which dragging sets."""
    said = [_text(line) for line in event.chat]
    return [
        change
        for change in _gone(event)
        if change.after is not None
        and change.after.moved
        and not (change.after.mask or change.after.hidden)
        and change.counter.name
        and not any(name in line for line in said for name in (change.after.name, change.after.printed) if name)
    ]


def _not_reported(event: Event) -> list[Change]:
    """Of those the ones that did not lie with a counter whose move is told: what lies on a counter goes with it."""
    silent = _silently_moved(event)
    told = [change for change in _gone(event) if change not in silent]
    return [change for change in silent if told and not any(_spot(change) == _spot(other) for other in told)]


def _spot(change: Change) -> tuple[str | None, int, int] | None:
    return None if change.before is None else (change.before.spot.map, change.before.spot.x, change.before.spot.y)


def _usual(histories: Sequence[History], kind: Callable[[Event], bool], moved: Callable[[Event], Sequence[Change]]) -> bool:
    """Whether in this module steps of that kind often move such counters by themselves."""
    steps = [event for history in histories for event in history.events if not event.undo and kind(event)]
    return sum(bool(moved(event)) for event in steps) > max(1, len(steps) // 20)


def _named_in_chat(event: Event, moved: Sequence[Change]) -> bool:
    return any(change.counter.name and change.counter.name in _text(line) for change in moved for line in event.chat)


def _rolls_with_moves(histories: Sequence[History]) -> bool:
    """Whether in this module counters roll dice by themselves: then many steps do both."""
    rolls = [event for history in histories for event in history.events if event.rolls and not event.undo]
    both = sum(any(not change.counter.is_deck for change in event.changes) for event in rolls)
    return both > max(1, len(rolls) // 20)


def _false_report(history: History, event: Event) -> Iterator[Finding]:
    """A report of a move that did not happen, where all others did."""
    if event.changes or event.rolls or event.turn or event.passed_over or event.broken or not _reports(event):
        return
    line = next(_text(one) for one in event.chat if _MOVED.match(one))
    places = _PLACE.findall(line)
    if len(set(places)) > 1 and any(one.name and one.name in line for one in history.end.values()):
        message = f"chat reports a move, and nothing moved: {line[:120]}"
        yield _finding("step/false-report", history, event, message, Severity.WARNING)


def _reports(event: Event) -> bool:
    return any(_MOVED.match(line) for line in event.chat)


def _gone(event: Event) -> list[Change]:
    return [change for change in event.changes if change.went and not change.counter.is_deck]


def _shape(place: str) -> str:
    return re.sub(r"\d", "9", re.sub(r"[A-Za-z]", "A", place))


def _text(line: str) -> str:
    return unescape(_TAGS.sub(" ", line)) if "<" in line or "&" in line else line


def _finding(check: str, history: History, event: Event, message: str, severity: Severity, rows: tuple[Row, ...] = ()) -> Finding:
    where = Where(history.file, event.step, event.entry)
    who = event.person or history.recorder
    pieces = tuple(doubt.counter.called for doubt in event.doubts if doubt.counter is not None)
    return Finding(check, message, where, severity, player=str(who) if who else None, rows=rows, pieces=pieces)
