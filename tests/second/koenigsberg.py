"""Königsberg's tables and zones of control, and positions to compare on."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from hypothesis import assume
from hypothesis import strategies as st

from tests.second.sheets import Row, Sheets, Who

SHEETS = Sheets("koenigsberg-rg", ahead=0)
rows, terrain, between, across = SHEETS.rows, SHEETS.terrain, SHEETS.between, SHEETS.across
neighbours, table = SHEETS.neighbours, SHEETS.table

WATER = {"lake", "lagoon", "sea"}
BRIDGES = {"road", "autobahn", "rail"}
WITHOUT_ZONE = {"hq", "garrison", "volkssturm"}


def land() -> list[str]:
    return sorted(hex for hex in SHEETS.hexes() if not terrain(hex) & WATER)


def unbridged(a: str, b: str) -> set[str]:
    return set() if across(a, b) & BRIDGES else between(a, b) & {"river-minor", "river-major"}


@cache
def ground_units(side: str) -> list[Row]:
    return [row for row in rows("units.csv") if row["side"] == side and row["movement"] and row["kind"] not in ("air", "ship")]


def is_hq(row: Row) -> bool:
    return "hq" in {row["kind"], *row["traits"].split()}


def zone(enemies: Collection[Who]) -> set[str]:
    """5.2, 5.2.1 and 5.6: the hexes that enemy zones of control reach."""
    found = set()
    for row, at, reduced, _ in enemies:
        printed = row["reduced_attack"] if reduced else row["attack"]
        if int(printed or 0) < 1 or WITHOUT_ZONE & {row["kind"], *row["traits"].split()}:
            continue
        for near in neighbours(at):
            shore = "water" in between(at, near) or ("river-major" in unbridged(at, near))
            if not terrain(near) & WATER and not shore:
                found.add(near)
    return found


@st.composite
def positions(draw: st.DrawFn) -> tuple[Who, list[Who]]:
    side, other = draw(st.sampled_from([("soviet", "german"), ("german", "soviet")]))
    start = draw(st.sampled_from(land()))
    near = sorted({far for each in neighbours(start) for hex in neighbours(each) for far in neighbours(hex)} - {start})
    near = [hex for hex in near if not terrain(hex) & WATER]
    assume(near)

    def one(row: Row, at: str) -> Who:
        return row, at, row["steps"] == "2" and draw(st.booleans()), draw(st.sampled_from(["", "", "isolated"]))

    mover = one(draw(st.sampled_from([row for row in ground_units(side) if row["movement"] != "0"])), start)
    foes = draw(st.lists(st.sampled_from(ground_units(other)), max_size=4, unique_by=lambda row: row["id"]))
    return mover, [one(row, draw(st.sampled_from(near))) for row in foes]
