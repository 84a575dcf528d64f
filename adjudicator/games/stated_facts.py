"""Facts that players state: what their maps, counters and charts show, and what they tell of a play.

They stand in tables of two columns, fact and value, or are told one by one: `attackers of 2308 at step 40: 43G, 11 T`. What map,
counters and charts show becomes part of the game; the rest answers the questions that the play leaves open, at one step of one
file or wherever they come up. The names of facts are those that reports ask for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from adjudicator.engine.board import Board
from adjudicator.engine.charts import FREE, Chart, PlainChart, ResultsChart, TerrainChart, TerrainRow, read_cost, read_points
from adjudicator.engine.hexes import Hex
from adjudicator.engine.units import Unit
from adjudicator.factname import FactName
from adjudicator.facts import Fact, Known, Source

from .answers import NoSuchFactError, read_answer, read_name
from .errors import GameError, GameFolderError, GameReferenceError, GameValueError
from .files import Faults, read_csv
from .loaded import LoadedGame

PUT_IN: Final = frozenset({"area", "terrain", "hexside", "route", "level", "rating", "trait", "formation", "chart", "cell"})
READ_OFF: Final = "read off the picture"  # how the note of a fact begins that nobody has looked up: the player's word goes before
_WHEN: Final = re.compile(r"(?P<fact>.+?)(?: at step (?P<step>\d+)(?: of (?P<file>.+))?)?")


class StatedFact(NamedTuple):
    """A fact with what somebody says of it, and when: at one step (of one file), or for all that there is."""

    name: FactName
    answer: Any
    step: int | None = None
    file: str = ""
    read_off: bool = False  # a picture, and nobody has confirmed it


class Line(NamedTuple):
    """One line that states something, and where it stands."""

    fact: str
    value: str
    file: str
    line: int | None
    folder: Path
    read_off: bool = False


def read_facts(tables: Iterable[Path], told: Iterable[str], game: LoadedGame) -> tuple[StatedFact, ...]:
    """All that is stated in tables and one by one. `game` is trusted in all it says, for the words that it knows.

    What the rulebook states cannot be stated otherwise. Raises GameFolderError with everything that is wrong.
    """
    faults: Faults = []
    lines = [line for path in tables for line in _of_table(path, faults)]
    lines += [_of_words(text) for text in told]
    lines.sort(key=lambda line: line.read_off)
    seen: dict[tuple[FactName, int | None, str], Line] = {}
    found = [each for line in lines if (each := _read(line, game, seen, faults)) is not None]
    if faults:
        raise GameFolderError(game.slug, faults)
    return tuple(found)


def _of_table(path: Path, faults: Faults) -> Iterator[Line]:
    sheet = read_csv(path.parent, path.name, faults, headings=("fact", "value"))
    for row in sheet.rows if sheet is not None else ():
        if row.cells.get("value"):  # else nobody has looked yet
            read_off = row.cells.get("note", "").startswith(READ_OFF)
            fact = " ".join(row.cells.get("fact", "").split())
            yield Line(fact, row.cells["value"], path.name, row.line, path.parent, read_off)


def _of_words(text: str) -> Line:
    fact, _, value = text.partition(":")
    return Line(" ".join(fact.split()), value.strip(), "--tell", None, Path())


def _read(line: Line, game: LoadedGame, seen: dict[Any, Line], faults: Faults) -> StatedFact | None:
    try:
        when = _WHEN.fullmatch(line.fact)
        if when is None or not line.value:
            raise NoSuchFactError("states nothing", "write the fact, a colon and what is so: light: night")
        name = read_name(when["fact"], game)
        key = (name, int(when["step"]) if when["step"] else None, when["file"] or "")
        if key in seen and line.read_off:
            return None
        if key in seen:
            before = f"{seen[key].file}, line {seen[key].line}," if seen[key].line is not None else seen[key].file
            raise NoSuchFactError(f"stands in {before} too", "state every fact once")
        seen[key] = line
        answer = read_answer(name, line.value, game, line.folder, faults)
        _obeys_the_rulebook(name, answer, game)
    except NoSuchFactError as error:
        kind: type[GameError] = GameReferenceError if error.reference else GameValueError
        faults.append(kind(str(error), file=line.file, line=line.line, field=line.fact, remedy=error.remedy))
        return None
    return None if answer is None else StatedFact(name, answer, *key[1:], line.read_off)


def _obeys_the_rulebook(name: FactName, answer: Any, game: LoadedGame) -> None:
    stated = _said(name, game)
    wrong = isinstance(stated, Known) and _of_rulebook(stated) and stated.value != answer
    if wrong or (name.kind == "area" and not _has_those_of_the_rulebook(name.about[0], frozenset(answer or ()), game.board)):
        raise NoSuchFactError("the rulebook states something else", "delete the line: the rulebook is the law")


def _has_those_of_the_rulebook(area: str, hexes: frozenset[Hex], board: Board) -> bool:
    """All hexes of an area that the rulebook names; where it names every one of them, no others."""
    stated = frozenset(hex for hex, source in board.area_sources.get(area, {}).items() if source is Source.RULEBOOK)
    return stated <= hexes and (stated != board.areas.get(area, hexes) or stated == hexes or not stated)


def _of_rulebook(fact: Fact[Any] | None) -> bool:
    return isinstance(fact, Known) and fact.source is Source.RULEBOOK


def _said(name: FactName, game: LoadedGame) -> Fact[Any] | None:
    """What the game itself says of the fact, if it is one of its map and counters."""
    about, board = name.about, game.board
    match name.kind:
        case "terrain":
            return board.terrain_of.get(about[0])
        case "level":
            return board.level_of.get(about[0])
        case "hexside":
            return board.features_of.get((about[0], about[1]))
        case "route":
            return board.routes_of.get((about[0], about[1]))
        case "rating":
            return game.roster[about[1]].ratings[int(about[2])].get(about[0])
    return None


def with_facts(loaded: LoadedGame, facts: Iterable[StatedFact]) -> LoadedGame:
    """The game with what its map, counters and charts show, as players state it; what the rulebook states stays as it is."""
    put_in = [each for each in facts if each.name.kind in PUT_IN and not _of_rulebook(_said(each.name, loaded))]
    shown = {each.name: each.answer for each in put_in}
    if not shown:
        return loaded
    confirmed = {each.name: each.answer for each in put_in if not each.read_off}
    return replace(
        loaded,
        board=on_board(loaded.board, shown),
        confirmed=on_board(loaded.board, confirmed) if len(confirmed) < len(shown) else None,
        unconfirmed=len(shown) - len(confirmed),
        roster={id_: on_counter(unit, shown) for id_, unit in loaded.roster.items()},
        game=replace(loaded.game, charts=on_charts(loaded.game.charts, shown)),
    )


@dataclass(frozen=True, slots=True)
class Telling:
    """What is told of the play in one file."""

    facts: tuple[StatedFact, ...]

    def at(self, step: int | None = None) -> Mapping[FactName, Any]:
        """What is told at a step: what holds everywhere, unless something is said of this step alone."""
        whole = {each.name: each.answer for each in self.facts if each.step is None}
        return {**whole, **self.only_at(step)} if step is not None else whole

    def only_at(self, step: int) -> Mapping[FactName, Any]:
        return {each.name: each.answer for each in self.facts if each.step == step}


NOTHING_TOLD: Final = Telling(())


def telling(facts: Iterable[StatedFact], file: str = "") -> Telling:
    """What is told of a file, besides what became part of the game."""
    return Telling(tuple(each for each in facts if each.name.kind not in PUT_IN and each.file in ("", file)))


def on_board(board: Board, shown: Mapping[FactName, Any]) -> Board:
    def of(kind: str) -> dict[Any, Fact[Any]]:
        found = ((name.about, answer) for name, answer in shown.items() if name.kind == kind)
        return {about[0] if len(about) == 1 else about: Known(answer, Source.PLAYER) for about, answer in found}

    areas = {name.about[0]: frozenset(answer) for name, answer in shown.items() if name.kind == "area"}
    return board.changed(terrain=of("terrain"), features=of("hexside"), routes=of("route"), level=of("level"), areas=areas)


def on_counter(unit: Unit, shown: Mapping[FactName, Any]) -> Unit:
    mine = {name: answer for name, answer in shown.items() if unit.id in name.about}
    ratings = [dict(printed) for printed in unit.ratings]
    for name, answer in mine.items():
        match name.kind:
            case "rating":
                ratings[int(name.about[2])][name.about[0]] = Known(answer, Source.PLAYER)
            case "trait":
                trait = name.about[1]
                has = unit.traits | {trait} if answer else unit.traits - {trait}
                unit = replace(unit, traits=has, doubtful=unit.doubtful - {trait})
            case "formation":
                unit = replace(unit, formation=answer, source=Source.PLAYER)
    return replace(unit, ratings=tuple(ratings)) if mine else unit


def on_charts(charts: Mapping[str, Chart], shown: Mapping[FactName, Any]) -> dict[str, Chart]:
    found = {**charts, **{name.about[0]: _vouched_for(answer) for name, answer in shown.items() if name.kind == "chart"}}
    for name, answer in shown.items():
        if name.kind == "cell":
            column, row, chart = name.about
            found[chart] = _with_cell(found[chart], row, column, answer)
    return found


def _vouched_for(chart: Chart) -> Chart:
    """Who states a whole chart vouches for each of its rows, also for those that we had only guessed at."""
    if not isinstance(chart, PlainChart):
        return chart
    rows = {key: {**row, "source": Source.PLAYER.value} for key, row in chart.rows.items()}
    return PlainChart(rows, Source.PLAYER)


def _with_cell(chart: Chart, row: str, column: str, text: str) -> Chart:
    match chart:
        case PlainChart():
            line = {**chart.rows.get(row, {}), column: text}
            line["stated"] = f"{line.get('stated', '')} {column}".strip()
            return replace(chart, rows={**chart.rows, row: line})
        case ResultsChart():
            cells = chart.rows.get(int(row), ("",) * len(chart.columns))
            at = chart.columns.index(column)
            return replace(chart, rows={**chart.rows, int(row): (*cells[:at], text, *cells[at + 1 :])})
        case TerrainChart():
            return replace(chart, rows={**chart.rows, row: _terrain_with(chart.rows[row], column, text)})


def _terrain_with(row: TerrainRow, column: str, text: str) -> TerrainRow:
    match column:
        case "shift":
            return replace(row, shift=int(text), source=Source.PLAYER)
        case "attack":
            return replace(row, attack=read_points(text), source=Source.PLAYER)
    return replace(row, costs={**row.costs, column: read_cost(text) or FREE}, source=Source.PLAYER)
