from __future__ import annotations

import math
from dataclasses import FrozenInstanceError
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.engine.hexes import DIRECTIONS, OPPOSITE, Grid, column_row, hex_of, opposite, side

SEELOW = Grid((1, 36), (1, 25), "odd", rows_grow=180, columns_grow=90)
VOB = Grid((1, 32), (1, 30), "odd", rows_grow=270, columns_grow=180)
KOENIGSBERG = Grid((1, 35), (1, 45), "even", rows_grow=22.5, columns_grow=292.5)
MIRRORED = Grid((0, 30), (0, 30), "even", rows_grow=0, columns_grow=90)
OTHER = Grid((1, 30), (1, 30), "even", rows_grow=180, columns_grow=90)
NUMBERINGS = {"seelow": SEELOW, "vob": VOB, "koenigsberg": KOENIGSBERG, "mirrored": MIRRORED, "even shifted": OTHER}
ALL_NUMBERINGS = pytest.mark.parametrize("grid", NUMBERINGS.values(), ids=NUMBERINGS.keys())

grids = st.sampled_from(sorted(NUMBERINGS.values(), key=repr))
anywhere = st.builds(hex_of, st.integers(0, 99), st.integers(0, 99))
in_the_open = st.builds(hex_of, st.integers(9, 22), st.integers(9, 17))  # at least eight hexes from every edge of every grid
directions = st.sampled_from(DIRECTIONS)

STATED = [
    # game, hex, hex, distance, section that states it
    ("vob", "0405", "0304", 1, "8.7 example"),
    ("vob", "0405", "0505", 1, "8.7 example"),
    ("vob", "0506", "0606", 1, "8.9 example 1"),
    ("vob", "0506", "0407", 1, "8.9 example 1"),
    ("vob", "0506", "0607", 1, "8.9 example 2"),
    ("vob", "0506", "0505", 1, "8.9 example 2"),
    ("vob", "0402", "0502", 1, "8.5"),
    ("vob", "0502", "0503", 1, "8.5"),
    ("vob", "0926", "1026", 1, "7.2"),
    ("vob", "1214", "1213", 1, "7.3"),
    ("vob", "2617", "2516", 1, "13"),
    ("vob", "2516", "2417", 1, "13"),
    ("vob", "2417", "2316", 1, "13"),
    ("vob", "2316", "2216", 1, "13, with 2214 read as 2216"),
    ("vob", "2216", "2115", 1, "13, with 2214 read as 2216"),
    ("vob", "0502", "0603", 1, "13.1"),
    ("vob", "0806", "0906", 1, "13.1"),
    ("vob", "1407", "1506", 1, "13.1"),
    ("vob", "2004", "2104", 1, "13.1"),
    ("vob", "2405", "2504", 1, "13.1"),
    ("vob", "0501", "0602", 1, "13.1"),
    ("vob", "1306", "1406", 1, "13.1"),
    ("vob", "2003", "2103", 1, "13.1"),
    ("seelow", "2516", "2417", 1, "5.15, with 2526 read as 2516"),
    ("seelow", "1003", "1103", 1, "12.43"),
    ("seelow", "1809", "1810", 1, "12.43"),
    ("seelow", "1012", "1111", 1, "12.44"),
    ("seelow", "1111", "1211", 1, "12.44"),
    ("seelow", "1211", "1310", 1, "12.44"),
    ("seelow", "1310", "1410", 1, "12.44"),
    ("seelow", "2412", "2311", 1, "8.3 example A"),
    ("seelow", "2412", "2312", 1, "8.3 example A"),
    ("koenigsberg", "1227", "1327", 1, "6.2.3"),
    ("koenigsberg", "2931", "2932", 1, "10.2.2"),
    ("koenigsberg", "2831", "2932", 1, "10.2.2"),
    ("koenigsberg", "1943", "1841", 2, "3.0"),
]


