"""How far units see where their level, or that of the target, is not known."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.facts import NOTHING, Interval
from adjudicator.rules import spotting
from adjudicator.rules.table import Table
from tests.support import needed

from .tables_fire import ground, table
from .test_spotting import scout

FARTHER_DOWN = {1: 4, 2: 5, 3: 9}


def here(levels: dict[str, int | None]) -> Table:
    return table((scout(traits="zhukov"), "1005"), on=ground(levels=levels))


@pytest.mark.parametrize(
    ("mine", "its", "low", "high"),
    [
        (3, 1, 5, 5),
        (2, 1, 4, 4),
        (1, 1, 3, 3),
        (1, 3, 3, 3),
        (None, 1, 3, 5),
        (3, None, 3, 5),
        (2, None, 3, 4),
        (None, None, 3, 5),
    ],
)
def test_the_target_may_lie_up_to_two_levels_lower(mine: int | None, its: int | None, low: int, high: int) -> None:
    at = here({"1005": mine, "1006": its})
    found = spotting.by_level(at, at.unit("scout"), "1005", "1006", hexes=3, lower=FARTHER_DOWN)
    assert (found.low, found.high) == (low, high)
    assert found.needs <= needed("level 1005", "level 1006")
    assert bool(found.needs) is (low < high)


@pytest.mark.parametrize(
    ("level", "given", "low", "high"),
    [
        (1, {}, 3, 3),  # from anywhere
        (None, {}, 3, 3),
        (None, {"from_level": 2}, 0, 3),
        (None, {"from_level": 4}, 0, 0),  # there is no such level
        (1, {"from_level": 2}, 0, 0),
        (2, {"from_level": 2}, 3, 3),
    ],
)
def test_some_see_farther_from_a_level_up(level: int | None, given: dict[str, Any], low: int, high: int) -> None:
    at = here({"1005": level})
    found = spotting.farther(at, at.unit("scout"), "1005", trait="zhukov", plus=3, **given)
    assert found.plus == Interval(low, high, needed("level 1005") if low < high else NOTHING)
