"""Does a phase go on after something that belongs to a later one? Then that was done out of its phase, and begins no other.

Who clicks late does one thing of the next phase, or several, and clicks then. So what is done up to the next click tells: where
it belongs to the phase that the counter shows and to none that it may have come to since, the phase was not over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adjudicator.engine.actions import Action, Move, Phase
from adjudicator.engine.kinds import acting
from adjudicator.rules.sequence import phases_for
from adjudicator.rules.table import Table

from ..evidence.binding import place_of, unit_of
from ..evidence.history import Event
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
        for action in self._untimely(table, there):
            phases = phases_for(table, action)
            if phases is not None and here in phases and not phases & between:
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

    def _untimely(self, table: Table, apart: set[str]) -> Iterator[Action]:
        """What is thrown, and who of the side whose phase it is moves; not those who follow from what was done."""
        scene, active = self.scene, table.state.active
        for event in self.events:
            for roll in event.rolls:
                purpose = scene.binding.dice.get(roll.die, "")
                yield from filter(None, (part.thrown_for(purpose) for part in scene.parts))
        first: dict[str, str] = {}
        last: dict[str, str] = {}
        for change in (change for event in self.events for change in event.changes):
            unit = unit_of(scene.binding, change.counter)
            if unit is None or unit in apart or change.before is None or change.after is None:
                continue
            first.setdefault(unit, place_of(scene.binding, change.before.spot, table.grid) or "")
            last[unit] = place_of(scene.binding, change.after.spot, table.grid) or ""
        for unit, end in last.items():
            inside = first[unit] in table.grid and end in table.grid and end != first[unit]
            if inside and active in ("", table.unit(unit).side):
                yield Move((unit,), end)
