"""Units that nobody looked at in the phase of supply: which of them are found, and when."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from adjudicator.engine.actions import Mark, Phase, Supply
from adjudicator.engine.hexes import side
from adjudicator.engine.state import Standing
from adjudicator.engine.units import Unit
from adjudicator.facts import Unknown, unsure
from adjudicator.rules.apply import apply
from adjudicator.rules.judge import judge
from adjudicator.rules.opinion import Ruled
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict
from tests.support import named, needed

from .tables import bind, board, table, unit
from .test_supply import AGEING, PRINTED, SOURCE, rules, soldier, sourced

NEAR, FAR = "0505", "1805"
OVER = Phase("later")


def marked(place: str, *marks: str) -> Standing:
    return Standing(place, marks=frozenset(marks))


def at(*placed: tuple[Unit, Any], begun: bool = True, more: tuple[Any, ...] = ()) -> Table:
    """A table in its supply phase: 0505 has a line, 1805 has none."""
    found = table(
        *placed, on=sourced(board(roads="0505-0506-0507-0508-0509-0510-0511-0512-0513-0514-0515"), "0515"),
        rules=rules(SOURCE, AGEING, *more, **PRINTED),
    )  # fmt: skip
    state = replace(found.state, phase="combat" if begun else "supply")
    return apply(found.after(state), Phase("supply")) if begun else found.after(state)


def found(here: Table, change: Phase = OVER) -> list[tuple[tuple[str, ...], Verdict]]:
    return [(each.opinion.units, each.verdict) for each in forgotten(here, change)]


def forgotten(here: Table, change: Phase = OVER) -> list[Ruled]:
    return [each for each in judge(here, change).findings if each.rule == "forgotten"]


@pytest.mark.parametrize(
    ("place", "mark", "fix"),
    [
        (FAR, (), "mark 1 as out of supply"),
        (FAR, ("out of supply",), "mark 1 as isolated"),
        (NEAR, ("out of supply",), "take the marker off 1"),
        (NEAR, ("isolated",), "take the marker off 1"),
        (FAR, ("isolated",), None),
        (NEAR, (), None),
    ],
)
def test_a_unit_that_nobody_looked_at_is_found_if_its_marker_should_have_changed(
    place: str, mark: tuple[str, ...], fix: str | None
) -> None:
    fixes = [each.opinion.fix for each in forgotten(at((soldier(), marked(place, *mark))))]
    assert fixes == ([] if fix is None else [fix])


def test_the_sentence_says_what_is_wrong_and_what_the_phase_left() -> None:
    (bare,) = forgotten(at((soldier(), FAR)))
    assert bare.opinion.message == "1 at 1805 has no line of supply; the supply phase ended with no marker on it"
    (old,) = forgotten(at((soldier(), marked(FAR, "out of supply"))))
    assert "was out of supply before this check, and still has no line of supply" in old.opinion.message
    assert old.opinion.message.endswith("ended with the marker for being out of supply on it")


def test_what_was_checked_is_not_judged_twice() -> None:
    here = at((soldier("1"), FAR), (soldier("2"), FAR), (soldier("3"), FAR))
    here = apply(apply(here, Supply((("1", "out of supply"),))), Mark("2", "out of supply"))
    assert found(here) == [(("3",), Verdict.ILLEGAL)]


@pytest.mark.parametrize("change", [Phase("combat"), Phase("supply"), Phase("combat", turn=1), Phase("combat", turn=0)], ids=str)
def test_a_counter_that_only_goes_back_ends_no_phase(change: Phase) -> None:
    assert not found(at((soldier(), FAR)), change)


def test_a_new_turn_ends_the_phase() -> None:
    assert found(at((soldier(), FAR)), Phase("combat", turn=2)) == [(("1",), Verdict.ILLEGAL)]


def test_without_a_supply_phase_nobody_forgot_anything() -> None:
    here = at((soldier(), FAR))
    assert not found(here.after(replace(here.state, phase="combat")))


def test_where_the_record_begins_within_the_phase_the_marker_may_have_been_laid_in_it() -> None:
    placed = [(soldier("1"), FAR), (soldier("2"), marked(FAR, "out of supply")), (soldier("3"), marked(NEAR, "isolated"))]
    bare, worn, doubt = forgotten(at(*placed, begun=False))
    assert [each.opinion.units for each in (bare, worn)] == [("1",), ("3",)]
    assert doubt.opinion.units == ("2",)
    assert doubt.opinion.truth == unsure(named("marker of 2 before the supply phase"))


def test_naming_the_phase_again_is_no_beginning_of_it() -> None:
    here = apply(at((soldier(), marked(FAR, "out of supply")), begun=False), Phase("supply"))
    assert found(here) == [(("1",), Verdict.UNDECIDED)]


def test_a_marker_that_nobody_laid_before_the_record_began_is_wrong_all_the_same() -> None:
    """Who draws on a limited source is never isolated, however he came by the marker."""
    limited = bind("limited", "supply.linked", hex="1905", to="0101", via=[], routes=["rail"], limited_length=3)
    here = at((soldier(), marked(FAR, "isolated")), begun=False, more=(limited,))
    (only,) = forgotten(here)
    assert (only.verdict, only.opinion.fix) == (Verdict.ILLEGAL, "mark 1 as out of supply")
    assert "draws on a limited source" in only.opinion.message


def test_what_is_open_is_one_question_for_each_side() -> None:
    names = [f"x{number}" for number in range(8)]
    unknown = [(unit(name, attack=3), FAR) for name in names]
    exempt = bind("garrisons", "supply.immobile", "10.3.3")
    (doubt,) = forgotten(at(*unknown, more=(exempt,)))
    assert doubt.verdict is Verdict.UNDECIDED
    assert doubt.opinion.units == tuple(names)
    assert doubt.opinion.truth.needs == needed(*(f"movement of {name}" for name in names[:3]))
    assert "x0, x1, x2 and 5 more" in doubt.opinion.message


def test_where_the_map_is_not_known_it_is_open_for_everybody_without_a_marker() -> None:
    """Whoever would have to turn his marker over or take it off is wrong whatever the map is."""
    names = [f"x{number}" for number in range(5)]
    placed = [(soldier(name), "0505") for name in names]
    fort = bind("garrisons", "supply.immobile", "10.3.3")
    worn = (soldier("worn"), marked("0505", "out of supply"))
    here = at(*placed, worn, (unit("fort", attack=1, movement=0), "0505"), more=(fort,))
    unknown = side("0509", "0510")
    on = here.board.changed(routes={unknown: Unknown(named("route 0509/0510"))})
    wrong, doubt = forgotten(replace(here, board=on))
    assert (wrong.opinion.units, wrong.verdict) == (("worn",), Verdict.ILLEGAL)
    assert "was out of supply before this check, and is either in supply again or worse off by now" in wrong.opinion.message
    assert wrong.opinion.fix is None
    assert (doubt.opinion.units, doubt.verdict) == (tuple(names), Verdict.UNDECIDED)
    assert doubt.opinion.truth == unsure(named("route 0509/0510"))


def test_kinds_and_traits_that_the_game_leaves_out_are_left_out() -> None:
    here = at((soldier("1", kind="air"), FAR), (soldier("2", traits="hq"), FAR), (soldier("3"), "box"))
    assert not found(here)
