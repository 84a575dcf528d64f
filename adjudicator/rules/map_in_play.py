"""The part of the map on which a scenario is played, where units leave it, and what lies just beyond."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.engine.actions import Move, Remove
from adjudicator.engine.hexes import Hex
from adjudicator.engine.terms import AreaWord, ScenarioWord

from .circumstances import SCENARIO
from .registry import SHARED
from .table import Table

SHARED.slot("map.outside", "Which hexes of the map are not in play?", optional=True)

NOWHERE: frozenset[Hex] = frozenset()
EXIT = "exit"  # why a unit is removed that leaves the map of its own will


def beyond(table: Table, maps: Mapping[str, str]) -> frozenset[Hex]:
    """The hexes of the map that are not in play: those outside the area that the scenario noted is played on."""
    board, name = table.board, maps.get(table.state.sure(SCENARIO, ""), "")
    area = board.areas.get(name)
    if area is None:
        return NOWHERE
    return board.cached(("not in play", name), lambda: frozenset(hex for hex in board.grid.all() if hex not in area))


@SHARED.rule("map.outside")
def of_the_scenario(table: Table, *, maps: Mapping[ScenarioWord, AreaWord]) -> frozenset[Hex]:
    """Some scenarios are played on an area of the map: nobody goes through what lies outside."""
    return beyond(table, maps)


def not_in_play(table: Table) -> frozenset[Hex]:
    """The hexes that nobody may enter or pass because they are not part of the map that is played on."""
    rule = table.rules.find("map.outside")
    found: frozenset[Hex] = NOWHERE if rule is None else rule(table)
    return found


def rim(table: Table, outside: frozenset[Hex]) -> frozenset[Hex]:
    """The hexes in play from which one step leads off."""
    grid = table.grid

    def found() -> frozenset[Hex]:
        return frozenset(
            hex
            for hex in grid.all()
            if hex not in outside and (grid.is_edge(hex) or not outside.isdisjoint(grid.neighbours(hex)))
        )

    return table.board.cached(("rim", outside), found)


def movers(table: Table, action: Move | Remove) -> tuple[str, ...]:
    """The units that an action moves: to another hex, or off the map, which is moving too."""
    if isinstance(action, Remove):
        return (action.unit,) if action.why == EXIT and table.place_of(action.unit) in table.grid else ()
    return tuple(id_ for id_ in action.units if table.place_of(id_) != action.to)
