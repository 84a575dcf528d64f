"""The column on which a combat is resolved, with every row of the arithmetic that leads to it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from adjudicator import factname
from adjudicator.engine.charts import ResultsChart
from adjudicator.factname import FactName
from adjudicator.facts import NOTHING, Interval, exactly
from adjudicator.finding import Row

from ..table import Table
from .fight import Fight
from .odds import Ladder, Odds
from .results import looked_up
from .shifts import shifted


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns that a combat may have, from the worst to the best. None stands for an attack that is not possible."""

    ladder: Ladder
    possible: tuple[str | None, ...]
    needs: frozenset[FactName]
    rows: tuple[Row, ...]


def columns_of(table: Table, fight: Fight) -> Columns:
    """From strengths to odds, and from odds by shifts to a column."""
    return table.cached(("columns", fight), lambda: _columns_of(table, fight))


def _columns_of(table: Table, fight: Fight) -> Columns:
    odds, rows = _odds(table, fight)
    if odds.fixed:
        last = odds.ladder.columns[-1]
        return Columns(odds.ladder, (last,), NOTHING, (*rows, Row(last, "column")))
    shifts, why = shifted(table, fight)
    low, high = int(odds.low + shifts.low), int(odds.high + shifts.high)
    if odds.perhaps_fixed:
        high = max(high, len(odds.ladder.columns) - 1)
    possible = odds.ladder.all_between(low, high)
    needs = odds.needs | shifts.needs if len(possible) > 1 else NOTHING
    final = " or ".join(each or "no attack possible" for each in dict.fromkeys((possible[0], possible[-1])))
    return Columns(odds.ladder, possible, needs, (*rows, *why, Row(final, "column")))


def _odds(table: Table, fight: Fight) -> tuple[Odds, tuple[Row, ...]]:
    rule = table.rules.one("combat.odds", side=fight.side)
    strength = table.rules.one("combat.strength", side=fight.side)
    attack, defence = strength(table, fight, "attacker"), strength(table, fight, "defender")
    odds: Odds = rule(table, attack.strength, defence.strength)
    ladder = odds.ladder
    fixed = table.rules.find("combat.fixed", side=fight.side)
    column = None if fixed is None else fixed(table, fight.kind)
    if fixed is not None and column is not None:
        at = ladder.position(column)
        if at is None:
            raise ValueError(f"{column} is no column of the chart: {', '.join(ladder.columns)}")
        return Odds(ladder, at, at), (Row(column, f"a {fight.kind}", fixed.cite),)
    named = [_name(ladder, odds.low), _name(ladder, odds.high)]
    worth = named[0] if named[0] == named[1] else f"{named[0]} to {named[1]}"
    summed = (*_of(attack.rows, strength.cite), *_of(defence.rows, strength.cite))
    return odds, (*summed, Row(worth, f"odds of {odds.ratio}", rule.cite))


def odds_of(table: Table, fight: Fight) -> tuple[str, ...]:
    """The odds before all shifts, from the worst to the best."""
    odds, _ = _odds(table, fight)
    return tuple(_name(odds.ladder, at) for at in range(int(odds.low), int(odds.high) + 1))


def _of(rows: tuple[Row, ...], cite: tuple[str, ...]) -> tuple[Row, ...]:
    """The rows of a sum, the last with the sections that say how sums are made."""
    return (*rows[:-1], replace(rows[-1], cite=cite)) if rows else ()


def _name(ladder: Ladder, position: int) -> str:
    """The odds at a position, also beyond the ends of the chart."""
    if position < 0:
        return f"below {ladder.columns[0]}"
    return ladder.columns[position] if position < len(ladder.columns) else f"above {ladder.columns[-1]}"


def die_of(table: Table, fight: Fight, rolled: int, wanted: bool = True) -> tuple[Interval, tuple[Row, ...]]:
    """The number rolled with everything that is added to it: also what is for the attacker to choose, if he wants it."""
    total, rows = exactly(rolled), [Row(str(rolled), "die")]
    for binding in table.rules.many("combat.die", side=fight.side):
        modifier = binding(table, fight)
        if modifier is not None and (wanted or not modifier.choice):
            total += modifier.plus
            span = modifier.plus
            rows.append(
                Row(f"{span.low:+g}" if span.exact else f"{span.low:+g} to {span.high:+g}", modifier.reason, binding.cite)
            )
    return total, tuple(rows)


def resolvable(table: Table, fight: Fight) -> bool:
    """Can odds be worked out? Not where attackers or defenders are wanting, which other rules see to, or the game has no odds."""
    if not fight.defenders or any(table.rules.find(slot, side=fight.side) is None for slot in ("combat.odds", "combat.chart")):
        return False
    fixed = table.rules.find("combat.fixed", side=fight.side)
    return bool(fight.attackers) or (fixed is not None and fixed(table, fight.kind) is not None)


@dataclass(frozen=True, slots=True)
class Results:
    """The results that a roll may give. None stands for one that cannot be looked up: no chart, or no attack possible."""

    texts: tuple[str | None, ...]
    needs: frozenset[FactName]
    rows: tuple[Row, ...]


def chosen(table: Table, fight: Fight) -> bool:
    """Is any of what is added to the die for the attacker to choose?"""
    found = (binding(table, fight) for binding in table.rules.many("combat.die", side=fight.side))
    return any(modifier is not None and modifier.choice for modifier in found)


def _void(table: Table, fight: Fight, number: Interval) -> bool:
    """Is the number certainly so low that it has no effect?"""
    found = (binding(table, fight) for binding in table.rules.many("combat.die", side=fight.side))
    return any(each is not None and each.void_below is not None and number.high < each.void_below for each in found)


def results_of(table: Table, fight: Fight, rolled: int, column: str | None = None, wanted: bool = True) -> Results:
    """What the chart says for a number rolled: on the column the players used, or on those that are right.

    What the attacker may choose to add to the die counts if it is `wanted`.
    """
    columns = columns_of(table, fight)
    dice, why = die_of(table, fight, rolled, wanted)
    if _void(table, fight, dice):
        return Results(("-",), dice.needs, why)
    stated = None if column is None else columns.ladder.position(column)
    if stated is not None:
        names: tuple[str, ...] = (columns.ladder.columns[stated],)
        needs: frozenset[FactName] = NOTHING
    else:
        names, needs = tuple(each for each in columns.possible if each is not None), columns.needs
    name = table.rules.one("combat.chart", side=fight.side)(table, fight)
    chart = table.game.chart(name, ResultsChart)
    rows = (*why, Row(" or ".join(names) or "none", "column"))
    if chart is None:
        return Results((None,), frozenset((factname.chart(name),)), rows)
    printed = tuple(found for each in names if (found := _printed(chart, columns.ladder, each)) is not None)
    if len(printed) < len(names) or not names:
        return Results((None,), needs, rows)
    return Results(looked_up(chart, printed, dice), needs | dice.needs, rows)


def _printed(chart: ResultsChart, ladder: Ladder, column: str) -> str | None:
    """The chart's own heading for a column, which may be written another way (3:1 for 3-1)."""
    wanted = ladder.position(column)
    return next((each for each in chart.columns if ladder.position(each) == wanted), None)
