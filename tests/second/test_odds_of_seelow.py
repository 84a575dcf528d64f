"""Odds in Seelow, 7.2 to 7.38: from strengths to the column and the number that the die stands for."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from adjudicator.engine.actions import Attack
from adjudicator.rules.combat.column import columns_of, die_of
from adjudicator.rules.combat.fight import fight_of
from tests.second.seelow import DAY, DUSK, SHEETS, SIDES, armoured, hexes, level, those
from tests.second.sheets import Who, printed, some
from tests.support import examples

LADDER = ["1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1", "8:1"]


def column(attackers: Sequence[Who], defenders: Sequence[Who], target: str) -> str:
    """7.2(3): the ratio in favour of the defender and within the table; then what 7.3 shifts it by, within the table again."""
    attack = sum(printed(unit, "combat") for unit in attackers)
    defence = sum(printed(unit, "combat") for unit in defenders if not armoured(unit[0]))
    place = 2 + min(attack // defence, 8) - 1 if attack >= defence else 1 if 2 * attack >= defence else 0
    place -= sum({"village": 1, "town": 2, "woods": 2, "swamp": 2}.get(kind, 0) for kind in SHEETS.terrain(target))
    if all("stream" in SHEETS.between(unit[1], target) for unit in attackers):
        place -= 2
    place -= max(0, level(target) - max(level(unit[1]) for unit in attackers))
    place += any(armoured(unit[0]) for unit in attackers) - any(armoured(unit[0]) for unit in defenders)
    return LADDER[min(max(place, 0), 9)]


@st.composite
def combats(draw: st.DrawFn) -> tuple[list[Who], list[Who], str]:
    side, other = draw(st.sampled_from(SIDES))
    target = draw(st.sampled_from(hexes()))
    around = SHEETS.neighbours(target)
    streams = [hex for hex in around if "stream" in SHEETS.between(hex, target)]
    attackers = draw(some(those(side, "combat"), draw(st.sampled_from([around, streams or around])), [""], 5))
    defenders = draw(some(those(other, "combat"), [target], ["", "", "disrupted"], 3))
    assume(not all(armoured(row) for row, *_ in defenders))
    return attackers, defenders, target


@settings(max_examples=examples(60))
@given(combats(), st.sampled_from([DUSK, DAY]), st.integers(1, 6))
def test_the_column_in_seelow_is_that_of_the_rulebook(combat: tuple[list[Who], list[Who], str], turn: int, die: int) -> None:
    attackers, defenders, target = combat
    table = SHEETS.table([*attackers, *defenders], "first combat", attackers[0][0]["side"], turn)
    fight = fight_of(table, Attack(tuple(row["id"] for row, *_ in attackers), target))
    found = columns_of(table, fight)
    assert found.possible == (column(attackers, defenders, target),), (
        target,
        [f"{row.value} {row.reason}" for row in found.rows],
    )
    shaken = any(unit[3] for unit in defenders if not armoured(unit[0]))  # 7.36, 7.62: the attacker may
    for wanted in (False, True):
        number, _ = die_of(table, fight, die, wanted)
        assert (number.low, number.high) == (die + 2 * (turn == DUSK) - 2 * (shaken and wanted),) * 2
