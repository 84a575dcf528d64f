"""Stacks that are too large when they are attacked: units in excess do not defend, lose a step and leave."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from adjudicator import factname
from adjudicator.engine.actions import Attack, Lose, Phase, Retreat
from adjudicator.engine.deeds import NOBODY, RETREATED, Units
from adjudicator.engine.memory import Lifetime
from adjudicator.engine.state import Standing
from adjudicator.engine.terms import KindWord, LossWord
from adjudicator.engine.units import Unit
from adjudicator.factname import FactName
from adjudicator.facts import NO, YES, Unknown, between, truth, unsure
from adjudicator.finding import Row

from .combat.fight import Fight, Role
from .combat.record import Combat, last
from .combat.strength import AddedStrength, Scale
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


def _over(table: Table, fight: Fight, limit: int, not_kinds: frozenset[str]) -> tuple[tuple[str, ...], int]:
    """The units in the hex attacked that count in its stack, and how many of them are too many."""
    stack = _counted(table, fight.present, not_kinds)
    return stack, max(0, len(stack) - limit)


@SHARED.rule("combat.scale")
def excess_counts_nothing(
    table: Table,
    fight: Fight,
    unit: Unit,
    standing: Standing,
    role: Role,
    *,
    limit: int,
    not_kinds: frozenset[KindWord] = frozenset(),
) -> Scale | None:
    """Where more units stand than may, those that their owner named as too many do not defend."""
    stack, over = _over(table, fight, limit, not_kinds)
    named = table.state.sure(EXCESS, NOBODY)
    if role != "defender" or not over or unit.id not in named or unit.id not in stack:
        return None
    return Scale("one unit too many, not defending", 0, 0)


@SHARED.rule("combat.added")
def excess_does_not_defend(
    table: Table, fight: Fight, role: Role, *, limit: int, not_kinds: frozenset[KindWord] = frozenset()
) -> AddedStrength | None:
    """Where more units stand than may, and nobody said which are too many, as many as that add nothing to the defence.

    Each would have added what it defends with: half of it, if it is out of supply.
    """
    stack, over = _over(table, fight, limit, not_kinds)
    said = table.state.recall(EXCESS)
    if role != "defender" or not over or not isinstance(said, Unknown):
        return None
    strength = table.rules.one("combat.strength", side=fight.enemy)
    alone = [replace(fight, defenders=(id_,), present=(id_,), support=(), defence=()) for id_ in stack if id_ in fight.defenders]
    worth = [strength(table, each, role).strength for each in alone]
    least = -sum(sorted((each.low for each in worth), reverse=True)[:over])
    most = -sum(sorted(each.high for each in worth)[:over])
    if least > most:  # some may be worth anything: the stack is worth nothing at the least
        least = max(most, -sum(each.low for each in worth))
        most = max(most, least)
    needs = frozenset[FactName]().union(*(each.needs for each in worth))
    return AddedStrength(f"{over} units too many do not defend", between(least, most, said.key, *needs))


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
