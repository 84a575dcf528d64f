"""The tables of Vistula-Oder-Berlin."""

from __future__ import annotations

from functools import cache

from tests.second.sheets import Row, Sheets

SHEETS = Sheets("vistula-oder-berlin", ahead=1)
SIDES = (("allied", "german"), ("german", "allied"))
WATER = {"sea", "lake"}
ZONES = {"tank", "mechanized", "cavalry", "infantry", "jager"}  # kinds of units that exert them, 3.1


@cache
def fighters(side: str) -> list[Row]:
    """Those that are worth something on either side of the counter, halved or not."""
    names = ("attack", "defence")
    found = [row for row in SHEETS.units() if row["side"] == side and all(int(row[name] or 0) > 1 for name in names)]
    return [row for row in found if row["steps"] != "2" or all(int(row[f"reduced_{name}"] or 0) > 1 for name in names)]


@cache
def land() -> list[str]:
    return sorted(hex for hex in SHEETS.hexes() if not SHEETS.terrain(hex) & WATER)
