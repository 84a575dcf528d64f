"""Charts: the terrain chart, tables of results, and any other table."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import TypeVar

from adjudicator.engine.charts import Chart, PlainChart, ResultsChart, TerrainChart, TerrainRow, read_cost, read_points
from adjudicator.facts import Source

from .errors import GameFileError, GameValueError
from .files import CHANGES, CsvRow, CsvSheet, Faults, Home, read_csv
from .folders import GameFolder
from .world import Renamed, weakest

T = TypeVar("T")
ABOUT = ("source", "cite", "note")
_TERRAIN = ("feature", "where", "shift", "attack", *ABOUT)
_DIE = re.compile(r"(-?\d{1,2})(?:-(\d{1,2}))?")


def read_charts(folder: GameFolder, renamed: Renamed, also: Collection[str], faults: Faults) -> dict[str, tuple[Chart, Source]]:
    """Every table of `charts/` by its name, each with whom it rests on; `also` names those that an edition adds."""
    added = {name for name in also if name.startswith("charts/")}
    found = {}
    for name in sorted(added.union(name for name in folder.names("charts/*.csv") if not name.endswith(CHANGES))):
        sheet = read_csv(folder, renamed(name), faults)
        chart = None if sheet is None else _chart(sheet, faults)
        if chart is not None:
            found[Path(name).stem] = chart
    return found


def read_chart(folder: Path, name: str, faults: Faults) -> Chart | None:
    """One chart by itself, in any folder."""
    sheet = read_csv(folder, name, faults)
    found = None if sheet is None else _chart(sheet, faults)
    return None if found is None else found[0]


def trusting(chart: Chart, said: Source, sources: frozenset[Source]) -> Chart | None:
    """The chart as far as these sources vouch for it; None if they vouch for nothing of it.

    Of a plain table, the cells of a row that others state are empty, except its name and those that `stated` lists: they are
    the rulebook's. Terrain and results are one whole: with a row or two left out they would mislead.
    """
    if said in sources:
        return chart
    if not isinstance(chart, PlainChart):
        return None
    rows = {key: _vouched(row, sources) for key, row in chart.rows.items()}
    kept = any(row.get("stated") or row.get("source") in {each.value for each in sources} for row in rows.values())
    return PlainChart(rows, chart.source) if kept else None


def _vouched(row: Mapping[str, str], sources: frozenset[Source]) -> dict[str, str]:
    if row.get("source") in {each.value for each in sources}:
        return dict(row)
    kept = {next(iter(row)), *ABOUT, "stated"}
    if Source.RULEBOOK in sources:
        kept.update(row.get("stated", "").split())
    return {column: cell if column in kept else "" for column, cell in row.items()}


def read_table(folder: Home, name: str, faults: Faults) -> tuple[PlainChart, Source] | None:
    """A table that is not of `charts/`; None if there is none."""
    sheet = read_csv(folder, name, faults, needed=False)
    return None if sheet is None else _plain(sheet, faults, again=True)


def read_set_ups(folder: Home, scenarios: Collection[str], renamed: Renamed) -> tuple[PlainChart, Source]:
    """Who is on the map when each scenario begins, as one table: a row for each unit of each."""
    rows: dict[str, dict[str, str]] = {}
    for scenario in sorted(scenarios):
        sheet = read_csv(folder, renamed(f"scenarios/{scenario}.csv"), [], needed=False)  # its faults have been told
        for row in sheet.rows if sheet is not None else ():
            rows[f"{row.cells.get('unit', '')} ({scenario})"] = {"scenario": scenario, **row.cells}
    return PlainChart(rows, Source.RULEBOOK), Source.RULEBOOK


def _chart(sheet: CsvSheet, faults: Faults) -> tuple[Chart, Source] | None:
    if sheet.columns[:2] == ("feature", "where"):
        return _terrain(sheet, faults)
    if sheet.columns[0] == "die":
        return _results(sheet, faults)
    return _plain(sheet, faults)


def _source(sheet: CsvSheet, row: CsvRow, faults: Faults) -> Source:
    cell = row.cells.get("source", "")
    try:
        return Source(cell)
    except ValueError:
        remedy = f"write {', '.join(each.value for each in Source)}"
        problem = f"{cell!r} is no source" if cell else "is missing"
        faults.append(GameValueError(problem, file=sheet.name, line=row.line, field="source", remedy=remedy))
        return Source.RECONSTRUCTION


def _read(read: Callable[[str], T], sheet: CsvSheet, row: CsvRow, column: str, otherwise: T, faults: Faults) -> T:
    cell = row.cells.get(column)
    if cell is None:
        return otherwise
    try:
        return read(cell)
    except ValueError as error:
        message, _, remedy = str(error).partition(": ")
        faults.append(
            GameValueError(message, file=sheet.name, line=row.line, field=column, remedy=remedy or "correct the number")
        )
        return otherwise


def _shift(cell: str) -> int:
    if not re.fullmatch(r"[+-]?\d{1,2}", cell):
        raise ValueError(f"{cell!r} is not a number of columns: write -1, 0 or 2")
    return int(cell)


def _attack(cell: str) -> float:
    return 0.0 if cell == "no" else read_points(cell)


def _sources(sheet: CsvSheet, faults: Faults) -> Source:
    """Whom the whole table rests on: a table with a row left out would mislead, so the weakest row counts."""
    if not sheet.rows:
        faults.append(
            GameFileError("has no rows", file=sheet.name, remedy="fill it, or delete it if nobody has stated the chart")
        )
        return Source.RECONSTRUCTION
    return weakest([_source(sheet, row, faults) for row in sheet.rows])


def _seen_twice(sheet: CsvSheet, row: CsvRow, key: str, seen: Collection[str], faults: Faults) -> bool:
    column = sheet.columns[0]
    if not key or key in seen:
        problem = f"{key} has a row already" if key else "is missing"
        remedy = "the first column tells the rows apart"
        faults.append(GameValueError(problem, file=sheet.name, line=row.line, field=column, remedy=remedy))
        return True
    return False


def _terrain(sheet: CsvSheet, faults: Faults) -> tuple[TerrainChart, Source]:
    said = _sources(sheet, faults)
    mobilities = [column for column in sheet.columns if column not in _TERRAIN]
    rows: dict[str, TerrainRow] = {}
    for row in sheet.rows:
        feature, where = row.cells.get("feature", ""), row.cells.get("where", "")
        if _seen_twice(sheet, row, feature, rows, faults):
            continue
        if where not in ("hex", "hexside", "route"):
            remedy = "write hex, hexside or route"
            faults.append(
                GameValueError(f"{where!r} is no kind of place", file=sheet.name, line=row.line, field="where", remedy=remedy)
            )
            continue
        costs = {each: cost for each in mobilities if (cost := _read(read_cost, sheet, row, each, None, faults)) is not None}
        rows[feature] = TerrainRow(
            feature,
            "hex" if where == "hex" else "hexside" if where == "hexside" else "route",
            costs,
            _read(_shift, sheet, row, "shift", 0, faults),
            _read(_attack, sheet, row, "attack", 1.0, faults),
            Source(row.cells["source"]) if row.cells.get("source") in {each.value for each in Source} else said,
            tuple(row.cells.get("cite", "").split()),
        )
    return TerrainChart(rows), said


def _results(sheet: CsvSheet, faults: Faults) -> tuple[ResultsChart, Source] | None:
    said = _sources(sheet, faults)
    columns = tuple(column for column in sheet.columns[1:] if column not in ABOUT)
    rows: dict[int, tuple[str, ...]] = {}
    for row in sheet.rows:
        for column in (column for column in columns if column not in row.cells):
            remedy = "write the result, or - for none"
            faults.append(GameValueError("is empty", file=sheet.name, line=row.line, field=column, remedy=remedy))
        for number in _numbers(sheet, row, rows, faults):
            rows[number] = tuple(row.cells.get(column, "") for column in columns)
    return (ResultsChart(columns, rows, said), said) if rows else None


def _numbers(sheet: CsvSheet, row: CsvRow, rows: Collection[int], faults: Faults) -> range:
    """The numbers rolled that a row is for: one, or from one to another."""
    cell = row.cells.get("die", "")
    found = _DIE.fullmatch(cell)
    if found is None:
        remedy = "write a number such as 3, or several such as 2-4"
        faults.append(GameValueError(f"{cell!r} is no roll", file=sheet.name, line=row.line, field="die", remedy=remedy))
        return range(0)
    numbers = range(int(found[1]), int(found[2] or found[1]) + 1)
    if not numbers or any(number in rows for number in numbers):
        remedy = "every number has one row"
        message = f"{cell} has a row already" if numbers else f"{cell} counts backwards"
        faults.append(GameValueError(message, file=sheet.name, line=row.line, field="die", remedy=remedy))
        return range(0)
    return numbers


def _plain(sheet: CsvSheet, faults: Faults, *, again: bool = False) -> tuple[PlainChart, Source]:
    said = _sources(sheet, faults) if "source" in sheet.columns or not sheet.rows else Source.RECONSTRUCTION
    if "source" not in sheet.columns:
        remedy = "add a column that says who states each row"
        faults.append(GameFileError("the column is missing", file=sheet.name, line=1, field="source", remedy=remedy))
    rows: dict[str, dict[str, str]] = {}
    for row in sheet.rows:
        key = row.cells.get(sheet.columns[0], "")
        if again and key in rows:  # a unit that may come in one way or another
            key = f"{key} ({sum(each[sheet.columns[0]] == key for each in rows.values()) + 1})"
        if not _seen_twice(sheet, row, key, rows, faults):
            rows[key] = {column: row.cells.get(column, "") for column in sheet.columns}
    return PlainChart(rows, said), said
