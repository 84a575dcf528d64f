"""What is dear to prove is proved when somebody asks for the proof, once, not for who only asks for a verdict."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.engine.actions import Move
from adjudicator.facts import NO
from adjudicator.rules.opinion import Judged, Opinion, RestsOn, Ruled
from adjudicator.verdict import Verdict

UNIT = ("unit 21",)
RULED = Ruled("zoc-cost", ("5.1",), Opinion(NO, "it has too few points", units=UNIT))
RESTS = (RestsOn("D4", ("other",)),)


class Proof:
    def __init__(self) -> None:
        self.asked = 0

    def __call__(self) -> Ruled:
        self.asked += 1
        return RULED


def test_a_verdict_needs_no_proof() -> None:
    proof = Proof()
    later = Ruled.later(NO, UNIT, proof)
    judged = Judged(Move(UNIT, "0714"), (later,))
    assert judged.verdict is Verdict.ILLEGAL
    assert judged.findings == (later,)
    assert later.units == UNIT
    assert not proof.asked


@pytest.mark.parametrize("asked", ["rule", "cite", "opinion"])
def test_who_asks_for_any_of_the_proof_gets_all_of_it_once(asked: str) -> None:
    proof = Proof()
    later = Ruled.later(NO, UNIT, proof)
    assert getattr(later, asked) == getattr(RULED, asked)
    assert later == RULED
    assert proof.asked == 1


def test_what_it_rests_on_is_added_to_a_proof() -> None:
    named = replace(Ruled.later(NO, UNIT, Proof()), rests_on=RESTS)
    assert named == replace(RULED, rests_on=RESTS)
