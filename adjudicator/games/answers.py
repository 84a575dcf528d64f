"""What a player writes about a fact, read: which fact is meant, and what he says of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final, NoReturn, get_origin

from adjudicator import factname
from adjudicator.engine.actions import Attack
from adjudicator.engine.board import Feature
from adjudicator.engine.charts import Chart, PlainChart, ResultsChart, TerrainChart, read_cost, read_points
from adjudicator.engine.hexes import Hex
from adjudicator.engine.memory import Memory
from adjudicator.engine.terms import Term
from adjudicator.engine.unit_names import called
from adjudicator.factname import KINDS, LOOKS, Answer, FactName
from adjudicator.facts import Known
from adjudicator.rules.stating import memory_named, stateable

from .closed_words import Meant, in_answer, in_name
from .errors import instead
from .files import Faults
from .loaded import LoadedGame
from .tables import read_chart

NOTHING: Final = "none"  # what stands for "nothing there"
BOMBARDMENT: Final = "bombardment"  # a combat without attackers, in the games that have it
_YES_OR_NO: Final = {"yes": True, "true": True, "no": False, "false": False}
_PASSED: Final = {"passed": True, "pass": True, "rallied": True, "yes": True, "failed": False, "fail": False, "no": False}


class NoSuchFactError(ValueError):
    """Something that states nothing usable: what is wrong with it, and the remedy."""

    def __init__(self, problem: str, remedy: str, *, reference: bool = False) -> None:
        super().__init__(problem)
        self.remedy, self.reference = remedy, reference


def read_name(text: str, game: LoadedGame) -> FactName:
    """The fact that is meant, with its units by id. Raises NoSuchFactError, with what may have been meant instead."""
    name = factname.read(text)
    if name.kind == factname.memory.name:
        _memory(name, text, game)
    if name.kind == factname.mark.name and not called(game.roster.values(), name.about[0]):
        _no_fact(text, game)
    if name.kind == factname.rating.name and name.about[0] not in game.about.ratings:
        _no_fact(text, game)
    parts = KINDS[name.kind].parts
    about = tuple(_part(part, each, game) for part, each in zip(parts, name.about, strict=True))
    found = FactName(name.kind, about)
    _look_over(found, game)
    return found


def _memory(name: FactName, text: str, game: LoadedGame) -> None:
    memory = memory_named(game.game, name.about[0])
    if memory is None or not stateable(memory):
        _no_fact(text, game)


def _no_fact(text: str, game: LoadedGame) -> NoReturn:
    words = {kind.form.partition(" ")[0]: kind.form for kind in KINDS.values()} | {each: each for each in game.game.memories}
    near = get_close_matches(text.partition(" ")[0], words, 1) or get_close_matches(text, words, 1)
    remedy = f"did you mean {_shown(words[near[0]])}?" if near else "write it as a report names it"
    raise NoSuchFactError("is no fact that can be stated", f"{remedy}; a file of questions comes from check --ask")


def _shown(form: str) -> str:
    """A form as a player would fill it in."""
    samples = {"{hex}": "0714", "{unit}": "de-21", "{place}": "0714", "{losses}": ""}
    return re.sub(r"\{\w+\}", lambda found: samples.get(found[0], "…"), form)


def _part(part: str, text: str, game: LoadedGame) -> str:
    if part == "unit":
        return unit(text, game)
    if part == "hex" and text not in game.board.grid:
        raise NoSuchFactError(f"{text} is no hex of the map", "write the number as it is printed, such as 0714")
    return _as_the_game_writes_it(in_name(part, text, game))


def _as_the_game_writes_it(meant: Meant) -> str:
    if meant.problem:
        raise NoSuchFactError(meant.problem, meant.remedy, reference=True)
    return meant.word


def _look_over(name: FactName, game: LoadedGame) -> None:
    about, grid = name.about, game.board.grid
    match name.kind:
        case "hexside" | "route" if about[1] not in grid.neighbours(about[0]):
            raise NoSuchFactError(f"{'/'.join(about)} is no hexside of the map", "write two hexes that share it: 0714/0715")
        case "rating":
            counter = game.roster[about[1]]
            if int(about[2]) >= counter.steps:
                raise NoSuchFactError(f"{counter.name} has {counter.steps} steps", "state a side that the counter has")
        case "area":
            _known(about[0], {*game.board.areas}, "area")
        case "chart":
            _known(about[0], {*game.game.charts, *game.about.unknown_charts}, "chart")
        case "cell":
            _known(about[2], game.game.charts, "chart")
            _cell(game.game.charts[about[2]], *about[:2])


def _cell(chart: Chart, column: str, row: str) -> None:
    """A cell that the chart can have. A plain table may get another row."""
    match chart:
        case TerrainChart():
            columns = {"shift", "attack"}.union(*(each.costs for each in chart.rows.values()))
            _known(row, chart.rows, "row of the chart")
        case ResultsChart():
            columns = set(chart.columns)
            _known(row, [str(each) for each in chart.rows], "row of the chart")
        case PlainChart():
            columns = {heading for cells in chart.rows.values() for heading in cells}
    _known(column, columns, "column of the chart")


def _known(word: str, known: Collection[str], what: str) -> str:
    if word not in known:
        raise NoSuchFactError(f"no {what} is called {word}", instead(word, known), reference=True)
    return word


def unit(text: str, game: LoadedGame) -> str:
    """The one unit that is called so, by its id or as on its counter."""
    if text in game.roster:
        return text
    found = called(game.roster.values(), text)
    if not found:
        names = {*game.roster, *(each.name for each in game.roster.values())}
        near = get_close_matches(text, names, 1)
        remedy = f"did you mean {near[0]}?" if near else f"`adjudicate rule {game.slug} --units` lists them"
        raise NoSuchFactError(f"no unit is called {text}", remedy, reference=True)
    if len(found) > 1:
        raise NoSuchFactError(f"several units are called {text}", f"write {', '.join(found[:-1])} or {found[-1]}", reference=True)
    return found[0]


def read_answer(name: FactName, text: str, game: LoadedGame, folder: Path, faults: Faults) -> Any:
    """What was said of a fact. Raises NoSuchFactError if it is nothing that one could say."""
    kind = KINDS[name.kind]
    if kind.answer == "chart":
        return _chart(text, folder, faults)
    if kind.answer == "memory":
        return _remembered(name, text, game)
    if name.kind == factname.cell.name:
        _fits_its_cell(name, text, game)
    return _READ[kind.answer](text.strip(), name, game)


def _fits_its_cell(name: FactName, text: str, game: LoadedGame) -> None:
    column, _, chart = name.about
    if isinstance(game.game.charts[chart], TerrainChart):
        reads: Mapping[str, Callable[[str], Any]] = {"shift": int, "attack": read_points}
        read = reads.get(column, read_cost)
        try:
            read(text)
        except ValueError as error:
            raise NoSuchFactError(f"{text!r} does not fit {name}", str(error)) from None


def _wrong(text: str, answer: Answer) -> NoReturn:
    raise NoSuchFactError(f"{text!r} is no answer", f"write {LOOKS[answer]}")


def _among(words: Mapping[str, bool], answer: Answer) -> Callable[[str, FactName, LoadedGame], bool]:
    def read(text: str, _: FactName, __: LoadedGame) -> bool:
        return words[text.lower()] if text.lower() in words else _wrong(text, answer)

    return read


def _number(text: str, *_: object) -> int:
    if not text.isdecimal() or len(text) > 3:
        raise NoSuchFactError(f"{text!r} is not a whole number", "write it as it is printed, such as 4")
    return int(text)


def _some(text: str) -> list[str]:
    return [] if text.lower() == NOTHING else text.split()


def _listed(text: str) -> list[str]:
    return [] if text.lower() == NOTHING else [each.strip() for each in text.split(",") if each.strip()]


def _terrain(text: str, _: FactName, game: LoadedGame) -> frozenset[str]:
    return frozenset(_word(word, _words_for(game, "hex")) for word in _some(text))


def _routes(text: str, _: FactName, game: LoadedGame) -> frozenset[str]:
    return frozenset(_word(word, _words_for(game, "route")) for word in _some(text))


def _features(text: str, name: FactName, game: LoadedGame) -> frozenset[Feature]:
    return frozenset(_feature(word, name, game) for word in _some(text))


def _feature(word: str, name: FactName, game: LoadedGame) -> Feature:
    """`river-minor`, or `defensive-line:0714` for a line that protects that hex."""
    kind, colon, protects = word.partition(":")
    if colon and protects not in name.about:
        raise NoSuchFactError(f"{protects or 'nothing'} is not beside that hexside", f"a line protects {' or '.join(name.about)}")
    return Feature(_word(kind, _words_for(game, "hexside")), protects)


def _word(word: str, known: frozenset[str]) -> str:
    if known and word not in known:
        raise NoSuchFactError(f"nothing is called {word}", instead(word, known), reference=True)
    return word


def _words_for(game: LoadedGame, where: str) -> frozenset[str]:
    """The words for what may lie in a hex, along a hexside or across it: those of the terrain chart and of the map."""
    board, charts = game.board, (chart for chart in game.game.charts.values() if isinstance(chart, TerrainChart))
    found = {row.feature for chart in charts for row in chart.rows.values() if row.where == where}
    facts: Mapping[str, Callable[[], Iterable[str]]] = {
        "hex": lambda: (word for fact in board.terrain_of.values() if isinstance(fact, Known) for word in fact.value),
        "hexside": lambda: (each.kind for fact in board.features_of.values() if isinstance(fact, Known) for each in fact.value),
        "route": lambda: (word for fact in board.routes_of.values() if isinstance(fact, Known) for word in fact.value),
    }
    return frozenset({*found, *facts[where](), *(board.ground if where == "hex" else ())})


def _chart(value: str, folder: Path, faults: Faults) -> Any:
    """A chart in a file of its own beside the facts, in the form in which the game's folder has it."""
    if Path(value).is_absolute() or ".." in Path(value).parts:
        raise NoSuchFactError(f"{value} is not beside the facts", "put the chart into the same folder and write its name")
    return read_chart(folder, value, faults)


