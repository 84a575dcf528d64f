"""Zones of control: who has them, where friends lift them, and what they cost."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from adjudicator.engine.state import Standing
from adjudicator.facts import Known
from adjudicator.rules import zoc
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict
from tests.support import named

from .tables import bind, board, table, unit
from .tables_movement import ENEMY, UNIT, only, rules, verdict

CORRIDOR = {hex: "lake" for hex in board().grid.all() if not hex.startswith("05")}


def watched(enemy: dict[str, Any], given: dict[str, Any], marks: str = "") -> bool | None:
    """Is 0506 in the zone of control of an enemy at 0507, where kinds and traits decide?"""
    standing = Standing("0507", marks=frozenset(marks.split()))
    who = bind("zoc-who", "zoc.by_trait", "1.1", **given)
    at = table((unit("1", **UNIT), "0505"), (unit("e", "blue", movement=4, **enemy), standing), rules=rules(who))
    return zoc.controlled(at, "red", "0506").answer


@pytest.mark.parametrize(
    ("enemy", "given", "marks", "expected"),
    [
        ({"kind": "tank"}, {}, "", True),
        ({"kind": "tank"}, {"kinds": ["tank"]}, "", True),
        ({"kind": "train"}, {"kinds": ["tank"]}, "", False),
        ({"kind": "tank", "traits": "hq"}, {"never": ["hq"]}, "", False),
        ({"kind": "tank", "doubtful": "hq"}, {"never": ["hq"]}, "", None),
        ({"kind": "tank"}, {"never_marked": ["disrupted"]}, "disrupted", False),
        ({"kind": "tank"}, {"never_marked": ["disrupted"]}, "", True),
    ],
)
def test_only_certain_units_have_zones_of_control(
    enemy: dict[str, Any], given: dict[str, Any], marks: str, expected: bool | None
) -> None:
    assert watched(enemy, given, marks) is expected


def test_the_kinds_named_as_never_exerting_do_not() -> None:
    who = bind("zoc-who", "zoc.by_rating", "1.1", rating="attack", never=["air", "hq", "disrupted"])
    enemies = {
        "0502": unit("plane", "blue", kind="air", attack=3),
        "0506": unit("staff", "blue", traits="hq", attack=3),
        "0510": unit("tired", "blue", attack=3),
        "0514": unit("weak", "blue", attack=0),
        "0518": unit("strong", "blue", attack=1),
    }
    marks = {"tired": frozenset({"disrupted"})}
    placed = [(each, Standing(hex, marks=marks.get(each.id, frozenset()))) for hex, each in enemies.items()]
    at = table(*placed, rules=rules(who))
    assert [hex for hex in enemies if zoc.controlled(at, "red", f"{int(hex) + 1:04}").yes] == ["0518"]


def test_a_zone_of_control_reaches_the_next_hex_and_no_further_and_not_its_own() -> None:
    at = table((unit("1", **UNIT), "0101"), (ENEMY, "0507"))
    assert set(zoc.field(at, "blue")) == set(at.grid.neighbours("0507"))
    assert zoc.controllers(at, "red", "0506") == ("e",)
    assert zoc.controllers(at, "red", "0505") == ()


# --- levels


@pytest.mark.parametrize(("low", "high", "expected"), [(1, 3, False), (1, 2, True), (2, 3, True), (3, 1, True), (1, 1, True)])
def test_units_in_the_valley_do_not_control_the_heights(low: int, high: int, expected: bool) -> None:
    heights = bind("zoc-heights", "zoc.not_up", "7.2", below=1, above=3)
    on = board().changed(level={"0507": Known(low), "0506": Known(high)})
    at = table((unit("1", **UNIT), "0505"), (ENEMY, "0507"), on=on, rules=rules(heights))
    assert zoc.controlled(at, "red", "0506").yes is expected


# --- friends


@pytest.mark.parametrize(
    ("traits", "points", "ground", "between", "road", "expected"),
    [
        ("", "any", "clear", "", "", True),
        ("", "any", "lake", "", "", False),
        ("", "any", "marsh", "", "", True),
        ("wheels", "any", "marsh", "", "", False),
        ("wheels", "any", "marsh", "", "0507-0506", True),
        ("", "any", "clear", "river", "", False),
        ("", "any", "clear", "river", "0507-0506", True),
        ("", "any", "clear", "stream", "", True),
        ("", "any", "?", "", "", None),
        ("", "any", "clear", "?", "", None),
        ("", "printed", "marsh", "", "", False),
        ("", "printed", "forest", "", "", True),
    ],
)
def test_a_zone_of_control_does_not_reach_what_the_chart_closes_to_the_unit(
    traits: str, points: str, ground: str, between: str, road: str, expected: bool | None
) -> None:
    closed = bind("zoc-closed", "zoc.where_it_could_go", "1.2", points=points)
    wheels = bind("terrain", "ground.by_chart", "1.3", column="foot", other_columns={"wheels": "mech"})
    on = board({"0506": ground} if ground != "clear" else {}, {"0506/0507": between} if between else {}, road)
    enemy = unit("e", "blue", attack=1, movement=2, traits=traits)
    at = table((unit("1", **UNIT), "0505"), (enemy, "0507"), on=on, rules=rules(closed, wheels))
    assert zoc.controlled(at, "red", "0506").answer is expected


def test_open_ground_is_closed_to_nobody_even_if_nobody_has_stated_the_chart() -> None:
    closed = bind("zoc-closed", "zoc.where_it_could_go", "1.2")
    at = table((unit("1", **UNIT), "0505"), (ENEMY, "0507"), on=board({"0508": "marsh"}), rules=rules(closed))
    at = replace(at, game=replace(at.game, charts={}))
    assert zoc.controlled(at, "red", "0506").yes
    assert zoc.controlled(at, "red", "0508").needs == {named("chart terrain")}


def lifted(*purposes: str) -> Table:
    negation = bind("zoc-friends", "zoc.friends_negate", "5.5", purposes=list(purposes))
    friend = (unit("2", attack=3, movement=4), "0506")
    return table((unit("1", attack=3, movement=2), "0505"), friend, (ENEMY, "0507"), on=board(CORRIDOR), rules=rules(negation))


def test_friends_lift_zones_of_control_for_the_purposes_named_only() -> None:
    supply = lifted("supply")
    assert zoc.controlled(supply, "red", "0506", "supply").no
    assert zoc.controlled(supply, "red", "0506", "retreat").yes
    assert zoc.controlled(supply, "red", "0508", "supply").yes  # nobody of ours is there
    assert zoc.controlled(supply, "blue", "0506", "supply").yes  # what is ours helps us and not them
    without = table((unit("2", attack=3, movement=4), "0506"), (ENEMY, "0507"))
    assert zoc.controlled(without, "red", "0506", "supply").yes


def test_a_mover_is_free_of_zones_of_control_where_a_friend_stands_if_that_counts_for_movement() -> None:
    assert verdict(lifted("movement", "supply"), "0506") is Verdict.LEGAL
    assert verdict(lifted("supply"), "0506") is Verdict.ILLEGAL  # 1 + 2


# --- costs


def test_a_zone_of_control_that_only_stops_costs_nothing() -> None:
    rigid = bind("zoc-cost", "zoc.rigid", "1.2", direct=True)
    at = table((unit("1", attack=3, movement=1), "0505"), (ENEMY, "0507"), on=board(CORRIDOR), rules=rules(rigid))
    assert verdict(at, "0506") is Verdict.LEGAL
    leaving = table((unit("1", attack=3, movement=1), "0506"), (ENEMY, "0507"), on=board(CORRIDOR), rules=rules(rigid))
    assert verdict(leaving, "0505") is Verdict.LEGAL
    dear = bind("zoc-cost", "zoc.rigid", "1.2", leave=1)
    for points, said in ((1, Verdict.ILLEGAL), (2, Verdict.LEGAL)):
        at = table((unit("1", attack=3, movement=points), "0506"), (ENEMY, "0507"), on=board(CORRIDOR), rules=rules(dear))
        assert verdict(at, "0505") is said


@pytest.mark.parametrize(("given", "into", "out"), [({"enter": 2}, 3, 1), ({"leave": 2}, 1, 3), ({}, 1, 1)])
def test_a_cost_of_zones_of_control_that_a_game_does_not_name_is_none(given: dict[str, Any], into: int, out: int) -> None:
    cost = rules(bind("zoc-cost", "zoc.additive_cost", "1.2", **given))
    for start, to, needed in (("0505", "0506", into), ("0506", "0505", out)):
        for points in (needed - 1, needed):
            at = table((unit("1", attack=3, movement=points), start), (ENEMY, "0507"), on=board(CORRIDOR), rules=cost)
            assert verdict(at, to) is (Verdict.LEGAL if points == needed else Verdict.ILLEGAL)


def test_every_enemy_of_several_counts() -> None:
    green = unit("g", "green", attack=1, movement=4)
    sides = ("red", "blue", "green")
    for first, second in (("0507", "0120"), ("0120", "0507")):
        at = table((unit("1", attack=3, movement=2), "0505"), (ENEMY, first), (green, second), on=board(CORRIDOR), sides=sides)
        assert verdict(at, "0506") is Verdict.ILLEGAL
        assert [row.value for row in only(at, "0506").opinion.rows][1:3] == ["1", "+2"]


def test_a_marker_laid_on_a_unit_takes_its_zone_away_and_gives_it_back() -> None:
    who = bind("zoc-who", "zoc.by_trait", "1.1", never_marked=["disrupted"])
    at = table((unit("1", **UNIT), "0505"), (unit("e", "blue", movement=4), Standing("0507")), rules=rules(who))
    marked = at.after(at.state.marked("e", "disrupted"))
    moved = at.after(at.state.moved("e", "0510"))
    found = [zoc.controlled(each, "red", "0506").answer for each in (at, marked, moved, at.after(at.state.marked("e")))]
    assert found == [True, False, False, True]
