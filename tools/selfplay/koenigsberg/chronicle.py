"""Königsberg told as a log: chits, activations, rails, air support, bombardments, markers of supply, replacements."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator.engine import actions as act
from adjudicator.engine.charts import PlainChart
from adjudicator.rules.chits import USED
from adjudicator.rules.table import Table

from ..chronicle import Chronicle


@dataclass(slots=True)
class KoenigsbergChronicle(Chronicle):
    """What players of Königsberg drag, type and roll."""

    def _new_turn(self, table: Table) -> None:
        """A new turn: chits go back into the cup, and new ones into it."""
        used = table.state.those(USED)
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

    def _roll(self, action: act.Roll, before: Table, after: Table) -> None:
        if action.purpose == "event":
            self.roll("Random event 2d6", action.dice)
            return
        whose = f" for {self.name(action.unit)}" if action.unit else ""
        self.say(f"!roll {action.purpose}{whose}")
        button = {"bombardment": "Bombardment 1d6", "air": "Air return 1d6"}.get(action.purpose.split()[0], "Other 1d6")
        for die in action.dice:
            self.roll(button, (die,))

    def _mark(self, action: act.Mark, before: Table, after: Table) -> None:
        """A counter on a hex: put down, taken up, or dragged where it is laid next."""
        laid = f"{action.mark} {action.subject}"
        if not action.on:
            piece = self.pieces.pop(laid)
            next_one = self.following
            if isinstance(next_one, act.Mark) and next_one.on and next_one.mark == action.mark:
                self.pieces[f"{action.mark} {next_one.subject}"] = piece  # where its next action finds it
            else:
                self.steps.append(self.tabletop.delete(piece, "* : Refugees is removed"))
        elif laid in self.pieces:
            to = self._point(action.subject)
            frm = self.tabletop.things[self.pieces[laid]].at
            self.steps.append(self.tabletop.drag([self.pieces[laid]], to, (self._title(frm), action.subject)))
        else:
            type_, traits = self.makes(action.mark)
            said = f"* {traits[-1].type.text('name')} created in {action.subject}"
            self.pieces[laid], commands = self.tabletop.put(type_, traits, self._point(action.subject), None, said)
            self.steps.append(commands)


def _chits(table: Table) -> Mapping[str, Mapping[str, str]]:
    chart = table.game.chart("chits", PlainChart)
    return {} if chart is None else chart.rows
