"""The single steps of lines: where a line may lead on from hex to hex, apart from the enemy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from adjudicator.engine.board import Board
from adjudicator.engine.hexes import Hex
from adjudicator.factname import FactName
from adjudicator.facts import NO, YES, Truth

Follow = Literal["along", "hexes"]
Given = frozenset[FactName] | None  # facts that turn out well while all others turn out badly; None: all turn out well
BEST: Given = None
WORST: Given = frozenset()


@dataclass(frozen=True, slots=True)
class LinkLine:
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


class RangeLink(NamedTuple):
    """A step from a hex to its neighbour on the unit's side, with each thing it hangs on."""

    to: Hex
    ground: Truth  # is the terrain open to lines?
    crossing: Truth  # is the hexside?
    bridge: Truth  # or does a route lead through?
    route: Truth  # may the step be one of those that follow a route?

    @property
    def needs(self) -> frozenset[FactName]:
        return self.ground.needs | self.crossing.needs | self.bridge.needs | self.route.needs


def holds(said: Truth, given: Given) -> bool:
    """A truth whose yes helps the line, taken for the best or the worst."""
    return said.answer if said.answer is not None else given is None or said.needs <= given


def links(board: Board, line: LinkLine, hex: Hex) -> tuple[RangeLink, ...]:
    """The steps that a line can take into this hex, by where they come from. Kept with the board."""
    known: dict[Hex, tuple[RangeLink, ...]] = board.cached(("supply links", line.ways), dict)
    found = known.get(hex)
    if found is None:
        found = known[hex] = tuple(_links(board, line, hex))
    return found


def _links(board: Board, line: LinkLine, hex: Hex) -> Iterator[RangeLink]:
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
        yield RangeLink(to, ground, crossing, bridge, route)


def passable(link: RangeLink, given: Given) -> bool:
    return (holds(link.ground, given) and holds(link.crossing, given)) or holds(link.bridge, given)


Steps = tuple[tuple[Hex, ...], tuple[Hex, ...]]  # where a line may come from: at all, and along a route


def stepping(board: Board, line: LinkLine, given: Given) -> Callable[[Hex], Steps]:
    """The steps into any hex: kept with the board for the best and the worst, looked at anew where they hang on facts given."""
    if given:
        return _stepping_given(board, line, given)
    known: dict[Hex, Steps] = board.cached(("supply steps", line.ways, given), dict)

    def steps(hex: Hex) -> Steps:
        found = known.get(hex)
        if found is None:
            found = known[hex] = _open_steps(board, line, hex, given)
        return found

    return steps


def _stepping_given(board: Board, line: LinkLine, given: frozenset[FactName]) -> Callable[[Hex], Steps]:
    at_worst = stepping(board, line, WORST)
    needs: dict[Hex, frozenset[FactName]] = board.cached(("needs of links", line.ways), dict)

    def steps(hex: Hex) -> Steps:
        about = needs.get(hex)
        if about is None:
            about = needs[hex] = frozenset().union(*(link.needs for link in links(board, line, hex)))
        return at_worst(hex) if about.isdisjoint(given) else _open_steps(board, line, hex, given)

    return steps


def _open_steps(board: Board, line: LinkLine, hex: Hex, given: Given) -> Steps:
    open_ = [link for link in links(board, line, hex) if passable(link, given)]
    return tuple(link.to for link in open_), tuple(link.to for link in open_ if holds(link.route, given))
