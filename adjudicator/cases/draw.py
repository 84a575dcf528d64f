"""A position as text: the hexes in use with those around them, and below them what does not fit into a hex."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from adjudicator.engine.hexes import Grid, Hex
from adjudicator.facts import Known, Unknown
from adjudicator.rules.table import Table

from .legend import legend, nearby

_FLAT: Final = 9  # characters along the upper and lower side of a hex
_ROOM: Final = _FLAT + 1  # characters for a line of text inside it, where it is widest
_MARKS: Final = "~=#%+&"
Spot = tuple[int, int]  # columns and half hexes, to the right and down

# Which characters of the picture a side of a hex is: line and column from its upper left corner, by the way to the neighbour.
_SIDES: Final[Mapping[Spot, tuple[tuple[int, int, str], ...]]] = {
    (0, -2): tuple((0, x, "_") for x in range(2, _FLAT + 2)),
    (0, 2): tuple((4, x, "_") for x in range(2, _FLAT + 2)),
    (-1, -1): ((1, 1, "/"), (2, 0, "/")),
    (1, -1): ((1, _FLAT + 2, "\\"), (2, _FLAT + 3, "\\")),
    (-1, 1): ((3, 0, "\\"), (4, 1, "\\")),
    (1, 1): ((3, _FLAT + 3, "/"), (4, _FLAT + 2, "/")),
}


def draw(table: Table, also: Iterable[Hex] = (), *, ring: int = 1) -> tuple[str, ...]:
    """The picture, line by line: every hex with something in it and the hexes around; `also` names more that belong to it."""
    shown = _shown(table, also, ring)
    marks = _marks_for(table, shown)
    return (*_picture(table, shown, marks), *legend(table, shown, marks))


def neighbourhood(table: Table, about: Iterable[Hex], width: int) -> tuple[str, ...]:
    """The hexes that something is about with those around them, no wider than a terminal; the last of them is sure to be seen."""
    hexes = [hex for hex in about if hex in table.grid]
    if not hexes:
        return ()
    shown = _within(table, hexes, width)
    marks = _marks_for(table, shown)
    return (*_picture(table, shown, marks), *nearby(table, shown, marks))


def _within(table: Table, hexes: list[Hex], width: int) -> frozenset[Hex]:
    """As many of the hexes around as there are columns for: those of the last one, and on from there to the others."""
    paper, room = _Paper(table.grid), max(2, (width - 4) // (_FLAT + 2))
    column = {hex: paper.spot(hex)[0] for each in hexes for hex in table.grid.within(each, 1)}
    wanted = sorted(column.values())
    first = last = paper.spot(hexes[-1])[0]
    while last - first + 1 < room and (first > wanted[0] or last < wanted[-1]):
        if first > wanted[0]:
            first -= 1
        if last < wanted[-1] and last - first + 1 < room:
            last += 1
    return frozenset(hex for hex, at in column.items() if first <= at <= last)


def _shown(table: Table, also: Iterable[Hex], ring: int) -> frozenset[Hex]:
    grid, board = table.grid, table.board
    used = {standing.place for _, standing in table.state.units} | set(also)
    if len(board.terrain_of) * 2 <= len(grid.all()) or len(grid.all()) <= 60:  # a large map would be drawn to its edges
        used |= set(board.terrain_of) | {hex for at in (*board.features_of, *board.routes_of) for hex in at}
    return frozenset(near for hex in used if hex in grid for near in grid.within(hex, ring))


def _marks_for(table: Table, shown: frozenset[Hex]) -> Mapping[str, str]:
    """A mark for each kind of thing that runs along a hexside of the picture."""
    known = (fact for at, fact in table.board.features_of.items() if isinstance(fact, Known) and not shown.isdisjoint(at))
    kinds = sorted({feature.kind for fact in known for feature in fact.value})
    return dict(zip(kinds, _MARKS, strict=False))


@dataclass(frozen=True, slots=True)
class _Paper:
    """How a map lies on the sheet: columns across, rows along, turned only where the printed map has its rows lie across."""

    grid: Grid

    def spot(self, hex: Hex) -> Spot:
        column, step = self.grid.spot(hex)
        down = 90 <= self.grid.rows_grow <= 270
        clockwise = (self.grid.columns_grow - self.grid.rows_grow) % 360 < 180
        return (-column if down == clockwise else column), (step if down else -step)


def _picture(table: Table, shown: frozenset[Hex], marks: Mapping[str, str]) -> list[str]:
    if not shown:
        return []
    paper = _Paper(table.grid)
    spots = {hex: paper.spot(hex) for hex in sorted(shown)}
    left, top = min(x for x, _ in spots.values()), min(y for _, y in spots.values())
    sheet: dict[tuple[int, int], str] = {}
    corners = {hex: ((y - top) * 2, (x - left) * (_FLAT + 2)) for hex, (x, y) in spots.items()}
    for hex, (line, column) in corners.items():
        _write(sheet, line, column, [part for side in _SIDES.values() for part in side])
        _write(sheet, line, column, list(_inside(table, hex)))
    for hex, (line, column) in corners.items():
        for near in table.grid.neighbours(hex):
            mark = _mark(table, hex, near, marks)
            if mark:
                x, y = paper.spot(near)
                way = (x - spots[hex][0], y - spots[hex][1])
                _write(sheet, line, column, [(down, across, mark) for down, across, _ in _SIDES[way]])
    lines = range(max(line for line, _ in sheet) + 1)
    width = max(column for _, column in sheet) + 1
    return ["".join(sheet.get((line, column), " ") for column in range(width)).rstrip() for line in lines]


def _write(sheet: dict[tuple[int, int], str], line: int, column: int, parts: Iterable[tuple[int, int, str]]) -> None:
    for down, across, mark in parts:
        sheet[line + down, column + across] = mark


def _mark(table: Table, hex: Hex, near: Hex, marks: Mapping[str, str]) -> str:
    """The mark of a hexside; a question mark for one of which only this is known, that nobody knows what lies along it."""
    fact = table.board.features_of.get((hex, near) if hex < near else (near, hex))
    if fact is None:
        return ""
    if isinstance(fact, Unknown):
        return "?"
    return next((marks[feature.kind] for feature in sorted(fact.value) if feature.kind in marks), "")


def _inside(table: Table, hex: Hex) -> Iterator[tuple[int, int, str]]:
    terrain = _terrain(table, hex)
    first = hex + (f" L{level.value}" if isinstance(level := table.board.level_of.get(hex), Known) else "")
    names = [_called(table, side, unit) for side, force in table.state.forces.items() for unit in force.at(hex)]
    if terrain:
        lines = [first, terrain, *_packed(names, 1)]
    else:
        lines = [first, *([""] if len(" ".join(names)) <= _ROOM else []), *_packed(names, 2)]
    for down, text in enumerate(lines, start=1):
        for across, mark in enumerate(text, start=2 if down == 1 else 1):
            yield down, across + (down > 1), mark


def _terrain(table: Table, hex: Hex) -> str:
    fact = table.board.terrain(hex)
    if isinstance(fact, Unknown):
        return "?"
    words = sorted(fact.value - table.board.ground)
    room = _ROOM // max(1, len(words))
    return " ".join(words) if len(" ".join(words)) <= _ROOM else " ".join(word[: room - (len(words) > 1)] for word in words)


def _called(table: Table, side: str, unit: str) -> str:
    """Units by name; those of every side but the first in brackets, so that one sees who stands against whom."""
    name = table.unit(unit).name
    return name if side == table.game.sides[0] else f"[{name}]"


def _packed(names: list[str], lines: int) -> list[str]:
    """As many names as there is room for, and how many more there are."""
    for shown in range(len(names), 0, -1):
        more = len(names) - shown
        wrapped = _wrapped([*names[:shown], *([f"+{more}"] if more else [])])
        if len(wrapped) <= lines and all(len(line) <= _ROOM for line in wrapped):
            return wrapped
    rest = f" +{len(names) - 1}" if len(names) > 1 else ""
    return [names[0][: _ROOM - len(rest)] + rest] if names else []


def _wrapped(words: list[str]) -> list[str]:
    lines = words[:1]
    for word in words[1:]:
        if len(lines[-1]) + 1 + len(word) <= _ROOM:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
