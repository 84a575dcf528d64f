"""Replacements: points that rebuild lost steps, and units that come back."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from adjudicator import factname
from adjudicator.engine import actions as act
from adjudicator.engine.deeds import PLACED, RETURNED
from adjudicator.engine.hexes import Hex
from adjudicator.engine.memory import Lifetime
from adjudicator.engine.state import State
from adjudicator.engine.terms import BoxWord, ChartWord, MarkWord, SideWord, Text, TraitWord
from adjudicator.engine.units import Unit
from adjudicator.factname import FactName
from adjudicator.facts import NO, YES, Interval, Truth, all_of, any_of, between, exactly, number, truth, unsure
from adjudicator.finding import Row

from . import zoc
from .circumstances import SCENARIO
from .entry import GONE, arrivals, is_called
from .opinion import Opinion
from .printed import count, guessed, hexes_called, lines
from .registry import SHARED
from .supply.capacity import Assignment
from .supply.line import trace
from .supply.sources import SourceLink, base_sources, chain_of, is_anothers, line_of, merged
from .supply.survey import has_line, hex_in_supply, survey
from .table import Table

SHARED.slot("replacements.cost", "What does a step of a unit cost, and whose points pay for it?", optional=True)


@dataclass(frozen=True, slots=True)
class Price:
    """The points that one step takes, and the pool that pays: a side, or a nationality of its own."""

    pool: str
    points: Interval


@SHARED.rule("replacements.cost")
def by_trait(
    table: Table,
    unit: Unit,
    *,
    step: int = 1,
    traits: Mapping[SideWord, Mapping[TraitWord, int]] | None = None,
    pools: Mapping[TraitWord, Text] | None = None,
) -> Price:
    """A step costs so many points; for units with a trait, by side, other numbers. Some traits have a pool of their own."""
    low = high = float(step)
    needs: frozenset[FactName] = frozenset()
    for trait, cost in (traits or {}).get(unit.side, {}).items():
        has = unit.has(trait)
        if has.yes:
            low = high = float(cost)
        elif has.open:
            low, high, needs = min(low, cost), max(high, cost), needs | has.needs
    pool = next((name for trait, name in (pools or {}).items() if trait in unit.traits), unit.side)
    return Price(pool, between(low, high, *sorted(needs)))


def price(table: Table, unit: Unit) -> Price:
    rule = table.rules.find("replacements.cost", side=unit.side)
    found: Price = Price(unit.side, exactly(1)) if rule is None else rule(table, unit)
    return found


def _total(each: Interval, steps: int) -> Interval:
    return Interval(each.low * steps, each.high * steps, each.needs)


SPENT: Final = SHARED.family(
    "spent replacements {}", Interval, "the points that a pool has paid", lasts=Lifetime.TURN, default=exactly(0), forbids=True
)


def spent(table: Table, pool: str) -> Interval:
    """What a pool has paid this turn: points of an earlier turn are lost, so they count no longer."""
    return table.state.sure(SPENT[pool], exactly(0))


@SHARED.rule("check.replace", sort="rebuilding")
def within_points(
    table: Table, replacement: act.Replace, *, chart: ChartWord = "turns", column: Text = "replacements_{pool}"
) -> Iterator[Opinion]:
    """A side spends no more points in a turn than the calendar gives it for that turn; none are saved."""
    unit = table.unit(replacement.unit)
    found = price(table, unit)
    cost, before = _total(found.points, replacement.steps), spent(table, found.pool)
    given = count(table, chart, str(table.state.turn), column.replace("{pool}", found.pool))
    total = before + cost
    said = total.at_most(given)
    owner = table.game.side_name(found.pool)
    rows = (
        Row(str(given), f"{owner} replacement points in turn {table.state.turn}"),
        Row(str(before), "spent so far"),
        Row(str(cost), f"for {_steps(replacement.steps)} of {unit.name}"),
    )
    verb = "may take" if said.open else "takes"
    rule = table.rules.find("replacements.cost", side=unit.side)
    cite = () if rule is None else rule.cite
    message = f"rebuilding {unit.name} {verb} more points than the {owner} pool has left"
    yield Opinion(said, message, rows, units=(unit.id,), cite=cite)


def _steps(steps: int) -> str:
    return "one step" if steps == 1 else f"{steps} steps"


@SHARED.rule("after.replace")
def spend(after: Table, replacement: act.Replace, before: Table) -> State:
    """What was spent is kept for the rest of the turn, and who has come back from the dead."""
    unit = before.unit(replacement.unit)
    found = price(before, unit)
    total = spent(before, found.pool) + _total(found.points, replacement.steps)
    state = after.state.remember(SPENT[found.pool], total)
    return state if _on_map(before, unit) else state.adding(RETURNED, unit.id)


THROUGH: Final = SHARED.memory(
    "replacements through",
    dict[str, tuple[tuple[str, ...], tuple[str, ...]]],
    "for each step rebuilt the headquarters through which it surely, and perhaps, came",
    lasts=Lifetime.TURN,
    default={},
    forbids=True,
)


@SHARED.rule("check.replace", sort="rebuilding")
def through_headquarters(table: Table, replacement: act.Replace, *, partial: int = 1) -> Iterator[Opinion]:
    """Steps of units on the map come through headquarters to which they have a line: many where a railway leads there, else few.

    How they are shared out among several headquarters is for their owner to say: any sharing out will do that serves all.
    """
    unit = table.unit(replacement.unit)
    if not _on_map(table, unit):
        return
    chain = chain_of(table, unit.side)
    worst = Assignment({link.unit: _gives(link, partial, best=False) for link in chain})
    best = Assignment({link.unit: _gives(link, partial, best=True) for link in chain})
    before = {step: each for step, each in table.state.listed(THROUGH).items() if _of_side(table, step, unit.side)}
    claims = {**before, **_claims(table, unit, replacement.steps)}
    sure = all(worst.add(step, reach) for step, (reach, _) in claims.items())
    perhaps = all(best.add(step, reach) for step, (_, reach) in claims.items())
    needs = {need for link in chain for need in (*link.linked.needs, *link.fully.needs, *_line_to(table, unit, link).needs)}
    said = YES if sure else unsure(*sorted(needs)) if perhaps and needs else NO
    names = table.names(tuple(link.unit for link in chain))
    rows = tuple(
        Row(_told(_gives(link, partial, best=True)), f"replacements a turn through {table.unit(link.unit).name}")
        for link in chain
    )
    word = "has" if said.no else "has perhaps"
    message = f"{unit.name} {word} no headquarters that can pass on another replacement this turn ({names})"
    yield Opinion(said, "" if said.yes else message, rows, units=(unit.id, *(link.unit for link in chain)))


def _gives(link: SourceLink, partial: int, *, best: bool) -> float:
    """How many steps a headquarters passes on, if what is unknown turns out well, or badly."""
    if not (link.linked.yes or (best and link.linked.open)):
        return 0
    return math.inf if link.fully.yes or (best and link.fully.open) else partial


def _told(steps: float) -> str:
    return "any number" if steps == math.inf else f"{steps:g}"


def _line_to(table: Table, unit: Unit, link: SourceLink) -> Truth:
    """Has the unit a line of any length to this headquarters?"""
    place = table.place_of(unit.id)
    branch = survey(table, unit.side).branches[link.unit]
    return NO if place is None else branch.to(branch.goals, replace(branch.line, maximum=None)).at(place)


def _of_side(table: Table, step: str, side: str) -> bool:
    """Is it a step of one of this side's units?"""
    return step.rpartition(" ")[0] in table.force(side).units


