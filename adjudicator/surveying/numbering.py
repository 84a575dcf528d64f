"""How a module counts its hexes, where it does not count them as the game does: the row first, or from elsewhere.

That hexes are called by numbers of the game does not yet say that they are those hexes. So what a way of counting supposes is
held against the picture: hexes that are neighbours in the game must be neighbours on the map. A way that does not fit is none,
and where several fit equally well nobody knows.
"""

from __future__ import annotations

import itertools
import math
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from adjudicator.engine.hexes import Grid, column_row, hex_of
from adjudicator.evidence.binding import BindingEntry, HexNumbering
from adjudicator.evidence.binding import counted as counted_as
from vassal_bridge.module import Module

from .places import ENOUGH, SHARE, HexPlace, NamedHex, hexes_on, named_hexes

FITTING: Final = 0.97  # of neighbours in the game that must be neighbours on the map
WHOLE: Final = 0.9  # of the game's hexes that another way of counting must find
CLEARLY: Final = 0.98  # so much of what the best way finds the next best may find at most, unless that finds all
_NEAR: Final = 1.35  # hexes that touch are no farther apart than so many times the middle distance
_FARTHEST: Final = 60  # columns or rows between the two ways of counting
_PAIR: Final = re.compile(r"(?<!\d)(?P<first>\d{1,9})(?P<between>\D{1,3})(?P<second>\d{1,9})(?!\d)|(?<!\d)(?P<whole>\d{4})(?!\d)")
_LETTERS: Final = re.compile(  # B12, BB-12, 12B
    r"(?<![A-Za-z\d])(?P<first>(?P<one>[A-Z])(?P=one){0,3})(?P<between>[^\w\s]?)(?P<second>\d+)(?!\w)"
    r"|(?<!\w)(?P<row>\d+)(?P<then>[^\w\s]?)(?P<last>(?P<other>[A-Z])(?P=other){0,3})(?![A-Za-z\d])"
)

_Way: TypeAlias = tuple[int, bool, tuple[int, int]]
Boards: TypeAlias = dict[str, dict[str, HexPlace]]  # map -> hexes of the game with where they lie on it


@dataclass(frozen=True, slots=True)
class Counting:
    """The boards of a module, and how their hexes are counted."""

    places: Boards
    numbering: tuple[HexNumbering, ...] = ()  # none: as in the game
    strange: str = ""  # why hexes that have numbers are not bound


def counting_of(module: Module, grid: Grid, kept: BindingEntry | None) -> Counting:
    """The maps on which hexes are called as in the game, or are counted otherwise; those that the player names in any case."""
    said = kept.numbering if kept is not None else ()
    places = _boards(module, grid, kept, said)
    if kept is not None and (said or not places or fits(places, grid)):
        return Counting(places, said)
    everywhere = {hex for hexes in places.values() for hex in hexes}
    if len(everywhere) >= ENOUGH * len(grid.all()) and fits(places, grid):
        return Counting(places)
    numbering = _otherwise(module, grid)
    if numbering:
        return Counting(_boards(module, grid, kept, numbering), numbering)
    return Counting({}, strange="its hexes bear numbers, but do not lie to each other as those of the game do" if places else "")


def _boards(module: Module, grid: Grid, kept: BindingEntry | None, numbering: tuple[HexNumbering, ...]) -> Boards:
    found = {}
    for one in module.maps:
        entry = BindingEntry(modules=(module.name,), maps=(one.name or one.id,), numbering=numbering)
        hexes = hexes_on(one, entry, grid)
        if len(hexes) >= SHARE * len(grid.all()) or (kept is not None and hexes and one.name in kept.maps):
            found[one.name] = hexes
    return found


