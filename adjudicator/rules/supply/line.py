"""Lines: from a unit to a source, free of the enemy, the first hexes anywhere and the rest along roads and railways.

All lines of a side are looked for at once, from the sources outwards. Like a path of movement, a line can be sought for the
best and for the worst: what is unknown helps or hinders it. A line found at the worst is there whatever the facts; where none
is found at the best, no fact can help.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from operator import itemgetter
from typing import Literal, NamedTuple

from adjudicator.engine.board import Board
from adjudicator.engine.hexes import Hex
from adjudicator.facts import NO, YES, Truth, all_of, any_of, unsure

from .. import zoc
from ..table import Table

Follow = Literal["along", "hexes"]
Given = frozenset[str] | None  # facts that turn out well while all others turn out badly; None: all turn out well
BEST: Given = None
WORST: Given = frozenset()
_MANY = 24  # facts


@dataclass(frozen=True, slots=True)
class Line:
    """What a line must be like. Lengths are counted in hexes from the unit's own, which counts only if `count_start` says so."""

    maximum: int | None = None
    free: int | None = None  # so many hexes from the unit on may be anywhere; None: all of them
    routes: frozenset[str] = frozenset()  # what the rest must follow
    follow: Follow = "along"  # from hex to hex along a route, or merely through hexes that have one
    blocked_terrain: frozenset[str] = frozenset()
    blocked_features: frozenset[str] = frozenset()
    bridged_by: frozenset[str] = frozenset()  # routes that lead through such terrain and across such hexsides
    count_start: bool = False
    enemies: bool = True  # enemy units cut it
    zones: bool = True  # enemy zones of control cut it
    start_in_zone: bool = True  # but it may begin in one
    harmless: frozenset[str] = frozenset()  # traits of enemy units that do not cut it

    @property
    def ways(self) -> tuple[object, ...]:
        """All that decides where a line may go if there is no enemy, apart from its length."""
        return self.routes, self.follow, self.blocked_terrain, self.blocked_features, self.bridged_by


class Link(NamedTuple):
    """A step from a hex to its neighbour on the unit's side, with each thing it hangs on."""

    to: Hex
    ground: Truth  # is the terrain open to lines?
    crossing: Truth  # is the hexside?
    bridge: Truth  # or does a route lead through?
    route: Truth  # may the step be one of those that follow a route?

    @property
    def needs(self) -> frozenset[str]:
        return self.ground.needs | self.crossing.needs | self.bridge.needs | self.route.needs


def holds(said: Truth, given: Given) -> bool:
    """A truth whose yes helps the line, taken for the best or the worst."""
    return said.answer if said.answer is not None else given is None or said.needs <= given


def links(board: Board, line: Line, hex: Hex) -> tuple[Link, ...]:
    """The steps that a line can take into this hex, by where they come from. Kept with the board."""
    known: dict[Hex, tuple[Link, ...]] = board.cached(("supply links", line.ways), dict)
    found = known.get(hex)
    if found is None:
        found = known[hex] = tuple(_links(board, line, hex))
    return found


def _links(board: Board, line: Line, hex: Hex) -> Iterator[Link]:
    ground = ~board.is_terrain(hex, line.blocked_terrain) if line.blocked_terrain else YES
    has_route = board.on_route(hex, line.routes) if line.routes and line.follow == "hexes" else NO
    bare = board.elsewhere is not None  # where nothing is listed there is nothing: most of a map, and quick to see
    for to in board.grid.neighbours(hex):
        at = (min(hex, to), max(hex, to))
        plain, wild = bare and at not in board.features_of, bare and at not in board.routes_of
        crossing = YES if plain or not line.blocked_features else ~board.has_feature(hex, to, line.blocked_features)
        obstructed = not (ground.yes and crossing.yes)
        bridge = board.has_route(hex, to, line.bridged_by) if obstructed and line.bridged_by and not wild else NO
        route = has_route
        if line.routes and line.follow == "along":
            route = NO if wild else board.has_route(hex, to, line.routes)
        yield Link(to, ground, crossing, bridge, route)


@dataclass(frozen=True, slots=True)
class Spread:
    """How far the lines of some sources reach: the length to each hex, and how each was come to."""

    lengths: Mapping[Hex, int]
    last: Mapping[Hex, int]  # the layer in which the hex was reached last
    came: Mapping[tuple[Hex, int], tuple[Hex, int] | None]

    def path(self, hex: Hex) -> tuple[Hex, ...]:
        """From the hex to the source."""
        path: list[Hex] = []
        node: tuple[Hex, int] | None = (hex, self.last[hex])
        while node is not None:
            path.append(node[0])
            node = self.came[node]
        return tuple(path)


