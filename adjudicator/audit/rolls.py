"""Dice: the register of every roll, and what became of the rolls that were undone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import unescape
from itertools import pairwise

from adjudicator.audit.model import RollLine
from adjudicator.evidence.history import DiceThrown, Event, History
from adjudicator.finding import Finding, Row, Where
from adjudicator.verdict import Severity

_LOOK_AHEAD = 12  # steps in which an undone roll may be rolled again
_LOOK_BACK = 3  # steps in which chat may say what a roll is for
_AUTOMATIC = re.compile(r"^\s*(\*|-|UNDO|<i>|\||\[adjudicator\])|^\s*$")

_SPEAKER = re.compile(r"^<.{1,80}?> - ")  # who typed it, in a name that may hold a side in brackets


@dataclass(frozen=True, slots=True)
class _Made:
    """One roll and where it stands."""

    history: History
    event: Event
    roll: DiceThrown

    @property
    def same_dice(self) -> tuple[str, int]:
        return self.roll.die, len(self.roll.results)


def register(histories: Sequence[History]) -> tuple[tuple[RollLine, ...], tuple[Finding, ...]]:
    """All rolls in the order of the files, and what is to be said of them."""
    lines: list[RollLine] = []
    findings: list[Finding] = []
    for history in histories:
        made = [_Made(history, event, roll) for event in history.events for roll in event.rolls]
        back = {event.undoes: event.step for event in history.events if event.undo and event.undoes is not None}
        repeated = dict(_repeats(made, back))
        for place, one in enumerate(made):
            taken_back = one.event.step in back
            again = repeated.get(place)
            lines.append(
                RollLine(
                    file=history.file,
                    step=one.event.step,
                    player=str(one.event.person) if one.event.person else None,
                    die=one.roll.die,
                    faces=one.roll.faces,
                    results=one.roll.results,
                    purpose=_purpose(history, one.event),
                    undone=taken_back,
                    repeats=(history.file, again.event.step)
                    if again is not None and again.roll.results == one.roll.results
                    else None,
                    claimed=one.roll.typed,
                )
            )
            if one.roll.typed:
                findings.append(_finding("dice/claimed", one, f"a roll typed into chat: {_said(one.roll)}", Severity.WARNING))
        findings += _undone(made, back, repeated)
        findings += _again(history, made, back)
    return tuple(lines), tuple(findings)


def _said(roll: DiceThrown) -> str:
    shown = ",".join(map(str, roll.results))
    return f"{roll.die} = {shown}" if roll.total is None or len(roll.results) < 2 else f"{roll.die} = {shown} ({roll.total})"


def _finding(
    check: str, one: _Made, message: str, severity: Severity, *, rows: tuple[Row, ...] = (), also: tuple[int, ...] = ()
) -> Finding:
    return Finding(
        check,
        message,
        Where(one.history.file, one.event.step, one.event.entry),
        severity,
        player=str(one.event.person) if one.event.person else None,
        rows=rows,
        also=tuple(Where(one.history.file, step) for step in also),
    )


def _repeats(made: Sequence[_Made], back: Mapping[int, int]) -> Iterator[tuple[int, _Made]]:
    """For each roll of the same dice after an undone one was taken back: its place, and the undone one. Where several were undone
    before any was rolled again, the first goes with the first: so a log stepped through once more repeats them."""
    taken: set[int] = set()
    for place, one in enumerate(made):
        undo = back.get(one.event.step)
        if undo is None:
            continue
        for later in range(place + 1, len(made)):
            candidate = made[later]
            if candidate.event.step - undo > _LOOK_AHEAD:
                break
            if candidate.event.step > undo and later not in taken and candidate.same_dice == one.same_dice:
                taken.add(later)
                yield later, one
                break


def _undone(made: Sequence[_Made], back: Mapping[int, int], repeated: Mapping[int, _Made]) -> Iterator[Finding]:
    next_of = {id(first): made[place] for place, first in repeated.items()}
    for one in made:
        if one.event.step not in back:
            continue
        taken_back = back[one.event.step]
        again = next_of.get(id(one))
        rows = [Row(f"step {one.event.step}", f"rolls {_said(one.roll)}"), Row(f"step {taken_back}", "takes it back")]
        if again is None:
            message = f"the roll {_said(one.roll)} of step {one.event.step} was undone in step {taken_back}"
            yield _finding("dice/undone", one, message, Severity.WARNING, rows=tuple(rows), also=(taken_back,))
            continue
        rows.append(Row(f"step {again.event.step}", f"rolls {_said(again.roll)}"))
        same = again.roll.results == one.roll.results
        how = "the same came again" if same else f"and rolled again as {_said(again.roll)}"
        first = f"the roll {_said(one.roll)} of step {one.event.step} was undone in step {taken_back}"
        message = f"{first}, {how} in step {again.event.step}"
        yield _finding(
            "dice/undone-same" if same else "dice/undone-other",
            one,
            message,
            Severity.NOTE if same else Severity.ERROR,
            rows=tuple(rows),
            also=(taken_back, again.event.step),
        )


def _again(history: History, made: Sequence[_Made], back: Mapping[int, int]) -> Iterator[Finding]:
    """The same dice twice running, by the same player, with nothing but chat between.

    An undone line of chat is no more than that; an undone roll is told of as such.
    """
    busy = {event.step for event in history.events if event.changes or event.turn or event.shuffled}
    for first, second in pairwise(made):
        if first.same_dice != second.same_dice or first.event.person != second.event.person or first.event.step in back:
            continue
        between = range(first.event.step + 1, second.event.step)
        if first.event.step in busy or any(step in busy for step in between):
            continue
        message = f"{_said(first.roll)} in step {first.event.step}, then {_said(second.roll)} with nothing but chat between"
        yield _finding("dice/again", second, message, Severity.NOTE, also=(first.event.step,))


def _purpose(history: History, event: Event) -> str | None:
    """What chat says of a roll: the last typed line in the step or the few before it."""
    place = next((index for index, other in enumerate(history.events) if other is event), 0)
    for other in reversed(history.events[max(0, place - _LOOK_BACK) : place + 1]):
        for line in reversed(other.chat):
            if not _AUTOMATIC.match(line):
                return _SPEAKER.sub("", unescape(line).strip())[:120]
        if other is not event and other.rolls:
            return None
    return None
