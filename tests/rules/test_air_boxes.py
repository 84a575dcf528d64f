"""Air units between their boxes."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.engine.actions import Activate, Attack, Draw, Move, Phase, Roll, Support
from adjudicator.rules.judge import judge
from adjudicator.rules.table import Table

from .tables import BASICS, bind, table, unit
from .tables_flow import ILLEGAL, LEGAL, UNDECIDED, needs, noting, only, play, use, verdict

READY = {"North/1 Air": "army-1", "South/2 Air": "army-2", "blue": "luftwaffe"}
RULES = (
    use(
        "air_boxes.between_boxes",
        ready=READY,
        refit_in={"grounded refit"},
        return_in={"refit return"},
        must_roll={"baltic": 6},
    ),
    use("air_boxes.remember_flights"),
    use("air_boxes.remember_boxes", boxes={"refit", "grounded"}),
    use("air_boxes.remember_rolls"),
    use("air_boxes.weather_obeyed"),
)


def on(where: str, *, traits: str = "", doubtful: str = "", **state: Any) -> Table:
    return table(
        (unit("a", kind="air", formation="North/1 Air", traits=traits, doubtful=doubtful), where),
        (unit("stray", kind="air"), "refit"),
        (unit("u", formation="North/1 Army", attack=3, movement=3), "0505"),
        (unit("foe", "blue", attack=3, movement=3), "0506"),
        (unit("luft", "blue", kind="air"), "luftwaffe"),
        rules=only(*RULES),
        **state,
    )


def to(box: str) -> Move:
    return Move(("a",), box)


@pytest.mark.parametrize(
    ("frm", "box", "phase", "right"),
    [
        ("grounded", "refit", "grounded refit", LEGAL),
        ("grounded", "refit", "", LEGAL),
        ("grounded", "refit", "refit return", ILLEGAL),
        ("grounded", "army-1", "refit return", ILLEGAL),
        ("refit", "army-1", "refit return", LEGAL),
        ("refit", "army-1", "grounded refit", ILLEGAL),
        ("refit", "army-2", "refit return", ILLEGAL),  # the other air army
        ("army-1", "army-2", "", ILLEGAL),
        ("grounded", "0506", "combat", ILLEGAL),
        ("refit", "0506", "combat", ILLEGAL),
        ("army-1", "0506", "combat", LEGAL),
        ("army-2", "0506", "combat", ILLEGAL),
        ("0506", "army-1", "combat", LEGAL),  # taken back before the combat
        ("army-1", "refit", "combat", UNDECIDED),  # a flight nobody showed
        ("refit", "grounded", "air", UNDECIDED),  # only bad weather does that
    ],
)
def test_air_units_go_round_their_boxes(frm: str, box: str, phase: str, right: object) -> None:
    assert verdict(on(frm, phase=phase), to(box)) is right


def test_two_stages_in_one_turn_are_too_many() -> None:
    refitted = play(on("grounded"), to("refit"))
    assert verdict(refitted, to("army-1")) is ILLEGAL
    assert verdict(play(refitted, Phase("", turn=2)), to("army-1")) is LEGAL


def test_to_which_army_a_unit_belongs_may_be_unknown() -> None:
    assert needs(on("army-1"), Move(("stray",), "army-1")) == {"air army of stray"}


@pytest.mark.parametrize(
    ("how", "box", "right"),
    [
        ("full", "grounded", LEGAL),
        ("full", "refit", ILLEGAL),
        ("normal", "refit", LEGAL),
        ("normal", "grounded", ILLEGAL),
        ("", "refit", UNDECIDED),
        ("full", "army-1", ILLEGAL),
    ],
)
def test_where_a_unit_goes_after_its_attack(how: str, box: str, right: object) -> None:
    flown = play(on("army-1"), to("0506"), Attack(("u",), "0506", support=(Support("a", how),)))
    assert verdict(flown, to(box)) is right


def test_which_fact_decides_where_a_unit_goes() -> None:
    unsaid = play(on("army-1"), Attack(("u",), "0506", support=(Support("a"),)))
    assert needs(unsaid, to("refit")) == {"how a flew"}
    assert needs(on("army-1"), to("refit")) == {"flight of a"}


@pytest.mark.parametrize(("die", "right"), [(6, LEGAL), (5, ILLEGAL), (None, UNDECIDED)])
def test_some_return_on_a_six_only(die: int | None, right: object) -> None:
    start = on("refit", traits="baltic")
    if die is not None:
        start = play(start, Roll("air return", (die,), unit="a"))
    assert verdict(start, to("army-1")) is right
    assert verdict(on("refit"), to("army-1")) is LEGAL


def test_the_die_of_another_unit_or_turn_does_not_count() -> None:
    start = on("refit", traits="baltic")
    assert needs(play(start, Roll("air return", (6,), unit="stray")), to("army-1")) == {"result of the die for a"}
    late = play(start, Roll("air return", (6,), unit="a"), Phase("", turn=2))
    assert verdict(late, to("army-1")) is UNDECIDED
    assert needs(on("refit", doubtful="baltic"), to("army-1")) == {"result of the die for a", "is a baltic"}


def test_bad_weather_sends_units_back() -> None:
    stormy = noting(on("refit"), event="weather", air_moves={"a": "grounded", "luft": "refit"})
    assert verdict(stormy, to("grounded")) is LEGAL
    assert verdict(noting(on("refit"), event="refugees"), to("grounded")) is ILLEGAL
    fight = Attack(("u",), "0506")
    assert {verdict(stormy, each) for each in (Draw("x"), Activate("u"), fight, Phase("end"))} == {ILLEGAL}
    done = play(stormy, to("grounded"), Move(("luft",), "refit"))
    assert {verdict(done, each) for each in (Draw("x"), Activate("u"), fight, Phase("end"))} == {LEGAL}
    assert verdict(play(stormy, Draw("x")), Draw("y")) is LEGAL  # said once


def test_ground_units_and_units_that_stay_are_nobodys_business_here() -> None:
    assert verdict(on("refit"), Move(("u",), "army-1")) is LEGAL
    assert verdict(on("refit"), to("refit")) is LEGAL


@pytest.mark.parametrize(
    ("change", "right"), [(Phase("end"), LEGAL), (Phase("air", turn=1), LEGAL), (Phase("air", turn=2), ILLEGAL)], ids=str
)
def test_nobody_is_over_the_map_when_the_turn_is_over(change: Phase, right: object) -> None:
    rules = (*BASICS, bind("landed", "air_boxes.all_landed", "12.1.1"))
    over = table((unit("a", kind="air"), "0505"), (unit("u", attack=1), "0506"), rules=rules)
    assert judge(over, change).verdict is right
    assert judge(table((unit("a", kind="air"), "refit"), rules=rules), change).verdict is LEGAL
