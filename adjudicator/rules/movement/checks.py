"""Was a move legal? Each check looks at one side of it; the first looks for a path that explains it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from adjudicator.engine.actions import Move
from adjudicator.engine.deeds import MOVED
from adjudicator.engine.hexes import Hex
from adjudicator.engine.terms import KindWord, LightWord, MarkWord, Text, TraitWord
from adjudicator.engine.units import Unit
from adjudicator.facts import YES, Interval, Truth, any_of, truth, unsure
from adjudicator.finding import Row

from .. import stacking, zoc
from ..daylight import is_light
from ..map_in_play import not_in_play
from ..opinion import Opinion
from ..registry import SHARED
from ..table import Table
from .account import account
from .deciding_facts import deciding
from .modes import Mode, allowance, modes_of
from .search import Relaxed, Terms, Way, closed_to, find, follow, terms_for, too_near


@dataclass(frozen=True, slots=True)
class Attempt:
    """One way of travelling, tried on a move."""

    rule: str
    cite: tuple[str, ...]
    mode: Mode
    terms: Terms
    points: Interval
    why: tuple[Row, ...]
    way: Way | None  # at best
    truth: Truth


def attempt(table: Table, unit: Unit, start: Hex, move: Move, found: tuple[str, tuple[str, ...], Mode]) -> Attempt:
    """Try one way of travelling: legal, not to be explained, or open."""
    rule, cite, mode = found
    terms = terms_for(table, unit, mode, move.units)
    points, why = allowance(table, unit, mode)
    way = _go(terms, start, move, points.high)
    said: Truth
    if way is None:
        said = truth(False)
    else:
        worst = terms.at_worst()
        sure = follow(worst, way.path, points.low) or _go(worst, start, move, points.low)  # mostly the same path will do
        if sure is not None:
            way, said = sure, truth(True)
        else:
            said = unsure(*deciding(terms, start, move.to, points, move.path, way))
    return Attempt(rule, cite, mode, terms, points, why, way, said)


def _go(terms: Terms, start: Hex, move: Move, points: float) -> Way | None:
    if move.path is not None and (move.path[0], move.path[-1]) != (start, move.to):
        return None
    way = find(terms, start, move.to, points) if move.path is None else follow(terms, move.path, points)
    one_hex = terms.table.grid.adjacent(start, move.to) and move.path in (None, (start, move.to))
    if way is None and one_hex and _minimum(terms):
        return follow(terms, (start, move.to), math.inf) if points > 0 else None
    return way


def _minimum(terms: Terms) -> bool:
    rule = terms.table.rules.find("movement.minimum", side=terms.unit.side)
    return rule is not None and bool(rule(terms.table, terms.unit))


@SHARED.rule("check.move")
def within_allowance(table: Table, move: Move, *, not_kinds: frozenset[KindWord] = frozenset()) -> Iterator[Opinion]:
    """Each unit needs a path that it can pay for, by one of the ways in which it may travel. Some kinds (ships) do not march."""
    for id_ in move.units:
        unit, start = table.unit(id_), table.place_of(id_)
        if unit.kind in not_kinds:
            continue
        if start is None or start not in table.grid or move.to not in table.grid or start == move.to:
            continue
        if not not_in_play(table).isdisjoint((*(move.path or ()), move.to)):
            continue  # nobody goes there, whatever it would cost
        if not closed_to(table, unit).isdisjoint((*(move.path or ())[1:], move.to)):
            continue  # nor there
        yield _one(table, unit, start, move)


def _one(table: Table, unit: Unit, start: Hex, move: Move) -> Opinion:
    tries: list[Attempt] = []
    for found in modes_of(table, unit):
        if move.mode is None or found[2].name == move.mode:
            tries.append(attempt(table, unit, start, move, found))
            if tries[-1].truth.yes:
                break
    said = any_of(each.truth for each in tries)
    if said.yes:
        chosen = tries[-1]
        path = chosen.way.path if chosen.way is not None else ()
        return Opinion(YES, units=(unit.id,), hexes=path, rule=chosen.rule)
    if said.open:
        first = next(each for each in tries if each.truth.open)
        rows = account(table, first.terms, first.way.path) if first.way is not None else ()
        return Opinion(
            said,
            f"whether {unit.name} can reach {table.at(move.to)} from {table.at(start)} hangs on what is not known",
            rows=(*first.why, *rows),
            units=(unit.id,),
            hexes=first.way.path if first.way is not None else (),
            cite=_sections(table, unit, first, first.way.path if first.way is not None else ()),
        )
    return Opinion(truth(False), units=(unit.id,), proof=partial(_refused, table, unit, start, move, tries))


# What to leave out, in this order, to find out what stands in the way, and the slot whose rule is then at fault.
_CULPRITS: tuple[tuple[Relaxed, str, str], ...] = (
    (Relaxed(), "", "would have to spend more points than it has"),
    (Relaxed(stops=True), "stop", "would have to go on where its move had ended"),
    (Relaxed(stacking=True), "stacking.limit", "would have to pass a full stack on its way"),
    (Relaxed(stops=True, zoc=True), "zoc.movement", "cannot get there through the enemy's zones of control"),
    (Relaxed(stops=True, zoc=True, enemies=True), "movement.enemy", "would have to go through enemy units"),
    (
        Relaxed(stops=True, zoc=True, enemies=True, stacking=True, barred=True, closed=True),
        "movement.terrain",
        "would have to cross terrain closed to it",
    ),
    (Relaxed(closed=True), "movement.closed", "would have to go through hexes that are closed to it"),
)


def _refused(table: Table, unit: Unit, start: Hex, move: Move, tries: list[Attempt]) -> Opinion:
    """No path at all: say what stands in the way, for the way of travelling that comes closest."""
    likely = [each for each in tries if _thinkable(each, start, move.to)] or tries[:1]
    blocked = [block for each in likely if (block := _blocked(each, start, move)) is not None]
    hopeless = Opinion(
        truth(False),
        f"{unit.name} has no way to get from {table.at(start)} to {table.at(move.to)}",
        units=(unit.id,),
        hexes=(start, move.to),
    )
    if not likely:
        return hopeless
    if not blocked:
        closed = likely[0].mode.may.no  # this way of travelling itself is not open to the unit
        return replace(hopeless, rule=likely[0].rule if closed else None, cite=likely[0].cite)
    # Where points are wanting, by the way that comes closest; where something else is in the way, by the plainest.
    chosen, culprit, way = min(
        blocked, key=lambda block: (block.culprit, 0 if block.culprit else block.way.cost - block.attempt.points.high)
    )
    relaxed, slot, words = _CULPRITS[culprit]
    words = too_near(chosen.terms, start, move.to) or words if slot == "zoc.movement" else words
    sum_ = Row(f"{way.cost:g}", f"needed on the cheapest path: {' '.join(way.path)}" if move.path is None else "needed")
    summed = not relaxed.zoc or chosen.terms.zone.isdisjoint(way.path)  # else zones are shown that were left out of the sum
    needed = (sum_,) if summed else ()
    return Opinion(
        truth(False),
        f"{unit.name} cannot move from {table.at(start)} to {table.at(move.to)}: it {words}",
        rows=(*chosen.why, *account(table, chosen.terms.without(relaxed), way.path), *needed),
        units=(unit.id,),
        hexes=way.path,
        rule=_rule_of(table, unit, chosen, slot, way),
        cite=tuple(dict.fromkeys((*_sections(table, unit, chosen, way.path), *(() if slot else _why_so_few(chosen))))),
        fix=f"put {unit.name} back to {start}",
    )


def _sections(table: Table, unit: Unit, each: Attempt, path: tuple[Hex, ...]) -> tuple[str, ...]:
    """The sections that such a march has to do with: those of the way of travelling, and of enemies in its way."""
    enemy = table.rules.find("movement.enemy", side=unit.side)
    met = enemy is not None and any(hex in each.terms.occupied for hex in path)
    return (*each.cite, *enemy.cite) if enemy is not None and met else each.cite


def _why_so_few(each: Attempt) -> Iterator[str]:
    """The sections that changed the points it has."""
    return (section for row in each.why for section in row.cite)


def _thinkable(each: Attempt, start: Hex, goal: Hex) -> bool:
    """Could a player have meant this way of travelling? Not one along roads between hexes that have none."""
    routes, board = each.mode.only_along, each.terms.table.board
    return not each.mode.may.no and (not routes or (not board.on_route(start, routes).no and not board.on_route(goal, routes).no))


class _Block(NamedTuple):
    """What stands in the way of an attempt (its place among the culprits), and the path there would be without it."""

    attempt: Attempt
    culprit: int
    way: Way


def _blocked(each: Attempt, start: Hex, move: Move) -> _Block | None:
    shortest = _go(each.terms.without(_CULPRITS[-1][0]), start, move, each.points.high) if each.terms.closed else None
    if shortest is not None:
        return _Block(each, len(_CULPRITS) - 1, shortest)
    plainly = each.terms.without(Relaxed())
    for index, (relaxed, _, _) in enumerate(_CULPRITS[:-1]):
        if index and not relaxed.zoc and plainly.bitten.isdisjoint(relaxed.names):
            continue  # it was in nobody's way
        way = _go(each.terms.without(relaxed) if index else plainly, start, move, math.inf)
        if way is not None:
            return _Block(each, index, way)
    return None


def _rule_of(table: Table, unit: Unit, chosen: Attempt, slot: str, way: Way) -> str | None:
    """The rule of the game that is at fault; None for the check's own."""
    if not slot:
        return None
    if slot == "stop":
        halted = any(hex in chosen.terms.zone for hex in way.path[1:-1])
        slot = "zoc.movement" if halted and chosen.terms.effect.stop else "movement.terrain"
    if slot == "zoc.movement" and (
        chosen.mode.never_in_zoc or chosen.mode.start_free_of_zoc or chosen.mode.apart or chosen.mode.stops_in_zoc
    ):
        return chosen.rule
    if slot == "stacking.limit":
        return chosen.rule
    found = table.rules.find(slot, side=unit.side)
    return None if found is None else found.id


