"""Militia: who is put on the map afresh each turn and taken off again at its end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from adjudicator import factname
from adjudicator.engine import actions as act
from adjudicator.engine.hexes import Hex
from adjudicator.engine.memory import Lifetime
from adjudicator.engine.terms import AreaWord, EntryWord, PhaseWord, SideWord, TerrainWord, Text, TraitWord
from adjudicator.facts import NO, YES, Truth, Unknown, any_of, between, exactly, number, truth, unsure
from adjudicator.finding import Row

from .opinion import Opinion
from .registry import SHARED
from .table import Table


def _on_map(table: Table, trait: str) -> tuple[str, ...]:
    return tuple(unit.id for unit, standing in table.state.units if trait in unit.traits and standing.place in table.grid)


@SHARED.rule("check.place", sort="muster")
def where_it_musters(
    table: Table,
    place: act.Place,
    *,
    trait: TraitWord,
    why: EntryWord = "militia",
    terrain: frozenset[TerrainWord],
    apart: int = 1,
    never_in: frozenset[AreaWord] = frozenset(),
    taken_for_granted: Mapping[SideWord, SideWord] | None = None,
) -> Iterator[Opinion]:
    """Militia is put into settlements under control, so far from any enemy unit, and not stacked with other militia.

    `taken_for_granted` says, by side, which side controls a hex of which nothing is stated; `never_in` names areas to leave out.
    """
    if place.why != why or place.at not in table.grid:
        return
    unit = table.unit(place.unit)
    said = unit.has(trait)
    yield Opinion(said, f"{unit.name} is no {trait}", units=(unit.id,))
    settled = table.board.is_terrain(place.at, terrain)
    kinds = " or ".join(sorted(terrain))
    yield Opinion(settled, f"{table.at(place.at)} is no {kinds} for {unit.name}", units=(unit.id,), hexes=(place.at,))
    yield from _far_enough(table, place, apart)
    others = tuple(other for other in table.friends_at(unit.side, place.at) if trait in table.unit(other).traits)
    others = tuple(other for other in others if other != unit.id)
    stacked = f"{unit.name} is stacked with {table.names(others)} at {table.at(place.at)}"
    yield Opinion(truth(not others), stacked, units=(unit.id, *others), hexes=(place.at,))
    control = _controlled(table, unit.side, place.at, never_in, (taken_for_granted or {}).get(unit.side, ""))
    side = table.game.side_name(unit.side)
    doubt = "is not known to be" if control.open else "is not"
    yield Opinion(
        control, f"{table.at(place.at)} {doubt} under {side} control, for {unit.name}", units=(unit.id,), hexes=(place.at,)
    )


def _far_enough(table: Table, place: act.Place, apart: int) -> Iterator[Opinion]:
    side = table.unit(place.unit).side
    near = [
        (table.grid.distance(place.at, standing.place), id_)
        for force in table.enemies(side)
        for id_, standing in force.standings.items()
        if standing.place in table.grid
    ]
    close = sorted(each for each in near if each[0] < apart)
    name = table.unit(place.unit).name
    rows = tuple(Row(str(far), f"hexes from {table.unit(id_).name}") for far, id_ in close)
    who = table.names(tuple(id_ for _, id_ in close[:3]))
    message = f"{name} at {table.at(place.at)} is less than {apart} hexes from {who}"
    yield Opinion(truth(not close), message, rows, units=(place.unit, *(id_ for _, id_ in close)), hexes=(place.at,))


def _controlled(table: Table, side: str, hex: Hex, never_in: frozenset[str], granted: str) -> Truth:
    apart = any_of(table.board.in_area(hex, area) for area in sorted(never_in))
    if table.enemy_units(side, hex) or apart.yes:
        return NO
    stated = table.state.control.get(hex, granted) or table.told.get(factname.control(hex))
    there = truth(stated == side) if stated else YES if table.friends_at(side, hex) else unsure(factname.control(hex))
    return there & ~apart


POOL: Final = SHARED.memory(
    "militia pool", int, "how many militia units there are", lasts=Lifetime.GAME, default=Unknown(factname.memory("militia pool"))
)


@SHARED.rule("check.place", sort="muster")
def from_the_pool(
    table: Table,
    place: act.Place,
    *,
    trait: TraitWord,
    why: EntryWord = "militia",
    start: int,
    most: int,
) -> Iterator[Opinion]:
    """Only so many militia units are available; events may add to them. One that is on the map is not put down again."""
    if place.why != why:
        return
    unit = table.unit(place.unit)
    if table.place_of(unit.id) in table.grid:
        at = table.at(table.place_of(unit.id) or "")
        yield Opinion(NO, f"{unit.name} is on the map already, at {at}", units=(unit.id,))
        return
    out = tuple(other for other in _on_map(table, trait) if table.unit(other).side == unit.side)
    stated = table.state.recall(POOL)
    pool = between(start, most, stated.key) if isinstance(stated, Unknown) else number(stated)
    rows = (Row(str(len(out) + 1), f"{trait} units on the map with {unit.name}"), Row(str(pool), "available"))
    yield Opinion(
        exactly(len(out) + 1).at_most(pool), f"{unit.name} is not available: the pool holds {pool}", rows, units=(unit.id, *out)
    )


@SHARED.rule("check.phase", sort="leaving in time")
def back_in_its_box(
    table: Table, change: act.Phase, *, trait: TraitWord, leaving: frozenset[PhaseWord] = frozenset(), box: Text = "its box"
) -> Iterator[Opinion]:
    """Militia goes back to its box at the end of the turn; none stays on the map."""
    over = change.turn is not None and change.turn != table.state.turn
    if not over and (table.state.phase not in leaving or change.phase == table.state.phase):
        return
    left = _on_map(table, trait)
    verb = "stays" if len(left) == 1 else "stay"
    hexes = tuple(place for unit in left if (place := table.place_of(unit)) is not None)
    yield Opinion(
        truth(not left),
        f"{table.names(left)} {verb} on the map at the end of turn {table.state.turn}",
        units=left,
        hexes=hexes,
        fix=f"put {table.names(left)} into {box}",
    )
