"""Retreats: is where a stack ended a place that a lawful retreat could have led to, and what did that retreat cost it?

A route that is certainly worse, by the game's preferences, than another that is certainly open is not lawful.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from adjudicator import factname
from adjudicator.engine.actions import Retreat
from adjudicator.engine.hexes import Hex
from adjudicator.engine.terms import RatingWord, TraitOrMark
from adjudicator.facts import NO, NOTHING, YES, Interval, Truth, any_of, between, exactly, truth, unsure
from adjudicator.finding import Row
from adjudicator.words import plural

from . import stacking
from .combat.aftermath import LONGEST_RETREAT, ordered
from .combat.record import Combat, RetreatWay, last
from .combat.routes import Manner, RetreatRoute, leads_to, manner_of, routes
from .combat.strength import rated
from .map_in_play import beyond, not_in_play, rim
from .opinion import Opinion
from .registry import SHARED
from .table import Table

Cause = Literal["length", "way", "stack", "zones", "direction", "vacant"]
_MOST_NAMED = 4  # hexes, of those to which it might have retreated
_CAUSES: frozenset[Cause] = frozenset(("length", "way", "stack", "zones", "direction", "vacant"))


@SHARED.rule("check.retreat")
def explained(table: Table, retreat: Retreat, *, about: frozenset[Cause] = _CAUSES) -> Iterator[Opinion]:
    """A stack ends where a lawful retreat could have led it: far enough, and by the best of the ways open to it.

    A game whose sections say one thing each binds this once for each thing that may be wrong.
    """
    for start, stack in _stacks(table, retreat):
        manner, combat = manner_of(table, stack.units[0]), last(table)
        if manner is None or not not_in_play(table).isdisjoint((*(retreat.path or ()), retreat.to)):
            continue  # what is not in play is no way for anybody
        if combat is None and stack.length is None:
            if "length" in about:
                message = f"no combat is known that made {table.names(stack.units)} retreat"
                yield Opinion(unsure(factname.last_combat()), message, units=stack.units)
            continue
        said, cause = _of_stack(table, combat, stack, start, manner)
        if said.truth.yes or cause in about:
            yield replace(said, rows=_rows(table, combat, stack))


def _stacks(table: Table, retreat: Retreat) -> list[tuple[Hex, Retreat]]:
    """The retreat of each stack by itself, with where it began."""
    starts: dict[Hex, list[str]] = {}
    for unit in retreat.units:
        place = table.place_of(unit)
        if place is not None and place in table.grid:
            starts.setdefault(place, []).append(unit)
    return [(start, replace(retreat, units=tuple(units))) for start, units in starts.items()]


def _rows(table: Table, combat: Combat | None, retreat: Retreat) -> tuple[Row, ...]:
    """How far the result has them retreat, and what was taken away of it."""
    if combat is None:
        return ()
    return tuple(dict.fromkeys(row for unit in retreat.units for row in ordered(table, combat, unit).rows))


def _of_stack(table: Table, combat: Combat | None, retreat: Retreat, start: Hex, manner: Manner) -> tuple[Opinion, Cause]:
    length = _length(table, combat, retreat, manner)
    about = (table.names(retreat.units), retreat.units, (start, retreat.to))
    if length.high == 0:
        nothing = f"{about[0]} had no retreat to make"
        return Opinion(NO, nothing, units=retreat.units, hexes=(start,), fix=f"put them back to {start}"), "length"
    if retreat.to not in table.grid:
        said = _off_map(table, retreat, start, length, manner)
        off = f"{about[0]} cannot retreat off the map from {table.at(start)}"
        return Opinion(said, off, units=retreat.units, hexes=(start,)), "way"
    opinions = [_judged(table, retreat, start, far, manner) for far in range(max(1, int(length.low)), int(length.high) + 1)]
    said = any_of(opinion.truth for opinion, _ in opinions)
    hangs = said.yes and (length.low == 0 or not all(opinion.truth.yes for opinion, _ in opinions))
    if hangs:
        said = unsure(*sorted(length.needs))
    chosen, cause = next(((each, why) for each, why in opinions if each.truth.answer == said.answer), opinions[0])
    message = chosen.message or f"whether {about[0]} had to retreat to {table.at(retreat.to)} hangs on what is not known"
    return replace(chosen, truth=said, message="" if said.yes else message), "length" if hangs else cause


def _length(table: Table, combat: Combat | None, retreat: Retreat, manner: Manner) -> Interval:
    """How far the stack must retreat: those who must go furthest take the others with them."""
    if combat is None or not any(combat.role(unit) or unit in combat.companions for unit in retreat.units):
        unsaid = Interval(0, LONGEST_RETREAT, frozenset((factname.retreat_length(),)))
        return unsaid if retreat.length is None else exactly(retreat.length)
    # Where others may join, those who took no part are ordered nowhere themselves.
    own = [unit for unit in retreat.units if not manner.join or combat.role(unit)]
    lengths = [ordered(table, combat, unit).length for unit in own] or [exactly(0)]
    if manner.join and all(each.high == 0 for each in lengths):
        lengths = [ordered(table, combat, unit).length for unit in _beside(combat, retreat)] or lengths
    low, high = max(each.low for each in lengths), max(each.high for each in lengths)
    return between(low, high, *NOTHING.union(*(each.needs for each in lengths)))


def _beside(combat: Combat, retreat: Retreat) -> tuple[str, ...]:
    """Those in the combat whose hex the units share."""
    if any(unit in combat.fight.present for unit in retreat.units):
        return combat.fight.present
    hexes = {combat.fight.where.get(unit, combat.companions.get(unit)) for unit in retreat.units}
    return tuple(unit for unit, hex in combat.fight.where.items() if hex in hexes)


def _judged(table: Table, retreat: Retreat, start: Hex, length: int, manner: Manner) -> tuple[Opinion, Cause]:
    found = routes(table, retreat.units, start, length, manner)
    taken = [route for route in found if route.path[-1] == retreat.to and (retreat.path is None or route.path == retreat.path)]
    names, hexes = table.names(retreat.units), (start, retreat.to)
    sure = [route for route in found if route.open.yes]
    candidates = [route for route in taken if not any(other.worst < route.best for other in sure)]
    if not candidates:
        message, fix = _refused(table, names, retreat, length, taken, sure)
        better = min(sure, key=lambda route: (route.worst, route.path), default=None)
        if not taken or better is None:
            cause = _closed(table, retreat, start, length, manner)
        else:
            cause = _worse(better, min(taken, key=lambda route: route.best), manner)
        return Opinion(NO, message, units=retreat.units, hexes=hexes, fix=fix), cause
    for route in candidates:
        if route.open.yes and not any(other.best < route.worst for other in found if other is not route):
            return Opinion(YES, units=retreat.units, hexes=route.path), "way"
    rivals = [other for route in candidates for other in found if other.best < route.worst]
    needs = NOTHING.union(*(route.needs for route in (*candidates, *rivals)))
    if not needs:
        return Opinion(YES, units=retreat.units, hexes=candidates[0].path), "way"
    said = Opinion(
        unsure(*sorted(needs)),
        f"whether {names} could retreat to {table.at(retreat.to)} hangs on what is not known",
        units=retreat.units,
        hexes=candidates[0].path,
    )
    open_ways = all(route.open.yes for route in (*candidates, *rivals))
    if not open_ways:
        return said, "stack" if _fits(table, retreat).open else "way"
    return said, _between(candidates + rivals, manner)


def _fits(table: Table, retreat: Retreat) -> Truth:
    return stacking.fits(table, table.unit(retreat.units[0]).side, retreat.to, retreat.units)


def _closed(table: Table, retreat: Retreat, start: Hex, length: int, manner: Manner) -> Cause:
    """Why no way of the right length leads there."""
    far = table.grid.distance(start, retreat.to)
    path = retreat.path
    if path is not None and any(table.grid.distance(start, hex) != gone for gone, hex in enumerate(path)):
        return "length"
    if far > length or not far or (manner.whole and far < length):
        return "length"
    return "way" if _fits(table, retreat).yes else "stack"


def _worse(better: RetreatRoute, mine: RetreatRoute, manner: Manner) -> Cause:
    """In what the way taken is worse than another: the first that the game looks at."""
    found = (
        cause for cause, ours, theirs in zip(_order(manner), mine.score, better.score, strict=True) if theirs.high < ours.low
    )
    return next(found, "length")


def _between(ways: list[RetreatRoute], manner: Manner) -> Cause:
    """What is not known of the ways: the first that the game looks at."""
    scores = zip(*(route.score for route in ways), strict=True)
    return next((cause for cause, each in zip(_order(manner), scores, strict=True) if not all(one.exact for one in each)), "way")


def _order(manner: Manner) -> tuple[Cause, ...]:
    return ("length", *manner.prefer)


def _refused(
    table: Table, names: str, retreat: Retreat, length: int, taken: list[RetreatRoute], sure: list[RetreatRoute]
) -> tuple[str, str | None]:
    """What was wrong with a retreat, and what would have been better."""
    to = table.at(retreat.to)
    better = min(sure, key=lambda route: (route.worst, route.path), default=None)
    equal = [] if better is None else [route for route in sure if route.worst == better.worst]
    best = sorted({route.path[-1] for route in equal})
    fix = f"retreat to {' or '.join(map(table.at, best))}" if 0 < len(best) <= _MOST_NAMED else None
    if not taken or better is None:
        return f"{names} cannot retreat to {to}: no lawful retreat of {plural(length, 'hex', 'hexes')} leads there", fix
    mine = min(taken, key=lambda route: route.best)
    instead = table.at(better.path[-1])
    if mine.short > better.short:
        return (
            f"{names} retreated {length - mine.short} of {plural(length, 'hex', 'hexes')}, and could have retreated to {instead}",
            fix,
        )
    if better.zones.high < mine.zones.low:
        none = "without entering a zone of control" if better.zones.high == 0 else "through fewer zones of control"
        return f"{names} could have retreated to {instead} {none}, not to {to}", fix
    return f"{names} should have retreated to {instead}, which comes before {to}", fix


def _off_map(table: Table, retreat: Retreat, start: Hex, length: Interval, manner: Manner) -> Truth:
    """May a stack leave the map within its retreat? It goes to the edge, by a way that is open to it, and one hex on."""
    gates = rim(table, beyond(table, manner.maps))
    least, most = (leads_to(table, retreat.units, start, gates, int(far) - 1, manner) for far in (length.low, length.high))
    said = least if least.answer == most.answer else unsure(*(length.needs or least.needs | most.needs))
    return truth(manner.off_map) & (said if length.low else said & unsure(*length.needs))


def ways(table: Table, retreat: Retreat) -> Iterator[RetreatWay]:
    """How each stack retreated, and the steps that must have cost it: the least and the most of the routes that explain it.

    If it surely paid for zones of control alone, it is not free to choose who pays.
    """
    combat = last(table)
    for start, stack in _stacks(table, retreat):
        manner = manner_of(table, stack.units[0])
        cost, for_zones = exactly(0), False
        if manner is not None and combat is not None and manner.zones == "cost a step" and _has_steps(table, stack, manner):
            cost, for_zones = _cost(table, combat, stack, start, manner)
        way = RetreatWay(stack.units, start, retreat.to, retreat.path, cost, for_zones)
        yield _less_paid(combat, way) if manner is not None and manner.one_price and combat is not None else way


def _less_paid(combat: Combat, way: RetreatWay) -> RetreatWay:
    """A way that costs only what others of the same stack have not paid already on theirs."""
    others = [each.cost for each in combat.ways if each.start == way.start and not each.same(way)]
    low = max(0, way.cost.low - max((each.high for each in others), default=0))
    high = max(0, way.cost.high - max((each.low for each in others), default=0))
    needs = way.cost.needs.union(*(each.needs for each in others))
    return replace(way, cost=between(low, high, *needs))


def _has_steps(table: Table, retreat: Retreat, manner: Manner) -> bool:
    return any(manner.stepless.isdisjoint(table.unit(unit).traits) for unit in retreat.units)


def _cost(table: Table, combat: Combat, retreat: Retreat, start: Hex, manner: Manner) -> tuple[Interval, bool]:
    length = _length(table, combat, retreat, manner)
    if not length.high:
        return exactly(0), False
    found = [
        route
        for far in range(max(1, int(length.low)), int(length.high) + 1)
        for route in routes(table, retreat.units, start, far, manner)
        if route.path[-1] == retreat.to and (retreat.path is None or route.path == retreat.path)
    ]
    if not found:
        # Not lawful, and judged as such; what it cost is then nobody's to say.
        return Interval(0, length.high, frozenset((factname.retreat_path(retreat.to),))), False
    best = min(found, key=lambda route: route.best)
    close = [route.steps for route in found if route.best <= best.worst]
    low, high = min(each.low for each in close), max(each.high for each in close)
    needs = NOTHING.union(*(route.needs for route in found)) or frozenset((factname.retreat_path(retreat.to),))
    return between(low, high, *needs), bool(low) and not any(route.short for route in found)


def allowed(table: Table, retreat: Retreat) -> frozenset[Hex]:
    """Where the units could (perhaps) have retreated lawfully: the ends of all routes that no other is certainly better than."""
    ends: set[Hex] = set()
    for start, stack in _stacks(table, retreat):
        manner = manner_of(table, stack.units[0])
        length = None if manner is None else _length(table, last(table), stack, manner)
        if manner is None or length is None or not length.high:
            continue
        for far in range(max(1, int(length.low)), int(length.high) + 1):
            found = routes(table, stack.units, start, far, manner)
            sure = [route for route in found if route.open.yes]
            ends |= {route.path[-1] for route in found if not any(other.worst < route.best for other in sure)} - {start}
    return frozenset(ends)


@SHARED.rule("check.retreat")
def able(
    table: Table, retreat: Retreat, *, stays: frozenset[TraitOrMark] = frozenset(), rating: RatingWord = "movement"
) -> Iterator[Opinion]:
    """Units that cannot move, and those with certain traits, do not retreat: they lose steps, or are eliminated."""
    for id_ in retreat.units:
        unit, standing = table.unit(id_), table.standing(id_)
        if standing is None:
            continue
        fixed = any_of((*(unit.has(trait) | standing.marked(trait, id_) for trait in sorted(stays)),))
        moves = ~fixed & rated(table, id_, rating).at_least(exactly(1))
        if not moves.yes:
            word = "cannot" if moves.no else "perhaps cannot"
            yield Opinion(moves, f"{unit.name} {word} retreat", units=(id_,))


@SHARED.rule("check.retreat")
def of_that_combat(table: Table, retreat: Retreat, *, others_of_the_hex: bool = False) -> Iterator[Opinion]:
    """Only units that were in the combat retreat (and those that stood with them), each once."""
    combat = last(table)
    if combat is None:
        return
    for unit in retreat.units:
        beside = unit in combat.companions
        if combat.role(unit) is None and not (beside and (others_of_the_hex or table.unit(unit).leads)):
            at = table.at(combat.fight.target)
            yield Opinion(NO, f"{table.unit(unit).name} was not in the combat at {at}, and has no retreat to make", units=(unit,))
        if unit in combat.retreated:
            yield Opinion(NO, f"{table.unit(unit).name} has already retreated from this combat", units=(unit,))
