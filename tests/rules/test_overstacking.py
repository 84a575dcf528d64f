"""Stacks that are too large when they are attacked."""

from __future__ import annotations

from typing import Any

from adjudicator.engine.actions import Attack, Lose, Phase, Retreat
from adjudicator.engine.units import Unit
from adjudicator.rules.apply import apply
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

from .tables import bind, remembering, table, unit
from .tables_combat import CHARTS, KG, SOUTH, TARGET, columns, verdict

LEGAL, ILLEGAL, UNDECIDED = Verdict.LEGAL, Verdict.ILLEGAL, Verdict.UNDECIDED
LIMIT: dict[str, Any] = {"limit": 2, "not_kinds": ["column"]}
RULES = (
    *KG,
    bind("named", "overstacking.excess_counts_nothing", "4.2", **LIMIT),
    bind("weaker", "overstacking.excess_does_not_defend", "4.2", **LIMIT),
    bind("step", "overstacking.excess_loses_a_step", "4.2", because="overstacking", **LIMIT),
    bind("leaves", "overstacking.only_excess_leaves", "4.2", **LIMIT),
    bind("left", "overstacking.excess_has_left", "4.2", **LIMIT),
)
A = unit("a", attack=12, defence=3, movement=4)


def foot(name: str, defence: int = 3) -> Unit:
    return unit(name, "blue", attack=2, defence=defence, movement=4, reduced={"defence": 1})


def at(*stack: Unit) -> Table:
    return table(
        (A, SOUTH), *((each, TARGET) for each in stack), rules=RULES, charts=CHARTS, turn=3, phase="combat", active="red"
    )


def test_units_too_many_add_nothing_to_the_defence() -> None:
    alike = at(foot("d1"), foot("d2"), foot("d3"))
    assert columns(alike, "a").possible == ("2-1",)  # twelve against two of three
    assert columns(at(foot("d1"), foot("d2")), "a").possible == ("2-1",)


def test_which_are_too_many_decides_where_they_differ() -> None:
    stack = at(foot("d1"), foot("d2"), foot("d3", 6))
    open_ = columns(stack, "a")
    assert (open_.possible[0], open_.possible[-1]) == ("1-1", "2-1")
    assert {str(need) for need in open_.needs} == {"in excess"}
    assert columns(remembering(stack, in_excess=frozenset({"d3"})), "a").possible == ("2-1",)
    assert columns(remembering(stack, in_excess=frozenset({"d1"})), "a").possible == ("1-1",)


def test_columns_of_supply_are_never_too_many() -> None:
    lc = unit("lc", "blue", kind="column", defence=1, movement=4)
    assert columns(at(foot("d1"), foot("d2"), lc), "a").possible == ("1-1",)


def test_each_too_many_loses_a_step_and_goes() -> None:
    after = apply(at(foot("d1"), foot("d2"), foot("d3")), Attack(("a",), TARGET))
    assert verdict(after, Lose("blue", ("d3",), "overstacking"), "step") is LEGAL
    assert verdict(after, Lose("blue", ("d2", "d3"), "overstacking"), "step") is ILLEGAL
    assert verdict(after, Lose("blue", ("d3", "d3"), "overstacking"), "step") is ILLEGAL
    assert verdict(after, Lose("blue", ("d2", "d3"), "combat"), "step") is LEGAL  # another rule's concern
    assert verdict(after, Retreat(("d3",), "1009"), "leaves") is LEGAL
    assert verdict(after, Retreat(("d2", "d3"), "1009"), "leaves") is ILLEGAL
    gone = apply(after, Retreat(("d3",), "1009"))
    assert verdict(gone, Retreat(("d2",), "1009"), "leaves") is ILLEGAL
    assert verdict(after, Phase("later"), "left") is ILLEGAL
    assert verdict(gone, Phase("later"), "left") is LEGAL


def test_nobody_leaves_a_stack_within_the_limit() -> None:
    after = apply(at(foot("d1"), foot("d2")), Attack(("a",), TARGET))
    assert verdict(after, Retreat(("d2",), "1009"), "leaves") is ILLEGAL
    assert verdict(after, Phase("later"), "left") is LEGAL


def test_without_a_known_combat_nothing_is_said_for_certain() -> None:
    here = at(foot("d1"), foot("d2"), foot("d3"))
    assert verdict(here, Lose("blue", ("d3",), "overstacking"), "step") is UNDECIDED
    assert verdict(here, Retreat(("d3",), "1009"), "leaves") is UNDECIDED


def test_one_that_nobody_knows_leaves_the_defence_between_what_the_others_are_worth_and_more() -> None:
    strange = unit("d3", "blue", attack=2, movement=4)
    open_ = columns(at(foot("d1"), foot("d2"), strange), "a")
    assert open_.possible[-1] == "4-1"  # twelve against three at the least: two of three defend, and one is worth nothing
    assert columns(remembering(at(foot("d1"), foot("d2"), strange), in_excess=frozenset({"d3"})), "a").possible == ("2-1",)
