"""Dice of which nobody said what, or for whom, they were: a second die for an event, a die for the unit that then moved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.engine.actions import BY_EVENT, Activate, Move, Roll
from adjudicator.engine.deeds import ROLLS
from adjudicator.rules.apply import apply
from adjudicator.rules.chits import EVENT, FREE_ACTIVATION
from adjudicator.rules.judge import judge
from adjudicator.rules.sequence import phases_for
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

from ...evidence.observations import Dice
from ..board import Played
from ..clock import Clock
from ..otherwise import ANYTHING, purposes
from ..scene import Closing, Mechanism, ReadingScene
from .followed import faults_in
from .leaders import leader

_OF_NO_UNIT = frozenset(("combat", "bombardment", ANYTHING))


class Guesses(Mechanism):
    """Takes the dice that nobody announced, where what happens tells what they are for."""

    def __init__(self, scene: ReadingScene) -> None:
        super().__init__(scene)
        self._second: object = None  # the event roll that has had its second die
        self._for_somebody: tuple[int, str, Dice] | None = None
        self._unmet = 0  # events for which the game went on without their second die

    def unmet(self) -> int:
        return self._unmet

    def goes_on(self, phase: str = "") -> None:
        awaited, state = self._awaited(), self.scene.table.state
        if awaited is not None:
            self._unmet += state.stated(ROLLS[awaited[1]]) is None  # it may have been announced, and thrown elsewhere than here
            self._second = state.stated(ROLLS[awaited[0]])

    def knows(self, purpose: str) -> bool:
        if purpose == ANYTHING:
            return self._awaited() is not None
        return purpose not in _OF_NO_UNIT

    def rolled(self, step: int, purpose: str, dice: Dice) -> Iterator[Played]:
        second = self._awaited() if purpose == ANYTHING else None
        if second is not None:
            self._second = self.scene.table.state.stated(ROLLS[second[0]])
            yield from self.scene.act(step, Roll(second[1], dice))
            return
        if purpose in _events(self.scene.table):
            yield from self._event(step, purpose, dice)
            return
        self._for_somebody = (step, purpose, dice)
        self.scene.segment.changed = True

    def closes(self, closing: Closing) -> Iterator[Played]:
        if self._for_somebody is None:
            return
        (step, purpose, dice), self._for_somebody = self._for_somebody, None
        self.scene.step = step
        for part in self.scene.parts:
            yield from part.shown_by(Roll(purpose, dice))
        yield from self.scene.act(step, Roll(purpose, dice, unit=self._whose(closing, purpose, dice)))

    def _event(self, step: int, purpose: str, dice: Dice) -> Iterator[Played]:
        """An event; and if it activates a headquarters that nobody names, the one under which they then act."""
        yield from self.scene.act(step, Roll(purpose, dice))
        side = self.scene.table.state.sure(FREE_ACTIVATION, "")
        headquarters = leader(self.scene, step, side) if side else None
        if headquarters is not None:
            yield from self.scene.act(step, Activate(headquarters, by=BY_EVENT))

    def _awaited(self) -> tuple[str, str] | None:
        """The event that waits for a second die, and what that is called."""
        state = self.scene.table.state
        for event, (second, asking) in _events(self.scene.table).items():
            rolled = state.stated(ROLLS[event])
            if rolled is not None and rolled is not self._second and state.sure(EVENT, "") in asking:
                return event, second
        return None

    def _whose(self, closing: Closing, purpose: str, dice: Dice) -> str | None:
        """The unit whose move the die makes legal."""
        table = self.scene.table
        for unit in closing.changed:
            old, new = closing.before.get(unit), closing.seen.get(unit)
            if old is None or new is None or old.place == new.place or new.place in table.grid:
                continue
            move = Move((unit,), new.place)
            thrown = apply(table, Roll(purpose, dice, unit=unit))
            if faults_in(judge(thrown, move)) < faults_in(judge(table, move)):
                return unit
        return None


def by_their_number(table: Table, purpose: str, dice: Dice) -> str:
    """What several dice at once are for, where a button is for anything and the game throws so many for one thing only now."""
    if purpose != ANYTHING or len(dice) < 2:
        return purpose
    known = {str(each.values["purpose"]) for each in table.rules.all_of("check.roll") if each.values.get("dice") == len(dice)}
    fitting = [each for each in sorted(known) if judge(table, Roll(each, dice)).verdict is Verdict.LEGAL]
    return fitting[0] if len(fitting) == 1 else purpose


def by_their_phase(scene: ReadingScene, purpose: str) -> str:
    """What a die by a button for anything is for, where only one thing is rolled for in the phase that the counter shows."""
    clock = scene.part(Clock)
    if purpose != ANYTHING or clock is None or any(part.knows(purpose) for part in scene.parts):
        return purpose
    table = clock.as_shown()
    fitting = [each for each in purposes(scene) if table.state.phase in _phases_of_dice(scene, table, each)]
    return fitting[0] if len(fitting) == 1 else purpose


def _phases_of_dice(scene: ReadingScene, table: Table, purpose: str) -> frozenset[str]:
    """The phases in which such dice are thrown, as far as that is known."""
    action = next((each for part in scene.parts if (each := part.thrown_for(purpose)) is not None), None)
    phases = {purpose} if action is None else phases_for(table, action) or ()
    return frozenset((*phases, *_phases_of_rolls(table, purpose)))


def _phases_of_rolls(table: Table, purpose: str) -> Iterator[str]:
    """The phases in which such dice are thrown, as far as a rule about them says so."""
    for each in table.rules.all_of("check.roll"):
        if each.values.get("purpose") == purpose:
            yield from each.values.get("phases", ())
            yield from filter(None, (each.values.get("phase"),))


def _events(table: Table) -> Mapping[str, tuple[str, frozenset[str]]]:
    """What event dice are called, each with the name of the second die and the events that ask for one."""
    found: dict[str, tuple[str, frozenset[str]]] = {}
    for binding in table.rules.sort("events"):
        effects: Mapping[str, Sequence[Mapping[str, object]]] = binding.given.get("effects", {})
        asking = frozenset(event for event, every in effects.items() if any(each.get("dice") for each in every))
        found[str(binding.given.get("purpose", "event"))] = str(binding.given.get("second", "event die")), asking
    return found
