"""Antitank fire and barrages in Seelow, 6.1 to 6.43 and 8.14: from the values on the counters to the result."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from adjudicator.engine.actions import Fire
from adjudicator.rules.fire import aim
from adjudicator.rules.firepower import results_of, total_of
from tests.second.seelow import DAY, DUSK, SHEETS, SIDES, armoured, hexes, level, those
from tests.second.sheets import Who, printed, some
from tests.support import examples

COVER = {"village", "town", "woods", "swamp"}


def looked_up(total: int, die: int) -> str:
    """The table, its lowest and highest rows for all beyond them; nothing below its first column."""
    if total < 1:
        return "-"
    row = SHEETS.rows("charts/fire.csv")[min(max(die, 0), 10)]
    columns = [name for name in row if name[0].isdigit()]
    return row[[name for name in columns if int(name.rstrip("+").split("-")[0]) <= total][-1]]


def antitank(firers: Sequence[Who], target: Who) -> int:
    """6.31 to 6.33: each unit by itself, its fractions rounded up."""
    total = 0
    for unit in firers:
        climb = level(target[1]) - level(unit[1])
        parts = {1: 2, 2: 4}.get(climb, 1) * (2 if "stream" in SHEETS.between(unit[1], target[1]) else 1)
        total += ceil(Fraction(printed(unit, "antitank"), parts))
    return total


@st.composite
def shots(draw: st.DrawFn) -> tuple[list[Who], Who, int]:
    side, other = draw(st.sampled_from(SIDES))
    at = draw(st.sampled_from(hexes()))
    targets = [row for row in SHEETS.units() if row["side"] == other and armoured(row)]
    (target,) = draw(some(targets, [at], ["", "disrupted"], 1))
    firers = draw(some(those(side, "antitank"), SHEETS.neighbours(at), [""], 4))
    return firers, target, draw(st.integers(1, 6))


@settings(max_examples=examples(60))
@given(shots(), st.sampled_from([DUSK, DAY]))
def test_antitank_fire_gives_what_the_rulebook_gives(shot: tuple[list[Who], Who, int], turn: int) -> None:
    firers, target, die = shot
    table = SHEETS.table([*firers, target], "first antitank", firers[0][0]["side"], turn)
    fire = Fire(tuple(row["id"] for row, *_ in firers), target[0]["id"], "antitank fire", die=die)
    aimed = aim(table, fire)
    assert aimed is not None
    total = antitank(firers, target)
    assert total_of(table, fire, aimed)[0].low == total_of(table, fire, aimed)[0].high == total
    number = die + int(target[0]["armour"]) + 2 * (turn == DUSK)
    wanted = [number - 2, number] if target[3] else [number]  # 6.42: the phasing player may subtract
    assert set(results_of(table, fire)) == {looked_up(total, each) for each in wanted}


@st.composite
def barrages(draw: st.DrawFn) -> tuple[list[Who], list[Who], str, int]:
    side, other = draw(st.sampled_from(SIDES))
    at = draw(st.sampled_from(hexes()))
    guns = [row for row in those(side, "combat") if row["kind"] == "artillery"]
    ring = sorted({far for near in SHEETS.neighbours(at) for far in SHEETS.neighbours(near)} - {at})
    assume(ring)
    firers = draw(some(guns, ring, [""], 5))
    return firers, draw(some(those(other, "combat"), [at], ["", "disrupted"], 3)), at, draw(st.integers(1, 6))


@settings(max_examples=examples(60))
@given(barrages(), st.sampled_from([DUSK, DAY]))
def test_a_barrage_gives_what_the_rulebook_gives(barrage: tuple[list[Who], list[Who], str, int], turn: int) -> None:
    firers, targets, at, die = barrage
    table = SHEETS.table([*firers, *targets], "first barrage", firers[0][0]["side"], turn)
    fire = Fire(tuple(row["id"] for row, *_ in firers), at, "barrage", die=die)
    total = sum(printed(unit, "combat") for unit in firers) // (2 if SHEETS.terrain(at) & COVER else 1)
    assert results_of(table, fire) == (looked_up(total, die + 2 * (turn == DUSK)),)
