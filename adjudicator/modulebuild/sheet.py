"""Where the hexes lie on the picture, and the settings that make VASSAL's grid lie there too."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from adjudicator.engine.hexes import Grid, Hex

Way: TypeAlias = Literal["up", "down", "left", "right"]
Pixel: TypeAlias = tuple[float, float]

_BEARING: dict[Way, float] = {"up": 0, "right": 90, "down": 180, "left": 270}
_HALF_ROOT_3 = math.sqrt(3) / 2


def nearest_way(bearing: float) -> Way:
    """Which way on a sheet with north at the top is nearest to a compass bearing."""
    return min(_BEARING, key=lambda way: abs((_BEARING[way] - bearing + 180) % 360 - 180))


def mirrored(grid: Grid, rows_run: Way, columns_run: Way) -> bool:
    """Whether a sheet that runs so would show the land as in a mirror (or is no sheet at all)."""
    turned = (_BEARING[columns_run] - _BEARING[rows_run]) % 360
    return abs(turned - (grid.columns_grow - grid.rows_grow) % 360) > 1e-6


@dataclass(frozen=True, slots=True)
class MapSheet:
    """The map on a picture: `size` pixels from flat side to flat side, the first hex as VASSAL counts them at (`x0`, `y0`)."""

    grid: Grid
    size: int
    rows_run: Way
    columns_run: Way
    margin: int = 0

    @property
    def sideways(self) -> bool:
        return self.columns_run in ("up", "down")

    @property
    def columns_back(self) -> bool:
        """Whether column numbers fall to the right (or downwards, where columns run so)."""
        return self.columns_run in ("left", "up")

    @property
    def rows_back(self) -> bool:
        return self.rows_run in ("left", "up")

    @property
    def step(self) -> float:
        """From column to column."""
        return self.size * _HALF_ROOT_3

    @property
    def radius(self) -> float:
        """From the centre of a hex to its corners."""
        return self.size / math.sqrt(3)

    @property
    def first_column(self) -> int:
        return self.grid.columns[1] if self.columns_back else self.grid.columns[0]

    @property
    def first_row(self) -> int:
        return self.grid.rows[1] if self.rows_back else self.grid.rows[0]

    def _behind(self, column: int) -> bool:
        """Whether a column stands half a hex further on the way in which the picture is counted."""
        shifted = column % 2 == (self.grid.shifted == "odd")
        return shifted != self.rows_back

    @property
    def raw_start(self) -> int:
        """As VASSAL counts columns every odd one stands further on; the first of the map is made 0 or 1 accordingly."""
        return int(self._behind(self.first_column))

    @property
    def origin(self) -> tuple[int, int]:
        """The centre of the hex that VASSAL counts as 0, 0, across the columns and along them."""
        across = math.ceil(self.margin + self.radius - self.raw_start * self.step)
        return across, math.ceil(self.margin + self.size / 2)

    def laid(self, hex: Hex) -> Pixel:
        """Across the columns and along them, as VASSAL turns a sideways grid before anything else."""
        column, row = int(hex[:2]), int(hex[2:])
        across = abs(column - self.first_column) + self.raw_start
        along = abs(row - self.first_row) + (0.5 if self._behind(column) else 0.0)
        return self.origin[0] + across * self.step, self.origin[1] + along * self.size

    def centre(self, hex: Hex) -> Pixel:
        across, along = self.laid(hex)
        return (along, across) if self.sideways else (across, along)

    def point(self, hex: Hex) -> tuple[int, int]:
        """The pixel on which VASSAL puts a piece in a hex: it cuts fractions off."""
        x, y = self.centre(hex)
        return int(x), int(y)

    def corners(self, hex: Hex, share: float = 1.0) -> list[Pixel]:
        """The corners, clockwise; with a share below 1, of a smaller hex inside."""
        x, y = self.centre(hex)
        first = 30 if self.sideways else 0
        angles = [math.radians(first + 60 * corner) for corner in range(6)]
        return [(x + share * self.radius * math.cos(angle), y + share * self.radius * math.sin(angle)) for angle in angles]

    def middle(self, a: Hex, b: Hex) -> Pixel:
        """The middle of the hexside between two neighbours."""
        (ax, ay), (bx, by) = self.centre(a), self.centre(b)
        return (ax + bx) / 2, (ay + by) / 2

    def ends(self, a: Hex, b: Hex) -> tuple[Pixel, Pixel]:
        """The two corners that neighbours share."""
        (ax, ay), (bx, by) = self.centre(a), self.centre(b)
        x, y = (ax + bx) / 2, (ay + by) / 2
        across, down = (by - ay) / self.size * self.radius / 2, (ax - bx) / self.size * self.radius / 2
        return (x + across, y + down), (x - across, y - down)

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height of the picture of the map, margins and all."""
        corners = [corner for hex in self.grid.all() for corner in self.corners(hex)]
        return (
            math.ceil(max(x for x, _ in corners)) + self.margin,
            math.ceil(max(y for _, y in corners)) + self.margin,
        )

    def north(self) -> float:
        """The way to the north on the picture, in degrees clockwise from its top."""
        return (_BEARING[self.rows_run] - self.grid.rows_grow) % 360

    def outline(self) -> list[tuple[int, int]]:
        """The edge of the map as one closed line; around all of it as a rectangle if it has several parts or holes."""
        loops = _loops(edge for hex in self.grid.edge_hexes() for edge in self._open_sides(hex))
        if len(loops) == 1:
            return loops[0]
        width, height = self.extent
        inset = self.margin
        return [(inset, inset), (width - inset, inset), (width - inset, height - inset), (inset, height - inset)]

    def _open_sides(self, hex: Hex) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        """The hexsides of a hex behind which the map ends."""
        x, y = self.centre(hex)
        near = [self.centre(other) for other in self.grid.neighbours(hex)]
        corners = self.corners(hex)
        found = []
        for start, stop in zip(corners, (*corners[1:], corners[0]), strict=True):
            over = (start[0] + stop[0] - x, start[1] + stop[1] - y)
            if all(math.dist(over, there) > self.size / 2 for there in near):
                found.append((_whole(start), _whole(stop)))
        return found


def _whole(point: Pixel) -> tuple[int, int]:
    return round(point[0]), round(point[1])


def _loops(edges: Iterable[tuple[tuple[int, int], tuple[int, int]]]) -> list[list[tuple[int, int]]]:
    """Closed lines put together from pieces of the same direction. Corners may be a pixel apart: each is rounded by itself."""
    following = dict(edges)
    loops: list[list[tuple[int, int]]] = []
    while following:
        begin, at = following.popitem()
        loop = [begin]
        while at != begin:
            loop.append(at)
            after = _take(following, at)
            if after is None:
                break
            at = after
        loops.append(loop)
    return loops


def _take(following: dict[tuple[int, int], tuple[int, int]], at: tuple[int, int]) -> tuple[int, int] | None:
    near = [(at[0] + x, at[1] + y) for x in (0, -1, 1) for y in (0, -1, 1)]
    return next((following.pop(point) for point in near if point in following), None)
