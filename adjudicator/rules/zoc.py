"""Zones of control: who exerts them, into which hexes, and what they do to those who come there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from adjudicator.engine.hexes import Hex
from adjudicator.engine.state import Standing
from adjudicator.engine.terms import (
    AnyOfUnit,
    FeatureWord,
    KindWord,
    MarkWord,
    NoteWord,
    RatingWord,
    RouteWord,
    TerrainWord,
    Text,
    TraitOrMark,
    TraitWord,
)
from adjudicator.engine.units import Unit
from adjudicator.facts import NO, Truth, all_of, any_of, exactly, number, truth

from .registry import SHARED
from .table import Table

# Rules of these two slots look at the unit, how it stands and the board, at nothing else of the table: what they say is kept.
SHARED.slot("zoc.exerts", "Does a unit exert a zone of control?")
SHARED.slot("zoc.reach", "Does a zone of control reach from one hex into the next?", "many", optional=True)
SHARED.slot("zoc.movement", "What does an enemy zone of control do to a unit that moves?")
SHARED.slot(
    "zoc.negation", "For which purposes do friendly units take away enemy zones of control in their hexes?", optional=True
)

Purpose = Literal["movement", "retreat", "supply", "reinforcement", "rail"]


@dataclass(frozen=True, slots=True)
class ZocEffect:
    """What a mover meets in enemy zones of control."""

    leave: float
    enter: float = 0
    stop: bool = False  # its move ends in the first one
    direct: bool = True  # may it go straight from one to another?
    barred: bool = False  # may not enter one at all


@SHARED.rule("zoc.exerts")
def by_rating(
    table: Table,
    unit: Unit,
    standing: Standing,
    *,
    rating: RatingWord,
    at_least: int = 1,
    never: frozenset[AnyOfUnit] = frozenset(),
) -> Truth:
    """Units whose printed rating reaches a minimum exert a zone of control, except certain kinds, traits or markers."""
    return all_of(
        (
            truth(unit.kind not in never),
            *(~unit.has(trait) for trait in sorted(never)),
            *(~standing.marked(mark, unit.id) for mark in sorted(never)),
            number(unit.rating(rating, standing.losses)).at_least(exactly(at_least)),
        )
    )


@SHARED.rule("zoc.exerts")
def by_trait(
    table: Table,
    unit: Unit,
    standing: Standing,
    *,
    kinds: frozenset[KindWord] = frozenset(),
    never: frozenset[TraitOrMark] = frozenset(),
    never_marked: frozenset[MarkWord] = frozenset(),
) -> Truth:
    """Units of certain kinds (all if none is named) exert a zone of control, except those with certain traits or markers."""
    return all_of(
        (
            truth(not kinds or unit.kind in kinds),
            *(~unit.has(trait) for trait in sorted(never)),
            *(~standing.marked(mark, unit.id) for mark in sorted(never_marked)),
        )
    )


@SHARED.rule("zoc.reach")
def not_into(table: Table, unit: Unit, frm: Hex, to: Hex, *, terrain: frozenset[TerrainWord]) -> Truth:
    """A zone of control does not reach into hexes of certain terrain."""
    return ~table.board.is_terrain(to, terrain)


@SHARED.rule("zoc.reach")
def not_across(
    table: Table,
    unit: Unit,
    frm: Hex,
    to: Hex,
    *,
    features: frozenset[FeatureWord],
    bridged_by: frozenset[RouteWord] = frozenset(),
) -> Truth:
    """A zone of control does not reach across certain hexsides, unless a road or railway bridges them."""
    there = table.board.has_feature(frm, to, features)
    return ~there if there.no or not bridged_by else ~there | table.board.has_route(frm, to, bridged_by)


@SHARED.rule("zoc.reach")
def not_up(table: Table, unit: Unit, frm: Hex, to: Hex, *, below: int, above: int) -> Truth:
    """Units at or below one level exert no zone of control into hexes at or above another."""
    low, high = table.board.level(frm), table.board.level(to)
    return ~(number(low).at_most(exactly(below)) & number(high).at_least(exactly(above)))


@SHARED.rule("zoc.movement")
def additive_cost(table: Table, unit: Unit, *, enter: float = 0, leave: float = 0) -> ZocEffect:
    """Entering and leaving an enemy zone of control costs extra points, as often as it happens."""
    return ZocEffect(enter=enter, leave=leave)


@SHARED.rule("zoc.movement")
def rigid(
    table: Table,
    unit: Unit,
    *,
    leave: float = 0,
    direct: bool = False,
    barred_to: frozenset[TraitWord] = frozenset(),
    barred_when: Mapping[NoteWord, Sequence[Text]] | None = None,
) -> ZocEffect:
    """A unit that enters an enemy zone of control stops there.

    Some may not enter one at all: by a trait or marker of theirs, or while something is noted (night).
    """
    standing = table.standing(unit.id)
    marks = standing.marks if standing is not None else frozenset[str]()
    barred = not barred_to.isdisjoint(unit.traits | marks) or any(
        table.is_said(key, values).yes for key, values in (barred_when or {}).items()
    )
    return ZocEffect(leave=leave, stop=True, direct=direct, barred=barred)


@SHARED.rule("zoc.negation")
def friends_negate(table: Table, *, purposes: frozenset[Purpose]) -> frozenset[str]:
    """A hex with a friendly unit counts as free of enemy zones of control, for these purposes only."""
    return purposes


def field(table: Table, enemy: str) -> Mapping[Hex, Truth]:
    """The hexes in one side's zones of control: every hex where that is not simply false."""
    force = table.force(enemy)
    return force.cached(("zones of control", table.board, table.rules), lambda: _field(table, enemy))


