"""Steps that VASSAL did not write so: changed, put in or taken out by hand, or saying one thing and doing another."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from adjudicator.audit.reports import gone, report_of, reports, text_of, unnamed, usual
from adjudicator.evidence.history import Counter, Doubt, Event, History, Named
from adjudicator.finding import Finding, Row, Where
from adjudicator.verdict import Severity
from adjudicator.words import plural

_LONGEST = 1000  # characters in which a die is named
_DIE = re.compile(r" (\S.*)_(?:result|total|keep|summary) was ")
_PLACE = re.compile(r"(?<![\w/.-])[A-Za-z]{0,3}\d{1,6}(?![\w/.-])")
_VERB = re.compile(r"\bmoves?\b|->|→")  # behind what a report is about
_UNFIT = ("place", "state", "property", "alive")
_SELDOM = 5  # where one step in so many is bare of what was before, that is how the files are written
_TOLD = 5  # findings of one kind told one by one in a file; a cut shows in much that follows


def tampering(histories: Sequence[History]) -> Iterator[Finding]:
    others_named = usual(histories, reports, _unnamed_mover)
    stripping = _often_stripped(histories)
    for history in histories:
        yield from _contradicted(history)
        yield from _stripped(history, stripping)
        reported = any(reports(event) and gone(event) for event in history.events)
        for event in history.events:
            if event.undo:
                continue
            yield from _other_place(history, event)
            if not others_named:
                yield from _other_piece(history, event)
            if reported:
                yield from _false_report(history, event)


def _contradicted(history: History) -> Iterator[Finding]:
    """What commands say was before, and was not: the steps told one by one, many of them in one."""
    doubtful = [(event, found) for event in history.events if (found := _unfit(event))]
    for event, doubts in doubtful[:_TOLD]:
        said = [doubt.said for doubt in doubts]
        die = _DIE.search(said[0][:_LONGEST]) if len(said) == sum(doubt.kind == "property" for doubt in doubts) else None
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
        yield _finding("step/contradicted", history, rest[0][0], message, Severity.ERROR)


def _unfit(event: Event) -> list[Doubt]:
    """What does not fit. A counter put in anew because it is made otherwise now is told of as that."""
    remade = {
        change.after.id
        for change in event.changes
        if change.before is not None and change.after is not None and _print(change.before) != _print(change.after)
    }
    return [
        doubt
        for doubt in event.doubts
        if doubt.kind in _UNFIT and not (doubt.kind == "alive" and doubt.counter is not None and doubt.counter.id in remade)
    ]


def _print(counter: Counter) -> tuple[str, Named]:
    return counter.make, counter.markers


def _often_stripped(histories: Sequence[History]) -> bool:
    """Whether commands often do not say what was before: then it is how these files are written."""
    steps = [event for history in histories for event in history.events if event.changes]
    bare = sum(any(doubt.kind == "stripped" for doubt in event.doubts) for event in steps)
    return bare * _SELDOM > len(steps)


def _stripped(history: History, often: bool) -> Iterator[Finding]:
    steps = [event for event in history.events if any(doubt.kind == "stripped" for doubt in event.doubts)]
    if steps:
        first = next(doubt for doubt in steps[0].doubts if doubt.kind == "stripped")
        message = f"{plural(len(steps), 'step')} without what was before: {first.said}"
        yield _finding("step/stripped", history, steps[0], message, Severity.NOTE if often else Severity.WARNING)


def _unnamed_mover(event: Event) -> Sequence[object]:
    """Counters that went in a step whose report names none of them."""
    moved = gone(event)
    silent = unnamed(event, moved)
    return silent if len(silent) == len(moved) and len(event.chat) == 1 and not event.rolls and event.turn is None else ()


def _other_piece(history: History, event: Event) -> Iterator[Finding]:
    """A report that names a counter which stays, in a step that moves another one."""
    line = report_of(event)
    if line is None or not _unnamed_mover(event):
        return
    touched = {change.counter.id for change in event.changes}
    subject = _VERB.split(line, maxsplit=1)[0]
    named = [
        one.called
        for one in history.start.values()
        if one.id not in touched and not one.is_deck and not one.mask and one.name and _holds(subject, one.name)
    ]
    if named:
        moved = gone(event)[0].counter
        message = f"chat tells of {max(named, key=len)}, and {moved.called} went to {moved.spot}"
        yield _finding("step/other-piece", history, event, message, Severity.WARNING, (Row("chat", line[:120]),))


def _holds(line: str, name: str) -> bool:
    return re.search(_as_a_word(name), line) is not None


def _without(line: str, name: str) -> str:
    """The line without a name; not without what only looks like it in the number of a hex."""
    return re.sub(_as_a_word(name), " ", line)


def _as_a_word(name: str) -> str:
    return rf"(?<!\w){re.escape(name)}(?!\w)"


def _other_place(history: History, event: Event) -> Iterator[Finding]:
    """Chat that names another place than the one where a counter went."""
    moved = gone(event)
    lines = [text_of(line) for line in event.chat if line.startswith("*")]
    if len(lines) != 1 or not moved:
        return
    for change in moved:
        old, new = change.before, change.after
        if old is None or new is None or new.spot.location is None or old.spot.location is None:
            continue
        name = next((one for one in (new.name, old.name, new.printed) if one and _holds(lines[0], one)), None)
        if name is None or not _PLACE.fullmatch(new.spot.location) or not _PLACE.fullmatch(old.spot.location):
            continue
        shape = _shape(new.spot.location)
        told = [one for one in _PLACE.findall(_without(lines[0], name)) if _shape(one) == shape]
        if told and new.spot.location not in told and not _stayed(told, old.spot.location):
            message = f"chat says {told[-1]}, and {new.called} went to {new.spot.location}"
            yield _finding("step/other-place", history, event, message, Severity.ERROR, (Row("chat", lines[0]),))
            return


def _stayed(told: Sequence[str], old: str) -> bool:
    """Whether chat tells only whence a counter went."""
    return set(told) == {old}


def _false_report(history: History, event: Event) -> Iterator[Finding]:
    """A report of a move that did not happen, where all others did."""
    if event.changes or event.rolls or event.turn or event.passed_over or event.broken or not reports(event):
        return
    line = report_of(event) or ""
    places = _PLACE.findall(line)
    if len(set(places)) > 1 and any(one.name and one.name in line for one in history.end.values()):
        message = f"chat reports a move, and nothing moved: {line[:120]}"
        yield _finding("step/false-report", history, event, message, Severity.WARNING)


def _shape(place: str) -> str:
    return re.sub(r"\d", "9", re.sub(r"[A-Za-z]", "A", place))


def _finding(check: str, history: History, event: Event, message: str, severity: Severity, rows: tuple[Row, ...] = ()) -> Finding:
    where = Where(history.file, event.step, event.entry)
    who = event.person or history.recorder
    pieces = tuple(doubt.counter.called for doubt in event.doubts if doubt.counter is not None)
    return Finding(check, message, where, severity, player=str(who) if who else None, rows=rows, pieces=pieces)
