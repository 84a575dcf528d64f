"""How strong each side of a combat is: printed strengths, what multiplies them, what is added, how sums are rounded."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Literal

from adjudicator import factname
from adjudicator.engine.board import Board
from adjudicator.engine.charts import TerrainChart
from adjudicator.engine.hexes import Hex
from adjudicator.engine.state import Standing
from adjudicator.engine.terms import (
    AttackWord,
    ChartWord,
    FeatureWord,
    MarkWord,
    NoteWord,
    RatingWord,
    RouteWord,
    SeasonWord,
    TerrainWord,
    Text,
    TraitWord,
)
from adjudicator.engine.units import Unit
from adjudicator.factname import FactName
from adjudicator.facts import NOTHING, YES, Interval, Truth, Unknown, all_of, any_of, between, exactly, number, points
from adjudicator.finding import Row

from ..circumstances import SEASON
from ..registry import SHARED
from ..table import Table
from .fight import Fight, Role

SHARED.slot("combat.strength", "How strong are the units of a side in a combat?")
SHARED.slot("combat.scale", "What multiplies the strength of a unit in a combat?", "many", optional=True)
SHARED.slot("combat.added", "What adds to the strength of a side in a combat?", "many", optional=True)

MOST_STRENGTH = 99  # more than any counter has

Rounding = Literal["down", "up", "none"]


@dataclass(frozen=True, slots=True)
class Scale:
    """What a strength is multiplied by, at the least and at the most."""

    reason: str
    low: float
    high: float
    needs: frozenset[FactName] = NOTHING


@dataclass(frozen=True, slots=True)
class AddedStrength:
    """Strength that something lends to a side."""

    reason: str
    strength: Interval


@dataclass(frozen=True, slots=True)
class Total:
    """The strength of a side, with the arithmetic."""

    strength: Interval
    rows: tuple[Row, ...]


def rated(table: Table, unit: str, rating: str) -> Interval:
    """What is printed on the side of a unit that lies up, or on its full side if it is not in play."""
    standing = table.standing(unit)
    return number(table.unit(unit).rating(rating, 0 if standing is None else standing.losses), high=MOST_STRENGTH)


@SHARED.rule("combat.strength")
def summed(
    table: Table,
    fight: Fight,
    role: Role,
    *,
    attack: RatingWord = "attack",
    defence: RatingWord = "defence",
    rounding: Rounding = "down",
    each: Rounding = "none",
    by_hex: bool = False,
    nothing: frozenset[TraitWord] = frozenset(),
    while_marked: Mapping[MarkWord, RatingWord] | None = None,
) -> Total:
    """Printed strengths, each multiplied as it must be, are added up; fractions are rounded in each, by hex or in the sum.

    Units with certain traits (headquarters) count nothing; while they carry a marker some count with another number.
    """
    rows: list[Row] = []
    stacks: dict[str, Interval] = {}
    for id_ in fight.units(role):
        unit, standing = table.unit(id_), table.standing(id_)
        if standing is None:
            continue
        none = any_of(unit.has(trait) for trait in sorted(nothing))
        if none.yes:
            continue
        doubtful = any_of((none, ~_defends(table, fight, role, id_)))
        strength = _shown(table, unit, standing, attack if role == "attacker" else defence, while_marked or {})
        rows.append(Row(str(strength), f"{'attack' if role == 'attacker' else 'defence'} strength of {unit.name}"))
        for scale, cite in _scales(table, fight, unit, standing, role):
            strength = _times(strength, scale)
            rows.append(Row(f"x{_span(scale.low, scale.high)} = {strength}", f"{unit.name}: {scale.reason}", cite))
        strength = _rounded(strength, each)
        if doubtful.open:
            strength = _interval(0, strength.high, strength.needs | doubtful.needs)
        hex = fight.where.get(id_, "") if by_hex and role == "attacker" and len(fight.hexes) > 1 else ""
        stacks[hex] = stacks.get(hex, exactly(0)) + strength
    rounded = {hex: _rounded(strength, rounding) if hex else strength for hex, strength in stacks.items()}
    rows += [
        Row(str(rounded[hex]), f"from {table.at(hex)} ({strength} rounded {rounding})")
        for hex, strength in stacks.items()
        if hex and rounded[hex] != strength
    ]
    total = sum(rounded.values(), exactly(0))
    for binding in table.rules.many("combat.added", side=fight.side_of(role)):
        added: AddedStrength | None = binding(table, fight, role)
        if added is not None:
            total += added.strength
            rows.append(Row(f"+{added.strength}", added.reason, binding.cite))
    result = _rounded(total, rounding)
    down = f" ({total} rounded {rounding})" if result != total else ""
    rows.append(Row(str(result), f"{'attack' if role == 'attacker' else 'defence'} in all{down}"))
    return Total(result, tuple(rows))


def _shown(table: Table, unit: Unit, standing: Standing, rating: str, while_marked: Mapping[str, str]) -> Interval:
    """The number that counts: the usual one, or that for a marker that the unit carries."""
    options, needs = [rating], NOTHING
    for mark, other in while_marked.items():
        carried = standing.marked(mark, unit.id)
        if not carried.no:
            options, needs = ([other], NOTHING) if carried.yes else ([*options, other], needs | carried.needs)
    values = [rated(table, unit.id, option) for option in options]
    low, high = min(value.low for value in values), max(value.high for value in values)
    return between(low, high, *needs.union(*(value.needs for value in values)))


def _defends(table: Table, fight: Fight, role: Role, unit: str) -> Truth:
    rule = table.rules.find("combat.defender", side=fight.enemy) if role == "defender" else None
    return YES if rule is None else rule(table, unit)


def _scales(table: Table, fight: Fight, unit: Unit, standing: Standing, role: Role) -> list[tuple[Scale, tuple[str, ...]]]:
    found = (
        (binding(table, fight, unit, standing, role), binding.cite)
        for binding in table.rules.many("combat.scale", side=unit.side)
    )
    return [(scale, cite) for scale, cite in found if scale is not None]


@SHARED.rule("combat.scale")
def scaled(
    table: Table,
    fight: Fight,
    unit: Unit,
    standing: Standing,
    role: Role,
    *,
    reason: Text,
    times: float,
    roles: frozenset[Role] = frozenset({"attacker", "defender"}),
    marked: frozenset[MarkWord] = frozenset(),
    traits: frozenset[TraitWord] = frozenset(),
    never: frozenset[TraitWord] = frozenset(),
    kinds: frozenset[AttackWord] = frozenset(),
    terrain: frozenset[TerrainWord] = frozenset(),
    noted: Mapping[NoteWord, list[Text]] | None = None,
) -> Scale | None:
    """A unit's strength is multiplied for one of some markers, all of some traits, the hex attacked, or something noted."""
    if role not in roles or (kinds and fight.kind not in kinds):
        return None
    holds = all_of(
        (
            any_of(standing.marked(mark, unit.id) for mark in sorted(marked)) if marked else YES,
            *(unit.has(trait) for trait in sorted(traits)),
            *(~unit.has(trait) for trait in sorted(never)),
            table.board.is_terrain(fight.target, terrain) if terrain else YES,
            *(table.is_said(name, values) for name, values in (noted or {}).items()),
        )
    )
    if holds.no:
        return None
    low, high = (times, times) if holds.yes else (min(1.0, times), max(1.0, times))
    return Scale(reason, low, high, holds.needs)


