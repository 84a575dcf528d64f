"""Dice: the register of every roll, and what became of the rolls that were undone."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter as Tally
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import unescape
from types import MappingProxyType

from adjudicator.audit.model import RollLine
from adjudicator.evidence.history import DiceThrown, Event, History
from adjudicator.finding import Finding, Row, Where
from adjudicator.verdict import Severity

_PLAYED_BETWEEN = 3  # steps with moves between an undone roll and the next of the same dice: beyond, it is another roll
_CUSTOM = 2  # more pairs of rolls than this in one log are how fights are rolled there
_NOTHING: Mapping[str, str] = MappingProxyType({})
_NEVER_ROLLED = ("1",)
_SELDOM = 3  # dice that are silent more often than once in so many rolls are so by their make
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


def register(
    histories: Sequence[History], followed: Mapping[str, str] = _NOTHING
) -> tuple[tuple[RollLine, ...], tuple[Finding, ...]]:
    """All rolls in the order of the files, and what is to be said of them. `followed`: by file the log that goes on from it."""
    lines: list[RollLine] = []
    findings: list[Finding] = []
    by_file = {history.file: history for history in histories}
    sums = _usual_sums(histories)
    quiet = _quiet_dice(histories)
    shown = {pair for history in histories for pair in history.last_shown}
    followers = set(followed.values())
    for history in histories:
        made = _made(history)
        back = {event.undoes: event.step for event in history.events if event.undo and event.undoes is not None}
        repeated = dict(_repeats(history, made, back))
        for place, one in enumerate(made):
            again = repeated.get(place)
            lines.append(_line(history, one, one.event.step in back, again))
            findings += _doubtful(one, sums)
            findings += _silent(one, quiet)
        after = by_file.get(followed.get(history.file, ""))
        findings += _undone(made, back, repeated, after)
        findings += _again(history, made, back)
        findings += _quoted(history, histories)
        findings += _traceless(history, made)
        findings += _unremembered(made)
        if history.file in followers:
            findings += _remembered(history, shown)
    return tuple(lines), tuple(findings)


def _made(history: History) -> list[_Made]:
    return [_Made(history, event, roll) for event in history.events for roll in event.rolls]


def _line(history: History, one: _Made, taken_back: bool, again: _Made | None) -> RollLine:
    same = again is not None and again.roll.results == one.roll.results
    return RollLine(
        file=history.file,
        step=one.event.step,
        player=str(one.event.person) if one.event.person else None,
        die=one.roll.die,
        faces=one.roll.faces,
        results=one.roll.results,
        purpose=_purpose(history, one.event),
        undone=taken_back,
        repeats=(history.file, again.event.step) if same and again is not None else None,
        claimed=one.roll.typed,
    )


def _usual_sums(histories: Sequence[History]) -> dict[str, int]:
    """By die: how much its total is usually more than its dice."""
    tally: defaultdict[str, Tally[int]] = defaultdict(Tally)
    for history in histories:
        for one in _made(history):
            if one.roll.total is not None and len(one.roll.results) > 1:
                tally[one.roll.die][one.roll.total - sum(one.roll.results)] += 1
    return {die: found.most_common(1)[0][0] for die, found in tally.items()}


def _quiet_dice(histories: Sequence[History]) -> dict[str, bool]:
    """Of dice that were rolled without a line of chat: whether they often are."""
    tally: defaultdict[str, Tally[bool]] = defaultdict(Tally)
    for history in histories:
        for one in _made(history):
            tally[one.roll.die][one.roll.silent] += 1
    return {die: found[True] * _SELDOM > found[False] for die, found in tally.items() if found[True]}


def _silent(one: _Made, quiet: Mapping[str, bool]) -> Iterator[Finding]:
    """A die that VASSAL otherwise reports, and this time did not: somebody threw it unseen, or took the line out."""
    if one.roll.silent and not any(line.startswith("*") for line in one.event.chat):
        severity = Severity.NOTE if quiet[one.roll.die] and not one.roll.reporting else Severity.WARNING
        yield _finding("dice/silent", one, f"{_said(one.roll)} was rolled, and no line of chat tells of it", severity)


def _doubtful(one: _Made, sums: Mapping[str, int]) -> Iterator[Finding]:
    """What no die did: a line typed by hand, or one that the die itself contradicts."""
    roll = one.roll
    if roll.disputed is not None:
        message = f"chat says {_said(roll)}, and the die itself says {roll.disputed}"
        yield _finding("dice/contradicted", one, message, Severity.ERROR)
    elif roll.typed:
        yield _finding("dice/claimed", one, f"a roll typed into chat: {_said(roll)}", Severity.WARNING)
    elif roll.unknown:
        yield _finding("dice/claimed", one, f"{_said(roll)}: the module has no such dice", Severity.WARNING)
    if roll.odd is not None:
        yield _finding("dice/impossible", one, f"{_said(roll)}: {roll.odd}", Severity.ERROR)
    elif roll.total is not None and len(roll.results) > 1 and roll.total - sum(roll.results) != sums[roll.die]:
        yield _finding("dice/impossible", one, f"{_said(roll)}: the total is not that of the dice", Severity.ERROR)


def _traceless(history: History, made: Sequence[_Made]) -> Iterator[Finding]:
    """Dice that leave no trace in a log in which all others do. Some modules have such dice of their own: only a note."""
    traced = [one for one in made if one.roll.traced]
    bare = [one for one in made if not any(other.roll.die == one.roll.die for other in traced) and not one.roll.unknown]
    if bare and len(bare) * _SELDOM < len(traced):
        for one in bare:
            message = f"{_said(one.roll)} left no trace in the module's properties, and all other dice did"
            yield _finding("dice/claimed", one, message, Severity.NOTE)


def _unremembered(made: Sequence[_Made]) -> Iterator[Finding]:
    """Lines of dice that left no trace, ahead of a roll that left one and remembers other numbers than theirs."""
    waiting: defaultdict[str, list[_Made]] = defaultdict(list)
    traced: set[str] = set()
    for one in made:
        roll = one.roll
        if not roll.traced and not roll.typed and not roll.unknown and roll.die not in traced:
            waiting[roll.die].append(one)
        elif roll.traced and roll.die not in traced:
            traced.add(roll.die)
            for other in waiting.pop(roll.die, []):
                if roll.before is not None and _others(other.roll, roll.before):
                    message = f"a roll typed into chat: {_said(other.roll)}, and before its next roll {roll.die} had shown "
                    yield _finding("dice/claimed", other, f"{message}{','.join(roll.before)}", Severity.WARNING)


def _others(roll: DiceThrown, shown: Sequence[str]) -> bool:
    """Whether the dice had shown other numbers. Several dice of which none was ever rolled are said to show a single 1."""
    if len(roll.results) != len(shown):
        return tuple(shown) == _NEVER_ROLLED
    return tuple(map(str, roll.results)) != tuple(shown)


def _quoted(history: History, histories: Sequence[History]) -> Iterator[Finding]:
    """Lines of dice in somebody's own words. To repeat what was rolled is no claim."""
    if not any(event.quoted for event in history.events):
        return
    rolled = {(roll.die, roll.results) for other in histories for event in other.events for roll in event.rolls}
    for event in history.events:
        for roll in event.quoted:
            if (roll.die, roll.results) not in rolled and not event.undo:
                made = _Made(history, event, roll)
                yield _finding("dice/claimed", made, f"a roll typed into chat: {_said(roll)}", Severity.WARNING)


