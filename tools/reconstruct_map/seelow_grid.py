"""The grid of the Seelow map: columns grow to the east, rows to the south, odd columns half a hex further south.

In the plane the unit is the width of a hex, `x` grows to the east and `y` to the north; corners are as in `grid`.
"""

from __future__ import annotations

from dataclasses import dataclass

from .grid import COLUMN_STEP, Hex, Point, Side, Vertex, number, parts

# Corners as (thirds of a column step, half hexes) from the centre, anticlockwise from +x.
_CORNERS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))


def depth(hex_: Hex) -> float:
    """How far south the centre lies, in rows as even columns have them."""
    column, row = parts(hex_)
    return row + column % 2 / 2


def centre(hex_: Hex) -> Point:
    return complex(parts(hex_)[0] * COLUMN_STEP, -depth(hex_))


def corners(hex_: Hex) -> tuple[Vertex, ...]:
    x, y = 3 * parts(hex_)[0], -round(2 * depth(hex_))
    return tuple((x + dx, y + dy) for dx, dy in _CORNERS)


def ends(a: Hex, b: Hex) -> tuple[Vertex, Vertex]:
    """The two corners that two adjacent hexes share."""
    first, second = sorted(set(corners(a)) & set(corners(b)))
    return first, second


def adjacent(a: Hex, b: Hex) -> bool:
    return abs(abs(centre(a) - centre(b)) - 1) < 0.01


@dataclass(frozen=True, slots=True)
class SeelowGrid:
    columns: tuple[int, int]
    rows: tuple[int, int]

    def hexes(self) -> list[Hex]:
        (left, right), (top, bottom) = self.columns, self.rows
        return [number(c, r) for c in range(left, right + 1) for r in range(top, bottom + 1)]

    def __contains__(self, hex_: Hex) -> bool:
        if len(hex_) != 4 or not hex_.isdecimal():
            return False
        column, row = parts(hex_)
        return self.columns[0] <= column <= self.columns[1] and self.rows[0] <= row <= self.rows[1]

    def neighbours(self, hex_: Hex) -> list[Hex]:
        column, row = parts(hex_)
        near = [number(c, r) for c in (column - 1, column, column + 1) for r in (row - 1, row, row + 1)]
        return [other for other in near if other in self and adjacent(hex_, other)]

    def at(self, point: Point) -> Hex:
        """The hex of the map nearest to a point."""
        return min(self.hexes(), key=lambda hex_: (round(abs(centre(hex_) - point), 9), hex_))

    def straight(self, start: Hex, stop: Hex) -> list[Side]:
        """The steps of a straight way: always to the neighbour that is nearer and strays least from the line."""
        way: list[Side] = []
        here, along = start, centre(stop) - centre(start)
        while here != stop:
            left = abs(centre(stop) - centre(here))
            nearer = [other for other in self.neighbours(here) if abs(centre(stop) - centre(other)) < left - 0.4]
            stray = {other: abs(((centre(other) - centre(start)) / along).imag) for other in nearer}
            there = min(nearer, key=lambda other: (round(stray[other], 6), abs(centre(stop) - centre(other)), other))
            way.append((here, there) if here < there else (there, here))
            here = there
        return way
