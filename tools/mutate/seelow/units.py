"""Which units can go wrong now."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import takewhile

from adjudicator.engine.actions import Action, Attack, Fire, Move, Phase
from adjudicator.engine.deeds import MOVED, PLACED
from adjudicator.rules import stacking, zoc
from adjudicator.rules.map_in_play import beyond
from tools.selfplay.desk import Desk
from tools.selfplay.seelow.aftermath import SCENARIO_MAPS
from tools.selfplay.seelow.marches import ways
from tools.selfplay.seelow.reckon import is_a, marked

from ..planting import Plant

Spoil = Callable[[Desk, Action], Iterator[Plant]]
Wanted = Callable[[Desk, str], bool]
MARCHES = ("first movement", "second movement")
LOOKED_AT = 10  # units, for one that could go wrong


def march_of(desk: Desk, action: Action) -> str | None:
    """The unit that is about to move over the map."""
    if not isinstance(action, Move) or len(action.units) != 1 or action.to not in desk.table.grid:
        return None
    unit = action.units[0]
    return unit if desk.table.place_of(unit) in desk.table.grid and desk.table.state.phase in MARCHES else None


def marchers(desk: Desk, action: Action, wanted: Wanted) -> list[str]:
    """Units that have not moved and could go wrong now: before another moves, or when all have."""
    leaving = isinstance(action, Phase) and desk.table.state.phase in MARCHES
    if not leaving and march_of(desk, action) is None:
        return []
    return [unit for unit in desk.shuffled(desk.on_map(active(desk))) if is_fresh(desk, unit) and wanted(desk, unit)][:LOOKED_AT]


def amid_the_phase(desk: Desk, action: Action) -> bool:
    """Is something of this phase done before and after? Beside a click of the counter it may have been clicked early or late."""
    since = takewhile(lambda play: not isinstance(play.action, Phase), reversed(desk.plays))
    return _is_for(desk, action) and any(_is_for(desk, play.action) for play in since)


def _is_for(desk: Desk, action: Action) -> bool:
    """Is it what the phase is for?"""
    phase = desk.table.state.phase
    if isinstance(action, Move):
        return phase in MARCHES
    return (isinstance(action, Attack) and phase.endswith("combat")) or (
        isinstance(action, Fire) and phase.endswith("fire" if action.kind.endswith("fire") else action.kind)
    )


def active(desk: Desk) -> str:
    return str(desk.table.state.active)


def is_fresh(desk: Desk, unit: str) -> bool:
    state = desk.table.state
    return not (state.has(MOVED, unit) | state.has(PLACED, unit)).yes


def anybody(desk: Desk, unit: str) -> bool:
    return not is_a(desk.table, unit, "artillery")


def gun(desk: Desk, unit: str) -> bool:
    return is_a(desk.table, unit, "artillery")


def on_foot(desk: Desk, unit: str) -> bool:
    return anybody(desk, unit) and is_a(desk.table, unit, "foot")


def motorised(desk: Desk, unit: str) -> bool:
    return anybody(desk, unit) and not is_a(desk.table, unit, "foot")


def disrupted(desk: Desk, unit: str) -> bool:
    return anybody(desk, unit) and marked(desk.table, unit, "disrupted")


def held(desk: Desk, unit: str) -> bool:
    """Does it stand in an enemy zone of control?"""
    place = desk.table.place_of(unit) or ""
    return anybody(desk, unit) and zoc.controlled(desk.table, desk.table.unit(unit).side, place).yes


def room(desk: Desk, unit: str, hex: str) -> bool:
    return stacking.fits(desk.table, desk.table.unit(unit).side, hex, (unit,)).yes


def free(desk: Desk, unit: str, hex: str) -> bool:
    """No enemies, room for the unit, and on the map of the scenario."""
    inside = hex not in beyond(desk.table, SCENARIO_MAPS)
    return inside and room(desk, unit, hex) and not desk.table.enemy_units(desk.table.unit(unit).side, hex)


def near(desk: Desk, unit: str) -> set[str]:
    return {desk.table.place_of(unit) or "", *ways(desk, unit)}
