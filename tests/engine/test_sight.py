from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.engine.hexes import Grid, hex_of
from adjudicator.engine.sight import SightStep, line

SEELOW = Grid((1, 36), (1, 25), "odd", rows_grow=180, columns_grow=90)
EVEN = replace(SEELOW, shifted="even", rows_grow=22.5, columns_grow=292.5)

grids = st.sampled_from([SEELOW, EVEN])
hexes = st.builds(hex_of, st.integers(8, 22), st.integers(8, 18))


def names(steps: Iterable[SightStep]) -> str:
    """Steps as "1612 2311/2312 2412"."""
    return " ".join("/".join(step.hexes) for step in steps)


LINES = [
    # from, to, what the line passes, why
    ("2212", "2412", "2311/2312 2412", "8.3 example A: along the hexside of two hexes"),
    ("2012", "2412", "2111/2112 2212 2311/2312 2412", "8.3 example A, from further off"),
    ("1512", "1712", "1612/1613 1712", "along a hexside, level"),
    ("1611", "1712", "1612/1711 1712", "along a hexside, slanting"),
    ("1509", "1712", "1510/1610 1611 1612/1711 1712", "two hexsides and the hex between"),
    ("1511", "1712", "1612 1712", "8.3 example A: through the middle of 1612"),
    ("1310", "1712", "1411 1511 1612 1712", "straight along a row of hexes"),
    ("1412", "1712", "1512 1612 1712", "8.3 example A: through 1612 off its middle"),
    ("2011", "2412", "2111 2211 2212 2311 2412", "one more hex than the distance: in and out of a row"),
    ("2009", "2012", "2010 2011 2012", "straight up a column"),
    ("2012", "2013", "2013", "neighbours: nothing between"),
    ("2012", "2012", "", "a hex and itself"),
]


@pytest.mark.parametrize(("a", "b", "passed", "why"), LINES)
def test_what_a_line_passes(a: str, b: str, passed: str, why: str) -> None:
    assert names(line(SEELOW, a, b)) == passed, why


def test_1712_is_hidden_behind_1612_only_from_its_far_side() -> None:
    """Seelow 8.3 example A, for the three hexes of 8.24."""
    hidden = {h for h in SEELOW.within("1712", 3) if h != "1612" and SightStep(("1612",)) in line(SEELOW, h, "1712")}
    assert hidden == {"1411", "1412", "1510", "1511"}


def test_only_lines_level_with_2412_run_between_2311_and_2312() -> None:
    between = {h for h in SEELOW.within("2412", 6) if SightStep(("2311", "2312")) in line(SEELOW, h, "2412")}
    assert between == {"2212", "2012", "1812"}


def test_lines_up_and_down_the_strip_of_example_b_stay_in_column_20() -> None:
    for first in range(2, 12):
        for last in range(2, 12):
            way = range(first + 1, last + 1) if last > first else range(first - 1, last - 1, -1)
            expected = tuple(SightStep((hex_of(20, row),)) for row in way)
            assert line(SEELOW, hex_of(20, first), hex_of(20, last)) == expected


def test_shifting_the_other_columns_moves_the_line() -> None:
    assert names(line(EVEN, "2212", "2412")) == "2312/2313 2412"


def test_a_line_along_the_map_edge_names_the_hexes_beyond_it() -> None:
    assert names(line(SEELOW, "0201", "0401")) == "0300/0301 0401"
    assert "0300" not in SEELOW
    assert not SEELOW.is_edge("0300")


def test_beyond_the_last_number_the_hex_on_the_map_stands_alone() -> None:
    from_zero = replace(SEELOW, rows=(0, 9))
    assert line(from_zero, "0200", "0400") == (SightStep(("0300",)), SightStep(("0400",)))


def test_a_line_from_or_to_what_is_no_hex_is_refused() -> None:
    for pair in (("2012", "here"), ("here", "2012")):
        with pytest.raises(ValueError, match="'here' is not a hex"):
            line(SEELOW, *pair)


