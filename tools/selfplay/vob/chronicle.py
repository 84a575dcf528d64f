"""Vistula-Oder-Berlin told as a log: combats with all who help, dice of the beginning of a turn, supply, flags on cities."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from adjudicator.engine import actions as act
from adjudicator.rules.table import Table

from ..chronicle import Chronicle

WORTH = ("vp-1", "vp-2", "vp-3")
BUTTONS = {"bunker": "Bunker", "fuehrer": "Führer", "thaw": "Thaw"}  # of all others the name is the purpose
WITH_BUTTON = ("Western Allies", "interdiction")


@dataclass(slots=True)
class VobChronicle(Chronicle):
    """What players of Vistula-Oder-Berlin drag, type and roll."""

    def _move(self, action: act.Move, before: Table, after: Table) -> None:
        if action.mode == "strategic" and self.whims.random() < 0.3:
            self.say(f"!mode {self.name(action.units[0])} strategic")
        super(VobChronicle, self)._move(action, before, after)

    def _attack(self, action: act.Attack, before: Table, after: Table) -> None:
        names = [self.name(unit) for unit in action.attackers]
        names += [self.name(each.unit) for each in (*action.support, *action.defence)]
        on = f" on {action.column}" if action.column else ""
        result = f" result {action.result}" if action.result is not None and self.whims.random() < 0.3 else ""
        self.say(f"!attack {action.target} with {', '.join(names)}{on}{result}")
        if action.die is not None:
            self.roll("Combat 1d6", (action.die,))

    def _declare(self, action: act.Declare, before: Table, after: Table) -> None:
        if action.values:
            super(VobChronicle, self)._declare(action, before, after)
        else:
            self.say(f"!declare {action.what}")

    def _roll(self, action: act.Roll, before: Table, after: Table) -> None:
        own = action.purpose in BUTTONS or action.purpose.startswith(WITH_BUTTON)
        whose = f" for {self.name(action.unit)}" if action.unit else ""
        if not own or whose or self.whims.random() < 0.2:
            self.say(f"!roll {action.purpose}{whose}")
        name = BUTTONS.get(action.purpose, action.purpose[:1].upper() + action.purpose[1:])
        self.roll(f"{name} 1d6" if own else "Other 1d6", action.dice)

    def _mark(self, action: act.Mark, before: Table, after: Table) -> None:
        if action.subject in before.grid:
            type_, traits = self.makes(action.mark)
            said = f"* {action.mark} created in {action.subject}"
            self.steps.append(self.tabletop.put(type_, traits, self._point(action.subject), None, said)[1])

    def _control(self, before: Table, after: Table) -> None:
        """Only what is worth points gets a flag: everywhere else players see who came last."""
        for hex, side in _taken(before, after):
            key = f"control {hex}"
            if key in self.pieces:
                self.steps.append(self.tabletop.delete(self.pieces.pop(key), "* : Control is removed"))
            type_, traits = self.makes(f"control {side}")
            said = f"* Control created in {hex}"
            self.pieces[key], commands = self.tabletop.put(type_, traits, self._point(hex), None, said)
            self.steps.append(commands)


def _taken(before: Table, after: Table) -> Iterator[tuple[str, str]]:
    """Hexes worth points that a side took, each with the side."""
    worth = {hex for tag in WORTH for hex in after.board.tagged(tag)}
    for hex, side in after.state.control.items():
        if hex in worth and side in after.game.sides and before.state.control.get(hex) != side:
            yield hex, side
