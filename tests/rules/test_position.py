"""A position by itself: what may stand together, and when nobody can say."""

from __future__ import annotations

import pytest

from adjudicator.rules.position import judge_position
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

from .tables import BASICS, bind, table, unit

LARGER = (*BASICS, bind("position", "position.stacked", "7.0", larger_in=["arrival"]))
STRICT = (*BASICS, bind("position", "position.stacked", "7.0"))


def crowd(rules: tuple[object, ...], phase: str = "") -> Table:
    return table(*((unit(str(n), attack=1, movement=4), "0505") for n in range(3)), rules=rules, phase=phase)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rules", "phase", "expected"),
    [
        (STRICT, "", Verdict.ILLEGAL),
        (STRICT, "arrival", Verdict.ILLEGAL),
        (LARGER, "arrival", Verdict.LEGAL),
        (LARGER, "combat", Verdict.ILLEGAL),
        (LARGER, "", Verdict.UNDECIDED),
    ],
)
def test_a_large_stack_is_wrong_unless_it_may_still_split_up(rules: tuple[object, ...], phase: str, expected: Verdict) -> None:
    assert judge_position(crowd(rules, phase)).verdict is expected


def test_what_would_decide_is_the_phase() -> None:
    (found,) = judge_position(crowd(LARGER)).findings
    assert found.opinion.truth.needs == {"phase"}


def test_a_set_up_is_no_phase_of_a_turn() -> None:
    at = crowd(LARGER)
    assert judge_position(at, at).verdict is Verdict.ILLEGAL
