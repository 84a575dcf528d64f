"""What fire adds up to, on which die, and what the table then gives: every number between two bounds where a fact lacks."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import product
from typing import Literal

from adjudicator import factname
from adjudicator.engine.actions import Fire
from adjudicator.engine.charts import ResultsChart
from adjudicator.engine.hexes import Hex
from adjudicator.engine.terms import FeatureWord, FireWord, LightWord, MarkWord, RatingWord, ResultsWord, TerrainWord
from adjudicator.engine.units import Unit
from adjudicator.factname import FactName
from adjudicator.facts import NO, NOTHING, YES, Interval, Truth, Unknown, any_of, between, exactly, number, points, truth, unsure
from adjudicator.finding import Row

from .daylight import light
from .fire import Aim, aim, rating_of
from .fire_results import same
from .opinion import Opinion
from .registry import SHARED
from .table import Table

SHARED.slot("fire.value", "What raises or lowers the value with which one unit fires?", "many", optional=True)
SHARED.slot("fire.total", "What raises or lowers the total of a fire?", "many", optional=True)
SHARED.slot("fire.die", "What is added to the die of a fire?", "many", optional=True)

Rounding = Literal["up", "down", "none"]


@dataclass(frozen=True, slots=True)
class Factor:
    """What multiplies a value, at the least and at the most, and how fractions are rounded."""

    reason: str
    low: float
    high: float
    rounding: Rounding
    needs: frozenset[FactName] = NOTHING

    def of(self, value: Interval) -> Interval:
        low, high = self._rounded(value.low * self.low), self._rounded(value.high * self.high)
        return between(low, high, *(value.needs | self.needs))

    def _rounded(self, value: float) -> float:
        if value == math.inf or self.rounding == "none":
            return value
        return math.ceil(value) if self.rounding == "up" else math.floor(value)


@dataclass(frozen=True, slots=True)
class DieChange:
    """What is added to a die; at a player's choice, perhaps nothing."""

    reason: str
    plus: Interval
    choice: bool = False


def _factor(there: Truth, reason: str, times: float, rounding: Rounding) -> Factor | None:
    if there.no:
        return None
    return Factor(reason, times if there.yes else min(1, times), times if there.yes else max(1, times), rounding, there.needs)


@SHARED.rule("fire.value")
def across(
    table: Table, unit: Unit, frm: Hex, to: Hex, *, features: frozenset[FeatureWord], times: float, rounding: Rounding
) -> Factor | None:
    """Fire across certain hexsides is weaker."""
    return _factor(table.board.has_feature(frm, to, features), f"across {' or '.join(sorted(features))}", times, rounding)


@SHARED.rule("fire.value")
def uphill(
    table: Table, unit: Unit, frm: Hex, to: Hex, *, times: Mapping[int, float], rounding: Rounding, levels: int = 3
) -> Factor | None:
    """Fire at a hex that lies so many levels higher is weaker."""
    low, high = table.board.level(frm), table.board.level(to)
    below, above = number(low, 1, levels), number(high, 1, levels)
    climbs = range(max(0, int(above.low - below.high)), max(0, int(above.high - below.low)) + 1)
    found = [times.get(climb, 1.0) for climb in climbs]
    if set(found) == {1.0}:
        return None
    span = between(min(found), max(found), *(below.needs | above.needs))
    text = (
        f"{climbs[0]} levels up" if len(climbs) == 1 and climbs[0] > 1 else "1 level up" if len(climbs) == 1 else "perhaps uphill"
    )
    return Factor(text, span.low, span.high, rounding, span.needs)


@SHARED.rule("fire.total")
def into(table: Table, aimed: Aim, *, terrain: frozenset[TerrainWord], times: float, rounding: Rounding) -> Factor | None:
    """Fire into certain terrain is weaker: all of it together, rounded once."""
    return _factor(table.board.is_terrain(aimed.hex, terrain), f"into {' or '.join(sorted(terrain))}", times, rounding)


@SHARED.rule("fire.total")
def rounded(table: Table, aimed: Aim, *, rounding: Rounding) -> Factor | None:
    """Fractions that the units kept are rounded once, when all are added up."""
    return Factor("all together", 1, 1, rounding)


@SHARED.rule("fire.die")
def armour(table: Table, aimed: Aim, *, rating: RatingWord, most: int = 9) -> DieChange | None:
    """The armour printed on the target is added."""
    unit = table.unit(aimed.units[0])
    plus = number(unit.rating(rating, table.losses(unit.id)), 0, most)
    return DieChange(f"armour of {unit.name}", plus)