@SHARED.rule("combat.scale")
def across(
    table: Table,
    fight: Fight,
    unit: Unit,
    standing: Standing,
    role: Role,
    *,
    chart: ChartWord = "terrain",
    bridged_by: frozenset[RouteWord] = frozenset(),
    bridges: frozenset[FeatureWord] = frozenset(),
    free: Mapping[FeatureWord, list[SeasonWord]] | None = None,
    free_turns: Mapping[FeatureWord, list[int]] | None = None,
) -> Scale | None:
    """An attacker's strength is multiplied as the terrain chart says for what it attacks across and into.

    Routes bridge certain hexsides. Some features count for nothing in a season or in certain turns (frozen rivers).
    """
    frm = fight.where.get(unit.id)
    if role != "attacker" or frm is None or not table.grid.adjacent(frm, fight.target):
        return None
    found = table.game.chart(chart, TerrainChart)
    if found is None:
        return Scale("terrain attacked across", 0, 1, frozenset((factname.chart(chart),)))
    idle = frozenset(name for name, seasons in (free or {}).items() if table.state.sure(SEASON, "") in seasons)
    idle |= frozenset(name for name, turns in (free_turns or {}).items() if table.state.turn in turns)
    scale = _across(table.board, found, frm, fight.target, bridged_by, bridges, idle)
    return None if scale.low == scale.high == 1 else scale


