"""The hand-kept files of the Seelow map, read as they are; a mistake in one is named with file and line."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from .grid import Hex, number, parts
from .seelow_grid import SeelowGrid, adjacent
from .sources import Line, SourceError, read_lines

GROUNDS = ("woods", "swamp")
CLASSES = ("village", "town")
WATERS = ("river", "stream")
ROUTES = ("road", "track", "railroad")


@dataclass(frozen=True, slots=True)
class SeelowSources:
    grid: SeelowGrid
    towns: tuple[Line, ...]
    heights: tuple[Line, ...]
    levels: tuple[Line, ...]
    grounds: tuple[Line, ...]
    waters: tuple[Line, ...]
    lower: tuple[Line, ...]
    routes: tuple[Line, ...]
    areas: tuple[Line, ...]


def read_seelow(folder: Path) -> SeelowSources:
    table = tomllib.loads((folder / "map.toml").read_text("utf-8"))["grid"]
    grid = SeelowGrid((table["columns"][0], table["columns"][1]), (table["rows"][0], table["rows"][1]))
    names = ("towns", "heights", "levels", "grounds", "waters", "lower", "routes", "areas")
    found = SeelowSources(grid, *(read_lines(folder / f"{name}.csv") for name in names))
    _look_over(found)
    return found


def _look_over(sources: SeelowSources) -> None:
    for lines, column, words in (
        (sources.towns, "class", CLASSES),
        (sources.grounds, "ground", GROUNDS),
        (sources.waters, "feature", WATERS),
        (sources.routes, "kind", ROUTES),
    ):
        for line in lines:
            if line[column] not in words:
                raise line.error(f"{line[column]!r} is none of {', '.join(words)}")
    for line in (*sources.levels, *(line for line in sources.towns if line["hex"])):
        on_map(line, line["hex"], sources.grid)
    for line in (*sources.levels, *sources.heights):
        if line["level"] not in ("1", "2", "3"):
            raise line.error(f"{line['level']!r} is no level")
    for line in sources.lower:
        if not adjacent(on_map(line, line["a"], sources.grid), on_map(line, line["b"], sources.grid)):
            raise line.error(f"{line['a']} and {line['b']} are not neighbours")


def on_map(line: Line, hex_: Hex, grid: SeelowGrid) -> Hex:
    if hex_ not in grid:
        raise line.error(f"{hex_} is not on the map")
    return hex_


def hexes(line: Line, column: str, grid: SeelowGrid) -> list[Hex]:
    """The hexes of a cell: single ones, and runs along a column or a row such as 1004-1012."""
    found: list[Hex] = []
    for word in line[column].split():
        first, _, last = word.partition("-")
        start, stop = (parts(on_map(line, hex_, grid)) for hex_ in (first, last or first))
        if start[0] != stop[0] and start[1] != stop[1]:
            raise line.error(f"{word} runs along neither a column nor a row")
        found += [number(c, r) for c in range(start[0], stop[0] + 1) for r in range(start[1], stop[1] + 1)]
    return found


__all__ = ["SeelowSources", "SourceError", "hexes", "on_map", "read_seelow"]
