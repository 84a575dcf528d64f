"""Seelow & Küstrin told as a log: fire and its dice, checks of morale, rallying, modes of guns, who leaves the map."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.engine import actions as act
from adjudicator.rules.firepower import results_of
from adjudicator.rules.table import Table

from ..chronicle import Chronicle

LEFT = "exited"
LAYERS = {"disrupted": ("Disrupted", 1), "fire mode": ("Mode", 1), "move mode": ("Mode", 2)}
OFF = -1  # the level of a layer that is not shown


@dataclass(slots=True)
class SeelowChronicle(Chronicle):
    """What players of Seelow & Küstrin drag, type and roll. Some say more than they must, some less."""

    def _fire(self, action: act.Fire, before: Table, after: Table) -> None:
        firers = ", ".join(self.name(unit) for unit in action.firers)
        total = f" total {action.total}" if action.total is not None else ""
        said = action.result is not None and (self.whims.random() < 0.3 or action.result not in results_of(before, action))
        result = f" result {action.result}" if said else ""  # what nobody would expect they say
        if action.kind == "barrage":
            self.say(f"!barrage {action.target} with {firers}{total}{result}")
            self.roll("Barrage 1d6", (action.die or 1,))
            return
        hex, target = before.place_of(action.target), self.name(action.target)
        if self.whims.random() < 0.5:
            self.say(f"!fire {hex} with {firers} at {target}{total}{result}")
        else:
            self.say(f"!fire {target} with {firers}{total}{result}")
        self.roll("Antitank fire 1d6", (action.die or 1,))

    def _attack(self, action: act.Attack, before: Table, after: Table) -> None:
        names = ", ".join(self.name(unit) for unit in action.attackers)
        on = f" on {action.column}" if action.column else ""
        self.say(f"!attack {action.target} with {names}{on}")
        self.roll("Combat 1d6", (action.die or 1,))

    def _roll(self, action: act.Roll, before: Table, after: Table) -> None:
        rally = action.purpose == "rally"
        button = "Rally 1d6" if rally else "Morale check 1d6"
        said = action.result is not None if rally else self.whims.random() < 0.5  # who says what came of it says for whom
        if action.unit is not None and said:
            self.say(f"!{action.purpose} {self.name(action.unit)}")
        self.roll(button, action.dice)

    def _mark(self, action: act.Mark, before: Table, after: Table) -> None:
        if action.mark not in LAYERS or before.standing(action.subject) is None:
            return
        layer, level = LAYERS[action.mark]
        id_ = self._piece(action.subject)
        name = self.tabletop.things[id_].name
        marked, plain = f"{name} ({action.mark})", name
        old, new = (plain, marked) if action.on else (marked, plain)
        said = f"* {before.place_of(action.subject)}: {old} -> {new}"
        commands = self.tabletop.turned(id_, layer, level if action.on else OFF, said)
        if commands:
            self.steps.append(commands)

    def _replace(self, action: act.Replace, before: Table, after: Table) -> None:
        standing = after.standing(action.unit)
        self._level(action.unit, standing, "" if standing is None else standing.place)

    def _remove(self, action: act.Remove, before: Table, after: Table) -> None:
        if action.why == "exit":
            self._drag((action.unit,), LEFT)
        else:
            super(SeelowChronicle, self)._remove(action, before, after)
