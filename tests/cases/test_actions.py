"""Every kind of action can be written in a case, and becomes the action that it says."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from pydantic import TypeAdapter

from adjudicator.cases.acts import AnyAct
from adjudicator.engine import actions as act
from adjudicator.engine.actions import Action
from adjudicator.engine.state import Standing
from adjudicator.rules.words import said
from tests.rules.tables import table

from .making import UNITS

READ: TypeAdapter[Any] = TypeAdapter(AnyAct)
AT = table((UNITS["21"], "0505"), (UNITS["hq"], "0506"), (UNITS["e1"], Standing("0605", 0, frozenset({"disrupted"}))))

WRITTEN: tuple[tuple[str, Action, str], ...] = (
    ("move = '21', to = '0506'", act.Move(("21",), "0506"), "21 moves from 0505 to 0506"),
    (
        "move = ['21', 'hq'], path = '0505-0506-0507', mode = 'rail'",
        act.Move(("21", "hq"), "0507", ("0505", "0506", "0507"), "rail"),
        "21 and hq move from 0505 to 0507 by 0505 0506 0507 (rail movement)",
    ),
    ("move = '21', to = 'airfield'", act.Move(("21",), "airfield"), "21 moves from 0505 to airfield"),
    (
        "attack = '21', target = '0605', support = ['hq full', {unit = '21'}], defence = 'e1', "
        "column = '3-1', die = 4, result = 'D1'",
        act.Attack(
            ("21",), "0605", (act.Support("hq", "full"), act.Support("21")), (act.Support("e1"),), "3-1", 4, "D1", "attack"
        ),
        "21 attacks 0605 with hq, 21, at 3-1, die 4, result D1",
    ),
    (
        "attack = ['21', 'hq'], target = '0605', kind = 'barrage'",
        act.Attack(("21", "hq"), "0605", kind="barrage"),
        "21 and hq attack 0605 (barrage)",
    ),
    (
        "fire = '21', target = 'e1', kind = 'antitank', total = 7, die = 3, result = 'hit'",
        act.Fire(("21",), "e1", "antitank", 7, 3, "hit"),
        "21 fires at e1 (antitank), result hit",
    ),
    (
        "lose = ['21', '21'], side = 'red', because = 'fire'",
        act.Lose("red", ("21", "21"), "fire"),
        "Red: steps lost by 21, 21",
    ),
    ("lose = [], side = 'blue'", act.Lose("blue", ()), "Blue: no steps lost"),
    (
        "retreat = 'e1', path = ['0605', '0606'], length = 1",
        act.Retreat(("e1",), "0606", ("0605", "0606"), 1),
        "e1 retreats to 0606",
    ),
    ("advance = ['21', 'hq'], to = '0605'", act.Advance(("21", "hq"), "0605"), "21 and hq advance to 0605"),
    (
        "place = '21', at = '0101', why = 'militia', losses = 1",
        act.Place("21", "0101", "militia", 1),
        "21 enters play at 0101 (militia)",
    ),
    ("remove = '21', why = 'withdrawn'", act.Remove("21", "withdrawn"), "21 leaves play (withdrawn)"),
    (
        "activate = 'hq', units = ['21'], by = 'chit-1'",
        act.Activate("hq", ("21",), "chit-1"),
        "hq is activated for 21",
    ),
    (
        "supply = {21 = 'out of supply', hq = 'in supply'}",
        act.Supply((("21", "out of supply"), ("hq", "in supply"))),
        "supply: 21 out of supply, hq in supply",
    ),
    ("replace = '21', steps = 2, at = '0505'", act.Replace("21", 2, "0505"), "21 is rebuilt by 2 at 0505"),
    ("draw = 'chit-1'", act.Draw("chit-1"), "chit-1 is drawn"),
    ("roll = 'rally', dice = 4, unit = 'e1'", act.Roll("rally", (4,), None, "e1"), "rally for e1: rolled 4"),
    ("roll = 'thaw', dice = [4, 2], result = 'yes'", act.Roll("thaw", (4, 2), "yes"), "thaw: rolled 4, 2, result yes"),
    ("mark = 'disrupted', subject = 'e1', on = false", act.Mark("e1", "disrupted", False), "e1 is no longer marked disrupted"),
    ("mark = 'red', subject = '0605'", act.Mark("0605", "red"), "0605 is marked red"),
    (
        "phase = 'combat', active = 'red', turn = 3",
        act.Phase("combat", "red", 3),
        "combat phase of the Red player, turn 3",
    ),
    (
        "declare = 'weather', values = {air = 'none'}",
        act.Declare("weather", (("air", "none"),)),
        "declared: weather (air none)",
    ),
)


@pytest.mark.parametrize(("written", "action", "words"), WRITTEN, ids=[written.partition(" ")[0] for written, _, _ in WRITTEN])
def test_an_action_is_what_is_written_and_is_told_in_words(written: str, action: Action, words: str) -> None:
    read = READ.validate_python(tomllib.loads(f"it = {{ {written} }}")["it"])
    assert read.action() == action
    assert said(AT, action) == words


def test_every_action_of_the_engine_can_be_written() -> None:
    assert {type(action) for _, action, _ in WRITTEN} == set(act.KINDS.values())
    assert {written.partition(" ")[0] for written, _, _ in WRITTEN} == set(act.KINDS)


def test_an_attack_by_nobody_is_told_by_its_kind() -> None:
    assert said(AT, act.Attack((), "1505", column="2-1", die=3, kind="bombardment")) == "bombardment of 1505, at 2-1, die 3"
