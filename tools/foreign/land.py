"""Where everything lies on a foreign board: hexes, boards side by side, boxes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from adjudicator.engine.hexes import Grid, Hex
from adjudicator.games import LoadedGame
from adjudicator.modulebuild.layout import read_layout, sheet_of
from adjudicator.modulebuild.places import BoxPlace, laid_out, wanted
from adjudicator.modulebuild.sheet import MapSheet, Way, mirrored

from .naming import place_name
from .recipes import Recipe

Point = tuple[int, int]
_WAYS: tuple[Way, ...] = ("up", "right", "down", "left")


@dataclass(frozen=True)
class Land:
    """The hexes on the picture: those of a sheet, moved by a margin of its own on each side."""

    sheet: MapSheet
    left: int
    top: int

    @property
    def grid(self) -> Grid:
        return self.sheet.grid

    def centre(self, hex: Hex) -> tuple[float, float]:
        x, y = self.sheet.centre(hex)
        return x + self.left, y + self.top

    def point(self, hex: Hex) -> Point:
        x, y = self.centre(hex)
        return int(x), int(y)

    def corners(self, hex: Hex, share: float = 1.0) -> list[tuple[float, float]]:
        return [(x + self.left, y + self.top) for x, y in self.sheet.corners(hex, share)]

    def ends(self, a: Hex, b: Hex) -> tuple[tuple[float, float], tuple[float, float]]:
        (ax, ay), (bx, by) = self.sheet.ends(a, b)
        return (ax + self.left, ay + self.top), (bx + self.left, by + self.top)

    @property
    def size(self) -> Point:
        wide, high = self.sheet.extent
        return wide + 2 * self.left, high + 2 * self.top

    def outline(self) -> list[Point]:
        return [(x + self.left, y + self.top) for x, y in self.sheet.outline()]


@dataclass(frozen=True, slots=True)
class BoardPart:
    """One board, and from where to where of the whole picture it reaches."""

    name: str
    left: int
    right: int


@dataclass(frozen=True)
class Plan:
    """The whole of it. Places are by the titles that they have in our own module."""

    land: Land
    recipe: Recipe
    parts: tuple[BoardPart, ...]
    high: int
    places: Mapping[str, BoxPlace]
    display: Point | None  # the size of the second map, where boxes lie on one

    @property
    def beside(self) -> str:
        """The map on which boxes lie."""
        return self.recipe.map_name if self.display is None else f"{self.recipe.map_name} 2"

    def spot(self, title: str, right: float, down: float) -> Point:
        """A point of a box, by shares of its width and height."""
        place = self.places[title]
        if self.recipe.boxes == "regions":
            return self.centre_of(title)
        return (
            round(place.left + right * (place.right - place.left)),
            round(place.top + down * (place.bottom - place.top)),
        )

    def centre_of(self, title: str) -> Point:
        place = self.places[title]
        return (place.left + place.right) // 2, (place.top + place.bottom) // 2

    def number(self, hex: Hex) -> str:
        """What is printed in a hex."""
        recipe = self.recipe
        if recipe.letters:
            return f"{lettered(int(hex[:2]) + recipe.added[0])}{recipe.separator}{int(hex[2:]) + recipe.added[1]:02}"
        column, row = (f"{int(part) + more:02}" for part, more in zip((hex[:2], hex[2:]), recipe.added, strict=True))
        first, second = (row, column) if recipe.row_first else (column, row)
        return f"{first}{recipe.separator}{second}"

    def called(self, hex: Hex) -> str:
        """What VASSAL calls a hex."""
        x, _ = self.hexes[hex]
        board = next(part.name for part in self.parts if part.left <= x < part.right)
        number = self.recipe.location.replace("$gridLocation$", self.number(hex))
        return self.recipe.zone.replace("$name$", board).replace("$gridLocation$", number)

    @cached_property
    def hexes(self) -> Mapping[Hex, Point]:
        return {hex: self.land.point(hex) for hex in self.land.grid.all()}


def lettered(number: int) -> str:
    """A, B, ... Z, AA, BB: as VASSAL counts by letters."""
    return chr(ord("A") + number % 26) * (number // 26 + 1)


def _ways(grid: Grid) -> list[tuple[Way, Way]]:
    found = [(rows, columns) for rows in _WAYS for columns in _WAYS if not _along(rows, columns)]
    return [pair for pair in found if not mirrored(grid, *pair)]


def _along(a: Way, b: Way) -> bool:
    return (a in ("up", "down")) == (b in ("up", "down"))


def sheet_for(game: LoadedGame, recipe: Recipe) -> MapSheet:
    """The sheet as the recipe turns it: first as ours lies, then by a quarter each."""
    ours = sheet_of(game, read_layout(game))
    ways = _ways(game.board.grid)
    first = next(index for index, (rows, columns) in enumerate(ways) if (rows, columns) == (ours.rows_run, ours.columns_run))
    order = ways[first:] + ways[:first]
    rows, columns = order[recipe.turn % len(order)]
    return MapSheet(game.board.grid, recipe.hex, rows, columns, 0)


def plan_for(game: LoadedGame, recipe: Recipe) -> Plan:
    land = Land(sheet_for(game, recipe), *recipe.margin)
    wide, high = land.size
    slot = round(recipe.hex * 0.82)
    layout = read_layout(game)
    found = [replace(place, note="", tint="#efe8d8") for place in wanted(game, layout)]
    if recipe.boxes == "zones":
        places = laid_out(found, wide + slot // 2, slot, 11, slot)
        right, bottom = _reach(places)
        display, size = None, (right + slot // 2, max(high, bottom + slot // 2))
    else:
        places = laid_out(found, slot, slot, 12, slot)
        right, bottom = _reach(places)
        display, size = (right + slot, bottom + slot), (wide, high)
    named = {place.title: replace(place, title=place_name(place.title, recipe.language)) for place in places}
    return Plan(land, recipe, tuple(_parts(recipe, size[0], land)), size[1], named, display)


def _reach(places: Sequence[BoxPlace]) -> Point:
    return max(place.right for place in places), max(place.bottom for place in places)


def _parts(recipe: Recipe, wide: int, land: Land) -> Iterator[BoardPart]:
    if recipe.boards == 1:
        yield BoardPart("Board", 0, wide)
        return
    middle = land.size[0] / 2
    centres = sorted({x for x, _ in map(land.centre, land.grid.all())})
    at = min(range(1, len(centres)), key=lambda index: abs(centres[index] - middle))
    cut = round((centres[at - 1] + centres[at]) / 2)
    yield BoardPart("West", 0, cut)
    yield BoardPart("East", cut, wide)