def _field(table: Table, enemy: str) -> Mapping[Hex, Truth]:
    force, grid = table.force(enemy), table.grid
    known: dict[tuple[str, Standing], _Zone] = force.kept.setdefault(("zones of control", table.board, table.rules), {})
    found: dict[Hex, Truth] = {}
    for each in force.standings.items():
        if each[1].place not in grid:
            continue
        zone = known.get(each)
        if zone is None:
            zone = known[each] = tuple(_zone(table, force.units[each[0]], each[1]))
        for to, reached in zone:
            before = found.get(to)
            if before is None:
                found[to] = reached
            elif not before.yes:
                found[to] = before | reached
    return found


_Zone = tuple[tuple[Hex, Truth], ...]


def _zone(table: Table, unit: Unit, standing: Standing) -> Iterator[tuple[Hex, Truth]]:
    """The hexes that one unit controls, certainly or perhaps."""
    exerting: Truth = table.rules.one("zoc.exerts", side=unit.side)(table, unit, standing)
    if exerting.no:
        return
    limits = table.rules.many("zoc.reach", side=unit.side)
    if not limits:
        yield from ((to, exerting) for to in table.grid.neighbours(standing.place))
        return
    for to in table.grid.neighbours(standing.place):
        reached = all_of((exerting, *(limit(table, unit, standing.place, to) for limit in limits)))
        if not reached.no:
            yield to, reached


def zones(table: Table, side: str) -> tuple[frozenset[Hex], frozenset[Hex]]:
    """The hexes that are certainly, and those that are only perhaps, in a zone of control of a side's enemies when it moves."""
    fields = [field(table, force.side) for force in table.enemies(side)]
    lifted = _lifted(table, side, "movement")
    if len(fields) == 1 and not lifted:
        (force,) = table.enemies(side)
        return force.cached(("zones", table.board, table.rules), lambda: _split(fields))
    sure, perhaps = _split(fields)
    return sure - lifted, perhaps - lifted


def of_friends(table: Table, side: str, without: tuple[str, ...]) -> frozenset[Hex]:
    """The hexes that are certainly in zones of control of a side's own units, some of them left out."""
    force = table.force(side)
    others = (each for each in force.standings.items() if each[0] not in without and each[1].place in table.grid)
    return frozenset(to for id_, at in others for to, reached in _zone(table, force.units[id_], at) if reached.yes)


def _split(fields: Sequence[Mapping[Hex, Truth]]) -> tuple[frozenset[Hex], frozenset[Hex]]:
    sure = frozenset(hex for each in fields for hex, said in each.items() if said.yes)
    return sure, frozenset(hex for each in fields for hex in each) - sure


def _lifted(table: Table, side: str, purpose: Purpose) -> frozenset[Hex]:
    """The hexes in which a side's own units lift enemy zones of control for a purpose."""
    negation = table.rules.find("zoc.negation", side=side)
    if negation is None or purpose not in negation(table):
        return frozenset()
    return frozenset(table.force(side).by_place)


def controlled(table: Table, side: str, hex: Hex, purpose: Purpose = "movement") -> Truth:
    """Is the hex in an enemy zone of control, for a side and a purpose?"""
    there = any_of(field(table, force.side).get(hex, NO) for force in table.enemies(side))
    if there.no or not table.friends_at(side, hex):
        return there
    negation = table.rules.find("zoc.negation", side=side)
    return NO if negation is not None and purpose in negation(table) else there


def all_controlled(table: Table, side: str, purpose: Purpose = "movement") -> Mapping[Hex, Truth]:
    """The hexes that are, certainly or perhaps, in an enemy zone of control."""
    fields = [field(table, force.side) for force in table.enemies(side)]
    lifted = _lifted(table, side, purpose)
    found: dict[Hex, Truth] = {}
    for each in fields:
        for hex, said in each.items():
            if hex not in lifted:
                found[hex] = said if hex not in found else found[hex] | said
    return found


def controllers(table: Table, side: str, hex: Hex) -> tuple[str, ...]:
    """The enemy units whose zone of control (certainly or perhaps) reaches the hex: the culprits a report names."""
    found: list[str] = []
    for force in table.enemies(side):
        exerts = table.rules.one("zoc.exerts", side=force.side)
        limits = table.rules.many("zoc.reach", side=force.side)
        for near in table.grid.neighbours(hex):
            for id_ in force.at(near):
                unit, standing = force.units[id_], force.standings[id_]
                reached = all_of((exerts(table, unit, standing), *(limit(table, unit, near, hex) for limit in limits)))
                if not reached.no:
                    found.append(id_)
    return tuple(found)
