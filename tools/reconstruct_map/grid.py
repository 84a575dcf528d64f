"""The hex grid of the map: numbers, neighbours, and places in a plane whose unit is the width of a hex.

Columns are the first two digits. In the plane `x` grows against the columns (so that the map is not a mirror image of the land)
and `y` grows with the rows; even columns lie half a hex further along `y`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

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


def centre(hex_: Hex) -> Point:
    column, row = parts(hex_)
    return complex(-column * COLUMN_STEP, row + (0.5 if column % 2 == 0 else 0.0))


def side(a: Hex, b: Hex) -> Side:
    return (a, b) if a < b else (b, a)


def adjacent(hex_: Hex) -> tuple[Hex, ...]:
    """The six numbers around a hex, on the map or not."""
    column, row = parts(hex_)
    low = row if column % 2 == 0 else row - 1
    around = [(column, row - 1), (column, row + 1)]
    around += [(c, r) for c in (column - 1, column + 1) for r in (low, low + 1)]
    return tuple(number(c, r) for c, r in around if c >= 0 and r >= 0)


def distance(a: Hex, b: Hex) -> int:
    (qa, ra), (qb, rb) = _axial(a), _axial(b)
    dq, dr = qa - qb, ra - rb
    return max(abs(dq), abs(dr), abs(dq + dr))


def _axial(hex_: Hex) -> tuple[int, int]:
    column, row = parts(hex_)
    return column, row - (column + 1) // 2


def corners(hex_: Hex) -> tuple[Vertex, ...]:
    """The corners as whole numbers, equal for all hexes that share one."""
    column, row = parts(hex_)
    x, y = -3 * column, 2 * row + (1 if column % 2 == 0 else 0)
    return tuple((x + dx, y + dy) for dx, dy in _CORNERS)


def place(vertex: Vertex) -> Point:
    return complex(vertex[0] * RADIUS / 2, vertex[1] / 2)


def ends(a: Hex, b: Hex) -> tuple[Vertex, Vertex]:
    """The two corners that two adjacent hexes share."""
    first, second = sorted(set(corners(a)) & set(corners(b)))
    return first, second


@dataclass(frozen=True, slots=True)
class Grid:
    columns: int
    rows: int

    def hexes(self) -> list[Hex]:
        return [number(c, r) for c in range(1, self.columns + 1) for r in range(1, self.rows + 1)]

    def __contains__(self, hex_: Hex) -> bool:
        column, row = parts(hex_)
        return 1 <= column <= self.columns and 1 <= row <= self.rows

    def neighbours(self, hex_: Hex) -> list[Hex]:
        return sorted(other for other in adjacent(hex_) if other in self)

    def on_edge(self, hex_: Hex) -> bool:
        column, row = parts(hex_)
        return column in (1, self.columns) or row in (1, self.rows)

    def sides(self) -> list[Side]:
        return [(a, b) for a in self.hexes() for b in self.neighbours(a) if a < b]

    def at(self, point: Point) -> Hex:
        """The hex of the map nearest to a point, also for points a little outside."""
        column = min(max(round(-point.real / COLUMN_STEP), 1), self.columns)
        best: tuple[float, Hex] | None = None
        for c in range(max(1, column - 1), min(self.columns, column + 1) + 1):
            row = min(max(round(point.imag - (0.5 if c % 2 == 0 else 0.0)), 1), self.rows)
            candidate = (abs(centre(number(c, row)) - point), number(c, row))
            if best is None or candidate < best:
                best = candidate
        if best is None:
            raise ValueError("the grid has no hexes")
        return best[1]