@pytest.mark.parametrize(("game", "a", "b", "distance", "section"), STATED)
def test_distances_stated_in_the_rulebooks(game: str, a: str, b: str, distance: int, section: str) -> None:
    grid = NUMBERINGS[game]
    assert grid.distance(a, b) == distance, section
    assert (b in grid.neighbours(a)) == (distance == 1)
    assert grid.adjacent(a, b) == (distance == 1)


@pytest.mark.parametrize("game", ["vob", "seelow", "koenigsberg"])
def test_the_other_numbering_contradicts_the_rulebook(game: str) -> None:
    """The rows above would be worthless if they held for either kind of shift."""
    grid = NUMBERINGS[game]
    wrong = Grid(grid.columns, grid.rows, "even" if grid.shifted == "odd" else "odd", grid.rows_grow, grid.columns_grow)
    assert any(wrong.distance(a, b) != distance for g, a, b, distance, _ in STATED if g == game)


@pytest.mark.parametrize(
    ("grid", "hex_", "around"),
    [
        # south first, then clockwise: south-west, north-west, north, north-east, south-east
        (SEELOW, "1112", ("1113", "1013", "1012", "1111", "1212", "1213")),
        (SEELOW, "1212", ("1213", "1112", "1111", "1211", "1311", "1312")),
        (VOB, "0506", ("0507", "0407", "0406", "0505", "0606", "0607")),
        (KOENIGSBERG, "1227", ("1228", "1128", "1127", "1226", "1327", "1328")),
        (KOENIGSBERG, "1327", ("1328", "1227", "1226", "1326", "1426", "1427")),
        # columns grow to the right of the rows' way
        (MIRRORED, "1010", ("1011", "1111", "1110", "1009", "0910", "0911")),
        (MIRRORED, "1110", ("1111", "1210", "1209", "1109", "1009", "1010")),
    ],
)
def test_neighbours_lie_clockwise_from_the_way_rows_grow(grid: Grid, hex_: str, around: tuple[str, ...]) -> None:
    assert grid.neighbours(hex_) == around
    assert tuple(grid.neighbour(hex_, d) for d in DIRECTIONS) == around
    assert tuple(grid.direction(hex_, n) for n in around) == DIRECTIONS


@pytest.mark.parametrize(
    ("grid", "bearings"),
    [
        (SEELOW, (180, 240, 300, 0, 60, 120)),
        (VOB, (270, 330, 30, 90, 150, 210)),
        (KOENIGSBERG, (22.5, 82.5, 142.5, 202.5, 262.5, 322.5)),
    ],
)
def test_bearings_of_the_directions(grid: Grid, bearings: tuple[float, ...]) -> None:
    assert tuple(grid.bearing(d) for d in DIRECTIONS) == bearings


@ALL_NUMBERINGS
def test_centres_lie_where_the_bearings_say(grid: Grid) -> None:
    for hex_ in ("1010", "1110", "1011", "1111"):
        x, y = grid.centre(hex_)
        for d in DIRECTIONS:
            n = grid.neighbour(hex_, d)
            assert n is not None
            nx, ny = grid.centre(n)
            going = math.radians(grid.bearing(d))
            assert (nx - x, ny - y) == pytest.approx((math.sin(going), -math.cos(going)))


def test_seelow_columns_grow_to_the_right_and_rows_down() -> None:
    x, y = SEELOW.centre("1212")
    assert SEELOW.centre("1213") == pytest.approx((x, y + 1))
    assert SEELOW.centre("1412") == pytest.approx((x + math.sqrt(3), y))


@ALL_NUMBERINGS
def test_a_map_without_given_hexes_has_every_column_and_row(grid: Grid) -> None:
    everything = grid.all()
    assert list(everything) == sorted(everything)
    assert len(everything) == (grid.columns[1] - grid.columns[0] + 1) * (grid.rows[1] - grid.rows[0] + 1)
    assert all(h in grid for h in everything)
    assert hex_of(grid.columns[1] + 1, grid.rows[0]) not in grid


