"""Odds as fractions, ladders and their ends."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.facts import Interval, exactly
from adjudicator.rules.combat.odds import HOPELESS, Ladder, Odds, ratio_of, rung
from tests.support import needed

from .tables import bind, table

KOENIGSBERG = ("1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1")
SEELOW = ("1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1", "8:1")


def odds(attack: Interval, defence: Interval, **given_: Any) -> Odds:
    found: Odds = bind("odds", "odds.ratio", columns=given_.pop("columns", KOENIGSBERG), **given_)(table(), attack, defence)
    return found


def name(attack: float, defence: float, **given_: Any) -> str | None:
    found = odds(exactly(attack), exactly(defence), **given_)
    return found.ladder.at(found.low)


@pytest.mark.parametrize(
    ("attack", "defence", "expected"),
    [(13, 3, "4-1"), (30, 5, "6-1"), (12, 3, "4-1"), (11, 3, "3-1"), (3, 3, "1-1"), (5, 6, "1-2"), (3, 6, "1-2"), (2, 1, "2-1")],
)
def test_odds_are_rounded_in_favour_of_the_defender(attack: int, defence: int, expected: str) -> None:
    assert name(attack, defence) == expected


@pytest.mark.parametrize(
    ("attack", "defence", "expected"), [(5, 6, "1:1"), (4, 6, "1:2"), (3, 2, "1:1"), (8, 5, "2:1"), (1, 9, "1:3"), (60, 7, "8:1")]
)
def test_odds_may_be_rounded_to_the_nearest_and_half_way_for_the_defender(attack: int, defence: int, expected: str) -> None:
    assert name(attack, defence, columns=SEELOW, too_low="lowest", ends="before shifts", rounding="nearest") == expected


def test_an_attack_below_the_lowest_column_is_not_possible() -> None:
    assert name(2, 6) is None
    assert name(0, 6) is None


def test_a_game_may_count_everything_below_as_the_lowest_column() -> None:
    assert name(1, 9, columns=SEELOW, too_low="lowest", ends="before shifts") == "1:3"
    assert name(0, 9, columns=SEELOW, too_low="lowest", ends="before shifts") == "1:3"


def test_odds_beyond_the_last_column_lose_their_excess_before_or_after_the_shifts() -> None:
    assert odds(exactly(30), exactly(3)).low == len(KOENIGSBERG) - 1 + 3  # 10-1, of which shifts may take three in vain
    assert odds(exactly(30), exactly(3), ends="before shifts").low == len(KOENIGSBERG) - 1


def test_a_defence_of_nothing_puts_the_attack_on_the_last_column_for_good() -> None:
    found = odds(exactly(1), exactly(0))
    assert found.fixed
    assert found.ladder.at(found.low) == "7-1"


def test_unknown_strengths_give_all_columns_between_the_least_and_the_most() -> None:
    found = odds(Interval(6, 9, needed("attack of a")), exactly(3))
    assert (found.ladder.at(found.low), found.ladder.at(found.high)) == ("2-1", "3-1")
    assert found.needs == needed("attack of a")


def test_unknown_strengths_that_cannot_change_the_column_are_not_named() -> None:
    found = odds(Interval(6, 8, needed("attack of a")), exactly(3))
    assert found.low == found.high
    assert not found.needs


def test_a_column_is_recognised_however_its_ratio_is_written() -> None:
    ladder = Ladder(KOENIGSBERG)
    assert ladder.position("3:1") == ladder.position("3-1") == 3
    assert ladder.position("9-1") is None
    assert ratio_of("1/2") == Fraction(1, 2)
    assert ratio_of("many") is None


def test_a_column_that_is_no_ratio_is_refused_when_the_game_is_read() -> None:
    with pytest.raises(ValueError, match="'best' is no ratio"):
        odds(exactly(1), exactly(1), columns=("1-1", "best"))


def test_columns_between_whole_ratios_are_reached_by_fractions() -> None:
    columns = ("1-1", "3-2", "2-1", "3-1")
    assert name(7, 4, columns=columns) == "3-2"
    assert name(5, 4, columns=columns) == "1-1"


@settings(deadline=None)
@given(st.integers(1, 400), st.integers(1, 400))
def test_the_column_is_the_highest_whole_ratio_that_the_strengths_reach(attack: int, defence: int) -> None:
    at = rung(Ladder(KOENIGSBERG), attack, defence)
    if attack >= defence:
        assert at == attack // defence
    else:
        times = -(-defence // attack)
        assert at == 2 - times


@settings(deadline=None)
@given(st.integers(0, 200), st.integers(1, 200), st.integers(0, 50), st.integers(0, 50))
def test_more_attack_never_lowers_the_odds_and_more_defence_never_raises_them(a: int, d: int, more: int, much: int) -> None:
    ladder = Ladder(KOENIGSBERG)
    assert rung(ladder, a + more, d) >= rung(ladder, a, d) >= rung(ladder, a, d + much) >= HOPELESS
