"""Integrity: files that do not fit the others, and steps that cannot be read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime

from adjudicator.evidence.history import History
from adjudicator.finding import Finding, Where
from adjudicator.verdict import Severity

_EARLIEST_MS, _LATEST_MS = 946_684_800_000, 4_102_444_800_000  # an id between 2000 and 2100 may be a time
_DAY = 86_400_000
_CLOCKS = "ids of pieces are times of the player's clock"


def integrity(histories: Sequence[History]) -> Iterator[Finding]:
    yield from _odd_one(
        histories, "integrity/module", "module", Severity.ERROR, "is of the module", [h.module for h in histories]
    )
    versions = [h.module_version for h in histories]
    yield from _odd_one(
        histories, "integrity/module-version", "module version", Severity.NOTE, "was written with module version", versions
    )
    yield from _odd_one(
        histories, "integrity/vassal-version", "VASSAL", Severity.NOTE, "was written by VASSAL", [h.vassal for h in histories]
    )
    for history in histories:
        for said in history.odd:
            yield Finding("integrity/metadata", said, Where(history.file), Severity.NOTE)
        for event in history.events:
            where = Where(history.file, event.step, event.entry)
            for said in dict.fromkeys(event.broken):
                yield Finding("integrity/broken-step", said, where, Severity.ERROR)
            for said in dict.fromkeys(event.passed_over):
                yield Finding("integrity/passed-over", f"{said}; VASSAL passes over it", where, Severity.NOTE)
        if history.silent:
            yield Finding(
                "integrity/metadata", f"{history.file} is named a log and holds no step", Where(history.file), Severity.NOTE
            )
        told = list(_times(history))
        yield from told or _dated(history)


def _odd_one(
    histories: Sequence[History], check: str, what: str, severity: Severity, verb: str, values: Sequence[str | None]
) -> Iterator[Finding]:
    tally = Counter(value for value in values if value is not None)
    if len(tally) < 2:
        return
    usual = tally.most_common(1)[0][0]
    for history, value in zip(histories, values, strict=True):
        if value is not None and value != usual:
            yield Finding(check, f"{history.file} {verb} {value}, most others {usual}", Where(history.file), severity)


def _times(history: History) -> Iterator[Finding]:
    """Pieces made in steps carry the time of the maker's clock in their ids: it should not run back."""
    last: tuple[int, int] | None = None
    for event in history.events:
        if event.undo:
            continue  # it brings back what was made long ago
        times = [
            int(change.after.id)
            for change in event.changes
            if change.before is None and change.after is not None and _is_time(change.after.id)
        ]
        if not times:
            continue
        if last is not None and min(times) < last[1] - 1000:
            yield Finding(
                "time/hint",
                f"by its id a piece of step {event.step} was made before one of step {last[0]}",
                Where(history.file, event.step, event.entry),
                Severity.NOTE,
                rests_on=(_CLOCKS,),
            )
        last = (event.step, max(times))


def _dated(history: History) -> Iterator[Finding]:
    saved = _milliseconds(history.saved_utc)
    if saved is not None and history.newest[1] > saved + _DAY:
        message = f"{history.file} says it was saved on {history.saved_utc}, and holds pieces that were made later"
        yield Finding("time/hint", message, Where(history.file), Severity.NOTE, rests_on=(_CLOCKS,))


def _milliseconds(utc: str | None) -> int | None:
    return None if utc is None else int(datetime.fromisoformat(utc).timestamp() * 1000)


def _is_time(identity: str) -> bool:
    return len(identity) == 13 and identity.isdecimal() and _EARLIEST_MS < int(identity) < _LATEST_MS
