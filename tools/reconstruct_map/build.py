"""From sources to the map: the one place where all the parts meet."""

from __future__ import annotations

from dataclasses import dataclass, replace

from . import terrain
from .grid import Grid, Hex, Point, Side, parts, side
from .lines import Fortified, fortify
from .projection import Anchor, Projection, Residual, fit
from .rivers import chain, course, net_of_sides
from .routes import Edge, Land, lay
from .sources import RECONSTRUCTION, RULEBOOK, Course, Line, SourceError, Sources, Town


@dataclass(frozen=True, slots=True)
class Cell:
    hex: Hex
    ground: str
    source: str = RECONSTRUCTION
    settlement: str = ""
    name: str = ""
    features: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Bank:
    """A hexside with water on it."""

    side: Side
    feature: str
    source: str
    note: str


@dataclass(frozen=True, slots=True)
class AreaHex:
    area: str
    hex: Hex
    source: str
    note: str


@dataclass(frozen=True, slots=True)
class Map:
    grid: Grid
    projection: Projection
    residuals: tuple[Residual, ...]
    cells: dict[Hex, Cell]
    banks: tuple[Bank, ...]
    fortified: tuple[Fortified, ...]
    edges: tuple[Edge, ...]
    areas: tuple[AreaHex, ...]
    outlines: tuple[terrain.Area, ...]
    courses: tuple[tuple[str, tuple[Point, ...]], ...]

    @property
    def wet(self) -> frozenset[Hex]:
        return frozenset(h for h, cell in self.cells.items() if cell.ground in terrain.WATER_GROUNDS)


def build(sources: Sources) -> Map:
    grid = sources.settings.grid
    projection, residuals = fit([Anchor(t.name, t.hex, t.at) for t in sources.towns if t.hex and t.hex_source == RULEBOOK], grid)
    areas = terrain.water_areas(sources.waters, projection)
    spit_hexes, spit_sides = _spits(sources.spits, projection, grid)
    cells = _grounds(sources, projection, areas, spit_hexes)
    _settle(sources.towns, projection, grid, cells)
    wet = frozenset(h for h, cell in cells.items() if cell.ground in terrain.WATER_GROUNDS)
    banks = _banks(sources, projection, areas, wet, spit_sides)
    sides = {bank.side: bank.feature for bank in banks}
    land = Land(grid, {h: c.ground for h, c in cells.items()}, wet, sides)
    edges = lay(sources.routes, lambda line, name: _locate(line, name, sources, projection, cells), land)
    fortified = fortify(sources.lines, grid, wet, sides, projection.rows_bearing)
    named = [AreaHex(*_place(line, grid)) for line in sources.places]
    for one in named:
        if one.area.startswith(("source-", "entry-", "vp")):
            cells[one.hex] = replace(cells[one.hex], features=tuple(sorted({*cells[one.hex].features, one.area})))
    named += _haff(sources, projection, areas, cells)
    named += _edges(grid)
    return Map(
        grid,
        projection,
        tuple(residuals),
        cells,
        tuple(banks),
        tuple(fortified),
        tuple(edges),
        tuple(sorted(named, key=lambda one: (one.area, one.hex))),
        tuple(areas),
        tuple((river.kind, tuple(course(river, projection, grid))) for river in sources.rivers),
    )


def _spits(spits: tuple[Course, ...], projection: Projection, grid: Grid) -> tuple[set[Hex], set[Side]]:
    """Hexes that a narrow tongue of land passes through, and the hexsides it passes over."""
    hexes: set[Hex] = set()
    sides: set[Side] = set()
    for spit in spits:
        before: Hex | None = None
        for spot in terrain.crossed([projection.plane(at) for at in spit.points], 0.02):
            here = grid.at(spot)
            if abs(grid.centre(here) - spot) > 0.6:
                before = None
                continue
            hexes.add(here)
            if before is not None and here != before:
                sides.add(side(before, here))
            before = here
    return hexes, sides


def _grounds(sources: Sources, projection: Projection, areas: list[terrain.Area], spits: set[Hex]) -> dict[Hex, Cell]:
    strips = terrain.wood_strips(sources.woods, projection)
    cells = {}
    for hex_ in sources.settings.grid.hexes():
        ground = terrain.ground(sources.settings.grid.centre(hex_), areas, strips, sources.settings)
        note = ""
        if hex_ in spits and ground in terrain.WATER_GROUNDS:
            ground, note = "clear", "a spit"
        cells[hex_] = Cell(hex_, ground, note=note)
    for line in sources.hexes:
        if line["hex"] not in cells:
            raise line.error(f"{line['hex']} is not on the map")
        cells[line["hex"]] = Cell(line["hex"], line["ground"], line["source"], note=line["note"])
    return cells