def _side(text: str, _: FactName, game: LoadedGame) -> str:
    names = {game.game.side_name(side).casefold(): side for side in game.about.side_ids}
    return names.get(text.casefold()) or _known(text, game.about.side_ids, "side")


def _phase(text: str, name: FactName, game: LoadedGame) -> tuple[str, str]:
    phase, slash, side = text.partition("/")
    found = _as_the_game_writes_it(in_answer("phase", phase.strip(), game))
    return found, _side(side.strip(), name, game) if slash else ""


def _plain(text: str, *_: object) -> str:
    return text


def _closed(answer: Answer) -> Callable[[str, FactName, LoadedGame], str]:
    def read(text: str, _: FactName, game: LoadedGame) -> str:
        return _as_the_game_writes_it(in_answer(answer, text, game))

    return read


def _unit(text: str, _: FactName, game: LoadedGame) -> str:
    return unit(text, game)


def _units(text: str, _: FactName, game: LoadedGame) -> tuple[str, ...]:
    return tuple(unit(each, game) for each in _listed(text))


def _hexes(text: str, _: FactName, game: LoadedGame) -> tuple[Hex, ...]:
    return tuple(_part("hex", each, game) for each in _some(text.replace(",", " ")))


def _path(text: str, _: FactName, game: LoadedGame) -> tuple[Hex, ...]:
    found = tuple(_part("hex", each, game) for each in re.split(r"[-\s,]+", text) if each)
    return found if len(found) > 1 else _wrong(text, "path")


