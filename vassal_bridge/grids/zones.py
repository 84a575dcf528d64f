"""Zones: parts of a board with a name, and mostly a grid, of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .base import MapGrid, Point
from .formats import GRID_LOCATION, Format, Say
from .polygon import Polygon
from .regions import RegionGrid

_KEEP = frozenset((GRID_LOCATION,))


@dataclass(frozen=True, slots=True)
class Zone:
    """`grid` is the zone's own or, if it uses that, the one of the board around it."""

    name: str
    polygon: Polygon
    format: Format
    grid: MapGrid | None
    uses_parent_grid: bool = False

    def location(self, x: int, y: int, say: Say) -> str:
        inner = self.grid.location(x, y, say) if self.grid is not None else None
        return self.format.render({"name": self.name, GRID_LOCATION: inner}, say)

    def snap(self, x: int, y: int, force: bool, centre_only: bool) -> Point:
        return (x, y) if self.grid is None else self.grid.snap(x, y, force, centre_only)

    def places(self, name: str, say: Say) -> Iterator[Point]:
        if self.grid is not None and self.format.names(GRID_LOCATION):
            for inner in self._inner_names(name, say):
                yield from self.grid.places(inner, say)
        if self.format.render({"name": self.name, GRID_LOCATION: None}, say) == name:
            yield from self.polygon.inner_points()

    def _inner_names(self, name: str, say: Say) -> Iterator[str]:
        """What the grid must have said for the zone to say `name`."""
        parts = list(self.format.fill({"name": self.name}, say, _KEEP))
        before = "".join(text for _, text in parts[: _first(parts)])
        after = "".join(text for kept, text in parts[_first(parts) :] if not kept)
        count = sum(kept for kept, _ in parts)
        length = len(name) - len(before) - len(after)
        if length < 0 or length % count:
            return
        inner = name[len(before) : len(before) + length // count]
        if self.format.render({"name": self.name, GRID_LOCATION: inner}, say) == name:
            yield inner


def _first(parts: Sequence[tuple[bool, str]]) -> int:
    return next(place for place, (kept, _) in enumerate(parts) if kept)


class ZonedGrid:
    """Zones, the first of several around a pixel counting, over a background grid."""

    __slots__ = ("_boxes", "background", "zones")

    def __init__(self, zones: Sequence[Zone], background: MapGrid | None) -> None:
        self.zones = tuple(zones)
        self.background = background
        self._boxes = [(zone.polygon.left, zone.polygon.right, zone.polygon.top, zone.polygon.bottom, zone) for zone in zones]

    def zone(self, x: int, y: int) -> Zone | None:
        for left, right, top, bottom, zone in self._boxes:
            if left <= x < right and top <= y < bottom and zone.polygon.contains(x, y):
                return zone
        return None

    def location(self, x: int, y: int, say: Say) -> str | None:
        zone = self.zone(x, y)
        if zone is not None:
            return zone.location(x, y, say)
        return self.background.location(x, y, say) if self.background is not None else None

    def snap(self, x: int, y: int, force: bool = False, centre_only: bool = False) -> Point:
        zone = self.zone(x, y)
        if zone is not None:
            return zone.snap(x, y, force, centre_only)
        return self.background.snap(x, y, force, centre_only) if self.background is not None else (x, y)

    def places(self, name: str, say: Say) -> Iterator[Point]:
        for zone in self.zones:
            yield from zone.places(name, say)
        if self.background is not None:
            yield from self.background.places(name, say)

    def region(self, name: str) -> Iterator[Point]:
        """The regions of that name, also where their zone keeps silent about them."""
        grids = [zone.grid for zone in self.zones] + [self.background]
        for grid in grids:
            if isinstance(grid, RegionGrid):
                yield from grid.points(name)
