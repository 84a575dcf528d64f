"""Seelow's tables, and who stands beside whom in them."""

from __future__ import annotations

from functools import cache

from tests.second.sheets import Row, Sheets

SHEETS = Sheets("seelow-kustrin", ahead=1)
DUSK, DAY = 1, 2  # turns
SIDES = (("soviet", "german"), ("german", "soviet"))


def armoured(row: Row) -> bool:
    return "armoured" in row["traits"].split()


def level(hex: str) -> int:
    return int(SHEETS.hexes()[hex]["level"])


@cache
def those(side: str, rating: str) -> list[Row]:
    """Units of a side with a number of that name on both sides of the counter."""
    found = [row for row in SHEETS.units() if row["side"] == side and int(row[rating] or 0)]
    return [row for row in found if row["steps"] != "2" or int(row[f"reduced_{rating}"] or 0)]


@cache
def hexes() -> list[str]:
    """All, and those oftener at which something changes odds or fire."""
    plain = {hex for hex in SHEETS.hexes() if SHEETS.terrain(hex) == {"clear"} and level(hex) == 1}
    plain -= {hex for hex in plain if any("stream" in SHEETS.between(hex, near) for near in SHEETS.neighbours(hex))}
    return sorted(plain) + 4 * sorted(SHEETS.hexes().keys() - plain)
