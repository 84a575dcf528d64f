"""A game that was played, told as the steps of a VASSAL log: what a player drags, flips, types and rolls for each action."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from adjudicator.engine import actions as act
from adjudicator.rules.table import Table

from .desk import Play
from .hand import Hand


@dataclass(slots=True)
class Told:
    """Which steps an action became."""

    action: act.Action
    first: int
    last: int


@dataclass(slots=True)
class Chronicle(Hand):
    """Tells actions, and keeps which steps each became. What only some games have is told by the chronicle of the game."""

    told: list[Told] = field(default_factory=list)
    following: act.Action | None = None  # what is done next

    def tell(self, plays: Iterable[Play], end: Table) -> None:
        every = list(plays)
        for index, play in enumerate(every):
            after = every[index + 1].before if index + 1 < len(every) else end
            self.following = every[index + 1].action if index + 1 < len(every) else None
            first = len(self.steps) + 1
            teller = getattr(self, f"_{type(play.action).__name__.lower()}")
            teller(play.action, play.before, after)
            self._vanished(play.before, after)
            self._control(play.before, after)
            last = len(self.steps)
            self.told.append(Told(play.action, min(first, last), last))  # what needs no step of its own belongs to the last one

    # --- actions

    def _phase(self, action: act.Phase, before: Table, after: Table) -> None:
        index = next(at for at, (id_, _) in enumerate(self.phases) if id_ == action.phase)
        if action.turn is not None and action.turn != self.turn:
            self._tick(action.turn, 0)
            self._new_turn(after)
        if self.whims.random() < 0.3:
            for each in range(self.phase + 1, index):
                self._tick(self.turn, each)
        self._tick(self.turn, index)

    def _tick(self, turn: int, phase: int) -> None:
        if (turn, phase) == (self.turn, self.phase):
            return
        old, new = self.phases[self.phase][1], self.phases[phase][1]
        every = ",".join("true" for _ in self.phases)
        self.steps.append(
            [
                f"CHAT* <{self.player}> Turn updated from Turn {self.turn}: {old} to Turn {turn}: {new}",
                f"TURNTurnTracker0\t0|{turn};0;false;-1;{phase}\\;0\\;0\\;{every}",
            ]
        )
        self.turn, self.phase = turn, phase

    def _new_turn(self, table: Table) -> None:
        """What players do when the counter shows a new turn."""

    def _move(self, action: act.Move, before: Table, after: Table) -> None:
        for unit in action.units:
            if action.path is not None and len(action.path) > 1:
                self.say(f"!path {self.name(unit)} {'-'.join(action.path)}")
        self._drag(action.units, action.to, action.path or ())

    def _place(self, action: act.Place, before: Table, after: Table) -> None:
        self._level(action.unit, after.standing(action.unit), action.at)
        for marker in self._markers(action.unit):  # what it bore when it left is of the past
            self.steps.append(self.tabletop.delete(marker, "* : marker is removed"))
        self._drag((action.unit,), action.at)

    def _remove(self, action: act.Remove, before: Table, after: Table) -> None:
        if before.standing(action.unit) is not None:
            self._off(action.unit, before.unit(action.unit).side)

    def _lose(self, action: act.Lose, before: Table, after: Table) -> None:
        for unit in dict.fromkeys(action.steps):
            standing = after.standing(unit)
            if standing is None:
                self._off(unit, before.unit(unit).side)
            else:
                self._level(unit, standing, standing.place)

    def _retreat(self, action: act.Retreat, before: Table, after: Table) -> None:
        if action.path is not None and len(action.path) > 2:
            self.say(f"!path {self.name(action.units[0])} {'-'.join(action.path)}")
        self._drag(action.units, action.to)

    def _advance(self, action: act.Advance, before: Table, after: Table) -> None:
        self._drag(action.units, action.to)

    def _supply(self, action: act.Supply, before: Table, after: Table) -> None:
        for unit, _ in action.states:
            old, new = before.standing(unit), after.standing(unit)
            if old is None or new is None or old.marks == new.marks:
                continue
            for marker in self._markers(unit):
                self.steps.append(self.tabletop.delete(marker, "* : marker is removed"))
            for mark in sorted(new.marks):
                type_, traits = self.makes(mark)
                thing = self.tabletop.things[self._piece(unit)]
                said = f"* {new.place}: {thing.name} is marked: {mark}"
                self.steps.append(self.tabletop.put(type_, traits, thing.at, thing.id, said)[1])

    def _replace(self, action: act.Replace, before: Table, after: Table) -> None:
        self._level(action.unit, after.standing(action.unit), action.at or "")
        if action.at is not None:
            self._drag((action.unit,), action.at)

    def _declare(self, action: act.Declare, before: Table, after: Table) -> None:
        values = ", ".join(value for _, value in action.values)
        self.say(f"{action.what}: {values}" if values else action.what)

    # --- what follows by itself

    def _vanished(self, before: Table, after: Table) -> None:
        """Units that were driven over leave the map too."""
        for unit, standing in before.state.units:
            gone = standing.place in before.grid and after.standing(unit.id) is None
            if gone and self.tabletop.things[self._piece(unit.id)].at == self._point(standing.place):
                self._off(unit.id, unit.side)

    def _control(self, before: Table, after: Table) -> None:
        """A marker shows who took a place worth points."""
        for hex, side in after.state.control.items():
            if before.state.control.get(hex) != side:
                key = f"control {hex}"
                if key in self.pieces:
                    self.steps.append(self.tabletop.delete(self.pieces.pop(key), "* : Control is removed"))
                type_, traits = self.makes(f"control {side}")
                self.pieces[key], commands = self.tabletop.put(
                    type_, traits, self._point(hex), None, f"* Control created in {hex}"
                )
                self.steps.append(commands)
