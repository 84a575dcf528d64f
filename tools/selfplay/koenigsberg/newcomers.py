"""Units that come into play: reinforcements, what events and chits bring, replacements, Volkssturm."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.engine.actions import Move, Place, Remove, Replace
from adjudicator.rules import stacking
from adjudicator.rules.entry import GONE
from adjudicator.rules.printed import hexes_called

from ..desk import Desk
from .marches import march
from .plans import goals_of

SETTLED = frozenset({"village", "town", "city"})


def due(desk: Desk) -> list[str]:
    """The units that the calendar brings now, the Germans first."""
    rows = desk.loaded.arrivals
    turn = desk.table.state.turn
    wanted = [line.unit for line in rows if str(line.turn) == str(turn) and desk.table.place_of(line.unit) is None]
    return sorted(dict.fromkeys(wanted), key=lambda unit: (desk.table.unit(unit).side != "german", unit))


def enter(desk: Desk, units: Iterable[str], why: str = "reinforcement") -> None:
    """Each enters where it may and goes on at once, if it is not to stand in the way of the next."""
    for unit in units:
        if desk.table.unit(unit).kind == "ship":
            desk.plays_legally(Place(unit, "frisches-haff", why))
            continue
        if not _put(desk, unit, why):
            desk.tries(Remove(unit, "no entry"))
            continue
        march(desk, unit, goals_of(desk, desk.table.unit(unit).side))
        _make_room(desk, unit)


def _put(desk: Desk, unit: str, why: str) -> bool:
    counter = desk.table.unit(unit)
    losses = desk.table.losses(unit)
    for line in desk.loaded.arrivals:
        hexes = hexes_called(desk.table, line.entry, counter.side) if line.unit == unit and line.entry else None
        near = {each for hex in hexes or () for each in desk.table.grid.along_edge(hex, 10)}
        for hex in (*sorted(hexes or ()), *desk.shuffled(sorted(near))):
            if stacking.fits(desk.table, counter.side, hex, (unit,)).yes and desk.tries(Place(unit, hex, why, losses)):
                return True
    return False


def _make_room(desk: Desk, unit: str) -> None:
    """A stack too large for the end of the phase is left by the newcomer, if it can."""
    for _ in range(6):
        place = desk.table.place_of(unit) or ""
        if place not in desk.table.grid or stacking.fits(desk.table, desk.table.unit(unit).side, place, (unit,)).yes:
            return
        march(desk, unit, (), ("regular",))


def replacements(desk: Desk, order: Iterable[str] = ("german", "soviet")) -> None:
    """Points are spent on lost steps, and on units that come back and march on at once where they may."""
    turns = desk.chart("turns")
    for side in order:
        points = int(turns.rows[str(desk.table.state.turn)][f"replacements_{side}"] or 0)
        if not points:
            continue
        damaged = [unit for unit in desk.on_map(side) if desk.table.losses(unit)]
        lost = [unit for unit in desk.table.force(side).units if desk.table.standing(unit) is None]
        for unit in desk.shuffled((*damaged, *lost)):
            if unit in damaged:
                desk.tries(Replace(unit, 1))
            else:
                _bring_back(desk, unit)


def _bring_back(desk: Desk, unit: str) -> None:
    side = desk.table.unit(unit).side
    gone = desk.table.state.listed(GONE).get(unit)
    if gone is None or gone[1] != "eliminated" or desk.is_hq(unit):
        return
    for hq in desk.shuffled([each for each in desk.on_map(side) if desk.is_hq(each)]):
        place = desk.table.place_of(hq) or ""
        fits = stacking.fits(desk.table, side, place, (unit,)).yes
        if fits and desk.tries(Replace(unit, desk.dice.randint(1, 2), place)):
            march(desk, unit, goals_of(desk, side))
            return


def without_units(desk: Desk) -> None:
    """Headquarters with nobody left to command leave the game when the phase of replacements ends."""
    for side in desk.table.game.sides:
        for hq in [unit for unit in desk.on_map(side) if desk.is_hq(unit)]:
            desk.tries(Remove(hq))


def volkssturm(desk: Desk) -> None:
    """Militia musters in settlements."""
    board = desk.table.board
    towns = [hex for hex in desk.table.grid.all() if board.is_terrain(hex, SETTLED).yes]
    for unit, standing in list(desk.table.state.units):
        if unit.kind != "volkssturm" or standing.place in desk.table.grid or desk.chance(0.3):
            continue
        for hex in desk.shuffled(towns)[:12]:
            if stacking.fits(desk.table, "german", hex, (unit.id,)).yes and desk.tries(Place(unit.id, hex, "militia")):
                break


def volkssturm_home(desk: Desk) -> None:
    for unit, standing in list(desk.table.state.units):
        if unit.kind == "volkssturm" and standing.place in desk.table.grid:
            desk.plays_legally(Move((unit.id,), "volkssturm"))
