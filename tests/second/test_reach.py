"""How far a unit of Königsberg gets, 5.1 to 5.6 and 6.1 to 6.4.1: every hex with its price, on the whole map."""

from __future__ import annotations

from collections.abc import Collection

from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.rules.movement.modes import modes_of
from adjudicator.rules.movement.search import reachable, terms_for
from tests.second.koenigsberg import (
    WATER,
    across,
    between,
    is_hq,
    neighbours,
    positions,
    table,
    terrain,
    unbridged,
    zone,
)
from tests.second.sheets import Row, Who
from tests.support import examples

GROUND = {"clear": (2, 2), "forest": (4, 6), "marsh": (4, 6)}  # in half points, on foot and mechanized


def step(row: Row, a: str, b: str, zones: set[str], strategic: bool) -> tuple[int, bool] | None:
    """What a hex costs in half points, and whether the move ends in it; None: nobody goes there."""
    along = across(a, b) & {"road", "autobahn"}
    if strategic:
        return None if not along or b in zones else (1, False)
    price, halt = 2, False
    if not along:
        if terrain(b) & WATER or "water" in between(a, b) or "river-major" in unbridged(a, b):
            return None
        (kind,) = terrain(b) & GROUND.keys()
        price = GROUND[kind]["mechanized" in row["traits"].split()]
        if "river-minor" in unbridged(a, b):
            price, halt = price + 2, True
    return price + 4 * (a in zones) + 4 * (b in zones), halt


def prices(mover: Who, enemies: Collection[Who], strategic: bool) -> dict[str, float]:
    """Grown hex by hex until nothing gets cheaper."""
    row, start, reduced, state = mover
    printed = row["reduced_movement"] if reduced else row["movement"]
    points = 2 * (int(printed) // 2 if state == "isolated" else int(printed))
    zones = zone(enemies)
    if strategic and start in zones:
        return {}
    held = {at for _, at, _, _ in enemies}
    alone = {
        at for other, at, _, _ in enemies if is_hq(other) and all(is_hq(each) for each, there, _, _ in enemies if there == at)
    }
    fights = int((row["reduced_attack"] if reduced else row["attack"]) or 0) > 0 and not is_hq(row)
    best: dict[tuple[str, bool], int] = {(start, False): 0}
    grown = True
    while grown:
        grown = False
        for (hex, halted), spent in list(best.items()):
            for to in () if halted else neighbours(hex):
                if to in held and not (to in alone and fights):
                    continue
                found = step(row, hex, to, zones, strategic)
                if found is not None and spent + found[0] <= points and spent + found[0] < best.get((to, found[1]), 999):
                    best[(to, found[1])] = spent + found[0]
                    grown = True
    return {hex: min(best.get((hex, each), 999) for each in (False, True)) / 2 for hex, _ in best}


@settings(max_examples=examples(40))
@given(positions(), st.sampled_from(["regular", "strategic"]))
def test_every_hex_in_reach_has_the_price_that_the_rulebook_gives_it(position: tuple[Who, list[Who]], way: str) -> None:
    mover, enemies = position
    at = table([mover, *enemies], "movement", mover[0]["side"])
    unit = at.unit(mover[0]["id"])
    (mode,) = (each for _, _, each in modes_of(at, unit) if each.name == way)
    printed = int(mover[0]["reduced_movement"] if mover[2] else mover[0]["movement"])
    points = printed // 2 if mover[3] == "isolated" else printed
    found = {hex: each.cost for hex, each in reachable(terms_for(at, unit, mode), mover[1], points).items()}
    assert found == prices(mover, enemies, way == "strategic") or points == 0, (mover[0]["id"], mover[1:], points)
