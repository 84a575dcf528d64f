"""Where the hexes of the game lie on a module's maps, by the names that its grids give to places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from adjudicator.engine.hexes import Grid
from adjudicator.evidence.binding import BindingEntry, place_of
from adjudicator.evidence.history import PieceSpot
from vassal_bridge.grids import HexGrid, LaidBoard, MapGrid, ZonedGrid
from vassal_bridge.module import Map

ENOUGH = 0.5  # of the game's hexes must be found on the maps by their names for these to be the board
SHARE = 0.05  # of them a single map must have to be one of several
MOST_CELLS = 60_000  # of one grid; a grid of one pixel a hex is nobody's map

Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class HexPlace:
    """Where a hex lies: its centre on the map, and the grid with the board on which that is drawn."""

    hex: str
    x: int
    y: int
    board: LaidBoard
    grid: HexGrid


@dataclass(frozen=True, slots=True)
class NamedHex:
    """A hex of the module, by the name that VASSAL gives to its centre."""

    name: str
    map: str
    x: int
    y: int
    board: LaidBoard
    grid: HexGrid


def hexes_on(one: Map, binding: BindingEntry, grid: Grid) -> dict[str, HexPlace]:
    """Every hex of the game that the map names, in which hex of which of its grids it lies."""
    found: dict[str, HexPlace] = {}
    for named in named_hexes(one):
        hex_ = place_of(binding, PieceSpot(named.map, named.x, named.y, location=named.name), grid)
        if hex_ is not None and hex_ in grid:
            found.setdefault(hex_, HexPlace(hex_, named.x, named.y, named.board, named.grid))
    return found


def named_hexes(one: Map) -> Iterator[NamedHex]:
    """Every hex of the grids of a map that have numbers."""
    for placed in one.surface.boards:
        for each in _hex_grids(placed):
            for x, y in _centres(each, placed):
                at = placed.outward(x, y)
                if one.surface.board(*at) is placed and _naming(placed, x, y) is each:
                    yield NamedHex(one.location(*at), one.name, *at, placed, each)


def _hex_grids(placed: LaidBoard) -> Iterator[HexGrid]:
    for grid in placed.board.grids():
        if isinstance(grid, HexGrid) and grid.numbering is not None and grid.dx >= 2 and grid.dy >= 2:
            yield grid


def _naming(placed: LaidBoard, x: int, y: int) -> MapGrid | None:
    """The grid that names a pixel of the board: that of its zone, else the board's own."""
    grid = placed.board.grid
    if not isinstance(grid, ZonedGrid):
        return grid
    zone = grid.zone(x, y)
    return grid.background if zone is None or zone.uses_parent_grid else zone.grid


def _centres(grid: HexGrid, placed: LaidBoard) -> Iterator[Point]:
    """The centres of the grid's hexes on the board."""
    width, height = placed.board.width, placed.board.height
    across, down = (height, width) if grid.sideways else (width, height)
    columns = range(int(-grid.x0 / grid.dx) - 1, int((across - grid.x0) / grid.dx) + 2)
    rows = range(int(-grid.y0 / grid.dy) - 1, int((down - grid.y0) / grid.dy) + 2)
    if len(columns) * len(rows) > MOST_CELLS:
        return
    for column in columns:
        for row in rows:
            x, y = grid.centre(column, row)
            if 0 <= x < width and 0 <= y < height:
                yield x, y
