"""The chances that the dice tests rest on, against counting every case and against known values."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.audit import chance
from adjudicator.audit.chance import counts_tail, counts_tail_exact, counts_tail_near, gamma_tail, holm, mean_tail, rolls_needed

SMALL = [(2, 1), (2, 7), (3, 5), (4, 4), (6, 1), (6, 2), (6, 4), (10, 3), (20, 2)]


def every_case(faces: int, rolls: int, value: Callable[[tuple[int, ...]], Fraction]) -> Counter[Fraction]:
    return Counter(value(case) for case in itertools.product(range(1, faces + 1), repeat=rolls))


def squares(case: tuple[int, ...]) -> Fraction:
    return Fraction(sum(count * count for count in Counter(case).values()))


@pytest.mark.parametrize(("faces", "rolls"), SMALL)
def test_the_mean_strays_as_often_as_counting_every_case_says(faces: int, rolls: int) -> None:
    middle = Fraction(rolls * (faces + 1), 2)
    cases = every_case(faces, rolls, lambda case: abs(sum(case) - middle))
    for total in range(rolls, rolls * faces + 1):
        as_far = sum(count for far, count in cases.items() if far >= abs(total - middle))
        assert mean_tail(faces, rolls, total) == pytest.approx(as_far / faces**rolls, rel=1e-12)


@pytest.mark.parametrize(("faces", "rolls"), SMALL)
def test_counts_are_as_uneven_as_counting_every_case_says(faces: int, rolls: int) -> None:
    cases = every_case(faces, rolls, squares)
    for seen in {
        tuple(Counter(case)[face] for face in range(1, faces + 1))
        for case in itertools.product(range(1, faces + 1), repeat=rolls)
    }:
        as_uneven = sum(count for uneven, count in cases.items() if uneven >= sum(times * times for times in seen))
        p, exact = counts_tail(seen)
        assert exact
        assert p == pytest.approx(as_uneven / faces**rolls, rel=1e-12)


@pytest.mark.parametrize("faces", [2, 3, 6, 7, 10, 20, 100])
@pytest.mark.parametrize("rolls", [42, 43, 61, 150])
def test_summing_waves_agrees_with_counting_in_integers(faces: int, rolls: int) -> None:
    for far in (1, 7, round(rolls * 0.11 * faces), round(rolls * 0.2 * faces)):
        twice = 2 * far + rolls * (faces + 1) % 2
        counted = chance._tail_by_counting(faces, rolls, twice)
        assert chance._tail_by_inversion(faces, rolls, twice) == pytest.approx(counted, abs=2e-12)


def test_a_sum_far_outside_is_rare_but_never_impossible() -> None:
    assert 0 < mean_tail(6, 10_000, 60_000) <= 1e-11
    assert mean_tail(6, 100_000, 350_000) == 1.0


def test_known_chances_of_two_dice() -> None:
    assert mean_tail(6, 2, 12) == pytest.approx(2 / 36)
    assert mean_tail(6, 2, 7) == 1.0
    assert counts_tail([2, 0, 0, 0, 0, 0])[0] == pytest.approx(1 / 6)


def test_a_coin_has_one_test_and_it_is_exact_for_any_number() -> None:
    exact = sum(math.comb(1_000, heads) for heads in range(1_001) if abs(heads - 500) >= 40) / 2**1_000
    p, is_exact = counts_tail([460, 540])
    assert is_exact
    assert p == pytest.approx(exact, rel=1e-6)


def test_no_rolls_prove_nothing() -> None:
    assert counts_tail([0] * 6) == (1.0, True)
    assert counts_tail([5]) == (1.0, True)


@pytest.mark.parametrize(("faces", "rolls"), [(3, 150), (6, 100), (10, 60), (20, 40), (100, 30)])
def test_the_approximation_is_as_close_as_it_claims(faces: int, rolls: int) -> None:
    checked = 0
    for wider in (0.6, 0.8, 1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0):
        uneven = int(rolls * rolls / faces + rolls * (1 - 1 / faces) * wider)
        uneven += (uneven - rolls) % 2
        exact = counts_tail_exact(faces, rolls, uneven)
        if exact >= 0.001:
            allowed = 0.1 if exact >= 0.01 else 0.25
            assert counts_tail_near(faces, rolls, uneven) == pytest.approx(exact, rel=allowed)
            checked += 1
    assert checked >= 4


def test_an_approximated_chance_is_never_given_as_next_to_nothing() -> None:
    p, exact = counts_tail([10_000, 0, 0, 0, 0, 0])
    assert not exact
    assert p == chance.LEAST_APPROXIMATE


def test_an_absurd_spread_gives_a_bound_that_is_not_below_the_truth() -> None:
    p, exact = counts_tail([100, 0, 0, 0, 0, 0])
    assert exact
    assert 6 ** Fraction(-99) <= p < 1e-7


@pytest.mark.parametrize(
    ("freedom", "statistic", "tail"),
    [(1, 3.841459, 0.05), (5, 11.070498, 0.05), (5, 15.086272, 0.01), (19, 30.143527, 0.05), (99, 81.449, 0.9)],
)
def test_the_gamma_tail_holds_the_printed_table_of_chi_square(freedom: int, statistic: float, tail: float) -> None:
    assert gamma_tail(freedom / 2, statistic / 2) == pytest.approx(tail, rel=1e-4)


def test_the_gamma_tail_is_whole_at_its_ends() -> None:
    assert gamma_tail(2.5, 0) == 1.0
    assert gamma_tail(2.5, -1) == 1.0
    assert gamma_tail(1, 700) == pytest.approx(math.exp(-700), rel=1e-9)


@pytest.mark.parametrize(("faces", "rolls"), [(6, 5), (4, 6), (10, 3)])
@pytest.mark.parametrize("level", [0.01, 0.05, 0.2])
def test_fair_dice_are_suspected_no_oftener_than_promised(faces: int, rolls: int, level: float) -> None:
    suspected_mean = suspected_counts = 0
    for case in itertools.product(range(1, faces + 1), repeat=rolls):
        counted = Counter(case)
        suspected_mean += mean_tail(faces, rolls, sum(case)) <= level
        suspected_counts += counts_tail([counted[face] for face in range(1, faces + 1)])[0] <= level
    assert suspected_mean <= level * faces**rolls
    assert suspected_counts <= level * faces**rolls


@given(st.integers(2, 30), st.lists(st.integers(1, 30), min_size=1, max_size=60))
def test_a_mirrored_die_strays_as_far(faces: int, results: list[int]) -> None:
    results = [min(result, faces) for result in results]
    mirrored = [faces + 1 - result for result in results]
    assert mean_tail(faces, len(results), sum(results)) == pytest.approx(mean_tail(faces, len(results), sum(mirrored)))


def test_holm_corrects_as_in_the_textbook() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx((0.03, 0.06, 0.06, 0.02))
    assert holm([]) == ()
    assert holm([0.9, 0.8]) == (1.0, 1.0)


@given(st.lists(st.floats(0, 1), max_size=30))
def test_a_corrected_chance_is_never_smaller_and_keeps_the_order(chances: list[float]) -> None:
    adjusted = holm(chances)
    assert all(after >= before for before, after in zip(chances, adjusted, strict=True))
    for (one, one_after), (other, other_after) in itertools.pairwise(sorted(zip(chances, adjusted, strict=True))):
        assert one <= other
        assert one_after <= other_after


def test_a_tenth_of_a_pip_takes_thousands_of_rolls() -> None:
    assert rolls_needed(6, 0.1) == 2_290
    assert rolls_needed(6, 0.2) == 573
    assert rolls_needed(2, 0.1) == 197