def _claims(table: Table, unit: Unit, steps: int) -> Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """One for each step: the headquarters that it can surely come through, and those that it perhaps can."""
    found = {link.unit: _line_to(table, unit, link) for link in chain_of(table, unit.side)}
    sure = tuple(hq for hq, said in found.items() if said.yes)
    perhaps = tuple(hq for hq, said in found.items() if not said.no)
    done = sum(key.startswith(f"{unit.id} ") for key in table.state.listed(THROUGH))
    return {f"{unit.id} {done + step}": (sure, perhaps) for step in range(steps)}


@SHARED.rule("after.replace")
def passed_on(after: Table, replacement: act.Replace, before: Table) -> State:
    """Through which headquarters steps may have come is remembered for the turn."""
    unit = before.unit(replacement.unit)
    if not _on_map(before, unit):
        return after.state
    claims = {**before.state.listed(THROUGH), **_claims(before, unit, replacement.steps)}
    return after.state.amend(THROUGH, claims)


def _on_map(table: Table, unit: Unit) -> bool:
    return table.place_of(unit.id) in table.grid


@SHARED.rule("check.replace", sort="rebuilding")
def eligible(
    table: Table,
    replacement: act.Replace,
    *,
    never: frozenset[TraitWord] = frozenset(),
    one_step: bool = False,
    immobile: bool = False,
) -> Iterator[Opinion]:
    """Only lost steps are rebuilt; never units of certain traits, of one step or of no movement where the game says so."""
    unit, standing = table.unit(replacement.unit), table.standing(replacement.unit)
    for trait in sorted(never):
        has = unit.has(trait)
        yield Opinion(~has, f"{unit.name} is {trait} and receives no replacements", units=(unit.id,))
    if not one_step:
        yield Opinion(truth(unit.steps != 1), f"{unit.name} has one step only and receives no replacements", units=(unit.id,))
    if not immobile and unit.steps:
        moves = number(unit.rating("movement")).at_least(exactly(1))
        yield Opinion(moves, f"{unit.name} has a movement allowance of 0 and receives no replacements", units=(unit.id,))
    missing = unit.steps if standing is None or not _on_map(table, unit) else standing.losses
    if unit.steps:
        rows = (Row(str(missing), "steps lost"), Row(str(replacement.steps), "steps rebuilt"))
        message = f"{unit.name} has not lost {_steps(replacement.steps)}"
        yield Opinion(truth(1 <= replacement.steps <= missing), message, rows, units=(unit.id,))


