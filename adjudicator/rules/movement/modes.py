"""The ways in which a unit may travel, and how many points it has for it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from adjudicator.engine.deeds import PLACED
from adjudicator.engine.terms import (
    KindWord,
    LightWord,
    MarkWord,
    ModeWord,
    NewMode,
    NoteWord,
    RouteWord,
    SectionWord,
    SideWord,
    Text,
    TraitWord,
)
from adjudicator.engine.units import Unit
from adjudicator.factname import FactName
from adjudicator.facts import YES, Interval, Truth, all_of, exactly, number, truth
from adjudicator.finding import Row

from ..daylight import is_light
from ..registry import SHARED
from ..table import Table

SHARED.slot("movement.mode", "In which ways may a unit travel?", "many")
SHARED.slot("movement.allowance", "What raises or lowers the points a unit has?", "many", optional=True)
SHARED.slot("movement.minimum", "May a unit always move one hex?", optional=True)

Rounding = Literal["down", "up", "none"]
MOST_POINTS = 99  # more than any counter has


@dataclass(frozen=True, slots=True)
class Mode:
    """A way to travel."""

    name: str
    only_along: frozenset[str] = frozenset()  # every step must follow one of these routes
    route_costs: tuple[tuple[str, float], ...] = ()  # prices of its own along routes
    unlimited: bool = False
    factor: float = 1
    start_free_of_zoc: bool = False
    never_in_zoc: bool = False
    stops_in_zoc: bool = False
    apart: frozenset[str] = frozenset()  # "start", "end": not next to enemy units then
    stacked_en_route: bool = False  # the stacking limit holds in every hex it passes
    overruns: bool = True  # may it enter a hex with enemies, where the game lets units do so?
    may: Truth = YES  # may this unit use it at all?
    barred_by: tuple[str, ...] = ()  # sections beyond the rule's own that (perhaps) forbid it now
    any_zone: bool = False  # do zones of control of friends count like the enemy's?
    back_from_zoc: bool = False  # may units that came back this turn begin in a zone of control?
    newcomers_apart: int = 0  # those that entered this turn end more than so many hexes from enemies
    one_zone: bool = False  # who leaves a zone of control ends next to no enemy
    not_apart_from: frozenset[str] = frozenset()  # kinds of enemies that it may be next to all the same


@SHARED.rule("movement.mode")
def travel(
    table: Table,
    unit: Unit,
    *,
    name: NewMode,
    only_along: frozenset[RouteWord] = frozenset(),
    route_costs: Mapping[RouteWord, float] | None = None,
    unlimited: bool = False,
    factor: float = 1,
    start_free_of_zoc: bool = False,
    never_in_zoc: bool = False,
    stops_in_zoc: bool = False,
    apart: frozenset[Literal["start", "end"]] = frozenset(),
    stacked_en_route: bool = False,
    sides: frozenset[SideWord] = frozenset(),
    only: frozenset[TraitWord] = frozenset(),
    never: frozenset[TraitWord] = frozenset(),
    unless: Mapping[NoteWord, list[Text]] | None = None,
    unless_cite: tuple[SectionWord, ...] = (),
    overruns: bool = True,
    any_zone: bool = False,
    back_from_zoc: bool = False,
    newcomers_apart: int = 0,
    one_zone: bool = False,
    not_apart_from: frozenset[KindWord] = frozenset(),
) -> Mode:
    """A way to travel: freely or along routes only, with its own prices, eligibility and treatment of zones of control.

    Zones of friends may count as well; units that came back this turn may begin in one; those that entered may have to end so
    many hexes from enemies; who leaves a zone may have to end next to no enemy. Some kinds of enemies may not matter.
    """
    free = all_of(~table.is_said(key, values) for key, values in (unless or {}).items())
    may = all_of(
        (
            truth(not sides or unit.side in sides),
            *(unit.has(trait) for trait in sorted(only)),
            *(~unit.has(trait) for trait in sorted(never)),
            free,
        )
    )
    costs = tuple(sorted((route_costs or {}).items()))
    return Mode(
        name,
        only_along,
        costs,
        unlimited,
        factor,
        start_free_of_zoc,
        never_in_zoc,
        stops_in_zoc,
        apart,
        stacked_en_route,
        overruns,
        may,
        () if free.yes else unless_cite,
        any_zone,
        back_from_zoc,
        newcomers_apart,
        one_zone,
        not_apart_from,
    )


@dataclass(frozen=True, slots=True)
class ModeChange:
    """What becomes of an allowance, and why."""

    reason: str
    times: float = 1
    plus: float = 0
    rounding: Rounding = "none"
    holds: Truth = YES


@SHARED.rule("movement.allowance")
def scaled(
    table: Table,
    unit: Unit,
    mode: Mode,
    *,
    reason: Text,
    times: float = 1,
    plus: float = 0,
    rounding: Rounding = "down",
    marked: frozenset[MarkWord] = frozenset(),
    noted: Mapping[NoteWord, list[Text]] | None = None,
    traits: frozenset[TraitWord] = frozenset(),
    never: frozenset[TraitWord] = frozenset(),
    modes: frozenset[ModeWord] = frozenset(),
    lights: frozenset[LightWord] = frozenset(),
    not_entering: bool = False,
) -> ModeChange | None:
    """The allowance is multiplied or changed by a number for units with a marker, in some light, or while something is noted.

    Those that enter the map in this turn may be free of it.
    """
    standing = table.standing(unit.id)
    if modes and mode.name not in modes:
        return None
    if not_entering and (standing is None or standing.place not in table.grid or table.state.has(PLACED, unit.id).yes):
        return None
    holds = all_of(
        (
            *(standing.marked(mark, unit.id) if standing is not None else truth(False) for mark in sorted(marked)),
            *(unit.has(trait) for trait in sorted(traits)),
            *(~unit.has(trait) for trait in sorted(never)),
            *(table.is_said(key, values) for key, values in (noted or {}).items()),
            is_light(table, lights) if lights else YES,
        )
    )
    return None if holds.no else ModeChange(reason, times, plus, rounding, holds)


@SHARED.rule("movement.minimum")
def one_hex(table: Table, unit: Unit) -> bool:
    """Every unit that can move at all may always move one hex."""
    return True


def modes_of(table: Table, unit: Unit) -> tuple[tuple[str, tuple[str, ...], Mode], ...]:
    """The ways open to a unit, each with the rule it comes from."""
    found = ((binding, binding(table, unit)) for binding in table.rules.many("movement.mode", side=unit.side))
    return tuple((binding.id, (*binding.cite, *mode.barred_by), mode) for binding, mode in found)


def allowance(table: Table, unit: Unit, mode: Mode) -> tuple[Interval, tuple[Row, ...]]:
    """The points a unit has for a way of travelling, with the arithmetic."""
    printed = number(unit.rating("movement", table.losses(unit.id)), 0, MOST_POINTS)
    rows = [Row(str(printed), f"movement allowance of {unit.name}")]
    if mode.unlimited:
        # A unit that cannot move at all has no unlimited movement either.
        return (exactly(0) if printed.high == 0 else Interval(0 if printed.low == 0 else math.inf, math.inf, printed.needs)), (
            Row("any number", f"{mode.name} movement"),
        )
    low, high, needs = printed.low * mode.factor, printed.high * mode.factor, printed.needs
    if mode.factor != 1:
        rows.append(Row(f"x{mode.factor:g}", f"{mode.name} movement"))
    for binding in table.rules.many("movement.allowance", side=unit.side):
        change: ModeChange | None = binding(table, unit, mode)
        if change is None:
            continue
        rows.append(Row(_words(change), change.reason, binding.cite))
        low, high, needs = _changed(change, low, high, needs)
    return Interval(low, high, needs if low != high else frozenset()), tuple(rows)


def _changed(change: ModeChange, low: float, high: float, needs: frozenset[FactName]) -> tuple[float, float, frozenset[FactName]]:
    new_low, new_high = _rounded(change, low), _rounded(change, high)
    if change.holds.yes:
        return new_low, new_high, needs
    return min(low, new_low), max(high, new_high), needs | change.holds.needs


def _rounded(change: ModeChange, value: float) -> float:
    changed = max(0.0, value * change.times + change.plus)
    return math.floor(changed) if change.rounding == "down" else math.ceil(changed) if change.rounding == "up" else changed


def _words(change: ModeChange) -> str:
    rounded = f", rounded {change.rounding}" if change.rounding != "none" and change.times != 1 else ""
    return f"x{change.times:g}{rounded}" if change.times != 1 else f"{change.plus:+g}"
