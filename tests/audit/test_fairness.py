"""What is said about a player's dice."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from adjudicator.audit.fairness import FEWEST_ROLLS, MOST_FACES, SOMEBODY, countable, fairness, number, once_in, rounded
from adjudicator.audit.model import DiceTotal, RollLine


def roll(
    *results: int, player: str | None = "Anna", faces: int | None = 6, undone: bool = False, claimed: bool = False
) -> RollLine:
    return RollLine("a.vlog", 1, player, "dice", faces, results, None, undone=undone, claimed=claimed)


def spread(counts: Sequence[int], player: str = "Anna") -> list[RollLine]:
    """Rolls of one die each, falling as often as told on face 1, 2 and so on."""
    return [roll(face, player=player, faces=len(counts)) for face, count in enumerate(counts, 1) for _ in range(count)]


def only(totals: tuple[DiceTotal, ...]) -> DiceTotal:
    (total,) = totals
    return total


def test_each_die_of_a_roll_counts() -> None:
    total = only(fairness([roll(1, 6), roll(6, 2, 2)]))
    assert (total.player, total.faces, total.counts) == ("Anna", 6, (1, 2, 0, 0, 0, 2))
    assert total.mean == pytest.approx(17 / 5)
    assert total.expected == 3.5


@pytest.mark.parametrize(
    "left_out",
    [
        roll(3, undone=True),
        roll(3, claimed=True),
        roll(3, faces=None),
        roll(7),
        roll(0),
        roll(),
        roll(1, faces=1),
        roll(1, faces=0),
        roll(1, faces=-6),
        roll(1, faces=MOST_FACES + 1),
        roll(2, faces=2_000_000_000),
    ],
    ids=[
        "undone",
        "claimed",
        "faces unknown",
        "too high",
        "too low",
        "no dice",
        "one face",
        "no face",
        "negative",
        "many",
        "huge",
    ],
)
def test_what_vassal_did_not_roll_or_did_not_stand_is_left_out(left_out: RollLine) -> None:
    assert not countable(left_out)
    assert fairness([left_out]) == ()


def test_the_repetition_of_an_undone_roll_counts_once() -> None:
    again = RollLine("a.vlog", 3, "Anna", "dice", 6, (3,), None, repeats=("a.vlog", 1))
    assert sum(only(fairness([roll(3, undone=True), again])).counts) == 1


def test_players_and_kinds_of_dice_are_told_apart() -> None:
    totals = fairness([roll(1), roll(1, player="Bob"), roll(1, faces=10), roll(2, player=None)])
    assert [(total.player, total.faces) for total in totals] == [("Anna", 6), ("Anna", 10), ("Bob", 6), (SOMEBODY, 6)]


def test_few_rolls_are_not_put_to_a_test() -> None:
    total = only(fairness(spread([FEWEST_ROLLS - 1, 0, 0, 0, 0, 0])))
    assert total.tests == 0
    assert total.sentence == "19 rolls of Anna's d6: too few to tell anything."
    assert (total.p_mean_adjusted, total.p_counts_adjusted) == (1.0, 1.0)
    assert only(fairness([roll(4)])).sentence == "1 roll of Anna's d6: too few to tell anything."


def test_honest_dice_are_called_nothing_unusual_with_what_it_would_take_to_tell() -> None:
    total = only(fairness(spread([100] * 6)))
    assert total.sentence == (
        "600 rolls of Anna's d6: nothing unusual. A die that averages 3.6 would need about 1,700 more rolls to show."
    )
    assert total.more_rolls == 1_690
    assert total.p_mean == 1.0
    assert total.tests == 2


def test_many_rolls_are_said_to_be_enough() -> None:
    total = only(fairness(spread([400] * 6)))
    assert total.more_rolls is None
    assert total.sentence.endswith("That is enough to show a die that averages 3.6 four times in five.")


def test_a_high_mean_is_said_with_how_often_fair_dice_do_that() -> None:
    total = only(fairness(spread([80, 80, 90, 100, 120, 130])))
    assert total.p_mean_adjusted < 0.05
    assert total.sentence == (
        "600 rolls of Anna's d6 average 3.82, where fair dice average 3.5. Fair dice stray this far about one time in "
        "180,000, and among 2 tests one this striking turns up about one time in 88,000. Look at how these rolls came about "
        "before you think ill of anyone: the numbers alone prove nothing."
    )


def test_uneven_faces_with_a_fair_mean_are_found() -> None:
    total = only(fairness(spread([100, 100, 150, 50, 100, 100])))
    assert total.p_counts_adjusted < 0.05
    assert not total.counts_exact
    assert "most of all the 3: it fell 150 times, where about 100 are expected." in total.sentence


def test_one_odd_result_among_many_tests_is_to_be_expected() -> None:
    rolls = [line for number in range(10) for line in spread([20] * 6, player=f"player {number}")]
    totals = fairness(rolls + spread([10, 20, 20, 20, 20, 30], player="Anna"))
    anna = next(total for total in totals if total.player == "Anna")
    assert anna.p_mean < 0.05 <= anna.p_mean_adjusted
    assert anna.tests == 22
    assert anna.sentence.endswith(": nothing unusual.")
    assert "among 22 tests one like it turns up" in anna.sentence


def test_rerolling_until_it_suits_shows_though_every_roll_was_fair() -> None:
    chance = random.Random(3)
    rolls = []
    for _ in range(150):
        first = chance.randint(1, 6)
        rolls.append(roll(first, undone=first <= 2))
        if first <= 2:
            rolls.append(roll(chance.randint(1, 6)))
    assert only(fairness(rolls)).p_mean_adjusted < 0.001


def test_fair_players_are_hardly_ever_suspected() -> None:
    chance = random.Random(17)
    audits = 60
    suspected = 0
    for _ in range(audits):
        rolls = [roll(chance.randint(1, 6), player=player) for player in ("Anna", "Bob", "Carl") for _ in range(60)]
        suspected += any(min(total.p_mean_adjusted, total.p_counts_adjusted) < 0.05 for total in fairness(rolls))
    assert suspected <= 8  # 3 are expected; 9 or more would come one time in 300


def test_no_sentence_accuses() -> None:
    sentences = [total.sentence for counts in ([600, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 40]) for total in fairness(spread(counts))]
    assert len(sentences) == 2
    for sentence in sentences:
        assert "prove nothing" in sentence
        assert not {"loaded", "cheat", "cheats", "guilty", "unfair"} & set(sentence.lower().split())


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (0.9, "more often than not"),
        (0.3, "about one time in 3"),
        (1 / 1_437, "about one time in 1,400"),
        (2e-6, "about one time in 500,000"),
        (1e-9, "less than one time in a million"),
    ],
)
def test_chances_are_said_as_players_would(chance: float, words: str) -> None:
    assert once_in(chance) == words


@pytest.mark.parametrize(
    ("value", "words"), [(0.2, "1"), (7, "7"), (99, "99"), (104, "100"), (2_289, "2,300"), (99_900, "100,000")]
)
def test_numbers_are_rounded_to_what_they_are_worth(value: float, words: str) -> None:
    assert rounded(value) == words


@pytest.mark.parametrize(("mean", "words"), [(3.6, "3.6"), (3.5, "3.5"), (10.88, "10.88"), (50.0, "50"), (1.52, "1.52")])
def test_means_have_the_decimals_they_need(mean: float, words: str) -> None:
    assert number(mean) == words
