"""The map of Vistula-Oder-Berlin: ground, coast and rivers from geography, and all that its rulebook states of hexes."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from . import terrain
from .build import AreaHex, Bank, Cell, Map
from .draw import NORTH_UP, draw
from .grid import Grid, Hex, Side, number, parts, side
from .lines import Fortified, fortify
from .projection import Anchor, Projection, fit, rms_km
from .rivers import chain, course, net_of_sides
from .routes import Land, lay
from .sources import RECONSTRUCTION, RULEBOOK, Line, SourceError
from .tables import files
from .vob_sources import VobSources, on_map, read_vob

GAME = "vistula-oder-berlin"
# Hexsides that are all water, by what they lie in.
_WET = {"sea": "coastline", "lake": "lakeside"}


def build(sources: VobSources) -> Map:
    grid = sources.settings.grid
    anchors = [Anchor(line["name"], line["hex"], line.degrees()) for line in sources.towns if line["anchor"] == "yes"]
    projection, residuals = fit(anchors, grid)
    areas = terrain.water_areas(sources.waters, projection)
    cells = _grounds(sources, projection, areas)
    where = _settle(sources, projection, cells)
    wet = frozenset(h for h, cell in cells.items() if cell.ground in terrain.WATER_GROUNDS)
    banks = _banks(sources, projection, areas, wet)
    sides = {bank.side: bank.feature for bank in banks}
    land = Land(grid, {h: c.ground for h, c in cells.items()}, wet, sides)

    def locate(line: Line, name: str) -> Hex:
        hex_ = where.get(name) or (
            grid.at(projection.plane(sources.points[name])) if name in sources.points else on_map(line, name, grid)
        )
        if hex_ in wet:
            raise line.error(f"{name} lies in {hex_}, which is {cells[hex_].ground}")
        return hex_

    edges = lay(sources.routes, locate, land)
    fortified = _fortified(sources, wet, sides, projection.rows_bearing)
    _tag(sources, cells, wet)
    return Map(
        grid,
        projection,
        tuple(residuals),
        cells,
        tuple(banks),
        tuple(fortified),
        tuple(edges),
        tuple(sorted(_areas(sources), key=lambda one: (one.area, one.hex))),
        tuple(areas),
        tuple(("river", tuple(course(river, projection, grid))) for river in sources.rivers),
    )


def _grounds(sources: VobSources, projection: Projection, areas: list[terrain.Area]) -> dict[Hex, Cell]:
    strips = terrain.wood_strips(sources.woods, projection)
    grid = sources.settings.grid
    cells = {h: Cell(h, terrain.ground(grid.centre(h), areas, strips, sources.settings)) for h in grid.hexes()}
    for line in sources.hexes:
        cells[line["hex"]] = Cell(line["hex"], line["ground"], line["source"], note=line["note"])
    return cells


def _settle(sources: VobSources, projection: Projection, cells: dict[Hex, Cell]) -> dict[str, Hex]:
    where: dict[str, Hex] = {}
    for line in sources.towns:
        hex_ = line["hex"] or sources.settings.grid.at(projection.plane(line.degrees()))
        cell = cells[hex_]
        if cell.name:
            raise line.error(f"{line['name']} and {cell.name} both lie in {hex_}")
        if cell.ground in terrain.WATER_GROUNDS:
            raise line.error(f"{line['name']} lies in {hex_}, which is {cell.ground}")
        # What a hex is in play is decided by the class of its settlement, so that is whose word the row is.
        cells[hex_] = replace(
            cell,
            settlement=line["class"],
            name=line["name"],
            source=line["class_source"],
            note="; ".join(filter(None, (line["note"], cell.note))),
            features=(f"vp-{line['vp']}",) if line["vp"] else (),
        )
        where[line["name"]] = hex_
    return where


def _banks(sources: VobSources, projection: Projection, areas: list[terrain.Area], wet: frozenset[Hex]) -> list[Bank]:
    grid = sources.settings.grid
    stated = {side(line["a"], line["b"]): line for line in sources.hexsides}
    dry = [pair for pair in grid.sides() if not wet.intersection(pair) and pair not in stated]
    banks: dict[Side, Bank] = {}
    for kind, feature in _WET.items():
        own = [area for area in areas if area.kind == kind]
        for pair in dry:
            if terrain.wet_side(grid.ends(*pair), own) >= sources.settings.water_hexside:
                banks[pair] = Bank(pair, feature, RECONSTRUCTION, "")
    net = net_of_sides(grid)
    for river in sources.rivers:
        for pair in chain(river, projection, grid, net):
            if not wet.intersection(pair) and pair not in stated:
                banks.setdefault(pair, Bank(pair, "river", RECONSTRUCTION, river.name))
    for pair, line in stated.items():
        if line["feature"] not in ("land", "fortification"):
            banks[pair] = Bank(pair, line["feature"], line["source"], line["note"])
    return sorted(banks.values(), key=lambda bank: bank.side)


def _fortified(sources: VobSources, wet: frozenset[Hex], sides: Mapping[Side, str], north: float) -> list[Fortified]:
    """The lines, after the single hexsides that the rulebook states."""
    stated = [
        Fortified(side(line["a"], line["b"]), line["feature"], line["facing"], line["note"], line["source"])
        for line in sources.hexsides
        if line["feature"] == "fortification"
    ]
    known = {one.side for one in stated}
    drawn = fortify(sources.lines, sources.settings.grid, wet, sides, north)
    return sorted([*stated, *(one for one in drawn if one.side not in known)], key=lambda one: one.side)


def _tag(sources: VobSources, cells: dict[Hex, Cell], wet: frozenset[Hex]) -> None:
    tags = [(line["hex"], line["feature"]) for line in sources.places]
    tags += [(hex_, "coast") for hex_ in _coast(sources.settings.grid, cells, wet)]
    for hex_, tag in tags:
        cells[hex_] = replace(cells[hex_], features=tuple(sorted({*cells[hex_].features, tag})))


def _coast(grid: Grid, cells: Mapping[Hex, Cell], wet: frozenset[Hex]) -> list[Hex]:
    """Land beside the sea (8.10)."""
    return [h for h in grid.hexes() if h not in wet and any(cells[other].ground == "sea" for other in grid.neighbours(h))]


def _areas(sources: VobSources) -> Iterable[AreaHex]:
    grid = sources.settings.grid
    for line in sources.places:
        yield AreaHex(line["feature"], line["hex"], line["source"], line["note"])
    for line in sources.fronts:
        hexes = line["hexes"].split()
        for hex_ in hexes:
            named = hex_ in line["stated"].split()
            yield AreaHex(line["area"], hex_, RULEBOOK if named else RECONSTRUCTION, line["cite"] if named else line["note"])
    yield from _behind_lines(sources, grid)
    for hex_ in grid.hexes():
        column, row = parts(hex_)
        on = (("north", column == 1), ("south", column == grid.columns), ("east", row == 1), ("west", row == grid.rows))
        yield from (AreaHex(f"edge-{name}", hex_, RECONSTRUCTION, "") for name, here in on if here)


def _behind_lines(sources: VobSources, grid: Grid) -> Iterable[AreaHex]:
    """Who controls what before the first turn (13.1): in each column all east of the Allied line and all west of the German.

    A column without a line, or where the two lines cross (2802 and 2803), is as the one before it.
    """
    rows: dict[tuple[str, int], list[int]] = {}
    for line in sources.fronts:
        for column, row in map(parts, line["hexes"].split()):
            rows.setdefault((line["side"], column), []).append(row)
    west, east = grid.rows, 1
    for column in range(1, grid.columns + 1):
        first, last = min(rows.get(("german", column), [0])), max(rows.get(("allied", column), [grid.rows]))
        if first > last:
            west, east = first, last
        for row in range(1, grid.rows + 1):
            area = "start-german" if row >= west else "start-allied" if row <= east else ""
            if area:
                yield AreaHex(area, number(column, row), RECONSTRUCTION, "13.1")


def tables(made: Map) -> dict[str, str]:
    """The files of the map; under the ice of a lake lies ground as clear as any (8.11)."""
    thawed = {h: replace(c, ground="clear lake") if c.ground == "lake" else c for h, c in made.cells.items()}
    return files(replace(made, cells=thawed))


def run(folder: Path, *, check: bool, png: Path | None, size: float) -> int:
    """Makes the files of the map from their sources, or says which of them differ; 2 if a source is wrong."""
    try:
        made = build(read_vob(folder / "sources"))
    except (SourceError, OSError) as problem:
        print(problem, file=sys.stderr)
        return 2
    if png is not None:
        draw(made, png, size, NORTH_UP)
    wanted = tables(made)
    if check:
        stale = [n for n, text in wanted.items() if not (folder / n).is_file() or (folder / n).read_bytes() != text.encode()]
        for name in stale:
            print(f"{name} is not what the sources give", file=sys.stderr)
        return 1 if stale else 0
    for name, text in wanted.items():
        (folder / name).write_text(text, "utf-8", newline="\n")
    print(summary(made))
    return 0


def summary(made: Map) -> str:
    """What was fitted and made, in a few lines."""
    off = rms_km(list(made.residuals))
    lines = [f"a hex is {made.projection.km_per_hex:.2f} km; the stated places are off by {off:.1f} km (root of the mean square)"]
    lines += [f"  {one.name} {one.hex}: {one.km:.1f} km" for one in made.residuals]
    marks = {
        "hexes": [cell.ground for cell in made.cells.values()],
        "settlements": [cell.settlement for cell in made.cells.values() if cell.settlement],
        "hexsides": [bank.feature for bank in made.banks] + [one.kind for one in made.fortified],
        "routes": [edge.kind for edge in made.edges],
        "hexes by source": [cell.source for cell in made.cells.values()],
    }
    for title, words in marks.items():
        lines.append(f"{title}: {', '.join(f'{word} {words.count(word)}' for word in sorted(set(words)))}")
    return "\n".join(lines)
