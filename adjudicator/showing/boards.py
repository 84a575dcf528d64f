"""Maps and boards of a module as plain data, each grid with some of the names that it gives."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from vassal_bridge.grids import (
    OFFBOARD,
    Axis,
    HexGrid,
    LaidBoard,
    MapBoard,
    MapGrid,
    Numbering,
    Polygon,
    RegionGrid,
    SquareGrid,
    Surface,
    Zone,
    ZonedGrid,
    arrange,
)
from vassal_bridge.module import Deck, Map, Stack, Start

from ..privacy import Redactor
from .values import Data

EXAMPLES = 3  # names of each grid
POINTS = 5_000  # of all boards of a module, looked at for the sake of examples
_SPREAD = ((0.06, 0.06), (0.5, 0.5), (0.94, 0.94), (0.94, 0.06), (0.06, 0.94), (0.3, 0.4), (0.7, 0.6))


def describe_maps(maps: Iterable[Map], redactor: Redactor) -> Iterator[Data]:
    permits = iter(range(POINTS))
    return (_Cartographer(one, redactor, permits).describe() for one in maps)


class _Cartographer:
    """Describes one map. `permits` run out after so many points, whatever a module is made of."""

    def __init__(self, one: Map, redactor: Redactor, permits: Iterator[int]) -> None:
        self.map = one
        self.clean = redactor.clean
        self.permits = permits
        self._in_play: dict[int, LaidBoard] = {}
        for placed in one.surface.boards:
            self._in_play.setdefault(id(placed.board), placed)

    def describe(self) -> Data:
        one, clean = self.map, self.clean
        return {
            "name": clean(one.name),
            "id": one.id,
            "kind": one.kind,
            "owners": [clean(side) for side in one.owners],
            "visible_to_all": one.visible_to_all,
            "uses_boards_of": clean(one.uses_boards_of) or None,
            "several_boards": one.allows_several_boards,
            "stacking": one.stacking,
            "boards": [self._board(board) for board in one.boards],
            "decks": [self._deck(deck) for deck in one.decks],
            "stacks": [self._stack(stack) for stack in one.stacks],
        }

    # --- boards -----------------------------------------------------------------------------------------------------------------

    def _board(self, board: MapBoard) -> Data:
        placed = self._in_play.get(id(board))
        grid, zones = (board.grid, ()) if not isinstance(board.grid, ZonedGrid) else (board.grid.background, board.grid.zones)
        alone = (
            self.map if placed is not None else replace(self.map, surface=Surface(arrange([LaidBoard(board)], *self.map.edge)))
        )
        here = placed or alone.surface.boards[0]
        whole = Polygon([(0, 0), (board.width, 0), (board.width, board.height), (0, board.height)])
        return {
            "name": self.clean(board.name),
            "width": board.width,
            "height": board.height,
            "image": self.clean(board.image) or None,
            "reversible": board.reversible,
            "in_play": placed is not None,
            "grid": self._grid(grid),
            "examples": list(self._examples(alone, here, whole, None)),
            "zones": [self._zone(alone, here, zone) for zone in zones],
        }

    def _zone(self, one: Map, here: LaidBoard, zone: Zone) -> Data:
        return {
            "name": self.clean(zone.name),
            "format": self.clean(zone.format.raw),
            "uses_board_grid": zone.uses_parent_grid,
            "grid": None if zone.uses_parent_grid else self._grid(zone.grid),
            "examples": list(self._examples(one, here, zone.polygon, zone.name)),
        }

    def _examples(self, one: Map, here: LaidBoard, space: Polygon, zone: str | None) -> Iterator[Data]:
        """Names and points: near the corners and in the middle of a board or zone, but only where nothing else lies on top."""
        seen = {OFFBOARD}
        for across, down in _SPREAD:
            if len(seen) > EXAMPLES or next(self.permits, None) is None:
                return
            x, y = here.outward(space.left + int(across * space.width), space.top + int(down * space.height))
            if one.zone(x, y) != zone or one.board(x, y) != here.board.name:
                continue
            x, y = one.snap(x, y)
            location = one.location(x, y)
            if location not in seen and one.zone(x, y) == zone:
                seen.add(location)
                yield {"location": self.clean(location), "x": x, "y": y}

    def _grid(self, grid: MapGrid | None) -> Data | None:
        if isinstance(grid, RegionGrid):
            regions = [
                {"name": self.clean(name), "x": x, "y": y} for name, (x, y) in sorted((n, at) for at, n in grid.names.items())
            ]
            return {"kind": "region", "snaps": grid.snaps, "regions": regions}
        if not isinstance(grid, (HexGrid, SquareGrid)):
            return None
        data: Data = {"kind": "hex" if isinstance(grid, HexGrid) else "square"}
        if isinstance(grid, HexGrid):
            data["sideways"] = grid.sideways
        return data | {
            "dx": grid.dx,
            "dy": grid.dy,
            "x0": grid.x0,
            "y0": grid.y0,
            "snaps": grid.snaps,
            "edges": grid.edges,
            "corners": grid.corners,
            "numbering": self._numbering(grid.numbering),
        }

    def _numbering(self, numbering: Numbering | None) -> Data | None:
        if numbering is None:
            return None
        return {
            "first": "column" if numbering.columns_first else "row",
            "separator": self.clean(numbering.separator),
            "columns": _axis(numbering.columns),
            "rows": _axis(numbering.rows),
            "format": self.clean(numbering.format.raw),
            "stagger": numbering.stagger,
        }

    # --- what stands on them at the start ---------------------------------------------------------------------------------------

    def _deck(self, deck: Deck) -> Data:
        return {
            "name": self.clean(deck.name),
            **self._start(deck.start),
            "pieces": len(deck.slots),
            "face_down": deck.face_down,
            "shuffle": deck.shuffle,
            "reshuffle_to": self.clean(deck.reshuffle_to) or None,
            "owners": None if deck.owners is None else [self.clean(side) for side in deck.owners],
        }

    def _stack(self, stack: Stack) -> Data:
        return {"name": self.clean(stack.name), **self._start(stack.start), "pieces": len(stack.slots)}

    def _start(self, start: Start) -> Data:
        x, y = self.map.position(start)
        location = location_of(self.map, start, self.permits)
        return {
            "board": None if start.board is None else self.clean(start.board),
            "x": x,
            "y": y,
            "location": None if location is None else self.clean(location),
        }


def location_of(one: Map, start: Start, permits: Iterator[int]) -> str | None:
    """The name of the place where something stands at the start; None where the permits have run out."""
    if start.by_location:
        return start.location
    return None if next(permits, None) is None else one.location(*one.position(start))


def _axis(axis: Axis) -> Data:
    return {
        "letters": axis.alphabetic,
        "digits": axis.leading + 1,
        "offset": axis.offset,
        "descending": axis.descending,
    }