@dataclass(frozen=True, slots=True)
class Lines:
    """All lines of one side to certain sources."""

    table: Table
    side: str
    line: Line
    goals: Mapping[Hex, Truth]  # where a line may end, and whether it may
    enemies: Mapping[Hex, Truth]
    zones: Mapping[Hex, Truth]
    _spreads: dict[Given, Spread] = field(default_factory=dict, repr=False)
    _said: dict[Hex, Truth] = field(default_factory=dict, repr=False)

    def at(self, hex: Hex) -> Truth:
        """Does a line lead from here to a source?"""
        found = self._said.get(hex)
        if found is None:
            found = self._said[hex] = self._at(hex)
        return found

    def _at(self, hex: Hex) -> Truth:
        if self._reached(hex, WORST):
            return YES
        return unsure(*self._deciding(hex)) if self._reached(hex, BEST) else NO

    def doubtful(self, hex: Hex) -> bool:
        """Is it open whether a line leads from here? That is quick to say; what would decide it is not."""
        return self._reached(hex, BEST) and not self._reached(hex, WORST)

    def to(self, goals: Mapping[Hex, Truth], line: Line | None = None) -> Lines:
        """Lines of the same side at the same moment to other ends, or of another kind; the enemy stops them alike."""
        ends = {hex: said for hex, said in goals.items() if hex in self.table.grid and not said.no}
        return Lines(self.table, self.side, line or self.line, ends, self.enemies, self.zones)

    def path(self, hex: Hex) -> tuple[Hex, ...]:
        """A line from here to a source, a certain one if there is one; empty if there is none even at best."""
        for given in (WORST, BEST):
            if self._reached(hex, given):
                return self.spread(given).path(hex)
        return ()

    def _reached(self, hex: Hex, given: Given) -> bool:
        return hex in self.spread(given).lengths and self._begins(hex, given)

    def _begins(self, hex: Hex, given: Given) -> bool:
        return self.line.start_in_zone or not self.cut(hex, given)

    def cut(self, hex: Hex, given: Given) -> bool:
        """May no line lead on through the hex?"""
        zone = self.zones.get(hex)
        return zone is not None and not holds(~zone, given)

    def _deciding(self, hex: Hex) -> tuple[str, ...]:
        """Facts that would make a line certain, none of which can be done without while the others are against it.

        Where a line hangs on a great many, as on a map that nobody has surveyed, all of them are named.
        """
        needed = self._touched(self.spread(BEST).path(hex))
        for fact in sorted(needed) if len(needed) <= _MANY else ():
            if hex in _spread(self, needed - {fact}, hex).lengths and self._begins(hex, needed - {fact}):
                needed -= {fact}
        return tuple(sorted(needed))

    def _touched(self, path: tuple[Hex, ...]) -> frozenset[str]:
        needs = frozenset(
            need for hex in path for about in (self.enemies, self.zones, self.goals) for need in about.get(hex, NO).needs
        )
        for to, hex in pairwise(path):
            needs |= next(link for link in links(self.table.board, self.line, hex) if link.to == to).needs
        return needs

    def _certain(self) -> bool:
        board, line = self.table.board, self.line
        return board.cached(
            ("certain links", line.ways),
            lambda: not any(link.needs for hex in board.grid.all() for link in links(board, line, hex)),
        ) and not any(said.open for about in (self.enemies, self.zones, self.goals) for said in about.values())

    def spread(self, given: Given) -> Spread:
        """At best or at worst: others are not asked for twice. Where nothing is unknown both are the same."""
        found = self._spreads.get(given)
        if found is None:
            same = given is BEST and self._certain()
            found = self._spreads[given] = self.spread(WORST) if same else _spread(self, given)
        return found


def lines(table: Table, side: str, line: Line, goals: Mapping[Hex, Truth] | Iterable[Hex]) -> Lines:
    """The lines of a side to these hexes."""
    ends = goals if isinstance(goals, Mapping) else dict.fromkeys(goals, YES)
    enemies = _enemies(table, side, line) if line.enemies else {}
    zones = _zones(table, side) if line.zones else {}
    return Lines(
        table, side, line, {hex: said for hex, said in ends.items() if hex in table.grid and not said.no}, enemies, zones
    )


def trace(
    table: Table, side: str, start: Hex, line: Line, goals: Mapping[Hex, Truth] | Iterable[Hex]
) -> tuple[Truth, tuple[Hex, ...]]:
    """Does a line lead from one hex to any of these, and which?"""
    found = lines(table, side, line, goals)
    return found.at(start), found.path(start)


