"""The edge of the map: what it costs to come in across it, and who may leave by it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace

from adjudicator import factname
from adjudicator.engine import actions as act
from adjudicator.engine.deeds import MOVED, PLACED
from adjudicator.engine.hexes import Hex
from adjudicator.engine.terms import AreaWord, EntryWord, ExitWord, LightWord, ScenarioWord, SideWord, TraitWord
from adjudicator.engine.units import Unit
from adjudicator.factname import FactName
from adjudicator.facts import NO, YES, Interval, Truth, any_of, between, unsure
from adjudicator.finding import Row

from . import zoc
from .entry import ENTRANTS
from .map_in_play import NOWHERE, beyond, rim
from .movement.checks import kept_out
from .movement.deciding_facts import touched
from .movement.ground import Ground, StepPrice, edge
from .movement.modes import MOST_POINTS, Mode, ModeChange, allowance, modes_of
from .movement.one_by_one import as_it_began, began
from .movement.search import Terms, Way, reachable, terms_for
from .opinion import Opinion
from .printed import hexes_called
from .registry import SHARED
from .table import Table


def entry_cost(table: Table, unit: Unit, mode: Mode, hex: Hex, outside: frozenset[Hex] = NOWHERE) -> Interval:
    """What it costs to cross the map edge here: as from a neighbour off the map (or not in play) to the hex."""
    ground: Ground = replace(table.rules.one("movement.terrain", side=unit.side)(table, unit), climb=None)
    low = high = None
    needs: frozenset[FactName] = frozenset()
    for off in (*table.grid.beyond(hex), *(near for near in table.grid.neighbours(hex) if near in outside)):
        found = edge(table.board, ground, mode, off, hex)
        needs |= found.needs
        low, high = _least(low, found.low), _least(high, found.high)
    kinds = frozenset(row.feature for row in ground.chart.of("route")) if ground.chart is not None else frozenset[str]()
    road = table.board.on_route(hex, kinds)
    on = road & table.asks(factname.road_off_map(hex))
    if not on.no:
        low, needs, high = 0.0, needs | on.needs, 0.0 if on.yes else high
    dear = high if high is not None else math.inf
    cheap = dear if low is None else min(low, dear)
    return between(cheap, dear, *needs)


def _least(before: float | None, found: StepPrice | None) -> float | None:
    return before if found is None else found.cost if before is None else min(before, found.cost)


@SHARED.rule("check.place")
def pays_to_enter(table: Table, place: act.Place, *, why: frozenset[EntryWord] = ENTRANTS) -> Iterator[Opinion]:
    """A reinforcement stands beside the map and pays for the hex it enters out of its movement allowance."""
    if place.why not in why or place.at not in table.grid:
        return
    unit = table.unit(place.unit)
    tries: list[tuple[Truth, tuple[Row, ...]]] = []
    for _, _, mode in modes_of(table, unit):
        points, why_points = allowance(table, unit, mode)
        cost = entry_cost(table, unit, mode, place.at)
        tries.append((mode.may & cost.at_most(points), (*why_points, Row(str(cost), f"to enter {table.at(place.at)}"))))
    said = any_of(each for each, _ in tries)
    rows = next((rows for each, rows in tries if each.answer == said.answer), ())
    yield Opinion(
        said, f"{unit.name} has not the points to enter {table.at(place.at)}", rows, units=(unit.id,), hexes=(place.at,)
    )


@SHARED.rule("check.place")
def enters_out_of_zones(
    table: Table,
    place: act.Place,
    *,
    traits: frozenset[TraitWord] = frozenset(),
    lights: frozenset[LightWord] = frozenset(),
    why: frozenset[EntryWord] = ENTRANTS,
) -> Iterator[Opinion]:
    """Units with some traits, or all in some light, do not enter the map in an enemy zone of control."""
    if place.why in why and place.at in table.grid:
        yield kept_out(table, place.unit, place.at, traits, frozenset(), lights)


def _just_entered(table: Table, unit: str) -> bool:
    return table.state.has(PLACED, unit).yes and not table.state.has(MOVED, unit).yes


@SHARED.rule("movement.allowance")
def spent_on_entry(table: Table, unit: Unit, mode: Mode) -> ModeChange | None:
    """What a unit paid to enter the map this turn it has no more for its move."""
    at = table.place_of(unit.id)
    if not _just_entered(table, unit.id) or at not in table.grid:
        return None
    cost = entry_cost(table, unit, mode, at or "")
    high = min(cost.high, MOST_POINTS)
    return ModeChange("spent to enter the map", plus=-high, holds=YES if cost.exact else unsure(*sorted(cost.needs)))


@SHARED.rule("check.move")
def stops_on_entry(table: Table, move: act.Move) -> Iterator[Opinion]:
    """A unit that entered the map in an enemy zone of control goes no further in that turn."""
    for id_ in move.units:
        at = table.place_of(id_)
        if _just_entered(table, id_) and at in table.grid:
            caught = zoc.controlled(table, table.unit(id_).side, at or "")
            yield Opinion(
                ~caught,
                f"{table.unit(id_).name} entered an enemy zone of control at {table.at(at or '')} and stops",
                units=(id_,),
            )


@SHARED.rule("check.remove")
def leaves_by_the_edge(
    table: Table,
    remove: act.Remove,
    *,
    why: frozenset[ExitWord] = frozenset({"exit"}),
    edges: Mapping[SideWord, AreaWord] | None = None,
    maps: Mapping[ScenarioWord, AreaWord] | None = None,
) -> Iterator[Opinion]:
    """A unit may leave the map from an edge hex it can reach, for the price of one more hex such as that.

    `edges` names, by side, the hexes where it may do so, if not everywhere along the edge; `maps` names, by scenario,
    the area that is its map.
    """
    if remove.why not in why:
        return
    unit, start = table.unit(remove.unit), table.place_of(remove.unit)
    if start is None or start not in table.grid:
        yield Opinion(NO, f"{unit.name} is not on the map and cannot leave it", units=(unit.id,))
        return
    words, outside = (edges or {}).get(unit.side, ""), beyond(table, maps or {})
    gates = hexes_called(table, words, unit.side) if words else rim(table, outside)
    if gates is None:
        yield Opinion(
            unsure(factname.hexes(words.replace("{side}", unit.side))),
            f"where {unit.name} may leave the map is not known",
            units=(unit.id,),
        )
        return
    moved, last = table.state.has(MOVED, unit.id).yes, began(table)
    if moved and last and unit.id not in last:
        return  # its move was over: that is for another rule to say
    first = last.get(unit.id, "")
    if first in table.grid:  # it goes on with the move that it began there, and leaves from where it has come to
        there, gates = as_it_began(table, unit.id, first), gates & {start}
        said = any_of(_leaving(there, unit, mode, first, gates, outside) for _, _, mode in modes_of(there, unit))
    else:
        said = any_of(_leaving(table, unit, mode, start, gates, outside) for _, _, mode in modes_of(table, unit))
    doubt = "it is not known that" if said.open else "it has not the points, or no way, so that"
    yield Opinion(
        said,
        f"{unit.name} left the map, but {doubt} it can from {table.at(start)}{' after its move' if moved else ''}",
        units=(unit.id,),
        hexes=(start,),
        fix=f"put {unit.name} back at {start}" if said.no else None,
    )


def _leaving(table: Table, unit: Unit, mode: Mode, start: Hex, gates: frozenset[Hex], outside: frozenset[Hex]) -> Truth:
    """Can it get out by this way of travelling?"""
    points, _ = allowance(table, unit, mode)
    terms = terms_for(table, unit, mode)
    if table.state.has(MOVED, unit.id).yes:  # how many points that left it nobody noted
        here = {start: Way((start,), 0)} if start in gates else {}
        left = table.asks_number(factname.points_left(unit.id), 0, points.high)
        if not _out(terms, start, here, left.high, outside, worst=False):
            return NO
        if left.exact and _out(terms.at_worst(), start, here, left.low, outside, worst=True):
            return mode.may
        needs = left.needs or entry_cost(table, unit, mode, start, outside).needs | zoc.controlled(table, unit.side, start).needs
        return mode.may & unsure(*needs)
    if mode.may.no or not _out(terms, start, _gates(terms, start, points.high, gates), points.high, outside, worst=False):
        return NO
    worst = terms.at_worst()
    if mode.may.yes and _out(worst, start, _gates(worst, start, points.low, gates), points.low, outside, worst=True):
        return YES
    needs = points.needs | mode.may.needs | touched(terms, start, points.high)
    for hex in _gates(terms, start, points.high, gates):
        needs |= entry_cost(table, unit, mode, hex, outside).needs | zoc.controlled(table, unit.side, hex).needs
    return unsure(*sorted(needs)) if needs else NO


def _gates(terms: Terms, start: Hex, points: float, gates: frozenset[Hex]) -> dict[Hex, Way]:
    return {hex: way for hex, way in reachable(terms, start, points).items() if hex in gates}


def _out(terms: Terms, start: Hex, ways: Mapping[Hex, Way], points: float, outside: frozenset[Hex], *, worst: bool) -> bool:
    """Is one of these ways to the edge cheap enough, and not ended by a zone of control there?"""
    for hex, way in ways.items():
        cost = entry_cost(terms.table, terms.unit, terms.mode, hex, outside)
        there = zoc.controlled(terms.table, terms.unit.side, hex)
        held = there.yes or (worst and there.open)
        if held and terms.effect.stop and hex != start:
            continue
        leave = terms.effect.leave if held else 0
        if way.cost + leave + (cost.high if worst else cost.low) <= points:
            return True
    return False