def nearest(point: tuple[Fraction, Fraction], spots: Iterable[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    """The centres closest to a point: its hex, or the two of its hexside. A column is the root of 3 wide in half steps."""
    far = {spot: 3 * (spot[0] - point[0]) ** 2 + (spot[1] - point[1]) ** 2 for spot in spots}
    least = min(far.values())
    return frozenset(spot for spot, distance in far.items() if distance == least)


def line_by_nearest_centres(grid: Grid, a: str, b: str) -> list[SightStep]:
    """The same line found another way: cut it wherever two centres are equally far, and ask for the nearest in each piece."""
    (ax, ay), (bx, by) = grid.spot(a), grid.spot(b)
    box = [(c, r) for c in range(min(ax, bx), max(ax, bx) + 1) for r in range(min(ay, by) - 1, max(ay, by) + 2)]
    spots = [spot for spot in box if grid.hex_at(spot)]
    cuts = {Fraction(0), Fraction(1)}
    for i, (px, py) in enumerate(spots):
        for qx, qy in spots[i + 1 :]:
            across = 2 * (3 * (qx - px) * (bx - ax) + (qy - py) * (by - ay))
            if across:
                start = 3 * ((qx - ax) ** 2 - (px - ax) ** 2) + (qy - ay) ** 2 - (py - ay) ** 2
                cuts.add(Fraction(start, across))
    pieces: list[SightStep] = []
    for t0, t1 in pairwise(sorted(t for t in cuts if 0 <= t <= 1)):
        middle = (t0 + t1) / 2
        found = nearest((ax + middle * (bx - ax), ay + middle * (by - ay)), spots)
        step = SightStep(tuple(sorted(grid.hex_at(spot) or "" for spot in found)))
        if step != SightStep((a,)) and pieces[-1:] != [step]:
            pieces.append(step)
    return pieces


@pytest.mark.parametrize("grid", [SEELOW, EVEN], ids=["odd shifted", "even shifted"])
def test_lines_agree_with_the_nearest_centres_in_every_piece(grid: Grid) -> None:
    for start in ("1010", "1110"):
        ends = random.Random(45).sample(grid.within(start, 5), 30)
        for end in ends:
            assert list(line(grid, start, end)) == line_by_nearest_centres(grid, start, end), (start, end)


@given(grids, hexes, hexes)
def test_a_line_passes_the_same_hexes_both_ways(grid: Grid, a: str, b: str) -> None:
    there = [SightStep((a,)), *line(grid, a, b)]
    back = [SightStep((b,)), *line(grid, b, a)]
    assert there == back[::-1]


@given(grids, hexes, hexes)
def test_a_line_goes_from_neighbour_to_neighbour(grid: Grid, a: str, b: str) -> None:
    steps = [SightStep((a,)), *line(grid, a, b)]
    assert steps[-1] == SightStep((b,))
    assert len({h for step in steps for h in step.hexes}) == sum(len(step.hexes) for step in steps)
    for one, other in pairwise(steps):
        assert all(grid.adjacent(x, y) for x in one.hexes for y in other.hexes)
    for step in steps:
        assert len(step.hexes) == (2 if step.along_side else 1)
        assert not step.along_side or grid.adjacent(*step.hexes)


@given(grids, hexes, hexes)
def test_a_line_leaves_no_shortest_way(grid: Grid, a: str, b: str) -> None:
    passed = {h for step in line(grid, a, b) for h in step.hexes}
    assert all(grid.distance(a, h) + grid.distance(h, b) == grid.distance(a, b) for h in passed)
    assert {grid.distance(a, h) for h in passed} == set(range(1, grid.distance(a, b) + 1))


@settings(max_examples=50)
@given(hexes, hexes)
def test_turning_the_map_moves_no_line(a: str, b: str) -> None:
    turned = replace(SEELOW, rows_grow=270, columns_grow=0)
    assert line(turned, a, b) == line(SEELOW, a, b)
