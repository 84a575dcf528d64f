"""Truth has three values, and nobody can take one for two of them; what is open names what would decide it."""

from __future__ import annotations

import pytest

from adjudicator import factname
from adjudicator.facts import NO, YES, Interval, unsure


@pytest.mark.parametrize("said", [YES, NO, unsure(factname.phase())])
def test_no_truth_can_be_asked_as_if_it_had_two_values(said: object) -> None:
    with pytest.raises(TypeError, match="three values"):
        bool(said)


def test_what_is_open_names_a_fact() -> None:
    with pytest.raises(ValueError, match="names at least one fact"):
        unsure()


def test_an_interval_runs_upwards_and_names_what_would_narrow_it() -> None:
    with pytest.raises(ValueError, match="from 3 to 2"):
        Interval(3, 2)
    with pytest.raises(ValueError, match="names the facts"):
        Interval(2, 3)
    assert Interval(2, 3, frozenset((factname.phase(),))).high == 3
