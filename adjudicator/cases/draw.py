"""A position as text: the hexes in use with those around them, and below them what does not fit into a hex."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Final

from adjudicator.engine.hexart import FLAT, ROOM, HexPaper, Spot, packed, picture
from adjudicator.engine.hexes import Hex
from adjudicator.facts import Known, Unknown
from adjudicator.rules.table import Table

from .legend import legend, nearby

_MARKS: Final = "~=#%+&"
_APART: Final = 6  # empty rows: a hex and a half


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
    paper, room = HexPaper(table.grid), max(2, (width - 4) // (FLAT + 2))
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


def _picture(table: Table, shown: frozenset[Hex], marks: Mapping[str, str]) -> list[str]:
    paper = HexPaper(table.grid)
    spots = {hex: paper.spot(hex) for hex in sorted(shown)}

    def sides(hex: Hex) -> Iterator[tuple[Spot, str]]:
        for near in table.grid.neighbours(hex):
            mark = _mark(table, hex, near, marks)
            if mark:
                x, y = paper.spot(near)
                yield (x - spots[hex][0], y - spots[hex][1]), mark

    return list(_closed_up(picture(spots, lambda hex: _inside(table, hex), sides)))


def _closed_up(rows: Iterable[str]) -> Iterator[str]:
    """Without the empty rows between hexes that lie far apart; a row of dots says that the map goes on there."""
    for empty, run in groupby(rows, key=lambda row: not row.strip()):
        found = list(run)
        yield from ("", "...", "") if empty and len(found) > _APART else found


def _mark(table: Table, hex: Hex, near: Hex, marks: Mapping[str, str]) -> str:
    """The mark of a hexside; a question mark for one of which only this is known, that nobody knows what lies along it."""
    fact = table.board.features_of.get((hex, near) if hex < near else (near, hex))
    if fact is None:
        return ""
    if isinstance(fact, Unknown):
        return "?"
    return next((marks[feature.kind] for feature in sorted(fact.value) if feature.kind in marks), "")


def _inside(table: Table, hex: Hex) -> list[str]:
    terrain = _terrain(table, hex)
    first = hex + (f" L{level.value}" if isinstance(level := table.board.level_of.get(hex), Known) else "")
    names = [_called(table, side, unit) for side, force in table.state.forces.items() for unit in force.at(hex)]
    if terrain:
        return [first, terrain, *packed(names, 1)]
    return [first, *([""] if len(" ".join(names)) <= ROOM else []), *packed(names, 2)]


def _terrain(table: Table, hex: Hex) -> str:
    fact = table.board.terrain(hex)
    if isinstance(fact, Unknown):
        return "?"
    words = sorted(fact.value - table.board.ground)
    room = ROOM // max(1, len(words))
    return " ".join(words) if len(" ".join(words)) <= ROOM else " ".join(word[: room - (len(words) > 1)] for word in words)


def _called(table: Table, side: str, unit: str) -> str:
    """Units by name; those of every side but the first in brackets, so that one sees who stands against whom."""
    name = table.unit(unit).name
    return name if side == table.game.sides[0] else f"[{name}]"