def _remembered(history: History, shown: Collection[tuple[str, str]]) -> Iterator[Finding]:
    """Dice that had been rolled before their first roll in the log, as none of the logs did it.

    Only a note: VASSAL keeps what dice show while it runs, also from another game that was open before. Of a log whose
    predecessor is not at hand nothing is said: whoever steps through that one has its dice.
    """
    for step, dice, before in history.remembered:
        event = next((one for one in history.events if one.step == step), None)
        if event is None or event.undo or (dice, before) in shown:
            continue
        message = (
            f"{dice} had shown {before} before its first roll in this log, and no log ends with that: "
            "rolled before the log began, or taken out of it"
        )
        where = Where(history.file, step, event.entry)
        yield Finding("dice/missing", message, where, Severity.NOTE, player=str(event.person) if event.person else None)


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


def _repeats(history: History, made: Sequence[_Made], back: Mapping[int, int]) -> Iterator[tuple[int, _Made]]:
    """For each undone roll its place, and the next roll of the same dice after the undo.

    However much chat lies between: that hides nothing. Where several were undone before any was rolled again, the first goes with
    the first: so a log stepped through once more repeats them. Other numbers after much was played are another roll.
    """
    busy = [event.step for event in history.events if event.changes and not event.undo]
    taken: set[int] = set()
    for place, one in enumerate(made):
        undo = back.get(one.event.step)
        if undo is None:
            continue
        for later in range(place + 1, len(made)):
            candidate = made[later]
            if candidate.event.step > undo and later not in taken and candidate.same_dice == one.same_dice:
                between = bisect_left(busy, candidate.event.step) - bisect_right(busy, undo)
                if candidate.roll.results == one.roll.results or between <= _PLAYED_BETWEEN:
                    taken.add(later)
                    yield place, candidate
                break


