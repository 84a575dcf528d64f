"""A case drawn small from what it says of itself: where units stand, which way they go."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.engine.hexart import FLAT, ROOM, HexPaper, packed, picture
from adjudicator.engine.hexes import Grid, Hex

from .lookup import Example, Pages

_HEX = re.compile(r"(?<!\d)\d{4}(?!\d)")
_PLACED = re.compile(r"^(?:(?P<name>[^:@]+):)?(?P<id>[^@]+)@(?P<at>\d{4})")
_MOST = 40


def sketch(pages: Pages, example: Example, width: int) -> list[str]:
    """The picture, if it is no wider than that; else nothing."""
    standing = dict(_standing(pages, example))
    going = tuple(dict.fromkeys(hex for action in example.actions for hex in _hexes(action)))
    shown = tuple(dict.fromkeys((*standing, *going, *example.data.get("terrain", {}))))
    if not shown or len(shown) > _MOST:
        return []
    grid = _grid(pages, shown)
    paper = HexPaper(grid)
    spots = {hex: paper.spot(hex) for hex in shown}
    if (max(x for x, _ in spots.values()) - min(x for x, _ in spots.values()) + 1) * (FLAT + 2) + 2 > width:
        return []
    terrain: Mapping[str, str] = example.data.get("terrain", {})

    def inside(hex: Hex) -> list[str]:
        first = f"{hex} {going.index(hex) + 1}." if hex in going and len(going) > 1 else hex
        return [first, terrain.get(hex, "")[:ROOM], *packed(standing.get(hex, []), 1)]

    return picture(spots, inside)


def _standing(pages: Pages, example: Example) -> Iterator[tuple[Hex, list[str]]]:
    first = next((side.get("id") for side in pages.about.get("sides", ())), "")
    sides = _sides(pages)
    found: dict[Hex, list[str]] = {}
    for unit in example.data.get("units", ()):
        at, name, side = _unit(unit, example.data.get("made up", {}))
        if at:
            shown = pages.unit_names.get(name, name)
            ours = (side or sides.get(name, first)) == first
            found.setdefault(at, []).append(shown if ours else f"[{shown}]")
    yield from found.items()


def _unit(unit: Any, made_up: Mapping[str, Any]) -> tuple[str, str, str]:
    """Where it stands, what it is called, and whose it is if the case says so."""
    if isinstance(unit, dict):
        return str(unit.get("at", "")), str(unit.get("id", "")), str(unit.get("side", ""))
    found = _PLACED.match(str(unit))
    if found is None:
        return "", "", ""
    own = made_up.get(found["id"], {})
    return found["at"], found["id"], str(own.get("side", "")) if isinstance(own, dict) else ""


def _sides(pages: Pages) -> Mapping[str, str]:
    text = (pages.folder / "units.csv").read_text(encoding="utf-8")
    return {row["id"]: row.get("side", "") for row in csv.DictReader(text.splitlines())}


def _hexes(action: Mapping[str, Any]) -> Iterator[Hex]:
    for key in ("path", "to", "target", "at"):
        yield from _HEX.findall(str(action.get(key, "")))


def _grid(pages: Pages, shown: tuple[Hex, ...]) -> Grid:
    """As much of the game's map as is needed, numbered and turned as it is."""
    about = pages.about["map"]
    columns, rows = [int(hex[:2]) for hex in shown], [int(hex[2:]) for hex in shown]
    return Grid((min(columns), max(columns)), (min(rows), max(rows)), about["shifted"], about["rows_grow"], about["columns_grow"])
