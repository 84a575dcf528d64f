"""Where supply comes from: hexes of the map, hexes that change hands, a place that must be linked to another, headquarters."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from adjudicator import factname
from adjudicator.engine.actions import Action, Advance, Move
from adjudicator.engine.board import Board
from adjudicator.engine.deeds import NOBODY, Units
from adjudicator.engine.hexes import Hex
from adjudicator.engine.memory import Lifetime
from adjudicator.engine.state import State
from adjudicator.engine.terms import (
    AreaWord,
    FeatureWord,
    HexWord,
    PlaceWord,
    RouteWord,
    SideWord,
    TagWord,
    TerrainWord,
    Text,
    TraitWord,
)
from adjudicator.facts import NO, YES, Truth, all_of, any_of, unsure

from ..registry import SHARED
from ..table import Table
from .line import lines
from .links import Follow, LinkLine

SHARED.slot("supply.line", "What must a line of supply be like?", optional=True)
SHARED.slot("supply.sources", "Where do lines of supply end?", "many", optional=True)
SHARED.slot("supply.chain", "Which units hand supply on, to how many others?", optional=True)

TAKEN: Final = SHARED.memory(
    "sources taken", Units, "the contested sources of supply that one side has entered", lasts=Lifetime.GAME, default=NOBODY
)


@dataclass(frozen=True, slots=True)
class SupplySource:
    """Where lines may end. Units that can only use a limited one are out of supply, without ever getting worse."""

    hexes: Mapping[Hex, Truth]
    name: str
    limited: LinkLine | None = None  # what a line to a limited source must be like; None for a full one
    cite: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SourceLink:
    """A headquarters that hands supply on: has it a line, one by rail all the way, and how many units does each let it supply?"""

    unit: str
    hex: Hex
    linked: Truth
    fully: Truth
    path: tuple[Hex, ...] = ()
    capacity_full: float = math.inf
    capacity_partial: float = math.inf
    line: LinkLine | None = None  # what lines of units to it must be like, if not like those to other sources

    def capacity(self, *, best: bool) -> float:
        """How many units it supplies if what is unknown turns out well, or badly."""
        if not (self.linked.yes or (best and self.linked.open)):
            return 0
        by_rail = self.fully.yes or (best and self.fully.open)
        return self.capacity_full if by_rail else self.capacity_partial


@SHARED.rule("supply.line", "supply.line")
def like(
    table: Table,
    side: str,
    *,
    maximum: int | None = None,
    free: int | None = None,
    routes: frozenset[RouteWord] = frozenset(),
    follow: Follow = "along",
    blocked_terrain: frozenset[TerrainWord] = frozenset(),
    blocked_features: frozenset[FeatureWord] = frozenset(),
    bridged_by: frozenset[RouteWord] = frozenset(),
    count_start: bool = False,
    enemies: bool = True,
    zones: bool = True,
    start_in_zone: bool = True,
    harmless: frozenset[TraitWord] = frozenset(),
) -> LinkLine:
    """A line is free of the enemy, and limited in length, in its first hexes off the roads, and by closed terrain."""
    return LinkLine(
        maximum,
        free,
        routes,
        follow,
        blocked_terrain,
        blocked_features,
        bridged_by,
        count_start,
        enemies,
        zones,
        start_in_zone,
        harmless,
    )


@SHARED.rule("supply.sources", "supply.places")
def places(
    table: Table,
    side: str,
    *,
    hexes: frozenset[PlaceWord] = frozenset(),
    tags: frozenset[TagWord] = frozenset(),
    areas: frozenset[AreaWord] = frozenset(),
    but: frozenset[HexWord] = frozenset(),
    name: Text = "",
    held: bool = False,
) -> tuple[SupplySource, ...]:
    """Hexes by their number, by a tag of the map, or in an area such as a map edge, `but` not those that are of another kind.

    With `held` not those either that the enemy holds.
    """
    ends = {hex: said for hex, said in ends_of(table.board, hexes, tags, areas).items() if hex not in but}
    ends = {hex: said for hex, said in ends.items() if not (held and is_anothers(table, hex, side))}
    return (SupplySource(dict(sorted(ends.items())), name or " or ".join(sorted(tags | areas | hexes))),)


def is_anothers(table: Table, hex: Hex, side: str) -> bool:
    """Does another side hold the hex? One that nobody is said to hold is taken for one's own."""
    return table.state.control.get(hex, side) != side


def ends_of(
    board: Board, hexes: frozenset[Hex] = frozenset(), tags: frozenset[str] = frozenset(), areas: frozenset[str] = frozenset()
) -> Mapping[Hex, Truth]:
    """Hexes named in any of these ways; of an area that nobody vouches for any hex may be one."""
    tagged = (hex for tag in tags for hex in board.tagged(tag))
    sure = dict.fromkeys((*hexes, *tagged, *(hex for area in areas for hex in board.areas.get(area, ()))), YES)
    doubtful = sorted(areas & board.doubtful_areas)
    perhaps = dict.fromkeys(board.grid.all(), unsure(*map(factname.area, doubtful))) if doubtful else {}
    return {**perhaps, **sure}


@SHARED.rule("supply.sources", "supply.contested")
def contested(
    table: Table, side: str, *, tag: TagWord, first: SideWord, then: SideWord, without: frozenset[TraitWord] = frozenset()
) -> tuple[SupplySource, ...]:
    """Sources that belong to one side until the other takes them, and from then on to that one for good."""
    if side not in (first, then):
        return ()
    ends = {hex: taken(table, hex, then, without) for hex in table.board.tagged(tag)}
    return (SupplySource({hex: said if side == then else ~said for hex, said in ends.items()}, tag),)


