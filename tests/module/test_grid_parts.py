"""The parts of grids: Java's arithmetic, polygons, numbers, formats, regions."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vassal_bridge.grids import PLAIN, Axis, Format, Numbering, Polygon, RegionGrid, Say
from vassal_bridge.grids.java import floored, hash_map_order, rounded, single, truncated
from vassal_bridge.grids.polygon import parse_path

LARGEST = (1 << 31) - 1
FIELD = Polygon([(0, 0), (1000, 0), (1000, 800), (0, 800)])


@pytest.mark.parametrize(
    ("value", "cast", "floor", "nearest"),
    [
        (2.5, 2, 2, 3),
        (-2.5, -2, -3, -2),
        (-0.5, 0, -1, 0),
        (0.49999999999999994, 0, 0, 0),
        (-1e-20, 0, -1, 0),
        (1e300, LARGEST, LARGEST, LARGEST + 1),
        (-1e300, -LARGEST - 1, -LARGEST - 1, -LARGEST - 1),
        (math.nan, 0, 0, 0),
    ],
)
def test_casts_and_rounding(value: float, cast: int, floor: int, nearest: int) -> None:
    assert (truncated(value), floored(value), rounded(value)) == (cast, floor, nearest)


def test_single_precision() -> None:
    assert single(0.1) == 0.10000000149011612
    assert single(1e300) == math.inf


@pytest.mark.parametrize(
    ("points", "order"),
    [  # the orders in which a Java program gave the points back
        (
            [(1130, 110), (1310, 110), (1220, 330), (1220, 590), (1220, 850)],
            [(1310, 110), (1220, 850), (1130, 110), (1220, 590), (1220, 330)],
        ),
        (  # so many in one bin that the map grows before it is full
            [(1 << power, 0) for power in range(12)],
            [(1 << power, 0) for power in (1, 3, 5, 7, 9, 11, 0, 2, 4, 6, 8, 10)],
        ),
        (
            [(x * 50, y * 75) for x in range(-2, 2) for y in range(4)],
            [
                *[(0, 0), (0, 75), (-50, 0), (50, 0), (-100, 150), (-50, 75), (50, 75), (-100, 225)],
                *[(0, 150), (0, 225), (-100, 0), (-100, 75), (-50, 150), (50, 150), (-50, 225), (50, 225)],
            ],
        ),
    ],
)
def test_a_java_hash_map_gives_points_back_in_its_own_order(points: list[tuple[int, int]], order: list[tuple[int, int]]) -> None:
    assert hash_map_order(points) == order


SQUARE = Polygon([(0, 0), (10, 0), (10, 10), (0, 10)])
NOTCHED = Polygon([(0, 0), (100, 0), (100, 100), (50, 50), (0, 100)])


def test_the_left_and_upper_edges_belong_to_a_polygon_the_others_do_not() -> None:
    assert SQUARE.contains(0, 0)
    assert SQUARE.contains(9, 9)
    assert not SQUARE.contains(10, 5)
    assert not SQUARE.contains(5, 10)
    assert not SQUARE.contains(-1, 5)


def test_a_notch_is_outside() -> None:
    assert not NOTCHED.contains(50, 90)
    assert NOTCHED.contains(10, 80)
    assert NOTCHED.contains(50, 49)


@pytest.mark.parametrize("corners", [[], [(5, 5)], [(0, 0), (9, 9)]])
def test_fewer_than_three_corners_hold_nothing(corners: list[tuple[int, int]]) -> None:
    polygon = Polygon(corners)
    assert not any(polygon.contains(x, y) for x in range(10) for y in range(10))
    assert list(polygon.inner_points()) == []


@given(st.lists(st.tuples(st.integers(-50, 50), st.integers(-50, 50)), min_size=3, max_size=12), st.data())
def test_turning_the_order_of_corners_changes_nothing(corners: list[tuple[int, int]], data: st.DataObject) -> None:
    polygon, backwards = Polygon(corners), Polygon(corners[::-1])
    rotated = Polygon(corners[1:] + corners[:1])
    x, y = data.draw(st.integers(-55, 55)), data.draw(st.integers(-55, 55))
    assert polygon.contains(x, y) == rotated.contains(x, y) == backwards.contains(x, y)


def test_paths_leave_out_corners_that_are_none() -> None:
    assert parse_path("1,2; 3 , 4 ;x,5;6;7,8,9;,;10,2147483648") == [(1, 2), (3, 4), (7, 8)]
    assert parse_path("") == []


@pytest.mark.parametrize(
    ("axis", "number", "name"),
    [
        (Axis(), 5, "5"),
        (Axis(leading=1), 5, "05"),
        (Axis(leading=1), 105, "105"),
        (Axis(leading=3, offset=-10), 3, "-0007"),
        (Axis(alphabetic=True), 0, "A"),
        (Axis(alphabetic=True), 27, "BB"),
        (Axis(alphabetic=True), 52, "AAA"),
        (Axis(alphabetic=True, offset=-3), 0, "-D"),
        (Axis(alphabetic=True, offset=1), 25, "AA"),
    ],
)
def test_coordinates_are_written_and_read(axis: Axis, number: int, name: str) -> None:
    assert axis.name(number) == name
    assert axis.number(name) == number


@pytest.mark.parametrize("name", ["", "-", "5", "005", "AB", "a", "٣", "-00", "0x1", "+05"])
def test_what_is_not_written_so_is_no_coordinate(name: str) -> None:
    assert Axis(leading=1).number(name) is None


@given(st.booleans(), st.integers(0, 4), st.integers(-60, 60), st.integers(-5000, 5000))
def test_coordinates_survive(alphabetic: bool, leading: int, offset: int, number: int) -> None:
    axis = Axis(alphabetic, leading, offset)
    assert axis.number(axis.name(number)) == number


def test_absurd_letters_are_written_as_digits() -> None:
    name = Axis(alphabetic=True).name(LARGEST)
    assert name == str(LARGEST)
    assert Axis(alphabetic=True).number(name) == LARGEST


@given(
    st.booleans(),
    st.sampled_from(["", ".", "-", " / "]),
    st.builds(Axis, st.booleans(), st.integers(0, 3), st.integers(-30, 30)),
    st.builds(Axis, st.booleans(), st.integers(0, 3), st.integers(-30, 30)),
    st.sampled_from(
        ["$gridLocation$", "Hex $gridLocation$!", "$column$ x $row$", "$row$$gridLocation$", "$nobody$$gridLocation$"]
    ),
    st.integers(-80, 300),
    st.integers(-80, 300),
)
def test_the_numbers_behind_a_name_are_among_its_readings(
    first: bool, separator: str, columns: Axis, rows: Axis, form: str, column: int, row: int
) -> None:
    numbering = Numbering(columns, rows, first, separator, Format(form))
    name = numbering.name(column, row, PLAIN)
    readings = list(numbering.numbers(name, PLAIN))
    assert (column, row) in readings
    assert all(numbering.name(*reading, PLAIN) == name for reading in readings)
    assert len(set(readings)) == len(readings)


@given(st.text(max_size=130))
def test_no_name_breaks_its_reader(name: str) -> None:
    numbering = Numbering(Axis(True), Axis(), True, "", Format("$gridLocation$"))
    assert all(numbering.name(*reading, PLAIN) == name for reading in numbering.numbers(name, PLAIN))


ASKED = Say(False, {"Weather": "Rain"}.get)
LOCALIZED = Say(True, {"Weather": "Rain"}.get)


@pytest.mark.parametrize(
    ("raw", "plain", "localized"),
    [
        ("$name$ $gridLocation$", "Zone 0714", "Zone 0714"),
        ("$name$ $nobody$", "Zone nobody", "Zone "),
        ("$Weather$: $gridLocation$", "Rain: 0714", "Rain: 0714"),
        ("  $name$  ", "Zone", "Zone"),
        ("a$b", "ab", "ab"),
        ("$name", "name", "name"),
        ("$$x", "x", "x"),
        (" as it is ", " as it is ", " as it is "),
        ("", "", ""),
        ("  ", "", ""),
        ("+7", "7", "7"),
        (" 12 ", "12", "12"),
    ],
)
def test_location_formats(raw: str, plain: str, localized: str) -> None:
    values = {"name": "Zone", "gridLocation": "0714"}
    assert Format(raw).render(values, ASKED) == plain
    assert Format(raw).render(values, LOCALIZED) == localized


def test_a_grid_without_a_name_leaves_its_place_empty() -> None:
    assert Format("$name$ $gridLocation$").render({"name": "Zone", "gridLocation": None}) == "Zone "
    assert Format("$gridLocation$").render({"gridLocation": None}) == ""


def test_zeros_in_front_stay_where_the_module_says_so() -> None:
    assert Format("007", keep_zeros=True).render({}) == "007"
    assert Format("007", keep_zeros=False).render({}) == "7"


def test_expressions_are_not_evaluated() -> None:
    script = Format('{name + "!"}')
    assert script.is_script
    assert script.render({"name": "Zone"}) == '{name + "!"}'


def _nearest_by_force(points: dict[tuple[int, int], str], x: int, y: int) -> tuple[int, int]:
    return min(points, key=lambda point: (point[0] - x) ** 2 + (point[1] - y) ** 2)


@pytest.mark.parametrize(("width", "height"), [(60, 60), (1, 200), (200, 1), (500, 30)])
def test_the_nearest_region_is_found_also_among_many(width: int, height: int) -> None:
    chance = random.Random(width)
    named = {f"R{place}": (chance.randrange(width), chance.randrange(height)) for place in range(90)}
    grid = RegionGrid(named.items(), FIELD)
    for _ in range(400):
        x, y = chance.randrange(-20, width + 20), chance.randrange(-20, height + 20)
        assert grid.nearest(x, y) == _nearest_by_force(grid.names, x, y)


def test_two_regions_at_one_point_are_the_later_one() -> None:
    grid = RegionGrid([("first", (5, 5)), ("second", (5, 5))], FIELD)
    assert grid.location(9, 9, PLAIN) == "second"


def test_a_grid_without_regions_names_and_snaps_nothing() -> None:
    grid = RegionGrid([], FIELD)
    assert grid.location(1, 2, PLAIN) is None
    assert grid.snap(1, 2) == (1, 2)
    assert list(grid.places("x", PLAIN)) == []
