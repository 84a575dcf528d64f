"""From a point of our own board to the same place of a foreign one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count

from adjudicator.engine.hexes import Hex
from adjudicator.games import LoadedGame
from adjudicator.modulebuild.board import plan_of
from adjudicator.modulebuild.layout import read_layout, sheet_of
from adjudicator.modulebuild.places import BoxPlace
from adjudicator.modulebuild.sheet import MapSheet
from vassal_bridge.grids.boards import OFFBOARD
from vassal_bridge.module import Module
from vassal_bridge.module.maps import Map

from .land import Plan, Point

OURS = "Main Map"
_RIM = 7  # pixels from the rim of the sheet, where nothing is called anything


@dataclass
class Atlas:
    """Both boards. Points of ours that mean no place come to lie at the rim of the foreign sheet."""

    game: LoadedGame
    plan: Plan
    ours: Module
    foreign: Module
    _rim: dict[Point, Point] = field(default_factory=dict)
    _known: dict[Point, tuple[str, Point]] = field(default_factory=dict)

    @cached_property
    def sheet(self) -> MapSheet:
        return sheet_of(self.game, read_layout(self.game))

    @cached_property
    def boxes(self) -> Mapping[str, BoxPlace]:
        layout = read_layout(self.game)
        return {place.title: place for place in plan_of(self.game, layout, self.sheet).places}

    @cached_property
    def _our_map(self) -> Map:
        return _map(self.ours, OURS)

    @cached_property
    def _hexes(self) -> Mapping[Point, Hex]:
        return {self.sheet.point(hex): hex for hex in self.game.board.grid.all()}

    @cached_property
    def _turned(self) -> tuple[float, float, float, float]:
        """What becomes of a pixel to the right, and of one down."""
        grid = self.game.board.grid
        hexes = list(grid.all())
        a, b = hexes[0], hexes[-1]
        (ax, ay), (bx, by) = self.sheet.centre(a), self.sheet.centre(b)
        (cx, cy), (dx, dy) = self.plan.land.centre(a), self.plan.land.centre(b)
        ours, theirs = complex(bx - ax, by - ay), complex(dx - cx, dy - cy)
        factor = theirs / ours
        return factor.real, factor.imag, -factor.imag, factor.real

    def at(self, x: int, y: int) -> tuple[str, Point]:
        """The foreign map and the point there."""
        found = self._known.get((x, y))
        if found is None:
            found = self._known[x, y] = self._find(x, y)
        return found

    def lies(self, x: int, y: int, map_: str, point: Point) -> None:
        """Where a deck lies there: what is put into it is put just there, or VASSAL does not take it in."""
        self._known[x, y] = map_, point

    def _find(self, x: int, y: int) -> tuple[str, Point]:
        said = self._our_map.location(x, y)
        if said in self.boxes:
            box = self.boxes[said]
            right, down = (x - box.left) / (box.right - box.left), (y - box.top) / (box.bottom - box.top)
            return self.plan.beside, self.plan.spot(said, right, down)
        main = self.plan.recipe.map_name
        if said in self.game.board.grid:
            return main, self._beside_centre(said, x, y)
        return main, self._outside(x, y)

    def _beside_centre(self, hex: Hex, x: int, y: int) -> Point:
        cx, cy = self.sheet.point(hex)
        left, top = self.plan.land.point(hex)
        if (x, y) == (cx, cy):
            return left, top
        xx, xy, yx, yy = self._turned
        dx, dy = x - cx, y - cy
        return round(left + dx * xx + dy * yx), round(top + dx * xy + dy * yy)

    def _outside(self, x: int, y: int) -> Point:
        near = min(self._hexes, key=lambda point: (point[0] - x) ** 2 + (point[1] - y) ** 2)
        there = self._beside_centre(self._hexes[near], x, y)
        foreign = _map(self.foreign, self.plan.recipe.map_name)
        high = self.plan.high
        if 0 < there[0] < self.plan.parts[-1].right and 0 < there[1] < high and foreign.location(*there) == OFFBOARD:
            return there
        taken = set(self._rim.values())
        rim = next((_RIM, down) for down in count(_RIM, 3) if (_RIM, down) not in taken)
        return self._rim.setdefault((x, y), rim)

    def said(self, title: str) -> str:
        """What players and VASSAL call a place of ours on the foreign board."""
        if title in self.plan.places:
            return self.plan.places[title].title
        if title in self.game.board.grid:
            return self.plan.called(title)
        return title


def _map(module: Module, name: str) -> Map:
    found = module.map(name)
    if found is None:
        raise LookupError(f"the module has no map {name}")
    return found
