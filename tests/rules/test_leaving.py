"""Units that leave play and militia that comes and goes: what is remembered, shown and said of them."""

from __future__ import annotations

from adjudicator.engine.actions import Phase, Place, Remove
from adjudicator.rules.entry import GONE
from adjudicator.rules.judge import judge

from .tables import board, table, unit
from .tables_flow import ILLEGAL, LEGAL, noting, only, play, use, verdict, without, words

FOE = unit("foe", "blue", attack=3, movement=4)
MEN = tuple((unit(f"m{n}", traits="militia", attack=0, movement=0), "box") for n in range(3))
TOWNS = board({"0505": "town", "0605": "town"})


def test_a_unit_that_is_withdrawn_from_nowhere_is_remembered_and_one_lost_before_is_not_lost_again() -> None:
    start = table((unit("a", attack=3, movement=4), "0505"), rules=only(use("leaving.remember")), turn=2)
    assert play(start, Remove("a", "withdrawal")).state.listed(GONE) == {"a": (2, "withdrawal")}
    away = without(start, "a")
    assert play(away, Remove("a", "withdrawal")).state.listed(GONE) == {"a": (2, "withdrawal")}
    lost = noting(away, **{GONE.name: {"a": (1, "eliminated")}})
    assert play(lost, Remove("a", "eliminated")).state.listed(GONE) == {"a": (1, "eliminated")}


def test_militia_may_muster_next_to_the_enemy_unless_the_game_forbids_it() -> None:
    musters = use("militia.where_it_musters", trait="militia", terrain={"town"})
    start = table(*MEN, (FOE, "0506"), on=TOWNS, rules=only(musters), control={"0505": "red"})
    assert verdict(start, Place("m1", "0505", "militia")) is LEGAL


def test_the_pool_is_counted_with_the_unit_that_comes() -> None:
    start = table(*MEN, on=TOWNS, rules=only(use("militia.from_the_pool", trait="militia", start=2, most=2)))
    one = play(start, Place("m0", "0505", "militia"))
    rows = [row.value for each in judge(one, Place("m1", "0605", "militia")).ruled for row in each.opinion.rows]
    assert rows == ["2", "2"]


def test_militia_stays_until_the_turn_or_its_phase_is_over() -> None:
    back = use("militia.back_in_its_box", trait="militia", leaving={"return"})
    out = play(table(*MEN, on=TOWNS, rules=only(back), phase="combat"), Place("m0", "0505", "militia"))
    assert verdict(out, Phase("supply", turn=1)) is LEGAL
    assert verdict(out, Phase("supply")) is LEGAL
    assert verdict(out, Phase("supply", turn=2)) is ILLEGAL
    assert words(out, Phase("air", turn=2)) == "m0 stays on the map at the end of turn 1"
    both = play(out, Place("m1", "0605", "militia"))
    assert words(both, Phase("air", turn=2)) == "m0 and m1 stay on the map at the end of turn 1"