@SHARED.rule("fire.die")
def target_marked(table: Table, aimed: Aim, *, mark: MarkWord, plus: int, choice: bool = False) -> DieChange | None:
    """A marker on the target changes the die, perhaps only if the one who fires wants it."""
    standing = table.standing(aimed.units[0])
    carried = NO if standing is None else standing.marked(mark, aimed.units[0])
    return _die_change(carried, f"the target is {mark}", plus, choice)


@SHARED.rule("fire.die")
def in_light(table: Table, aimed: Aim, *, plus: Mapping[LightWord, int]) -> DieChange | None:
    """Dusk (or another light) changes the die."""
    now = light(table)
    if isinstance(now, Unknown):
        low, high = min(0, *plus.values()), max(0, *plus.values())
        return DieChange("perhaps bad light", Interval(low, high, frozenset((now.key,))))
    added = plus.get(now.value)
    return None if added is None else DieChange(now.value, exactly(added))


def _die_change(holds: Truth, reason: str, plus: int, choice: bool) -> DieChange | None:
    if holds.no:
        return None
    return DieChange(reason, exactly(plus) if holds.yes else Interval(min(0, plus), max(0, plus), holds.needs), choice)


def total_of(table: Table, fire: Fire, aimed: Aim) -> tuple[Interval, tuple[Row, ...]]:
    """What all that fires adds up to: each unit's value with its own halvings, then those of the whole."""
    total, rows = exactly(0), []
    for id_ in dict.fromkeys(fire.firers):
        unit, place = table.unit(id_), table.place_of(id_)
        value = rating_of(table, unit, fire.kind)
        rows.append(Row(str(value), unit.name))
        if place is not None and place in table.grid:
            for binding in table.rules.many("fire.value", kind=fire.kind, side=aimed.side):
                value = _applied(binding(table, unit, place, aimed.hex), value, binding.cite, rows)
        total += value
    for binding in table.rules.many("fire.total", kind=fire.kind, side=aimed.side):
        total = _applied(binding(table, aimed), total, binding.cite, rows)
    return total, (*rows, Row(str(total), f"total of the {fire.kind}"))


def _applied(factor: Factor | None, value: Interval, cite: tuple[str, ...], rows: list[Row]) -> Interval:
    if factor is None:
        return value
    span = points(factor.low) if factor.low == factor.high else f"{points(factor.low)} to {points(factor.high)}"
    fractions = "kept" if factor.rounding == "none" else factor.rounding
    rows.append(Row(f"x{span}", f"{factor.reason}, fractions {fractions}", cite))
    return factor.of(value)


def dice_of(table: Table, fire: Fire, aimed: Aim, rolled: int) -> tuple[tuple[Interval, ...], tuple[Row, ...]]:
    """The numbers the die may stand for (several where a player may choose), with what is added."""
    rows, sums = [Row(str(rolled), "die")], []
    changes: list[tuple[Interval, ...]] = []
    for binding in table.rules.many("fire.die", kind=fire.kind, side=aimed.side):
        change: DieChange | None = binding(table, aimed)
        if change is not None:
            span = change.plus
            text = f"{span.low:+g}" if span.exact else f"{span.low:+g} to {span.high:+g}"
            rows.append(Row(text, f"{change.reason}{', if wanted' if change.choice else ''}", binding.cite))
            changes.append((span, exactly(0)) if change.choice else (span,))
    sums = [reduce(Interval.__add__, chosen, exactly(rolled)) for chosen in product(*changes)]
    return tuple(sums), tuple(rows)


_COLUMN = re.compile(r"(\d+)(?:\s*[-–]\s*(\d+)|\s*(\+))?")


def columns_of(chart: ResultsChart, total: Interval) -> tuple[str, ...] | None:
    """The columns for a total: `3`, `4-6`, `7+`, the last for all beyond it. None if it may be less than the first."""
    starts = [int(found[1]) if (found := _COLUMN.fullmatch(label.strip())) else None for label in chart.columns]
    known = [start for start in starts if start is not None]
    if len(known) < len(starts) or known != sorted(known):
        raise ValueError(f"columns of a fire table are numbers that grow, not {', '.join(chart.columns)}")
    if total.low < known[0]:
        return None
    ends = (*known[1:], math.inf)
    return tuple(
        label for label, start, end in zip(chart.columns, known, ends, strict=True) if start <= total.high and total.low < end
    )


