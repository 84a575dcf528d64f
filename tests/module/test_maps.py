"""Maps: boards in play, edges, turned boards, decks, zones, and the way from names to pixels."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vassal_bridge.errors import LimitError
from vassal_bridge.grids import HexGrid, SquareGrid, ZonedGrid
from vassal_bridge.module import BoardChoice, Map, read_choices

from .building import (
    MAP,
    V,
    board,
    element,
    game_map,
    hex_grid,
    hex_numbers,
    module,
    only_map,
    png,
    region_grid,
    square_grid,
    square_numbers,
    zone,
    zoned_grid,
)

PLAIN_HEXES = hex_grid(hex_numbers(hOff=1, vOff=1, hLeading=1, vLeading=1, stagger=False), x0=60, y0=60, dx=69.282, dy=80)


def _map(*children: str, boards: list[str], **attributes: Any) -> Map:
    return module(game_map(*children, boards=boards, **attributes)).maps[0]


@pytest.mark.parametrize(
    ("command", "choices"),
    [
        ("MainBoardPicker", ()),
        ("MainBoardPicker\tA\t0\t1", (BoardChoice("A", False, 0, 1),)),
        ("MainBoardPicker\tA/rev\t2\t0\tB\t1\t1", (BoardChoice("A", True, 2, 0), BoardChoice("B", False, 1, 1))),
        ("MainBoardPicker\tA\\/B\t0\t0", (BoardChoice("A/B"),)),
        ("MainBoardPicker\tA\tx", (BoardChoice("A"),)),
        ("MainBoardPicker\tA/other\t-1\t99999999999", (BoardChoice("A", False, -1, 0),)),
    ],
)
def test_board_commands(command: str, choices: tuple[BoardChoice, ...]) -> None:
    assert read_choices(command) == choices


def test_a_single_board_is_in_play_by_itself_but_not_one_that_can_be_turned() -> None:
    assert [placed.board.name for placed in _map(boards=[board(name="A")]).surface.boards] == ["A"]
    turning = _map(boards=[board(name="A", reversible=True)])
    assert turning.default_boards is None
    assert turning.surface.boards == ()
    assert _map(boards=[board(name="A"), board(name="B")]).default_boards is None


def test_a_default_set_up_is_followed() -> None:
    one = _map(boards=[board(name="A"), board(name="B", reversible=True)], setup="MainBoardPicker\tB/rev\t0\t0\tA\t1\t0")
    assert [(placed.board.name, placed.reversed, placed.x) for placed in one.surface.boards] == [
        ("B", True, 0),
        ("A", False, 1000),
    ]


def test_boards_lie_side_by_side_inside_the_edge() -> None:
    sizes = [
        board(name=name, width=width, height=height) for name, width, height in (("A", 300, 200), ("B", 100, 50), ("C", 70, 90))
    ]
    one = _map(boards=sizes, edgeWidth=10, edgeHeight=20).with_boards(
        [BoardChoice("A"), BoardChoice("B", column=1), BoardChoice("C", column=1, row=1), BoardChoice("B", column=5, row=1)]
    )
    # each row and column is measured for itself: C stands left of where the wide A ends, below B only
    assert [(placed.board.name, placed.x, placed.y) for placed in one.surface.boards] == [
        ("A", 10, 20),
        ("B", 310, 20),
        ("C", 10, 70),
        ("B", 80, 20),
    ]
    assert one.board(10, 20) == "A"
    assert one.board(9, 20) is None


def test_old_modules_write_the_edge_in_one_attribute() -> None:
    assert _map(boards=[board()], edge="7,9").edge == (7, 9)


def test_only_a_board_that_can_be_turned_is() -> None:
    one = _map(boards=[board(PLAIN_HEXES, name="A"), board(PLAIN_HEXES, name="B", reversible=True)])
    assert not one.with_boards([BoardChoice("A", reversed=True)]).surface.boards[0].reversed
    assert one.with_boards([BoardChoice("B", reversed=True)]).surface.boards[0].reversed


def test_a_turned_board_is_named_and_snapped_from_the_other_side() -> None:
    upright = _map(boards=[board(PLAIN_HEXES, reversible=True)]).with_boards([BoardChoice("Board")])
    turned = upright.with_boards([BoardChoice("Board", reversed=True)])
    for x, y in ((100, 100), (700, 333), (12, 640)):
        assert turned.location(1000 - x, 800 - y) == upright.location(x, y)
        snapped = upright.snap(x, y)
        assert turned.snap(1000 - x, 800 - y) == (1000 - snapped[0], 800 - snapped[1])


def test_zones_of_a_turned_board_are_looked_up_unturned_as_vassal_does() -> None:
    zones = zoned_grid(zone(name="corner", path="0,0;100,0;100,100;0,100"))
    turned = _map(boards=[board(zones, reversible=True)]).with_boards([BoardChoice("Board", reversed=True)])
    assert turned.zone(50, 50) == "corner"
    assert turned.location(50, 50) == "offboard"
    assert turned.location(950, 750) == "corner"


def test_commands_choose_boards_by_the_maps_name_or_id() -> None:
    maps = [game_map(boards=[board(name="A"), board(name="B")], name=name) for name in ("Main", "Other", "")]
    read = module(*maps)
    chosen = read.with_boards(
        ["MainBoardPicker\tA\t0\t0", "MainBoardPicker\tB\t0\t0", "Map1BoardPicker\tB\t0\t0", "Map2BoardPicker\tA\t0\t0", "CHAT x"]
    )
    assert [[placed.board.name for placed in one.surface.boards] for one in chosen] == [["B"], ["B"], ["A"]]


def test_boards_that_do_not_exist_are_left_out() -> None:
    one = _map(boards=[board(name="A")]).with_boards([BoardChoice("Nowhere"), BoardChoice("A", column=1)])
    assert [placed.board.name for placed in one.surface.boards] == ["A"]


def test_boards_that_a_game_shows_but_the_module_lacks_are_told() -> None:
    read = module(game_map(boards=[board(name="A")]), game_map(boards=[board(name="A")], name=""))
    commands = ["MainBoardPicker\tA\t0\t0\tB\t1\t0", "OtherBoardPicker\tA\t0\t0", "Map1BoardPicker\tC\t0\t0", "CHATx"]
    assert [str(problem) for problem in read.missing_boards(commands)] == [
        "map Main: the game shows the board B, which it does not have",
        "map Other: the game chooses boards for it, but the module does not have it",
        "map Map1: the game shows the board C, which it does not have",
    ]
    assert read.missing_boards(["MainBoardPicker\tA\t0\t0"]) == ()


def test_too_many_boards_are_refused() -> None:
    with pytest.raises(LimitError):
        _map(boards=[board(name="A")]).with_boards([BoardChoice("A", column=place) for place in range(1001)])


def test_a_private_map_may_show_another_maps_boards() -> None:
    private = element(V + "PrivateMap", mapName="Secret", useBoards="Main", side="Red,Blue", visible=True)
    read = module(game_map(boards=[board(PLAIN_HEXES)], edgeWidth=5), private)
    secret = read.maps[1]
    assert (secret.kind, secret.owners, secret.visible_to_all) == ("private", ("Red", "Blue"), True)
    assert secret.location(65, 60) == "0101"
    assert read.problems == ()


def test_a_deck_names_its_own_pixel_only() -> None:
    decks = element(MAP + "DrawPile", name="Cup", owningBoard="Board", x=50, y=60) + element(
        MAP + "DrawPile", name="Loose", x=5, y=6
    )
    one = _map(decks, boards=[board(PLAIN_HEXES)], edgeWidth=10, edgeHeight=20)
    assert one.location(60, 80) == "Cup"
    assert one.location(61, 80) == "0101"
    assert one.location(15, 26) == "Loose"
    assert one.find("Cup") == (60, 80)
    assert [one.position(deck.start) for deck in one.decks] == [(60, 80), (15, 26)]


def test_places_without_a_name_are_offboard() -> None:
    assert only_map(board()).location(5, 5) == "offboard"
    assert only_map(board(hex_grid())).location(5, 5) == "offboard"
    assert only_map(board(PLAIN_HEXES)).location(1000, 5) == "offboard"


def test_row_nought_of_a_square_grid_is_two_rows_high() -> None:
    one = only_map(
        board(square_grid(square_numbers(hOff=0, vOff=0, hLeading=0, vLeading=0, sep=","), x0=24, y0=200, dx=48, dy=48))
    )
    assert [one.location(24, y) for y in (199, 160, 110, 100)] == ["0,0", "0,0", "0,-1", "0,-1"]
    assert one.find("0,-1") is not None


def test_a_zone_without_a_grid_keeps_the_background_away() -> None:
    one = only_map(board(zoned_grid(PLAIN_HEXES, zone(name="lake", path="0,0;500,0;500,400;0,400"))))
    assert one.location(100, 100) == "lake"
    assert one.snap(101, 103) == (101, 103)
    assert one.location(600, 140) == "0902"
    assert one.zone(600, 140) is None


def test_a_zone_may_share_the_boards_grid() -> None:
    shared = zone(name="lake", path="0,0;500,0;500,400;0,400", useParentGrid=True, locationFormat="$name$ $gridLocation$")
    one = only_map(board(zoned_grid(shared, PLAIN_HEXES)))
    assert one.location(60, 60) == "lake 0101"
    assert one.snap(65, 71) == (60, 60)
    assert one.find("lake 0101") == (60, 60)


def test_the_first_of_overlapping_zones_counts() -> None:
    zones = [zone(name=name, path="0,0;500,0;500,400;0,400") for name in ("first", "second")]
    assert only_map(board(zoned_grid(*zones))).zone(10, 10) == "first"


def test_a_zones_name_may_quote_properties_of_the_moment() -> None:
    weather = element(V + "properties.GlobalProperty", name="Weather", initialValue="Clear")
    marked = zone(name="lake", locationFormat="$name$, $Weather$, $Nobody$")
    read = module(element(V + "properties.GlobalProperties", weather), game_map(boards=[board(zoned_grid(marked))]))
    one = read.maps[0]
    assert one.location(5, 5) == "lake, Clear, Nobody"
    assert one.location(5, 5, localized=True) == "lake, Clear, "
    assert one.location(5, 5, ask={"Weather": "Rain"}.get) == "lake, Rain, Nobody"


def test_a_region_that_its_zone_never_names_is_still_found() -> None:
    boxes = zone(region_grid({"Cup": (100, 100), "Box": (300, 300)}), name="Boxes", locationFormat="$name$")
    one = only_map(board(zoned_grid(boxes)))
    assert one.location(300, 300) == "Boxes"
    assert one.find("Box") == (300, 300)
    assert one.find("Boxes") is not None


def test_a_stack_that_starts_at_a_named_place_starts_there() -> None:
    stack = element(MAP + "SetupStack", name="S", owningBoard="Board", x=1, y=2, useGridLocation=True, location="0304")
    one = _map(stack, boards=[board(PLAIN_HEXES)])
    start = one.stacks[0].start
    assert one.start_position(start) == one.find("0304") == (198, 300)
    assert one.position(start) == (1, 2)


def test_a_hex_cut_by_its_zone_is_found_by_a_pixel_that_is_left_of_it() -> None:
    strip = zone(PLAIN_HEXES, name="strip", path="0,0;70,0;70,800;0,800", locationFormat="$gridLocation$")
    one = only_map(board(zoned_grid(strip)))
    assert one.location(45, 70) == "0101"
    assert one.find("0101") == (60, 60)
    narrow = zone(PLAIN_HEXES, name="strip", path="0,0;50,0;50,800;0,800", locationFormat="$gridLocation$")
    cut = only_map(board(zoned_grid(narrow)))
    found = cut.find("0101")
    assert found is not None
    assert cut.location(*found) == "0101"


@pytest.mark.parametrize("name", ["", "nowhere", "9999", "0050", "01", "010", "x0101", "0101 ", "-0101", "0" * 5000])
def test_what_is_nowhere_is_not_found(name: str) -> None:
    assert only_map(board(PLAIN_HEXES)).find(name) is None


# Whole modules from chance: whatever name a pixel has leads back to a pixel of that name.

_numbers = st.fixed_dictionaries(
    {
        "first": st.sampled_from("HV"),
        "sep": st.sampled_from(["", ".", "-", " / "]),
        "hType": st.sampled_from("NA"),
        "vType": st.sampled_from("NA"),
        "hLeading": st.integers(0, 3),
        "vLeading": st.integers(0, 3),
        "hOff": st.integers(-30, 30),
        "vOff": st.integers(-30, 30),
        "hDescend": st.booleans(),
        "vDescend": st.booleans(),
        "locationFormat": st.sampled_from(["$gridLocation$", "Hex $gridLocation$", "$column$:$row$", "$gridLocation$ $nobody$"]),
    }
)
_cell = st.floats(8, 200, allow_nan=False)
_origin = st.integers(-150, 250)
_hexes = st.builds(
    lambda numbers, stagger, **grid: hex_grid(hex_numbers(stagger=stagger, **numbers), **grid),
    _numbers,
    st.booleans(),
    dx=_cell,
    dy=_cell,
    x0=_origin,
    y0=_origin,
    sideways=st.booleans(),
    edgesLegal=st.booleans(),
    cornersLegal=st.booleans(),
)
_squares = st.builds(
    lambda numbers, **grid: square_grid(square_numbers(**numbers), **grid), _numbers, dx=_cell, dy=_cell, x0=_origin, y0=_origin
)
_points = st.tuples(st.integers(-20, 620), st.integers(-20, 520))
_region_grids = st.dictionaries(st.text(alphabet="abcXYZ 12", min_size=1, max_size=5), _points, min_size=1, max_size=30).map(
    region_grid
)
_grids = st.one_of(_hexes, _hexes, _squares, _region_grids)
_paths = st.lists(_points, min_size=3, max_size=7).map(lambda points: ";".join(f"{x},{y}" for x, y in points))
_zones = st.builds(
    lambda grid, **attributes: zone(grid, **attributes),
    _grids,
    name=st.sampled_from(["A", "B", "North"]),
    path=_paths,
    useParentGrid=st.booleans(),
    locationFormat=st.sampled_from(["$gridLocation$", "$name$ $gridLocation$", "$gridLocation$/$name$"]),
)
_zoned = st.builds(lambda zones, background: zoned_grid(background, *zones), st.lists(_zones, min_size=1, max_size=3), _grids)


@settings(max_examples=150, deadline=None)
@given(
    st.one_of(_grids, _zoned),
    st.booleans(),
    st.lists(st.tuples(st.integers(0, 599), st.integers(0, 499)), min_size=1, max_size=4),
)
def test_a_name_leads_back_to_a_place_of_that_name(grid: str, turned: bool, pixels: list[tuple[int, int]]) -> None:
    one = _map(boards=[board(grid, width=600, height=500, reversible=True)]).with_boards([BoardChoice("Board", turned)])
    for x, y in pixels:
        name = one.location(x, y)
        found = one.find(name)
        if name != "offboard" and found is None:
            # only a sliver of a huge region may escape, never a hex or a square
            assert "Region" in grid
        elif name != "offboard":
            assert found is not None
            assert one.location(*found) == name


@settings(max_examples=100, deadline=None)
@given(_hexes, st.integers(210, 390), st.integers(210, 290))
def test_the_centre_of_a_named_hex_is_where_pieces_snap_to(grid: str, x: int, y: int) -> None:
    one = _map(boards=[board(grid, width=600, height=500)])
    found = one.find(one.location(x, y))
    assert found is not None
    hexes = one.boards[0].grid
    assert isinstance(hexes, HexGrid)
    if not (hexes.edges or hexes.corners):
        assert one.snap(*found) == found


def test_the_views_of_grids_are_typed() -> None:
    one = only_map(board(zoned_grid(PLAIN_HEXES, zone(square_grid(), name="A"))))
    grid = one.boards[0].grid
    assert isinstance(grid, ZonedGrid)
    assert isinstance(grid.background, HexGrid)
    assert isinstance(grid.zones[0].grid, SquareGrid)
    assert [type(inner).__name__ for inner in one.boards[0].grids()] == ["ZonedGrid", "HexGrid", "SquareGrid"]


def test_a_board_takes_the_size_of_its_image() -> None:
    picture = element(MAP + "boardPicker.Board", name="B", image="b.png", width=10, height=20)
    read = module(game_map(boards=[picture]), images={"b.png": png(640, 480)})
    assert [(one.width, one.height) for one in read.maps[0].boards] == [(640, 480)]


def test_pieces_snap_to_the_finer_lattice_of_a_grid_that_has_one_and_never_to_its_edge() -> None:
    one = only_map(board(hex_grid(x0=60, y0=60, dx=100, dy=100, snapscale=4)))
    asked = [(260, 260), (273, 230), (300, 260), (310, 260)]
    assert [one.snap(*point) for point in asked] == [(260, 260), (273, 235), (298, 260), (298, 260)]


def test_a_grid_that_knows_only_its_height_is_regular() -> None:
    grid = only_map(board(hex_grid(dy=100))).boards[0].grid
    assert isinstance(grid, HexGrid)
    assert grid.dx == pytest.approx(86.6025403784)


def test_a_numbering_of_which_a_number_is_none_gives_no_names_and_is_told() -> None:
    read = module(game_map(boards=[board(hex_grid(hex_numbers(hLeading="many")))]))
    assert ["the grid has no names" in str(each) for each in read.problems] == [True]
    assert isinstance(grid := read.maps[0].boards[0].grid, HexGrid)
    assert grid.numbering is None


def test_on_a_board_without_a_size_nothing_lies_and_that_is_told() -> None:
    read = module(game_map(boards=[board(width=0)]))
    assert ["0 by 800 pixels, so nothing lies on it" in str(each) for each in read.problems] == [True]
    assert read.maps[0].location(10, 10) == "offboard"
