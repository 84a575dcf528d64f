"""Units by the names that players use: as printed on the counter, as the game calls them, or their id."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.engine.units import Unit
from adjudicator.rules.table import Table


def named(table: Table, names: Iterable[str], *, side: str = "", near: str = "") -> tuple[str, ...]:
    """The units meant. Many bear the same number: of those the one nearest to a hex, if only one is."""
    found = (_meant(table, name, side, near) for name in names)
    return tuple(dict.fromkeys(unit for unit in found if unit is not None))


def bearers(table: Table, name: str, *, side: str = "", near: str = "", anywhere: bool = False) -> tuple[str, ...]:
    """All units that may be meant: of those on the map the ones nearest to a hex. `anywhere`: also units in boxes."""
    wanted = _plain(name)
    fitting = [
        (unit, standing.place)
        for unit, standing in table.state.units
        if (not side or unit.side == side) and wanted in _called(unit) and (anywhere or standing.place in table.grid)
    ]
    on_map = [place for _, place in fitting if place in table.grid]
    if len(fitting) > 1 and near in table.grid and on_map:
        closest = min(table.grid.distance(place, near) for place in on_map)
        fitting = [(unit, place) for unit, place in fitting if place in table.grid and table.grid.distance(place, near) == closest]
    return tuple(unit.id for unit, _ in fitting)


def everybody_called(table: Table, name: str) -> tuple[str, ...]:
    """All units of the game that may be meant, in play or not."""
    wanted = _plain(name)
    units = (unit for force in table.state.forces.values() for unit in force.units.values())
    return tuple(unit.id for unit in units if wanted in _called(unit))


def _meant(table: Table, name: str, side: str, near: str) -> str | None:
    fitting = bearers(table, name, side=side, near=near)
    return fitting[0] if len(fitting) == 1 else None


def _called(unit: Unit) -> frozenset[str]:
    """What players may call it: modules put the formation or the side behind names that several bear."""
    formation = unit.formation.rpartition("/")[2] or unit.side
    name = unit.name.removesuffix(" HQ") if unit.has("hq").yes else unit.name
    return frozenset(map(_plain, (unit.name, name, unit.id, unit.id.partition("-")[2], f"{unit.name} {formation}", f"{name} {formation}")))


def _plain(name: str) -> str:
    return "".join(character for character in name.casefold() if character.isalnum())
