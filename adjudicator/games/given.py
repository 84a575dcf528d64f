"""Facts that a player supplies: what the map, the counters and the charts of his own copy show, in a table of two columns.

The names of facts are those that reports ask for: `terrain 0714`, `hexside 0714/0715`, `attack of de-21`, `chart crt`.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from adjudicator.engine.board import Feature, Features, Terrain
from adjudicator.engine.charts import Chart, TerrainChart
from adjudicator.engine.hexes import Grid, Hex, Side, side
from adjudicator.engine.units import Unit
from adjudicator.facts import Fact, Known, Source

from .errors import GameError, GameFolderError, GameReferenceError, GameValueError, instead
from .files import Faults, read_csv
from .loaded import LoadedGame
from .tables import read_chart

K = TypeVar("K")
T = TypeVar("T")
NOTHING = "none"  # what stands for "nothing there"
_PAIR = re.compile(r"(\d{4})/(\d{4})")
_RATING = re.compile(r"(\w+) of (\S+?)(?: (reduced)| after (\d+) losses)?")


@dataclass(slots=True)
class _Given:
    """Facts as they were read, by kind."""

    terrain: dict[Hex, Fact[Terrain]] = field(default_factory=dict)
    features: dict[Side, Fact[Features]] = field(default_factory=dict)
    routes: dict[Side, Fact[frozenset[str]]] = field(default_factory=dict)
    level: dict[Hex, Fact[int]] = field(default_factory=dict)
    ratings: dict[tuple[str, int, str], Fact[int]] = field(default_factory=dict)  # unit, losses, rating
    charts: dict[str, Chart] = field(default_factory=dict)


class _WrongError(ValueError):
    """A line that says nothing usable: what is wrong with it, and the remedy."""

    def __init__(self, problem: str, remedy: str, *, reference: bool = False) -> None:
        super().__init__(problem)
        self.remedy, self.reference = remedy, reference


def with_facts(loaded: LoadedGame, whole: LoadedGame, paths: Iterable[Path]) -> LoadedGame:
    """The game with the facts of some files in it. `whole` is the same game with every source trusted: it knows all there is.

    What the rulebook states cannot be stated otherwise. Raises GameFolderError with everything that is wrong with the files.
    """
    faults: Faults = []
    given, seen = _Given(), dict[str, str]()
    for path in paths:
        _read(path, given, whole, seen, faults)
    if faults:
        raise GameFolderError(loaded.slug, faults)
    return replace(
        loaded,
        board=loaded.board.changed(terrain=given.terrain, features=given.features, routes=given.routes, level=given.level),
        roster={id_: _rated(unit, given) for id_, unit in loaded.roster.items()},
        game=replace(loaded.game, charts={**loaded.game.charts, **given.charts}),
    )


def _read(path: Path, given: _Given, whole: LoadedGame, seen: dict[str, str], faults: Faults) -> None:
    sheet = read_csv(path.parent, path.name, faults, headings=("fact", "value"))
    for row in sheet.rows if sheet is not None else ():
        fact, value = " ".join(row.cells.get("fact", "").split()), row.cells.get("value", "")
        if not value:
            continue  # nobody has looked yet
        try:
            if fact in seen:
                raise _WrongError(f"stands in {seen[fact]} too", "state every fact once")
            seen[fact] = f"{path.name}, line {row.line},"
            _take(given, whole, fact, value, path.parent, faults)
        except _WrongError as error:
            kind: type[GameError] = GameReferenceError if error.reference else GameValueError
            faults.append(kind(str(error), file=path.name, line=row.line, field=fact, remedy=error.remedy))


def _rated(unit: Unit, given: _Given) -> Unit:
    stated = {(losses, name): fact for (id_, losses, name), fact in given.ratings.items() if id_ == unit.id}
    if not stated:
        return unit
    steps = [dict(printed) for printed in unit.ratings]
    for (losses, name), fact in stated.items():
        steps[losses][name] = fact
    return replace(unit, ratings=tuple(steps))


def _take(given: _Given, whole: LoadedGame, fact: str, value: str, folder: Path, faults: Faults) -> None:
    kind, _, about = fact.partition(" ")
    board = whole.board
    if kind == "terrain":
        hex = _hex(board.grid, about)
        _put(given.terrain, hex, frozenset(_words(value, _known(whole, "hex"))), board.terrain_of.get(hex))
    elif kind == "level":
        hex = _hex(board.grid, about)
        _put(given.level, hex, _number(value), board.level_of.get(hex))
    elif kind == "hexside":
        at = _side(board.grid, about)
        features = frozenset(_feature(word, at, whole) for word in _some(value))
        _put(given.features, at, features, board.features_of.get(at))
    elif kind == "route":
        at = _side(board.grid, about)
        _put(given.routes, at, frozenset(_words(value, _known(whole, "route"))), board.routes_of.get(at))
    elif kind == "chart":
        _chart(given, whole, about, value, folder, faults)
    else:
        _rating(given, whole, fact, value)


def _put(into: dict[K, Fact[T]], key: K, value: T, stated: Fact[T] | None) -> None:
    """A fact of the player's, unless the rulebook says otherwise."""
    if isinstance(stated, Known) and stated.source is Source.RULEBOOK:
        if stated.value != value:
            raise _WrongError("the rulebook states something else", "delete the line: the rulebook is the law")
        return
    into[key] = Known(value, Source.PLAYER)