def test_what_is_no_hex_of_the_map_is_not_in_it() -> None:
    assert "3626" not in SEELOW
    assert "garden" not in SEELOW
    assert 1212 not in SEELOW


@ALL_NUMBERINGS
def test_the_edge_is_the_first_and_last_columns_and_rows(grid: Grid) -> None:
    rim = {h for h in grid.all() if column_row(h)[0] in grid.columns or column_row(h)[1] in grid.rows}
    assert set(grid.edge_hexes()) == rim
    assert {h for h in grid.all() if grid.is_edge(h)} == rim


def test_a_hex_off_the_map_is_not_at_its_edge_and_still_has_neighbours_on_it() -> None:
    assert not SEELOW.is_edge("3701")
    assert SEELOW.along_edge("3701", 3) == ()
    assert SEELOW.neighbours("3702") == ("3603", "3602")
    assert SEELOW.neighbour("3702", 1) == "3603"
    assert SEELOW.neighbour("3702", 0) is None


@pytest.mark.parametrize(
    ("hex_", "n", "expected"),
    [
        ("0103", 2, ("0101", "0102", "0103", "0104", "0105")),  # first column
        ("3624", 3, ("3621", "3622", "3623", "3624", "3625")),  # last column, ends at the corner
        ("1001", 1, ("0901", "1001", "1101")),  # first row
        ("1025", 2, ("0825", "0925", "1025", "1125", "1225")),  # last row
        ("0101", 2, ("0101", "0102", "0103", "0201", "0301")),  # a corner belongs to two edges
        ("3625", 1, ("3525", "3624", "3625")),
        ("0103", 0, ("0103",)),
        ("0202", 5, ()),  # not at the edge
    ],
)
def test_hexes_along_the_same_map_edge(hex_: str, n: int, expected: tuple[str, ...]) -> None:
    assert SEELOW.along_edge(hex_, n) == expected


def test_ten_hexes_along_the_edge_do_not_turn_the_corner() -> None:
    near = KOENIGSBERG.along_edge("0405", 10)
    assert near == ()
    assert KOENIGSBERG.along_edge("0105", 10) == tuple(hex_of(1, row) for row in range(1, 16))


def test_the_edge_of_a_map_with_given_hexes_is_followed_from_hex_to_hex() -> None:
    # A board of three columns with a ragged foot: column 02 ends one row later.
    ragged = Grid((1, 3), (1, 6), "odd", 180, 90, frozenset([hex_of(c, r) for c in (1, 2, 3) for r in range(1, 6)] + ["0206"]))
    assert ragged.along_edge("0206", 1) == ("0105", "0206", "0305")
    assert ragged.along_edge("0206", 2) == ("0104", "0105", "0206", "0304", "0305")
    assert ragged.along_edge("0203", 2) == ()
    assert not ragged.is_edge("0205")
    assert ragged.neighbour("0206", 0) is None


def test_two_pieces_of_a_map_share_no_edge() -> None:
    split = Grid((1, 9), (1, 1), "odd", 180, 90, frozenset({"0101", "0201", "0801", "0901"}))
    assert split.along_edge("0101", 20) == ("0101", "0201")
    assert split.distance("0101", "0901") == 8


@pytest.mark.parametrize(
    ("attackers", "expected", "why"),
    [
        (["0606", "0407"], True, "8.9 example 1"),
        (["0407", "0607", "0505"], True, "8.9 example 2, a triangle"),
        (["0507", "0606", "0406"], True, "the other triangle"),
        (["0505", "0507"], True, "face to face along the column"),
        (["0407", "0607"], False, "two of the triangle"),
        (["0606", "0505"], False, "next to each other"),
        (["0406", "0505", "0606"], False, "three in a row"),
        (["0606", "0606"], False, "one hex named twice"),
        (["0508", "0504"], False, "not adjacent"),
        ([], False, "nobody"),
    ],
)
def test_attacks_from_opposite_sides(attackers: list[str], expected: bool, why: str) -> None:
    assert VOB.opposed("0506", attackers) is expected, why
    assert VOB.opposed("0506", attackers[::-1]) is expected, why


