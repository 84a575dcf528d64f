"""Movement: marches by every way of travelling, German attacks on the move, and the Kriegsmarine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adjudicator.engine.actions import Attack, Lose, Move, Place, Roll
from adjudicator.engine.deeds import MOVED
from adjudicator.engine.hexes import Hex
from adjudicator.rules import stacking
from adjudicator.rules.combat.aftermath import steps_left
from adjudicator.rules.combat.record import last
from adjudicator.rules.movement.modes import MOST_POINTS, allowance, modes_of
from adjudicator.rules.movement.search import Way, reachable, terms_for

from ..desk import Desk
from . import fights

GOALS = {"allied": ("1529", "0210", "0415", "2318", "2709", "1519"), "german": ()}
MANY, INTERDICTION = 4, {1: 0, 2: 0, 3: 0, 4: 0, 5: 1, 6: 2}  # of one marker, by its die (12.4)
REAR = ("hq", "artillery", "column")


def moves(desk: Desk, side: str, busy: float) -> None:
    """Everybody who wants to goes somewhere."""
    done: set[str] = set()  # who attacked on the way goes no further, but for what he does at once
    if side == "german":
        _kriegsmarine(desk)
        done = _mobile_attacks(desk, busy)
    if side == "allied" and "interdiction" in desk.table.game.options and desk.chance(0.6):
        _interdiction(desk)
    for unit in desk.shuffled(sorted(desk.on_map(side))):
        gone = unit not in desk.table.force(side).standings
        if not gone and unit not in desk.table.state.those(MOVED) | done and desk.chance(0.6 * busy):
            march(desk, unit)


def ways(desk: Desk, unit: str, mode: str) -> Mapping[Hex, Way]:
    """Where a unit can go by one way of travelling, and could stand."""
    table, start = desk.table, desk.table.place_of(unit)
    if start is None or start not in table.grid:
        return {}
    counter = table.unit(unit)
    for _, _, each in modes_of(table, counter):
        if each.name == mode and each.may.yes:
            points, _ = allowance(table, counter, each)
            if 0 < points.low <= MOST_POINTS:
                found = reachable(terms_for(table, counter, each).at_worst(), start, points.low)
                return {hex: way for hex, way in found.items() if hex != start and _fits(desk, unit, hex)}
    return {}


def _fits(desk: Desk, unit: str, hex: Hex) -> bool:
    side = desk.table.unit(unit).side
    closed = side == "allied" and desk.table.state.control.get(hex) == "western allies"
    return not closed and stacking.fits(desk.table, side, hex, (unit,)).yes


def march(desk: Desk, unit: str) -> bool:
    """One unit goes somewhere: towards what is worth having, or towards the enemy, or anywhere."""
    side = desk.table.unit(unit).side
    mode = desk.dice.choice(("march", "march", "strategic")) if side == "allied" and not desk.is_hq(unit) else "march"
    ends = ways(desk, unit, mode)
    if side == "allied":  # nobody leads through a city of the Western Allies
        west = {hex for hex, holder in desk.table.state.control.items() if holder == "western allies"}
        ends = {hex: way for hex, way in ends.items() if west.isdisjoint(way.path)}
    if desk.table.unit(unit).kind in REAR:  # guns and columns keep off the enemy, headquarters too
        near = {hex for hex in ends if any(desk.table.enemy_units(side, each) for each in desk.table.grid.neighbours(hex))}
        ends = {hex: way for hex, way in ends.items() if hex not in near}
    to = choose(desk, side, ends, _guns(desk, side) if desk.table.unit(unit).kind == "column" else ())
    if to is None:
        return False
    path = ends[to].path if mode == "strategic" or desk.chance(0.4) else None
    return desk.plays_legally(Move((unit,), to, path, mode if desk.chance(0.5) else None))


def _guns(desk: Desk, side: str) -> tuple[Hex, ...]:
    """Where columns are wanted: with the artillery."""
    force = desk.table.force(side)
    places = (each.place for unit, each in sorted(force.standings.items()) if force.units[unit].kind == "artillery")
    return tuple(place for place in places if place in desk.table.grid)


def choose(desk: Desk, side: str, ends: Iterable[Hex], wanted: tuple[Hex, ...] = ()) -> Hex | None:
    places = sorted(ends)
    if not places:
        return None
    if desk.chance(0.2):
        return desk.dice.choice(places)
    goals: tuple[Hex, ...] = wanted or GOALS[side]
    if not goals or (not wanted and desk.chance(0.85)):
        enemies = [standing.place for force in desk.table.enemies(side) for standing in force.standings.values()]
        goals = tuple(desk.dice.sample([hex for hex in enemies if hex in desk.table.grid] or ["1529"], 1))
    grid = desk.table.grid
    return min(desk.shuffled(places), key=lambda hex: min(grid.distance(hex, goal) for goal in goals))


# --- mobile attacks (7.3)


def _mobile_attacks(desk: Desk, busy: float) -> set[str]:
    """Who made one."""
    force = desk.table.force("german")
    stacks: dict[Hex, list[str]] = {}
    for unit, standing in sorted(force.standings.items()):
        fast = force.units[unit].has("mobile").yes and "out of supply" not in standing.marks
        if fast and standing.place in desk.table.grid:
            stacks.setdefault(standing.place, []).append(unit)
    done: set[str] = set()
    for hex, units in desk.shuffled(sorted(stacks.items())):
        if desk.chance(0.5 * busy):
            _mobile_attack(desk, hex, tuple(units))
            done.update(units)
    return done


def _mobile_attack(desk: Desk, start: Hex, units: tuple[str, ...]) -> None:
    """A stack goes next to an enemy and attacks him with two points; if he is gone it may go on."""
    slowest = min(units, key=lambda unit: allowance(desk.table, desk.table.unit(unit), _march(desk, unit))[0].low)
    ends = {start: 0.0, **{hex: way.cost for hex, way in ways(desk, slowest, "march").items()}}
    points = allowance(desk.table, desk.table.unit(slowest), _march(desk, slowest))[0].low
    near = [
        (hex, target)
        for hex, cost in sorted(ends.items())
        if cost + 2 <= points
        for target in desk.table.grid.neighbours(hex)
        if fights.defended(desk, "german", target)
    ]
    if not near:
        return
    hex, target = desk.dice.choice(near)
    if hex != start and not desk.tries(Move(units, hex)):  # another of the stack may be slower by the way it goes
        return
    bare = Attack(units, target, kind="mobile attack")
    if not desk.would(bare):
        return  # the way to the hex may have cost more than it seemed
    helpers = [(unit,) for unit in fights.aircraft(desk, "german")]
    fights.resolve(desk, bare, helpers)
    combat = last(desk.table)
    alive = [unit for unit in units if desk.table.place_of(unit) in desk.table.grid]
    if combat is not None and not desk.table.enemy_units("german", target):
        for unit in alive:
            if desk.chance(0.5):
                march(desk, unit)


def _march(desk: Desk, unit: str):  # type: ignore[no-untyped-def]  # a way of travelling
    return next(mode for _, _, mode in modes_of(desk.table, desk.table.unit(unit)) if mode.name == "march")


# --- interdiction (12.4)


def _interdiction(desk: Desk) -> None:
    """One marker flies against a stack, and what the table says is lost at once."""
    unit = desk.dice.choice([unit for unit in sorted(desk.on_map("allied")) if steps_left(desk.table, unit)])
    stack = desk.table.friends_at("allied", desk.table.place_of(unit) or "")
    die = desk.die()
    plus = (sum(desk.table.unit(each).kind != "column" for each in stack) >= MANY) + (desk.note("weather") == "thaw")
    lost = INTERDICTION[min(6, die + plus)]
    desk.plays_legally(Roll("interdiction by one", (die,), str(lost) if lost else "none", unit))
    able = [each for each in stack if not desk.is_hq(each) and desk.table.unit(each).kind != "column"]
    steps = [each for each in able for _ in range(steps_left(desk.table, each))][:lost]
    if steps:
        desk.plays_legally(Lose("allied", tuple(steps), "interdiction"))


# --- the Kriegsmarine (8.10)


def _kriegsmarine(desk: Desk) -> None:
    coast = sorted(desk.table.board.tagged("coast"))
    friends = [hex for hex in coast if any(desk.table.friends_at("german", near) for near in desk.table.grid.neighbours(hex))]
    if friends and desk.chance(0.5):
        desk.plays_legally(Place("de-kriegsmarine", desk.dice.choice(friends), "Kriegsmarine"))
