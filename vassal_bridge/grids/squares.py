"""Square grids."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .base import Point, cell_pixels
from .formats import Say
from .java import floored, rounded, truncated
from .numbering import Numbering
from .polygon import Polygon


@dataclass(frozen=True, slots=True)
class SquareGrid:
    """Rectangles of `dx` by `dy`; (`x0`, `y0`) is the centre of one of them."""

    space: Polygon
    x0: int = 24
    y0: int = 24
    dx: float = 48.0
    dy: float = 48.0
    snaps: bool = True
    edges: bool = False
    corners: bool = False
    numbering: Numbering | None = None

    def location(self, x: int, y: int, say: Say) -> str | None:
        numbering = self.numbering
        if numbering is None:
            return None
        column = floored((x - self.x0) / self.dx + 0.5)
        row = truncated((y - self.y0) / self.dy + 0.5)  # not rounded down: row 0 is two cells high above the origin
        if numbering.columns.descending:
            column = self._column_limit - column
        if numbering.rows.descending:
            row = self._row_limit - row
        return numbering.name(column, row, say)

    @property
    def _column_limit(self) -> int:
        return truncated(self.space.width / self.dx + 0.5)

    @property
    def _row_limit(self) -> int:
        return truncated(self.space.height / self.dy + 0.5)

    def places(self, name: str, say: Say) -> Iterator[Point]:
        numbering = self.numbering
        if numbering is None:
            return
        cells = []
        for column, row in numbering.numbers(name, say):
            raw_column = self._column_limit - column if numbering.columns.descending else column
            raw_row = self._row_limit - row if numbering.rows.descending else row
            if raw_row < 0:
                raw_row -= 1  # beyond the double row 0
            cells.append((raw_column, raw_row))
            if raw_row == 0:
                cells.append((raw_column, -1))
        for column, row in cells:
            yield self._point(2 * column, 2 * row)
        for column, row in cells:
            yield from cell_pixels(self._point(2 * column, 2 * row), self.dx, self.dy, self.space)

    def _point(self, half_columns: int, half_rows: int) -> Point:
        return self.x0 + rounded(half_columns * self.dx / 2), self.y0 + rounded(half_rows * self.dy / 2)

    def snap(self, x: int, y: int, force: bool = False, centre_only: bool = False) -> Point:
        if not self.snaps and not force:
            return x, y
        off_x, off_y = x - self.x0, y - self.y0
        # The nearest point of the grid of half cells: even numbers are centres, odd ones sides, two odd ones a corner.
        column, row = rounded(off_x / (0.5 * self.dx)), rounded(off_y / (0.5 * self.dy))
        corners, edges = self.corners and not centre_only, self.edges and not centre_only
        if not (self.corners and self.edges):
            if corners:
                column = 2 * rounded(off_x / self.dx - 0.5) + 1 if row % 2 else 2 * rounded(off_x / self.dx)
            elif edges:
                if row % 2 or column % 2 == 0:
                    column = 2 * rounded(off_x / self.dx)
            else:
                column, row = 2 * rounded(off_x / self.dx), 2 * rounded(off_y / self.dy)
        return self._point(column, row)
