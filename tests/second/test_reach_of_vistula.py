"""How far a unit of Vistula-Oder-Berlin gets while rivers are frozen, 3.1, 3.2, 7.1, 7.4 and 8.11: every hex with its price."""

from __future__ import annotations

from collections.abc import Collection

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from adjudicator.rules.movement.modes import modes_of
from adjudicator.rules.movement.search import reachable, terms_for
from tests.second.sheets import Who, printed, some
from tests.second.vistula import SHEETS, SIDES, WATER, ZONES, land
from tests.support import examples

FROZEN = 2  # a turn
GROUND = {"clear": 2, "lake": 2, "woods": 4, "marsh": 4, "rough": 4, "mountain": 6}  # in half points


def prices(mover: Who, enemies: Collection[Who], points: int) -> dict[str, float]:
    """Grown hex by hex until nothing gets cheaper; whoever enters a zone stops, and nobody goes from zone to zone."""
    zones = {near for row, at, _, _ in enemies if row["kind"] in ZONES for near in SHEETS.neighbours(at)}
    held = {at for _, at, _, _ in enemies}
    best = {mover[1]: 0}
    grown = True
    while grown:
        grown = False
        for hex, spent in list(best.items()):
            for to in SHEETS.neighbours(hex) if hex not in zones or hex == mover[1] else ():
                ground = SHEETS.terrain(to) & GROUND.keys()
                if to in held or not ground or (hex in zones and to in zones):
                    continue
                price = spent + (1 if "rail" in SHEETS.across(hex, to) else sum(GROUND[kind] for kind in ground - {"clear"}) or 2)
                if price <= 2 * points and price < best.get(to, 999):
                    best[to] = price
                    grown = True
    return {hex: price / 2 for hex, price in best.items()}


@st.composite
def positions(draw: st.DrawFn) -> tuple[Who, list[Who]]:
    side, other = draw(st.sampled_from(SIDES))
    start = draw(st.sampled_from(land()))
    near = {far for each in SHEETS.neighbours(start) for hex in SHEETS.neighbours(each) for far in SHEETS.neighbours(hex)}
    near = {hex for hex in near - {start} if not SHEETS.terrain(hex) & WATER}
    assume(near)
    kinds = ZONES | {"artillery"}
    units = {each: [row for row in SHEETS.units() if row["side"] == each and row["kind"] in kinds] for each in (side, other)}
    movers = [row for row in units[side] if int(row["movement"] or 0)]
    (mover,) = draw(some(movers, [start], ["", "", "out of supply"], 1))
    return mover, draw(some(units[other], sorted(near), [""], 4))


@settings(max_examples=examples(40))
@given(positions())
def test_every_hex_in_reach_over_frozen_rivers_has_the_price_of_the_rulebook(position: tuple[Who, list[Who]]) -> None:
    mover, enemies = position
    table = SHEETS.table([mover, *enemies], f"{mover[0]['side']} movement", mover[0]["side"], FROZEN)
    unit = table.unit(mover[0]["id"])
    (march,) = (each for _, _, each in modes_of(table, unit) if each.name == "march")
    points = printed(mover, "movement")
    found = {hex: each.cost for hex, each in reachable(terms_for(table, unit, march), mover[1], points).items()}
    assert found == prices(mover, enemies, points), (mover[0]["id"], mover[1:])
