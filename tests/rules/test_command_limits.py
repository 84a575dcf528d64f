"""Command at its limits: the least and the greatest range, one unit of a chit, games without such chits, newcomers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from adjudicator.engine.actions import Activate, Attack, Move, Place
from adjudicator.engine.state import Standing
from adjudicator.facts import NO, YES, unsure
from adjudicator.rules.apply import apply
from adjudicator.rules.judge import judge
from adjudicator.rules.registry import Binding, Bindings
from adjudicator.rules.table import Game, Table
from adjudicator.verdict import Verdict
from tests.support import named

from .tables import bind, board
from .test_command import HELD, RULES, activated, at, attack, first, hq, independent, own, reach
from .test_command import held as held_table

ONE = tuple(
    bind("group-chit", "command.anywhere", kinds=["hgm"], number=1) if each.id == "group-chit" else each for each in RULES
)


def without(id_: str) -> tuple[Binding, ...]:
    return tuple(each for each in RULES if each.id != id_)


def moving(here: Table, *units: str) -> list[Verdict]:
    """What the rule on who moves under command says of each."""
    return [each.verdict for each in judge(here, Move(units, "1506")).ruled if each.rule == "moves"]


# --- range


def test_an_unknown_range_may_be_none_and_at_most_twelve() -> None:
    found = reach(command=None)
    assert found.at("0506") == unsure(named("command of HQ"))
    assert found.at("0517") == unsure(named("command of HQ"))
    assert found.at("0518") == NO


@pytest.mark.parametrize(("command", "within"), [(0, []), (1, []), (2, ["0507"])])
def test_a_range_ends_in_the_first_hex_across_a_river_if_it_gets_that_far(command: int, within: list[str]) -> None:
    river = {f"0506/{near}": "river" for near in board().grid.neighbours("0506") if near != "0505"}
    found = reach(sides=river, command=command, ends_across=frozenset({"river"}))
    assert [hex for hex in ("0507", "0508") if found.at(hex).yes] == within
    assert found.at("0505") == YES


@pytest.mark.parametrize(("command", "answer"), [(0, NO), (1, YES)])
def test_a_headquarters_on_the_bank_reaches_across_with_a_range_of_one(command: int, answer: object) -> None:
    river = {f"0505/{near}": "river" for near in board().grid.neighbours("0505")}
    assert reach(sides=river, command=command, ends_across=frozenset({"river"})).at("0506") == answer


# --- chits


def test_a_chit_for_one_unit_lets_one_move_and_not_two_and_none_attack() -> None:
    units = [(independent(f"i{index}"), "1505") for index in range(2)]
    here = activated((hq(), "0505"), *units, chit="group", rules=ONE)
    assert moving(here, "i0") == [Verdict.LEGAL]
    assert moving(here, "i0", "i1")[-1] is Verdict.ILLEGAL
    refused = judge(here, attack("i0"))
    assert refused.verdict is Verdict.ILLEGAL
    assert first(refused).endswith("units that the chit lets move wherever they are may not attack")
    plain = judge(activated((hq(), "0505"), *units, rules=ONE), attack("i0"))
    assert "chit" not in first(plain)


def test_a_game_without_such_chits_lets_nobody_move_out_of_range() -> None:
    here = activated((hq(), "0505"), (independent("i"), "1505"), chit="group", rules=without("group-chit"))
    assert moving(here, "i") == [Verdict.ILLEGAL]


def test_a_game_that_names_no_number_of_independents_lets_none_be_activated() -> None:
    here = at((hq(), "0505"), (independent("i"), "0506"), (own("o"), "0506"), rules=without("independents"))
    assert judge(here, Activate("HQ", ("o",))).verdict is Verdict.LEGAL
    assert judge(here, Activate("HQ", ("i",))).verdict is Verdict.ILLEGAL


def test_what_is_open_for_each_unit_is_not_said_again_of_all_together() -> None:
    units = [(own(f"i{index}"), "0508") for index in range(3)]
    here = at((hq(command=None), "0505"), *units)
    found = judge(here, Activate("HQ", ("i0", "i1", "i2"))).findings
    assert [each.opinion.units for each in found] == [("i0",), ("i1",), ("i2",)]
    acting = apply(here, Activate("HQ"))
    said = [each.opinion.units for each in judge(acting, Move(("i0", "i1", "i2"), "0509")).findings if each.rule == "moves"]
    assert said == [("i0",), ("i1",), ("i2",)]


# --- newcomers


def test_a_unit_that_enters_after_the_activation_is_under_nobodys_command() -> None:
    here = activated((hq(), "0505"), (own("new", "26 Corps"), "box"), (own("old", "26 Corps"), "1505"))
    here = apply(here, Place("new", "1505"))
    assert moving(here, "new") == []
    assert moving(here, "old") == [Verdict.ILLEGAL]
    before = at((hq(), "0505"), (own("new", "26 Corps"), "box"))
    assert moving(apply(apply(before, Place("new", "1505")), Activate("HQ")), "new") == [Verdict.ILLEGAL]
    gone = at((hq(), "0505"), (own("new", "26 Corps"), "0101"))
    gone = apply(gone.after(gone.state.with_standing("new", None)), Activate("HQ"))
    assert moving(apply(gone, Place("new", "1505")), "new") == []


def test_a_unit_that_an_event_brings_before_anybody_is_activated_is_a_newcomer_too() -> None:
    here = apply(at((hq(), "0505"), (own("new", "26 Corps"), "box")), Place("new", "1505"))
    assert moving(here, "new") == []


def test_a_unit_withdrawn_and_returned_since_the_activation_is_a_newcomer_too() -> None:
    here = activated((hq(), "0505"), (own("new", "26 Corps"), "1505"))
    assert moving(here, "new") == [Verdict.ILLEGAL]
    away = here.after(here.state.with_standing("new", Standing("box")))
    assert moving(apply(away, Place("new", "1505")), "new") == []


# --- release


@pytest.mark.parametrize(("held", "given", "legal"), [(0, {}, False), (1, {}, True), (1, {"at_least": 2}, False)])
def test_one_hex_of_points_releases_a_headquarters_unless_the_game_says_more(
    held: int, given: dict[str, Any], legal: bool
) -> None:
    held_back = bind("held", "command.held", headquarters=["HQ"], until_turn=6, points="vp", points_of="blue", **given)
    tagged = board().changed(tags={"1010": frozenset({"vp"}), "1111": frozenset({"vp"})})
    here = held_table(control=dict.fromkeys(["1010", "1111"][:held], "blue"))
    rules = tuple(held_back if each.id == "held" else each for each in here.game.rules.all)
    here = Table(_with(here, rules), tagged, here.state)
    assert judge(here, Move(("HQ",), "0506")).verdict is (Verdict.LEGAL if legal else Verdict.ILLEGAL)


def test_hexes_release_nobody_where_the_game_names_none() -> None:
    never = bind("held", "command.held", headquarters=["HQ"], until_turn=6)
    here = held_table(control={"1010": "blue"})
    here = Table(_with(here, (never, *(each for each in HELD if each.id != "held"), *RULES[:3])), here.board, here.state)
    assert [each.verdict for each in judge(here, Move(("HQ",), "0506")).ruled] == [Verdict.ILLEGAL]
    assert judge(apply(here, Attack(("e",), "0505")), Move(("HQ",), "0506")).verdict is Verdict.LEGAL


def _with(here: Table, rules: tuple[Binding, ...]) -> Game:
    return replace(here.game, rules=Bindings(rules))
