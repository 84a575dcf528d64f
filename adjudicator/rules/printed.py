"""Cells of charts as facts: who states them, and under which name one that lacks can be supplied."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from adjudicator import factname
from adjudicator.engine.charts import PlainChart, ResultsChart
from adjudicator.engine.hexes import Hex
from adjudicator.facts import Fact, Interval, Known, Source, Unknown, number

from .table import Table

Line: TypeAlias = Mapping[str, str]


_SOURCES = {source.value: source for source in Source}
UNSAID = "?"  # stands in a row for a cell that nobody vouches for


def lines(table: Table, chart: str, column: str = "", value: str = "") -> tuple[Line, ...] | None:
    """The rows of a chart (with a certain cell, or first cell) that somebody vouches for; None if nobody stated the chart."""
    return _asked(table, chart, column, value)[0]


def guessed(table: Table, chart: str, column: str = "", value: str = "") -> bool:
    """Are there more such rows, which nobody vouches for?"""
    return _asked(table, chart, column, value)[1]


def _asked(table: Table, chart: str, column: str, value: str) -> tuple[tuple[Line, ...] | None, bool]:
    """The rows that somebody vouches for, and whether there are others. Charts never change, and are asked often."""

    def look() -> tuple[tuple[Line, ...] | None, bool]:
        rows = _rows(table, chart, column, value)
        if rows is None:
            return None, False
        vouched = tuple(each for row in rows if (each := _vouched(table, row)) is not None)
        return vouched, len(vouched) < len(rows)

    return table.game.cached(("rows of a chart", chart, column, value), look)


def _rows(table: Table, chart: str, column: str, value: str) -> tuple[Line, ...] | None:
    found = table.game.chart(chart, PlainChart)
    if found is None:
        return None
    rows = ({**row, "": key} for key, row in found.rows.items())
    return tuple(row for row in rows if not column or row.get(column, row[""]) == value)


def _vouched(table: Table, row: Line) -> Line | None:
    """The row as far as somebody vouches for it: `stated` lists what the rulebook says of one that is otherwise a guess."""
    if source_of(row) in table.game.trusted:
        return row
    stated = row.get("stated", "").split()
    if not stated or Source.RULEBOOK not in table.game.trusted:
        return None
    kept = {"", next(iter(row)), "id", "unit", "stated", "source", *stated}
    return {column: text if column in kept else UNSAID for column, text in row.items()}


def source_of(row: Line) -> Source:
    return _SOURCES.get(row.get("source", ""), Source.PLAYER)


def cell(table: Table, chart: str, row: str, column: str) -> Fact[str]:
    """One cell; unknown if it is empty or only guessed at. `stated` of a row lists what the rulebook itself says."""
    key = factname.cell(column, row, chart)
    results = table.game.chart(chart, ResultsChart)
    if results is not None:
        there = column in results.columns and row.isdigit() and int(row) in results.rows
        return Known(results.look_up(int(row), column)) if there else Unknown(key)
    found = table.game.chart(chart, PlainChart)
    if found is None:
        return Unknown(factname.chart(chart))
    line = found.rows.get(row)
    if line is None or not line.get(column, "").strip():
        return Unknown(key)
    if column not in line.get("stated", "").split() and source_of(line) not in table.game.trusted:
        return Unknown(key)
    return Known(line[column].strip())


def count(table: Table, chart: str, row: str, column: str) -> Interval:
    """A cell that holds a number."""
    stated = cell(table, chart, row, column)
    if isinstance(stated, Known):
        if stated.value.isdigit():
            return number(Known(int(stated.value)))
        return number(Unknown(factname.cell(column, row, chart)))
    return number(stated)


def hexes_called(table: Table, words: str, side: str = "") -> frozenset[Hex] | None:
    """Hexes by number, as a range along the edge (`2001-2401`), by the name of an area or a mark on the map; None: unknown."""
    found: set[Hex] = set()
    told = table.told.get(factname.hexes(words.replace("{side}", side)))
    if told is not None:
        return frozenset(told)
    for word in words.replace("{side}", side).split():
        named = frozenset(_called(table, word))
        if not named or not table.board.doubtful_areas.isdisjoint((word, f"entry-{word}")):
            return None
        found |= named
    return frozenset(found) if found else None


def _called(table: Table, word: str) -> Iterator[Hex]:
    if word in table.grid:
        yield word
        return
    first, dash, last = word.partition("-")
    if dash and first in table.grid and last in table.grid:
        for hex in table.grid.all():
            same_row = hex[2:] == first[2:] == last[2:] and first[:2] <= hex[:2] <= last[:2]
            if same_row or (hex[:2] == first[:2] == last[:2] and first[2:] <= hex[2:] <= last[2:]):
                yield hex
        return
    for name in (word, f"entry-{word}"):
        yield from table.board.areas.get(name, ())
        yield from table.board.tagged(name)