def _hex(grid: Grid, text: str) -> Hex:
    if text not in grid:
        raise _WrongError(f"{text or 'nothing'} is no hex of the map", "write the number as it is printed, such as 0714")
    return text


def _side(grid: Grid, text: str) -> Side:
    found = _PAIR.fullmatch(text)
    if found is None or any(hex not in grid for hex in found.groups()) or found[2] not in grid.neighbours(found[1]):
        raise _WrongError(f"{text or 'nothing'} is no hexside of the map", "write two hexes that share it, such as 0714/0715")
    return side(found[1], found[2])


def _some(value: str) -> list[str]:
    return [] if value.strip().lower() == NOTHING else value.split()


def _words(value: str, known: frozenset[str]) -> list[str]:
    return [_word(word, known) for word in _some(value)]


def _word(word: str, known: frozenset[str]) -> str:
    if known and word not in known:
        raise _WrongError(f"nothing is called {word}", instead(word, known), reference=True)
    return word


def _feature(word: str, at: Side, whole: LoadedGame) -> Feature:
    """`river-minor`, or `defensive-line:0714` for a line that protects that hex."""
    name, colon, protects = word.partition(":")
    if colon and protects not in at:
        raise _WrongError(f"{protects or 'nothing'} is not beside that hexside", f"a line protects {at[0]} or {at[1]}")
    return Feature(_word(name, _known(whole, "hexside")), protects)


def _known(whole: LoadedGame, where: str) -> frozenset[str]:
    """The words for what may lie in a hex, along a hexside or across it: those of the terrain chart and of the map."""
    chart, board = whole.game.charts.get("terrain"), whole.board
    found = {row.feature for row in chart.rows.values() if row.where == where} if isinstance(chart, TerrainChart) else set()
    facts: Mapping[str, Callable[[], Iterable[str]]] = {
        "hex": lambda: (word for fact in board.terrain_of.values() if isinstance(fact, Known) for word in fact.value),
        "hexside": lambda: (each.kind for fact in board.features_of.values() if isinstance(fact, Known) for each in fact.value),
        "route": lambda: (word for fact in board.routes_of.values() if isinstance(fact, Known) for word in fact.value),
    }
    return frozenset({*found, *facts[where](), *(board.ground if where == "hex" else ())})


def _number(value: str) -> int:
    if not value.isdecimal() or len(value) > 3:
        raise _WrongError(f"{value!r} is not a whole number", "write it as it is printed, such as 4")
    return int(value)


def _rating(given: _Given, whole: LoadedGame, fact: str, value: str) -> None:
    found = _RATING.fullmatch(fact)
    if found is None:
        remedy = "write it as a report names it: terrain 0714, hexside 0714/0715, route 0714/0715, attack of de-21, chart crt"
        raise _WrongError("is no fact that can be stated here", remedy)
    name, id_, reduced, lost = found.groups()
    unit = whole.roster.get(id_)
    if unit is None:
        raise _WrongError(f"no unit is called {id_}", instead(id_, whole.roster), reference=True)
    if name not in whole.about.ratings:
        raise _WrongError(f"no rating is called {name}", instead(name, whole.about.ratings), reference=True)
    losses = 1 if reduced else int(lost or 0)
    if losses >= unit.steps:
        raise _WrongError(f"{unit.name} has {unit.steps} steps", "state a side that the counter has")
    _put(given.ratings, (id_, losses, name), _number(value), unit.ratings[losses].get(name))


def _chart(given: _Given, whole: LoadedGame, name: str, value: str, folder: Path, faults: Faults) -> None:
    """A chart in a file of its own beside the facts, in the form in which the game's folder has it."""
    known = {*whole.game.charts, *whole.about.unknown_charts}
    if name not in known:
        raise _WrongError(f"no chart is called {name}", instead(name, known), reference=True)
    if Path(value).is_absolute() or ".." in Path(value).parts:
        raise _WrongError(f"{value} is not beside the facts", "put the chart into the same folder and write its name")
    chart = read_chart(folder, value, faults)
    if chart is not None:
        given.charts[name] = chart


def asked_for(needs: Iterable[str], loaded: LoadedGame) -> tuple[str, ...]:
    """Those of the facts that a report lacks which a table of facts can state, each once."""
    found = []
    for need in dict.fromkeys(needs):
        kind, _, about = need.partition(" ")
        of = _RATING.fullmatch(need)
        rated = of is not None and of[1] in loaded.about.ratings and of[2] in loaded.roster
        if (
            kind in ("terrain", "hexside", "route", "level")
            or rated
            or (kind == "chart" and (loaded.folder / _file(about)).is_file())
        ):
            found.append(need)
    return tuple(sorted(found))


def _file(chart: str) -> str:
    return f"charts/{chart}.csv"


def as_table(rows: Iterable[tuple[str, str, str]]) -> str:
    """A table of facts: fact, value and a note. A note that a spreadsheet would take for a formula is quoted."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["fact", "value", "note"])
    writer.writerows((fact, value, f"'{note}" if note[:1] in "=+-@" else note) for fact, value, note in rows)
    return out.getvalue()