@SHARED.rule("check.move")
def once(table: Table, move: Move, *, per: Text = "phase") -> Iterator[Opinion]:
    """A unit moves once in a phase: when another has moved, its move is over."""
    for id_ in move.units:
        said = ~table.state.has(MOVED, id_)
        yield Opinion(said, f"{table.unit(id_).name} has already moved in this {per}", units=(id_,))


@SHARED.rule("check.move")
def out_of_zones(
    table: Table,
    move: Move,
    *,
    traits: frozenset[TraitWord] = frozenset(),
    marked: frozenset[MarkWord] = frozenset(),
    lights: frozenset[LightWord] = frozenset(),
) -> Iterator[Opinion]:
    """Some units end no move in an enemy zone of control: those with a trait or a marker, or all in some light."""
    for id_ in move.units:
        if move.to in table.grid and table.place_of(id_) != move.to:
            yield kept_out(table, id_, move.to, traits, marked, lights)


def kept_out(table: Table, id_: str, hex: Hex, traits: frozenset[str], marked: frozenset[str], lights: frozenset[str]) -> Opinion:
    """May a unit come into a hex, if only those outside zones of control are open to units such as it?"""
    unit, standing = table.unit(id_), table.standing(id_)
    held = zoc.controlled(table, unit.side, hex)
    such = any_of(
        (
            *(unit.has(trait) for trait in sorted(traits)),
            *(standing.marked(mark, id_) for mark in sorted(marked) if standing is not None),
            *((is_light(table, lights),) if lights else ()),
        )
    )
    said = ~(held & such)
    if said.yes:
        return Opinion(YES, units=(id_,))
    who = table.names(zoc.controllers(table, unit.side, hex)[:3])
    word = "may not" if said.no else "perhaps may not"
    text = f"{unit.name} {word} enter {table.at(hex)} in the zone of control of {who}"
    return Opinion(said, text, units=(id_,), hexes=(hex,), fix=f"put {unit.name} back" if said.no else None)


@SHARED.rule("check.move")
def stacked_at_the_end(table: Table, move: Move) -> Iterator[Opinion]:
    """Where a move ends, the stack must be within the limit (if the game looks at it then)."""
    if move.to not in table.grid or not stacking.matters(table, "end of move"):
        return
    side = table.unit(move.units[0]).side
    said = stacking.together(table, side, move.to, move.units)
    yield Opinion(said.truth, said.message, units=said.units, hexes=said.hexes, rule=said.rule)
