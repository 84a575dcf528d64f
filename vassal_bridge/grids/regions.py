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

    __slots__ = ("_columns", "_sorted", "names", "snaps", "space")

    def __init__(self, regions: Iterable[tuple[str, Point]], space: Polygon, snaps: bool = True) -> None:
        named = {point: name for name, point in regions}
        self.space = space
        self.snaps = snaps
        self.names: dict[Point, str] = {point: named[point] for point in hash_map_order(list(named))}
        # from left to right, each with its rank where distances are equal
        self._sorted = sorted((x, rank, y) for rank, (x, y) in enumerate(self.names))
        self._columns = [x for x, _, _ in self._sorted]

    def nearest(self, x: int, y: int) -> Point:
        """The region of a pixel; there must be at least one."""
        entries, columns = self._sorted, self._columns
        right = bisect_left(columns, x)
        left = right - 1
        best, best_rank, found = -1, 0, (x, y)
        while True:
            ahead = columns[right] - x if right < len(columns) else -1
            behind = x - columns[left] if left >= 0 else -1
            if ahead < 0 and behind < 0:
                return found
            if behind < 0 or 0 <= ahead <= behind:
                off, entry = ahead, entries[right]
                right += 1
            else:
                off, entry = behind, entries[left]
                left -= 1
            off *= off
            if 0 <= best < off:
                return found  # all that are left are farther away sideways alone
            distance = off + (entry[2] - y) ** 2
            if best < 0 or distance < best or (distance == best and entry[1] < best_rank):
                best, best_rank, found = distance, entry[1], (entry[0], entry[2])

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
