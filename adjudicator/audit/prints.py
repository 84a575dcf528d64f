"""What the module prints, from one log to the next: one changed under the same version shows in new counters and in its date."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.evidence.history import Counter, History
from adjudicator.finding import Finding, Row, Where
from adjudicator.verdict import Severity
from adjudicator.words import plural

_SHOWN = 10

Made = dict[str, dict[str, Counter]]
"""By palette piece and name: a counter of each make."""


def prints(histories: Sequence[History]) -> Iterator[Finding]:
    """One finding for a file: the first that brings counters made otherwise than those of the same palette piece were."""
    made: Made = {}
    dates: dict[str, tuple[int, str]] = {}
    before: History | None = None
    for history in histories:
        yield from _dated(history, dates)
        yield from _extended(history, before)
        before = history
        other: dict[str, tuple[Counter, Counter]] = {}
        known = {key: dict(kinds) for key, kinds in made.items()}
        for counter in history.start.values():
            _look(counter, made, known, other)
        known = {key: dict(kinds) for key, kinds in made.items()}
        fresh: Made = {}  # one machine has one module: all that comes from it within a log is made alike
        for event in history.events:
            for change in event.changes:
                if change.before is None and change.after is not None and not event.undo:
                    _look(change.after, made, known, other)
                    _look(change.after, fresh, fresh, other)
        if other:
            rows = tuple(Row(new.called, _how(old, new)) for old, new in list(other.values())[:_SHOWN])
            message = f"{plural(len(other), 'counter')} of {history.file} is made otherwise than the same ones before"
            if len(other) > 1:
                message = message.replace(" is made", " are made")
            pieces = tuple(new.called for _, new in list(other.values())[:_SHOWN])
            yield Finding("module/prints", message, Where(history.file), Severity.ERROR, pieces=pieces, rows=rows)


def _look(counter: Counter, made: Made, known: Made, other: dict[str, tuple[Counter, Counter]]) -> None:
    """Only counters by the same name: some modules give one number to several pieces."""
    if counter.is_deck or not counter.gpid or counter.mask or counter.hidden:
        return
    key = f"{counter.gpid}\t{counter.printed}"
    before = dict(known.get(key, {}))
    made.setdefault(key, {}).setdefault(counter.make, counter)
    if before and counter.make not in before and all(old.id != counter.id for old in before.values()):
        other.setdefault(key, (next(iter(before.values())), counter))


def _how(old: Counter, new: Counter) -> str:
    if old.picture != new.picture:
        return f"showed {old.picture or 'nothing'}, shows {new.picture or 'nothing'}"
    changed = [
        f"{name} was {value}, is {dict(new.markers)[name]}"
        for name, value in old.markers
        if dict(new.markers).get(name, value) != value
    ]
    return "; ".join(changed) or "other traits"


def _extended(history: History, before: History | None) -> Iterator[Finding]:
    """Extensions bring counters, dice and charts of their own; a file names those that were in use."""
    if before is None or history.extensions == before.extensions:
        return
    rows = [Row(name, "is new") for name in history.extensions if name not in before.extensions]
    rows += [Row(name, "is gone") for name in before.extensions if name not in history.extensions]
    message = f"{history.file} was played with other extensions of the module than {before.file}"
    yield Finding("module/edited", message, Where(history.file), Severity.WARNING, rows=tuple(rows))


def _dated(history: History, dates: dict[str, tuple[int, str]]) -> Iterator[Finding]:
    """The module's own date, which its editor writes whenever it saves it."""
    if history.module_saved is None:
        return
    key = f"{history.module}\t{history.module_version}"
    first, file = dates.setdefault(key, (history.module_saved, history.file))
    if first != history.module_saved:
        dates[key] = (history.module_saved, history.file)
        message = f"{history.file} was played on another edition of the module than {file}, of the same version"
        yield Finding("module/edited", message, Where(history.file), Severity.WARNING)
