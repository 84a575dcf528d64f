"""The tables of Königsberg as they lie on disk, read once more without the program's own readers, and positions to compare on."""

from __future__ import annotations

import csv
from collections.abc import Collection, Sequence
from functools import cache

from hypothesis import assume
from hypothesis import strategies as st

from adjudicator.engine.state import Standing, state_of
from adjudicator.games import LoadedGame, load
from adjudicator.rules.table import Table
from tests.support import ROOT

RG = "koenigsberg-rg"
WATER = {"lake", "lagoon", "sea"}
BRIDGES = {"road", "autobahn", "rail"}
WITHOUT_ZONE = {"hq", "garrison", "volkssturm"}
Row = dict[str, str]
Who = tuple[Row, str, bool, str]  # a unit's row, where it stands, whether it has lost a step, its state of supply


@cache
def rows(name: str) -> list[Row]:
    with (ROOT / "modules" / RG / name).open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


@cache
def game() -> LoadedGame:
    return load(RG)


@cache
def _terrain() -> dict[str, set[str]]:
    return {row["hex"]: set(row["terrain"].split()) for row in rows("map/hexes.csv")}


def terrain(hex: str) -> set[str]:
    """Beyond the map all is water: nobody goes there."""
    return _terrain().get(hex, {"sea"})


def land() -> list[str]:
    return sorted(hex for hex, kinds in _terrain().items() if not kinds & WATER)


@cache
def _along(name: str, column: str) -> dict[frozenset[str], set[str]]:
    found: dict[frozenset[str], set[str]] = {}
    for row in rows(f"map/{name}.csv"):
        found.setdefault(frozenset((row["a"], row["b"])), set()).update(row[column].split())
    return found


def between(a: str, b: str) -> set[str]:
    """What runs along a hexside."""
    return _along("hexsides", "feature").get(frozenset((a, b)), set())


def across(a: str, b: str) -> set[str]:
    """The roads and railways over it."""
    return _along("routes", "kind").get(frozenset((a, b)), set())


def unbridged(a: str, b: str) -> set[str]:
    return set() if across(a, b) & BRIDGES else between(a, b) & {"river-minor", "river-major"}


def neighbours(hex: str) -> list[str]:
    """Those around it, from the numbers alone: even columns lie half a hex towards the higher rows."""
    column, row = int(hex[:2]), int(hex[2:])
    shift = (-1, 0) if column % 2 else (0, 1)
    around = [(column, row - 1), (column, row + 1), *((column + side, row + each) for side in (-1, 1) for each in shift)]
    return [f"{c:02}{r:02}" for c, r in around if f"{c:02}{r:02}" in _terrain()]


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


def table(units: Sequence[Who], phase: str, active: str) -> Table:
    loaded = game()
    standings = {row["id"]: Standing(at, int(reduced), frozenset({state} if state else ())) for row, at, reduced, state in units}
    state = state_of(loaded.roster, standings, loaded.game.sides, turn=2, phase=phase, active=active)
    return Table(loaded.game, loaded.board, state)
