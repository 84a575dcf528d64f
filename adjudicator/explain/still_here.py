"""Does a phase go on after something that belongs to a later one? Then that was done out of its phase, and begins no other.

Who clicks late does one thing of the next phase, or several, and clicks then. So what is done up to the next click tells: where
it belongs to the phase that the counter shows and to none that it may have come to since, the phase was not over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from adjudicator.engine.actions import Action, Move, Phase
from adjudicator.engine.kinds import acting
from adjudicator.rules.players import active_in
from adjudicator.rules.sequence import phases_for
from adjudicator.rules.table import Table

from ..evidence.binding import place_of, unit_of
from ..evidence.history import DiceThrown, Event
from ..evidence.names import bearers
from ..evidence.notation import notes_in
from .otherwise import ANNOUNCING
from .scene import ReadingScene


@dataclass(frozen=True, slots=True)
class GoesOn:
    """What is done between something and the next click."""

    scene: ReadingScene
    events: Sequence[Event]
    following: Phase  # what the counter goes on to then
    order: Sequence[str]

    def after(self, table: Table, done: Sequence[Action], begun: str) -> bool:
        """Does the phase go on after what is done, which would have another begin?"""
        here = table.state.phase
        between = self._between(table, begun)
        there = {unit for action in done for unit in self._with(table, action)}
        for action, side in (*self._thrown(table), *self._moved(table, there)):
            phases = phases_for(table, action)
            theirs = {phase for phase in phases or () if "" in (side, whose := active_in(table, phase)) or side == whose}
            if here in theirs and not theirs & between:
                return True
        return False

    def _between(self, table: Table, begun: str) -> frozenset[str]:
        """The phases from one that would have begun to the one that the counter shows next."""
        turns = (self.following.turn or table.state.turn) - table.state.turn
        first, last = self.order.index(begun), self.order.index(self.following.phase) + turns * len(self.order)
        return frozenset(self.order[at % len(self.order)] for at in range(first, max(first, last) + 1))

    def _with(self, table: Table, action: Action) -> Iterator[str]:
        """The units that do it or suffer by it, and who stands with them."""
        target = str(getattr(action, "target", ""))
        units = (*acting(action), *((target,) if target and target not in table.grid else ()))
        places = {target, *(table.place_of(unit) or "" for unit in units)}
        yield from units
        for force in table.state.forces.values():
            for place in places:
                yield from force.at(place)

    def _thrown(self, table: Table) -> Iterator[tuple[Action, str]]:
        """What dice are thrown for, and by which side as far as somebody said it just before."""
        side = ""
        for event in self.events:
            said = (note for note in notes_in(event.chat) if note.verb in ANNOUNCING)
            for units in (bearers(table, name) for note in said for name in note.names[:1]):
                sides = {table.unit(unit).side for unit in units}
                side = sides.pop() if len(sides) == 1 else ""
            for roll in event.rolls:
                action = self._for(roll)
                if action is not None:
                    yield action, side
                side = ""

    def _for(self, roll: DiceThrown) -> Action | None:
        """What a die was thrown for, if it opens a fight."""
        purpose = self.scene.binding.dice.get(roll.die, "")
        return next((action for part in self.scene.parts if (action := part.thrown_for(purpose)) is not None), None)

    def _moved(self, table: Table, apart: set[str]) -> Iterator[tuple[Action, str]]:
        """Who moves before the next fight; not those who may follow from what was done."""
        binding = self.scene.binding
        first: dict[str, str] = {}
        last: dict[str, str] = {}
        before = takewhile(lambda event: not any(map(self._for, event.rolls)), self.events)
        for change in (change for event in before for change in event.changes):
            unit = unit_of(binding, change.counter)
            if unit is None or unit in apart or change.before is None or change.after is None:
                continue
            first.setdefault(unit, place_of(binding, change.before.spot, table.grid) or "")
            last[unit] = place_of(binding, change.after.spot, table.grid) or ""
        for unit, end in last.items():
            if first[unit] in table.grid and end in table.grid and end != first[unit]:
                yield Move((unit,), end), table.unit(unit).side
