"""Stacking: what counts, for how much, and where nobody is in the way."""

from __future__ import annotations

from typing import Any

from adjudicator.engine.actions import Retreat
from adjudicator.rules import stacking
from adjudicator.rules.apply import apply
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict
from tests.support import needed

from .tables import bind, table, unit
from .tables_movement import UNIT, only, rules, verdict

ALONE = bind("stack", "stacking.at_most", "4.1", limit=1, what="unit", count={"corps": 2})


def stacked(*here: str, limit: int = 2, **given: Any) -> Table:
    """Unit 1 on its way to 0507, where units of these traits stand."""
    there = [(unit(f"u{index}", traits=traits, **UNIT), "0507") for index, traits in enumerate(here)]
    most = bind("stack", "stacking.at_most", "4.1", limit=limit, what="units", **given)
    return table((unit("1", **UNIT), "0505"), *there, rules=rules(most))


def test_two_that_retreat_together_into_an_empty_hex_are_a_stack() -> None:
    at = table((unit("1", **UNIT), "0505"), (unit("2", **UNIT), "0505"), rules=rules(ALONE))
    assert stacking.fits(at, "red", "0507", ("1",)).yes
    assert stacking.fits(at, "red", "0507", ("1", "2")).no
    assert stacking.fits(apply(at, Retreat(("2",), "0507")), "red", "0507", ("1",)).no


def test_what_counts_for_more_does_so_by_size_or_trait_and_the_most_counts() -> None:
    weights = {"corps": 3, "tank": 2}
    assert verdict(stacked("tank", "", limit=4, count=weights), "0507") is Verdict.LEGAL  # 2 + 1 + 1
    assert verdict(stacked("tank", "tank", limit=4, count=weights), "0507") is Verdict.ILLEGAL
    assert verdict(stacked("tank corps", limit=4, count=weights), "0507") is Verdict.LEGAL
    assert verdict(stacked("tank corps", "", limit=4, count=weights), "0507") is Verdict.ILLEGAL


def test_only_those_with_the_trait_count_where_a_limit_is_for_them() -> None:
    assert verdict(stacked("hq", "hq", limit=1, traits=["artillery"]), "0507") is Verdict.LEGAL
    both = stacked("artillery", "artillery", limit=1, traits=["artillery"])
    assert only(both, "0507").opinion.message == "more than 1 units in one hex: u0, u1 and 1 at 0507"


def test_aircraft_over_a_battle_crowd_nobody() -> None:
    plane = (unit("p", kind="air", **UNIT), "0507")
    for kinds, expected in ((["air"], Verdict.LEGAL), ([], Verdict.ILLEGAL)):
        most = bind("stack", "stacking.at_most", "4.1", limit=1, what="unit", not_kinds=kinds)
        assert verdict(table((unit("1", **UNIT), "0505"), plane, rules=rules(most)), "0507") is expected


def test_a_unit_of_unknown_kind_makes_a_stack_doubtful_only_if_it_decides() -> None:
    most = rules(bind("stack", "stacking.at_most", "4.1", limit=2, what="units", without=["hq"], count={"corps": 2}))
    doubtful = (unit("2", doubtful="hq", size="corps", **UNIT), "0507")
    found = only(table((unit("1", **UNIT), "0505"), doubtful, rules=most), "0507")
    assert (found.verdict, found.opinion.truth.needs) == (Verdict.UNDECIDED, needed("is 2 hq"))
    assert found.opinion.message.startswith("perhaps more than 2 units in one hex")
    two = ((unit("3", **UNIT), "0507"), (unit("4", **UNIT), "0507"))
    assert only(table((unit("1", **UNIT), "0505"), doubtful, *two, rules=most), "0507").verdict is Verdict.ILLEGAL