def _settle(towns: tuple[Town, ...], projection: Projection, grid: Grid, cells: dict[Hex, Cell]) -> None:
    for town in towns:
        hex_ = place_of(town, projection, grid)
        cell = cells[hex_]
        if cell.name:
            raise SourceError(f"{town.name} and {cell.name} both lie in {hex_}")
        if cell.ground in terrain.WATER_GROUNDS:
            raise SourceError(f"{town.name} lies in {hex_}, which is {cell.ground}")
        # A stated hex is not enough: what a hex is in play is decided by the class of its settlement.
        notes = "; ".join(filter(None, (town.note, cell.note)))
        features = ("vp",) if town.hex_source == RULEBOOK else ()
        cells[hex_] = replace(cell, settlement=town.size, name=town.name, source=town.size_source, note=notes, features=features)


def place_of(town: Town, projection: Projection, grid: Grid) -> Hex:
    return town.hex or grid.at(projection.plane(town.at))


def _banks(
    sources: Sources, projection: Projection, areas: list[terrain.Area], wet: frozenset[Hex], spits: set[Side]
) -> list[Bank]:
    grid = sources.settings.grid
    stated = {side(line["a"], line["b"]): line for line in sources.hexsides}
    banks: dict[Side, Bank] = {}
    for pair in grid.sides():
        if pair[0] in wet or pair[1] in wet or pair in spits or pair in stated:
            continue
        if terrain.wet_side(grid.ends(*pair), areas) >= sources.settings.water_hexside:
            banks[pair] = Bank(pair, "water", RECONSTRUCTION, "")
    net = net_of_sides(grid)
    # Large rivers first, so that a hexside that two rivers share keeps the larger.
    for river in sorted(sources.rivers, key=lambda one: one.kind != "major"):
        for pair in chain(river, projection, grid, net):
            if pair[0] not in wet and pair[1] not in wet and pair not in stated:
                banks.setdefault(pair, Bank(pair, f"river-{river.kind}", RECONSTRUCTION, river.name))
    for pair, line in stated.items():
        if line["feature"] != "land":
            banks[pair] = Bank(pair, line["feature"], line["source"], line["note"])
    return sorted(banks.values(), key=lambda bank: bank.side)


def _locate(line: Line, name: str, sources: Sources, projection: Projection, cells: dict[Hex, Cell]) -> Hex:
    grid = sources.settings.grid
    town = next((t for t in sources.towns if t.name == name), None)
    if town is not None:
        hex_ = place_of(town, projection, grid)
    elif name in sources.points:
        hex_ = grid.at(projection.plane(sources.points[name]))
    elif name in cells:
        hex_ = name
    else:
        raise line.error(f"nothing is known of a place named {name!r}")
    if cells[hex_].ground in terrain.WATER_GROUNDS:
        raise line.error(f"{name} lies in {hex_}, which is {cells[hex_].ground}")
    return hex_


def _place(line: Line, grid: Grid) -> tuple[str, Hex, str, str]:
    if line["hex"] not in grid:
        raise line.error(f"{line['hex']} is not on the map")
    return line["feature"], line["hex"], line["source"], line["note"]


def _haff(sources: Sources, projection: Projection, areas: list[terrain.Area], cells: dict[Hex, Cell]) -> list[AreaHex]:
    haff = [a for a in areas if a.name.startswith("Frisches Haff")]
    return [
        AreaHex("frisches-haff", hex_, RECONSTRUCTION, "")
        for hex_, cell in cells.items()
        if cell.ground == "lagoon" and any(terrain.shares(sources.settings.grid.centre(hex_), [a]) for a in haff)
    ]


def _edges(grid: Grid) -> list[AreaHex]:
    """The four edges, for arrivals that are pushed along the edge of their entry hex (8.0.3)."""
    found = []
    for hex_ in grid.hexes():
        column, row = parts(hex_)
        on = (("west", column == grid.columns), ("east", column == 1), ("south", row == 1), ("north", row == grid.rows))
        found += [AreaHex(f"edge-{name}", hex_, RECONSTRUCTION, "") for name, here in on if here]
    return found
