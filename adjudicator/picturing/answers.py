"""Pictures that answer a question about one unit: where it may go, where it may retreat to, and by which line it is supplied."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.engine.actions import Retreat
from adjudicator.engine.hexes import Hex
from adjudicator.rules.opinion import Ruled
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

from . import fights, supply
from .build import composed
from .model import Picture, Role
from .scene import Scene, Trail


def reach(table: Table, unit: str, hexes: Iterable[Hex], path: tuple[Hex, ...], ruled: tuple[Ruled, ...], title: str) -> Picture:
    """The hexes that a unit may go to, shaded, and the way to one of them or to one that it may not go to."""
    start = table.place_of(unit) or ""
    roles: dict[Hex, Role] = {} if path else dict.fromkeys(sorted(hexes), "reach")
    if path:
        roles[path[-1]] = "goal"
    roles[start] = "start"
    scene = Scene(
        zones_for=table.unit(unit).side,
        roles=roles,
        acting=(unit,),
        reach=frozenset(hexes),
        trails=(Trail("move", path),) if len(path) > 1 else (),
    )
    return composed(table, scene, title, Verdict.LEGAL, [each.opinion for each in ruled])


def retreats(table: Table, action: Retreat, title: str) -> Picture | None:
    """The hexes where a retreat may end."""
    scene = fights.retreat(table, action, ())
    return None if scene is None else composed(table, scene, title, Verdict.LEGAL, ())


def line(table: Table, unit: str, title: str) -> Picture | None:
    """The line of supply of a unit, or what stands in its way."""
    scene = supply.lines(table, [unit])
    return None if scene is None else composed(table, scene, title, Verdict.LEGAL, ())
