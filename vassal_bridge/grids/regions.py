"""Region grids: named points, each with all the pixels that are nearer to it than to any other."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator

from .base import Point
from .formats import Say
from .java import hash_map_order
from .polygon import Polygon


class RegionGrid:
    """`regions` are names with their points, in the order of the file. Two at one point: the later one counts."""

    __slots__ = ("_down", "_places", "_sorted", "names", "snaps", "space")

    def __init__(self, regions: Iterable[tuple[str, Point]], space: Polygon, snaps: bool = True) -> None:
        named = {point: name for name, point in regions}
        self.space = space
        self.snaps = snaps
        self.names: dict[Point, str] = {point: named[point] for point in hash_map_order(list(named))}
        xs, ys = [x for x, _ in self.names], [y for _, y in self.names]
        # in order along the longer side of their field, each with its rank where distances are equal
        self._down = bool(xs) and max(ys) - min(ys) > max(xs) - min(xs)
        self._sorted = sorted((y, rank, x) if self._down else (x, rank, y) for rank, (x, y) in enumerate(self.names))
        self._places = [along for along, _, _ in self._sorted]

    def nearest(self, x: int, y: int) -> Point:
        """The region of a pixel; there must be at least one."""
        along, across = (y, x) if self._down else (x, y)
        entries, places = self._sorted, self._places
        after = bisect_left(places, along)
        before = after - 1
        best = best_rank = -1
        found = (along, across)
        while True:
            ahead = places[after] - along if after < len(places) else -1
            behind = along - places[before] if before >= 0 else -1
            if ahead < 0 and behind < 0:
                break
            if behind < 0 or 0 <= ahead <= behind:
                off, entry = ahead, entries[after]
                after += 1
            else:
                off, entry = behind, entries[before]
                before -= 1
            off *= off
            if 0 <= best < off:
                break  # all that are left are farther away in this direction alone
            distance = off + (entry[2] - across) ** 2
            if best < 0 or distance < best or (distance == best and entry[1] < best_rank):
                best, best_rank, found = distance, entry[1], (entry[0], entry[2])
        return (found[1], found[0]) if self._down else found

    def location(self, x: int, y: int, say: Say) -> str | None:
        return self.names[self.nearest(x, y)] if self.names else None

    def snap(self, x: int, y: int, force: bool = False, centre_only: bool = False) -> Point:
        if not self.names or not (self.snaps or force):
            return x, y
        return self.nearest(x, y)

    def places(self, name: str, say: Say) -> Iterator[Point]:
        points = self.points(name)
        yield from points
        if points:
            # A region may lie outside of its zone and still be the nearest to some pixels inside.
            for x, y in self.space.inner_points():
                if self.nearest(x, y) in points:
                    yield x, y

    def points(self, name: str) -> list[Point]:
        """Where the regions of this name are."""
        return [point for point, own in self.names.items() if own == name]
