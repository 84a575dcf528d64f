"""Who is in supply in Vistula-Oder-Berlin, 3.3, 5.1, 5.2 and 10.2: the German side, of which headquarters supply any number."""

from __future__ import annotations

from collections.abc import Collection

from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.rules.supply.survey import has_line
from tests.second.sheets import Row, Who, some
from tests.second.vistula import SHEETS, ZONES, land
from tests.support import examples

SOURCES = {"0832", "0129", "0121", "0210", "0415"}
LONGEST = 10  # hexes, of a unit's line


def distances(sources: Collection[str], german: Collection[Who], allied: Collection[Who]) -> dict[str, int]:
    """How far each hex is from the nearest of these, by hexes without enemies, and without their zones where no friend stands."""
    friends = {at for _, at, _, _ in german}
    barred = {near for row, at, _, _ in allied if row["kind"] in ZONES for near in SHEETS.neighbours(at)} - friends
    barred |= {at for _, at, _, _ in allied}
    far = {hex: 0 for hex in sources if hex not in barred}
    ring = set(far)
    while ring:
        ring = {near for hex in ring for near in SHEETS.neighbours(hex)} - barred - far.keys()
        far |= dict.fromkeys(ring, 1 + max(far.values(), default=0))
    return far


def supplied(unit: Who, german: Collection[Who], allied: Collection[Who]) -> bool:
    """A line of ten hexes to a source, or to a headquarters with a line of its own to one, however long."""
    base = distances(SOURCES, german, allied)
    chain = {at for row, at, _, _ in german if row["kind"] == "hq" and at in base}
    return min(distances(SOURCES | chain, german, allied).get(unit[1], 999), 999) <= LONGEST


def of(side: str, kinds: Collection[str]) -> list[Row]:
    return [row for row in SHEETS.units() if row["side"] == side and row["kind"] in kinds]


@st.composite
def positions(draw: st.DrawFn) -> tuple[list[Who], list[Who]]:
    """Germans somewhere, headquarters about as far off as lines reach, and a ring of enemies with gaps."""
    start = draw(st.sampled_from(land()))
    rings = [{start}]
    while len(rings) < 13:
        rings.append({near for hex in rings[-1] for near in SHEETS.neighbours(hex)} - set().union(*rings[-2:]))
    near = sorted(set().union(*rings[:4]) & set(land()))
    far = sorted(set().union(*rings[6:]) & set(land())) or near
    units = draw(some(of("german", ZONES), near, [""], 3))
    headquarters = draw(some(of("german", {"hq"}), far, [""], 2))
    foes = draw(some(of("allied", ZONES | {"artillery"}), draw(st.sampled_from([near, far])), [""], 12))
    held = {at for _, at, _, _ in (*units, *headquarters)}
    return units + headquarters, [foe for foe in foes if foe[1] not in held]


@settings(max_examples=examples(40))
@given(positions())
def test_who_has_a_line_is_who_has_one_by_the_rulebook(position: tuple[list[Who], list[Who]]) -> None:
    german, allied = position
    table = SHEETS.table([*german, *allied], "end", "german", 4)
    units = [unit for unit in german if unit[0]["kind"] != "hq"]
    found = {unit[0]["id"]: (said := has_line(table, unit[0]["id"])).yes or (None if said.open else False) for unit in units}
    assert found == {unit[0]["id"]: supplied(unit, german, allied) for unit in units}
