"""The hand-kept files of the map of Vistula-Oder-Berlin, read as they are; a mistake in one is named with file and line."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from .grid import Grid, Hex
from .projection import LonLat
from .sources import RECONSTRUCTION, RULEBOOK, Course, Line, Settings, courses, read_lines

CLASSES = ("town", "city", "big-city")
GROUNDS = ("mountain", "rough", "marsh", "woods")  # where two cover a hex, the first wins
SOURCES = (RULEBOOK, RECONSTRUCTION)


@dataclass(frozen=True, slots=True)
class VobSources:
    settings: Settings
    towns: tuple[Line, ...]
    points: dict[str, LonLat]
    waters: tuple[Course, ...]
    rivers: tuple[Course, ...]
    woods: tuple[Course, ...]
    routes: tuple[Line, ...]
    hexes: tuple[Line, ...]
    hexsides: tuple[Line, ...]
    lines: tuple[Line, ...]
    places: tuple[Line, ...]
    fronts: tuple[Line, ...]


def read_vob(folder: Path) -> VobSources:
    table = tomllib.loads((folder / "map.toml").read_text("utf-8"))
    grid, terrain = table["grid"], table["terrain"]
    cover = tuple((kind, float(terrain[kind])) for kind in GROUNDS)
    found = VobSources(
        Settings(Grid(grid["columns"], grid["rows"], "odd"), terrain["water"], cover, terrain["water_hexside"]),
        read_lines(folder / "towns.csv"),
        {line["name"]: line.degrees() for line in read_lines(folder / "points.csv")},
        tuple(courses(read_lines(folder / "waters.csv"), "kind")),
        tuple(courses(read_lines(folder / "rivers.csv"), "name")),
        tuple(courses(read_lines(folder / "woods.csv"), "kind")),
        read_lines(folder / "routes.csv"),
        read_lines(folder / "hexes.csv"),
        read_lines(folder / "hexsides.csv"),
        read_lines(folder / "lines.csv"),
        read_lines(folder / "places.csv"),
        read_lines(folder / "fronts.csv"),
    )
    _look_over(found)
    return found


def _look_over(sources: VobSources) -> None:
    grid = sources.settings.grid
    for line in sources.towns:
        one_of(line, "class", CLASSES)
        one_of(line, "class_source", SOURCES)
        one_of(line, "anchor", ("yes", "no"))
        if line["hex"]:
            on_map(line, line["hex"], grid)
        elif line["anchor"] == "yes":
            raise line.error(f"{line['name']} is an anchor without a hex")
    for body in (*sources.waters, *sources.woods):
        one_of(body.lines[0], "kind", ("sea", "lake", *GROUNDS))
    for line in (*sources.hexes, *sources.places):
        on_map(line, line["hex"], grid)
        one_of(line, "source", SOURCES)
    for line in sources.hexsides:
        if line["b"] not in grid.neighbours(on_map(line, line["a"], grid)):
            raise line.error(f"{line['a']} and {line['b']} are not neighbours")
    for line in sources.fronts:
        hexes = [on_map(line, hex_, grid) for hex_ in line["hexes"].split()]
        # A hex may lack where the text makes two lines cross (2802 and 2803).
        gaps = [(a, b) for a, b in pairwise(hexes) if grid.distance(a, b) > 2]
        if gaps:
            raise line.error(f"{gaps[0][0]} and {gaps[0][1]} lie too far apart")


def one_of(line: Line, column: str, words: tuple[str, ...]) -> str:
    if line[column] not in words:
        raise line.error(f"{line[column]!r} is none of {', '.join(words)}")
    return line[column]


def on_map(line: Line, hex_: Hex, grid: Grid) -> Hex:
    if not (len(hex_) == 4 and hex_.isdecimal() and hex_ in grid):
        raise line.error(f"{hex_} is not on the map")
    return hex_