def test_towards_names_the_one_or_two_nearer_neighbours() -> None:
    assert SEELOW.towards("1212", "1216") == {0}
    assert SEELOW.towards("1212", "1412") == {4, 5}
    assert SEELOW.towards("1212", "1212") == frozenset()
    assert SEELOW.towards("1225", "1228") == frozenset()  # the nearer one lies off the map


def test_a_hexside_is_the_same_from_either_hex() -> None:
    assert side("0506", "0407") == side("0407", "0506") == ("0407", "0506")
    assert VOB.side("0506", "0407") == VOB.side("0407", "0506") == ("0407", "0506")
    with pytest.raises(ValueError, match="0506 and 0408 are not neighbours"):
        VOB.side("0506", "0408")
    with pytest.raises(ValueError, match="0506 is named twice"):
        side("0506", "0506")


@pytest.mark.parametrize("text", ["", "213", "02 13", "02134", "A213", "-213", "0213\n", "٠٢١٣", "²213"])
def test_malformed_hexes_are_refused_everywhere(text: str) -> None:
    with pytest.raises(ValueError, match="is not a hex"):
        column_row(text)
    with pytest.raises(ValueError, match="is not a hex"):
        side("0101", text)
    for call in (VOB.neighbours, VOB.centre, VOB.spot):
        with pytest.raises(ValueError, match="is not a hex"):
            call(text)
    for pair in (VOB.distance, VOB.direction, VOB.adjacent, VOB.side, VOB.towards):
        with pytest.raises(ValueError, match="is not a hex"):
            pair("0101", text)
    for reach in (VOB.within, VOB.ring):
        with pytest.raises(ValueError, match="is not a hex"):
            reach(text, 1)
    assert text not in VOB


@pytest.mark.parametrize("direction", [-1, 6, 99])
def test_a_seventh_direction_is_refused(direction: int) -> None:
    with pytest.raises(ValueError, match="directions are 0 to 5"):
        opposite(direction)
    with pytest.raises(ValueError, match="directions are 0 to 5"):
        VOB.bearing(direction)
    with pytest.raises(ValueError, match="directions are 0 to 5"):
        VOB.neighbour("0506", direction)


@pytest.mark.parametrize("pair", [(100, 1), (1, 100), (-1, 1), (1, -1)])
def test_no_hex_is_named_with_more_than_four_digits(pair: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="four digits"):
        hex_of(*pair)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"columns": (5, 4)}, "columns run from"),
        ({"columns": (-1, 4)}, "columns run from"),
        ({"rows": (1, 100)}, "rows run from"),
        ({"shifted": "third"}, "odd or the even"),
        ({"rows_grow": 360.0}, "rows_grow is a compass bearing"),
        ({"rows_grow": math.nan}, "rows_grow is a compass bearing"),
        ({"columns_grow": -90.0}, "columns_grow is a compass bearing"),
        ({"columns_grow": 180.0}, "right angle"),
        ({"columns_grow": 120.0}, "right angle"),
        ({"hexes": frozenset()}, "at least one hex"),
        ({"hexes": frozenset({"0101", "0911"})}, "hex 0911 lies outside"),
        ({"hexes": frozenset({"0101", "Berlin"})}, "'Berlin' is not a hex"),
    ],
)
def test_a_grid_that_cannot_be_is_refused(change: dict[str, Any], message: str) -> None:
    good: dict[str, Any] = {"columns": (1, 9), "rows": (1, 9), "shifted": "odd", "rows_grow": 180.0, "columns_grow": 90.0}
    assert "0909" in Grid(**good)
    with pytest.raises(ValueError, match=message):
        Grid(**good | change)


