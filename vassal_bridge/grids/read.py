"""From components of the build file to grids. What VASSAL could not build is left out and becomes a problem."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..buildfile import Component, Problems, java_double, java_int, shown
from ..errors import LimitError
from .base import MapGrid
from .formats import Format
from .hexes import DEFAULT_HEIGHT, DEFAULT_WIDTH, SQRT3_2, HexGrid
from .numbering import ZEROS, Axis, Numbering
from .polygon import Polygon, parse_path
from .regions import RegionGrid
from .squares import SquareGrid
from .zones import Zone, ZonedGrid

BOARD_PACKAGE = "VASSAL.build.module.map.boardPicker.board."
NUMBERING_PACKAGE = BOARD_PACKAGE + "mapgrid."

ZONES = 2_000  # on one board; seen: 17
REGIONS = 10_000  # in one grid; seen: 29
CORNERS = 2_000  # of one zone, and ten times as many on one board; seen: 40
FORMAT = 10_000  # characters; seen: 60
SMALLEST_CELL = 0.01  # pixels; anything smaller, or larger than the largest, is nobody's grid
LARGEST_CELL = 1e7


class _UnusableError(ValueError):
    """The component has an attribute that VASSAL would choke on."""


@dataclass(frozen=True, slots=True)
class Context:
    """What reading a grid needs to know besides the component."""

    where: str
    problems: Problems
    keep_zeros: bool = True  # the module's option that a number such as 007 keeps its zeros

    def at(self, place: str) -> Context:
        return Context(f"{self.where}, {place}", self.problems, self.keep_zeros)

    def format(self, text: str) -> Format:
        if len(text) > FORMAT:
            raise LimitError(f"a location format of more than {FORMAT:,} characters")
        made = Format(text, self.keep_zeros)
        if made.is_script:
            self.problems.add(self.where, "its location format is a BeanShell expression, which is not evaluated here")
        return made


def read_grid(holder: Component, space: Polygon, context: Context) -> MapGrid | None:
    """The grid of a board, of a zoned grid (its background) or of a zone. If there are several, the last one counts."""
    grid: MapGrid | None = None
    for part in holder.children:
        reader = _READERS.get(part.tag)
        if reader is _zoned_grid and holder.kind != "Board":
            context.problems.add(context.where, "holds a zoned grid, which only a board can; it names and snaps nothing")
        elif reader is not None:
            try:
                grid = reader(part, space, context)
            except _UnusableError as error:
                context.problems.add(f"{context.where}, {part.kind}", f"{error}; this grid names and snaps nothing")
        elif not part.tag.startswith("VASSAL."):
            context.problems.add(context.where, f"what its part of the class {shown(part.tag)} does is not known here")
    return grid


def _integer(component: Component, name: str, default: int) -> int:
    text = component.attributes.get(name)
    if text is None:
        return default
    value = java_int(text)
    if value is None:
        raise _UnusableError(f"{name} is {shown(text)!r}, no whole number")
    return value


def _double(component: Component, name: str, default: float) -> float:
    text = component.attributes.get(name)
    if text is None:
        return default
    value = java_double(text)
    if value is None:
        raise _UnusableError(f"{name} is {shown(text)!r}, no number")
    return value


def _cell(name: str, size: float) -> float:
    if not SMALLEST_CELL <= size <= LARGEST_CELL:
        raise _UnusableError(f"{name} is {size:g}, no size of a cell")
    return size


def _hex_grid(component: Component, space: Polygon, context: Context) -> HexGrid:
    dx, dy = _double(component, "dx", DEFAULT_WIDTH), _double(component, "dy", DEFAULT_HEIGHT)
    if "dy" in component.attributes and dx == DEFAULT_WIDTH:
        dx = SQRT3_2 * dy  # a grid that only knows its height is regular; VASSAL takes the standard width for "unknown"
    return HexGrid(
        space,
        x0=_integer(component, "x0", 0),
        y0=_integer(component, "y0", 32),
        dx=_cell("dx", dx),
        dy=_cell("dy", dy),
        sideways=component.flag("sideways"),
        snaps=component.flag("snapTo", True),
        edges=component.flag("edgesLegal"),
        corners=component.flag("cornersLegal"),
        snap_scale=_integer(component, "snapscale", 0),
        numbering=_numbering(component, "HexGridNumbering", context, stagger=True),
    )


def _square_grid(component: Component, space: Polygon, context: Context) -> SquareGrid:
    return SquareGrid(
        space,
        x0=_integer(component, "x0", 24),
        y0=_integer(component, "y0", 24),
        dx=_cell("dx", _double(component, "dx", 48.0)),
        dy=_cell("dy", _double(component, "dy", 48.0)),
        snaps=component.flag("snapTo", True),
        edges=component.flag("edgesLegal"),
        corners=component.flag("cornersLegal"),
        numbering=_numbering(component, "SquareGridNumbering", context, stagger=False),
    )


def _numbering(grid: Component, kind: str, context: Context, stagger: bool) -> Numbering | None:
    numbering = None
    for part in grid.children:
        if part.tag == NUMBERING_PACKAGE + kind:
            try:
                numbering = Numbering(
                    columns=_axis(part, "h"),
                    rows=_axis(part, "v"),
                    columns_first=part.get("first", "H")[:1] == "H",
                    separator=part.get("sep"),
                    format=context.at(kind).format(part.get("locationFormat", "$gridLocation$")),
                    stagger=stagger and part.flag("stagger", True),
                )
            except _UnusableError as error:
                context.problems.add(f"{context.where}, {kind}", f"{error}; the grid has no names")
    return numbering


def _axis(component: Component, letter: str) -> Axis:
    leading = _integer(component, letter + "Leading", 1)
    return Axis(
        alphabetic=component.get(letter + "Type", "N")[:1] == "A",
        leading=max(0, min(leading, ZEROS)),
        offset=_integer(component, letter + "Off", 1),
        descending=component.flag(letter + "Descend"),
    )


def _region_grid(component: Component, space: Polygon, context: Context) -> RegionGrid:
    regions = []
    for part in component.children:
        if part.tag == BOARD_PACKAGE + "Region":
            try:
                point = _integer(part, "originx", 0), _integer(part, "originy", 0)
            except _UnusableError as error:
                context.problems.add(f"{context.where}, region {shown(part.get('name'))}", f"{error}; there is no such region")
                continue
            regions.append((part.get("name"), point))
            if len(regions) > REGIONS:
                raise LimitError(f"a grid of more than {REGIONS:,} regions")
    return RegionGrid(regions, space, snaps=component.get("snapto", "true") == "true")


def _zoned_grid(component: Component, space: Polygon, context: Context) -> ZonedGrid:
    background = read_grid(component, space, context)
    zones = []
    corners = 0
    for part in component.children:
        if part.tag == NUMBERING_PACKAGE + "Zone":
            zones.append(_zone(part, background, context))
            corners += len(zones[-1].polygon.points)
            if len(zones) > ZONES or corners > CORNERS * 10 or len(zones[-1].polygon.points) > CORNERS:
                raise LimitError(f"more than {ZONES:,} zones on a board, or more than {CORNERS:,} corners of a zone")
    return ZonedGrid(zones, background)


def _zone(component: Component, background: MapGrid | None, context: Context) -> Zone:
    name = component.get("name")
    context = context.at(f"zone {shown(name)}")
    polygon = Polygon(parse_path(component.get("path")))
    if len(polygon.points) < 3:
        context.problems.add(context.where, "has fewer than three corners, so nothing lies in it")
    shared = component.get("useParentGrid") == "true"
    own = read_grid(component, polygon, context)
    return Zone(
        name=name,
        polygon=polygon,
        format=context.format(component.get("locationFormat", "$name$")),
        grid=background if shared else own,
        uses_parent_grid=shared,
    )


_READERS: dict[str, Callable[[Component, Polygon, Context], MapGrid]] = {
    BOARD_PACKAGE + "HexGrid": _hex_grid,
    BOARD_PACKAGE + "SquareGrid": _square_grid,
    BOARD_PACKAGE + "RegionGrid": _region_grid,
    BOARD_PACKAGE + "ZonedGrid": _zoned_grid,
}
