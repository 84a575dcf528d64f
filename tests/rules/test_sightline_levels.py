"""Unknown levels between and at the ends of a line of sight, and lines through the very middle."""

from __future__ import annotations

from adjudicator.facts import NO, YES, unsure
from tests.support import named

from .tables_fire import ground
from .test_spotting import free

TOP = {"1005": 3, "1007": 3}


def test_no_ground_is_higher_than_the_third_level() -> None:
    assert free("1005", "1007", ground(levels={**TOP, "1006": None})) == YES


def test_an_unknown_level_between_may_be_the_lowest() -> None:
    woods = ground({"1006": "woods"}, levels={"1005": 2, "1007": 2, "1006": None})
    assert free("1005", "1007", woods) == unsure(named("level 1006"))


def test_a_line_through_the_very_middle_crosses_what_stands_there() -> None:
    assert free("1005", "1007", ground({"1006": "woods"}), middle=0) == NO
