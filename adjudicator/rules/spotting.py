"""Spotting: how far a unit sees, whom, and whether somebody sees the target of indirect fire."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import inf
from typing import Final

from adjudicator.engine.actions import Fire
from adjudicator.engine.hexes import Hex
from adjudicator.engine.state import Standing
from adjudicator.engine.terms import FireWord, LightWord, MarkWord, SideWord, TraitWord
from adjudicator.engine.units import Unit
from adjudicator.facts import NO, YES, Interval, Truth, Unknown, all_of, any_of, between, exactly, number
from adjudicator.finding import Row

from .daylight import is_light, light
from .fire import affected, aim
from .opinion import Opinion
from .registry import SHARED
from .table import Table

SHARED.slot("spotting.range", "How many hexes away may a unit spot?")
SHARED.slot("spotting.change", "What raises or limits that?", "many", optional=True)
SHARED.slot("spotting.spotter", "May a unit spot at all?", "many", optional=True)
SHARED.slot("spotting.seen", "May one unit be spotted by another?", "many", optional=True)

NO_MORE: Final = exactly(0)
NO_LIMIT: Final = exactly(inf)


@dataclass(frozen=True, slots=True)
class SpotterReach:
    """What becomes of the distance at which a unit spots: first all additions, then all limits, but for those that come first."""

    plus: Interval = NO_MORE
    most: Interval = NO_LIMIT
    first: bool = False  # is it limited before anything is added?


@SHARED.rule("spotting.range")
def by_level(
    table: Table, unit: Unit, frm: Hex, to: Hex, *, hexes: int, lower: Mapping[int, int] | None = None, levels: int = 3
) -> Interval:
    """So many hexes, or more at a target that lies so many levels lower."""
    mine, its = table.board.level(frm), table.board.level(to)
    above, below = number(mine, 1, levels), number(its, 1, levels)
    drops = range(max(0, int(above.low - below.high)), max(0, int(above.high - below.low)) + 1)
    found = [(lower or {}).get(drop, hexes) if drop else hexes for drop in drops]
    return between(min(found), max(found), *(above.needs | below.needs))


@SHARED.rule("spotting.change")
def farther(
    table: Table, unit: Unit, frm: Hex, *, trait: TraitWord, plus: int, from_level: int = 1, levels: int = 3
) -> SpotterReach:
    """Units with a trait spot further, from a level up."""
    holds = unit.has(trait) & number(table.board.level(frm), 1, levels).at_least(exactly(from_level))
    return SpotterReach(plus=exactly(0) if holds.no else exactly(plus) if holds.yes else Interval(0, plus, holds.needs))


@SHARED.rule("spotting.change")
def limited_by_light(
    table: Table, unit: Unit, frm: Hex, *, most: Mapping[LightWord, int], before_additions: frozenset[LightWord] = frozenset()
) -> SpotterReach:
    """In bad light nobody spots further than so many hexes, at night perhaps nothing.

    In some lights those who spot further than others do so beyond that limit.
    """
    now = light(table)
    if isinstance(now, Unknown):
        return SpotterReach(most=Interval(min(most.values()), inf, frozenset((now.key,))))
    return SpotterReach(most=exactly(most.get(now.value, inf)), first=now.value in before_additions)


@SHARED.rule("spotting.spotter")
def not_marked(table: Table, unit: Unit, standing: Standing, *, marks: frozenset[MarkWord]) -> Truth:
    """Units with certain markers spot nothing."""
    return all_of(~standing.marked(mark, unit.id) for mark in sorted(marks))


@SHARED.rule("spotting.seen")
def never(table: Table, spotter: Unit, target: Unit, *, trait: TraitWord, by: frozenset[SideWord] = frozenset()) -> Truth:
    """Units with a trait are never spotted (by certain sides)."""
    return YES if by and spotter.side not in by else ~target.has(trait)


def reach_of(table: Table, unit: Unit, frm: Hex, to: Hex) -> Interval:
    """How far a unit spots from one hex towards another."""
    reach: Interval = table.rules.one("spotting.range", side=unit.side)(table, unit, frm, to)
    changes: list[SpotterReach] = [binding(table, unit, frm) for binding in table.rules.many("spotting.change", side=unit.side)]
    reach = _limited(reach, [change for change in changes if change.first])
    for change in changes:
        reach += change.plus
    return _limited(reach, [change for change in changes if not change.first])


def _limited(reach: Interval, changes: list[SpotterReach]) -> Interval:
    for change in changes:
        low, high = min(reach.low, change.most.low), min(reach.high, change.most.high)
        reach = between(low, high, *(reach.needs | change.most.needs))
    return reach


def clear(table: Table, side: str, frm: Hex, to: Hex) -> Truth:
    """Is the line of sight between two hexes free?"""
    said: Truth = table.rules.one("spotting.line", side=side)(table, frm, to)
    return said


def in_reach(table: Table, unit: str, to: Hex) -> Truth:
    """Is a hex near enough for a unit that may spot at all?"""
    spotter, standing = table.unit(unit), table.standing(unit)
    if standing is None or standing.place not in table.grid or to not in table.grid:
        return NO
    able = all_of(binding(table, spotter, standing) for binding in table.rules.many("spotting.spotter", side=spotter.side))
    near = exactly(table.grid.distance(standing.place, to)).at_most(reach_of(table, spotter, standing.place, to))
    return able & near


def spots_hex(table: Table, unit: str, to: Hex) -> Truth:
    """May a unit spot into a hex, whoever is there?"""
    said = in_reach(table, unit, to)
    return NO if said.no else said & clear(table, table.unit(unit).side, table.place_of(unit) or to, to)


def spots(table: Table, unit: str, to: Hex, kind: str = "") -> Truth:
    """Does a unit spot somebody in a hex: somebody whom fire of a kind affects, if it is for such fire and anybody is there?"""
    spotter = table.unit(unit)
    rules = table.rules.many("spotting.seen", side=spotter.side)
    enemies = table.enemy_units(spotter.side, to)
    hit = [id_ for id_ in enemies if not kind or not affected(table, id_, kind).no]  # if nobody, another rule says so
    seen = any_of(all_of(rule(table, spotter, table.unit(id_)) for rule in rules) for id_ in hit or enemies)
    return NO if seen.no else seen & spots_hex(table, unit, to)


def spotted(table: Table, side: str, to: Hex, kind: str = "") -> tuple[Truth, tuple[str, ...]]:
    """Is somebody in a hex spotted by a side, and by whom: the first that surely does, or all that perhaps do."""
    said, perhaps = NO, []
    for id_ in table.force(side).standings:
        found = spots(table, id_, to, kind)
        if found.yes:
            return YES, (id_,)
        if found.open:
            said |= found
            perhaps.append(id_)
    return said, tuple(perhaps)


@SHARED.rule("check.fire")
def target_spotted(
    table: Table, fire: Fire, *, kind: FireWord, never_in: frozenset[LightWord] = frozenset()
) -> Iterator[Opinion]:
    """Indirect fire needs somebody who spots the target. In some light nobody fires at all, so that it is one fault, not two."""
    aimed = aim(table, fire)
    if fire.kind != kind or aimed is None or not aimed.units or is_light(table, never_in).yes:
        return
    said, who = spotted(table, aimed.side, aimed.hex, kind)
    at = table.at(aimed.hex)
    rows = tuple(_row(table, id_, aimed.hex) for id_ in who)
    text = f"nobody spots {at}" if said.no else f"whether anybody spots {at} hangs on what is not known"
    # Where somebody is near enough it is the line of sight that hides the target.
    hidden = not said.yes and any(not in_reach(table, id_, aimed.hex).no for id_ in table.force(aimed.side).standings)
    cite = table.rules.one("spotting.line", side=aimed.side).cite if hidden else ()
    yield Opinion(said, text, rows=rows, units=who or fire.firers, hexes=(aimed.hex,), cite=cite)


def _row(table: Table, spotter: str, to: Hex) -> Row:
    unit, place = table.unit(spotter), table.place_of(spotter) or to
    reach = reach_of(table, unit, place, to)
    return Row(f"{table.grid.distance(place, to)} of {reach}", f"hexes from {unit.name} at {table.at(place)}")
