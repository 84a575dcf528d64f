"""Attacks made while moving: one stack from the start, points that are left, and the attack in the combat phase besides."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.engine.actions import Attack, Move, Support
from adjudicator.engine.units import Unit
from adjudicator.rules.apply import apply
from adjudicator.rules.movement.resumed import spent_by
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

from .tables import bind, table, unit
from .tables_combat import CHARTS, KG, SOUTH, TARGET, verdict

LEGAL, ILLEGAL = Verdict.LEGAL, Verdict.ILLEGAL
KIND: dict[str, Any] = {"kind": "mobile attack"}
D = unit("d", "blue", attack=6, defence=3, movement=4)


def rules(**paid: Any) -> Any:
    return (
        *KG,
        bind("left", "resumed.left", "1"),
        bind("spent", "resumed.spent", "1"),
        bind("began", "mobile_attacks.remember_start", "1"),
        bind("stack", "mobile_attacks.began_together", "1", columns=["column"], **KIND),
        bind("points", "mobile_attacks.pays", "1", points=2, columns=["column"], **KIND),
        bind("paid", "mobile_attacks.paid", "1", points=2, **KIND, **paid),
        bind("once", "who.once", "1", kinds=["attack"], per="turn"),
    )


def tank(name: str, movement: int = 6) -> Unit:
    return unit(name, attack=6, defence=3, movement=movement)


def at(*placed: tuple[Unit, str], **paid: Any) -> Table:
    return table((D, TARGET), *placed, rules=rules(**paid), charts=CHARTS, turn=3, phase="movement", active="red")


def attack(*units: str, support: tuple[str, ...] = (), kind: str = "mobile attack") -> Attack:
    return Attack(units, TARGET, tuple(map(Support, support)), kind=kind)


def test_all_began_their_move_in_one_hex() -> None:
    start = at((tank("a"), "1013"), (tank("b"), "1013"), (tank("c"), SOUTH))
    moved = apply(apply(start, Move(("a",), SOUTH)), Move(("b",), SOUTH))
    assert verdict(moved, attack("a", "b"), "stack") is LEGAL
    assert verdict(moved, attack("a", "c"), "stack") is ILLEGAL
    assert verdict(moved, attack("a", "c", kind="attack"), "stack") is LEGAL
    assert verdict(start, attack("c"), "stack") is LEGAL


def test_a_column_that_helps_began_there_too_and_pays_too() -> None:
    column = unit("lc", kind="column", attack=0, defence=1, movement=5)
    start = at((tank("a"), "1013"), (column, "1013"), (unit("lc2", kind="column", defence=1, movement=9), SOUTH))
    moved = apply(apply(start, Move(("a",), SOUTH)), Move(("lc",), SOUTH))
    assert verdict(moved, attack("a", support=("lc",)), "stack") is LEGAL
    assert verdict(moved, attack("a", support=("lc2",)), "stack") is ILLEGAL
    assert verdict(moved, attack("a", support=("lc",)), "points") is ILLEGAL  # four of five are spent
    assert verdict(moved, attack("a"), "points") is LEGAL


@pytest.mark.parametrize(("movement", "expected"), [(6, LEGAL), (5, ILLEGAL)])
def test_the_attack_takes_points_that_are_left(movement: int, expected: Verdict) -> None:
    moved = apply(at((tank("a", movement), "1013")), Move(("a",), SOUTH))
    assert verdict(moved, attack("a"), "points") is expected


def test_each_attack_takes_them_again() -> None:
    first = apply(at((tank("a"), SOUTH)), attack("a"))
    assert spent_by(first, "a").high == 2
    second = apply(first, attack("a"))
    assert spent_by(second, "a").high == 4
    assert verdict(second, attack("a"), "points") is LEGAL
    assert verdict(apply(second, attack("a")), attack("a"), "points") is ILLEGAL
    assert spent_by(apply(at((tank("a"), SOUTH)), attack("a", kind="attack")), "a").high == 0


@pytest.mark.parametrize(("counts", "expected"), [(False, LEGAL), (True, ILLEGAL)])
def test_it_may_or_may_not_be_the_one_attack_of_the_turn(counts: bool, expected: Verdict) -> None:
    after = apply(at((tank("a"), SOUTH), counts=counts), attack("a"))
    assert verdict(after, attack("a", kind="attack"), "once") is expected
    assert verdict(after, attack("a"), "once") is LEGAL  # of mobile attacks there may be several
