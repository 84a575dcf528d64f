"""Units by the names that players use: as printed on the counter, as the game calls them, or their id."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from adjudicator.engine.units import Unit
from adjudicator.rules.table import Table


def named(table: Table, names: Iterable[str], *, side: str = "", near: str = "") -> tuple[str, ...]:
    """The units meant. Many bear the same number: of those the one nearest to a hex, if only one is."""
    found = (_meant(table, name, side, near) for name in names)
    return tuple(dict.fromkeys(unit for unit in found if unit is not None))


def bearers(table: Table, name: str, *, side: str = "", near: str = "", anywhere: bool = False) -> tuple[str, ...]:
    """All units in play that may be meant: of those on the map the ones nearest to a hex. `anywhere`: also units in boxes."""
    fitting = [
        (unit.id, standing.place)
        for unit, standing in table.state.units
        if (not side or unit.side == side) and (anywhere or standing.place in table.grid)
    ]
    called = frozenset(_called_so((table.unit(unit) for unit, _ in fitting), name))
    fitting = [(unit, place) for unit, place in fitting if unit in called]
    on_map = [place for _, place in fitting if place in table.grid]
    if len(fitting) > 1 and near in table.grid and on_map:
        closest = min(table.grid.distance(place, near) for place in on_map)
        fitting = [
            (unit, place) for unit, place in fitting if place in table.grid and table.grid.distance(place, near) == closest
        ]
    return tuple(unit for unit, _ in fitting)


def everybody_called(table: Table, name: str) -> tuple[str, ...]:
    """All units of the game that may be meant, in play or not."""
    return _called_so((unit for force in table.state.forces.values() for unit in force.units.values()), name)


def standing_at(table: Table, trails: Mapping[str, Sequence[str]], name: str, hex: str) -> tuple[str, ...]:
    """The unit of a name that stands in a hex, also one that was only just put there; else the nearest that is meant."""
    every = everybody_called(table, name)
    found = tuple(unit for unit in every if (trails[unit][-1] if trails.get(unit) else table.place_of(unit)) == hex)
    return found if len(found) == 1 else named(table, (name,), near=hex)


def _meant(table: Table, name: str, side: str, near: str) -> str | None:
    fitting = bearers(table, name, side=side, near=near)
    return fitting[0] if len(fitting) == 1 else None


def _called_so(units: Iterable[Unit], name: str) -> tuple[str, ...]:
    """Those that bear the name; if none does, headquarters that are called so for short."""
    wanted, every = plain(name), list(units)
    found = tuple(unit.id for unit in every if wanted in names_of(unit))
    return found or tuple(unit.id for unit in every if unit.has("hq").yes and wanted == plain(unit.name.removesuffix(" HQ")))


def names_of(unit: Unit) -> frozenset[str]:
    """Its name, its id, and the name with the formation or the side behind it, as modules write those that several bear."""
    return _names(unit.id, unit.name, unit.formation.rpartition("/")[2] or unit.side)


@lru_cache(maxsize=4096)
def _names(id_: str, name: str, formation: str) -> frozenset[str]:
    return frozenset(map(plain, (name, id_, id_.partition("-")[2], f"{name} {formation}")))


def plain(name: str) -> str:
    return "".join(character for character in name.casefold() if character.isalnum())


def called(table: Table, name: str) -> str:
    """The one unit on the map that is called so. LookupError if there is none, or more than one."""
    meant = named(table, (name,))
    if not meant:
        raise LookupError(f"no unit on the map, or more than one, is called {name}")
    return meant[0]
