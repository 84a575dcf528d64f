"""The map of Seelow & Küstrin 1945: places from the ground and the rulebook, heights, waters and ways from hand-kept lists."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from .grid import COLUMN_STEP, Hex, Point, Side, side
from .projection import Anchor, Projection, Residual, rms_km, stereographic
from .seelow_draw import draw
from .seelow_grid import SeelowGrid, adjacent, centre, depth
from .seelow_sources import SeelowSources, SourceError, hexes, on_map, read_seelow
from .sources import RECONSTRUCTION, RULEBOOK, Line
from .tables import _text

GAME = "seelow-kustrin"


@dataclass(frozen=True, slots=True)
class Cell:
    hex: Hex
    ground: str = "clear"
    settlement: str = ""
    name: str = ""
    level: int = 1
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Mark:
    """Something along a hexside or across it."""

    side: Side
    kind: str
    source: str
    note: str


@dataclass(frozen=True, slots=True)
class SeelowMap:
    grid: SeelowGrid
    projection: Projection
    residuals: tuple[Residual, ...]
    cells: dict[Hex, Cell]
    sides: tuple[Mark, ...]
    routes: tuple[Mark, ...]
    areas: tuple[tuple[str, Hex, str, str], ...]


def fit(anchors: Sequence[Anchor]) -> tuple[Projection, tuple[Residual, ...]]:
    """The similarity with the least squares over the stated places, and how far off it puts them."""
    count = len(anchors)
    origin = (sum(a.at[0] for a in anchors) / count, sum(a.at[1] for a in anchors) / count)
    ground = [stereographic(origin, a.at) for a in anchors]
    board = [centre(a.hex) for a in anchors]
    mid_ground, mid_board = sum(ground) / count, sum(board) / count
    over = sum((b - mid_board) * (g - mid_ground).conjugate() for g, b in zip(ground, board, strict=True))
    turn = over / sum(abs(g - mid_ground) ** 2 for g in ground)
    bare = Projection(origin, turn, mid_board - turn * mid_ground, ())
    off = [bare.fitted(a.at) - b for a, b in zip(anchors, board, strict=True)]
    residuals = tuple(Residual(a.name, a.hex, o, abs(o) * bare.km_per_hex) for a, o in zip(anchors, off, strict=True))
    pulls = tuple((bare.fitted(a.at), -o) for a, o in zip(anchors, off, strict=True))
    return replace(bare, pulls=pulls), residuals


def build(sources: SeelowSources) -> SeelowMap:
    anchors = [Anchor(t["name"], t["hex"], t.degrees()) for t in sources.towns if t["anchor"] == "yes"]
    projection, residuals = fit(anchors)
    cells = {hex_: Cell(hex_, level=_level(hex_, sources.heights)) for hex_ in sources.grid.hexes()}
    for line in sources.levels:
        cells[line["hex"]] = _noted(replace(cells[line["hex"]], level=int(line["level"])), line["note"])
    for line in sources.grounds:
        for hex_ in hexes(line, "hexes", sources.grid):
            if cells[hex_].ground != "clear":
                raise line.error(f"{hex_} is {cells[hex_].ground} already")
            cells[hex_] = _noted(replace(cells[hex_], ground=line["ground"]), line["note"])
    where = _settle(sources, projection, cells)
    return SeelowMap(
        sources.grid,
        projection,
        residuals,
        cells,
        tuple(sorted(_sides(sources), key=lambda one: (one.side, one.kind))),
        tuple(sorted(_routes(sources, where), key=lambda one: (one.side, one.kind))),
        tuple(sorted(_areas(sources))),
    )


def _noted(cell: Cell, note: str) -> Cell:
    return replace(cell, notes=(*cell.notes, note)) if note else cell


def _level(hex_: Hex, heights: tuple[Line, ...]) -> int:
    """The highest level whose outline holds the middle of the hex."""
    outlines: dict[tuple[str, int], list[Point]] = {}
    for line in heights:
        corner = complex(line.decimal("column") * COLUMN_STEP, -line.decimal("row"))
        outlines.setdefault((line["name"], int(line["level"])), []).append(corner)
    return max((level for (_, level), ring in outlines.items() if _inside(centre(hex_), ring)), default=1)


def _inside(point: Point, ring: Sequence[Point]) -> bool:
    """Whether a ray to the east crosses the outline an odd number of times."""
    crossings = 0
    for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
        if (a.imag > point.imag) != (b.imag > point.imag):
            share = (point.imag - a.imag) / (b.imag - a.imag)
            crossings += a.real + share * (b.real - a.real) > point.real
    return crossings % 2 == 1


def _settle(sources: SeelowSources, projection: Projection, cells: dict[Hex, Cell]) -> dict[str, Hex]:
    where: dict[str, Hex] = {}
    for line in sources.towns:
        hex_ = line["hex"] or sources.grid.at(projection.plane(line.degrees()))
        cell = cells[hex_]
        if cell.name or cell.ground != "clear":
            raise line.error(f"{line['name']} lies in {hex_}, which is {cell.name or cell.ground}")
        cells[hex_] = _noted(replace(cell, settlement=line["class"], name=line["name"]), line["note"])
        where.setdefault(line["name"], hex_)
    return where


def _sides(sources: SeelowSources) -> Iterable[Mark]:
    for line in sources.waters:
        banks = hexes(line, "west", sources.grid), hexes(line, "east", sources.grid)
        lonely = [h for bank, other in (banks, banks[::-1]) for h in bank if not any(adjacent(h, o) for o in other)]
        if lonely:
            raise line.error(f"{lonely[0]} does not lie on the {line['name']}")
        for a in banks[0]:
            yield from (Mark(side(a, b), line["feature"], line["source"], line["name"]) for b in banks[1] if adjacent(a, b))
    for line in sources.lower:
        yield Mark(side(line["a"], line["b"]), "lower-hexside", line["source"], line["note"])


def _routes(sources: SeelowSources, where: dict[str, Hex]) -> Iterable[Mark]:
    found: dict[tuple[Side, str], Mark] = {}
    for line in sources.routes:
        stops = [where.get(name) or on_map(line, name, sources.grid) for name in line["through"].split(" > ")]
        for start, stop in pairwise(stops):
            for pair in sources.grid.straight(start, stop):
                note = "; ".join(filter(None, (line["name"], line["note"])))
                found.setdefault((pair, line["kind"]), Mark(pair, line["kind"], line["source"], note))
    return found.values()


ENTRIES = {"west": "12.22", "south": "12.22", "north": "12.21"}  # edges of which a section names hexes


def _areas(sources: SeelowSources) -> Iterable[tuple[str, Hex, str, str]]:
    for line in sources.areas:
        yield from ((line["area"], hex_, line["source"], line["note"]) for hex_ in hexes(line, "hexes", sources.grid))
    grid = sources.grid
    canal = next((line for line in sources.waters if line["feature"] == "stream"), None)
    # West of the canal lies all that is no further north-east than the bank in its column.
    bank: dict[str, float] = {}
    for hex_ in hexes(canal, "west", grid) if canal is not None else ():
        bank[hex_[:2]] = min(depth(hex_), bank.get(hex_[:2], depth(hex_)))
    for hex_ in grid.hexes():
        column, row = int(hex_[:2]), int(hex_[2:])
        sides = (column == grid.columns[0], column == grid.columns[1], row == grid.rows[0], row == grid.rows[1])
        edges = [name for name, here in zip(("west", "east", "north", "south"), sides, strict=True) if here]
        yield from (
            (f"edge-{name}", hex_, RULEBOOK if name in ENTRIES else RECONSTRUCTION, ENTRIES.get(name, "")) for name in edges
        )
        if row <= 8:
            yield "scenario-kuestrin", hex_, RULEBOOK, "11.0"
        if hex_[:2] in bank and depth(hex_) >= bank[hex_[:2]]:
            yield "west-of-canal", hex_, RECONSTRUCTION, "12.43"


def files(made: SeelowMap) -> dict[str, str]:
    """The text of each file of the map by its name."""
    cells = [
        (c.hex, " ".join(filter(None, (c.ground, c.settlement))), c.name, str(c.level), "", RECONSTRUCTION, "; ".join(c.notes))
        for _, c in sorted(made.cells.items())
    ]
    return {
        "hexes.csv": _text(("hex", "terrain", "name", "level", "features", "source", "note"), cells),
        "hexsides.csv": _text(
            ("a", "b", "feature", "facing", "source", "note"),
            [(*one.side, one.kind, "", one.source, one.note) for one in made.sides],
        ),
        "routes.csv": _text(
            ("a", "b", "kind", "source", "note"), [(*one.side, one.kind, one.source, one.note) for one in made.routes]
        ),
        "areas.csv": _text(("area", "hex", "source", "note"), made.areas),
    }


def run(folder: Path, *, check: bool, png: Path | None, size: float) -> int:
    """Makes the files of the map from their sources, or says which of them differ; 2 if a source is wrong."""
    try:
        made = build(read_seelow(folder / "sources"))
    except (SourceError, OSError) as problem:
        print(problem, file=sys.stderr)
        return 2
    if png is not None:
        draw(made.grid, made.cells, {"side": made.sides, "route": made.routes}, png, size)
    wanted = files(made)
    if check:
        stale = [n for n, text in wanted.items() if not (folder / n).is_file() or (folder / n).read_bytes() != text.encode()]
        for name in stale:
            print(f"{name} is not what the sources give", file=sys.stderr)
        return 1 if stale else 0
    for name, text in wanted.items():
        (folder / name).write_text(text, "utf-8", newline="\n")
    print(summary(made))
    return 0


def summary(made: SeelowMap) -> str:
    """What was fitted and made, in a few lines."""
    off = rms_km(list(made.residuals))
    lines = [f"a hex is {made.projection.km_per_hex:.2f} km; the stated places are off by {off:.1f} km (root of the mean square)"]
    lines += [f"  {one.name} {one.hex}: {one.km:.1f} km" for one in made.residuals]
    levels = [f"level {cell.level}" for cell in made.cells.values()]
    grounds = [cell.ground for cell in made.cells.values()]
    marks = [[one.kind for one in marks] for marks in (made.sides, made.routes)]
    for title, words in (("hexes", levels), ("ground", grounds), ("hexsides", marks[0]), ("routes", marks[1])):
        lines.append(f"{title}: {', '.join(f'{word} {words.count(word)}' for word in sorted(set(words)))}")
    return "\n".join(lines)
