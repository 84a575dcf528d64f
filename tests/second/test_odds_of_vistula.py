"""Odds in Vistula-Oder-Berlin, 5.5 and 8.2 to 8.12: from strengths to the column."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.engine.actions import Attack
from adjudicator.rules.combat.column import columns_of
from adjudicator.rules.combat.fight import fight_of
from tests.second.sheets import Who, printed, some
from tests.second.vistula import SHEETS, SIDES, WATER, fighters, land
from tests.support import examples

LADDER = ["1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1", "8:1", "9:1"]


def worth(unit: Who, rating: str) -> int:
    """5.5: halved out of supply, remainders down, each by itself."""
    return printed(unit, rating) // (2 if unit[3] else 1)


def opposite(target: str, a: str, b: str) -> bool:
    """Nothing but the hex between them is beside both."""
    return set(SHEETS.around(a)) & set(SHEETS.around(b)) == {target}


def concentric(target: str, hexes: Collection[str]) -> bool:
    """8.9 and its examples: two face to face, or three of which no two are neighbours."""
    pairs = any(opposite(target, a, b) for a, b in combinations(hexes, 2))
    return pairs or any(all(b not in SHEETS.around(a) for a, b in combinations(three, 2)) for three in combinations(hexes, 3))


def column(attackers: Sequence[Who], defenders: Sequence[Who], target: str, turn: int) -> str:
    """8.2: the ratio in favour of the defender, then the shifts, then the ends of the table."""
    attack, defence = (sum(worth(unit, name) for unit in of) for name, of in (("attack", attackers), ("defence", defenders)))
    place = attack // defence if attack >= defence else 2 - -(-defence // attack)
    shifts = {row["feature"]: int(row["shift"] or 0) for row in SHEETS.rows("charts/terrain.csv")}
    place += sum(shifts[kind] for kind in SHEETS.terrain(target))
    if turn > 2 and all("river" in SHEETS.between(unit[1], target) for unit in attackers):  # 8.11: frozen before
        place -= 1
    lined = sum(worth(unit, "attack") for unit in attackers if "fortification" in SHEETS.between(unit[1], target))
    if defenders[0][0]["side"] == "german" and lined and 2 * lined >= attack:
        place -= 1
    if "big-city" not in SHEETS.terrain(target) and concentric(target, {unit[1] for unit in attackers}):
        place += 1
    if attackers[0][0]["side"] == "allied":
        place += {1: 2, 2: 1}.get(turn, 0)
    return LADDER[min(max(place, 0), 9)]


@cache
def targets() -> list[str]:
    """All on land, and those oftener at which something shifts the column."""
    special = [hex for hex in land() if not SHEETS.terrain(hex) <= {"clear", "town"}]
    lined = [hex for hex in land() if any("fortification" in SHEETS.between(hex, near) for near in SHEETS.neighbours(hex))]
    return land() + 3 * special + 3 * lined


@st.composite
def combats(draw: st.DrawFn) -> tuple[list[Who], list[Who], str]:
    side, other = draw(st.sampled_from(SIDES))
    target = draw(st.sampled_from(targets()))
    around = [hex for hex in SHEETS.neighbours(target) if not SHEETS.terrain(hex) & WATER]
    states = ["", "", "out of supply"]
    attackers = draw(some(fighters(side), around or [target], states, 6))
    return attackers, draw(some(fighters(other), [target], states, 3)), target


@settings(max_examples=examples(60))
@given(combats(), st.sampled_from([1, 2, 3, 4]))
def test_the_column_in_vistula_oder_berlin_is_that_of_the_rulebook(combat: tuple[list[Who], list[Who], str], turn: int) -> None:
    attackers, defenders, target = combat
    table = SHEETS.table([*attackers, *defenders], "combat", attackers[0][0]["side"], turn)
    found = columns_of(table, fight_of(table, Attack(tuple(row["id"] for row, *_ in attackers), target)))
    said = [f"{row.value} {row.reason}" for row in found.rows]
    assert found.possible == (column(attackers, defenders, target, turn),), " | ".join((target, *said))
