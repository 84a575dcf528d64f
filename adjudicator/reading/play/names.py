"""Units by the names that players use: as printed on the counter, as the game calls them, or their id."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.engine.units import Unit
from adjudicator.rules.table import Table


def named(table: Table, names: Iterable[str], *, side: str = "", near: str = "") -> tuple[str, ...]:
    """The units meant. Many bear the same number: of those the one nearest to a hex, if only one is."""
    found = (_meant(table, name, side, near) for name in names)
    return tuple(dict.fromkeys(unit for unit in found if unit is not None))


def _meant(table: Table, name: str, side: str, near: str) -> str | None:
    wanted = _plain(name)
    fitting = [
        (unit, standing.place)
        for unit, standing in table.state.units
        if (not side or unit.side == side) and wanted in _called(unit) and standing.place in table.grid
    ]
    if len(fitting) > 1 and near in table.grid:
        closest = min(table.grid.distance(place, near) for _, place in fitting)
        fitting = [(unit, place) for unit, place in fitting if table.grid.distance(place, near) == closest]
    return fitting[0][0].id if len(fitting) == 1 else None


def _called(unit: Unit) -> frozenset[str]:
    return frozenset((_plain(unit.name), _plain(unit.id), _plain(unit.id.partition("-")[2])))


def _plain(name: str) -> str:
    return "".join(character for character in name.casefold() if character.isalnum())
