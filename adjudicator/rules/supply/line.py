"""Lines: from a unit to a source, free of the enemy, the first hexes anywhere and the rest along roads and railways.

All lines of a side are looked for at once, from the sources outwards. Like a path of movement, a line can be sought for the
best and for the worst: what is unknown helps or hinders it. A line found at the worst is there whatever the facts; where none
is found at the best, no fact can help.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from operator import itemgetter
from typing import TypeAlias

from adjudicator.engine.board import Board
from adjudicator.engine.hexes import Hex
from adjudicator.engine.remembering import Lately
from adjudicator.factname import FactName
from adjudicator.facts import NO, YES, Truth, all_of, any_of, unsure

from .. import zoc
from ..map_in_play import not_in_play
from ..table import Table
from .links import BEST, WORST, Given, LinkLine, holds, links, stepping

_MANY = 24  # facts
_KEPT = 400  # spreads: who reads a log comes back to the same lines in many positions


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
class _Sought:
    """All that a spread hangs on, apart from the map: two of which this is the same are the same."""

    line: LinkLine
    given: Given
    ends: tuple[Hex, ...]
    barred: frozenset[Hex]  # no line leads into these
    cut: frozenset[Hex]  # or on from these


_Stops: TypeAlias = dict[Given, tuple[frozenset[Hex], frozenset[Hex]]]  # hexes barred and cut


@dataclass(frozen=True, slots=True)
class SupplyLines:
    """All lines of one side to certain sources."""

    table: Table
    side: str
    line: LinkLine
    goals: Mapping[Hex, Truth]  # where a line may end, and whether it may
    enemies: Mapping[Hex, Truth]  # and hexes that are not in play: nothing leads through either
    zones: Mapping[Hex, Truth]
    _spreads: dict[Given, Spread] = field(default_factory=dict, repr=False)
    _said: dict[Hex, Truth] = field(default_factory=dict, repr=False)
    _stops: _Stops = field(default_factory=dict, repr=False)

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

    def to(self, goals: Mapping[Hex, Truth], line: LinkLine | None = None) -> SupplyLines:
        """Lines of the same side at the same moment to other ends, or of another kind; the enemy stops them alike."""
        ends = {hex: said for hex, said in goals.items() if hex in self.table.grid and not said.no}
        return SupplyLines(self.table, self.side, line or self.line, ends, self.enemies, self.zones, _stops=self._stops)

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

    def _deciding(self, hex: Hex) -> tuple[FactName, ...]:
        """Facts that would make a line certain, none of which can be done without while the others are against it.

        Where a line hangs on a great many, as on a map that nobody has surveyed, all of them are named.
        """
        needed = self._touched(self.spread(BEST).path(hex))
        for fact in sorted(needed) if len(needed) <= _MANY else ():
            reached = _spread(self.table.board, self._sought(needed - {fact}), hex).lengths
            if hex in reached and self._begins(hex, needed - {fact}):
                needed -= {fact}
        return tuple(sorted(needed))

    def _touched(self, path: tuple[Hex, ...]) -> frozenset[FactName]:
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
            lambda: board.all_known or not any(link.needs for hex in board.grid.all() for link in links(board, line, hex)),
        ) and not any(said.open for about in (self.enemies, self.zones, self.goals) for said in about.values())

    def spread(self, given: Given) -> Spread:
        """At best or at worst: others are not asked for twice. Where nothing is unknown both are the same."""
        found = self._spreads.get(given)
        if found is None:
            same = given is BEST and self._certain()
            found = self._spreads[given] = self.spread(WORST) if same else self._spread(given)
        return found

    def _spread(self, given: Given) -> Spread:
        board, sought = self.table.board, self._sought(given)
        known: Lately = board.cached("spreads", lambda: Lately(_KEPT))
        return known.cached(sought, lambda: _spread(board, sought))

    def _sought(self, given: Given) -> _Sought:
        stops = self._stops.get(given)
        if stops is None:
            stops = self._stops[given] = _stopping(self.enemies, given), _stopping(self.zones, given)
        barred, cut = stops
        ends = tuple(hex for hex, said in sorted(self.goals.items()) if hex not in barred and holds(said, given))
        return _Sought(self.line, given, ends, barred, cut)


def _stopping(hexes: Mapping[Hex, Truth], given: Given) -> frozenset[Hex]:
    return frozenset(hex for hex, said in hexes.items() if said.answer is not False and not holds(~said, given))


def lines(table: Table, side: str, line: LinkLine, goals: Mapping[Hex, Truth] | Iterable[Hex]) -> SupplyLines:
    """The lines of a side to these hexes."""
    ends = goals if isinstance(goals, Mapping) else dict.fromkeys(goals, YES)
    enemies, zones, stops = _hindrances(table, side, line)
    held = {hex: said for hex, said in ends.items() if hex in table.grid and not said.no}
    return SupplyLines(table, side, line, held, enemies, zones, _stops=stops)


def _hindrances(table: Table, side: str, line: LinkLine) -> tuple[Mapping[Hex, Truth], Mapping[Hex, Truth], _Stops]:
    """What stops lines of such a kind now: the same for all that are like it."""

    def look() -> tuple[Mapping[Hex, Truth], Mapping[Hex, Truth], _Stops]:
        enemies = _enemies(table, side, line) if line.enemies else {}
        enemies |= dict.fromkeys(not_in_play(table), YES)
        return enemies, zoc.all_controlled(table, side, "supply") if line.zones else {}, {}

    return table.cached(("what stops lines", side, line.enemies, line.harmless, line.zones), look)


def trace(
    table: Table, side: str, start: Hex, line: LinkLine, goals: Mapping[Hex, Truth] | Iterable[Hex]
) -> tuple[Truth, tuple[Hex, ...]]:
    """Does a line lead from one hex to any of these, and which?"""
    found = lines(table, side, line, goals)
    return found.at(start), found.path(start)


def _enemies(table: Table, side: str, line: LinkLine) -> dict[Hex, Truth]:
    """Where enemy units stand that cut lines."""
    if not line.harmless:
        return {hex: YES for force in table.enemies(side) for hex in force.by_place}
    found: dict[Hex, Truth] = {}
    for force in table.enemies(side):
        for hex, ids in force.by_place.items():
            said = any_of(all_of(~force.units[id_].has(trait) for trait in sorted(line.harmless)) for id_ in ids)
            found[hex] = said | found.get(hex, NO)
    return {hex: said for hex, said in found.items() if not said.no}


def _spread(board: Board, sought: _Sought, until: Hex = "") -> Spread:
    """From the sources outwards: first along routes as far as they lead, then so many hexes anywhere, layer by layer.

    It may end as soon as one hex is reached.
    """
    line, barred, cut = sought.line, sought.barred, sought.cut
    limit = math.inf if line.maximum is None else line.maximum - line.count_start
    free = math.inf if line.free is None else line.free - line.count_start
    steps = stepping(board, line, sought.given)
    unlimited = limit == math.inf
    lengths = dict.fromkeys(sought.ends, 0)
    came: dict[tuple[Hex, int], tuple[Hex, int] | None] = {(hex, 0): None for hex in lengths}
    last = dict.fromkeys(lengths, 0)

    if line.routes and line.free is not None:
        queue = list(lengths)
        for hex in queue:
            length = lengths[hex] + 1
            if hex in cut or length > limit:
                continue
            for to in steps(hex)[1]:
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
            for to in steps(hex)[0]:
                if to in reached or to in barred:
                    continue
                # A shorter line with more free hexes can matter only where the length is limited.
                if to in lengths and (unlimited or lengths[to] <= length):
                    continue
                reached[to], came[to, number] = length, (hex, number - 1)
        lengths.update(reached)
        last.update(dict.fromkeys(reached, number))
        layer = reached
    return Spread(lengths, last, came)
