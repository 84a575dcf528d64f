"""The part of the map on which a scenario is played, where units leave it, and what lies just beyond."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.engine.hexes import Hex

from .table import Table

NOWHERE: frozenset[Hex] = frozenset()


def beyond(table: Table, maps: Mapping[str, str]) -> frozenset[Hex]:
    """The hexes of the map that are not in play: those outside the area that the scenario noted is played on."""
    area = table.board.areas.get(maps.get(str(table.state.noted("scenario", "")), ""))
    return NOWHERE if area is None else frozenset(hex for hex in table.grid.all() if hex not in area)


def rim(table: Table, outside: frozenset[Hex]) -> frozenset[Hex]:
    """The hexes in play from which one step leads off."""
    return frozenset(
        hex
        for hex in table.grid.all()
        if hex not in outside and (table.grid.is_edge(hex) or not outside.isdisjoint(table.grid.neighbours(hex)))
    )
