"""Dice that are thrown once a turn."""

from __future__ import annotations

import pytest

from adjudicator.engine.actions import Action, Phase, Roll
from adjudicator.rules.apply import apply
from adjudicator.rules.judge import judge
from adjudicator.verdict import Verdict

from .tables import BASICS, bind, table, unit

RULES = (
    *BASICS,
    bind("once", "thrown_once.once_a_turn", purposes=["event", "return"], apart="opening"),
    bind("thrown", "thrown_once.remembered", apart="opening"),
)
EVENT = Roll("event", (3,))


@pytest.mark.parametrize(
    ("phase", "between", "roll", "expected"),
    [
        ("play", (), EVENT, Verdict.ILLEGAL),
        ("play", (Phase("play", turn=2),), EVENT, Verdict.LEGAL),
        ("opening", (Phase("play"),), EVENT, Verdict.LEGAL),
        ("opening", (), EVENT, Verdict.ILLEGAL),
        ("play", (), Roll("return", (3,), unit="a"), Verdict.LEGAL),
        ("play", (Roll("return", (1,), unit="a"),), Roll("return", (3,), unit="b"), Verdict.LEGAL),
        ("play", (Roll("return", (1,), unit="a"),), Roll("return", (3,), unit="a"), Verdict.ILLEGAL),
        ("", (), EVENT, Verdict.LEGAL),
    ],
)
def test_nobody_throws_twice_for_one_thing(phase: str, between: tuple[Action, ...], roll: Roll, expected: Verdict) -> None:
    at = table((unit("a"), "0505"), (unit("b"), "0506"), rules=RULES, phase=phase)
    for action in (EVENT, *between):
        at = apply(at, action)
    assert judge(at, roll).verdict is expected
