"""Turns and phases that no counter shows and nobody types: they are those in which what is done can be done.

A phase begins when something is done that is legal in it and was not before. A new turn begins when the chits go back into the
cup; in games without a cup, when something is done that only then can be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from adjudicator.engine.actions import Action, Move, Phase, Place, Remove, Replace, Roll
from adjudicator.engine.deeds import DRAWN
from adjudicator.engine.state import Standing
from adjudicator.evidence.binding import chit_of, mark_of
from adjudicator.evidence.history import Event
from adjudicator.evidence.notation import notes_in
from adjudicator.rules.apply import apply
from adjudicator.rules.judge import judge
from adjudicator.rules.table import Table

from ..board import Played, PlayedBoard, told
from ..differences import between
from ..phases import whose
from ..scene import Closing, Heard, Mechanism, ReadingScene
from .followed import Faults, faults_in

CLEAN: Faults = (0, 0)
_ENOUGH = 2  # chits of this turn that go back into the cup: one alone may only have been drawn by mistake


class Unshown(Mechanism):
    """Lets phases and turns go on as what is done demands, in logs that never say so."""

    def __init__(self, scene: ReadingScene) -> None:
        super().__init__(scene)
        said = (
            event.turn is not None or any(note.verb in ("phase", "turn") for note in notes_in(event.chat))
            for event in scene.events
        )
        self._idle = any(said) or not scene.table.state.phase
        self._cup = bool(scene.binding.chits.deck)
        self._back: set[str] = set()  # chits of this turn that went back into the cup
        self._marking = False
        self._acting = False
        self._passed: list[str] = []  # phases of this turn that were left because of what was done

    # --- where one phase may end and another begin

    def hears(self, heard: Heard) -> bool:
        if self._idle:
            return False
        first = bool(self._returned(heard)) and not self._back
        laid = self._lays(heard)
        turned = laid is not None and laid != self._marking
        if laid is not None:
            self._marking = laid
        return first or turned

    def told(self, heard: Heard) -> Iterator[Played]:
        if not self._idle:
            self._back |= self._returned(heard)
        yield from ()

    def _returned(self, heard: Heard) -> set[str]:
        """Chits drawn this turn that go back into the cup."""
        cup, drawn = self.scene.binding.chits.deck, self.scene.table.state.sure(DRAWN, ())
        found = set()
        for change in heard.event.changes:
            if cup and change.before is not None and change.after is not None and change.after.spot.deck == cup:
                chit = chit_of(self.scene.binding, change.after)
                if chit in drawn and change.before.spot.deck != cup:
                    found.add(str(chit))
        return found

    def _lays(self, heard: Heard) -> bool | None:
        """Does the step lay markers, or take one up before others are laid? None if it does nothing that tells."""
        done = self._marked(heard.event)
        if done != "taken":
            return None if not done else done == "laid"
        later = (self._marked(event) for event in self.scene.events if event.step > heard.step)
        return True if next((each for each in later if each not in ("", "taken")), "") == "laid" else None

    def _marked(self, event: Event) -> str:
        """What a step does on the table: markers are laid, or only taken up, or other pieces are changed; or nothing is."""
        changes = [change for change in event.changes if not change.counter.is_deck and told(change)]
        marks = [change for change in changes if mark_of(self.scene.binding, change.counter) is not None]
        if any(change.before is None for change in marks):
            return "laid"
        return "other" if len(marks) < len(changes) else "taken" if marks else ""

    # --- what an action shows

    def shown_by(self, action: Action) -> Iterator[Played]:
        if self._idle or self._acting or isinstance(action, Phase):
            return
        if isinstance(action, Roll) and action.purpose in self._order():
            yield from self._to([action.purpose], [])
            return
        yield from self._to(self._order(), [action])

    def moving(self, closing: Closing, unit: str, old: Standing | None, new: Standing | None) -> Iterator[Played]:
        """The phase in which a unit can have come to stand as it does."""
        if self._idle:
            return
        scene = self.scene

        def actions(table: Table) -> Sequence[Action]:
            return between(PlayedBoard(table), scene.loaded, unit, old, new, closing.segment)

        now = actions(scene.table)
        if not any(isinstance(each, Place | Replace | Move) for each in now):
            return
        least, better = self._faults(scene.table, now), None
        for phase in self._ahead(self._order()) if least != CLEAN else ():
            table = apply(scene.table, phase)
            faults = self._faults(table, actions(table))
            if faults < least:
                least, better = faults, phase
        if better is not None:
            yield from self._removed(closing, unit)
            yield from self._go(better)

    def _removed(self, closing: Closing, unit: str) -> Iterator[Played]:
        """Units taken off the map before this one was touched: in the phase that is about to end."""
        touched, scene = closing.segment.touched, self.scene
        for other in closing.changed:
            if (
                other not in closing.seen
                and touched.get(other, 0) < touched.get(unit, 0)
                and scene.table.standing(other) is not None
            ):
                yield from scene.act(touched.get(other, 0), Remove(other))
        scene.step = touched.get(unit, 0)

    def _to(self, phases: Sequence[str], actions: Sequence[Action]) -> Iterator[Played]:
        """Go on to that of these phases in which least is wrong with the actions; stay if it is no better in any."""
        table, over = self.scene.table, self._turn_is_over()
        if not over and not actions and table.state.phase in phases:
            return
        least = (99, 99) if over or not actions else self._faults(table, actions)
        if least == CLEAN:
            return
        better: Phase | None = None
        for phase in self._ahead(phases):
            faults = self._faults(apply(table, phase), actions)
            if faults < least:
                least, better = faults, phase
        for name in reversed(self._passed) if actions and not over else ():
            earlier = table.after(replace(table.state, phase=name))
            if self._faults(earlier, actions) < least:
                self.scene.board.table = earlier  # it had not been over
                return
        if better is not None:
            yield from self._go(better)

    def _turn_is_over(self) -> bool:
        drawn = len(self.scene.table.state.sure(DRAWN, ()))
        return bool(self._back) and len(self._back) >= min(_ENOUGH, drawn)

    def _ahead(self, phases: Sequence[str]) -> Iterator[Phase]:
        """The phases that may come next: of this turn, unless it is over, and of the next, unless that cannot have begun."""
        table, order = self.scene.table, self._order()
        over, turn = self._turn_is_over(), table.state.turn
        found: list[Phase] = []
        if not over:
            at = order.index(table.state.phase) if table.state.phase in order else -1
            found += [Phase(name, turn=turn) for name in order[at + 1 :] if name in phases]
        if over or not self._cup:
            found += [Phase(name, turn=turn + 1) for name in order if name in phases]
        told = [(faults_in(judge(table, phase))[0], phase) for phase in (whose(table, each) for each in found)]
        least = min((wrong for wrong, _ in told), default=0)
        yield from (phase for wrong, phase in told if wrong == least)

    def _go(self, phase: Phase) -> Iterator[Played]:
        state, step = self.scene.table.state, self.scene.step
        new_turn = phase.turn is not None and phase.turn != state.turn
        self._passed = [] if new_turn else [*self._passed, state.phase]
        if new_turn:
            self._back.clear()
        self._acting = True
        yield self.scene.board.act(step, phase)
        self._acting = False

    def _order(self) -> list[str]:
        return [phase.id for phase in self.scene.loaded.about.phases]

    def _faults(self, table: Table, actions: Sequence[Action]) -> Faults:
        """What would be wrong with the actions, one after the other, and what open."""
        wrong = unclear = 0
        for action in actions:
            more = faults_in(judge(table, action))
            wrong, unclear = wrong + more[0], unclear + more[1]
            table = apply(table, action)
        return wrong, unclear
