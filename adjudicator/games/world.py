"""The map and the counters of a game, from their tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from adjudicator import factname
from adjudicator.engine.board import Board, Feature, Terrain
from adjudicator.engine.hexes import Grid, Hex, Side
from adjudicator.engine.units import Unit
from adjudicator.facts import Fact, Known, Source, Unknown

from .errors import GameReferenceError, GameValueError, instead
from .files import CsvRow, CsvSheet, Faults, Home, checked, read_csv
from .find import GAME_FILE
from .models import OFF_MAP, UNKNOWN, AreaLine, GameEntry, HexLine, HexsideLine, RouteLine, UnitLine, _Line

L = TypeVar("L", bound=_Line)
Renamed = Callable[[str], str]

_WEAKEST_FIRST = (Source.RECONSTRUCTION, Source.PLAYER, Source.PRINTED, Source.RULEBOOK)
_LATER_STEPS = ("", "reduced_", *(f"step{number}_" for number in range(3, 21)))


def weakest(sources: Iterable[Source]) -> Source:
    """Whom a fact rests on that several vouch for parts of."""
    return min(sources, key=_WEAKEST_FIRST.index)


def lines(sheet: CsvSheet, model: type[L], faults: Faults, extra: Iterable[str] = ()) -> Iterator[tuple[CsvRow, L]]:
    """The rows of a table as a model; the columns in `extra` are for somebody else."""
    others = set(extra)
    known = {field.alias or name for name, field in model.model_fields.items()} | others
    for column in (column for column in sheet.columns if column not in known):
        faults.append(
            GameValueError(
                "no such column is known here", file=sheet.name, line=1, field=column, remedy=instead(column, known, 20)
            )
        )
    for row in sheet.rows:
        cells = {key: cell for key, cell in row.cells.items() if key in known and key not in others}
        found = checked(model, cells, sheet.name, row.line, faults)
        if found is not None:
            yield row, found


def read_board(folder: Home, game: GameEntry, renamed: Renamed, faults: Faults) -> Board | None:
    """The map; None if not even its grid can be made."""
    sheet = read_csv(folder, renamed("map/hexes.csv"), faults, needed=False, headings=("hex", "source"))
    listed = {line.hex: (row, line) for row, line in _once(sheet, faults)}
    grid = _grid(game, listed, renamed("map/hexes.csv"), faults)
    if grid is None:
        return None
    terrain: dict[Hex, Fact[Terrain]] = {} if game.map.unlisted == OFF_MAP else dict(_unlisted(game, grid, listed.keys()))
    for hex, (_, line) in listed.items():
        words = line.terrain
        terrain[hex] = Unknown(factname.terrain(hex)) if not words or "?" in words else Known(frozenset(words), line.source)
    areas = _areas(folder, grid, renamed, faults)
    return Board(
        grid,
        terrain_of=terrain,
        features_of=_hexsides(folder, grid, renamed, faults),
        routes_of=_routes(folder, grid, renamed, faults),
        level_of={hex: Known(line.level, line.source) for hex, (_, line) in listed.items() if line.level is not None},
        names={hex: line.name for hex, (_, line) in listed.items() if line.name},
        tags={hex: frozenset(line.features) for hex, (_, line) in listed.items() if line.features},
        areas={area: frozenset(hexes) for area, hexes in areas.items()},
        area_sources=areas,
        elsewhere=game.not_listed,
    )


def _once(sheet: CsvSheet | None, faults: Faults) -> Iterator[tuple[CsvRow, HexLine]]:
    seen: dict[Hex, int] = {}
    for row, line in lines(sheet, HexLine, faults) if sheet is not None else ():
        if line.hex in seen and sheet is not None:
            message = f"{line.hex} has a row already, in line {seen[line.hex]}"
            faults.append(GameValueError(message, file=sheet.name, line=row.line, field="hex", remedy="make one row of the two"))
            continue
        seen[line.hex] = row.line
        yield row, line


def _grid(game: GameEntry, listed: Mapping[Hex, tuple[CsvRow, HexLine]], file: str, faults: Faults) -> Grid | None:
    entry = game.map
    try:
        whole = Grid(entry.columns, entry.rows, entry.shifted, entry.rows_grow, entry.columns_grow)
    except ValueError as error:
        remedy = "columns and rows are [first, last], directions compass bearings at right angles"
        faults.append(GameValueError(str(error), file="game.toml", field="map", remedy=remedy))
        return None
    for hex, (row, _) in listed.items():
        if hex not in whole:
            remedy = "correct the number, or the columns and rows in game.toml"
            message = f"hex {hex} is not on the map"
            faults.append(GameValueError(message, file=file, line=row.line, field="hex", remedy=remedy))
    on_map = frozenset(hex for hex in listed if hex in whole)
    if entry.unlisted != OFF_MAP or not on_map or len(on_map) == len(whole.all()):
        return whole
    return Grid(entry.columns, entry.rows, entry.shifted, entry.rows_grow, entry.columns_grow, on_map)


def _off_map(file: str, line: int, field: str, hex: Hex) -> GameReferenceError:
    remedy = "correct the number, or the columns and rows in game.toml"
    return GameReferenceError(
        f"hex {hex} is not on the map", file=file, line=line, field=field, remedy=remedy, of="map/hexes.csv"
    )


def _unlisted(game: GameEntry, grid: Grid, listed: Iterable[Hex]) -> Iterator[tuple[Hex, Fact[Terrain]]]:
    ground, said = frozenset(game.map.unlisted.split()), game.not_listed
    for hex in sorted(set(grid.all()).difference(listed)):
        unknown = said is None or game.map.unlisted == UNKNOWN
        yield hex, Unknown(factname.terrain(hex)) if unknown or said is None else Known(ground, said)


P = TypeVar("P", HexsideLine, RouteLine)


def _pairs(sheet: CsvSheet | None, model: type[P], grid: Grid, faults: Faults) -> Mapping[Side, list[P]]:
    """The rows of a table about hexsides, by the hexside; a row that names no hexside of the map is a fault."""
    found: dict[Side, list[P]] = {}
    for row, line in lines(sheet, model, faults) if sheet is not None else ():
        name = sheet.name if sheet is not None else ""
        strays = [hex for hex in (line.a, line.b) if hex not in grid]
        if strays:
            faults.append(_off_map(name, row.line, "a" if strays[0] == line.a else "b", strays[0]))
        elif not grid.adjacent(line.a, line.b):
            message = f"{line.a} and {line.b} are not neighbours"
            faults.append(GameReferenceError(message, file=name, line=row.line, remedy="name two hexes that share a hexside"))
        else:
            found.setdefault((line.a, line.b), []).append(line)
    return found


def _hexsides(folder: Home, grid: Grid, renamed: Renamed, faults: Faults) -> dict[Side, Fact[frozenset[Feature]]]:
    sheet = read_csv(folder, renamed("map/hexsides.csv"), faults, needed=False, headings=("a", "b", "feature", "source"))
    found: dict[Side, Fact[frozenset[Feature]]] = {}
    for at, there in _pairs(sheet, HexsideLine, grid, faults).items():
        if any(line.feature in ("", "?") for line in there):
            found[at] = Unknown(factname.hexside(*at))
        else:
            features = frozenset(Feature(line.feature, line.facing) for line in there)
            found[at] = Known(features, weakest(line.source for line in there))
    return found


def _routes(folder: Home, grid: Grid, renamed: Renamed, faults: Faults) -> dict[Side, Fact[frozenset[str]]]:
    sheet = read_csv(folder, renamed("map/routes.csv"), faults, needed=False, headings=("a", "b", "kind", "source"))
    found: dict[Side, Fact[frozenset[str]]] = {}
    for at, there in _pairs(sheet, RouteLine, grid, faults).items():
        if any(line.kind in ("", "?") for line in there):
            found[at] = Unknown(factname.route(*at))
        else:
            found[at] = Known(frozenset(line.kind for line in there), weakest(line.source for line in there))
    return found


def _areas(folder: Home, grid: Grid, renamed: Renamed, faults: Faults) -> dict[str, dict[Hex, Source]]:
    """The hexes of each area, each with who says that it belongs there."""
    sheet = read_csv(folder, renamed("map/areas.csv"), faults, needed=False, headings=("area", "hex", "source"))
    found: dict[str, dict[Hex, Source]] = {}
    for row, line in lines(sheet, AreaLine, faults) if sheet is not None else ():
        if line.hex not in grid and sheet is not None:
            faults.append(_off_map(sheet.name, row.line, "hex", line.hex))
        else:
            found.setdefault(line.area, {})[line.hex] = line.source
    return found


# --- counters


def read_roster(folder: Home, game: GameEntry, renamed: Renamed, faults: Faults) -> dict[str, Unit]:
    """Every counter of the game by its id."""
    sheet = read_csv(folder, renamed("units.csv"), faults, needed=False, headings=("id", "name", "side", "source"))
    if sheet is None:
        return {}
    columns = {prefix + rating for prefix in _LATER_STEPS for rating in game.ratings} & set(sheet.columns)
    found: dict[str, Unit] = {}
    seen: dict[str, int] = {}
    for row, line in lines(sheet, UnitLine, faults, columns):
        if line.id in seen:
            message = f"{line.id} is the id of line {seen[line.id]} too"
            faults.append(
                GameValueError(message, file=sheet.name, line=row.line, field="id", remedy="every unit has an id of its own")
            )
            continue
        seen[line.id] = row.line
        if line.side not in game.side_ids:
            remedy = instead(line.side, game.side_ids)
            faults.append(
                GameReferenceError(
                    f"no side is called {line.side}", file=sheet.name, line=row.line, field="side", remedy=remedy, of=GAME_FILE
                )
            )
        for rating in (each for each in line.stated if each != "steps" and each not in {*game.ratings, *columns}):
            remedy = instead(rating, {*game.ratings, "steps"})
            faults.append(
                GameReferenceError(f"no rating is called {rating}", file=sheet.name, line=row.line, field="stated", remedy=remedy)
            )
        found[line.id] = _unit(game, sheet, row, line, faults)
    return found


def _unit(game: GameEntry, sheet: CsvSheet, row: CsvRow, line: UnitLine, faults: Faults) -> Unit:
    steps: list[dict[str, Fact[int]]] = []
    for index in range(max(1, line.steps)):
        prefix = _LATER_STEPS[index]
        printed: dict[str, Fact[int]] = {}
        for rating in game.ratings:
            # A rating without a column for its later steps is the same on every side of the counter.
            column = prefix + rating if prefix + rating in sheet.columns or not steps else ""
            value = _rating(sheet, row, line, column, faults) if column else steps[-1].get(rating)
            if value is not None:
                printed[rating] = value
        steps.append(printed)
    return Unit(
        line.id,
        line.name,
        line.side,
        line.kind,
        line.size,
        line.formation,
        frozenset(line.traits),
        frozenset(line.doubtful),
        tuple(steps),
        line.source,
        line.cite,
        game.units_are_for,
    )


def _rating(sheet: CsvSheet, row: CsvRow, line: UnitLine, column: str, faults: Faults) -> Fact[int] | None:
    cell = row.cells.get(column, "")
    if not cell or cell == "?":
        return None
    if not cell.isdecimal() or len(cell) > 3:
        remedy = "write a whole number, or leave the cell empty if nobody has stated it"
        faults.append(GameValueError(f"{cell!r} is not a rating", file=sheet.name, line=row.line, field=column, remedy=remedy))
        return None
    return Known(int(cell), Source.RULEBOOK if column in line.stated else line.source)
