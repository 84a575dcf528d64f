"""What the player wants: places to take or to hold, and enemies to meet."""

from __future__ import annotations

from adjudicator.engine.hexes import Hex

from ..desk import Desk

GARRISON = ("3102", "3103", "3204", "3503")


def goals_of(desk: Desk, side: str) -> tuple[Hex, ...]:
    """Mostly the places that win the scenario, else where enemies stand."""
    enemies = [desk.table.place_of(unit) or "" for other in desk.table.game.sides if other != side for unit in desk.on_map(other)]
    if not enemies or not desk.chance(0.6):
        return tuple(enemies)
    if desk.note("scenario") == "kuestrin":
        west = tuple(sorted(desk.table.board.areas["edge-west"] & desk.table.board.areas["scenario-kuestrin"]))
        return GARRISON if side == "soviet" or desk.chance(0.7) else west
    areas = desk.table.board.areas
    if side == "soviet" or desk.chance(0.5):
        return tuple(sorted(areas["seelow-and-diedersdorf"] if desk.chance(0.6) else areas["turn-7-places"]))
    return tuple(enemies)