def first_of(chart: ResultsChart) -> int:
    """The total at which the first column begins."""
    found = _COLUMN.fullmatch(chart.columns[0].strip())
    return 0 if found is None else int(found[1])


def may_give(chart: ResultsChart, total: Interval, die: Interval) -> frozenset[str] | None:
    """The results that the table may give; None if the total may lie before its first column."""
    columns = columns_of(chart, total)
    if columns is None:
        return None
    least, most = min(chart.rows), max(chart.rows)
    rows = range(int(min(max(die.low, least), most)), int(min(max(die.high, least), most)) + 1)
    return frozenset(chart.look_up(row, column) for column in columns for row in rows)


@SHARED.rule("check.fire")
def counted(table: Table, fire: Fire, *, kind: FireWord) -> Iterator[Opinion]:
    """The total that the players used is the one that adds up."""
    aimed = aim(table, fire)
    if fire.kind != kind or aimed is None:
        return
    total, rows = total_of(table, fire, aimed)
    if fire.total is None:
        yield Opinion(YES, rows=rows, units=fire.firers)
        return
    stated = exactly(fire.total)
    said = NO if stated.at_most(total).no or stated.at_least(total).no else YES if total.exact else unsure(*total.needs)
    text = f"the {kind} was counted as {fire.total}, and it adds up to {total}"
    yield Opinion(said, text, rows=rows, units=fire.firers, hexes=(aimed.hex,))


@SHARED.rule("check.fire")
def looked_up(
    table: Table, fire: Fire, *, kind: FireWord, chart: ResultsWord, below: Literal["open", "nothing", "first"] = "open"
) -> Iterator[Opinion]:
    """The result is the one that the table gives for the total and the die.

    `below` says what becomes of a total below the first column: nothing at all, or that column counts.
    """
    aimed = aim(table, fire)
    if fire.kind != kind or aimed is None or fire.die is None or fire.result is None:
        return
    found = table.game.chart(chart, ResultsChart)
    total, rows = total_of(table, fire, aimed)
    dice, why = dice_of(table, fire, aimed, fire.die)
    if found is not None and below != "open" and total.high < first_of(found):
        if below == "nothing":
            text = f"a total of {total} has no effect, the players used {fire.result}"
            yield Opinion(truth(same(fire.result, "-")), text, rows=rows, units=fire.firers, hexes=(aimed.hex,))
            return
        total = exactly(first_of(found))
    if found is None:
        yield Opinion(unsure(factname.chart(chart)), "what the table gives is not known", rows=(*rows, *why), units=fire.firers)
        return
    said = any_of(_agrees(found, total, die, fire.result, chart) for die in dice)
    given = sorted({read for die in dice for read in may_give(found, total, die) or ()})
    text = f"the table gives {' or '.join(given) or 'nothing for such a total'}, the players used {fire.result}"
    yield Opinion(said, text, rows=(*rows, *why), units=fire.firers, hexes=(aimed.hex,))


def _agrees(chart: ResultsChart, total: Interval, die: Interval, result: str, name: str) -> Truth:
    possible = may_give(chart, total, die)
    if possible is None:
        return unsure(*(total.needs or (factname.chart(name),)))
    fitting = [each for each in possible if same(each, result)]
    if not fitting:
        return NO
    return YES if len(fitting) == len(possible) else unsure(*(total.needs | die.needs))


def results_of(table: Table, fire: Fire) -> tuple[str, ...]:
    """What the table gives for a fire: one result, or several where a player may choose; none where a fact lacks."""
    aimed = aim(table, fire)
    rules = (each for each in table.rules.many("check.fire") if each.rule.name == "firepower.looked_up")
    bound = next((each for each in rules if each.value("kind") == fire.kind), None)
    chart = None if bound is None else table.game.chart(bound.value("chart"), ResultsChart)
    if aimed is None or bound is None or chart is None or fire.die is None:
        return ()
    total, _ = total_of(table, fire, aimed)
    if bound.value("below") != "open" and total.high < first_of(chart):
        if bound.value("below") == "nothing":
            return ("-",)
        total = exactly(first_of(chart))
    found = [may_give(chart, total, die) for die in dice_of(table, fire, aimed, fire.die)[0]]
    if any(each is None or len(each) != 1 for each in found):
        return ()
    return tuple(dict.fromkeys(result for each in found for result in each or ()))
