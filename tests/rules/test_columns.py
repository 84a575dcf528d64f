"""Supply columns spent in combats: their shifts, their reach, the guns that they feed, and that they are gone afterwards."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.engine.actions import Attack, Phase, Remove, Support
from adjudicator.engine.state import Standing
from adjudicator.engine.units import Unit
from adjudicator.rules.apply import apply
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

from .tables import bind, table, unit
from .tables_combat import CHARTS, KG, NORTH, SOUTH, TARGET, columns, verdict

LEGAL, ILLEGAL = Verdict.LEGAL, Verdict.ILLEGAL
COLUMN: dict[str, Any] = {"kinds": ["column"], "guns": ["artillery"]}
RULES = (
    *KG,
    bind("shift", "columns.shift", "1", **COLUMN),
    bind("reach", "columns.in_reach", "1", **COLUMN, stacked_in=["mobile attack"]),
    bind("whose", "columns.spent_by", "1", kinds=["column"], sides=["red"]),
    bind("gone", "columns.gone_when_spent", "1", kinds=["column"]),
    bind("off", "columns.spent_for_something", "1", kinds=["column"], why="spent"),
)
A, D = unit("a", attack=6, defence=3, movement=4), unit("d", "blue", attack=6, defence=3, movement=4)
GUNS = [unit(f"g{number}", kind="artillery", support=4, movement=2) for number in range(2)]


def lc(name: str, side: str = "red") -> Unit:
    return unit(name, side, kind="column", attack=0, defence=1, movement=4)


def at(*placed: tuple[Unit, str] | tuple[Unit, Standing]) -> Table:
    return table((A, SOUTH), (D, TARGET), *placed, rules=RULES, charts=CHARTS, turn=3, phase="combat", active="red")


def attack(*support: str, defence: tuple[str, ...] = (), kind: str = "attack") -> Attack:
    return Attack(("a",), TARGET, tuple(map(Support, support)), tuple(map(Support, defence)), kind=kind)


def test_each_column_shifts_for_its_side_and_those_that_feed_guns_do_not() -> None:
    game = at((lc("l1"), SOUTH), (lc("l2"), SOUTH), (lc("e", "blue"), NORTH), (GUNS[0], "1012"))
    assert columns(game, "a", support=(Support("l1"), Support("l2"))).possible == ("4-1",)
    assert columns(game, "a", support=(Support("l1"), Support("l2")), defence=(Support("e"),)).possible == ("3-1",)
    assert columns(game, "a", support=(Support("l1"), Support("g0"))).possible == ("2-1",)


@pytest.mark.parametrize(("place", "kind", "expected"), [
    (SOUTH, "attack", LEGAL),
    ("1012", "attack", LEGAL),
    ("1013", "attack", ILLEGAL),
    (SOUTH, "mobile attack", LEGAL),
    ("1012", "mobile attack", ILLEGAL),
])  # fmt: skip
def test_a_column_stands_with_those_it_is_spent_for_or_next_to_them(place: str, kind: str, expected: Verdict) -> None:
    assert verdict(at((lc("l1"), place)), attack("l1", kind=kind), "reach") is expected


def test_the_defenders_column_stands_by_the_hex_attacked() -> None:
    assert verdict(at((lc("e", "blue"), NORTH)), attack(defence=("e",)), "reach") is LEGAL
    assert verdict(at((lc("e", "blue"), "1007")), attack(defence=("e",)), "reach") is ILLEGAL


def test_each_gun_needs_a_column_of_its_own_next_to_it() -> None:
    near = at((GUNS[0], "1012"), (GUNS[1], "1112"), (lc("l1"), "1012"), (lc("l2"), "1013"))
    assert verdict(near, attack("g0", "l1"), "reach") is LEGAL
    assert verdict(near, attack("g0"), "reach") is ILLEGAL
    assert verdict(near, attack("g0", "g1", "l1", "l2"), "reach") is LEGAL  # l1 feeds either, l2 only the first
    assert verdict(near, attack("g0", "g1", "l1"), "reach") is ILLEGAL
    assert verdict(near, attack("l2"), "reach") is ILLEGAL  # next to guns that do not fire


def test_only_some_sides_spend_columns() -> None:
    game = at((lc("l1"), SOUTH), (lc("e", "blue"), NORTH))
    assert verdict(game, attack("l1"), "whose") is LEGAL
    assert verdict(game, attack(defence=("e",)), "whose") is ILLEGAL


def test_what_was_spent_is_gone_before_the_next_combat_and_the_end_of_the_phase() -> None:
    after = apply(at((lc("l1"), SOUTH), (lc("l2"), SOUTH)), attack("l1"))
    for action in (attack(), Phase("later")):
        assert verdict(after, action, "gone") is ILLEGAL
        assert verdict(apply(after, Remove("l1", "spent")), action, "gone") is LEGAL
    assert verdict(after, Remove("l1", "spent"), "off") is LEGAL
    assert verdict(after, Remove("l2", "spent"), "off") is ILLEGAL
    assert verdict(after, Remove("l2", "withdrawal"), "off") is LEGAL
    assert verdict(apply(after, Phase("later")), Phase("end"), "gone") is LEGAL  # that was another phase