@SHARED.rule("check.replace", sort="rebuilding")
def only_the_lost(
    table: Table,
    replacement: act.Replace,
    *,
    chart: ChartWord = "arrivals",
    set_up: ChartWord = "set-up",
    waiting: frozenset[BoxWord] = frozenset(),
) -> Iterator[Opinion]:
    """Who comes back was eliminated: nobody who has yet to arrive, nobody `waiting` in a box, nor who left in another way."""
    unit, now = table.unit(replacement.unit), table.state.turn
    if _on_map(table, unit):
        return
    gone = table.state.listed(GONE).get(unit.id)
    if gone is not None:
        message = f"{unit.name} left play in turn {gone[0]} ({gone[1]}) and was not lost"
        yield Opinion(truth(gone[1] == "eliminated"), message, units=(unit.id,))
        return
    place = table.place_of(unit.id)
    if place in waiting:
        yield Opinion(NO, f"{unit.name} waits in {place} and was not lost", units=(unit.id,))
        return
    rows = arrivals(table, chart, unit.id)
    if not rows or guessed(table, chart, "unit", unit.id):
        return  # it was there from the start, or nobody knows when it came
    came = [*_set_up(table, set_up, unit.id)]
    entered = table.state.has(PLACED, unit.id)  # who is due this turn, never entered and is not known to be lost, has yet to come
    due = {row["turn"] for row in rows}
    came += [truth(int(turn) < now) | (truth(int(turn) == now) & entered) for turn in due if turn.isdigit()]
    came += [is_called(table, unit.id)] if any(not turn.isdigit() for turn in due) else []
    said = any_of(came)
    word = "has perhaps" if said.open else "has"
    yield Opinion(said, f"{unit.name} {word} not come into play yet and was not lost", units=(unit.id,))


def _set_up(table: Table, chart: str, unit: str) -> Iterator[Truth]:
    """Was the unit on the map when its scenario began?"""
    played = table.state.sure(SCENARIO, None)
    for row in lines(table, chart, "unit", unit) or ():
        only = all(each["scenario"] == row["scenario"] for each in lines(table, chart) or ())
        yield YES if only else unsure(factname.scenario()) if played is None else truth(played == row["scenario"])


@SHARED.rule("check.replace", sort="rebuilding")
def in_supply(
    table: Table,
    replacement: act.Replace,
    *,
    marks: frozenset[MarkWord] = frozenset({"out of supply", "isolated"}),
    traced: bool = False,
) -> Iterator[Opinion]:
    """Units out of supply are not rebuilt: those with a marker of it, or (`traced`) without a line of supply at this moment."""
    standing = table.standing(replacement.unit)
    if standing is None or not _on_map(table, table.unit(replacement.unit)):
        return
    cut = any_of(standing.marked(mark, replacement.unit) for mark in sorted(marks))
    if traced:
        cut = ~has_line(table, replacement.unit)
    yield Opinion(~cut, f"{table.unit(replacement.unit).name} is out of supply and cannot be rebuilt", units=(replacement.unit,))


@SHARED.rule("check.replace", sort="rebuilding")
def strength_on_return(table: Table, replacement: act.Replace, *, full: frozenset[SideWord] = frozenset()) -> Iterator[Opinion]:
    """An eliminated unit returns with one step and is rebuilt in a later turn; some sides may bring it back at full strength."""
    unit = table.unit(replacement.unit)
    if unit.side in full:
        return
    if not _on_map(table, unit):
        one = truth(replacement.steps <= 1)
        yield Opinion(one, f"{unit.name} was eliminated and returns at reduced strength only", units=(unit.id,))
    elif table.state.has(RETURNED, unit.id).yes:
        yield Opinion(NO, f"{unit.name} came back this turn and is rebuilt further only in a later one", units=(unit.id,))


