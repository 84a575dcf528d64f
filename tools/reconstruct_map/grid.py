"""The hex grid of the map: numbers, neighbours, and places in a plane whose unit is the width of a hex.

Columns are the first two digits. In the plane `x` grows against the columns (so that the map is not a mirror image of the land)
and `y` grows with the rows; either the even or the odd columns lie half a hex further along `y`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

Hex = str
Point = complex
Side = tuple[Hex, Hex]
Vertex = tuple[int, int]

COLUMN_STEP = math.sqrt(3) / 2
RADIUS = 1 / math.sqrt(3)
# Corners as (thirds of a column step, half hexes) from the centre, anticlockwise from +x.
_CORNERS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))


def number(column: int, row: int) -> Hex:
    return f"{column:02d}{row:02d}"


def parts(hex_: Hex) -> tuple[int, int]:
    return int(hex_[:2]), int(hex_[2:])


def side(a: Hex, b: Hex) -> Side:
    return (a, b) if a < b else (b, a)


def place(vertex: Vertex) -> Point:
    return complex(vertex[0] * RADIUS / 2, vertex[1] / 2)


@dataclass(frozen=True, slots=True)
class Grid:
    columns: int
    rows: int
    shifted: Literal["even", "odd"] = "even"

    def hexes(self) -> list[Hex]:
        return [number(c, r) for c in range(1, self.columns + 1) for r in range(1, self.rows + 1)]

    def __contains__(self, hex_: Hex) -> bool:
        column, row = parts(hex_)
        return 1 <= column <= self.columns and 1 <= row <= self.rows

    def ahead(self, column: int) -> int:
        """How many half hexes further along `y` a column lies."""
        return int((column % 2 == 0) == (self.shifted == "even"))

    def centre(self, hex_: Hex) -> Point:
        column, row = parts(hex_)
        return complex(-column * COLUMN_STEP, row + self.ahead(column) / 2)

    def corners(self, hex_: Hex) -> tuple[Vertex, ...]:
        """The corners as whole numbers, equal for all hexes that share one."""
        column, row = parts(hex_)
        x, y = -3 * column, 2 * row + self.ahead(column)
        return tuple((x + dx, y + dy) for dx, dy in _CORNERS)

    def ends(self, a: Hex, b: Hex) -> tuple[Vertex, Vertex]:
        """The two corners that two adjacent hexes share."""
        first, second = sorted(set(self.corners(a)) & set(self.corners(b)))
        return first, second

    def distance(self, a: Hex, b: Hex) -> int:
        (qa, ra), (qb, rb) = self._axial(a), self._axial(b)
        dq, dr = qa - qb, ra - rb
        return max(abs(dq), abs(dr), abs(dq + dr))

    def _axial(self, hex_: Hex) -> tuple[int, int]:
        column, row = parts(hex_)
        return column, row - (column + (self.shifted == "even")) // 2

    def neighbours(self, hex_: Hex) -> list[Hex]:
        column, row = parts(hex_)
        low = row - 1 + self.ahead(column)
        around = [(column, row - 1), (column, row + 1)]
        around += [(c, r) for c in (column - 1, column + 1) for r in (low, low + 1)]
        return sorted(number(c, r) for c, r in around if 1 <= c <= self.columns and 1 <= r <= self.rows)

    def sides(self) -> list[Side]:
        return [(a, b) for a in self.hexes() for b in self.neighbours(a) if a < b]

    def at(self, point: Point) -> Hex:
        """The hex of the map nearest to a point, also for points a little outside."""
        column = min(max(round(-point.real / COLUMN_STEP), 1), self.columns)
        best: tuple[float, Hex] | None = None
        for c in range(max(1, column - 1), min(self.columns, column + 1) + 1):
            row = min(max(round(point.imag - self.ahead(c) / 2), 1), self.rows)
            candidate = (abs(self.centre(number(c, row)) - point), number(c, row))
            if best is None or candidate < best:
                best = candidate
        if best is None:
            raise ValueError("the grid has no hexes")
        return best[1]
