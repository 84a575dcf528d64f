"""Chits drawn from a cup, and the headquarters that they or their players activate."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.actions import BY_EVENT, Action, Activate, Attack, Draw, Move
from adjudicator.engine.deeds import ACTIVE_HQ, CHIT
from adjudicator.rules.bombardments import thrown_for
from adjudicator.rules.chits import FREE_ACTIVATION, players_choose, printed
from adjudicator.rules.judge import judge
from adjudicator.rules.printed import UNSAID
from adjudicator.verdict import Verdict

from ..evidence.names import bearers
from ..evidence.notation import Note
from ..evidence.observations import Heard
from .board import Played
from .inference.leaders import forget_leaders, leader
from .scene import Mechanism, ReadingScene
from .throws import Throw, Throws


class Chits(Mechanism):
    """Chits as they come out of the cup. One that nobody may act upon is no fault until somebody does."""

    def __init__(self, scene: ReadingScene) -> None:
        super().__init__(scene)
        self._beyond: tuple[int, Activate] | None = None  # an activation that nobody may act upon

    def hears(self, heard: Heard) -> bool:
        return bool(heard.drawn) or self._named(heard) != ""

    def told(self, heard: Heard) -> Iterator[Played]:
        for chit in heard.drawn:
            yield from self._draw(heard.step, chit)
        headquarters = self._named(heard)
        if headquarters:
            yield from self.scene.act(heard.step, self._activation(headquarters))

    def shown_by(self, action: Action) -> Iterator[Played]:
        """Units move or attack under a chit that should have been put aside."""
        beyond, roster = self._beyond, self.scene.loaded.roster
        if beyond is not None and any(
            roster[unit].side == roster[beyond[1].headquarters].side for unit in self._commanded(action)
        ):
            self._beyond = None
            yield self.scene.board.act(*beyond)

    def _draw(self, step: int, chit: str) -> Iterator[Played]:
        for part in self.scene.parts:
            part.goes_on()
        yield from self.scene.act(step, Draw(chit))
        self._beyond = None
        self._wait_for(None)
        forget_leaders(self.scene.board)
        table = self.scene.table
        row = printed(table, chit) or {}
        headquarters = row.get("hq")
        if players_choose(table, row):
            headquarters = leader(self.scene, step, row.get("side", ""), row.get("front", ""), chit)
        if headquarters in self.scene.loaded.roster:
            activate = Activate(str(headquarters), by=chit)
            judged = judge(table, activate)
            if judged.verdict is Verdict.ILLEGAL:
                self._beyond = (step, activate)  # drawn, and put aside: that is no fault until somebody acts upon it
            else:
                yield from self.scene.act(step, activate, judged)
        elif players_choose(table, row) or row.get("kind", "") in (
            "",
            UNSAID,
        ):  # whom it activates nobody knows, nor perhaps what it is
            self.scene.board.table = table.after(table.state.forget(ACTIVE_HQ))
        else:
            for purpose in thrown_for(table, row):
                self._wait_for(Throw(purpose, None, step, most=1))

    def _wait_for(self, throw: Throw | None) -> None:
        throws = self.scene.part(Throws)
        if throws is not None:
            throws.throw = throw

    def _named(self, heard: Heard) -> str:
        """The headquarters that a note of the step activates, if it is clear which."""
        notes = (note for note in heard.notes if note.verb == "activate")
        return next((found for note in notes if (found := self._headquarters(note))), "")

    def _headquarters(self, note: Note) -> str:
        table = self.scene.table
        for name in note.names:
            found = [unit for unit in bearers(table, name) if table.unit(unit).leads]
            if len(found) == 1:
                return found[0]
        return ""

    def _activation(self, headquarters: str) -> Activate:
        state = self.scene.table.state
        return Activate(headquarters, by=BY_EVENT if state.sure(FREE_ACTIVATION, "") else state.sure(CHIT, ""))

    def _commanded(self, action: Action) -> tuple[str, ...]:
        if isinstance(action, Attack):
            return action.attackers
        return action.units if isinstance(action, Move) and action.to in self.scene.table.grid else ()