def taken(table: Table, hex: Hex, by: str, without: frozenset[str] = frozenset()) -> Truth:
    """Has the side ever taken the hex: noted, controlled by it, or occupied right now?"""
    units = (table.unit(id_) for id_ in table.friends_at(by, hex))
    there = any_of(all_of(~unit.has(trait) for trait in sorted(without)) for unit in units)
    if there.yes or table.state.control.get(hex) == by:
        return YES
    return table.state.has(TAKEN, hex) | there


@SHARED.rule(name="supply.taken", after=(Move, Advance))
def take(
    after: Table, action: Action, before: Table, *, tag: TagWord, by: SideWord, without: frozenset[TraitWord] = frozenset()
) -> State:
    """A contested source that a unit of one side enters is noted as taken."""
    state, hexes = after.state, after.board.tagged(tag)
    path = set(getattr(action, "path", None) or ()) | {getattr(action, "to", "")}
    entered = {
        hex
        for unit in getattr(action, "units", ())
        if after.unit(unit).side == by and all(after.unit(unit).has(trait).no for trait in without)
        for hex in hexes
        if hex in path
    }
    return state.adding(TAKEN, *entered)


@SHARED.rule("supply.sources", "supply.linked")
def linked(
    table: Table,
    side: str,
    *,
    hex: HexWord,
    to: HexWord,
    via: frozenset[HexWord] = frozenset(),
    routes: frozenset[RouteWord] = frozenset(),
    limited_length: int | None = None,
) -> tuple[SupplySource, ...]:
    """A place is a source while a line links it to another (by a route, through one of some hexes), else a limited one.

    To the limited source lines are shorter, through any terrain that is open at all. Without a length there is none.
    """
    said = link(table, side, hex, to, via, routes)
    full = SupplySource({hex: said}, table.at(hex))
    if limited_length is None:
        return (full,)
    line = replace(line_of(table, side), maximum=limited_length, free=None, routes=frozenset())
    return full, SupplySource({hex: YES}, f"{table.at(hex)} as a limited source", line)


def link(
    table: Table, side: str, hex: Hex, to: Hex, via: frozenset[Hex] = frozenset(), routes: frozenset[str] = frozenset()
) -> Truth:
    """Is there a line between two places, through one of some hexes; along certain routes all the way if any are named?"""
    line = line_of(table, side)
    line = replace(line, free=0, routes=routes, maximum=None, count_start=False, start_in_zone=False) if routes else line
    there = lines(table, side, line, (to,))
    if not via:
        return there.at(hex)
    back = there.to({hex: YES}, replace(line, start_in_zone=False))
    return any_of(back.at(middle) & there.at(middle) for middle in sorted(via))


@SHARED.rule("supply.chain", "supply.headquarters")
def headquarters(
    table: Table,
    side: str,
    *,
    trait: TraitWord = "hq",
    rail: frozenset[RouteWord] = frozenset({"rail"}),
    maximum: int | None = None,
    capacity_full: int | None = None,
    capacity_partial: int | None = None,
    from_afar: bool = False,
) -> tuple[SourceLink, ...]:
    """Headquarters with a line of their own to a source supply others: fewer if the line does not follow railways all the way.

    `maximum` is the length of that line. Lines of units to headquarters may be of any length, where they count `from_afar`.
    """
    line = replace(line_of(table, side), maximum=None) if from_afar else None
    return tuple(
        replace(
            each,
            capacity_full=math.inf if capacity_full is None else capacity_full,
            capacity_partial=math.inf if capacity_partial is None else capacity_partial,
            line=line,
        )
        for each in _links(table, side, trait, rail, maximum)
    )


def _links(table: Table, side: str, trait: str, rail: frozenset[str], maximum: int | None) -> Iterator[SourceLink]:
    goals = merged(base_sources(table, side))
    any_way = replace(line_of(table, side), maximum=maximum)
    anyhow = lines(table, side, any_way, goals)
    by_rail = anyhow.to(goals, replace(any_way, free=0, routes=rail, follow="along", count_start=False))
    force = table.force(side)
    for id_, standing in force.standings.items():
        if standing.place in table.grid and not force.units[id_].has(trait).no:
            fully, any_line = by_rail.at(standing.place), anyhow.at(standing.place)
            path = (anyhow if fully.no else by_rail).path(standing.place)
            yield SourceLink(id_, standing.place, any_line | fully, fully, path)


def base_sources(table: Table, side: str) -> tuple[SupplySource, ...]:
    """The sources that hang on no headquarters."""
    return tuple(
        replace(source, cite=binding.cite)
        for binding in table.rules.many("supply.sources", side=side)
        for source in binding(table, side)
    )


def chain_of(table: Table, side: str) -> tuple[SourceLink, ...]:
    """The headquarters that hand supply on, each with what is known of its own line; none in a game without them."""
    rule = table.rules.find("supply.chain", side=side)
    found: tuple[SourceLink, ...] = () if rule is None else rule(table, side)
    return found


def line_of(table: Table, side: str) -> LinkLine:
    rule = table.rules.find("supply.line", side=side)
    found: LinkLine = LinkLine() if rule is None else rule(table, side)
    return found


def merged(sources: tuple[SupplySource, ...], *, limited_too: bool = False) -> dict[Hex, Truth]:
    """The hexes of all full sources, or of all sources."""
    goals: dict[Hex, Truth] = {}
    for source in sources:
        for hex, said in source.hexes.items() if limited_too or source.limited is None else ():
            goals[hex] = goals.get(hex, NO) | said
    return goals


def name_at(sources: tuple[SupplySource, ...], hex: Hex) -> str:
    return next((source.name for source in sources if hex in source.hexes), hex)
