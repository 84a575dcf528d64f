"""Facts that a case takes away: under the same names under which an undecided finding asks for them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from adjudicator.engine.charts import Chart, PlainChart
from adjudicator.engine.hexes import Side
from adjudicator.engine.units import Unit
from adjudicator.facts import Unknown

from .notation import read_side

if TYPE_CHECKING:
    from .build import Builder

_HEX = re.compile(r"(terrain|level) ([0-9]{4})")
_SIDE = re.compile(r"(hexside|route) ([0-9]{4}/[0-9]{4})")
_CELL = re.compile(r"(\S+) of (.+) in (\S+)")
_NAMED = re.compile(r"(area|chart|chit|note) (.+)")
_TRAIT = re.compile(r"is (\S+) (\S+)")
_MARK = re.compile(r"(\S+) is (.+)")
_RATING = re.compile(r"(\S+) of (\S+?)(?: (reduced)| after ([0-9]+) losses)?")
_REMEDY = (
    "write terrain 1335, level 1335, hexside 1334/1335, route 1334/1335, chart crt, limit of 3 in turns, note weather, chit x, "
    "attack of de-21, is de-21 mechanized, or de-21 is disrupted"
)


@dataclass(slots=True)
class Forgotten:
    """What is not known any more, sorted by where it was known."""

    terrain: list[str] = field(default_factory=list)
    levels: list[str] = field(default_factory=list)
    hexsides: list[Side] = field(default_factory=list)
    routes: list[Side] = field(default_factory=list)
    charts: set[str] = field(default_factory=set)
    chits: set[str] = field(default_factory=set)  # also some of which nobody has ever heard
    cells: list[tuple[str, str, str]] = field(default_factory=list)  # chart, row, column
    notes: list[str] = field(default_factory=list)
    areas: list[str] = field(default_factory=list)
    units: dict[str, Callable[[Unit], Unit]] = field(default_factory=dict)
    marks: list[tuple[str, str]] = field(default_factory=list)


def forgotten(builder: Builder) -> Forgotten:
    found = Forgotten()
    for index, key in enumerate(builder.case.unknown):
        _forget(builder, found, key, index)
    return found


def _forget(builder: Builder, found: Forgotten, key: str, index: int) -> None:
    if match := _HEX.fullmatch(key):
        builder.on_map(match[2], "unknown", index)
        (found.terrain if match[1] == "terrain" else found.levels).append(match[2])
    elif match := _SIDE.fullmatch(key):
        at = read_side(match[2])
        (found.hexsides if match[1] == "hexside" else found.routes).append(at)
    elif match := _NAMED.fullmatch(key):
        if match[1] == "note":
            found.notes.append(match[2])
            return
        if match[1] == "area":
            areas = builder.setting.board.areas
            if match[2] not in areas:
                builder.fail(f"there is no area {match[2]}", builder.near(match[2], areas, "the map has none"), "unknown", index)
            found.areas.append(match[2])
            return
        if match[1] == "chit":
            found.chits.add(match[2])
            return
        _chart(builder, match[2], index)
        found.charts.add(match[2])
    elif match := _CELL.fullmatch(key):
        chart = _chart(builder, match[3], index)
        if not isinstance(chart, PlainChart) or match[2] not in chart.rows:
            builder.fail(
                f"the chart {match[3]} has no row {match[2]}", "only cells of plain tables can be forgotten", "unknown", index
            )
        found.cells.append((match[3], match[2], match[1]))
    elif match := _TRAIT.fullmatch(key):
        _unit(found, match[1], _without_trait(match[2]))
    elif match := _RATING.fullmatch(key):
        _unit(found, match[2], _without_rating(match[1], 1 if match[3] else int(match[4] or 0)))
    elif match := _MARK.fullmatch(key):
        found.marks.append((match[1], match[2]))
    else:
        builder.fail(f"{key!r} is not the name of a fact", _REMEDY, "unknown", index)


def _chart(builder: Builder, name: str, index: int) -> Chart:
    charts = builder.setting.game.charts
    if name not in charts:
        remedy = builder.near(name, charts, f"its charts are {', '.join(sorted(charts)) or 'none'}")
        builder.fail(f"the game has no chart {name}", remedy, "unknown", index)
    return charts[name]


def without(charts: Mapping[str, Chart], forget: Forgotten) -> Mapping[str, Chart]:
    """The charts as far as they are still known."""
    left = {name: chart for name, chart in charts.items() if name not in forget.charts}
    for name, row, column in forget.cells:
        chart = left.get(name)
        if isinstance(chart, PlainChart):
            left[name] = replace(chart, rows={**chart.rows, row: {**chart.rows[row], column: ""}})
    return {name: _without_rows(chart, forget.chits) for name, chart in left.items()}


def _without_rows(chart: Chart, rows: Collection[str]) -> Chart:
    if not isinstance(chart, PlainChart) or chart.rows.keys().isdisjoint(rows):
        return chart
    return replace(chart, rows={name: cells for name, cells in chart.rows.items() if name not in rows})


def _unit(found: Forgotten, id_: str, change: Callable[[Unit], Unit]) -> None:
    before = found.units.get(id_)
    found.units[id_] = change if before is None else lambda unit: change(before(unit))


def _without_trait(trait: str) -> Callable[[Unit], Unit]:
    return lambda unit: replace(unit, traits=unit.traits - {trait}, doubtful=unit.doubtful | {trait})


def _without_rating(name: str, losses: int) -> Callable[[Unit], Unit]:
    def change(unit: Unit) -> Unit:
        lost = {name: Unknown(unit.key(name, losses))}
        sides = [{**side, **lost} if at == losses else side for at, side in enumerate(unit.ratings)]
        return replace(unit, ratings=tuple(sides))

    return change
