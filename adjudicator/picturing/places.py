"""Everything else that happens at a place: units that come and go, headquarters, markers, positions found wrong."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.engine.actions import Activate, Mark, Place, Remove, Replace, Roll
from adjudicator.engine.hexes import Hex
from adjudicator.rules.opinion import Ruled
from adjudicator.rules.table import Table

from .model import Role
from .scene import Scene, on_map

_MOST = 12


def known(table: Table, subject: str) -> bool:
    return any(subject in force.units for force in table.state.forces.values())


def place(table: Table, action: Place, ruled: tuple[Ruled, ...]) -> Scene | None:
    if action.at not in table.grid:
        return None
    side = table.unit(action.unit).side if known(table, action.unit) else table.state.active
    coming = ((action.unit, action.at),) if known(table, action.unit) else ()
    return Scene(zones_for=side, roles={action.at: "goal"}, acting=(action.unit,), coming=coming)


def replaced(table: Table, action: Replace, ruled: tuple[Ruled, ...]) -> Scene | None:
    if not known(table, action.unit):
        return None
    standing = table.place_of(action.unit)
    hexes = on_map(table, action.at, standing)
    coming = ((action.unit, action.at),) if action.at in table.grid and action.at is not None and standing != action.at else ()
    return _at(table, hexes, (action.unit,), coming)


def one(table: Table, action: Remove | Mark | Activate | Roll, ruled: tuple[Ruled, ...]) -> Scene | None:
    """An action upon one unit (or one hex) where it is."""
    match action:
        case Activate():
            subject, others = action.headquarters, action.units
        case Remove():
            subject, others = action.unit, ()
        case Mark():
            subject, others = action.subject, ()
        case Roll():
            subject, others = action.unit or "", ()
    if not known(table, subject):
        return _at(table, on_map(table, subject), ())
    units = (subject, *others)
    return _at(table, on_map(table, *(table.place_of(id_) for id_ in units if known(table, id_))), units)


def found(table: Table, units: Iterable[str], hexes: Iterable[Hex]) -> Scene | None:
    """What is wrong with a position by itself."""
    there = [id_ for id_ in units if known(table, id_)]
    return _at(table, on_map(table, *hexes, *(table.place_of(id_) for id_ in there))[:_MOST], tuple(there))


def _at(table: Table, hexes: tuple[Hex, ...], units: tuple[str, ...], coming: tuple[tuple[str, Hex], ...] = ()) -> Scene | None:
    if not hexes:
        return None
    roles: dict[Hex, Role] = dict.fromkeys(hexes, "about")
    return Scene(zones_for="", roles=roles, acting=units, coming=coming)
