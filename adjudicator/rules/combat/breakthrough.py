"""Breakthroughs: steps that the defender should have lost and had not become movement points for those who attacked."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from adjudicator import factname
from adjudicator.engine.actions import Advance
from adjudicator.engine.deeds import ATTACKED
from adjudicator.engine.hexes import Hex
from adjudicator.engine.terms import TraitWord
from adjudicator.engine.units import Unit
from adjudicator.factname import FactName
from adjudicator.facts import NO, YES, Interval, Truth, all_of, any_of, between, exactly, truth, unsure
from adjudicator.finding import Row

from ..movement.modes import MOST_POINTS, Mode, allowance
from ..movement.search import Relaxed, Terms, Way, find, follow, terms_for
from ..opinion import Opinion
from ..registry import SHARED
from ..table import Table
from .aftermath import losses_due, result_key
from .record import Combat, last

_FREELY = Mode("breakthrough")
_NO_ZONES = Relaxed(zoc=True)


def excess(table: Table, combat: Combat) -> Interval:
    """The steps that the defender was to lose beyond those he had."""
    due = losses_due(table, combat, "defender").number
    had = combat.had(combat.fight.defenders)
    if combat.result is None:
        return Interval(0, MOST_POINTS, frozenset((result_key(combat),)))
    low, high = max(0, due.low - had), max(0, due.high - had)
    return between(low, high, *due.needs)


@SHARED.rule("check.advance")
def by_excess(
    table: Table,
    advance: Advance,
    *,
    traits: frozenset[TraitWord],
    exploit: bool = False,
    share: float = 0.5,
) -> Iterator[Opinion]:
    """After a breakthrough certain attackers move on by as many points as losses were in excess, and others exploit it.

    All go by way of the hex that was attacked, pay normal costs, and ignore zones of control. Those who exploit must not be next
    to an enemy nor have fought, and have part of their movement allowance, rounded up.
    """
    combat = last(table)
    if combat is None:
        yield Opinion(unsure(factname.last_combat()), f"no combat is known after which {table.names(advance.units)} advanced")
        return
    over = excess(table, combat)
    for id_ in advance.units:
        unit, start = table.unit(id_), table.place_of(id_)
        if start is None or start not in table.grid:
            continue
        rows = [Row(str(over), f"steps lost in excess at {table.at(combat.fight.target)}")]
        broke = exactly(1).at_most(over)
        able = any_of(unit.has(trait) for trait in sorted(traits))
        if id_ in combat.fight.attackers:
            points, free = over, YES
        elif exploit:
            points, free = _part(table, unit, share), _unengaged(table, unit, start)
            rows.append(Row(str(points), f"points of {unit.name} to exploit the breakthrough"))
        else:
            yield Opinion(NO, f"{unit.name} took no part in the attack on {table.at(combat.fight.target)}", units=(id_,))
            continue
        said = all_of((broke, able, free, _reached(table, unit, start, combat.fight.target, advance, points)))
        why = (
            "there was no breakthrough"
            if broke.no
            else "it is not mobile enough"
            if able.no
            else "it is next to an enemy or has fought"
            if free.no
            else f"it has {points} points and must pass {combat.fight.target}"
        )
        word = "cannot" if said.no else "perhaps cannot"
        yield Opinion(
            said,
            "" if said.yes else f"{unit.name} {word} advance from {table.at(start)} to {table.at(advance.to)}: {why}",
            rows=tuple(rows),
            units=(id_,),
            hexes=(start, advance.to),
        )


def _part(table: Table, unit: Unit, share: float) -> Interval:
    has, _ = allowance(table, unit, _FREELY)
    return between(ceil(has.low * share), ceil(has.high * share), *has.needs)


def _unengaged(table: Table, unit: Unit, start: Hex) -> Truth:
    near = any(table.enemies_on_the_ground(unit.side, hex) for hex in table.grid.neighbours(start))
    return truth(not near) & ~table.state.has(ATTACKED, unit.id)


def _reached(table: Table, unit: Unit, start: Hex, target: Hex, advance: Advance, points: Interval) -> Truth:
    """Can the unit pay for a way to where it went that leads through the hex attacked?"""
    terms = terms_for(table, unit, _FREELY).without(_NO_ZONES)
    adjacent = table.grid.adjacent(start, target)
    if _cost(terms, start, target, advance, points.high, adjacent) is None:
        return NO
    if _cost(terms.at_worst().without(_NO_ZONES), start, target, advance, points.low, adjacent) is not None:
        return YES
    needs = points.needs | _asked_about(terms, (start, target, advance.to))
    return unsure(*sorted(needs or {factname.path(unit.id, advance.to)}))


def _cost(terms: Terms, start: Hex, target: Hex, advance: Advance, points: float, adjacent: bool) -> Way | None:
    if advance.path is not None:
        return follow(terms, advance.path, points) if target in advance.path[1:] else None
    first = follow(terms, (start, target), points) if adjacent else find(terms, start, target, points)
    if first is None:
        return None
    if advance.to == target:
        return first
    second = find(terms, target, advance.to, points - first.cost)
    return None if second is None else Way((*first.path, *second.path[1:]), first.cost + second.cost)


def _asked_about(terms: Terms, hexes: tuple[Hex, ...]) -> frozenset[FactName]:
    """The unknown facts on the steps around certain hexes."""
    return frozenset(need for hex in hexes for step in terms.edges(hex) for need in step.needs)
