"""The ways in which a stack may retreat: all of them, for they are short, each with a score by the game's preferences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from adjudicator import factname
from adjudicator.engine.hexes import Hex
from adjudicator.engine.terms import AreaWord, ScenarioWord, SideWord, TraitWord
from adjudicator.engine.units import Unit
from adjudicator.factname import FactName
from adjudicator.facts import NO, NOTHING, YES, Interval, Truth, all_of, any_of, exactly, truth, unsure

from .. import stacking, zoc
from ..map_in_play import not_in_play
from ..movement.ground import Ground, edges
from ..movement.modes import Mode
from ..registry import SHARED
from ..supply.sources import base_sources, merged
from ..table import Table

SHARED.slot("retreat.manner", "How does a stack retreat?", optional=True)

Preference = Literal["zones", "direction", "vacant"]
Compass = Literal["north", "east", "south", "west"]

_BEARINGS: Mapping[Compass, float] = {"north": 0, "east": 90, "south": 180, "west": 270}

_WALK = Mode("retreat")


@dataclass(frozen=True, slots=True)
class Manner:
    """How a game has stacks retreat. `prefer` is what must be kept low, the most important first."""

    prefer: tuple[Preference, ...]
    zones: Literal["cost a step", "barred", "free"]
    toward: Mapping[str, tuple[float, ...]]  # side -> compass bearings
    within: float  # degrees from such a bearing that are surely in its direction
    beyond: float  # from so many degrees on they surely are not
    displaced: int  # a stack too large at its end goes so many hexes further
    off_map: bool
    join: bool  # others of the hex may go along with those who must
    maps: Mapping[str, str]  # scenario -> the area that is its map
    whole: bool  # a retreat that cannot be made in full is not made at all
    vacant: Literal["each hex", "last hex"] = "each hex"  # which hexes of a retreat are better vacant
    steps: Literal["away", "any"] = "away"  # whether each hex lies further off than the last
    stepless: frozenset[str] = frozenset()  # traits of units that have no step to pay with
    one_price: bool = False  # whoever stood together pays once, whatever ways they take
    crowded: bool = False  # hexes on the way in which they are too many count as those in zones do
    to_supply: Literal["", "a source", "nearest source"] = (
        ""  # with each hex nearer to one source of supply, or in the end to the nearest
    )


@SHARED.rule("retreat.manner")
def away(
    table: Table,
    *,
    prefer: tuple[Preference, ...] = ("zones", "direction"),
    zones: Literal["cost a step", "barred", "free"] = "cost a step",
    toward: Mapping[SideWord, tuple[Compass | float, ...]] | None = None,
    within: float | None = None,
    beyond: float = 60,
    displaced: int = 1,
    off_map: bool = False,
    join: bool = False,
    maps: Mapping[ScenarioWord, AreaWord] | None = None,
    whole: bool = False,
    vacant: Literal["each hex", "last hex"] = "each hex",
    steps: Literal["away", "any"] = "away",
    stepless: frozenset[TraitWord] = frozenset(),
    one_price: bool = False,
    crowded: bool = False,
    to_supply: Literal["", "a source", "nearest source"] = "",
) -> Manner:
    """Each hex of a retreat lies further from where it began (or only so many steps on); of the ways open the game prefers some.

    Enemy zones of control cost a step each, or are closed unless a friend is there, or do nothing; a hex that is `crowded` on the
    way may cost as much. Each side retreats toward some
    points of the compass, named or in degrees; between `within` and `beyond` degrees off only a diagram can tell. Or each hex
    lies nearer to one and the same source of supply; or the last one nearer to the nearest, and if it cannot, no further.
    """
    bearings = {side: tuple(map(_bearing, points)) for side, points in (toward or {}).items()}
    degrees = beyond if within is None else within
    more = (displaced, off_map, join, maps or {}, whole, vacant, steps, stepless, one_price, crowded, to_supply)
    return Manner(prefer, zones, bearings, degrees, beyond, *more)


def _bearing(point: Compass | float) -> float:
    return _BEARINGS[point] if isinstance(point, str) else point


def manner_of(table: Table, unit: str) -> Manner | None:
    """How a unit retreats; None in games without retreats."""
    rule = table.rules.find("retreat.manner", side=table.unit(unit).side)
    found: Manner | None = None if rule is None else rule(table)
    return found


@dataclass(frozen=True, slots=True)
class RetreatRoute:
    """A way to retreat. `open` says whether it is lawful apart from preferences; the score is what must be low, in order."""

    path: tuple[Hex, ...]
    open: Truth
    zones: Interval
    score: tuple[Interval, ...]
    short: int  # hexes not retreated

    @property
    def steps(self) -> Interval:
        """What it costs the stack where zones of control and hexes not retreated cost a step each."""
        return self.zones + exactly(self.short)

    @property
    def best(self) -> tuple[float, ...]:
        return tuple(each.low for each in self.score)

    @property
    def worst(self) -> tuple[float, ...]:
        return tuple(each.high for each in self.score)

    @property
    def needs(self) -> frozenset[FactName]:
        return self.open.needs.union(*(each.needs for each in self.score))


def routes(table: Table, units: tuple[str, ...], start: Hex, length: int, manner: Manner) -> tuple[RetreatRoute, ...]:
    """Every way in which units that stand together may retreat, also those that stop short because they can go no further."""
    found: list[RetreatRoute] = []
    front: list[tuple[tuple[Hex, ...], Truth]] = [((start,), YES)]
    while front:
        ahead: list[tuple[tuple[Hex, ...], Truth]] = []
        for path, way in front:
            gone = len(path) - 1
            fits = _fits(table, units, path[-1]) if gone else YES
            if not fits.no:
                found.append(_route(table, units, path, way & fits, length - gone, manner))
            if gone < length:
                ahead += list(_steps(table, units, path, way, manner))
            elif gone:
                found += _displaced(table, units, path, way & ~fits, manner)
        front = ahead
    return tuple(route for route in found if not route.open.no and not (manner.whole and route.short))


def ways_out(table: Table, unit: str) -> Mapping[Hex, Truth]:
    """The hexes beside a unit into which it may retreat: the same for every combat on a position that it may be in."""
    return table.cached(("ways out", unit), lambda: _ways_out(table, unit))


def _ways_out(table: Table, unit: str) -> Mapping[Hex, Truth]:
    manner, place = manner_of(table, unit), table.place_of(unit)
    if manner is None or place is None or place not in table.grid:
        return {}
    found = ((path[-1], way & _fits(table, (unit,), path[-1])) for path, way in _steps(table, (unit,), (place,), YES, manner))
    return {hex: way for hex, way in found if not way.no}


def leaves(table: Table, unit: str, place: Hex, length: int, exits: Mapping[Hex, Truth]) -> Truth:
    """Can a unit go at least one hex of its retreat, by hexes that were open before anybody else moved and still are?"""
    manner = manner_of(table, unit)
    if manner is None:
        return NO
    found = (route for route in routes(table, (unit,), place, length, manner) if len(route.path) > 1)
    return any_of(route.open & exits.get(route.path[1], NO) for route in found)


def leads_to(table: Table, units: tuple[str, ...], start: Hex, goals: frozenset[Hex], most: int, manner: Manner) -> Truth:
    """May units that stand together retreat into or through one of these hexes, so many steps away at the most?"""
    said: Truth = truth(start in goals)
    front: list[tuple[tuple[Hex, ...], Truth]] = [((start,), YES)]
    for _ in range(most):
        front = [step for path, way in front for step in _steps(table, units, path, way, manner)]
        said |= any_of(way for path, way in front if path[-1] in goals)
    return said


def _displaced(
    table: Table, units: tuple[str, ...], path: tuple[Hex, ...], overfull: Truth, manner: Manner
) -> Iterator[RetreatRoute]:
    """Where units go on to that would overfill the hex at the end of a path."""
    ends = [(path, overfull)]
    for _ in range(manner.displaced):
        steps = [step for end, way in ends if not way.no for step in _steps(table, units, end, way, manner)]
        ends = []
        for longer, way in steps:
            fits = _fits(table, units, longer[-1])
            if not fits.no:
                yield _route(table, units, longer, way & fits, 0, manner)
            ends.append((longer, way & ~fits))


def _fits(table: Table, units: tuple[str, ...], hex: Hex) -> Truth:
    return stacking.fits(table, table.unit(units[0]).side, hex, units)


def _steps(
    table: Table, units: tuple[str, ...], path: tuple[Hex, ...], way: Truth, manner: Manner
) -> Iterator[tuple[tuple[Hex, ...], Truth]]:
    """The hexes further off into which the units may go on."""
    start, here, outside = path[0], path[-1], not_in_play(table)
    grounds = [_ground(table, table.unit(unit)) for unit in units]
    for to in table.grid.neighbours(here):
        on = to not in path if manner.steps == "any" else table.grid.distance(start, to) == len(path)
        if to not in outside and on:
            step = way & all_of(_passes(table, ground, here, to) for ground in grounds) & _open(table, units, to, manner)
            if not step.no:
                yield (*path, to), step


def _ground(table: Table, unit: Unit) -> Ground:
    found: Ground = table.rules.one("movement.terrain", side=unit.side)(table, unit)
    return found


def _passes(table: Table, ground: Ground, frm: Hex, to: Hex) -> Truth:
    step = next(each for each in edges(table, ground, _WALK, frm) if each.to == to)
    return NO if step.low is None else unsure(*sorted(step.needs)) if step.high is None else YES


def _open(table: Table, units: tuple[str, ...], to: Hex, manner: Manner) -> Truth:
    """Do enemies and their zones of control leave the hex open? One unit of a stack that may drive over them is enough."""
    side = table.unit(units[0]).side
    said: Truth = YES
    if table.enemy_units(side, to):
        rule = table.rules.find("movement.enemy", side=side)
        said = NO if rule is None else any_of(rule(table, table.unit(unit), to) for unit in units)
    return said & ~zoc.controlled(table, side, to, "retreat") if manner.zones == "barred" else said


def _route(table: Table, units: tuple[str, ...], path: tuple[Hex, ...], way: Truth, short: int, manner: Manner) -> RetreatRoute:
    side = table.unit(units[0]).side
    watched = () if manner.zones == "free" else path[1:]
    full = path[1:-1] if manner.crowded else ()  # at the end of its way it never stands too many
    zones = _count(
        zoc.controlled(table, side, hex, "retreat") | (~_fits(table, units, hex) if hex in full else NO) for hex in watched
    )
    looked_at = path[-1:] if manner.vacant == "last hex" else path[1:]
    parts: dict[Preference, Interval] = {
        "zones": zones,
        "vacant": exactly(sum(bool(set(table.friends_at(side, hex)) - set(units)) for hex in looked_at)),
        "direction": _from_supply(table, side, path, manner)
        if manner.to_supply
        else _count(_wrong_way(table, side, a, b, manner) for a, b in pairwise(path)),
    }
    return RetreatRoute(path, way, zones, (exactly(short), *(parts[each] for each in manner.prefer)), short)


def _count(truths: Iterator[Truth]) -> Interval:
    low = high = 0
    needs: frozenset[FactName] = NOTHING
    for each in truths:
        low, high, needs = low + each.yes, high + (not each.no), needs | each.needs
    return Interval(low, high, needs)


def _from_supply(table: Table, side: str, path: tuple[Hex, ...], manner: Manner) -> Interval:
    """How far a retreat fails to lead towards supply. Of sources that may be none, all from best to worst is possible; those that
    are limited for now are sources, too: units that draw on them go towards them."""
    key = ("sources", table.game, table.board, side)
    found = table.state.cached(key, lambda: merged(base_sources(table, side), limited_too=True))
    sure = tuple(source for source, said in found.items() if said.yes)
    every = tuple(source for source, said in found.items() if not said.no)
    needs = NOTHING.union(*(said.needs for said in found.values()))
    if manner.to_supply == "a source":
        low, high = _astray(table, path, every), _astray(table, path, sure)
    else:
        ends = [_nearer(table, path, sure), _nearer(table, path, every)]
        low, high = min(ends), max(ends)
    return Interval(low, high, needs if low != high else NOTHING)


def _astray(table: Table, path: tuple[Hex, ...], sources: tuple[Hex, ...]) -> int:
    """The hexes of a path that do not come nearer to the source it serves best."""
    ways = (
        sum(table.grid.distance(to, source) >= table.grid.distance(frm, source) for frm, to in pairwise(path))
        for source in sources
    )
    return min(ways, default=0)


def _nearer(table: Table, path: tuple[Hex, ...], sources: tuple[Hex, ...]) -> int:
    """Does a path end nearer to the nearest source than it began (0), as near (1), or further off (2)?"""
    if not sources or len(path) < 2:
        return 0
    before, after = (min(table.grid.distance(hex, source) for source in sources) for hex in (path[0], path[-1]))
    return 1 + (after > before) - (after < before)


def _wrong_way(table: Table, side: str, frm: Hex, to: Hex, manner: Manner) -> Truth:
    """Does a step lead away from where the side retreats to? Between surely and surely not only a diagram can tell."""
    bearings, direction = manner.toward.get(side, ()), table.grid.direction(frm, to)
    if not bearings or direction is None:
        return NO
    going = table.grid.bearing(direction)
    turns = [abs(going - bearing) for bearing in bearings]
    off = min(min(turn, 360 - turn) for turn in turns)
    if off <= manner.within:
        return NO
    return YES if off >= manner.beyond else table.asks(factname.retreat_diagram())
