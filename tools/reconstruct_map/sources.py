"""The hand-kept files of `map/sources/`, read as they are; a mistake in one is named with file and line."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from .grid import Grid, Hex
from .projection import LonLat

RULEBOOK, RECONSTRUCTION = "rulebook", "reconstruction"


class SourceError(Exception):
    """A hand-kept file says something that cannot be used."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a CSV file, with what is needed to complain about it."""

    file: str
    number: int
    cells: dict[str, str]

    def __getitem__(self, column: str) -> str:
        if column not in self.cells:
            raise self.error(f"has no column {column}")
        return self.cells[column].strip()

    def error(self, problem: str) -> SourceError:
        return SourceError(f"{self.file}, line {self.number}: {problem}")

    def degrees(self) -> LonLat:
        return self.decimal("lon"), self.decimal("lat")

    def decimal(self, column: str) -> float:
        try:
            return float(self[column])
        except ValueError:
            raise self.error(f"{column} is not a number: {self[column]!r}") from None


@dataclass(frozen=True, slots=True)
class Town:
    name: str
    at: LonLat
    size: str
    size_source: str
    hex: Hex | None
    hex_source: str
    note: str


@dataclass(frozen=True, slots=True)
class Course:
    """A body of water, a spit or a wood: a name, a kind and what it is drawn with."""

    name: str
    kind: str
    lines: tuple[Line, ...]

    @property
    def points(self) -> list[LonLat]:
        return [line.degrees() for line in self.lines]


@dataclass(frozen=True, slots=True)
class Settings:
    grid: Grid
    water: float
    cover: tuple[tuple[str, float], ...]  # which ground wins first, and the share of a hex from which it does
    water_hexside: float


@dataclass(frozen=True, slots=True)
class Sources:
    settings: Settings
    towns: tuple[Town, ...]
    points: dict[str, LonLat]
    waters: tuple[Course, ...]
    spits: tuple[Course, ...]
    rivers: tuple[Course, ...]
    woods: tuple[Course, ...]
    routes: tuple[Line, ...]
    hexes: tuple[Line, ...]
    hexsides: tuple[Line, ...]
    lines: tuple[Line, ...]
    places: tuple[Line, ...]


def read_lines(path: Path) -> tuple[Line, ...]:
    with path.open(encoding="utf-8", newline="") as file:
        return tuple(
            Line(path.name, number, {key: value or "" for key, value in cells.items() if key})
            for number, cells in enumerate(csv.DictReader(file), 2)
        )


def read_sources(folder: Path) -> Sources:
    table = tomllib.loads((folder / "map.toml").read_text("utf-8"))
    grid, terrain = table["grid"], table["terrain"]
    cover = tuple((kind, float(terrain[kind])) for kind in ("marsh", "forest"))
    settings = Settings(Grid(grid["columns"], grid["rows"]), terrain["water"], cover, terrain["water_hexside"])
    return Sources(
        settings,
        tuple(_towns(read_lines(folder / "towns.csv"))),
        {line["name"]: line.degrees() for line in read_lines(folder / "points.csv")},
        tuple(courses(read_lines(folder / "waters.csv"), "kind")),
        tuple(courses(read_lines(folder / "spits.csv"), "name")),
        tuple(courses(read_lines(folder / "rivers.csv"), "size")),
        tuple(courses(read_lines(folder / "woods.csv"), "kind")),
        read_lines(folder / "routes.csv"),
        read_lines(folder / "hexes.csv"),
        read_lines(folder / "hexsides.csv"),
        read_lines(folder / "lines.csv"),
        read_lines(folder / "places.csv"),
    )


def _towns(lines: tuple[Line, ...]) -> Iterator[Town]:
    for line in lines:
        if line["class"] not in ("village", "town", "city"):
            raise line.error(f"{line['class']!r} is no class of settlement")
        yield Town(
            line["name"],
            line.degrees(),
            line["class"],
            line["class_source"],
            line["hex"] or None,
            line["hex_source"],
            line["note"],
        )


def courses(lines: tuple[Line, ...], kind: str) -> Iterator[Course]:
    for (name, sort), group in groupby(lines, lambda line: (line["name"], line[kind])):
        members = tuple(group)
        for place, line in enumerate(members, 1):
            if line["order"] != str(place):
                raise line.error(f"is point {line['order']} of {name}, where point {place} is due")
        yield Course(name, sort, members)
