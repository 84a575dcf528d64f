"""The board in a picture: hexes, what runs along their sides, roads, and the units that stand there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from adjudicator.engine.hexes import Grid, Hex
from adjudicator.engine.state import Standing
from adjudicator.engine.units import Unit
from adjudicator.facts import NO, Known, Unknown
from adjudicator.modulebuild.sheet import MapSheet, Way, nearest_way
from adjudicator.rules import zoc
from adjudicator.rules.table import Table

from .model import HEX, Cell, PictureCounter, PictureLine, Point, Role, Zone

_TURNED: Mapping[Way, Way] = {"up": "right", "right": "down", "down": "left", "left": "up"}


@dataclass(frozen=True, slots=True)
class Paper:
    """Where hexes lie in a picture whose upper left corner is at `left`, `top` of the whole map."""

    sheet: MapSheet
    left: float = 0
    top: float = 0

    def at(self, hex: Hex) -> Point:
        x, y = self.sheet.centre(hex)
        return round(x - self.left), round(y - self.top)

    def ends(self, a: Hex, b: Hex) -> tuple[Point, Point]:
        (ax, ay), (bx, by) = self.sheet.ends(a, b)
        return (round(ax - self.left), round(ay - self.top)), (round(bx - self.left), round(by - self.top))

    def middle(self, a: Hex, b: Hex) -> Point:
        x, y = self.sheet.middle(a, b)
        return round(x - self.left), round(y - self.top)


def sheet_of(grid: Grid) -> MapSheet:
    """The map as its players have it before them: north as near to the top as the columns of hexes allow."""
    rows = nearest_way(grid.rows_grow)
    clockwise = (grid.columns_grow - grid.rows_grow) % 360 < 180
    across = _TURNED[rows]
    return MapSheet(grid, HEX, rows, across if clockwise else _TURNED[_TURNED[across]])


def paper_for(grid: Grid, shown: Iterable[Hex]) -> Paper:
    sheet = sheet_of(grid)
    corners = [corner for hex in shown for corner in sheet.corners(hex)]
    return Paper(sheet, min(x for x, _ in corners), min(y for _, y in corners))


def cells(
    table: Table, paper: Paper, shown: Iterable[Hex], side: str, purpose: zoc.Purpose, roles: Mapping[Hex, Role]
) -> Iterator[Cell]:
    for hex in sorted(shown):
        terrain = table.board.terrain(hex)
        yield Cell(
            hex,
            paper.at(hex),
            None if isinstance(terrain, Unknown) else tuple(sorted(terrain.value)),
            table.board.names.get(hex, ""),
            _zone(table, side, hex, purpose),
            roles.get(hex, ""),
        )


def _zone(table: Table, side: str, hex: Hex, purpose: zoc.Purpose) -> Zone:
    said = zoc.controlled(table, side, hex, purpose) if side in table.state.forces else NO
    return "sure" if said.yes else "perhaps" if said.open else ""


def hexsides(table: Table, paper: Paper, shown: frozenset[Hex]) -> Iterator[PictureLine]:
    """What is known to run along the sides of the hexes."""
    for hex in sorted(shown):
        for near in table.grid.neighbours(hex):
            fact = table.board.features_of.get((hex, near) if hex < near else (near, hex))
            if not isinstance(fact, Known) or (near in shown and near < hex):
                continue
            begin, end = paper.ends(hex, near)
            for feature in sorted(fact.value):
                yield PictureLine(feature.kind, begin, end, paper.at(feature.protects) if feature.protects else None)


def routes(table: Table, paper: Paper, shown: frozenset[Hex]) -> Iterator[PictureLine]:
    """Roads and railways; those that lead out of the picture up to its edge."""
    for hex in sorted(shown):
        for near in table.grid.neighbours(hex):
            fact = table.board.routes_of.get((hex, near) if hex < near else (near, hex))
            if not isinstance(fact, Known) or (near in shown and near < hex):
                continue
            end = paper.at(near) if near in shown else paper.middle(hex, near)
            yield from (PictureLine(kind, paper.at(hex), end) for kind in sorted(fact.value))


def counters(
    table: Table,
    shown: frozenset[Hex],
    acting: frozenset[str],
    facing: frozenset[str],
    coming: Iterable[tuple[str, Hex]],
) -> Iterator[PictureCounter]:
    """Units in the hexes, those the picture is about first; then those that the action brings."""
    found = [(unit, standing) for unit, standing in table.state.units if standing.place in shown]
    order = table.game.sides.index

    def rank(each: tuple[Unit, Standing]) -> tuple[object, ...]:
        unit, standing = each
        return standing.place, unit.id not in acting, unit.id not in facing, order(unit.side), unit.name, unit.id

    for unit, standing in sorted(found, key=rank):
        yield PictureCounter(
            standing.place,
            unit.name,
            _printed(unit, standing.losses),
            order(unit.side),
            "acting" if unit.id in acting else "facing" if unit.id in facing else "",
            tuple(sorted(standing.marks)),
            standing.losses > 0,
        )
    for id_, hex in coming:
        if hex in shown:
            unit = table.unit(id_)
            yield PictureCounter(hex, unit.name, _printed(unit, table.losses(id_)), order(unit.side), "acting", coming=True)


def _printed(unit: Unit, losses: int) -> str:
    """The numbers on the side that shows, in the game's order; a question mark for one that nobody has stated."""
    ratings = unit.ratings[losses].values() if losses < unit.steps else ()
    told = ["?" if isinstance(each, Unknown) else str(each.value) for each in ratings]
    return "?" if set(told) == {"?"} else "-".join(told)
