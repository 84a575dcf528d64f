"""Stacks that are too large when they are attacked: units in excess do not defend, lose a step and leave."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from adjudicator import factname
from adjudicator.engine.actions import Attack, Lose, Phase, Retreat
from adjudicator.engine.deeds import RETREATED, Units
from adjudicator.engine.memory import Lifetime
from adjudicator.engine.terms import KindWord, LossWord
from adjudicator.facts import NO, YES, Unknown, between, exactly, truth, unsure
from adjudicator.finding import Row

from .combat.fight import Fight, Role
from .combat.record import Combat, last
from .combat.strength import AddedStrength, rated
from .opinion import Opinion
from .registry import SHARED
from .table import Table

EXCESS: Final = SHARED.memory(
    "in excess",
    Units,
    "the units that were too many in the hexes where they stand",
    lasts=Lifetime.PHASE,
    default=Unknown(factname.memory("in excess")),
)


def _counted(table: Table, units: tuple[str, ...], not_kinds: frozenset[str]) -> tuple[str, ...]:
    return tuple(id_ for id_ in units if table.unit(id_).kind not in not_kinds)


@SHARED.rule("combat.added")
def excess_does_not_defend(
    table: Table, fight: Fight, role: Role, *, limit: int, not_kinds: frozenset[KindWord] = frozenset()
) -> AddedStrength | None:
    """Where more units stand than may, those in excess add nothing to the defence. Which they are their owner says."""
    stack = _counted(table, fight.present, not_kinds)
    over = len(stack) - limit
    if role != "defender" or over <= 0:
        return None
    said = table.state.recall(EXCESS)
    if isinstance(said, Unknown):
        worth = sorted((rated(table, id_, "defence") for id_ in stack), key=lambda each: each.high)
        low, high = sum(each.high for each in worth[-over:]), sum(each.low for each in worth[:over])
        return AddedStrength(f"{over} units too many do not defend", between(-low, -high, said.key))
    named = [id_ for id_ in stack if id_ in said.value]
    total = exactly(0)
    for id_ in named:
        worth_of = rated(table, id_, "defence")
        total += between(-worth_of.high, -worth_of.low, *worth_of.needs)
    return AddedStrength(f"{table.names(tuple(named))} too many, not defending", total)


def excess_of(table: Table, combat: Combat, limit: int, not_kinds: frozenset[str]) -> int:
    """How many units too many stood in the hex attacked when the combat began."""
    return max(0, len(_counted(table, combat.fight.present, not_kinds)) - limit)


@SHARED.rule("check.lose")
def excess_loses_a_step(
    table: Table, lose: Lose, *, limit: int, because: LossWord, not_kinds: frozenset[KindWord] = frozenset()
) -> Iterator[Opinion]:
    """Of a stack that was too large when attacked each unit in excess loses one step, and no other for that reason."""
    if lose.because != because:
        return
    combat = last(table)
    if combat is None:
        yield Opinion(unsure(factname.last_combat()), "no combat is known at a stack that was too large", units=lose.steps)
        return
    over = excess_of(table, combat, limit, not_kinds)
    twice = any(lose.steps.count(id_) > 1 for id_ in lose.steps)
    there = all(id_ in combat.fight.present for id_ in lose.steps)
    said = truth(there and not twice and len(lose.steps) <= over)
    rows = (Row(str(over), "units too many"), Row(str(len(lose.steps)), "steps lost for it"))
    who = table.names(tuple(dict.fromkeys(lose.steps)))
    message = f"{who} lost steps at {table.at(combat.fight.target)}, where {over} were too many"
    yield Opinion(said, message, rows, units=tuple(dict.fromkeys(lose.steps)), hexes=(combat.fight.target,))


@SHARED.rule("check.retreat")
def only_excess_leaves(
    table: Table, retreat: Retreat, *, limit: int, not_kinds: frozenset[KindWord] = frozenset()
) -> Iterator[Opinion]:
    """After a combat only units in excess of a stack that was attacked leave their hex, no more than were too many."""
    combat = last(table)
    if combat is None:
        yield Opinion(unsure(factname.last_combat()), "no combat is known after which anybody retreats", units=retreat.units)
        return
    over = excess_of(table, combat, limit, not_kinds)
    before = [id_ for id_ in combat.fight.present if table.state.has(RETREATED, id_).yes]
    strange = [id_ for id_ in retreat.units if id_ not in combat.fight.present]
    said = truth(not strange and len(before) + len(retreat.units) <= over)
    message = f"{table.names(retreat.units)} left {table.at(combat.fight.target)}, where {over} units were too many"
    yield Opinion(said, message, (Row(str(over), "units too many"),), units=retreat.units, hexes=(combat.fight.target,))


@SHARED.rule(on=(Attack, Phase))
def excess_has_left(
    table: Table, action: Attack | Phase, *, limit: int, not_kinds: frozenset[KindWord] = frozenset()
) -> Iterator[Opinion]:
    """Before the next combat, and before the phase ends, no more units stand in the hex attacked than may."""
    combat = last(table)
    if combat is None or combat.phase != (table.state.turn, table.state.phase) or not excess_of(table, combat, limit, not_kinds):
        return
    here = [id_ for id_ in _counted(table, combat.fight.present, not_kinds) if table.place_of(id_) == combat.fight.target]
    said = YES if len(here) <= limit else NO
    message = f"{len(here)} units are still at {table.at(combat.fight.target)}: those too many had to leave"
    yield Opinion(said, message, units=tuple(here), hexes=(combat.fight.target,))