def _enemies(table: Table, side: str, line: Line) -> dict[Hex, Truth]:
    """Where enemy units stand that cut lines."""
    if not line.harmless:
        return {hex: YES for force in table.enemies(side) for hex in force.by_place}
    found: dict[Hex, Truth] = {}
    for force in table.enemies(side):
        for hex, ids in force.by_place.items():
            said = any_of(all_of(~force.units[id_].has(trait) for trait in sorted(line.harmless)) for id_ in ids)
            found[hex] = said | found.get(hex, NO)
    return {hex: said for hex, said in found.items() if not said.no}


def _zones(table: Table, side: str) -> dict[Hex, Truth]:
    hexes = {hex for force in table.enemies(side) for hex in zoc.field(table, force.side)}
    return {hex: said for hex in hexes if not (said := zoc.controlled(table, side, hex, "supply")).no}


def passable(link: Link, given: Given) -> bool:
    return (holds(link.ground, given) and holds(link.crossing, given)) or holds(link.bridge, given)


_Steps = tuple[tuple[Hex, ...], tuple[Hex, ...]]  # where a line may come from: at all, and along a route


def _steps(board: Board, line: Line, hex: Hex, given: Given) -> _Steps:
    """Kept with the board for the best and the worst; with some facts given only hexes that those are about are looked at."""
    if given:
        needs: dict[Hex, frozenset[str]] = board.cached(("needs of links", line.ways), dict)
        known = needs.get(hex)
        if known is None:
            known = needs[hex] = frozenset().union(*(link.needs for link in links(board, line, hex)))
        if not known.isdisjoint(given):
            return _open_steps(board, line, hex, given)
        given = WORST
    steps: dict[Hex, _Steps] = board.cached(("supply steps", line.ways, given), dict)
    found = steps.get(hex)
    if found is None:
        found = steps[hex] = _open_steps(board, line, hex, given)
    return found


def _open_steps(board: Board, line: Line, hex: Hex, given: Given) -> _Steps:
    open_ = [link for link in links(board, line, hex) if passable(link, given)]
    return tuple(link.to for link in open_), tuple(link.to for link in open_ if holds(link.route, given))


def _spread(of: Lines, given: Given, until: Hex = "") -> Spread:
    """From the sources outwards: first along routes as far as they lead, then so many hexes anywhere, layer by layer.

    It may end as soon as one hex is reached.
    """
    board, line = of.table.board, of.line
    limit = math.inf if line.maximum is None else line.maximum - line.count_start
    free = math.inf if line.free is None else line.free - line.count_start
    barred = {hex for hex, said in of.enemies.items() if said.answer is not False and not holds(~said, given)}
    cut = {hex for hex, said in of.zones.items() if said.answer is not False and not holds(~said, given)}
    steps: dict[Hex, _Steps] = {}
    lengths = {hex: 0 for hex, said in sorted(of.goals.items()) if hex not in barred and holds(said, given)}
    came: dict[tuple[Hex, int], tuple[Hex, int] | None] = {(hex, 0): None for hex in lengths}
    last = dict.fromkeys(lengths, 0)

    def steps_from(hex: Hex) -> _Steps:
        found = steps.get(hex)
        if found is None:
            found = steps[hex] = _steps(board, line, hex, given)
        return found

    if line.routes and line.free is not None:
        queue = list(lengths)
        for hex in queue:
            length = lengths[hex] + 1
            if hex in cut or length > limit:
                continue
            for to in steps_from(hex)[1]:
                if to not in lengths and to not in barred:
                    lengths[to], last[to], came[to, 0] = length, 0, (hex, 0)
                    queue.append(to)
    layer, number = dict(lengths), 0
    while layer and number < free and until not in lengths:
        number += 1
        reached: dict[Hex, int] = {}
        for hex, so_far in sorted(layer.items(), key=itemgetter(1)):  # so that the first to come has the shortest line
            length = so_far + 1
            if hex in cut or length > limit:
                continue
            for to in steps_from(hex)[0]:
                known = lengths.get(to)
                # A shorter line with more free hexes can matter only where the length is limited.
                if to in barred or (known is not None and (limit == math.inf or known <= length)):
                    continue
                if to not in reached:
                    reached[to], came[to, number] = length, (hex, number - 1)
        lengths.update(reached)
        last.update(dict.fromkeys(reached, number))
        layer = reached
    return Spread(lengths, last, came)
