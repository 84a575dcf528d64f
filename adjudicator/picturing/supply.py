"""Supply: the line of a unit, or what its lines run into."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.engine.hexes import Hex
from adjudicator.rules.supply.survey import barrier, survey
from adjudicator.rules.table import Table

from .model import Role
from .scene import Scene, Trail, on_map

_MOST_BLOCKING = 12
_NEAR = 7  # hexes: what blocks a line further off would make the picture a map


def lines(table: Table, units: Iterable[str]) -> Scene | None:
    """The units of one side with their lines; those of others, or off the map, are left out."""
    ours = [id_ for id_ in units if on_map(table, table.place_of(id_))]
    if not ours:
        return None
    side = table.unit(ours[0]).side
    seen = survey(table, side)
    roles: dict[Hex, Role] = {}
    trails: list[Trail] = []
    notes: list[str] = []
    for id_ in ours:
        found = seen.supplied(id_) if table.unit(id_).side == side else None
        if found is None:
            continue
        name = table.unit(id_).name
        if len(found.path) > 1:
            trails.append(Trail("line", found.path))
            roles.setdefault(found.path[-1], "source")
            notes.append(f"line of {name} to {found.source}: {len(found.path) - 1} hexes")
        elif not found.path and not found.exempt.yes:
            blocked = [hex for hex in barrier(seen.main, found.hex) if table.grid.distance(found.hex, hex) <= _NEAR]
            roles.update((hex, "blocking") for hex in blocked[:_MOST_BLOCKING] if hex not in roles)
            notes.append(f"no line from {name}: the hexes that stop it are outlined" if blocked else f"no line from {name}")
    roles.update((hex, "about") for hex in on_map(table, *(table.place_of(id_) for id_ in ours)))
    return Scene(
        zones_for=side, roles=roles, acting=tuple(ours), purpose="supply", trails=tuple(trails), notes=tuple(dict.fromkeys(notes))
    )
