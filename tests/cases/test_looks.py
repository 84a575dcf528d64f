"""A case can look at its position by itself: with what is expected, in order with its actions, and in every output."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pydantic import ValidationError

from adjudicator.cases.model import Case, schema
from adjudicator.cases.results_text import as_json, lines_of
from adjudicator.cases.runner import CaseResult, run_document
from adjudicator.cases.setting import Setting
from adjudicator.engine.state import Standing, state_of
from adjudicator.games.coverage import showings
from adjudicator.rules.registry import Bindings
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict
from tests.rules.tables import bind

from .making import RULES, UNITS, document, setting

POSITION = (
    bind("apart", "position.sides_apart", "6.3"),
    bind("boxes", "position.in_its_box", boxes={"airfield": ["air"]}),
    bind("set-up", "position.as_set_up", "15.0"),
)
TOGETHER = 'units = ["21@0505", "e1@0505"]\n'


def looking() -> Setting:
    made = setting()
    return replace(made, game=replace(made.game, rules=Bindings((*RULES, *POSITION))), scenarios=("raid",), start=begun)


def begun(_: str) -> Table:
    made = setting()
    state = state_of(UNITS, {"21": Standing("0505")}, made.game.sides)
    return Table(replace(made.game, rules=Bindings((*RULES, *POSITION))), made.board, state)


def results(body: str) -> list[CaseResult]:
    return list(run_document(document(body), lambda _: looking()))


def problems(body: str) -> tuple[str, ...]:
    (only,) = results(body)
    assert only.faults == ()
    return only.problems


@pytest.mark.parametrize(
    "expect",
    [
        '"illegal apart"',
        '"illegal apart 6.3 for e1"',
        '["illegal apart"]',
        '{ expect = "illegal apart", says = "stand together at 0505" }',
        '"any"',
    ],
)
def test_what_is_wrong_with_a_position_is_as_expected(expect: str) -> None:
    assert problems(f"{TOGETHER}position = {expect}\n") == ()


@pytest.mark.parametrize("expect", ["true", '"legal"', "[]", "{}"])
def test_a_position_in_order_is_legal(expect: str) -> None:
    assert problems(f'units = ["21@0505"]\nposition = {expect}\n') == ()
    (found,) = problems(f"{TOGETHER}position = {expect}\n")
    assert found == "not expected: illegal apart 6.3: 21 and e1 stand together at 0505"


@pytest.mark.parametrize(
    ("expect", "told"),
    [
        ('"illegal boxes"', "expected illegal boxes, but nothing of the kind was found"),
        ('{ expect = "any", says = "airfield" }', "no finding says 'airfield'"),
        ('{ expect = "any", rows = "4" }', "no line of the arithmetic has '4'"),
        ('{ expect = "any", rests_on = "D1" }', "nothing rests on D1"),
    ],
)
def test_what_is_not_as_expected_is_told(expect: str, told: str) -> None:
    assert any(each.startswith(told) for each in problems(f"{TOGETHER}position = {expect}\n"))


def test_a_unit_in_a_box_that_is_not_for_it() -> None:
    assert problems('boxes = { airfield = ["21"] }\nposition = "illegal boxes for 21"\n') == ()


def test_a_set_up_is_compared_only_if_that_is_asked_for() -> None:
    moved = 'scenario = "raid"\nunits = ["21@0506"]\n'
    assert problems(moved + "position = true\n") == ()
    assert problems(moved + 'position = { set_up = true, expect = "illegal set-up 15.0 for 21", says = "not at 0506" }\n') == ()
    assert problems('scenario = "raid"\nposition = { set_up = true }\n') == ()


def test_a_set_up_without_a_scenario_is_a_fault_in_its_line() -> None:
    (only,) = results('units = ["21@0505"]\nposition = { set_up = true }\n')
    (fault,) = only.faults
    assert (fault.line, fault.field) == (4, "case 1, position, set_up")
    assert "whose set-up" in fault.message


def test_the_position_is_looked_at_before_the_actions_and_told_apart_from_them() -> None:
    body = TOGETHER + 'position = true\nactions = [{ move = "21", to = "1505" }]\nafter = ["21@0505", "e1@0505"]\n'
    (only,) = results(body)
    assert next(step.text for step in only.steps) == "the position"
    names = [each.partition(":")[0] for each in only.problems]
    assert names[0] == "the position"
    assert set(names[1:-1]) == {"action 1"}
    assert only.problems[-1].startswith("at the end expected 21@0505, found 21@1505")
    assert only.hexes == ("1505",)


def test_the_position_at_the_end_may_be_all_that_there_is_to_look_at_beside_it() -> None:
    assert problems('units = ["21@0505"]\nposition = true\nafter = ["21@0505"]\n') == ()


def test_every_output_shows_the_look() -> None:
    found = results(TOGETHER + 'position = "illegal apart"\nactions = [{ draw = "x" }]\n')
    (case,) = as_json(found, pictures=True)["cases"]
    assert (case["position"]["verdict"], case["position"]["expected"]) == ("illegal", ["illegal apart"])
    assert "action" not in case["position"]
    assert [each["action"] for each in case["actions"]] == ["x is drawn"]
    assert case["picture"]
    assert any("the position: illegal" in line for line in lines_of(found, explain=True))
    (plain,) = as_json(results('actions = [{ draw = "x" }]\n'))["cases"]
    assert "position" not in plain


def test_a_look_shows_its_rules_and_sections() -> None:
    shown = {(each.rule, each.section, each.verdict) for each in showings(results(TOGETHER + 'position = "illegal apart"\n'))}
    assert ("apart", "6.3", Verdict.ILLEGAL) in shown


def test_a_case_without_anything_to_judge_is_still_a_fault() -> None:
    with pytest.raises(ValidationError, match="without actions"):
        Case.model_validate({"name": "A case"})


def test_editors_know_what_may_be_written() -> None:
    said = schema()["$defs"]["Case"]["properties"]["position"]["anyOf"]
    assert {"const": True} in said
    assert {"type": "string"} in said
    assert {"$ref": "#/$defs/Look"} in said
