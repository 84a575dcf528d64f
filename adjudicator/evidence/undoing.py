"""Whether a step that says it takes something back does that and no more.

VASSAL undoes the last step that was not taken back yet, and writes the inverse of each of its commands. So whatever an undo
brings about was so before in the same log. Where it was not, the undo was made up, to let something happen under its name. Words
differ from language to language, and pieces may come back into a deck turned over: only what a player would see is compared.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field

from adjudicator.evidence.history import Change, Counter, Doubt
from vassal_bridge.commands import SetProperty, Undo
from vassal_bridge.dice import DiceReader
from vassal_bridge.replay import StepResult

FORGED, OUT_OF_ORDER = "undo", "order"
"""Kinds of doubts: an undo that does what no undo does, and one of a step that was not the last."""


@dataclass
class Undoing:
    """Hears the steps of one log in their order."""

    clean: Callable[[str], str]
    dice: DiceReader
    _had: dict[str, set[Hashable]] = field(default_factory=dict)  # by counter and property: all that it ever was
    _when: dict[str, int] = field(default_factory=dict)  # by counter: the step that changed it last
    _last: int = 0  # the step that VASSAL would take back next
    _telling: set[int] = field(default_factory=set)  # steps in effect that moved or changed counters, or rolled dice

    def hear(self, result: StepResult, changes: Sequence[Change]) -> tuple[Doubt, ...]:
        """What a step does under the name of an undo that is none; nothing of any other step."""
        told: tuple[Doubt, ...] = ()
        if result.undo is not None:
            undone = result.undo.step
            told = tuple(self._forged(result, changes)) if undone is None else ()
            told = told or tuple(self._late(self._latest(changes) if undone is None else undone))
        for change in changes:
            self._had.setdefault(change.counter.id, set()).update((_look(change.before), _look(change.after)))
            self._when[change.counter.id] = result.number
        for name, old, new in _properties(result):
            self._had.setdefault(name, set()).update((old, new))
        self._count(result, changes)
        return told

    def _count(self, result: StepResult, changes: Sequence[Change]) -> None:
        if result.undo is None:
            self._last = result.number
            if result.rolls or any(_look(one.before) != _look(one.after) for one in changes):
                self._telling.add(result.number)
        else:
            undone = result.undo.step
            self._last = (self._last if undone is None else undone) - 1
            self._telling.discard(undone or 0)

    def _latest(self, changes: Sequence[Change]) -> int:
        """The step that an undo seems to take back, by the counters that it changes."""
        return max((self._when.get(change.counter.id, 0) for change in changes), default=self._last)

    def _late(self, undone: int) -> Iterator[Doubt]:
        left = sorted(step for step in self._telling if undone < step <= self._last)
        if left:
            yield Doubt(OUT_OF_ORDER, f"it takes back step {undone}, and leaves step {left[-1]}, which came later")

    def _forged(self, result: StepResult, changes: Sequence[Change]) -> Iterator[Doubt]:
        brackets = [one.begins for one in result.commands if isinstance(one, Undo)]
        if sum(brackets) * 2 != len(brackets):
            yield Doubt(FORGED, "it begins an undo, or ends one, and not both")
        for change in changes:
            look = _look(change.after)
            if not change.counter.is_deck and look != _look(change.before) and look not in self._had.get(change.counter.id, ()):
                yield Doubt(FORGED, _said(change), change.counter)
        for name, old, new in _properties(result):
            if new != old and new not in self._had.get(name, ()):
                yield Doubt(FORGED, f"it sets {self.clean(name)} to {self.clean(new or 'nothing')}, which it never was before")
        for line in result.chat:
            if brackets and self.dice.line(line) is not None:
                yield Doubt(FORGED, f"it holds a roll: {self.clean(line)}")


def _look(counter: Counter | None) -> Hashable:
    """All of a counter that an undo puts back as it was; nothing of what is only the mark of having been handled."""
    if counter is None:
        return None
    spot = counter.spot
    return spot.map, spot.x, spot.y, spot.deck, counter.levels, counter.markers, counter.values


def _properties(result: StepResult) -> Iterator[tuple[str, str | None, str | None]]:
    """The properties and turn counters that a step sets, by name, with their old and new values."""
    for command in result.commands:
        if isinstance(command, SetProperty):
            yield command.name, command.old, command.new
    for turn in result.turns:
        yield "the turn counter", turn.old, turn.new


def _said(change: Change) -> str:
    name = change.counter.called
    if change.before is None:
        return f"it brings {name}, which no step had taken away"
    if change.after is None:
        return f"it takes {name} away, which no step had brought"
    if change.went:
        return f"it puts {name} at {change.after.spot}, where it had not been"
    return f"it changes {name} to what it had not been"
