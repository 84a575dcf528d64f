"""What a combat's result asks of each side, once terrain has taken some of it away: steps to lose, hexes to retreat."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from adjudicator import factname
from adjudicator.engine.hexes import Hex
from adjudicator.engine.terms import AttackWord, FeatureWord, MarkWord, RatingWord, SideWord, TerrainWord, TraitWord
from adjudicator.factname import FactName
from adjudicator.facts import NO, NOTHING, YES, Interval, Truth, all_of, any_of, between, exactly, number, truth
from adjudicator.finding import Row
from adjudicator.words import noun

from ..registry import SHARED
from ..table import Table
from .fight import Role, crossings
from .record import Combat
from .routes import manner_of
from .shifts import crosses

SHARED.slot("combat.negation", "What takes away losses or retreats?", "many", optional=True)
SHARED.slot("combat.losses", "What becomes of the number of steps to lose?", "many", optional=True)
SHARED.slot("combat.retreat", "Who must retreat, and how far?", optional=True)
SHARED.slot("combat.star", "When does a starred result strike the attacker?", optional=True)

LONGEST_RETREAT = 3  # more than any chart asks for

Instead = Literal["a step for each hex", "elimination"]


@dataclass(frozen=True, slots=True)
class Negation:
    """Losses and hexes of retreat that count for nothing."""

    losses: int
    retreats: float
    reason: str
    holds: Truth = YES


@dataclass(frozen=True, slots=True)
class Due:
    """How many steps are to be lost, or how far is to be retreated, with the arithmetic."""

    number: Interval
    rows: tuple[Row, ...] = ()


@dataclass(frozen=True, slots=True)
class Ordered:
    """A retreat that a unit must make, and what it costs not to make it."""

    length: Interval
    instead: Instead = "a step for each hex"
    price: int | None = None  # steps for which all units of the side may stay; None: they may not choose to
    rows: tuple[Row, ...] = ()


@SHARED.rule("combat.negation")
def negated(
    table: Table,
    combat: Combat,
    role: Role,
    hex: Hex,
    *,
    losses: int = 0,
    retreats: int | Literal["all"] = 0,
    roles: frozenset[Role] = frozenset({"defender"}),
    sides: frozenset[SideWord] = frozenset(),
    terrain: frozenset[TerrainWord] = frozenset(),
    only_across: frozenset[FeatureWord] = frozenset(),
    some_across: frozenset[FeatureWord] = frozenset(),
    facing: bool = True,
    never_kinds: frozenset[AttackWord] = frozenset(),
    attackers_together: bool = False,
) -> Negation | None:
    """In certain terrain, or where all attacks come across certain hexsides (some across others), losses or retreats are ignored.

    So many of each, or all retreats. Attackers count each by its own hex, or only if all of them stand in such terrain.
    """
    fight = combat.fight
    if role not in roles or fight.kind in never_kinds or (sides and fight.side_of(role) not in sides):
        return None
    froms = [frm for _, frm in crossings(fight)]
    places = fight.hexes if attackers_together and role == "attacker" else (hex,)
    conditions = [table.board.is_terrain(each, terrain) for each in places] if terrain else []
    for features, combined in ((only_across, all_of), (some_across, any_of)):
        if features:
            ways = (crosses(table, frm, fight.target, features, facing) for frm in froms)
            conditions.append(combined(ways) if froms else truth(False))
    holds = all_of(conditions)
    if holds.no:
        return None
    where = [*sorted(terrain)] if terrain else []
    behind = [*sorted(some_across or only_across)] if only_across or some_across else []
    parts = [f"in {' or '.join(where)}"] * bool(where) + [f"behind {' or '.join(behind)}"] * bool(behind)
    reason = " and ".join(parts)
    return Negation(losses, math.inf if retreats == "all" else retreats, reason or "ignored", holds)


@SHARED.rule("combat.losses")
def scaled(
    table: Table,
    combat: Combat,
    role: Role,
    *,
    times: float,
    rounding: Literal["up", "down"] = "up",
    roles: frozenset[Role] = frozenset({"defender"}),
    terrain: frozenset[TerrainWord] = frozenset(),
) -> tuple[float, Literal["up", "down"], Truth, str] | None:
    """Losses of a side are multiplied in certain terrain."""
    holds = table.board.is_terrain(combat.fight.target, terrain) if terrain else YES
    return None if role not in roles or holds.no else (times, rounding, holds, " or ".join(sorted(terrain)))


@SHARED.rule("combat.retreat")
def by_result(
    table: Table,
    combat: Combat,
    role: Role,
    unit: str,
    *,
    price: int | None = None,
) -> Ordered:
    """All units of a side retreat as many hexes as the result says, less those ignored; each hex not retreated costs a step."""
    outcome = combat.outcome(role)
    if outcome is None:
        return Ordered(Interval(0, LONGEST_RETREAT, frozenset((result_key(combat),))), price=price)
    hex = (
        combat.fight.target
        if role == "defender"
        else combat.fight.where.get(unit, combat.companions.get(unit, combat.fight.target))
    )
    low, high, needs, less = _less(table, combat, role, hex, outcome.retreat, "retreats")
    rows = (
        (Row(str(outcome.retreat), f"{noun(outcome.retreat, 'hex', 'hexes')} to retreat by the result"), *less)
        if outcome.retreat
        else ()
    )
    return Ordered(between(low, high, *needs), price=price if outcome.pays is None else outcome.pays, rows=rows)


@SHARED.rule("combat.star")
def if_ignored(table: Table, combat: Combat) -> Truth:
    """A starred result strikes if settlements or lines let every defender ignore the retreat, not if he lost steps instead."""
    return all_of(ordered(table, combat, unit).length.at_most(exactly(0)) for unit in combat.fight.defenders)


def _strikes(table: Table, combat: Combat) -> tuple[Truth, tuple[str, ...]]:
    """Does a starred result strike the attacker? Where no rule says when, it does if the defender stayed."""
    rule = table.rules.find("combat.star", side=combat.fight.side)
    if rule is not None:
        return rule(table, combat), rule.cite
    stayed = _stayed(table, combat)
    return (YES if stayed else ~table.asks(factname.defender_retreated(combat.fight.target))), ()


def by_morale(
    table: Table,
    combat: Combat,
    role: Role,
    unit: str,
    *,
    length: int = 2,
    rating: RatingWord = "morale",
    mark: MarkWord = "disrupted",
    minus: int = 2,
    price: int = 1,
    unaffected: frozenset[TraitWord] = frozenset(),
    before_losses: bool = False,
) -> Ordered:
    """Units whose morale is below the number of the result retreat a fixed distance, unless their side loses a step instead.

    A marker lowers morale; what counts is the side that shows, or showed before the combat. A unit that must retreat and cannot
    is eliminated. Defenders with certain traits are never affected.
    """
    outcome = combat.outcome(role)
    if outcome is None:
        return Ordered(Interval(0, length, frozenset((result_key(combat),))), "elimination", price)
    held, standing = table.unit(unit), table.standing(unit)
    spared = any_of(held.has(trait) for trait in sorted(unaffected)) if role == "defender" else NO
    if outcome.morale is None or standing is None or spared.yes:
        return Ordered(exactly(0), "elimination", price)
    lost = held.steps - combat.steps[unit] if before_losses and unit in combat.steps else standing.losses
    morale = number(held.rating(rating, lost))
    lowered = standing.marked(mark, unit)
    low = morale.low - (0 if lowered.no else minus)
    high = morale.high - (minus if lowered.yes else 0)
    span = between(low, high, *morale.needs, *lowered.needs)
    runs = span.at_most(exactly(outcome.morale - 1)) & ~spared
    far = 0 if runs.no else length
    return Ordered(Interval(length if runs.yes else 0, far, runs.needs), "elimination", price)


def result_key(combat: Combat) -> FactName:
    return factname.combat_result(combat.fight.target)


def losses_due(table: Table, combat: Combat, role: Role) -> Due:
    """The steps that a side has to lose by the result itself."""
    outcome = combat.outcome(role)
    units = combat.fight.units(role)
    if outcome is None:
        # Where it is not known who attacked, nor is what they had to lose.
        return Due(Interval(0, combat.had(units) or math.inf, frozenset((result_key(combat),))))
    if outcome.everything:
        return Due(exactly(combat.had(units)), (Row("all", "steps lost by the result"),))
    rows = [Row(str(outcome.losses), f"{noun(outcome.losses, 'step')} lost by the result")]
    hexes = (combat.fight.target,) if role == "defender" else combat.fight.hexes
    losers = table.told.get(factname.who_lost(combat.fight.target)) if role == "attacker" else None
    if losers is not None:
        hexes = tuple(dict.fromkeys(combat.fight.where[unit] for unit in losers if unit in combat.fight.where))
    spans = [_less(table, combat, role, hex, outcome.losses, "losses") for hex in hexes] or [
        (outcome.losses, outcome.losses, NOTHING, ())
    ]
    low, high = min(each[0] for each in spans), max(each[1] for each in spans)
    needs = NOTHING.union(*(each[2] for each in spans))
    if low != high and not needs:
        needs = frozenset((factname.who_lost(combat.fight.target),))
    rows += [row for each in spans for row in each[3]]
    if outcome.unless_retreated and role == "attacker":
        strikes, cite = _strikes(table, combat)
        low, high, needs = (low if strikes.yes else 0), (0 if strikes.no else high), needs | strikes.needs
        if cite:
            rows.append(
                Row("*" if strikes.yes else "no *" if strikes.no else "perhaps *", "the defender ignores his retreat", cite)
            )
    for binding in table.rules.many("combat.losses", side=combat.fight.side_of(role)):
        scale = binding(table, combat, role)
        if scale is not None:
            times, rounding, holds, reason = scale
            whole = math.ceil if rounding == "up" else math.floor
            after = (whole(low * times), whole(high * times))
            low, high = after if holds.yes else (min(low, after[0]), max(high, after[1]))
            needs |= holds.needs
            rows.append(Row(f"x{times:g}, rounded {rounding}", reason, binding.cite))
    return Due(between(low, high, *needs), tuple(dict.fromkeys(rows)))


def _stayed(table: Table, combat: Combat) -> bool:
    """Is a defender still in the hex? One that is gone without a retreat on record may have been lost in retreating."""
    return any(table.place_of(unit) == combat.fight.target for unit in combat.fight.defenders)


def _less(
    table: Table, combat: Combat, role: Role, hex: Hex, count: int, what: Literal["losses", "retreats"]
) -> tuple[int, int, frozenset[FactName], tuple[Row, ...]]:
    """A number less the most that is ignored of it, at the least and at the most."""
    sure = perhaps = 0
    needs: frozenset[FactName] = NOTHING
    rows: list[Row] = []
    for negation, cite in _negations(table, combat, role, hex):
        worth = int(min(count, negation.losses if what == "losses" else negation.retreats))
        if worth:
            sure = max(sure, worth if negation.holds.yes else 0)
            perhaps = max(perhaps, worth)
            needs |= negation.holds.needs
            rows.append(Row(f"-{worth}", negation.reason, cite))
    return count - perhaps, count - sure, needs, tuple(rows)


def _negations(table: Table, combat: Combat, role: Role, hex: Hex) -> Iterator[tuple[Negation, tuple[str, ...]]]:
    for binding in table.rules.many("combat.negation", side=combat.fight.side_of(role)):
        found: Negation | None = binding(table, combat, role, hex)
        if found is not None:
            yield found, binding.cite


def ordered(table: Table, combat: Combat, unit: str) -> Ordered:
    """The retreat that a unit must make after a combat: none if it was not in it, or if the game has no retreats."""
    role = combat.role(unit) or ("attacker" if unit in combat.companions else None)
    rule = None if role is None else table.rules.find("combat.retreat", side=combat.fight.side_of(role))
    if rule is None:
        return Ordered(exactly(0))
    found: Ordered = rule(table, combat, role, unit)
    return found


def steps_left(table: Table, unit: str) -> int:
    standing = table.standing(unit)
    return 0 if standing is None else max(1, table.unit(unit).steps) - standing.losses


def could_move(table: Table, combat: Combat, unit: str, rating: str = "movement") -> Truth:
    """Has it points to move, on the side that lay up before the combat?"""
    printed = printed_before(table, combat, unit, rating)
    return YES if printed is None else printed.at_least(exactly(1))


def printed_before(table: Table, combat: Combat, unit: str, rating: str) -> Interval | None:
    """What was printed on the side that lay up before the combat."""
    counter = table.unit(unit)
    if unit not in combat.steps:
        return None
    return number(counter.rating(rating, counter.steps - combat.steps[unit]))


def one_of(table: Table, unit: str, traits: frozenset[str]) -> bool:
    return any_of(table.unit(unit).has(trait) for trait in sorted(traits)).yes


def retreat_rows(table: Table, combat: Combat, role: Role) -> tuple[Row, ...]:
    """What each retreat of a side cost it."""
    found = []
    for way in combat.ways_of(role):
        if way.cost.high:
            manner = manner_of(table, way.units[0])
            into = ["into zones of control", *(["full hexes"] if manner is not None and manner.crowded else ())]
            why = " or ".join([*into, *(() if way.for_zones else ["cut short"])])
            found.append(
                Row(
                    str(way.cost),
                    f"{noun(way.cost, 'step')} that retreating costs: {table.names(way.units)} to {table.at(way.to)}, {why}",
                )
            )
    return tuple(found)
