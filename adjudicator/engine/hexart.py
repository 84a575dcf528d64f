"""Hexes drawn with letters: where each lies on the sheet, and what is written into it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from .hexes import Grid, Hex

FLAT: Final = 9  # characters along the upper and lower side of a hex
ROOM: Final = FLAT + 1  # characters for a line of text inside it, where it is widest
Spot: TypeAlias = tuple[int, int]  # columns and half hexes, to the right and down
Written: TypeAlias = tuple[int, int, str]  # down, across, and what stands there

# Which characters of the picture a side of a hex is: line and column from its upper left corner, by the way to the neighbour.
SIDES: Final[Mapping[Spot, tuple[Written, ...]]] = {
    (0, -2): tuple((0, x, "_") for x in range(2, FLAT + 2)),
    (0, 2): tuple((4, x, "_") for x in range(2, FLAT + 2)),
    (-1, -1): ((1, 1, "/"), (2, 0, "/")),
    (1, -1): ((1, FLAT + 2, "\\"), (2, FLAT + 3, "\\")),
    (-1, 1): ((3, 0, "\\"), (4, 1, "\\")),
    (1, 1): ((3, FLAT + 3, "/"), (4, FLAT + 2, "/")),
}


@dataclass(frozen=True, slots=True)
class HexPaper:
    """How a map lies on the sheet: columns across, rows along, turned only where the printed map has its rows lie across."""

    grid: Grid

    def spot(self, hex: Hex) -> Spot:
        column, step = self.grid.spot(hex)
        down = 90 <= self.grid.rows_grow <= 270
        clockwise = (self.grid.columns_grow - self.grid.rows_grow) % 360 < 180
        return (-column if down == clockwise else column), (step if down else -step)


def picture(
    spots: Mapping[Hex, Spot],
    inside: Callable[[Hex], Iterable[str]],
    sides: Callable[[Hex], Iterable[tuple[Spot, str]]] = lambda hex: (),
) -> list[str]:
    """The hexes with up to three lines in each; `sides` gives marks for the ways over its hexsides."""
    if not spots:
        return []
    left, top = min(x for x, _ in spots.values()), min(y for _, y in spots.values())
    sheet: dict[tuple[int, int], str] = {}
    corners = {hex: ((y - top) * 2, (x - left) * (FLAT + 2)) for hex, (x, y) in spots.items()}
    for hex, (line, column) in corners.items():
        _write(sheet, line, column, (part for side in SIDES.values() for part in side))
        _write(sheet, line, column, _letters(inside(hex)))
    for hex, (line, column) in corners.items():
        for way, mark in sides(hex):
            _write(sheet, line, column, ((down, across, mark) for down, across, _ in SIDES[way]))
    lines = range(max(line for line, _ in sheet) + 1)
    width = max(column for _, column in sheet) + 1
    return ["".join(sheet.get((line, column), " ") for column in range(width)).rstrip() for line in lines]


def _letters(lines: Iterable[str]) -> Iterator[Written]:
    for down, text in enumerate(lines, start=1):
        for across, mark in enumerate(text, start=2 if down == 1 else 1):
            yield down, across + (down > 1), mark


def _write(sheet: dict[tuple[int, int], str], line: int, column: int, parts: Iterable[Written]) -> None:
    for down, across, mark in parts:
        sheet[line + down, column + across] = mark


def packed(names: Sequence[str], lines: int) -> list[str]:
    """As many names as there is room for, and how many more there are."""
    for shown in range(len(names), 0, -1):
        more = len(names) - shown
        wrapped = _wrapped([*names[:shown], *([f"+{more}"] if more else [])])
        if len(wrapped) <= lines and all(len(line) <= ROOM for line in wrapped):
            return wrapped
    rest = f" +{len(names) - 1}" if len(names) > 1 else ""
    return [names[0][: ROOM - len(rest)] + rest] if names else []


def _wrapped(words: list[str]) -> list[str]:
    lines = words[:1]
    for word in words[1:]:
        if len(lines[-1]) + 1 + len(word) <= ROOM:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