def fits(places: Boards, grid: Grid) -> bool:
    """Are neighbours in the game neighbours on the maps?"""
    apart: list[float] = []
    for hexes in places.values():
        for hex, place in hexes.items():
            near = (hexes[other] for other in grid.neighbours(hex) if hex < other and other in hexes)
            apart += (math.dist((place.x, place.y), (other.x, other.y)) for other in near)
    if not apart:
        return False
    middle = sorted(apart)[len(apart) // 2]
    return sum(each <= _NEAR * middle for each in apart) >= FITTING * len(apart)


# --- other ways of counting


@dataclass(frozen=True, slots=True)
class _Counted:
    """A hex of the module by its two numbers, as they stand in its name."""

    reads: str  # the name with `{first}` and `{second}` in place of the numbers
    first: int
    second: int
    place: NamedHex
    letters: int | None = None  # which of them is counted by letters, if one is


def _otherwise(module: Module, grid: Grid) -> tuple[HexNumbering, ...]:
    """The one way to count columns and rows from elsewhere, or the row first, in which all hexes of the game are there."""
    named = [each for one in module.maps for each in named_hexes(one)]
    counted = [each for one in named for each in _read(one)] or [each for one in named for each in _read_letters(one)]
    ways = sorted(_ways(counted, grid), key=lambda way: (-way[0], any(way[2])))
    if not ways or (len(ways) > 1 and not _clear(ways[0], ways[1], len(grid.all()))):
        return ()
    _, swapped, (column, row) = ways[0]
    names: Sequence[Literal["column", "row"]] = ("row", "column") if swapped else ("column", "row")
    templates = sorted({each.reads for each in counted if _hex(each, swapped, (column, row)) in grid})
    letters = next((each.letters for each in counted), None)
    return tuple(
        HexNumbering(
            reads=reads.format(first=f"{{{names[0]}}}", second=f"{{{names[1]}}}"),
            column=column,
            row=row,
            letters="" if letters is None else names[letters],
        )
        for reads in templates
    )


def _read(named: NamedHex) -> Iterator[_Counted]:
    text = named.name.replace("{", "{{").replace("}", "}}")
    found = list(_PAIR.finditer(text))
    if len(found) != 1:
        return
    (pair,) = found
    whole = pair["whole"]
    first, second = (whole[:2], whole[2:]) if whole else (pair["first"], pair["second"])
    reads = f"{text[: pair.start()]}{{first}}{pair['between'] or ''}{{second}}{text[pair.end() :]}"
    yield _Counted(reads, int(first), int(second), named)


def _read_letters(named: NamedHex) -> Iterator[_Counted]:
    """A hex whose columns, or rows, are called by letters."""
    text = named.name.replace("{", "{{").replace("}", "}}")
    found = list(_LETTERS.finditer(text))
    if len(found) == 1:
        (pair,) = found
        first, second = pair["first"] or pair["row"], pair["second"] or pair["last"]
        reads = f"{text[: pair.start()]}{{first}}{pair['between'] or pair['then'] or ''}{{second}}{text[pair.end() :]}"
        yield _Counted(reads, counted_as(first), counted_as(second), named, 0 if pair["first"] else 1)


def _clear(best: _Way, next_best: _Way, hexes: int) -> bool:
    """Is the best way the only one that finds all hexes, or does it need nothing to be added, or find far more than the next?"""
    if best[0] == hexes:
        return next_best[0] < hexes or not any(best[2])
    return next_best[0] <= CLEARLY * best[0]


def _ways(counted: Sequence[_Counted], grid: Grid) -> Iterator[_Way]:
    """Ways that fit: as many hexes of the game are found, whether the row is first, and what is to be added."""
    if not counted:
        return
    columns, rows = zip(*map(column_row, grid.all()), strict=True)
    for swapped in (False, True):
        across = [each.second if swapped else each.first for each in counted]
        down = [each.first if swapped else each.second for each in counted]
        for more in itertools.product(_shifts(across, columns), _shifts(down, rows)):
            found = {hex: each.place for each in counted if (hex := _hex(each, swapped, more)) in grid}
            if len(found) >= WHOLE * len(grid.all()) and fits(_by_map(found), grid):
                yield len(found), swapped, more


def _shifts(module: Sequence[int], game: Sequence[int]) -> range:
    """What may be added to the module's numbers so that all of the game's are among them."""
    low, high = max(game) - max(module), min(game) - min(module)
    first, last = min(low, high), max(low, high)
    return range(first, last + 1) if last - first <= _FARTHEST else range(0)


def _hex(each: _Counted, swapped: bool, more: tuple[int, int]) -> str:
    column, row = (each.second, each.first) if swapped else (each.first, each.second)
    column, row = column + more[0], row + more[1]
    return hex_of(column, row) if 0 <= column <= 99 and 0 <= row <= 99 else ""


def _by_map(found: Mapping[str, NamedHex]) -> Boards:
    boards: Boards = defaultdict(dict)
    for hex, named in found.items():
        boards[named.map][hex] = HexPlace(hex, named.x, named.y, named.board, named.grid)
    return boards
