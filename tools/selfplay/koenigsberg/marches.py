"""Marches: units under command, and those that have just come, go somewhere they can reach."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.engine.actions import Lose, Move
from adjudicator.facts import exactly, number
from adjudicator.rules import stacking
from adjudicator.rules.fuel import OWING
from adjudicator.rules.movement.modes import allowance, modes_of
from adjudicator.rules.movement.search import Way, reachable, terms_for

from ..desk import Desk
from . import refugees


def ways(desk: Desk, unit: str, mode: str) -> dict[str, Way]:
    """Where a unit can go by one way of travelling, and could stand."""
    table = desk.table
    counter, start = table.unit(unit), table.place_of(unit)
    if start is None or start not in table.grid:
        return {}
    found: dict[str, Way] = {}
    for _, _, each in modes_of(table, counter):
        if each.name == mode and each.may.yes:
            points, _ = allowance(table, counter, each)
            if number(counter.rating("movement", table.losses(unit))).at_least(exactly(1)).yes and points.low > 0:
                found = reachable(terms_for(table, counter, each).at_worst(), start, points.low)
    return {hex: way for hex, way in found.items() if hex != start and stacking.fits(table, counter.side, hex, (unit,)).yes}


def choose(desk: Desk, unit: str, goals: Iterable[str], ends: dict[str, Way]) -> str | None:
    """Where to: mostly nearer to something worth having, sometimes anywhere."""
    if not ends:
        return None
    grid, places = desk.table.grid, sorted(ends)
    wanted = [goal for goal in goals if goal in grid]
    if not wanted or desk.chance(0.25):
        return desk.dice.choice(places)
    return min(desk.shuffled(places), key=lambda hex: min(grid.distance(hex, goal) for goal in wanted))


def march(desk: Desk, unit: str, goals: Iterable[str], modes: tuple[str, ...] = ("regular", "strategic", "rail")) -> bool:
    """One unit goes somewhere, by one of the ways open to it. What it owes for that (fuel) it pays."""
    mode = desk.dice.choice(modes)
    ends = ways(desk, unit, mode)
    to = choose(desk, unit, goals, ends)
    if to is None:
        return False
    said = desk.dice.random()
    thirsty = desk.table.unit(unit).has("mechanized").yes  # without fuel it matters how a unit went
    crowded = not refugees.there_are(desk).isdisjoint(ends[to].path)  # then it matters how a unit went
    move = Move((unit,), to, ends[to].path if said < 0.4 or crowded else None, mode if said < 0.7 or thirsty else None)
    if not desk.plays_legally(move):
        return False
    refugees.driven_through(desk, unit, ends[to].path)
    pay(desk, unit)
    return True


def pay(desk: Desk, unit: str) -> None:
    """The step that a move without fuel costs."""
    owing = desk.table.state.listed(OWING).get(unit)
    if owing is not None and not owing.no:
        desk.plays_legally(Lose(desk.table.unit(unit).side, (unit,), because="movement"))