def _undone(
    made: Sequence[_Made], back: Mapping[int, int], repeated: Mapping[int, _Made], after: History | None
) -> Iterator[Finding]:
    for place, one in enumerate(made):
        if one.event.step not in back:
            continue
        taken_back = back[one.event.step]
        again = repeated.get(place) or _in_next(one, made, taken_back, after)
        rows = [Row(f"step {one.event.step}", f"rolls {_said(one.roll)}"), Row(f"step {taken_back}", "takes it back")]
        first = f"the roll {_said(one.roll)} of step {one.event.step} was undone in step {taken_back}"
        if again is None:
            yield _finding("dice/undone", one, first, Severity.WARNING, rows=tuple(rows), also=(taken_back,))
            continue
        elsewhere = again.history is not one.history
        where = f"step {again.event.step}" + (f" of {again.history.file}" if elsewhere else "")
        rows.append(Row(where, f"rolls {_said(again.roll)}"))
        same = again.roll.results == one.roll.results
        how = "the same came again" if same else f"and rolled again as {_said(again.roll)}"
        yield _finding(
            "dice/undone-same" if same else "dice/undone-other",
            one,
            f"{first}, {how} in {where}",
            Severity.NOTE if same else Severity.ERROR,
            rows=tuple(rows),
            also=(taken_back,) if elsewhere else (taken_back, again.event.step),
        )


def _in_next(one: _Made, made: Sequence[_Made], undo: int, after: History | None) -> _Made | None:
    """The same dice in the log that goes on from this one, if the same player rolls them there before anything else happens."""
    last = one.history.events[-1].step if one.history.events else 0
    if after is None or any(other.event.step > undo for other in made):
        return None
    if sum(bool(event.changes) for event in one.history.events[undo:last] if not event.undo) > _PLAYED_BETWEEN:
        return None
    for event in after.events:
        for roll in event.rolls:
            found = _Made(after, event, roll)
            return found if found.same_dice == one.same_dice and event.person == one.event.person else None
        if event.changes:
            return None
    return None


def _again(history: History, made: Sequence[_Made], back: Mapping[int, int]) -> Iterator[Finding]:
    """The same dice twice running, by the same player, with nothing but chat between.

    Rows of three and more are how fights are thrown, and so are pairs where they are the custom. An undone line of chat is no
    more than that; an undone roll is told of as such.
    """
    busy = {event.step for event in history.events if event.changes or event.turn or event.shuffled}
    rows: list[list[_Made]] = []
    for one in made:
        last = rows[-1][-1] if rows else None
        if (
            last is not None
            and last.same_dice == one.same_dice
            and last.event.person == one.event.person
            and last.event.step not in back
            and last.event.step not in busy
            and not any(step in busy for step in range(last.event.step + 1, one.event.step))
        ):
            rows[-1].append(one)
        else:
            rows.append([one])
    pairs = [row for row in rows if len(row) == 2]
    if len(pairs) > _CUSTOM or any(len(row) > 2 for row in rows):
        return
    for first, second in pairs:
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
