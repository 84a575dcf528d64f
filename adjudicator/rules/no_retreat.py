"""Units that were eliminated because they could not retreat: is it true that they could not?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator import factname
from adjudicator.engine.actions import Lose
from adjudicator.engine.terms import TraitOrMark
from adjudicator.facts import NO, YES, Truth, any_of

from .combat.aftermath import losses_due, ordered, steps_left
from .combat.fight import Role
from .combat.record import Combat, last
from .combat.routes import manner_of, routes
from .opinion import Opinion
from .registry import SHARED
from .table import Table


@SHARED.rule("check.lose")
def nowhere_to_go(table: Table, lose: Lose, *, stays: frozenset[TraitOrMark] = frozenset()) -> Iterator[Opinion]:
    """Beyond what the result takes, and one step lost to stay, only units with no way to retreat lose steps, and all of them.

    Some units never have a way.
    """
    combat = last(table)
    if combat is None or lose.because not in ("combat", "retreat"):
        return
    role = combat.role_of(lose.side)
    spare, price = _spare(table, combat, role)
    if len(lose.steps) <= spare:
        return
    gone = [unit for unit in dict.fromkeys(lose.steps) if lose.steps.count(unit) >= steps_left(table, unit)]
    free, excused = [], 0
    for unit in gone:
        order = ordered(table, combat, unit)
        if order.instead == "elimination" and order.length.high and unit in combat.fight.units(role):
            if trapped(table, combat, role, unit, gone, stays).no:
                free.append(unit)
            else:
                excused += lose.steps.count(unit)
    if excused >= len(lose.steps) - spare or not (free or price):
        return  # what no retreat has to do with is counted by another rule
    names = table.names(tuple(free) or lose.steps)
    text = (
        f"{names} could have retreated, and was eliminated"
        if free
        else f"{names} lost more than the {spare:g} {'step' if spare == 1 else 'steps'} left to lose"
    )
    fix = f"retreat {names}" if free else None
    yield Opinion(NO, text, units=tuple(free) or lose.steps, hexes=(combat.fight.target,), fix=fix)


def _spare(table: Table, combat: Combat, role: Role) -> tuple[float, int]:
    """Steps that may still be lost, besides those of units with no way to retreat, and how many of them are the price to stay."""
    units = combat.fight.units(role)
    orders = [ordered(table, combat, unit) for unit in units if steps_left(table, unit)]
    price = max((order.price or 0 for order in orders if order.length.high), default=0)
    due, lost = losses_due(table, combat, role).number.high, len(combat.lost_by(role))
    dead = sum(combat.lost.count(unit) for unit in units if not steps_left(table, unit))
    return due + price - max(min(due, lost), lost - dead), price


def trapped(
    table: Table, combat: Combat, role: Role, unit: str, gone: Sequence[str], stays: frozenset[str] = frozenset()
) -> Truth:
    """Had a unit to retreat without any way to, or none that others of its side could not take up that are not `gone` with it?"""
    far, place = int(ordered(table, combat, unit).length.high), table.place_of(unit)
    manner, standing = manner_of(table, unit), table.standing(unit)
    if not far or manner is None or standing is None or place is None or place not in table.grid:
        return NO
    fixed = any_of(table.unit(unit).has(trait) | standing.marked(trait, unit) for trait in sorted(stays))
    if not fixed.no:
        return fixed
    ways = routes(table, (unit,), place, far, manner)
    found = [route for route in ways if (not route.short if manner.whole else len(route.path) > 1)]
    ends = {route.path[-1] for route in found if route.open.yes}
    if len(ends) > _still_to_go(table, combat, role, gone):
        return NO
    return ~table.asks(factname.retreat_way(unit)) if found else YES


def _still_to_go(table: Table, combat: Combat, role: Role, gone: Sequence[str]) -> int:
    """How many others of the side may have a retreat to make yet: each may take up a hex."""
    done = combat.retreated
    left = (unit for unit in combat.fight.units(role) if unit not in done and unit not in gone and steps_left(table, unit))
    return sum(bool(ordered(table, combat, unit).length.high) for unit in left)
