"""The tables of a game as they lie on disk, read once more without the program's own readers."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from hypothesis import strategies as st

from adjudicator.engine.state import Standing, state_of
from adjudicator.games import LoadedGame, load
from adjudicator.rules.table import Table
from tests.support import ROOT

Row = dict[str, str]
Who = tuple[Row, str, bool, str]  # a unit's row, where it stands, whether it has lost a step, what state it is in


@dataclass(frozen=True)
class Sheets:
    """A game's folder. `ahead` is the parity of the columns that lie half a hex towards the higher rows."""

    slug: str
    ahead: int

    def rows(self, name: str) -> list[Row]:
        return _rows(self.slug, name)

    def units(self) -> list[Row]:
        return self.rows("units.csv")

    def game(self) -> LoadedGame:
        return _game(self.slug)

    def hexes(self) -> dict[str, Row]:
        return _hexes(self.slug)

    def terrain(self, hex: str) -> set[str]:
        """Beyond the map all is water: nobody goes there."""
        row = self.hexes().get(hex)
        return {"sea"} if row is None else set(row["terrain"].split())

    def between(self, a: str, b: str) -> set[str]:
        """What runs along a hexside."""
        return _along(self.slug, "hexsides", "feature").get(frozenset((a, b)), set())

    def across(self, a: str, b: str) -> set[str]:
        """The roads and railways over it."""
        return _along(self.slug, "routes", "kind").get(frozenset((a, b)), set())

    def around(self, hex: str) -> list[str]:
        """The six around it, from the numbers alone; some may lie beyond the map."""
        column, row = int(hex[:2]), int(hex[2:])
        shift = (0, 1) if column % 2 == self.ahead else (-1, 0)
        six = [(column, row - 1), (column, row + 1), *((column + side, row + each) for side in (-1, 1) for each in shift)]
        return [f"{c:02}{r:02}" for c, r in six]

    def neighbours(self, hex: str) -> list[str]:
        return [near for near in self.around(hex) if near in self.hexes()]

    def table(self, units: Sequence[Who], phase: str, active: str, turn: int = 2) -> Table:
        loaded = self.game()
        standings = {row["id"]: Standing(at, int(less), frozenset({state} if state else ())) for row, at, less, state in units}
        state = state_of(loaded.roster, standings, loaded.game.sides, turn=turn, phase=phase, active=active)
        return Table(loaded.game, loaded.board, state)


def printed(unit: Who, rating: str) -> int:
    """A number of the side of the counter that is up."""
    row, _, reduced, _ = unit
    return int((row[f"reduced_{rating}"] if reduced else row[rating]) or 0)


@st.composite
def some(draw: st.DrawFn, units: list[Row], places: list[str], states: list[str], most: int) -> list[Who]:
    """A few of these units, in these places and states."""
    chosen = draw(st.lists(st.sampled_from(range(len(units))), min_size=1, max_size=most, unique=True))
    return [
        (row, draw(st.sampled_from(places)), row["steps"] == "2" and draw(st.booleans()), draw(st.sampled_from(states)))
        for row in (units[each] for each in chosen)
    ]


@cache
def _rows(slug: str, name: str) -> list[Row]:
    with (ROOT / "modules" / slug / name).open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


@cache
def _game(slug: str) -> LoadedGame:
    return load(slug)


@cache
def _hexes(slug: str) -> dict[str, Row]:
    return {row["hex"]: row for row in _rows(slug, "map/hexes.csv")}


@cache
def _along(slug: str, name: str, column: str) -> dict[frozenset[str], set[str]]:
    found: dict[frozenset[str], set[str]] = {}
    for row in _rows(slug, f"map/{name}.csv"):
        found.setdefault(frozenset((row["a"], row["b"])), set()).update(row[column].split())
    return found
