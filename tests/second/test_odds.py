"""Odds in Königsberg, 2.1.1, 2.1.2 and 9.3 to 9.3.2: from strengths to the column."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import floor

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from adjudicator.engine.actions import Attack
from adjudicator.rules.combat.column import columns_of
from adjudicator.rules.combat.fight import fight_of
from tests.second.koenigsberg import WATER, between, land, neighbours, rows, table, terrain, unbridged
from tests.second.sheets import Row, Who, printed
from tests.support import examples


def guarding(target: str, frm: str) -> set[str]:
    """The lines that guard a hex against another: each is drawn on one side of its hexside."""
    return {
        row["feature"]
        for row in rows("map/hexsides.csv")
        if {row["a"], row["b"]} == {target, frm} and row["facing"] == target and row["feature"].endswith("-line")
    }


@cache
def fighters(side: str) -> list[Row]:
    return [row for row in rows("units.csv") if row["side"] == side and row["attack"] not in ("", "0") and row["defence"]]


def column(attackers: Sequence[Who], defenders: Sequence[Who], target: str) -> str | None:
    """9.3: halved for supply, isolation and rivers, all of them together; totals rounded down; the ratio in favour of the
    defender; then the shifts, and nothing below 1-2 (9.3.2). None: not possible."""
    attack = defence = Fraction(0)
    for unit in attackers:
        worth = Fraction(printed(unit, "attack"))
        if unit[3]:
            worth /= 2
        if unbridged(unit[1], target):
            worth /= 2
        attack += worth
    for unit in defenders:
        defence += Fraction(printed(unit, "defence"), 2 if unit[3] == "isolated" else 1)
    a, d = floor(attack), floor(defence)
    if d == 0:
        return "7-1"
    ladder = ["1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1"]
    place = a // d if a >= d else 0 if 2 * a >= d else -1
    if a < d and a > 0 and 2 * a < d:
        place = -(-d // a) * -1 + 2  # 1-3 is one column below 1-2
    place -= sum({"forest": 1, "marsh": 1, "town": 1, "city": 2}.get(kind, 0) for kind in terrain(target))
    if defenders[0][0]["side"] == "german":
        lines = [guarding(target, unit[1]) for unit in attackers]
        if all(lines):
            place -= 2 if any("festung-line" in each for each in lines) else 1
    return None if place < 0 or a == 0 else ladder[min(place, 7)]


@st.composite
def combats(draw: st.DrawFn) -> tuple[list[Who], list[Who], str]:
    side, other = draw(st.sampled_from([("soviet", "german"), ("german", "soviet")]))
    target = draw(st.sampled_from(land()))
    around = [hex for hex in neighbours(target) if not terrain(hex) & WATER and "water" not in between(hex, target)]
    assume(around)
    lined = [hex for hex in around if guarding(target, hex)]

    def some(of: str, where: list[str], states: list[str], most: int) -> list[Who]:
        chosen = draw(st.lists(st.sampled_from(range(len(fighters(of)))), min_size=1, max_size=most, unique=True))
        units = [fighters(of)[each] for each in chosen]
        return [
            (row, draw(st.sampled_from(where)), row["steps"] == "2" and draw(st.booleans()), draw(st.sampled_from(states)))
            for row in units
        ]

    states = ["", "", "out of supply", "isolated"]
    return some(side, draw(st.sampled_from([around, lined or around])), states, 5), some(other, [target], states, 3), target


@settings(max_examples=examples(60))
@given(combats())
def test_the_column_in_koenigsberg_is_that_of_the_rulebook(combat: tuple[list[Who], list[Who], str]) -> None:
    attackers, defenders, target = combat
    at = table([*attackers, *defenders], "combat", attackers[0][0]["side"])
    fight = fight_of(at, Attack(tuple(row["id"] for row, *_ in attackers), target))
    found = columns_of(at, fight)
    said = [f"{row.value} {row.reason}" for row in found.rows]
    assert found.possible == (column(attackers, defenders, target),), " | ".join((target, *said))
