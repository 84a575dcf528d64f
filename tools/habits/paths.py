"""The way a unit goes, where nobody said it: the cheapest one by which its move is legal."""

from __future__ import annotations

from adjudicator.engine.actions import Action, Move
from adjudicator.facts import exactly, number
from adjudicator.rules.movement.modes import allowance, modes_of
from adjudicator.rules.movement.search import reachable, terms_for
from adjudicator.rules.table import Table


def way_of(table: Table, action: Action) -> tuple[str, ...]:
    """The hexes from start to end, both of them; nothing if no way is known."""
    stated = getattr(action, "path", None)
    if stated:
        return tuple(stated)
    if not isinstance(action, Move) or action.to not in table.grid:
        return ()
    unit = table.unit(action.units[0])
    start = table.place_of(unit.id)
    if start is None or start not in table.grid:
        return ()
    for _, _, mode in modes_of(table, unit):
        points, _ = allowance(table, unit, mode)
        able = number(unit.rating("movement", table.losses(unit.id))).at_least(exactly(1)).yes
        if mode.may.yes and able and points.low > 0 and action.mode in (None, mode.name):
            way = reachable(terms_for(table, unit, mode).at_worst(), start, points.low).get(action.to)
            if way is not None:
                return way.path
    return ()
