"""Bridges: of towns on either bank, and only for those who hold both banks."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.engine.actions import Move
from adjudicator.engine.board import Board
from adjudicator.rules.judge import judge
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

from .tables import bind, board, table, unit
from .tables_flow import LEGAL, UNDECIDED, needs
from .tables_movement import rules

STREAM = {"0505/0506": "stream"}


def crossing(on: Board, control: dict[str, str] | None = None, **given: Any) -> Table:
    """A unit that can pay for two clear hexes and no stream between them."""
    terrain = bind("terrain", "ground.by_chart", "2.1", column="foot", bridged_by=["road"], bridges=["stream"], **given)
    made = table((unit("1", attack=3, movement=2), "0505"), on=on, rules=rules(terrain))
    return made.after(made.state.__class__(made.state.forces, control=control or {}))


def verdict(at: Table) -> Verdict:
    return judge(at, Move(("1",), "0507", ("0505", "0506", "0507"))).verdict


@pytest.mark.parametrize(("town", "bridged"), [("0505", True), ("0506", True), ("0507", False), ("0605", False)])
def test_a_town_on_either_bank_is_a_bridge_and_no_other_town(town: str, bridged: bool) -> None:
    on = board({town: "clear town"}, STREAM)
    assert (verdict(crossing(on, bridge_towns=["town"])) is LEGAL) == bridged
    assert verdict(crossing(on)) is Verdict.ILLEGAL


@pytest.mark.parametrize("bank", ["0505", "0506"])
def test_a_bank_of_which_nothing_is_known_may_have_a_town(bank: str) -> None:
    at = crossing(board({bank: "?"}, STREAM), bridge_towns=["town"])
    assert verdict(at) is UNDECIDED
    assert needs(at, Move(("1",), "0507", ("0505", "0506", "0507"))) == {f"terrain {bank}"}


@pytest.mark.parametrize(
    ("control", "bridged"),
    [
        ({}, True),
        ({"0505": "red", "0506": "red"}, True),
        ({"0505": "blue"}, False),
        ({"0506": "blue"}, False),
        ({"0507": "blue"}, True),
    ],
)
def test_a_bridge_carries_only_those_who_hold_both_banks(control: dict[str, str], bridged: bool) -> None:
    for on in (board(None, STREAM, roads="0505-0506"), board({"0506": "clear town"}, STREAM)):
        at = crossing(on.changed(routes={("0505", "0506"): on.routes("0505", "0506")}), control, bridge_towns=["town"])
        assert verdict(at) is LEGAL  # whoever holds the banks, where that does not matter
    on = board({"0506": "clear town"}, STREAM)
    assert (verdict(crossing(on, control, bridge_towns=["town"], bridges_held=True)) is LEGAL) == bridged


def test_the_same_map_is_judged_anew_when_a_bank_changes_hands() -> None:
    on = board({"0506": "clear town"}, STREAM)
    found = [
        verdict(crossing(on, control, bridge_towns=["town"], bridges_held=True))
        for control in ({"0506": "red"}, {"0506": "blue"}, {"0506": "red"})
    ]
    assert found == [LEGAL, Verdict.ILLEGAL, LEGAL]
