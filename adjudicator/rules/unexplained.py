"""Steps and units that are gone although nothing happened that accounts for it."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator import factname
from adjudicator.engine.actions import Lose, Remove
from adjudicator.engine.deeds import ADVANCED, ATTACKED, FIRED, FIRED_AT, RETREATED, TARGETS
from adjudicator.engine.terms import ExitWord, LossWord, TraitWord
from adjudicator.facts import NO, YES, Truth, Unknown, truth, unsure

from . import fire_results
from .combat import record
from .crowding import CROWDED, PERHAPS
from .fire import SPARED
from .fuel import OWING, perhaps_without_fuel
from .morale import FAILURES
from .opinion import Opinion
from .registry import SHARED
from .table import Table


def accounted(table: Table, id_: str, *, as_lost: bool = False) -> Truth:
    """Can anything that happened in this phase have cost the unit a step? Where it is not known what happened, perhaps.

    `as_lost`: what combats and fire cost is told as lost by them, and judged so; what else takes units off is that they were hit
    again where they had retreated to.
    """
    if not table.state.phase:
        return unsure(factname.phase())
    for fact in (table.state.recall(record.COMBAT), table.state.recall(fire_results.SHOT)):
        if isinstance(fact, Unknown):
            return unsure(fact.key)
    if as_lost:
        return truth(_hit_where_it_retreated(table, id_))
    if _involved(table, id_):
        return YES
    combat, shot = record.last(table), fire_results.last(table)
    places = [table.place_of(other) or "" for other in (shot.units if shot is not None else ())]
    if combat is not None and combat.phase == (table.state.turn, table.state.phase):
        places.append(combat.fight.target)
    return YES if any(_near(table, id_, place) for place in places) else NO


def _involved(table: Table, id_: str) -> bool:
    """Has it fought, fired, been fired at, checked in vain, retreated or been where there was no room?"""
    state = table.state
    units = [state.those(deed) for deed in (ATTACKED, RETREATED, ADVANCED)]
    units += [each for family in (FIRED, FIRED_AT) for _, each in state.every(family)]
    crowds = state.those(CROWDED) | state.those(PERHAPS)
    threes = [each for family in (SPARED, FAILURES) for _, each in state.every(family)]
    return (
        any(id_ in each for each in units)
        or any(id_ in each for each in crowds)
        or any(id_ in each for every in threes for each in every)
    )


def _hit_where_it_retreated(table: Table, id_: str) -> bool:
    """Has it retreated in this phase into a hex that was attacked or fired at in it?"""
    state, place = table.state, table.place_of(id_) or ""
    aimed = (state.those(TARGETS), *(units for _, units in state.every(FIRED_AT)))
    there = {place, *(unit for force in state.forces.values() for unit in force.at(place))}
    return state.has(RETREATED, id_).yes and any(there & units for units in aimed)


def _near(table: Table, id_: str, hex: str) -> bool:
    """So near to a combat or fire that it was in it, or that others may have retreated onto it or through it."""
    place = table.place_of(id_)
    return place in table.grid and hex in table.grid and table.grid.distance(place or "", hex) <= 3


def _perhaps_for_moving(table: Table, id_: str) -> Truth:
    """May a chit that nobody saw drawn, before the file began, make the unit pay for its move?"""
    if not any(table.rules.sort("moves that cost steps")):
        return NO
    return perhaps_without_fuel(table, id_)


@SHARED.rule("check.remove")
def removed(
    table: Table,
    remove: Remove,
    *,
    why: ExitWord = "eliminated",
    without: frozenset[TraitWord] = frozenset(),
    as_lost: bool = False,
) -> Iterator[Opinion]:
    """No unit on the map is taken off for nothing. Units with certain traits go by rules of their own."""
    unit, place = table.unit(remove.unit), table.place_of(remove.unit)
    if remove.why != why or place not in table.grid or not unit.steps or any(unit.has(trait).yes for trait in without):
        return
    text = f"{unit.name} was taken off at {table.at(place or '')}, and nothing that happened accounts for it"
    said = accounted(table, unit.id, as_lost=as_lost)
    yield Opinion(said, text, units=(unit.id,), hexes=(place or "",), fix=f"put {unit.name} back to {place}")


@SHARED.rule("check.lose", sort="unexplained loss")
def lost(table: Table, lose: Lose, *, because: LossWord = "movement", as_lost: bool = False) -> Iterator[Opinion]:
    """No step is lost outside combat for nothing."""
    if lose.because != because:
        return
    owed = table.state.listed(OWING)
    for id_ in dict.fromkeys(lose.steps):
        fought = accounted(table, id_, as_lost=as_lost)
        said = YES if id_ in owed and not owed[id_].no else fought | _perhaps_for_moving(table, id_)
        name = table.unit(id_).name
        text = f"{name} lost a step, and nothing that happened accounts for it"
        yield Opinion(said, text, units=(id_,), fix=f"give {name} its step back")