@SHARED.rule("check.replace", sort="rebuilding")
def with_headquarters(
    table: Table,
    replacement: act.Replace,
    *,
    independent: TraitWord = "independent",
    same_front: bool = False,
    cut_off: frozenset[MarkWord] = frozenset({"out of supply", "isolated"}),
    traced: bool = False,
    zoc_barred: bool = False,
) -> Iterator[Opinion]:
    """An eliminated unit comes back in the hex of its formation's headquarters; an independent one with any of its side.

    The headquarters is in supply: it has no marker to the contrary, or (`traced`) its hex has a line of supply. Enemy zones
    of control matter only where the game says so.
    """
    unit, at = table.unit(replacement.unit), replacement.at
    if _on_map(table, unit):
        return
    if at is None or at not in table.grid:
        yield Opinion(unsure(factname.put_at(unit.id)), f"where {unit.name} comes back was not said", units=(unit.id,))
        return
    here = [hq for id_ in table.friends_at(unit.side, at) if (hq := table.unit(id_)).leads]
    any_hq = [hq for hq in here if not same_front or hq.formation.partition("/")[0] == unit.formation.partition("/")[0]]
    unmarked = frozenset[str]() if traced else cut_off
    own = [hq for hq in here if unit.formation and hq.formation == unit.formation]
    said = any_of((*(_supplied(table, hq, unmarked) for hq in own), unit.has(independent) & _any(table, any_hq, unmarked)))
    if traced and not said.no:
        said &= hex_in_supply(table, unit.side, at)
    reason = "no headquarters of its own in supply"
    message = f"{unit.name} comes back at {table.at(at)}, where there is {reason}"
    yield Opinion(said, message, units=(unit.id, *(hq.id for hq in here)), hexes=(at,))
    if zoc_barred:
        there = zoc.controlled(table, unit.side, at, "reinforcement")
        yield Opinion(
            ~there, f"{unit.name} comes back in an enemy zone of control at {table.at(at)}", units=(unit.id,), hexes=(at,)
        )


def _supplied(table: Table, hq: Unit, cut_off: frozenset[str]) -> Truth:
    standing = table.standing(hq.id)
    return NO if standing is None else all_of(~standing.marked(mark, hq.id) for mark in sorted(cut_off))


def _any(table: Table, headquarters: list[Unit], cut_off: frozenset[str]) -> Truth:
    return any_of(_supplied(table, hq, cut_off) for hq in headquarters)


@SHARED.rule("check.replace", sort="rebuilding")
def near_source_or_headquarters(
    table: Table,
    replacement: act.Replace,
    *,
    sources: Text = "source-{side}",
    within: int = 1,
    headquarters: bool = True,
    held: bool = False,
) -> Iterator[Opinion]:
    """An eliminated unit comes back on or next to a source of supply, or a headquarters with a railway to one all the way.

    The source may have to be `held`: not the enemy's.
    """
    unit, at = table.unit(replacement.unit), replacement.at
    if _on_map(table, unit):
        return
    if at is None or at not in table.grid:
        yield Opinion(unsure(factname.put_at(unit.id)), f"where {unit.name} comes back was not said", units=(unit.id,))
        return
    there = hexes_called(table, sources, unit.side) or _by_number(table, unit.side)
    there = there and frozenset(hex for hex in there if not (held and is_anothers(table, hex, unit.side)))
    by_source = (
        unsure(factname.hexes(sources.replace("{side}", unit.side)))
        if there is None
        else truth(any(_near(table, at, hex, within) for hex in there))
    )
    close = [link for link in chain_of(table, unit.side) if headquarters and _near(table, at, link.hex, within)]
    by_hq = any_of(link.fully for link in close)
    message = f"{unit.name} comes back at {table.at(at)}, not beside a source of supply or a fully supplied headquarters"
    yield Opinion(by_source | by_hq, message, units=(unit.id, *(link.unit for link in close)), hexes=(at,))


def _by_number(table: Table, side: str) -> frozenset[Hex] | None:
    """The sources that the rules of supply name by their numbers, where the map shows none; None: they name none."""
    return frozenset(hex for hex, said in merged(base_sources(table, side)).items() if said.yes) or None


def _near(table: Table, a: Hex, b: str, within: int) -> bool:
    return b in table.grid and table.grid.distance(a, b) <= within


@SHARED.rule("check.replace", sort="rebuilding")
def line_to_headquarters(table: Table, replacement: act.Replace) -> Iterator[Opinion]:
    """A unit on the map is rebuilt only if a line of communications of any length leads from it to a headquarters."""
    unit, start = table.unit(replacement.unit), table.place_of(replacement.unit)
    if start is None or start not in table.grid:
        return
    goals = [standing.place for hq, standing in table.state.units if hq.side == unit.side and hq.leads]
    said, path = trace(table, unit.side, start, replace(line_of(table, unit.side), maximum=None), goals)
    doubt = "no line of communications" if said.no else "perhaps no line of communications"
    message = f"{doubt} leads from {unit.name} to a headquarters"
    yield Opinion(said, message, units=(unit.id,), hexes=path or (start,))
