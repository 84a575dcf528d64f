"""Roads, the Autobahn and railways: from the places they pass to edges between hexes."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from .grid import Grid, Hex, Side, side
from .sources import Line
from .terrain import WATER_SIDES, nearest

# What a planner shuns, in hexes of detour. An existing way is worth following; a large river is bridged where it must be.
_SHARED = 0.55
_GROUND = {"marsh": 1.5, "forest": 0.25, "woods": 0.25, "rough": 0.5, "mountain": 2.0}
_WATER = {"river-minor": 0.6, "river-major": 9.0, "river": 0.5}
_STRAY = 0.5


@dataclass(frozen=True, slots=True)
class Land:
    """What the planner of a route must know."""

    grid: Grid
    grounds: Mapping[Hex, str]
    closed: frozenset[Hex]
    sides: Mapping[Side, str]


@dataclass(frozen=True, slots=True)
class Edge:
    side: Side
    kind: str
    source: str
    note: str


def lay(lines: tuple[Line, ...], locate: Callable[[Line, str], Hex], land: Land) -> list[Edge]:
    """All edges, in the order of the lines; of two of a kind on the same hexside the first is kept."""
    laid: dict[tuple[Side, str], Edge] = {}
    for line in lines:
        stops = [locate(line, name.strip()) for name in line["through"].split(">")]
        for start, stop in pairwise(stops):
            rail = line["kind"] == "rail"
            used = {pair for pair, kind in laid if (kind == "rail") == rail}
            for pair in _way(start, stop, land, used, line):
                laid.setdefault((pair, line["kind"]), Edge(pair, line["kind"], line["source"], line["name"]))
    return sorted(laid.values(), key=lambda edge: (edge.side, edge.kind))


def _way(start: Hex, stop: Hex, land: Land, used: set[Side], line: Line) -> list[Side]:
    if stop in land.grid.neighbours(start):
        return [side(start, stop)]
    straight = (land.grid.centre(start), land.grid.centre(stop))
    best: dict[Hex, float] = {start: 0.0}
    came: dict[Hex, Hex] = {}
    queue = [(0.0, start)]
    while queue:
        cost, here = heapq.heappop(queue)
        if here == stop:
            break
        if cost > best[here]:
            continue
        for there in land.grid.neighbours(here):
            pair = side(here, there)
            if there in land.closed or land.sides.get(pair) in WATER_SIDES:
                continue
            step = _SHARED if pair in used else 1 + _shunned(there, pair, land)
            further = cost + step + _STRAY * max(0.0, nearest(land.grid.centre(there), straight) - 0.3) ** 2
            if further < best.get(there, float("inf")) - 1e-12:
                best[there] = further
                came[there] = here
                heapq.heappush(queue, (further, there))
    if stop not in best:
        raise line.error(f"no way by land from {start} to {stop}")
    pairs = []
    here = stop
    while here != start:
        pairs.append(side(here, came[here]))
        here = came[here]
    return pairs[::-1]


def _shunned(there: Hex, pair: Side, land: Land) -> float:
    return _GROUND.get(land.grounds[there], 0.0) + _WATER.get(land.sides.get(pair, ""), 0.0)
