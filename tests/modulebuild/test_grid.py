"""A hex that VASSAL calls by another number than the printed one makes every log of the module worthless."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

import pytest

from adjudicator.engine.hexes import Grid
from adjudicator.modulebuild.gridxml import zones
from adjudicator.modulebuild.sheet import MapSheet, Way, mirrored
from adjudicator.modulebuild.xml import MAP, document, element
from tests.modulebuild.built import GAMES, BuiltModule
from vassal_bridge.buildfile import Problems, parse
from vassal_bridge.grids import PLAIN, Polygon
from vassal_bridge.grids.base import MapGrid
from vassal_bridge.grids.read import Context, read_grid

WAYS: tuple[Way, ...] = get_args(Way)
BEARINGS = {"up": 0.0, "right": 90.0, "down": 180.0, "left": 270.0}
RUNS = [(rows, columns) for rows in WAYS for columns in WAYS if (BEARINGS[rows] - BEARINGS[columns]) % 180]


def board_grid(sheet: MapSheet) -> MapGrid:
    """The grid that our reader makes of what is written for VASSAL."""
    width, height = sheet.extent
    space = Polygon([(0, 0), (width, 0), (width, height), (0, height)])
    problems = Problems()
    text = document(element(MAP + "boardPicker.Board", zones(sheet, [])))
    grid = read_grid(parse(text, file="board"), space, Context("board", problems))
    assert grid is not None
    assert problems.found() == ()
    return grid


@pytest.mark.parametrize("size", [40, 77, 80])
@pytest.mark.parametrize("shifted", ["odd", "even"])
@pytest.mark.parametrize("run", RUNS, ids="-".join)
@pytest.mark.parametrize(("columns", "rows"), [((1, 8), (1, 6)), ((0, 5), (0, 9)), ((13, 17), (4, 8))])
def test_a_map_that_runs_another_way_has_wrong_numbers(
    columns: tuple[int, int], rows: tuple[int, int], run: tuple[Way, Way], shifted: str, size: int
) -> None:
    grid = Grid(columns, rows, "odd" if shifted == "odd" else "even", BEARINGS[run[0]], BEARINGS[run[1]])
    sheet = MapSheet(grid, size, *run, margin=20)
    assert not mirrored(grid, *run)
    board = board_grid(sheet)
    for hex in grid.all():
        assert board.location(*sheet.point(hex), PLAIN) == hex
        assert board.snap(*sheet.point(hex)) == sheet.point(hex)
        for x, y in sheet.corners(hex, 0.9):
            assert board.snap(round(x), round(y)) == sheet.point(hex)


def test_a_hex_beyond_the_edge_of_the_map_gets_a_number() -> None:
    grid = Grid((1, 4), (1, 3), "even", 180, 90)
    sheet = MapSheet(grid, 80, "down", "right", margin=60)
    board = board_grid(sheet)
    x, y = sheet.centre("0103")
    assert board.location(round(x), round(y + 80), PLAIN) is None
    assert board.location(round(x), round(y + 36), PLAIN) == "0103"


def test_a_map_with_holes_loses_hexes_at_its_edge() -> None:
    hexes = frozenset(Grid((1, 5), (1, 5), "odd", 180, 90).all()) - {"0303", "0505"}
    grid = Grid((1, 5), (1, 5), "odd", 180, 90, hexes)
    sheet = MapSheet(grid, 60, "down", "right", margin=10)
    board = board_grid(sheet)
    assert {board.location(*sheet.point(hex), PLAIN) for hex in grid.all()} == hexes


@pytest.mark.parametrize("name", GAMES)
def test_a_hex_of_the_built_map_is_called_by_another_number(name: str, built: Mapping[str, BuiltModule]) -> None:
    one = built[name]
    assert len(one.sheet.grid.all()) in (12, 36 * 44, 27 * 17, 29 * 34)
    for hex in one.sheet.grid.all():
        point = one.sheet.point(hex)
        assert one.map.location(*point) == hex
        for x, y in one.sheet.corners(hex, 0.92):  # where a piece dropped near a corner comes to lie
            assert one.map.snap(round(x), round(y)) == point


def test_the_map_shows_the_land_as_in_a_mirror() -> None:
    grid = Grid((1, 4), (1, 3), "even", 22.5, 292.5)
    assert not mirrored(grid, "up", "left")
    assert mirrored(grid, "up", "right")
    assert mirrored(grid, "down", "left")
    assert not mirrored(grid, "down", "right")
