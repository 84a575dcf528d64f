"""What the result of a fire adds to a morale check is shown, and nothing is shown where it adds nothing."""

from __future__ import annotations

import pytest

from adjudicator.facts import Interval
from adjudicator.rules import morale
from adjudicator.rules.judge import judge
from tests.support import needed

from .test_morale import check, hit


@pytest.mark.parametrize(("result", "shown"), [("M", []), ("1", ["+1"]), ("2", ["+2"])])
def test_the_number_of_the_result_is_added_to_the_die_and_shown(result: str, shown: list[str]) -> None:
    rows = [row for each in judge(hit(result), check(1)).ruled if each.rule == "check" for row in each.opinion.rows]
    assert [row.value for row in rows if row.reason == "for the result of the fire"] == shown
    assert [row.value for row in rows if row.reason == "die"] == ["1"]


def test_an_unread_result_adds_anything_from_nothing_to_nine() -> None:
    assert morale.demanded(hit(None), "tank")[1] == Interval(0, 9, needed("result of the fire"))
