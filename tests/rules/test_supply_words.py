"""What is said of markers that are wrong, and columns that arrive beside a headquarters instead of at it."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.engine.actions import Place, Supply
from adjudicator.engine.hexes import Hex
from adjudicator.engine.state import Standing
from adjudicator.rules.judge import judge
from adjudicator.verdict import Verdict

from .tables import bind, board, table
from .test_supply import AGEING, LINKED, PRINTED, autobahn, column, enemy, fronts, hq, rules, soldier, sourced


@pytest.mark.parametrize(
    ("start", "marker", "words", "fix"),
    [
        ("0504", "isolated", "it draws on a limited source", "mark 1 as out of supply"),
        ("1605", "out of supply", "it was so already before this check", "mark 1 as isolated"),
    ],
)
def test_a_wrong_marker_is_explained_by_the_limited_source_or_by_the_marker_before(
    start: Hex, marker: str, words: str, fix: str
) -> None:
    placed = (soldier(), Standing(start, marks=frozenset({"out of supply"})))
    at = table(placed, (enemy(), "0510"), on=autobahn(), rules=rules(LINKED, AGEING, **{**PRINTED, "routes": ["autobahn"]}))
    (found,) = judge(at, Supply((("1", marker),))).findings
    assert found.opinion.message == f"1 at {start} cannot be {marker}: {words}"
    assert found.opinion.fix == fix


@pytest.mark.parametrize(("nearby", "expected"), [({}, Verdict.ILLEGAL), ({"nearby": 1}, Verdict.LEGAL)])
def test_columns_arrive_beside_a_headquarters_only_where_the_game_says_so(nearby: dict[str, Any], expected: Verdict) -> None:
    columns = bind("columns", "supply.columns_arrive", "5.8.2", trait="column", by_rail=3, otherwise=1, **nearby)
    at = table((hq("HQ"), "0505"), (column(0), "box"), on=sourced(board(), "0508"), rules=(*fronts(), columns))
    assert judge(at, Place("LC 0", "0506")).verdict is expected
    assert judge(at, Place("LC 0", "0505")).verdict is Verdict.LEGAL
