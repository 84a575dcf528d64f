"""Set-ups in zones: units that begin on the hexes of a line, within so many hexes of it on their own side, or in one hex."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator import factname
from adjudicator.engine.actions import Place
from adjudicator.engine.hexes import Hex
from adjudicator.engine.state import Standing
from adjudicator.engine.terms import BoxWord, ChartWord, ColumnWord, EntryWord, KindWord, SideWord, TagWord, TraitWord
from adjudicator.facts import NO, YES, Truth, any_of, truth, unsure
from adjudicator.finding import Row

from .opinion import Opinion
from .position import POSITION
from .printed import Line, lines
from .registry import SHARED
from .table import Table


def in_zone(table: Table, control: Mapping[Hex, str], side: str, hex: Hex, row: Line, most: str, least: str) -> Truth:
    """May a unit begin in this hex: on the line or so far from it as the row says, and there only on its own side's ground?"""
    area = row.get("area", "")
    ends = frozenset((area,)) if area in table.grid else table.board.areas.get(area, frozenset())
    low, high = int(row.get(least, "0") or 0), int(row.get(most, "0") or 0)
    told = table.told.get(factname.area(area))
    ends = ends if told is None else frozenset(told)
    off = min((table.grid.distance(hex, end) for end in ends), default=99)
    near = truth(low <= off <= high)
    if area in table.board.doubtful_areas and told is None and not (near.yes and not low):
        near = unsure(factname.area(area))
    if not high or not off or near.no:
        return near
    held = control.get(hex)
    return near & (truth(held == side) if held else _told(table, side, hex))


def _told(table: Table, side: str, hex: Hex) -> Truth:
    name = factname.control(hex)
    return truth(table.told[name] == side) if name in table.told else unsure(name)


def _said(row: Line, most: str, least: str) -> str:
    """Where a row lets a unit begin, in words."""
    area, low, high = row.get("area", ""), row.get(least, "0") or "0", row.get(most, "0") or "0"
    if area.isdecimal():
        return f"at {area}"
    return f"on the line {area}" if high == "0" else f"{low} to {high} hexes from the line {area}"


@SHARED.rule(POSITION.name)
def as_listed(
    table: Table,
    start: Table | None,
    *,
    chart: ChartWord,
    not_kinds: frozenset[KindWord] = frozenset(),
    most: ColumnWord = "most",
    least: ColumnWord = "least",
) -> Iterator[Opinion]:
    """Each unit that the set-up lists stands in its zone at full strength, and no other is on the map."""
    if start is None:
        return
    listed = {row.get("unit", row[""]): row for row in lines(table, chart) or ()}
    for force in table.state.forces.values():
        for id_, unit in sorted(force.units.items()):
            if unit.kind in not_kinds:
                continue
            standing, row = force.standings.get(id_), listed.get(id_)
            if row is not None:
                yield _one(table, start, id_, standing, row, most, least)
            elif standing is not None and standing.place in table.grid:
                yield Opinion(NO, f"{unit.name} is in no list of the set-up", units=(id_,), hexes=(standing.place,))


def _one(table: Table, start: Table, id_: str, standing: Standing | None, row: Line, most: str, least: str) -> Opinion:
    unit, where = table.unit(id_), _said(row, most, least)
    if standing is None or standing.place not in table.grid:
        return Opinion(NO, f"{unit.name} is to be set up {where}, and is not on the map", units=(id_,))
    said = in_zone(table, start.state.control, unit.side, standing.place, row, most, least)
    if said.yes and standing.losses:
        return Opinion(NO, f"{unit.name} is set up at full strength", units=(id_,), hexes=(standing.place,))
    word = "is" if said.no else "is perhaps"
    message = f"{unit.name} {word} not set up {where}: it stands at {table.at(standing.place)}"
    return Opinion(said, "" if said.yes else message, units=(id_,), hexes=(standing.place,))


@SHARED.rule("check.place", sort="before play")
def put_in_its_zone(
    table: Table,
    place: Place,
    *,
    chart: ChartWord,
    why: EntryWord,
    not_kinds: frozenset[KindWord] = frozenset(),
    most: ColumnWord = "most",
    least: ColumnWord = "least",
) -> Iterator[Opinion]:
    """Whoever is put down for the set-up stands in its zone."""
    unit = table.unit(place.unit)
    if place.why != why or place.at not in table.grid or unit.kind in not_kinds:
        return
    row = next((row for row in lines(table, chart, "unit", place.unit) or ()), None)
    if row is None:
        yield Opinion(NO, f"{unit.name} is in no list of the set-up", units=(unit.id,), hexes=(place.at,))
        return
    said = in_zone(table, table.state.control, unit.side, place.at, row, most, least)
    word = "is" if said.no else "is perhaps"
    message = f"{unit.name} {word} not set up {_said(row, most, least)}: it stands at {table.at(place.at)}"
    yield Opinion(said, "" if said.yes else message, units=(unit.id,), hexes=(place.at,))


@SHARED.rule(POSITION.name)
def beside_headquarters(
    table: Table,
    start: Table | None,
    *,
    kinds: frozenset[KindWord],
    numbers: Mapping[SideWord, int],
    trait: TraitWord = "hq",
    sources: Mapping[SideWord, TagWord] | None = None,
) -> Iterator[Opinion]:
    """Columns begin with or next to a headquarters of their side or on one of its sources, so many of each side."""
    if start is None:
        return
    for side, number in numbers.items():
        force = table.force(side)
        here = [id_ for id_, each in force.standings.items() if force.units[id_].kind in kinds and each.place in table.grid]
        if len(here) > number:
            rows = (Row(str(len(here)), "on the map"), Row(str(number), "to be set up"))
            message = f"{table.game.side_name(side)} begins with {number} columns, not {len(here)}"
            yield Opinion(NO, message, rows, units=tuple(sorted(here)))
        ends = [
            each.place for id_, each in force.standings.items() if force.units[id_].has(trait).yes and each.place in table.grid
        ]
        tagged = table.board.tagged((sources or {}).get(side, ""))
        for id_ in sorted(here):
            place = force.standings[id_].place
            said = any_of((*(truth(table.grid.distance(place, hex) <= 1) for hex in ends), YES if place in tagged else NO))
            message = f"{force.units[id_].name} is set up at {place}, not beside a headquarters of its side nor at a source"
            yield Opinion(said, message, units=(id_,), hexes=(place,))


@SHARED.rule(POSITION.name)
def within_boxes(table: Table, start: Table | None, *, boxes: Mapping[BoxWord, list[KindWord]]) -> Iterator[Opinion]:
    """When a game begins, counters of some kinds wait in their box."""
    if start is None:
        return
    for unit, standing in table.state.units:
        for box, kinds in boxes.items():
            if unit.kind in kinds and standing.place != box:
                yield Opinion(NO, f"{unit.name} begins in the box {box}, not at {standing.place}", units=(unit.id,))
