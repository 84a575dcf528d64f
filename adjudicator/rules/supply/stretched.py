"""Lines that are longer than they should be: units with such a line fight worse."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.engine.terms import KindWord, SideWord
from adjudicator.facts import NO, Interval, Truth, any_of, exactly

from ..combat.fight import Fight, Role
from ..combat.shifts import Shift
from ..registry import SHARED
from ..table import Table
from .survey import SupplyView, survey


@SHARED.rule("combat.shift", "supply.stretched")
def stretched(
    table: Table,
    fight: Fight,
    *,
    role: Role,
    within: int,
    columns: int,
    side: SideWord,
    not_kinds: frozenset[KindWord] = frozenset(),
) -> Shift | None:
    """Units of a side whose only lines are longer than so many hexes shift the column, once for all of them."""
    if fight.side_of(role) != side:
        return None
    seen = survey(table, side)
    units = [id_ for id_ in fight.units(role) if table.unit(id_).kind not in not_kinds]
    said = any_of(too_far(seen, id_, within) for id_ in units)
    if said.no:
        return None
    span = exactly(columns) if said.yes else Interval(min(0, columns), max(0, columns), said.needs)
    return Shift(span, f"a line of more than {within} hexes")


def too_far(seen: SupplyView, unit: str, within: int) -> Truth:
    """Has the unit a line to a headquarters, but none within so many hexes to one, nor to a source?"""
    found = seen.supplied(unit)
    if found is None or (found.exempt | found.direct).yes:
        return NO
    far = any_of(said & link.linked for link, said in found.by)
    if far.no:
        return NO
    near = any_of(
        link.linked
        & seen.branches[link.unit].to(seen.branches[link.unit].goals, replace(seen.main.line, maximum=within)).at(found.hex)
        for link, _ in found.by
    )
    return far & ~(near | found.direct | found.exempt)
