"""What it costs to stand after fire and after other combats, and how much a disrupted unit's morale falls."""

from __future__ import annotations

from adjudicator.engine.actions import Attack
from adjudicator.engine.state import Standing
from adjudicator.facts import exactly
from adjudicator.rules.combat.aftermath import ordered

from .tables_fire import play, table
from .test_after_fire import AFTER, check, infantry, record_of, shot


def test_a_step_buys_off_a_retreat_from_combat_and_nothing_one_from_fire() -> None:
    failed = play(shot(), check(5))
    assert ordered(failed, record_of(failed), "tank").price == 0
    at = table((infantry("r", "red"), "1010"), (infantry("b", "blue"), Standing("1011")), rules=AFTER)
    fought = play(at, Attack(("r",), "1011", result="5"))
    assert ordered(fought, record_of(fought), "b").price == 1


def test_disruption_lowers_morale_by_two_in_combat() -> None:
    for result, length in (("2", 0), ("3", 2)):
        shaken = Standing("1011", marks=frozenset({"disrupted"}))
        at = table((infantry("r", "red"), "1010"), (infantry("b", "blue"), shaken), rules=AFTER)  # 4, less 2
        fought = play(at, Attack(("r",), "1011", result=result))
        assert ordered(fought, record_of(fought), "b").length == exactly(length)


def test_a_check_that_was_passed_orders_no_retreat_at_all() -> None:
    passed = play(shot(), check(4))
    assert ordered(passed, record_of(passed), "tank").length == exactly(0)
