"""Boards, and the surface that those in play make together: what a map answers about its pixels."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from .base import MapGrid, Point
from .formats import PLAIN, Say
from .regions import RegionGrid
from .zones import ZonedGrid

OFFBOARD = "offboard"
TRIES = 30_000  # pixels looked at to find one name


@dataclass(frozen=True, slots=True)
class MapBoard:
    """A board as the module defines it."""

    name: str
    width: int
    height: int
    image: str = ""
    reversible: bool = False
    grid: MapGrid | None = field(default=None, repr=False)

    def grids(self) -> Iterator[MapGrid]:
        """The board's grid with those inside it, background first."""
        if self.grid is None:
            return
        yield self.grid
        if isinstance(self.grid, ZonedGrid):
            if self.grid.background is not None:
                yield self.grid.background
            for zone in self.grid.zones:
                if zone.grid is not None and not zone.uses_parent_grid:
                    yield zone.grid


@dataclass(frozen=True, slots=True)
class LaidBoard:
    """A board on the surface: column and row among the boards, and where its upper left corner lies."""

    board: MapBoard
    reversed: bool = False
    column: int = 0
    row: int = 0
    x: int = 0
    y: int = 0

    def contains(self, x: int, y: int) -> bool:
        return self.x <= x < self.x + self.board.width and self.y <= y < self.y + self.board.height

    def inward(self, x: int, y: int) -> Point:
        """From the surface to the board's own pixels."""
        x, y = x - self.x, y - self.y
        return (self.board.width - x, self.board.height - y) if self.reversed else (x, y)

    def outward(self, x: int, y: int) -> Point:
        if self.reversed:
            x, y = self.board.width - x, self.board.height - y
        return x + self.x, y + self.y

    def snap(self, x: int, y: int, force: bool, centre_only: bool) -> Point:
        if self.board.grid is None:
            return x, y
        return self.outward(*self.board.grid.snap(*self.inward(x, y), force, centre_only))


def arrange(placed: Sequence[LaidBoard], edge_width: int, edge_height: int) -> tuple[LaidBoard, ...]:
    """Lay boards out: each begins where those before it in its row and its column end.

    A board's own row and column count, not the widest of the whole column; where two boards share a place, the later one's size.
    """
    sizes = {(one.column, one.row): (one.board.width, one.board.height) for one in placed}
    rows: dict[int, list[tuple[int, int]]] = defaultdict(list)
    columns: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for (column, row), (width, height) in sorted(sizes.items()):
        rows[row].append((column, width))
        columns[column].append((row, height))
    lefts = {(column, row): left for row, line in rows.items() for column, left in _starts(line)}
    tops = {(column, row): top for column, line in columns.items() for row, top in _starts(line)}
    return tuple(
        replace(one, x=lefts[one.column, one.row] + edge_width, y=tops[one.column, one.row] + edge_height) for one in placed
    )


def _starts(line: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    start = 0
    for place, size in line:
        yield place, start
        start += size


@dataclass(frozen=True, slots=True)
class Surface:
    """The boards in play on a map, and the decks, whose names go before those of the grid."""

    boards: tuple[LaidBoard, ...] = ()
    decks: Mapping[Point, str] = field(default_factory=dict)

    def board(self, x: int, y: int) -> LaidBoard | None:
        for placed in self.boards:
            if placed.contains(x, y):
                return placed
        return None

    def location(self, x: int, y: int, say: Say = PLAIN) -> str:
        name = self.decks.get((x, y)) if self.decks else None
        if name is None:
            placed = self.board(x, y)
            if placed is not None and placed.board.grid is not None:
                name = placed.board.grid.location(*placed.inward(x, y), say)
        return OFFBOARD if name is None else name

    def zone(self, x: int, y: int) -> str | None:
        """The name of the zone. On a reversed board VASSAL looks it up without turning the board, and so is it done here."""
        placed = self.board(x, y)
        if placed is None or not isinstance(placed.board.grid, ZonedGrid):
            return None
        zone = placed.board.grid.zone(x - placed.x, y - placed.y)
        return None if zone is None else zone.name

    def snap(self, x: int, y: int, force: bool = False, centre_only: bool = False) -> Point:
        placed = self.board(x, y)
        if placed is None:
            return x, y
        x, y = placed.snap(x, y, force, centre_only)
        landed = self.board(x, y)
        if landed is not None and landed is not placed:
            x, y = landed.snap(x, y, force, centre_only)
            landed = self.board(x, y)
        if landed is None:
            # one pixel off the map is put back on it
            x, y = _put_back(x - placed.x, placed.board.width) + placed.x, _put_back(y - placed.y, placed.board.height) + placed.y
        return x, y

    def find(self, name: str, say: Say = PLAIN) -> Point | None:
        """The centre of the place with this name or, if the board or a zone ends before it, another pixel of the place.

        Regions that their zone never names are found too, last. A name that tells no place from its neighbours, such as one made
        of rows alone, is not found.
        """
        tried: set[Point] = set()
        for placed in self.boards:
            if placed.board.grid is None:
                continue
            for place in placed.board.grid.places(name, say):
                point = placed.outward(*place)
                if point not in tried:
                    tried.add(point)
                    if self.location(*point, say) == name:
                        return point
                    if len(tried) >= TRIES:
                        return None
        for point, deck in self.decks.items():
            if deck == name:
                return point
        for placed in self.boards:
            grid = placed.board.grid
            if isinstance(grid, ZonedGrid):
                for place in grid.region(name):
                    return placed.outward(*place)
            elif isinstance(grid, RegionGrid):
                for place in grid.points(name):
                    return placed.outward(*place)
        return None


def _put_back(place: int, size: int) -> int:
    return size - 1 if place == size else 0 if place == -1 else place
