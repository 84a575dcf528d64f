"""What follows from fire and combat: steps lost, checks, retreats with those who go along, markers, advances."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from adjudicator.engine.actions import Advance, Lose, Mark, Remove, Retreat, Roll
from adjudicator.engine.deeds import RETREATED
from adjudicator.engine.hexes import Hex
from adjudicator.rules import fire_results, stacking
from adjudicator.rules.combat.aftermath import steps_left
from adjudicator.rules.combat.results import CombatOutcome
from adjudicator.rules.combat.routes import RetreatRoute, manner_of, routes
from adjudicator.rules.map_in_play import beyond, rim

from ..desk import Desk
from .reckon import is_a, marked, printed

FAR = 2  # hexes of a retreat
OFF = "exited"
SCENARIO_MAPS = {"kuestrin": "scenario-kuestrin"}


def morale(desk: Desk, unit: str) -> int:
    return printed(desk.table, unit, "morale") - 2 * marked(desk.table, unit, "disrupted")


def alive(desk: Desk, units: Iterable[str]) -> list[str]:
    return [unit for unit in units if desk.table.place_of(unit) in desk.table.grid]


def lose(desk: Desk, steps: Sequence[str], because: Literal["combat", "retreat"] = "combat") -> None:
    if steps:
        desk.plays_legally(Lose(desk.table.unit(steps[0]).side, tuple(steps), because))


def eliminate(desk: Desk, units: Sequence[str], because: Literal["combat", "retreat"] = "combat") -> None:
    lose(desk, [unit for unit in units for _ in range(steps_left(desk.table, unit))], because)


def guests(desk: Desk, side: str, hex: Hex) -> list[str]:
    """Those of a side in a hex that retreated to others there in this phase: whoever hits the hex is rid of them."""
    there = desk.table.friends_at(side, hex)
    found = [unit for unit in there if desk.table.state.has(RETREATED, unit).yes]
    return found if len(found) < len(there) else []


def sweep(desk: Desk, units: Sequence[str]) -> None:
    for unit in units:
        desk.plays_legally(Remove(unit))


# --- fire


def suffer_fire(desk: Desk, hex: Hex, units: Sequence[str], outcome: fire_results.FireOutcome) -> None:
    """The units that a fire affects take what its result asks for."""
    if outcome.eliminated:
        eliminate(desk, units)
        return
    if outcome.steps:
        lose(desk, (desk.dice.choice(list(units)),))
    if not outcome.check:
        return
    at_once = desk.chance(0.5)
    failed: list[str] = []
    asked = desk.shuffled(alive(desk, units))
    for index, unit in enumerate(asked):
        die = desk.die()
        passed = die + outcome.plus <= morale(desk, unit)
        word = ("passed" if passed else "failed") if desk.chance(0.7) else None
        desk.plays_legally(Roll("morale", (die,), word, unit))
        if not passed and at_once:
            run(desk, (unit,), hex, stay=asked[index + 1 :])
        elif not passed:
            failed.append(unit)
    if failed:
        run(desk, failed, hex)


# --- combat


def suffer_combat(desk: Desk, units: Sequence[str], hexes: Sequence[Hex], outcome: CombatOutcome) -> None:
    """One side of a combat takes what its result asks for: steps, then a retreat or one more step instead."""
    if outcome.everything:
        eliminate(desk, units)
        return
    hit = [desk.dice.choice(list(units)) for _ in range(outcome.losses)]
    lose(desk, hit)
    left = alive(desk, units)
    runners = [unit for unit in left if outcome.morale is not None and morale(desk, unit) < outcome.morale]
    if not runners:
        return
    payers = [unit for unit in left if unit not in hit or len(units) == 1]
    lasting = [unit for unit in payers if steps_left(desk.table, unit) > 1] or (payers if len(left) > 1 else [])
    if lasting and desk.chance(0.35):
        lose(desk, (desk.dice.choice(lasting),), desk.dice.choice(("combat", "retreat")))
        return
    for hex in hexes:
        run(desk, [unit for unit in runners if desk.table.place_of(unit) == hex], hex)


# --- retreats


def run(desk: Desk, units: Sequence[str], hex: Hex, stay: Sequence[str] = ()) -> None:
    """Units retreat from a hex and are disrupted; artillery, and whoever has nowhere to go, is eliminated.

    Others of the hex may go along, but not those that `stay`: they have a check of their own to make first.
    """
    guns = [unit for unit in units if is_a(desk.table, unit, "artillery")]
    eliminate(desk, guns, "retreat")
    runners = [unit for unit in units if unit not in guns]
    if not runners:
        return
    if len(runners) > 1 and desk.chance(0.3):  # each for itself
        for unit in runners:
            _go(desk, (unit,), hex, ())
        return
    side = desk.table.unit(runners[0]).side
    others = [
        unit
        for unit in desk.table.friends_at(side, hex)
        if unit not in units
        and unit not in stay
        and not is_a(desk.table, unit, "artillery")
        and not desk.table.state.has(RETREATED, unit).yes
    ]
    along = [unit for unit in others if desk.chance(0.35)]
    _go(desk, runners, hex, along)


def _go(desk: Desk, units: Sequence[str], hex: Hex, along: Sequence[str]) -> None:
    way = _way(desk, (*units, *along), hex) if along else None
    if way is None:
        along, way = (), _way(desk, units, hex)
    if _off_map(desk, units, hex) and (way is None or desk.chance(0.15)):
        desk.plays_legally(Retreat((*units, *along), OFF))
    elif way is None and len(units) > 1:  # there may be room for one
        for unit in units:
            _go(desk, (unit,), hex, ())
    elif way is None:
        eliminate(desk, units, "retreat")
    else:
        _retreated(desk, units, along, way.path)


def _retreated(desk: Desk, units: Sequence[str], along: Sequence[str], path: tuple[Hex, ...]) -> None:
    """The retreat, and the markers: also for those along and for those in the way, if the units had to go on."""
    pushed = len(path) > FAR + 1
    alone = () if pushed or not desk.chance(0.2) else along  # who follows by itself
    stated = path if pushed or desk.chance(0.5) else None
    if not desk.plays_legally(Retreat((*units, *(unit for unit in along if unit not in alone)), path[-1], stated)):
        return
    side = desk.table.unit(units[0]).side
    crowd = [unit for hex in path[FAR:-1] for unit in desk.table.friends_at(side, hex)]
    _disrupt(desk, (*units, *((*along, *crowd) if pushed else ())))
    for unit in alone:
        other = _way(desk, (unit,), path[0])
        if other is not None and len(other.path) == FAR + 1:
            desk.plays_legally(Retreat((unit,), other.path[-1], other.path))


def _disrupt(desk: Desk, units: Iterable[str]) -> None:
    for unit in units:
        if not marked(desk.table, unit, "disrupted") and desk.table.place_of(unit) in desk.table.grid:
            desk.plays_legally(Mark(unit, "disrupted"))


def _way(desk: Desk, units: Sequence[str], start: Hex) -> RetreatRoute | None:
    """One of the best ways of two hexes; further only where those end in a full hex. None where there is none."""
    manner = manner_of(desk.table, units[0])
    if manner is None:
        return None
    outside = beyond(desk.table, SCENARIO_MAPS)
    found = [
        route
        for route in routes(desk.table, tuple(units), start, FAR, manner)
        if route.open.yes and not route.short and outside.isdisjoint(route.path)
    ]
    best = min(((route.worst, len(route.path)) for route in found), default=None)
    fitting = [route for route in found if (route.worst, len(route.path)) == best]
    return desk.dice.choice(fitting) if fitting else None


def _off_map(desk: Desk, units: Sequence[str], hex: Hex) -> bool:
    """Does the edge of the map lie within the retreat?"""
    gates = rim(desk.table, beyond(desk.table, SCENARIO_MAPS))
    manner = manner_of(desk.table, units[0])
    if hex in gates or manner is None:
        return hex in gates
    steps = routes(desk.table, tuple(units), hex, 1, manner)
    return any(len(route.path) == 2 and route.path[-1] in gates and route.open.yes for route in steps)


# --- advances


def advance(desk: Desk, units: Sequence[str], to: Hex, share: float = 0.7) -> None:
    """Those who fired or attacked go into the hex if it is empty, as far as there is room."""
    if not units or not desk.chance(share):
        return
    side = desk.table.unit(units[0]).side
    going: list[str] = []
    for unit in desk.shuffled(alive(desk, units)):
        near = desk.table.grid.adjacent(desk.table.place_of(unit) or "", to)
        able = near and not is_a(desk.table, unit, "artillery") and not desk.table.state.has(RETREATED, unit).yes
        if able and not desk.table.enemy_units(side, to) and stacking.fits(desk.table, side, to, (*going, unit)).yes:
            going.append(unit)
    if not going:
        return
    if desk.chance(0.5):
        desk.plays_legally(Advance(tuple(going), to))
        return
    for unit in going:
        desk.plays_legally(Advance((unit,), to))
