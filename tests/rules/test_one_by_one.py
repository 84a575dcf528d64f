"""One unit after the other."""

from __future__ import annotations

import pytest

from adjudicator.engine.actions import Move
from adjudicator.rules.apply import apply
from adjudicator.rules.judge import judge
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

from .tables import BASICS, bind, table, unit

RULES = (
    *BASICS,
    bind("one-by-one", "one_by_one.one_after_the_other", not_kinds=["air"]),
    bind("last-mover", "one_by_one.remember", not_kinds=["air"]),
)


def here(phase: str = "movement") -> Table:
    units = {"one": unit("one", movement=4), "two": unit("two", movement=4), "plane": unit("plane", kind="air", movement=4)}
    return table(
        *((each, at) for each, at in zip(units.values(), ("0505", "0508", "0808"), strict=True)), rules=RULES, phase=phase
    )


def told(at: Table, *moves: Move) -> list[Verdict]:
    """The verdict on each move, whatever was wrong with those before."""
    found: list[Verdict] = []
    for move in moves:
        opinions = [each.verdict for each in judge(at, move).ruled if each.rule == "one-by-one"]
        found.append(opinions[0] if opinions else Verdict.LEGAL)
        at = apply(at, move)
    return found


FIRST, ON = Move(("one",), "0506"), Move(("one",), "0507")


def test_a_move_goes_on_as_long_as_nobody_else_has_moved() -> None:
    assert told(here(), FIRST, ON) == [Verdict.LEGAL, Verdict.LEGAL]


def test_nobody_moves_on_after_another_unit_has_moved() -> None:
    assert told(here(), FIRST, Move(("two",), "0509"), ON)[-1] is Verdict.ILLEGAL


def test_two_parts_may_not_lead_farther_than_one_move() -> None:
    assert told(here(), FIRST, Move(("one",), "0509")) == [Verdict.LEGAL, Verdict.LEGAL]
    assert told(here(), FIRST, Move(("one",), "0510")) == [Verdict.LEGAL, Verdict.ILLEGAL]


def test_where_nobody_keeps_phases_it_may_be_another_one() -> None:
    assert told(here(""), FIRST, Move(("two",), "0509"), ON)[-1] is Verdict.UNDECIDED


@pytest.mark.parametrize("hex", ["0809", "0909"])
def test_kinds_that_come_and_go_end_nobodys_move(hex: str) -> None:
    assert told(here(), FIRST, Move(("plane",), hex), ON)[-1] is Verdict.LEGAL


def test_what_is_said_of_a_part_of_a_move_holds_for_the_whole() -> None:
    walk, ride = (bind(name, "modes.travel", name=name) for name in ("walk", "ride"))
    rules = (*(rule for rule in RULES if rule.rule.name != "modes.travel"), walk, ride)
    at = table((unit("one", movement=4), "0505"), rules=rules, phase="movement")
    by = {name: Move(("one",), "0506", mode=name) for name in ("walk", "ride")}
    assert told(at, by["ride"], Move(("one",), "0507"))[1] is Verdict.LEGAL
    assert told(at, by["ride"], Move(("one",), "0507", mode="walk"))[1] is Verdict.ILLEGAL
    assert told(at, by["ride"], Move(("one",), "0505"), Move(("one",), "0507", mode="walk"))[2] is Verdict.LEGAL