def _combat(text: str, name: FactName, game: LoadedGame) -> Attack:
    found = re.fullmatch(r"(.+?) (?:at|of) (\d{4})(?:\s*:\s*(.+))?", text)
    kind = (text if found is None else found[1]).strip().casefold()
    bombarded = kind == BOMBARDMENT and game.vocabulary.knows(kind, Term.ATTACK)
    if found is None and bombarded:
        raise NoSuchFactError("which hex was bombarded is not said", f"write {BOMBARDMENT} of 2308: D1")
    if found is None:
        _wrong(text, "combat")
    result = found[3] and _as_the_game_writes_it(in_answer("result", found[3].strip(), game))
    target = _part("hex", found[2], game)
    if bombarded:
        return Attack((), target, result=result, kind=BOMBARDMENT)
    return Attack(_units(found[1], name, game), target, result=result)


def _fire(text: str, name: FactName, game: LoadedGame) -> tuple[tuple[str, ...], str]:
    who, at, whom = text.partition(" at ")
    if not at:
        _wrong(text, "fire")
    target = whom.strip()
    return _units(who, name, game), target if target in game.board.grid else unit(target, game)


def _nothing(text: str, *_: object) -> bool:
    """That a counter means nothing; what it means else is for a binding to say."""
    return True if text.casefold() == "nothing" else _wrong(text, "nothing")


def _dice(text: str, *_: object) -> tuple[int, ...]:
    found = re.findall(r"\d+", text)
    return tuple(map(int, found)) if found and max(map(len, found)) < 5 else _wrong(text, "dice")


_READ: Final[Mapping[Answer, Callable[[str, FactName, LoadedGame], Any]]] = {
    "yes or no": _among(_YES_OR_NO, "yes or no"),
    "passed": _among(_PASSED, "passed"),
    "number": _number,
    "terrain": _terrain,
    "features": _features,
    "routes": _routes,
    "word": _plain,
    "formation": _closed("formation"),
    "chit": _closed("chit"),
    "what a chit is": _closed("what a chit is"),
    "phase's name": _closed("phase's name"),
    "scenario": _closed("scenario"),
    "group": _closed("group"),
    "light": _closed("light"),
    "box": _closed("box"),
    "mark": _closed("mark"),
    "mode": _closed("mode"),
    "way": _closed("way"),
    "manner": _closed("manner"),
    "result": _closed("result"),
    "side": _side,
    "phase": _phase,
    "unit": _unit,
    "units": _units,
    "hexes": _hexes,
    "path": _path,
    "combat": _combat,
    "fire": _fire,
    "dice": _dice,
    "nothing": _nothing,
}


def _remembered(name: FactName, text: str, game: LoadedGame) -> Any:
    """A value of the type that the memory has."""
    memory = memory_named(game.game, name.about[0])
    of = None if memory is None else memory.of
    if of is bool:
        return _READ["yes or no"](text, name, game)
    if of is int:
        return _number(text)
    several = get_origin(of) in (frozenset, tuple, set, list)
    found = tuple(_one(each, memory, game) for each in (_listed(text) if several else [text]))
    return found if several else found[0]


def _one(text: str, memory: Memory[Any] | None, game: LoadedGame) -> str:
    """A unit by its id, if it is one; else a word such as the memory keeps."""
    found = called(game.roster.values(), text)
    word = found[0] if len(found) == 1 else text
    fault = game.vocabulary.fault(word, *memory.words) if memory is not None else None
    if fault is not None:
        raise NoSuchFactError(*fault, reference=True)
    return word
