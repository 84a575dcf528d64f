"""Between two files: what changed while no log was running, and whether a log seems to lack there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from adjudicator.audit.differing import Pair, differences, grave, mark_of, restacked, row_of
from adjudicator.audit.fits import Fit
from adjudicator.audit.model import Handover
from adjudicator.evidence.books import CLOCK
from adjudicator.evidence.history import History
from adjudicator.finding import Finding, Row, Where
from adjudicator.verdict import Severity
from adjudicator.words import plural

_SHOWN = 40  # pieces named in one finding
_MANY, _MANY_PART = 6, 0.04  # so many pieces that moved are more like a turn than like a slip
_MINUTE = 60_000
_TURN = "turn counter "
_NOTES = ("notes", "scenario notes")
_PLURAL = ("boards of ", *_NOTES)


def judged(fit: Fit, histories: Sequence[History], index: int) -> Fit:
    """The fit with its exact number of differences, told as a gap where something was played in between."""
    earlier, later = histories[fit.earlier], histories[index]
    if fit.link is Handover.FORK and fit.distance and _turns(earlier, 0) != _turns(later, 0) and later.is_log:
        return replace(fit, link=Handover.GAP, distance=len(differences(earlier.start, later.start)), beside=True)
    if fit.link is not Handover.IMPERFECT:
        return fit
    pairs = differences(earlier.end, later.start)
    link = Handover.GAP if _lacks(earlier, later, pairs, histories) else Handover.IMPERFECT
    return replace(fit, link=link, distance=len(pairs))


def _lacks(earlier: History, later: History, pairs: Sequence[Pair], histories: Sequence[History]) -> bool:
    """Whether it looks as if a log lacked rather than as if somebody had changed something."""
    if not later.is_log:
        return False
    many = sum(map(grave, pairs)) >= max(_MANY, _MANY_PART * len(earlier.end))
    ahead = _turns(earlier, 1) != _turns(later, 0) and not _back(earlier, later)
    same_hand = earlier.recorder is not None and earlier.recorder == later.recorder and _alternate(histories)
    played = later.newest[0] > earlier.newest[1] + _MINUTE
    return (many or ahead) and many + ahead + same_hand + played >= 2


def _alternate(histories: Sequence[History]) -> bool:
    return len({one.recorder for one in histories if one.recorder is not None}) > 1


def _turns(history: History, end: int) -> dict[str, str]:
    return {name: value for name, value in history.books[end] if name.startswith(_TURN)}


def _back(earlier: History, later: History) -> bool:
    """Whether a turn counter that tells a number tells a lesser one now."""
    new = _turns(later, 0)
    return any(name in new and runs_back(value, new[name]) for name, value in _turns(earlier, 1).items())


def runs_back(before: str, after: str) -> bool:
    """By the numbers in what a counter keeps; before the first bar stands only which part of it is moved next."""
    numbers = [[int(one) for one in re.findall(r"\d{1,6}", _counted(text))] for text in (before, after)]
    return numbers[1] < numbers[0] and bool(numbers[1])


def _counted(state: str) -> str:
    return state.partition("|")[2] or state


def _plain_turn(state: str) -> str:
    return _counted(state).partition(";")[0] or state


def findings(histories: Sequence[History], parents: Mapping[int, Fit]) -> Iterator[Finding]:
    continued = {fit.earlier for fit in parents.values() if fit.link in (Handover.EXACT, Handover.IMPERFECT, Handover.GAP)}
    told: set[tuple[int, int]] = set()
    for index, fit in parents.items():
        earlier, later = histories[fit.earlier], histories[index]
        if (fit.earlier, later.prints[0]) in told:
            continue  # another log that begins alike
        told.add((fit.earlier, later.prints[0]))
        if fit.link is Handover.RESTART:
            yield _restart(earlier, later, fit, index in continued, fit.earlier in continued)
        elif fit.link in (Handover.IMPERFECT, Handover.GAP) or (fit.link is Handover.FORK and fit.distance):
            yield from _differing(earlier, later, fit)
        if fit.link in (Handover.EXACT, Handover.IMPERFECT) and fit.at_step is None:
            yield from _books(earlier, later)
            yield from _order_of_stacks(earlier, later)


def _restart(earlier: History, later: History, fit: Fit, goes_on: bool, other_goes_on: bool) -> Finding:
    step = fit.at_step or 0
    rolls = sum(len(event.rolls) for event in earlier.events[step:])
    thrown = plural(len(earlier.events) - step, "later step")
    message = f"{later.file} starts after step {step} of {earlier.file}"
    aside = other_goes_on and not goes_on
    message += ": a side branch, from which nobody goes on" if aside else f"; {thrown} of that were thrown away"
    if rolls and not aside:
        message += f", with {plural(rolls, 'roll')}"
    severity = Severity.NOTE if aside else Severity.WARNING
    return Finding("hand-over/restart", message, Where(later.file), severity, also=(Where(earlier.file, step),))


def _differing(earlier: History, later: History, fit: Fit) -> Iterator[Finding]:
    old = earlier.start if fit.link is Handover.FORK or fit.beside else earlier.end
    pairs = differences(old, later.start)
    if not pairs:
        return
    count = plural(len(pairs), "piece")
    rows = tuple(map(row_of, pairs[:_SHOWN]))
    if len(pairs) > _SHOWN:
        rows = (*rows, Row(f"{len(pairs) - _SHOWN:,} more", "all less grave than these"))
    check, severity = "hand-over/differs", Severity.ERROR
    verb = "differs" if len(pairs) == 1 else "differ"
    if fit.link is Handover.GAP:
        check, severity = "hand-over/missing", Severity.WARNING
        where = f"between {earlier.file} and {later.file}"
        if fit.beside:
            where = f"before {later.file}, which begins much as {earlier.file} does"
        message = f"a log seems to lack {where}: {count} {verb}{'' if fit.beside else _turned(earlier, later)}"
    elif fit.link is Handover.FORK:
        message = f"{later.file} does not start where {earlier.file} does: {count} {verb}"
    else:
        message = f"{later.file} does not start where {earlier.file} ended: {count} {verb}"
    if check == "hand-over/differs" and not any(map(grave, pairs)):
        severity = Severity.NOTE
        message += ", none of them in place or strength"
    yield Finding(
        check,
        message,
        Where(later.file),
        severity,
        player=str(later.recorder) if later.recorder else None,
        pieces=tuple(one.called for old_, new in pairs[:_SHOWN] if (one := new or old_) is not None),
        rows=rows,
        also=(Where(earlier.file, len(earlier.events) or None),),
        marks=tuple(mark for pair in pairs[:_SHOWN] if (mark := mark_of(pair)) is not None),
    )


def _turned(earlier: History, later: History) -> str:
    if not earlier.closing or not later.opening or earlier.closing == later.opening:
        return ""
    return f", and the turn counter went from {earlier.closing} to {later.opening}"


def _books(earlier: History, later: History) -> Iterator[Finding]:
    """Turn counter, global properties, boards, notes. Only what both files tell of."""
    old, new = dict(earlier.books[1]), dict(later.books[0])
    changed = [name for name in old if name in new and old[name] != new[name] and not _ran_on(name, old[name], new[name])]
    for names, severity in (
        ([name for name in changed if _serious(name, old[name], new[name])], Severity.ERROR),
        ([name for name in changed if not _serious(name, old[name], new[name])], Severity.NOTE),
    ):
        if names:
            one = len(names) == 1 and not names[0].startswith(_PLURAL)
            subject = ", ".join(_shown(name) for name in names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")
            yield Finding(
                "hand-over/books",
                f"between {earlier.file} and {later.file} {subject} {'was' if one else 'were'} changed",
                Where(later.file),
                severity,
                player=str(later.recorder) if later.recorder else None,
                rows=tuple(_row(name, old[name], new[name], earlier, later) for name in names[:_SHOWN]),
                also=(Where(earlier.file, len(earlier.events) or None),),
            )


def _row(name: str, before: str, after: str, earlier: History, later: History) -> Row:
    if name.startswith(_TURN) and earlier.closing and later.opening and earlier.closing != later.opening:
        return Row(_shown(name), f"was {earlier.closing}, is {later.opening}")
    return Row(_shown(name), _was(name, before, after))


def _ran_on(name: str, before: str, after: str) -> bool:
    """Whether it is a chess clock that has run since: they run while no log does."""
    return name.startswith(CLOCK) and before.isdecimal() and after.isdecimal() and int(after) > int(before)


def _serious(name: str, before: str, after: str) -> bool:
    if name.startswith(_TURN):
        return runs_back(before, after)
    return not name.startswith(_NOTES)


def _shown(name: str) -> str:
    return "the turn counter" if name.startswith(_TURN) else name.replace("\t", " / ")


def _was(name: str, before: str, after: str) -> str:
    if name.startswith(_TURN):
        before, after = (_plain_turn(one) for one in (before, after))
    if name.startswith(_PLURAL):
        return "other than before"
    if name.startswith(CLOCK):
        before, after = f"{before} seconds", f"{after} seconds"
    return f"was {before or 'empty'}, is {after or 'empty'}"


def _order_of_stacks(earlier: History, later: History) -> Iterator[Finding]:
    count = restacked(earlier.end, later.start)
    if count:
        message = f"{plural(count, 'piece')} lie elsewhere in their stacks than at the end of {earlier.file}"
        yield Finding("hand-over/stacks", message, Where(later.file), Severity.NOTE)
