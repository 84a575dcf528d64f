"""Breakthroughs: steps that the defender should have lost and had not become movement points for those who attacked."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from math import ceil
from typing import Final

from adjudicator import factname
from adjudicator.engine.actions import Advance
from adjudicator.engine.deeds import ADVANCED, ATTACKED
from adjudicator.engine.hexes import Hex
from adjudicator.engine.memory import Lifetime, Memory
from adjudicator.engine.state import State
from adjudicator.engine.terms import KindWord, TraitWord
from adjudicator.engine.units import Unit
from adjudicator.factname import FactName
from adjudicator.facts import NO, YES, Interval, Truth, all_of, any_of, between, exactly, truth, unsure
from adjudicator.finding import Row

from ..movement.modes import MOST_POINTS, Mode, allowance, modes_of
from ..movement.search import Relaxed, Terms, Way, find, follow, terms_for
from ..opinion import Opinion
from ..registry import SHARED
from ..table import Table
from .aftermath import losses_due, result_key
from .record import Combat, last

_FREELY = Mode("breakthrough")
_NO_ZONES = Relaxed(zoc=True)

SPENT: Final[Memory[dict[str, Interval]]] = SHARED.memory(
    "spent in breakthroughs",
    dict[str, Interval],
    "the points that each unit has spent since the breakthrough that it takes part in",
    lasts=Lifetime.COMBAT,
    default={},
    forbids=True,
)


@dataclass(frozen=True, slots=True)
class _Course:
    """Where an advance leads: for the first time by way of the hex that was attacked, at once or sooner or later."""

    start: Hex
    to: Hex
    path: tuple[Hex, ...] | None
    by_way_of: Hex | None
    at_once: bool

    @property
    def passes(self) -> bool:
        """Does the path that the players named lead by way of that hex?"""
        beyond = (self.path or ())[1:]
        return self.by_way_of is None or self.by_way_of in (beyond[:1] if self.at_once else beyond)


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
    harmless: frozenset[KindWord] = frozenset(),
    once: bool = False,
) -> Iterator[Opinion]:
    """After a breakthrough certain attackers move on by as many points as losses were in excess, and others exploit it.

    All go by way of the hex that was attacked, pay normal costs, and ignore zones of control. Those who exploit must not be next
    to an enemy nor have fought, and have part of their movement allowance, rounded up. Some kinds of enemies are harmless; who
    has exploited one breakthrough may have to leave others alone.
    """
    combat = last(table)
    if combat is None:
        yield Opinion(unsure(factname.last_combat()), f"no combat is known after which {table.names(advance.units)} advanced")
        return
    over, spent = excess(table, combat), table.state.listed(SPENT)
    broke = exactly(1).at_most(over)
    for id_ in advance.units:
        unit, start = table.unit(id_), table.place_of(id_)
        if start is None or start not in table.grid:
            continue
        rows = [Row(str(over), f"steps lost in excess at {table.at(combat.fight.target)}")]
        able = any_of(unit.has(trait) for trait in sorted(traits))
        if id_ in combat.fight.attackers:
            points, free = over, YES
        elif exploit:
            points, free = _part(table, unit, share), YES if id_ in spent else _unengaged(table, unit, start, harmless)
            if once and id_ not in spent:
                free &= ~table.state.has(ADVANCED, id_)
            rows.append(Row(str(points), f"points of {unit.name} to exploit the breakthrough"))
        else:
            yield Opinion(NO, f"{unit.name} took no part in the attack on {table.at(combat.fight.target)}", units=(id_,))
            continue
        course = _course(combat, spent.keys(), advance, id_, start)
        if id_ in spent:
            rows.append(Row(str(spent[id_]), f"points that {unit.name} has spent already"))
            points = _left(points, spent[id_])
        said = all_of((broke, able, free, _reached(table, unit, course, points)))
        why = (
            "there was no breakthrough"
            if broke.no
            else "it is not mobile enough"
            if able.no
            else f"it is next to an enemy or has fought{' or exploited another breakthrough' if once else ''}"
            if free.no
            else f"it has {points} points left"
            if course.by_way_of is None
            else f"it has {points} points and must pass {course.by_way_of}"
        )
        word = "cannot" if said.no else "perhaps cannot"
        yield Opinion(
            said,
            "" if said.yes else f"{unit.name} {word} advance from {table.at(start)} to {table.at(advance.to)}: {why}",
            rows=tuple(rows),
            units=(id_,),
            hexes=(start, advance.to),
        )


@SHARED.rule("after.advance")
def points_spent(after: Table, advance: Advance, before: Table) -> State:
    """Whoever goes in several bounds has the points of one: what each of them cost is remembered until the next combat.

    One that nobody could pay for counts as nothing: it was told when it was made.
    """
    combat = last(before)
    if combat is None:
        return after.state
    spent = dict(before.state.listed(SPENT))
    for id_ in advance.units:
        start = before.place_of(id_)
        if start is not None and start in before.grid:
            course = _course(combat, spent.keys(), advance, id_, start)
            spent[id_] = spent.get(id_, exactly(0)) + _paid(before, before.unit(id_), course)
    return after.state.remember(SPENT, spent)


def _course(combat: Combat, gone: AbstractSet[str], advance: Advance, unit: str, start: Hex) -> _Course:
    by_way_of = None if unit in gone else combat.fight.target
    return _Course(start, advance.to, advance.path, by_way_of, unit in combat.fight.attackers)


def _left(points: Interval, spent: Interval) -> Interval:
    low, high = max(0, points.low - spent.high), max(0, points.high - spent.low)
    return between(low, high, *points.needs, *spent.needs)


def _part(table: Table, unit: Unit, share: float) -> Interval:
    has, _ = allowance(table, unit, _FREELY)
    return between(ceil(has.low * share), ceil(has.high * share), *has.needs)


def _unengaged(table: Table, unit: Unit, start: Hex, harmless: frozenset[str]) -> Truth:
    near = (id_ for hex in table.grid.neighbours(start) for id_ in table.enemies_on_the_ground(unit.side, hex))
    return truth(all(table.unit(id_).kind in harmless for id_ in near)) & ~table.state.has(ATTACKED, unit.id)


def _terms(table: Table, unit: Unit) -> tuple[Terms, Terms]:
    """What steps cost it at the least, and at the most: as in a move, but zones of control hold nobody up."""
    terms = terms_for(table, unit, _as_it_moves(table, unit)).without(_NO_ZONES)
    return terms, terms.at_worst().without(_NO_ZONES)


def _as_it_moves(table: Table, unit: Unit) -> Mode:
    """It pays what it pays along roads and rails in a move, but has no way of travelling that gives it more points."""
    ways = [way for _, _, way in modes_of(table, unit) if way.factor == 1 and not way.unlimited and way.may.yes]
    prices: dict[str, float] = {}
    for route, price in (cost for way in ways if not way.only_along for cost in way.route_costs):
        prices[route] = min(price, prices.get(route, price))
    return replace(_FREELY, route_costs=tuple(sorted(prices.items())))


def _reached(table: Table, unit: Unit, course: _Course, points: Interval) -> Truth:
    """Can the unit pay for a way to where it went, if it has to by way of the hex attacked?"""
    at_best, at_worst = _terms(table, unit)
    if _way(at_best, course, points.high) is None:
        return NO
    if _way(at_worst, course, points.low) is not None:
        return YES
    return unsure(*sorted(points.needs | _asked_about(at_best, course) or {factname.path(unit.id, course.to)}))


def _paid(table: Table, unit: Unit, course: _Course) -> Interval:
    """What the way of a unit cost it."""
    at_best, at_worst = _terms(table, unit)
    best, worst = (_way(terms, course, MOST_POINTS) for terms in (at_best, at_worst))
    if best is None:
        return exactly(0)
    needs = _asked_about(at_best, course) or {factname.path(unit.id, course.to)}
    return between(best.cost, MOST_POINTS if worst is None else worst.cost, *needs)


def _way(terms: Terms, course: _Course, points: float) -> Way | None:
    if course.path is not None:
        return follow(terms, course.path, points) if course.passes else None
    target = course.by_way_of
    if target is None:
        return find(terms, course.start, course.to, points)
    first = follow(terms, (course.start, target), points) if course.at_once else find(terms, course.start, target, points)
    if first is None or course.to == target:
        return first
    second = find(terms, target, course.to, points - first.cost)
    return None if second is None else Way((*first.path, *second.path[1:]), first.cost + second.cost)


def _asked_about(terms: Terms, course: _Course) -> frozenset[FactName]:
    """The unknown facts on the steps around the hexes of a course that are known."""
    hexes = dict.fromkeys((course.start, course.by_way_of or course.start, course.to))
    return frozenset(need for hex in hexes for step in terms.edges(hex) for need in step.needs)