def _across(
    board: Board,
    chart: TerrainChart,
    frm: Hex,
    to: Hex,
    bridged_by: frozenset[str],
    bridges: frozenset[str],
    idle: frozenset[str],
) -> Scale:
    features, terrain, routes = board.features(frm, to), board.terrain(to), board.routes(frm, to)
    kinds = (
        [frozenset[str](), *(frozenset((row.feature,)) for row in chart.of("hexside"))]
        if isinstance(features, Unknown)
        else [frozenset(each.kind for each in features.value)]
    )
    grounds = (
        [frozenset((row.feature,)) for row in chart.of("hex")] or [frozenset[str]()]
        if isinstance(terrain, Unknown)
        else [terrain.value]
    )
    spans = [frozenset[str](), bridged_by] if isinstance(routes, Unknown) else [routes.value]
    results: dict[float, str] = {}
    asked: set[FactName] = set()
    for across_, ground, span in product(kinds, grounds, spans):
        bridged = not bridged_by.isdisjoint(span)
        counted = [kind for kind in across_ | ground if kind not in idle and not (bridged and kind in bridges)]
        factor = math.prod(row.attack for kind in counted if (row := chart.row(kind)) is not None)
        results.setdefault(factor, " and ".join(sorted(k for k in counted if (r := chart.row(k)) is not None and r.attack != 1)))
    low, high = min(results), max(results)
    if low != high:
        asked |= {features.key} if isinstance(features, Unknown) else set()
        asked |= {terrain.key} if isinstance(terrain, Unknown) and _varies(chart, grounds) else set()
        # A bridge can only matter where there is, or may be, something to bridge.
        asked |= (
            {routes.key} if isinstance(routes, Unknown) and any(not kind.isdisjoint(bridges - idle) for kind in kinds) else set()
        )
    return Scale(
        f"attacks across {results[low]}" if low == high and results[low] else "what it attacks across",
        low,
        high,
        frozenset(asked),
    )


def _varies(chart: TerrainChart, grounds: list[frozenset[str]]) -> bool:
    rows = [row for ground in grounds for kind in ground if (row := chart.row(kind)) is not None]
    return len({row.attack for row in rows}) > 1


def _interval(low: float, high: float, needs: frozenset[FactName]) -> Interval:
    return between(low, high, *needs)


def _times(strength: Interval, scale: Scale) -> Interval:
    return _interval(strength.low * scale.low, strength.high * scale.high, strength.needs | scale.needs)


def _rounded(strength: Interval, rounding: Rounding) -> Interval:
    if rounding == "none":
        return strength
    whole = math.floor if rounding == "down" else math.ceil
    return _interval(whole(strength.low), whole(strength.high), strength.needs)


def _span(low: float, high: float) -> str:
    return points(low) if low == high else f"{points(low)} to {points(high)}"
