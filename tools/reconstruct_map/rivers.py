"""Rivers: from a line on the ground to a chain of hexsides."""

from __future__ import annotations

import heapq
from collections.abc import Sequence

from .grid import RADIUS, Grid, Point, Side, Vertex, place, side
from .projection import Projection
from .sources import Course, SourceError
from .terrain import crossed, nearest

# A corner half a hex off the river costs as much again as the way itself; far ones are never worth it.
_STRAY = 40.0

Net = dict[Vertex, list[tuple[Vertex, Side]]]


def net_of_sides(grid: Grid) -> Net:
    """Which corners are joined by which hexsides of the map."""
    net: Net = {}
    for pair in grid.sides():
        first, second = grid.ends(*pair)
        net.setdefault(first, []).append((second, pair))
        net.setdefault(second, []).append((first, pair))
    return {corner: sorted(joined) for corner, joined in sorted(net.items())}


def chain(river: Course, projection: Projection, grid: Grid, net: Net) -> list[Side]:
    """The hexsides nearest to the river's line, in one unbroken chain."""
    line = course(river, projection, grid)
    inside = [p for p in crossed(line, 0.1) if _covers(grid, p)]
    if len(inside) < 2:
        return []
    return path(net, _corner(net, inside[0]), _corner(net, inside[-1]), line)


def course(river: Course, projection: Projection, grid: Grid) -> list[Point]:
    """The river in the plane; where a hexside is given it passes through its middle."""
    points = []
    for line in river.lines:
        if line["hexside"]:
            a, _, b = line["hexside"].partition("-")
            try:
                first, second = grid.ends(*side(a, b))
            except ValueError:
                raise line.error(f"{line['hexside']} is no hexside") from None
            points.append((place(first) + place(second)) / 2)
        else:
            points.append(projection.plane(line.degrees()))
    return points


def path(net: Net, start: Vertex, stop: Vertex, line: Sequence[Point]) -> list[Side]:
    best: dict[Vertex, float] = {start: 0.0}
    came: dict[Vertex, tuple[Vertex, Side]] = {}
    queue = [(0.0, start)]
    while queue:
        cost, corner = heapq.heappop(queue)
        if corner == stop:
            break
        if cost > best[corner]:
            continue
        for other, pair in net[corner]:
            middle = (place(corner) + place(other)) / 2
            further = cost + RADIUS * (0.3 + _STRAY * nearest(middle, line) ** 2)
            if further < best.get(other, float("inf")) - 1e-12:
                best[other] = further
                came[other] = (corner, pair)
                heapq.heappush(queue, (further, other))
    sides = []
    corner = stop
    while corner != start:
        if corner not in came:
            raise SourceError(f"no chain of hexsides leads from {start} to {stop}")
        corner, pair = came[corner]
        sides.append(pair)
    return sides[::-1]


def _corner(net: Net, point: Point) -> Vertex:
    return min(net, key=lambda corner: (abs(place(corner) - point), corner))


def _covers(grid: Grid, point: Point) -> bool:
    """Whether a point lies on the map, or so near that its hex is not a mere guess."""
    return abs(grid.centre(grid.at(point)) - point) <= RADIUS