def test_grids_of_the_same_map_are_equal_and_cannot_be_changed() -> None:
    again: Any = Grid((1, 36), (1, 25), "odd", rows_grow=180, columns_grow=90)
    assert again == SEELOW
    assert hash(again) == hash(SEELOW)
    assert again != OTHER
    with pytest.raises(FrozenInstanceError):
        again.shifted = "even"


@given(grids, anywhere, anywhere)
def test_distance_is_the_same_both_ways_and_zero_only_to_itself(grid: Grid, a: str, b: str) -> None:
    assert grid.distance(a, b) == grid.distance(b, a)
    assert (grid.distance(a, b) == 0) == (a == b)


@given(grids, anywhere, anywhere, anywhere)
def test_no_detour_is_shorter_than_the_distance(grid: Grid, a: str, b: str, c: str) -> None:
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)


@ALL_NUMBERINGS
def test_distance_is_the_fewest_steps_on_a_whole_map(grid: Grid) -> None:
    for start in ("0505", "0605", hex_of(grid.columns[0], grid.rows[1])):
        steps = {start: 0}
        queue = [start]
        for at in queue:
            fresh = [n for n in grid.neighbours(at) if n not in steps]
            steps.update(dict.fromkeys(fresh, steps[at] + 1))
            queue += fresh
        assert steps == {h: grid.distance(start, h) for h in grid.all()}


@given(grids, in_the_open, in_the_open)
def test_neighbours_are_exactly_the_hexes_at_distance_one(grid: Grid, a: str, b: str) -> None:
    assert (grid.distance(a, b) == 1) == (b in grid.neighbours(a)) == (grid.direction(a, b) is not None)
    assert {n for n in grid.all() if grid.distance(a, n) == 1} == set(grid.neighbours(a))


@given(grids, in_the_open, directions)
def test_going_there_and_back_ends_at_the_start(grid: Grid, a: str, d: int) -> None:
    there = grid.neighbour(a, d)
    assert there is not None
    assert grid.neighbour(there, opposite(d)) == a
    assert grid.direction(there, a) == OPPOSITE[d]


@given(grids, directions)
def test_neighbouring_directions_are_sixty_degrees_apart(grid: Grid, d: int) -> None:
    assert (grid.bearing((d + 1) % 6) - grid.bearing(d)) % 360 == pytest.approx(60)


@given(grids, in_the_open, st.integers(1, 8))
def test_a_ring_in_the_open_has_six_hexes_for_each_hex_of_radius(grid: Grid, a: str, n: int) -> None:
    assert len(grid.ring(a, n)) == 6 * n
    assert len(grid.within(a, n)) == 1 + 3 * n * (n + 1)
    assert grid.ring(a, 0) == (a,)


@given(grids, anywhere, st.integers(0, 12))
def test_within_finds_what_measuring_every_hex_finds(grid: Grid, a: str, n: int) -> None:
    assert grid.within(a, n) == tuple(h for h in grid.all() if grid.distance(a, h) <= n)


@given(grids, in_the_open, anywhere)
def test_a_hex_in_the_open_has_one_or_two_ways_towards_another(grid: Grid, a: str, b: str) -> None:
    ways = grid.towards(a, b)
    assert len(ways) in ((0,) if a == b else (1, 2))
    assert len(ways) < 2 or (max(ways) - min(ways)) in (1, 5)


@given(grids, in_the_open, st.frozensets(directions))
def test_opposed_as_found_by_looking_at_the_widest_gap(grid: Grid, target: str, held: frozenset[int]) -> None:
    """Every straight line through the target leaves an attacker on either hand or on it: no gap is wider than half the circle."""
    order = sorted(held)
    gaps = [(b - a) % 6 or 6 for a, b in zip(order, order[1:] + order[:1], strict=True)]
    attackers = [grid.neighbours(target)[d] for d in held]
    assert grid.opposed(target, attackers) == (bool(gaps) and max(gaps) <= 3)
