"""Defensive and Festung lines: hexsides of protected hexes that look towards the enemy."""

from __future__ import annotations

import cmath
import math
from collections.abc import Mapping
from dataclasses import dataclass

from .grid import Grid, Hex, Point, Side, side
from .sources import RECONSTRUCTION, Line
from .terrain import WATER_SIDES

KINDS = ("defensive-line", "festung-line", "fortification")


@dataclass(frozen=True, slots=True)
class Fortified:
    side: Side
    kind: str
    facing: Hex
    note: str
    source: str = RECONSTRUCTION


def fortify(lines: tuple[Line, ...], grid: Grid, wet: frozenset[Hex], sides: Mapping[Side, str], north: float) -> list[Fortified]:
    """Every hexside of a line; a hexside holds one line of a kind, the first that claims it."""
    held: dict[tuple[Side, str], Fortified] = {}
    for line in lines:
        kind = line["kind"]
        if kind not in KINDS:
            raise line.error(f"{kind!r} is no kind of line")
        # Several lines of one name are parts of one position: nothing is fortified between its own hexes.
        protected = {hex_ for part in lines if part["name"] == line["name"] for hex_ in part["hexes"].split()}
        for hex_ in line["hexes"].split():
            if hex_ not in grid or hex_ in wet:
                raise line.error(f"{hex_} is not land of the map")
            for other in grid.neighbours(hex_):
                pair = side(hex_, other)
                if other in protected or other in wet or sides.get(pair) in WATER_SIDES:
                    continue
                if abs(
                    (bearing(grid.centre(hex_), grid.centre(other), north) - line.decimal("bearing") + 180) % 360 - 180
                ) <= line.decimal("spread"):
                    held.setdefault((pair, kind), Fortified(pair, kind, hex_, line["name"]))
    return sorted(held.values(), key=lambda one: (one.side, one.kind))


def bearing(start: Point, stop: Point, north: float) -> float:
    """The compass bearing of a point from another; `north` is the bearing in which rows grow."""
    return (north + 90 - math.degrees(cmath.phase(stop - start))) % 360
