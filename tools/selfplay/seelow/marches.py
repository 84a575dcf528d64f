"""The movement phase: marches, units that go on after a pause, units that go together, newcomers, and those who leave."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adjudicator.engine.actions import Move, Place, Remove
from adjudicator.engine.deeds import MOVED, PLACED
from adjudicator.engine.hexes import Hex
from adjudicator.rules import stacking, zoc
from adjudicator.rules.entry import GONE
from adjudicator.rules.map_in_play import beyond, rim
from adjudicator.rules.movement.modes import allowance, modes_of
from adjudicator.rules.movement.search import Way, reachable, terms_for
from adjudicator.rules.printed import hexes_called

from ..desk import Desk
from .aftermath import SCENARIO_MAPS
from .plans import goals_of
from .reckon import is_a, light, marked

LEAVES = 0.02  # how often a unit at the edge leaves the map


def moves(desk: Desk, side: str, busy: float) -> None:
    """Newcomers come, and as many units as the player likes go somewhere."""
    newcomers(desk, side)
    if not may_move(desk, side):
        return
    gates = rim(desk.table, beyond(desk.table, SCENARIO_MAPS))
    for unit in desk.shuffled(desk.on_map(side)):
        if desk.table.state.has(MOVED, unit).yes or desk.table.state.has(PLACED, unit).yes:
            continue
        if desk.table.place_of(unit) in gates and desk.chance(LEAVES):
            desk.tries(Remove(unit, "exit"))
        elif desk.chance(0.75 * busy):
            march(desk, unit)


def may_move(desk: Desk, side: str) -> bool:
    """No German unit moves in the first turn of Seelow."""
    return not (side == "german" and desk.note("scenario") == "seelow" and desk.table.state.turn == 1)


def ways(desk: Desk, unit: str) -> Mapping[Hex, Way]:
    """Where a unit can go, and may stand."""
    table = desk.table
    counter, start = table.unit(unit), table.place_of(unit)
    dark = light(table)
    gun = is_a(table, unit, "artillery")
    if start is None or start not in table.grid or (gun and (dark != "day" or not marked(table, unit, "move mode"))):
        return {}
    found: dict[Hex, Way] = {}
    for _, _, mode in modes_of(table, counter):
        points, _ = allowance(table, counter, mode)
        if points.low > 0:
            found = reachable(terms_for(table, counter, mode).at_worst(), start, points.low)
    if table.state.has(PLACED, unit).yes and zoc.controlled(table, counter.side, start).yes:
        return {}
    kept_out = gun or dark == "night" or marked(table, unit, "disrupted")
    zone = zoc.zones(table, counter.side)[0] if kept_out else frozenset[Hex]()
    outside = beyond(table, SCENARIO_MAPS)
    return {
        hex: way
        for hex, way in found.items()
        if hex != start
        and hex not in zone
        and outside.isdisjoint(way.path)
        and stacking.fits(table, counter.side, hex, (unit,)).yes
    }


def march(desk: Desk, unit: str) -> bool:
    """One unit goes somewhere: at once, in two parts, or with another of its hex."""
    ends = ways(desk, unit)
    to = _choose(desk, unit, ends)
    if to is None:
        return False
    way = ends[to]
    stop = _stop(desk, unit, way, ends)
    if stop is not None and desk.chance(0.08):
        return desk.plays_legally(Move((unit,), stop)) and desk.plays_legally(Move((unit,), to))
    units = (unit, *_companions(desk, unit, to))
    said = desk.dice.random()
    path = way.path if said < 0.4 and len(units) == 1 else None  # another may have to go another way
    mode = "march" if 0.3 < said < 0.5 else None
    return desk.plays_legally(Move(units, to, path, mode))


def _choose(desk: Desk, unit: str, ends: Mapping[Hex, Way]) -> Hex | None:
    """Mostly nearer to something worth having, often next to an enemy, sometimes anywhere."""
    if not ends:
        return None
    grid, places = desk.table.grid, sorted(ends)
    side = desk.table.unit(unit).side
    goals = [goal for goal in goals_of(desk, side) if goal in grid]
    zone = zoc.zones(desk.table, side)[0]
    close = [hex for hex in places if hex in zone]
    if close and desk.chance(0.4):
        return desk.dice.choice(close)
    if not goals or desk.chance(0.2):
        return desk.dice.choice(places)
    return min(desk.shuffled(places), key=lambda hex: min(grid.distance(hex, goal) for goal in goals))


def _stop(desk: Desk, unit: str, way: Way, ends: Mapping[Hex, Way]) -> Hex | None:
    """A hex half way where the unit may stand for a moment."""
    zone = zoc.zones(desk.table, desk.table.unit(unit).side)[0]
    found = [hex for hex in way.path[1:-1] if hex in ends and hex not in zone]
    return desk.dice.choice(found) if found else None


def _companions(desk: Desk, unit: str, to: Hex) -> tuple[str, ...]:
    """Another unit of the same hex that can go to the same place."""
    side = desk.table.unit(unit).side
    for other in desk.table.friends_at(side, desk.table.place_of(unit) or ""):
        fresh = other != unit and not desk.table.state.has(MOVED, other).yes
        if fresh and desk.chance(0.3) and stacking.fits(desk.table, side, to, (unit, other)).yes and to in ways(desk, other):
            return (other,)
    return ()


# --- newcomers


def newcomers(desk: Desk, side: str) -> None:
    """Reinforcements that are due come in at their hexes, or wait for a better day, and may go on at once."""
    if desk.note("scenario") != "seelow":
        return
    gone = desk.table.state.listed(GONE)
    for line in desk.loaded.arrivals:
        unit = line.unit
        due = line.turn is not None and line.turn <= desk.table.state.turn
        if not due or desk.table.unit(unit).side != side or desk.table.place_of(unit) is not None or unit in gone:
            continue
        if desk.chance(0.8) and _enters(desk, unit, hexes_called(desk.table, line.entry, side) or ()) and desk.chance(0.8):
            march(desk, unit)


def _enters(desk: Desk, unit: str, hexes: Iterable[Hex]) -> bool:
    side = desk.table.unit(unit).side
    for hex in desk.shuffled(sorted(hexes)):
        free = not desk.table.enemy_units(side, hex) and stacking.fits(desk.table, side, hex, (unit,)).yes
        if free and desk.tries(Place(unit, hex)):
            return True
    return False
