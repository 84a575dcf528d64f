"""Hex grids. Throughout, the grid is laid on its side first if it is sideways, so that columns of hexes stand upright."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

from .base import Point, cell_pixels
from .formats import Say
from .java import floored, rounded, single, truncated
from .numbering import Numbering
from .polygon import Polygon

_EVEN_NEIGHBOURS = ((-1, -1), (-1, 0), (1, -1), (1, 0))
_ODD_NEIGHBOURS = ((-1, 0), (-1, 1), (1, 0), (1, 1))
_Number = TypeVar("_Number", int, float)
SQRT3_2 = math.sqrt(3) / 2.0
DEFAULT_HEIGHT = 64.0
DEFAULT_WIDTH = SQRT3_2 * DEFAULT_HEIGHT


@dataclass(frozen=True, slots=True)
class HexGrid:
    """Columns are `dx` apart, rows `dy`; odd columns lie half a row lower. (`x0`, `y0`) is the centre of hex 0, 0."""

    space: Polygon  # what the grid lies in, a board or a zone: numbers that count down begin at its far side
    x0: int = 0
    y0: int = 32
    dx: float = DEFAULT_WIDTH
    dy: float = DEFAULT_HEIGHT
    sideways: bool = False
    snaps: bool = True
    edges: bool = False
    corners: bool = False
    snap_scale: int = 0
    numbering: Numbering | None = None

    # -- names

    def location(self, x: int, y: int, say: Say) -> str | None:
        if self.numbering is None:
            return None
        column, row = self._numbers(*self.raw(x, y))
        return self.numbering.name(column, row, say)

    def raw(self, x: int, y: int) -> tuple[int, int]:
        """The column and row that a name is made for. Not always those of the hex a piece would snap to."""
        if self.sideways:
            x, y = y, x
        across = (x - self.x0) / self.dx
        down = y - self.y0
        if rounded(across) % 2:
            return floored(across + 0.5), rounded((down - self.dy / 2) / self.dy)
        return floored(across + 0.5), rounded(down / self.dy)

    def _numbers(self, column: int, row: int) -> tuple[int, int]:
        """From the raw column and row to the counted ones; `_raw_of` is the way back."""
        shift = self._shift(column)
        if self._columns_count_down:
            column = self._column_limit - column
        if self._rows_count_down:
            row = self._row_limit - row
        return column, row + shift

    def _raw_of(self, column: int, row: int) -> tuple[int, int]:
        if self._columns_count_down:
            column = self._column_limit - column
        row -= self._shift(column)
        if self._rows_count_down:
            row = self._row_limit - row
        return column, row

    def _shift(self, raw_column: int) -> int:
        if self.numbering is None or not self.numbering.stagger or raw_column % 2 == 0:
            return 0
        return -1 if self._rows_count_down else 1

    # "Descending" speaks of the screen, rows and columns of the upright grid: laid sideways, the two change places.

    @property
    def _columns_count_down(self) -> bool:
        numbering = self.numbering
        return numbering is not None and (numbering.rows.descending if self.sideways else numbering.columns.descending)

    @property
    def _rows_count_down(self) -> bool:
        numbering = self.numbering
        return numbering is not None and (numbering.columns.descending if self.sideways else numbering.rows.descending)

    # VASSAL measures the height in hex widths and the width in hex heights, whichever way the grid lies.

    @property
    def _column_limit(self) -> int:
        return self._height_limit if self.sideways else self._width_limit

    @property
    def _row_limit(self) -> int:
        return self._width_limit if self.sideways else self._height_limit

    @property
    def _height_limit(self) -> int:
        return floored(self.space.height / self.dx + 0.5)

    @property
    def _width_limit(self) -> int:
        return floored(self.space.width / self.dy + 0.5)

    def places(self, name: str, say: Say) -> Iterator[Point]:
        if self.numbering is None:
            return
        hexes = [self._raw_of(column, row) for column, row in self.numbering.numbers(name, say)]
        for column, row in hexes:
            yield self._turned(*self._centre(column, row))
        for column, row in hexes:
            yield from cell_pixels(self._turned(*self._centre(column, row)), *self._turned(self.dx, self.dy), self.space)

    def _turned(self, x: _Number, y: _Number) -> tuple[_Number, _Number]:
        return (y, x) if self.sideways else (x, y)

    # -- snapping

    def snap(self, x: int, y: int, force: bool = False, centre_only: bool = False) -> Point:
        if not self.snaps and not force:
            return x, y
        if self.sideways:
            x, y = y, x
        centre = self._hex(x, y)
        target = centre
        if not centre_only:
            if self.edges and self.corners:
                side, corner = self._side(x, y), self._corner(x, y)
                target = side if _far(x, y, side) < _far(x, y, corner) else corner
            elif self.edges:
                target = self._side(x, y)
            elif self.corners:
                target = self._corner(x, y)
            if _far(*target, centre) <= 2:  # sides and corners of the arithmetic miss the centre by up to a pixel
                target = centre
        return self._turned(*target)

    def centre(self, column: int, row: int) -> Point:
        """The centre of a hex by its raw column and row, where it lies on the board."""
        return self._turned(*self._centre(column, row))

    def _centre(self, column: int, row: int) -> Point:
        half = truncated(self.dy / 2) if column % 2 else 0
        return truncated(self.dx * column + self.x0), truncated(self.dy * row + half + self.y0)

    def _hex(self, x: int, y: int) -> Point:
        """The centre of the hex around a pixel: first guessed from a rectangle, then tried against the drawn outlines."""
        column = floored((x - self.x0 + self.dx / 2) / self.dx)
        odd = column % 2
        row = floored((y - self.y0) / self.dy) if odd else floored((y - self.y0 + self.dy / 2) / self.dy)
        guess = centre = self._centre(column, row)
        if not self._outline_has(guess, x, y):
            for across, down in _ODD_NEIGHBOURS if odd else _EVEN_NEIGHBOURS:
                neighbour = self._centre(column + across, row + down)
                if self._outline_has(neighbour, x, y):
                    centre = neighbour
                    break
        if self.snap_scale > 0:
            return centre[0] + self._step(x - centre[0], self.dx), centre[1] + self._step(y - centre[1], self.dy)
        return centre

    def _step(self, off: int, size: float) -> int:
        scale = self.snap_scale
        steps = max(1 - scale, min(scale - 1, rounded(off / (0.5 * size / scale))))
        return rounded(steps * 0.5 * size / scale)

    def _outline_has(self, centre: Point, x: int, y: int) -> bool:
        """Whether the hexagon, with its corners on whole pixels as VASSAL draws it in single precision, has the pixel inside."""
        width, height = single(self.dx), single(self.dy)
        radius = single(single(2.0 * width) / 3.0)
        cx, cy = single(float(centre[0])), single(float(centre[1]))
        top, bottom = rounded(single(cy - 0.5 * height)), rounded(single(cy + 0.5 * height)) + 1
        if not top <= y < bottom:
            return False
        middle = rounded(cy)
        left, right = rounded(single(cx - radius)), rounded(single(cx + radius)) + 1
        near, far = rounded(single(cx - 0.5 * radius)), rounded(single(cx + 0.5 * radius)) + 1
        if y < middle:
            begins = near + (y - top) * (left - near) / (middle - top)
            ends = far + (y - top) * (right - far) / (middle - top)
        else:
            begins = left + (y - middle) * (near - left) / (bottom - middle)
            ends = right + (y - middle) * (far - right) / (bottom - middle)
        return begins <= x < ends

    def _side(self, x: int, y: int) -> Point:
        column = floored((x - self.x0 + self.dx / 4) * 2 / self.dx)
        found_x = truncated(self.dx / 2 * column + self.x0)
        if column % 2:
            found_y = truncated(self.dy / 2 * floored((y - self.y0) * 2 / self.dy) + truncated(self.dy / 4) + self.y0)
        else:
            found_y = truncated(self.dy / 2 * floored((y - self.y0 + self.dy / 4) * 2 / self.dy) + self.y0)
        return self._nearer_hex(x, y, (found_x, found_y))

    def _corner(self, x: int, y: int) -> Point:
        row = floored((y - self.y0 + self.dy / 4) * 2 / self.dy)
        third = self.dx / 3
        if row % 2:
            step = truncated(math.floor(x - self.x0 + third + third) * 3 / (2 * self.dx))
            found_x = truncated(2 * self.dx / 3 * step - truncated(third) + self.x0)
        else:
            step = truncated(math.floor(x - self.x0 + third) * 3 / (2 * self.dx))
            found_x = truncated(2 * self.dx / 3 * step + self.x0)
        return self._nearer_hex(x, y, (found_x, truncated(self.dy / 2 * row + self.y0)))

    def _nearer_hex(self, x: int, y: int, found: Point) -> Point:
        if self.snap_scale <= 0:
            return found
        centre = self._hex(x, y)
        if abs(x - centre[0]) + abs(y - centre[1]) <= abs(x - found[0]) + abs(y - found[1]):
            return centre
        return found


def _far(x: int, y: int, point: Point) -> int:
    return (x - point[0]) ** 2 + (y - point[1]) ** 2
