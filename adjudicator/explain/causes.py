"""Root causes told apart from what only follows: after an illegal action play goes on, on a position that should not be.

An illegal action taints what it made: where a unit stands, how many steps it has, its markers, a combat, a chit, a phase. What is
found later only follows from it if the finding is about such a unit or combat, or if it is gone when the same action is judged
with the tainted units put back. A unit is clean again when it stands as it stood before, and when it enters play anew. Which of
many tainted units it was is not looked into: the first illegal action that still matters is named then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from adjudicator.engine.actions import (
    Activate,
    Advance,
    Attack,
    Draw,
    Fire,
    Lose,
    Mark,
    Phase,
    Place,
    Remove,
    Retreat,
    Roll,
    Supply,
)
from adjudicator.engine.kinds import acting, changed
from adjudicator.engine.state import Standing
from adjudicator.rules.combat import record
from adjudicator.rules.judge import judge
from adjudicator.rules.opinion import Ruled
from adjudicator.rules.supply.ageing import ladder_of, next_markers
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

from .board import Played
from .premature_phases import forgetful, out_of_order, overstaying

_TELLABLE = 25  # tainted units that are put back one by one, each of which takes a judgement


@dataclass(frozen=True, slots=True)
class Traced:
    """Something found wrong with an action or left open, and the step of the illegal action that it only follows from, if any."""

    index: int  # of the action among all that were played
    played: Played
    ruled: Ruled
    cause: int | None = None

    @property
    def root(self) -> bool:
        return self.cause is None


@dataclass(frozen=True, slots=True)
class _Stain:
    step: int
    clean: Standing | None  # how the unit stood before
    marks: bool = False  # only its markers are wrong, which matters for nothing but supply
    leaves: bool = False  # it had to leave the map: anywhere beside it is well


_Duty = tuple[str, tuple[str, ...]]  # a rule, under whatever names a game has it, and whose duty it is


@dataclass(slots=True)
class _Taint:
    """What illegal actions so far have made."""

    units: dict[str, _Stain] = field(default_factory=dict)
    chits: dict[str, int] = field(default_factory=dict)
    combat: int | None = None  # what was wrong with the last combat, or with what had to follow from it
    phase: tuple[int, str, str] | None = None  # the step, and phase and side before
    undone: dict[_Duty, int] = field(default_factory=dict)  # what was to be done before others went on, and told to be undone


def traced(played: Iterable[Played]) -> Iterator[Traced]:
    """Everything that was found, in the order of play, each with what it follows from."""
    taint = _Taint()
    for index, each in enumerate(played):
        _forgive(taint, each)
        if each.judged.findings:
            without = _Without(each, taint)
            for ruled in each.judged.findings:
                yield Traced(index, each, ruled, _cause(taint, each, ruled, without))
        _pass(taint, each)
        if each.judged.verdict is Verdict.ILLEGAL:
            _stain(taint, each)
        _undone(taint, each)


def put_back(table: Table, standings: Mapping[str, Standing | None]) -> Table:
    """The table with some units standing otherwise."""
    state = table.state
    for unit, standing in standings.items():
        if state.standing(unit) != standing:
            state = state.with_standing(unit, standing)
    return table if state is table.state else table.after(state)


# --- what an action taints ------------------------------------------------------------------------------------------------------


def _forgive(taint: _Taint, each: Played) -> None:
    """A unit that stands again as it stood is clean, and so is one that enters play anew."""
    for unit, stain in list(taint.units.items()):
        standing = each.before.standing(unit)
        if standing == stain.clean or (stain.leaves and standing is not None and standing.place not in each.before.grid):
            del taint.units[unit]
    if isinstance(each.action, Place):
        taint.units.pop(each.action.unit, None)


def _pass(taint: _Taint, each: Played) -> None:
    """A new combat or phase is not to blame for what was wrong with the one before it, nor a right marker for a wrong one."""
    if isinstance(each.action, Attack | Fire):
        taint.combat = None
    if isinstance(each.action, Phase) and not out_of_order(each.before, each.judged):
        taint.phase = None
    if isinstance(each.action, Supply):
        for unit in set(changed(each.action)) - _accused(each):
            if unit in taint.units and taint.units[unit].marks:
                del taint.units[unit]


def _accused(each: Played) -> set[str]:
    return {unit for ruled in _illegal(each) for unit in ruled.opinion.units}


def _illegal(each: Played) -> Iterator[Ruled]:
    return (ruled for ruled in each.judged.findings if ruled.verdict is Verdict.ILLEGAL)


def _stain(taint: _Taint, each: Played) -> None:
    action, step = each.action, each.step
    _overstayed(taint, each)
    match action:
        case Attack() | Fire():
            if _wrong_itself(each):
                taint.combat = step  # and not only because the one before it is not over
        case Supply():
            for unit in sorted(_accused(each)):
                taint.units.setdefault(unit, _Stain(step, each.before.standing(unit), marks=True))
        case Draw():
            _left_open(taint, each)
            if _wrong_itself(each):
                taint.chits[action.chit] = step
        case Activate():
            taint.chits.setdefault(action.by, step)
        case Phase():
            _left_open(taint, each)
            if out_of_order(each.before, each.judged):
                taint.phase = taint.phase or (step, each.before.state.phase, each.before.state.active)
            for unit, standing in _properly_marked(each):
                taint.units.setdefault(unit, _Stain(step, standing, marks=True))
        case _:
            _stain_units(taint, each)
            if isinstance(action, Lose | Retreat) and taint.combat is None:
                taint.combat = step


def _stain_units(taint: _Taint, each: Played) -> None:
    accused, its = _accused(each), changed(each.action)
    for unit in tuple(unit for unit in its if unit in accused) or its:
        known = taint.units.get(unit)
        if known is None or known.marks:
            taint.units[unit] = _Stain(each.step, each.before.standing(unit))


def _overstayed(taint: _Taint, each: Played) -> None:
    """Units that had to leave the map before."""
    staying = overstaying(each.before)
    for ruled in each.judged.findings:
        for unit in ruled.opinion.units if ruled.rule in staying else ():
            taint.units.setdefault(unit, _Stain(each.step, None, leaves=True))


def _wrong_itself(each: Played) -> bool:
    """Is it illegal, and not only because the last combat is not over?"""
    return any(not _of_last_combat(each, ruled) for ruled in _illegal(each))


def _left_open(taint: _Taint, each: Played) -> None:
    """A combat that is not over yet is told of once."""
    if taint.combat is None and any(_of_last_combat(each, ruled) for ruled in _illegal(each)):
        taint.combat = each.step


def _undone(taint: _Taint, each: Played) -> None:
    """What is still undone when play goes on is told of once, as long as it is found each time."""
    if not isinstance(each.action, Attack | Fire | Draw | Activate | Phase):
        return
    before = dict(taint.undone)
    found = {duty for ruled in _illegal(each) if (duty := _duty(each, ruled)) is not None}
    taint.undone = {duty: before.get(duty, each.step) for duty in found}


def _duty(each: Played, ruled: Ruled) -> _Duty | None:
    """The duty of other units than those that act now; None if it is about these."""
    units = ruled.opinion.units
    goes_on = isinstance(each.action, Attack | Fire | Draw | Activate | Phase)
    if not goes_on or not units or not set(units).isdisjoint(acting(each.action)):
        return None
    bound = next((binding for binding in each.before.rules.all if binding.id == ruled.rule), None)
    return None if bound is None else (bound.rule.name, units)


def _properly_marked(each: Played) -> Iterator[tuple[str, Standing]]:
    """Units whose markers were forgotten, each with the one that it should bear."""
    table, rules = each.before, forgetful(each.before)
    units = {unit for ruled in each.judged.findings if ruled.rule in rules for unit in ruled.opinion.units}
    for side in table.game.sides if units else ():
        rungs = frozenset(ladder_of(table, side).rungs)
        for unit, state in next_markers(table, side).items():
            standing = table.standing(unit)
            if unit in units and state is not None and standing is not None:
                yield unit, replace(standing, marks=(standing.marks - rungs) | ({state} & rungs))


# --- what follows from it -------------------------------------------------------------------------------------------------------


def _cause(taint: _Taint, each: Played, ruled: Ruled, without: _Without) -> int | None:
    action = each.action
    if isinstance(action, Activate) and action.by in taint.chits:
        return taint.chits[action.by]
    supply = isinstance(action, Supply)
    about = ruled.opinion.units if supply else (*changed(action), *ruled.opinion.units)
    stains = [taint.units[unit] for unit in about if unit in taint.units]
    steps = [stain.step for stain in stains if supply or not stain.marks]
    if steps:
        return min(steps)
    if taint.combat is not None and _of_last_combat(each, ruled):
        return taint.combat
    duty = _duty(each, ruled) if taint.undone else None
    return without.cause(ruled) if duty not in taint.undone else taint.undone[duty]


def _of_last_combat(each: Played, ruled: Ruled) -> bool:
    """Is it about what had to follow from the last combat?"""
    action, combat = each.action, record.last(each.before)
    if isinstance(action, Lose):
        return action.because != "movement"
    if isinstance(action, Retreat | Advance):
        return True
    if combat is None:
        return False
    if isinstance(action, Remove | Mark | Roll):
        unit = action.subject if isinstance(action, Mark) else action.unit
        return unit is not None and (combat.role(unit) is not None or unit in combat.companions)
    if combat.fight.target not in ruled.opinion.hexes:
        return False
    if isinstance(action, Fire) and action.target not in each.before.grid:
        return each.before.place_of(action.target) != combat.fight.target
    return not isinstance(action, Attack | Fire) or action.target != combat.fight.target


class _Without:
    """The same action judged as if there had been nothing illegal before it; only where something was."""

    def __init__(self, each: Played, taint: _Taint) -> None:
        self._each, self._taint = each, taint
        self._all: frozenset[tuple[str, frozenset[str]]] | None = None

    def cause(self, ruled: Ruled) -> int | None:
        taint = self._taint
        if not taint.units and taint.phase is None:
            return None
        if self._all is None:
            self._all = self._found(taint.units)
        if _key(ruled) in self._all:
            return None
        for unit, stain in taint.units.items() if len(taint.units) <= _TELLABLE else ():
            if _key(ruled) not in self._found({unit: stain}, phase=False):
                return stain.step
        steps = [stain.step for stain in taint.units.values()]
        return min(steps) if taint.phase is None else min((taint.phase[0], *steps))

    def _found(self, stains: Mapping[str, _Stain], *, phase: bool = True) -> frozenset[tuple[str, frozenset[str]]]:
        table = put_back(self._each.before, {unit: stain.clean for unit, stain in stains.items()})
        if phase and self._taint.phase is not None:
            _, name, active = self._taint.phase
            table = table.after(replace(table.state, phase=name, active=active))
        return frozenset(_key(each) for each in judge(table, self._each.action).findings)


def _key(ruled: Ruled) -> tuple[str, frozenset[str]]:
    return ruled.rule, frozenset(ruled.opinion.units)
