"""Scenarios and the schedule of arrivals."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from adjudicator.engine.board import Board
from adjudicator.engine.state import Standing
from adjudicator.engine.units import Unit

from .errors import GameReferenceError, GameValueError, instead
from .files import CsvSheet, Faults, Home, Toml, checked, read_csv, read_toml
from .folders import GameFolder
from .loaded import Scenario
from .models import ArrivalLine, GameEntry, ScenarioEntry, SectionEntry, SetUpLine
from .world import Renamed, lines

UNITS, MAP = "units.csv", "map/"


def places(board: Board, game: GameEntry) -> Collection[str]:
    """Every place but the hexes: boxes, and areas of the map."""
    return {*(box.id for box in game.boxes), *board.areas}


def read_scenarios(
    folder: GameFolder,
    game: GameEntry,
    board: Board,
    roster: Mapping[str, Unit],
    sections: Mapping[str, SectionEntry],
    renamed: Renamed,
    faults: Faults,
) -> dict[str, Scenario]:
    found: dict[str, Scenario] = {}
    for path in map(Path, folder.names("scenarios/*.toml")):
        source = read_toml(folder, renamed(path.as_posix()), faults)
        about = None if source is None else checked(ScenarioEntry, source.data, source.name, source, faults)
        if source is None or about is None:
            continue
        if about.id != path.stem:
            remedy = "name the file as the scenario"
            message = f"the id {about.id} is not the name of the file"
            faults.append(GameValueError(message, file=source.name, line=source.line("id"), field="id", remedy=remedy))
        if folder.inherits(path.as_posix()):
            about = about.model_copy(update={"cite": folder.cited(about.cite)})
        _look_over(about, source, game, board, sections, faults)
        name = renamed(f"scenarios/{path.stem}.csv")
        sheet = read_csv(folder, name, faults, needed=False, headings=("unit", "where", "source"))
        found[about.id] = Scenario(about, {} if sheet is None else _standings(sheet, game, board, roster, faults))
    return found


def _look_over(
    about: ScenarioEntry, source: Toml, game: GameEntry, board: Board, sections: Mapping[str, SectionEntry], faults: Faults
) -> None:
    def lacks(field: str, message: str, name: str, known: Collection[str], of: str = "") -> None:
        line = source.line(*field.split("."))
        remedy = instead(name, known)
        faults.append(GameReferenceError(message, file=source.name, line=line, field=field, remedy=remedy, of=of))

    for section in (section for section in about.cite if section not in sections):
        lacks("cite", f"the rulebook has no section {section}", section, sections.keys(), "rulebook.toml")
    if about.phase and about.phase not in [phase.id for phase in game.phases]:
        lacks("phase", f"no phase is called {about.phase}", about.phase, [phase.id for phase in game.phases])
    if about.active and about.active not in game.side_ids:
        lacks("active", f"no side is called {about.active}", about.active, game.side_ids)
    for side, held in about.control.items():
        if side not in game.side_ids:
            lacks(f"control.{side}", f"no side is called {side}", side, game.side_ids)
        for place in (place for place in held if place not in board.grid and place not in board.areas):
            lacks(f"control.{side}", f"no place is called {place}", place, board.areas.keys(), MAP)


def _standings(sheet: CsvSheet, game: GameEntry, board: Board, roster: Mapping[str, Unit], faults: Faults) -> dict[str, Standing]:
    found: dict[str, Standing] = {}
    others = places(board, game)
    for row, line in lines(sheet, SetUpLine, faults):

        def wrong(field: str, message: str, remedy: str, of: str = "", at: int = row.line) -> None:
            faults.append(GameReferenceError(message, file=sheet.name, line=at, field=field, remedy=remedy, of=of))

        unit = roster.get(line.unit)
        if unit is None:
            wrong("unit", f"no unit is called {line.unit}", instead(line.unit, roster.keys()), UNITS)
            continue
        if line.unit in found:
            wrong("unit", f"{line.unit} is set up twice", "every unit stands in one place")
        if line.where not in board.grid and line.where not in others:
            wrong("where", f"no hex, box or area is called {line.where}", _place_remedy(line.where, others), MAP)
        if line.losses >= max(1, unit.steps):
            wrong("steps", f"{line.unit} has no step left that it could lose", "write full, or correct its steps in units.csv")
            continue
        found[line.unit] = Standing(line.where, line.losses, frozenset(line.marks))
    return found


def _place_remedy(place: str, known: Collection[str]) -> str:
    return "the hex is not on the map; correct it" if place.isdecimal() else instead(place, known)


def read_arrivals(
    folder: Home, board: Board, roster: Mapping[str, Unit], game: GameEntry, renamed: Renamed, faults: Faults
) -> tuple[ArrivalLine, ...]:
    """When and where units come. An entry is a hex, a box, an area, or a letter whose area is called `entry-` and it."""
    sheet = read_csv(folder, renamed("arrivals.csv"), faults, needed=False, headings=("unit", "turn", "entry", "source"))
    known = {*places(board, game), *(tag for tags in board.tags.values() for tag in tags)}
    found: list[ArrivalLine] = []
    for row, line in lines(sheet, ArrivalLine, faults) if sheet is not None else ():
        name = sheet.name if sheet is not None else ""
        if line.unit not in roster:
            message = f"no unit is called {line.unit}"
            remedy = instead(line.unit, roster.keys())
            faults.append(GameReferenceError(message, file=name, line=row.line, field="unit", remedy=remedy, of=UNITS))
        for entry in line.entry.split():
            if entry not in board.grid and entry not in known and f"entry-{entry}" not in known:
                message = f"no hex, box or area is called {entry}"
                remedy = _place_remedy(entry, known)
                faults.append(GameReferenceError(message, file=name, line=row.line, field="entry", remedy=remedy, of=MAP))
        found.append(line)
    return tuple(found)
