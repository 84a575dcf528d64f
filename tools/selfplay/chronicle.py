"""A game that was played, told as the steps of a VASSAL log: what a player drags, flips, types and rolls for each action."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from adjudicator.engine import actions as act
from adjudicator.engine.charts import Table as Chart
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
    """Tells actions, and keeps which steps each became."""

    told: list[Told] = field(default_factory=list)

    def tell(self, plays: Iterable[Play], end: Table) -> None:
        every = list(plays)
        for index, play in enumerate(every):
            after = every[index + 1].before if index + 1 < len(every) else end
            first = len(self.steps) + 1
            teller = getattr(self, f"_{type(play.action).__name__.lower()}")
            teller(play.action, play.before, after)
            self._vanished(play.before, after)
            self._control(play.before, after)
            self.told.append(Told(play.action, first, max(first, len(self.steps))))

    # --- actions

    def _phase(self, action: act.Phase, before: Table, after: Table) -> None:
        index = next(at for at, (id_, _) in enumerate(self.phases) if id_ == action.phase)
        if action.turn is not None and action.turn != self.turn:
            self._tick(action.turn, 0)
            self._refill(after)
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

    def _refill(self, table: Table) -> None:
        """A new turn: chits go back into the cup, and new ones into it."""
        used = table.state.noted("used chits", frozenset())
        for chit, row in sorted(_chits(table).items()):
            id_ = self.pieces.get(chit)
            out = id_ is not None and self.tabletop.things[id_].deck is None
            if id_ is not None and out and chit not in used and int(row["turn"]) <= table.state.turn:
                self.steps.append(self.tabletop.into_cup(id_))

    def _draw(self, action: act.Draw, before: Table, after: Table) -> None:
        id_ = self._piece(action.chit)
        if self.tabletop.things[id_].deck is None:
            self.steps.append(self.tabletop.into_cup(id_))
        commands = self.tabletop.drag([id_], self.points["Drawn"], ("Cup", "Drawn"))
        self.steps.append(commands)

    def _activate(self, action: act.Activate, before: Table, after: Table) -> None:
        row = _chits(before).get(action.by, {})
        if row.get("hq") != action.headquarters:
            self.say(f"!hq {self.name(action.headquarters)}")

    def _move(self, action: act.Move, before: Table, after: Table) -> None:
        for unit in action.units:
            if action.path is not None and len(action.path) > 1:
                self.say(f"!path {self.name(unit)} {'-'.join(action.path)}")
            if action.mode == "rail" and before.unit(unit).has("mechanized").yes:
                self.say(f"!mode {self.name(unit)} rail")
        self._drag(action.units, action.to, action.path or ())

    def _place(self, action: act.Place, before: Table, after: Table) -> None:
        self._level(action.unit, after.standing(action.unit), action.at)
        self._drag((action.unit,), action.at)

    def _remove(self, action: act.Remove, before: Table, after: Table) -> None:
        if before.standing(action.unit) is not None:
            self._off(action.unit, before.unit(action.unit).side)

    def _attack(self, action: act.Attack, before: Table, after: Table) -> None:
        on = f" on {action.column}" if action.column else ""
        if action.kind == "bombardment":
            self.say(f"!bombard {action.target}{on}")
            self.roll("Bombardment 1d6", (action.die or 1,))
            return
        names = [self.name(unit) for unit in action.attackers]
        for each in action.support:
            names.append(f"{self.name(each.unit)} {each.how}".strip())
            if before.unit(each.unit).kind == "air" and self.whims.random() < 0.5:
                self._drag((each.unit,), action.target)
        self.say(f"!attack {action.target} with {', '.join(names)}{on}")
        self.roll("Attack 1d6", (action.die or 1,))

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

    def _roll(self, action: act.Roll, before: Table, after: Table) -> None:
        if action.purpose == "event":
            self.roll("Random event 2d6", action.dice)
            return
        whose = f" for {self.name(action.unit)}" if action.unit else ""
        self.say(f"!roll {action.purpose}{whose}")
        button = {"bombardment": "Bombardment 1d6", "air": "Air return 1d6"}.get(action.purpose.split()[0], "Other 1d6")
        for die in action.dice:
            self.roll(button, (die,))

    def _declare(self, action: act.Declare, before: Table, after: Table) -> None:
        self.say(f"{action.what}: {', '.join(value for _, value in action.values)}")

    def _mark(self, action: act.Mark, before: Table, after: Table) -> None:
        self.say(f"{action.subject} {action.mark}")

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


def _chits(table: Table) -> Mapping[str, Mapping[str, str]]:
    chart = table.game.chart("chits", Chart)
    return {} if chart is None else chart.rows
