"""Fire as players announce it: who fires at whom, with which result. What it does is read as after a combat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, product

from adjudicator import factname
from adjudicator.engine.actions import Action, Fire
from adjudicator.rules.fire import affected
from adjudicator.rules.firepower import results_of
from adjudicator.rules.judge import judge
from adjudicator.rules.opinion import Judged
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

from ..evidence.names import bearers
from ..evidence.notation import FIRES, Note
from ..evidence.observations import Dice, Heard
from .board import Played
from .inference.shots import Thrown
from .inference.unannounced_fire import fire_unannounced, question
from .otherwise import ANYTHING, by_any_button
from .scene import Closing, Mechanism, ReadingScene

INDIRECT = "barrage"  # the verb, and the kind of fire, that is aimed at a hex and not at a unit
_MOST = 64  # readings of names that several units bear


def kinds_of(table: Table) -> tuple[str, ...]:
    """The kinds of fire that the game has."""
    return tuple(dict.fromkeys(kind for each in table.rules.all_of("fire.rating") if (kind := each.when.get("kind"))))


def kind_of(table: Table, verb: str) -> str:
    """The kind that a verb means: the one called so, else the first that no other verb is for."""
    kinds = kinds_of(table)
    return verb if verb in kinds else next((kind for kind in kinds if kind not in FIRES), "")


def fires_of(table: Table, note: Note, die: int) -> tuple[Fire, ...]:
    """The fire that was announced and rolled: several if its player may choose what the die counts. None: nobody can tell."""
    kind = kind_of(table, note.verb)
    readings = list(islice(_readings(table, note, kind, die), _MOST))
    if not kind or not readings:
        return ()
    best = min(readings, key=lambda fire: _faults(table, fire))
    if best.result is not None:
        return (best,)
    return tuple(replace(best, result=result) for result in results_of(table, best)) or (best,)


def _readings(table: Table, note: Note, kind: str, die: int) -> Iterator[Fire]:
    for target, side in _targets(table, note, kind):
        near = target if target in table.grid else table.place_of(target) or ""
        found = [bearers(table, name, side=side, near=near) for name in note.names]
        if found and all(found):
            for chosen in product(*found):
                if len(set(chosen)) == len(chosen):
                    yield Fire(chosen, target, kind, note.total, die, note.result)


def _targets(table: Table, note: Note, kind: str) -> Iterator[tuple[str, str]]:
    """What is fired at, with the side that fires: a hex, or a unit by its name or in the hex that was named."""
    hex = next((each for each in note.hexes if each in table.grid), "")
    if kind == INDIRECT:
        if hex:
            yield from ((hex, side) for side in _sides_against(table, hex))
        return
    units: Sequence[str] = bearers(table, note.target, near=hex)
    if not units and hex:
        there = [unit for force in table.state.forces.values() for unit in force.at(hex)]
        units = [unit for unit in there if not affected(table, unit, kind).no] or there
    for unit in units:
        yield from ((unit, side) for side in table.game.sides if side != table.unit(unit).side)


def _sides_against(table: Table, hex: str) -> tuple[str, ...]:
    """Who may fire at a hex: who does not hold it; of both the side whose phase it is."""
    holders = {side for side, force in table.state.forces.items() if force.at(hex)}
    active = table.state.active
    others = tuple(side for side in table.game.sides if side not in holders) or table.game.sides
    return (active,) if active in others else others


def _faults(table: Table, fire: Fire) -> tuple[int, int]:
    verdicts = [each.verdict for each in judge(table, fire).findings]
    return verdicts.count(Verdict.ILLEGAL), len(verdicts)


class Fires(Mechanism):
    """Somebody says who fires, and rolls. Of several fires announced at once the dice are for one after the other."""

    def __init__(self, scene: ReadingScene) -> None:
        super().__init__(scene)
        self._announced: list[Note] = []
        self._unmet = 0  # fires announced and never rolled for
        self._passed = False  # was a die thrown since by a button for anything, and taken for something else?
        self._unsaid: list[tuple[int, Fire, bool]] = []  # dice of fire of which nobody can tell; was anything said of it?

    def hears(self, heard: Heard) -> bool:
        return heard.note(*FIRES) is not None

    def told(self, heard: Heard) -> Iterator[Played]:
        for note in (note for note in heard.notes if note.verb in FIRES):
            kept = [each for each in self._announced if not note.corrects(each)]
            self._unmet += len(self._announced) - len(kept) if self._passed else 0  # once it is rolled for nothing is corrected
            self._announced, self._passed = [*kept, note], False
        self._passed |= by_any_button(self.scene.binding, heard.event)
        yield from ()

    def takes(self, purpose: str) -> bool:
        return bool(self._announced) and (self.knows(purpose) or purpose == ANYTHING)

    def knows(self, purpose: str) -> bool:
        return purpose in kinds_of(self.scene.table)

    def fights(self, purpose: str) -> bool:
        return self.knows(purpose)

    def thrown_for(self, purpose: str) -> Action | None:
        return Fire((), "", purpose) if self.knows(purpose) else None

    def rolled(self, step: int, purpose: str, dice: Dice) -> Iterator[Played]:
        segment = self.scene.segment
        announced = bool(self._announced)
        note = self._announced.pop(0) if announced else None
        self._passed = False
        fires = fires_of(self.scene.table, note, dice[0]) if note is not None else ()
        if note is not None and fires:
            yield from self.scene.begin(step, replace(fires[0], result=note.result))
            fires = fires_of(self.scene.table, note, dice[0])  # in its phase: light and results may be others there
        if not fires:
            segment.unclear = segment.changed = True
            self.scene.opening = False
            kind = purpose if self.knows(purpose) else ""
            self._unsaid.append((step, Fire((), "", kind, die=dice[0]), announced))
            return
        segment.fought = True
        if len(fires) == 1:
            yield from self.scene.act(step, fires[0])
        else:
            segment.openings, segment.opened = fires, step

    def unmet(self) -> int:
        return self._unmet

    def waiting(self) -> int:
        return len(self._announced)

    def goes_on(self, phase: str = "") -> None:
        of_now = [each for each in self._announced if self._belongs(Fire((), "", kind_of(self.scene.table, each.verb)), phase)]
        self._unmet += len(self._announced) - len(of_now)
        self._announced = of_now  # those were announced a moment before the click

    def closes(self, closing: Closing) -> Iterator[Played]:
        """Who fired at whom, if nobody said it: as somebody told since, else as what followed explains it, else a question."""
        unsaid, self._unsaid = self._unsaid, []
        for step, fire, announced in unsaid:
            told = self.scene.board.telling.at(step).get(factname.fire_in(str(step)))
            if told is not None:
                kind = fire.kind or next(iter(kinds_of(self.scene.table)))
                said = replace(fire, firers=told[0], target=told[1], kind=kind)
                results = results_of(self.scene.table, said)
                yield from self.scene.act(step, replace(said, result=results[0]) if len(results) == 1 else said)
                closing.segment.fought, closing.segment.unclear = True, False
                continue
            if fire.kind and fire.die is not None and not announced:
                thrown = Thrown(step, fire.kind, fire.die, at_hex=fire.kind == INDIRECT)
                yield from fire_unannounced(self.scene, closing, thrown, alone=len(unsaid) == 1 and not closing.segment.fought)
            if closing.segment.unclear:
                asking = question(self.scene.table, step, f"who fired at whom in step {step} is not known")
                yield Played(step, fire, self.scene.table, Judged(fire, (asking,)), asks=True)
