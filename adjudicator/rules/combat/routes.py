"""The ways in which a stack may retreat: all of them, for they are short, each with a score by the game's preferences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from adjudicator.engine.hexes import Hex
from adjudicator.facts import NO, NOTHING, YES, Interval, Truth, all_of, exactly, unsure

from .. import stacking, zoc
from ..movement.ground import edge
from ..movement.modes import Mode
from ..registry import SHARED
from ..table import Table

SHARED.slot("retreat.manner", "How does a stack retreat?", optional=True)

Preference = Literal["zones", "direction", "vacant"]

_WALK = Mode("retreat")


@dataclass(frozen=True, slots=True)
class Manner:
    """How a game has stacks retreat. `prefer` is what must be kept low, the most important first."""

    prefer: tuple[Preference, ...] = ("zones", "direction")
    zones: Literal["cost a step", "barred", "free"] = "cost a step"
    toward: Mapping[str, tuple[float, ...]] | None = None  # side -> compass bearings
    within: float = 60  # degrees from such a bearing that are surely in its direction
    beyond: float = 60  # from so many degrees on they surely are not
    displaced: bool = True  # a stack too large at its end goes one hex further
    off_map: bool = False


@SHARED.rule("retreat.manner")
def away(
    table: Table,
    *,
    prefer: tuple[Preference, ...] = ("zones", "direction"),
    zones: Literal["cost a step", "barred", "free"] = "cost a step",
    toward: Mapping[str, tuple[float, ...]] | None = None,
    within: float = 60,
    beyond: float = 60,
    displaced: bool = True,
    off_map: bool = False,
) -> Manner:
    """Each hex of a retreat lies further from where it began; among the ways open the game prefers some.

    Enemy zones of control cost a step each, or are closed unless a friend is there, or do nothing.
    """
    return Manner(prefer, zones, toward, within, beyond, displaced, off_map)


@dataclass(frozen=True, slots=True)
class Route:
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
    def needs(self) -> frozenset[str]:
        return self.open.needs.union(*(each.needs for each in self.score))


def routes(table: Table, units: tuple[str, ...], start: Hex, length: int, manner: Manner) -> tuple[Route, ...]:
    """Every way in which units that stand together may retreat, also those that stop short because they can go no further."""
    found: list[Route] = []
    front: list[tuple[tuple[Hex, ...], Truth]] = [((start,), YES)]
    for gone in range(length + 1):
        ahead: list[tuple[tuple[Hex, ...], Truth]] = []
        for path, way in front:
            fits = _fits(table, units, path[-1]) if gone else YES
            found.append(_route(table, units, path, way & fits, length - gone, manner))
            if gone < length:
                ahead += list(_steps(table, units, path, way, manner))
            elif manner.displaced and gone and not fits.yes:
                for longer, further in _steps(table, units, path, way & ~fits, manner):
                    found.append(_route(table, units, longer, further & _fits(table, units, longer[-1]), 0, manner))
        front = ahead
    return tuple(route for route in found if not route.open.no)


def _fits(table: Table, units: tuple[str, ...], hex: Hex) -> Truth:
    return stacking.fits(table, table.unit(units[0]).side, hex, units)


def _steps(
    table: Table, units: tuple[str, ...], path: tuple[Hex, ...], way: Truth, manner: Manner
) -> Iterator[tuple[tuple[Hex, ...], Truth]]:
    """The hexes further off into which the units may go on."""
    start, here = path[0], path[-1]
    for to in table.grid.neighbours(here):
        if table.grid.distance(start, to) == len(path):
            step = way & all_of(_enters(table, unit, here, to, manner) for unit in units)
            if not step.no:
                yield (*path, to), step


def _enters(table: Table, unit_id: str, frm: Hex, to: Hex, manner: Manner) -> Truth:
    unit = table.unit(unit_id)
    ground = table.rules.one("movement.terrain", side=unit.side)(table, unit)
    step = edge(table.board, ground, _WALK, frm, to)
    passable = NO if step.low is None else unsure(*sorted(step.needs)) if step.high is None else YES
    if table.enemy_units(unit.side, to):
        rule = table.rules.find("movement.enemy", side=unit.side)
        passable &= NO if rule is None else rule(table, unit, to)
    if manner.zones == "barred":
        passable &= ~zoc.controlled(table, unit.side, to, "retreat")
    return passable


def _route(table: Table, units: tuple[str, ...], path: tuple[Hex, ...], way: Truth, short: int, manner: Manner) -> Route:
    side = table.unit(units[0]).side
    zones = _count(zoc.controlled(table, side, hex, "retreat") for hex in path[1:]) if manner.zones != "free" else exactly(0)
    parts: dict[Preference, Interval] = {
        "zones": zones,
        "vacant": exactly(sum(bool(set(table.friends_at(side, hex)) - set(units)) for hex in path[1:])),
        "direction": _count(_wrong_way(table, side, a, b, manner) for a, b in pairwise(path)),
    }
    return Route(path, way, zones, (exactly(short), *(parts[each] for each in manner.prefer)), short)


def _count(truths: Iterator[Truth]) -> Interval:
    low = high = 0
    needs: frozenset[str] = NOTHING
    for each in truths:
        low, high, needs = low + each.yes, high + (not each.no), needs | each.needs
    return Interval(low, high, needs)


def _wrong_way(table: Table, side: str, frm: Hex, to: Hex, manner: Manner) -> Truth:
    """Does a step lead away from where the side retreats to? Between surely and surely not only a diagram can tell."""
    bearings, direction = (manner.toward or {}).get(side, ()), table.grid.direction(frm, to)
    if not bearings or direction is None:
        return NO
    going = table.grid.bearing(direction)
    off = min(abs((going - bearing + 180) % 360 - 180) for bearing in bearings)
    if off <= manner.within + 1e-6:
        return NO
    return YES if off >= manner.beyond - 1e-6 else unsure("diagram of retreat directions")
