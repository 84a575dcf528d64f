"""Turns and phases: as the module's counter shows them, and as players type them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from adjudicator.engine.actions import Phase
from adjudicator.engine.state import State
from adjudicator.facts import Unknown
from adjudicator.games import LoadedGame
from adjudicator.rules.judge import judge
from adjudicator.rules.players import active_in
from adjudicator.rules.sequence import TURN_KNOWN
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

from ..evidence.binding import BindingEntry
from ..evidence.notation import Note
from .board import Played
from .premature_phases import released
from .scene import Heard, Mechanism, ReadingScene

_NUMBER = re.compile(r"\d+")


def shown(binding: BindingEntry, counter: str, now: str = "") -> Phase | None:
    """What the turn counter says: the longest name of a phase in it (else the phase goes on), the first number, a side."""
    said = counter.lower()
    names = sorted(binding.phases, key=len, reverse=True)
    phase = next((binding.phases[name] for name in names if name.lower() in said), None)
    number = _NUMBER.search(said)
    if phase is None and number is None:
        return None
    side = next((side for name, side in binding.sides.items() if name.lower() in said), "")
    return Phase(phase or now, side, int(number.group()) if number else None)


def typed(loaded: LoadedGame, binding: BindingEntry, note: Note, state: State) -> Phase | None:
    """`!turn 3`, `!phase supply`."""
    if note.verb == "turn":
        number = next((int(word) for word in note.text.split() if word.isdigit()), None)
        return None if number is None else Phase(state.phase, state.active, number)
    if note.verb != "phase":
        return None
    wanted = note.text.lower().strip(" .")
    if wanted in {phase.id for phase in loaded.about.phases}:
        return Phase(wanted)
    found = next((binding.phases[name] for name in binding.phases if name.lower() == wanted), None)
    return None if found is None else Phase(found)


def whose(table: Table, phase: Phase) -> Phase:
    """The phase with the side whose it is, where the game says so and nobody else did."""
    return phase if phase.active else replace(phase, active=active_in(table, phase.phase))


class Phases(Mechanism):
    """The counter goes on, or somebody types that it does. What cannot be yet is held back until something is done in it."""

    def __init__(self, scene: ReadingScene) -> None:
        super().__init__(scene)
        self._held: list[tuple[int, Phase]] = []

    def hears(self, heard: Heard) -> bool:
        return self._said(heard) is not None

    def waited(self, heard: Heard | None) -> Iterator[Played]:
        if heard is not None and not self._busy(heard):
            return
        held, self._held = self._held, []
        yield from released(self.scene.board, held, over=heard is None)

    def told(self, heard: Heard) -> Iterator[Played]:
        phase = self._said(heard)
        if phase is None:
            return
        for part in self.scene.parts:
            part.goes_on()
        judged = judge(self.scene.table, phase)
        if judged.verdict is Verdict.ILLEGAL:
            self._held.append((heard.step, phase))
        else:
            self._held = []
            yield from self.scene.act(heard.step, phase, judged)
            self._turn_is_known(phase)

    def _turn_is_known(self, phase: Phase) -> None:
        table = self.scene.table
        if phase.turn is not None and isinstance(table.state.recall(TURN_KNOWN), Unknown):
            self.scene.board.table = table.after(table.state.remember(TURN_KNOWN, True))

    def _busy(self, heard: Heard) -> bool:
        """Is anything done in the phase?"""
        done = heard.touched(self.scene.binding) or heard.drawn or heard.notes or heard.die is not None
        return bool(done) and not self.hears(heard)

    def _said(self, heard: Heard) -> Phase | None:
        scene, state = self.scene, self.scene.table.state
        if self._held:  # the counter stands there, whatever has come of it
            state = replace(state, phase=self._held[-1][1].phase)
        turn = heard.event.turn
        counted = None if turn is None else shown(scene.binding, turn, state.phase)
        notes = (typed(scene.loaded, scene.binding, note, state) for note in heard.notes)
        found = counted or next((each for each in notes if each is not None), None)
        return None if found is None else whose(scene.table, found)
