"""Polygons on the pixel grid, with the very borders of `java.awt.Polygon`: which zone a pixel on an edge belongs to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..buildfile import java_int, java_trim
from ..sequence import decode

LATTICE = 64


class Polygon:
    """A closed polygon; `contains` counts the edges to the right of a pixel."""

    __slots__ = ("_edges", "bottom", "left", "points", "right", "top")

    def __init__(self, points: Sequence[tuple[int, int]]) -> None:
        self.points = tuple(points)
        xs = [x for x, _ in self.points] or [0]
        ys = [y for _, y in self.points] or [0]
        self.left, self.right = min(xs), max(xs)
        self.top, self.bottom = min(ys), max(ys)
        self._edges = tuple(self._sides()) if len(self.points) > 2 else ()

    def _sides(self) -> Iterator[tuple[int, int, int, int, int, int, int]]:
        """Per edge that is not level: rows from and below, columns of its ends in order, the upper end's column, slope."""
        before = self.points[-1]
        for point in self.points:
            (x0, y0), (x1, y1) = (before, point) if before[1] < point[1] else (point, before)
            before = point
            if y0 != y1:
                yield y0, y1, min(x0, x1), max(x0, x1), x0, y1 - y0, x1 - x0

    @property
    def width(self) -> int:
        return self.right - self.left

    @property
    def height(self) -> int:
        return self.bottom - self.top

    def contains(self, x: int, y: int) -> bool:
        if not (self.left <= x < self.right and self.top <= y < self.bottom):
            return False
        inside = False
        for upper, lower, near, far, start, rise, run in self._edges:
            # The last comparison is made in floating point, in this order, because Java makes it so.
            if upper <= y < lower and x < far and (x < near or x - start < (y - upper) / rise * run):
                inside = not inside
        return inside

    def inner_points(self, rows: int = 16) -> Iterator[tuple[int, int]]:
        """Pixels inside: the mean of the corners first, then the middle of the widest stretch of several rows, then a lattice."""
        if len(self.points) < 3:
            return
        count = len(self.points)
        yield sum(x for x, _ in self.points) // count, sum(y for _, y in self.points) // count
        height = self.height
        for step in range(1, rows):
            # 1/2, 1/4, 3/4, 1/8, …: the middle rows are the likeliest to do
            span = 1 << (step.bit_length() - 1)
            y = self.top + height * (2 * (step - span) + 1) // (2 * span)
            crossings = sorted(
                start + (y - upper) / rise * run for upper, lower, _, _, start, rise, run in self._edges if upper <= y < lower
            )
            stretches = sorted(
                ((right - left, left) for left, right in zip(crossings[::2], crossings[1::2], strict=False)), reverse=True
            )
            for width, left in stretches[:2]:
                yield int(left + width / 2), y
        for y in range(self.top, self.bottom, height // LATTICE + 1):
            for x in range(self.left, self.right, self.width // LATTICE + 1):
                if self.contains(x, y):
                    yield x, y


def parse_path(path: str) -> list[tuple[int, int]]:
    """The corners of a zone, `x,y;x,y;…`. A corner that is none is left out, as VASSAL does."""
    corners = []
    for token in decode(path, ";"):
        numbers = decode(token, ",")
        if len(numbers) < 2:
            continue
        x, y = java_int(java_trim(numbers[0])), java_int(java_trim(numbers[1]))
        if x is not None and y is not None:
            corners.append((x, y))
    return corners
