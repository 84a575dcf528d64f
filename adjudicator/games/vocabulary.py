"""The words of a game: whatever somebody writes of it (a binding, a case, an option) is looked up here, and nowhere else."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, is_dataclass, replace
from functools import lru_cache
from typing import Annotated, Any, TypeAlias, get_args, get_origin, get_type_hints

from pydantic import BaseModel

from adjudicator.engine.actions import BY_EVENT
from adjudicator.engine.board import Board
from adjudicator.engine.charts import Chart, PlainChart, ResultsChart, TerrainChart
from adjudicator.engine.terms import Cells, New, Rows, Term
from adjudicator.engine.units import Unit
from adjudicator.facts import Known
from adjudicator.rules.registry import Binding

from .errors import instead
from .models import GameEntry, WordsEntry

Words: TypeAlias = Mapping[Term, frozenset[str]]

# What the shared rules themselves say, in every game.
_EVERYWHERE: Words = {
    Term.ATTACK: frozenset({"attack"}),
    Term.ENTRY: frozenset({"reinforcement"}),
    Term.EXIT: frozenset({"eliminated"}),
    Term.LOSS: frozenset({"combat", "retreat"}),
    Term.SUPPLY: frozenset({"in supply"}),
    Term.RESULT: frozenset({"-"}),
    Term.CAUSE: frozenset({BY_EVENT}),
}
_WHOSE = ("first", "second")


@dataclass(frozen=True)
class Vocabulary:
    """Words by what they name. Of a kind that is not among them any word will do: a game made by hand states none."""

    words: Words = field(default_factory=dict)
    results: Mapping[str, frozenset[str]] = field(default_factory=dict)  # what each roll may come to
    declarations: Mapping[str, frozenset[Term]] = field(default_factory=dict)  # what each declaration says of itself

    def of(self, *terms: Term) -> frozenset[str]:
        return frozenset[str]().union(*(self.words.get(term, ()) for term in terms))

    def with_words(self, more: Words) -> Vocabulary:
        """With more words of some kinds, where the kind is closed."""
        added = {term: self.words[term] | more[term] for term in more if term in self.words}
        return replace(self, words={**self.words, **added})

    def knows(self, word: str, *terms: Term) -> bool:
        return any(term is Term.TEXT or term not in self.words or word in self.words[term] for term in terms)

    def fault(self, word: str, *terms: Term) -> tuple[str, str] | None:
        """What is wrong with a word, and what to write instead; None if it is known, or empty."""
        if Term.HEX in terms and word.isdigit():
            terms = (Term.HEX,)  # no area is called by digits
        if not word or not terms or self.knows(word, *terms):
            return None
        kinds = list(dict.fromkeys(term.value for term in terms))
        return f"no {' or '.join(kinds)} is called {word}", instead(word, self.of(*terms))


def vocabulary(
    about: GameEntry,
    board: Board,
    roster: Mapping[str, Unit],
    charts: Mapping[str, Chart],
    scenarios: Iterable[str],
    sections: Iterable[str],
    bindings: Iterable[Binding],
) -> Vocabulary:
    """All words of a game: those of its tables, those its rules bring in, and those that game.toml states."""
    found: dict[Term, set[str]] = defaultdict(set)
    for source in (
        _EVERYWHERE,
        _stated(about),
        _of_units(roster),
        _of_map(board),
        _of_charts(charts),
        _of_rules(bindings, charts),
    ):
        for term, words in source.items():
            found[term] |= words
    found[Term.SCENARIO] |= set(scenarios)
    found[Term.SECTION] |= set(sections)
    found[Term.CHART] |= {*charts, *about.unknown_charts}
    found[Term.SUPPLY] |= found[Term.MARK]
    stated, still_open = about.words or WordsEntry(), _open(about, charts)
    return Vocabulary(
        {term: frozenset(words) for term, words in found.items() if term not in still_open},
        {name: _results(said, charts) for name, said in stated.rolls.items()},
        {name: frozenset(Term[key.upper()] for key in keys) for name, keys in stated.declarations.items()},
    )


_OF_GAMES_WITH_WORDS = frozenset(
    {
        *(Term.MARK, Term.ATTACK, Term.FIRE, Term.MANNER, Term.ENTRY, Term.EXIT, Term.LOSS, Term.SUPPLY, Term.LIGHT),
        *(Term.SEASON, Term.WEATHER, Term.ROLL, Term.DIE, Term.RESULT, Term.COLUMN, Term.ODDS, Term.TAG),
        *(Term.KIND, Term.SIZE, Term.TRAIT, Term.FORMATION, Term.TERRAIN, Term.FEATURE, Term.ROUTE),
    }
)


def _open(about: GameEntry, charts: Mapping[str, Chart]) -> frozenset[Term]:
    """Kinds of words of which nobody has listed all yet, so that any may be right."""
    found = {Term.NOTE, Term.DONE}
    if about.words is None:
        found |= _OF_GAMES_WITH_WORDS
    if about.unknown_charts:
        found |= {Term.COLUMN, Term.RESULT, Term.ODDS}
    if not any(isinstance(chart, TerrainChart) for chart in charts.values()):
        found |= {Term.TERRAIN, Term.FEATURE, Term.ROUTE}
    for listed, terms in ((about.phases, (Term.PHASE, Term.STEP)), (about.ratings, (Term.RATING,)), (about.boxes, (Term.BOX,))):
        found |= set() if listed else set(terms)
    return frozenset(found)


def _stated(about: GameEntry) -> Words:
    """What game.toml says, under the names of its tables or among its words."""
    words = about.words or WordsEntry()
    phases = [phase.id for phase in about.phases]
    return {
        Term.SIDE: frozenset(about.side_ids),
        Term.PHASE: frozenset(phases),
        Term.STEP: frozenset((*phases, *(f"{phase}/{whose}" for phase in phases for whose in (*_WHOSE, *about.side_ids)))),
        Term.RATING: frozenset(about.ratings),
        Term.BOX: frozenset(box.id for box in about.boxes),
        Term.OPTION: frozenset(option.id for option in about.options),
        Term.MARK: frozenset(words.marks),
        Term.HEX_MARK: frozenset(words.hex_marks),
        Term.ATTACK: frozenset(words.attacks),
        Term.FIRE: frozenset(words.fires),
        Term.MANNER: frozenset(words.manners),
        Term.ENTRY: frozenset(words.entries),
        Term.EXIT: frozenset(words.exits),
        Term.LOSS: frozenset(words.losses),
        Term.LIGHT: frozenset(words.light),
        Term.SIZE: frozenset(words.sizes),
        Term.SEASON: frozenset(words.season),
        Term.WEATHER: frozenset(words.weather),
        Term.ROLL: frozenset(words.rolls),
        Term.DIE: frozenset(words.dice),
    }


def _of_units(roster: Mapping[str, Unit]) -> Words:
    units = roster.values()
    formations = {unit.formation for unit in units if unit.formation}
    return {
        Term.UNIT: frozenset(roster),
        Term.KIND: frozenset(unit.kind for unit in units),
        Term.SIZE: frozenset(unit.size for unit in units if unit.size),
        Term.TRAIT: frozenset(trait for unit in units for trait in unit.traits | unit.doubtful),
        Term.FORMATION: frozenset((*formations, *(part for name in formations for part in name.split("/")))),
    }


def _of_map(board: Board) -> Words:
    return {
        Term.HEX: frozenset(board.grid.all()),
        Term.AREA: frozenset(board.areas),
        Term.TAG: frozenset(tag for tags in board.tags.values() for tag in tags),
        Term.TERRAIN: board.ground.union(*(fact.value for fact in board.terrain_of.values() if isinstance(fact, Known))),
        Term.FEATURE: frozenset(
            each.kind for fact in board.features_of.values() if isinstance(fact, Known) for each in fact.value
        ),
        Term.ROUTE: frozenset(kind for fact in board.routes_of.values() if isinstance(fact, Known) for kind in fact.value),
    }


def _of_charts(charts: Mapping[str, Chart]) -> Words:
    found: dict[Term, set[str]] = defaultdict(set)
    ground = {"hex": Term.TERRAIN, "hexside": Term.FEATURE, "route": Term.ROUTE}
    for chart in charts.values():
        if isinstance(chart, TerrainChart):
            for row in chart.rows.values():
                found[ground[row.where]].add(row.feature)
                found[Term.COLUMN] |= row.costs.keys()
        elif isinstance(chart, ResultsChart):
            found[Term.COLUMN] |= set(chart.columns)
        else:
            found[Term.COLUMN] |= {heading for cells in chart.rows.values() for heading in cells}
    return {term: frozenset(words) for term, words in found.items()}


def _of_rules(bindings: Iterable[Binding], charts: Mapping[str, Chart]) -> Words:
    """The words that rules bring into the game, and those in the rows of the charts they name."""
    found: dict[Term, set[str]] = defaultdict(set)
    for binding in bindings:
        for _, about, word in words_of(binding):
            for said in about:
                if isinstance(said, New):
                    found[said.term].add(word)
                elif isinstance(said, Rows):
                    found[said.term] |= set(_column(charts.get(word), said.column))
                elif isinstance(said, Cells):
                    found[said.term] |= set(_cells(charts.get(word)))
    return {term: frozenset(words) for term, words in found.items()}


def _column(chart: Chart | None, column: str) -> Iterator[str]:
    for first, cells in chart.rows.items() if isinstance(chart, PlainChart) else ():
        word = cells.get(column, "") if column else first
        if word:
            yield word


def _cells(chart: Chart | None) -> Iterator[str]:
    for row in chart.rows.values() if isinstance(chart, ResultsChart) else ():
        yield from row


def _results(said: str | Sequence[str], charts: Mapping[str, Chart]) -> frozenset[str]:
    """What a roll may come to: the words stated, or the cells of the chart that is named."""
    chart = charts.get(said) if isinstance(said, str) else None
    if isinstance(chart, PlainChart):
        return frozenset(cells[name] for cells in chart.rows.values() for name in ("id", "title") if name in cells)
    return frozenset(() if isinstance(said, str) else said)


# --- which word of a value is of which kind, by its type

About: TypeAlias = tuple[Any, ...]


def words_of(binding: Binding) -> Iterator[tuple[str, About, str]]:
    """Every word among the parameters of a rule, also of those it takes by itself: the parameter, what the word is, the word."""
    for name, hint in binding.rule.hints.items():
        value = binding.values[name]
        for about, word in words_in(hint, value) if value else ():
            yield name, about, word


_WORDLESS = (str, int, bool, type(None))
"""Types that say of no text what it is."""


def words_in(hint: Any, value: Any) -> Iterator[tuple[About, str]]:
    """Every text in a value that its type says to be a word of some kind."""
    if hint in _WORDLESS:
        return
    if get_origin(hint) is Annotated:
        if isinstance(value, str):
            yield hint.__metadata__, value
        else:
            yield from words_in(get_args(hint)[0], value)
    elif hint is type(value):
        for name, inner in fields_of(hint).items():
            yield from words_in(inner, getattr(value, name))
    elif isinstance(value, Mapping):
        for key_hint, value_hint in _pairs(hint):
            for key, each in value.items():
                yield from words_in(key_hint, key)
                yield from words_in(value_hint, each)
    else:
        if get_origin(hint) is tuple and Ellipsis not in get_args(hint):
            for inner, each in zip(get_args(hint), value, strict=False):
                yield from words_in(inner, each)
            return
        several = isinstance(value, Sequence | AbstractSet) and not isinstance(value, str)
        for inner in get_args(hint):
            for each in value if several else (value,):
                yield from words_in(inner, each)


def _pairs(hint: Any) -> Iterator[tuple[Any, Any]]:
    """The types of keys and values, also of a table that may be left out."""
    if isinstance(get_origin(hint), type) and issubclass(get_origin(hint), Mapping):
        key, value = get_args(hint)
        yield key, value
    else:
        for each in get_args(hint):
            yield from _pairs(each)


def fields_of(kind: Any) -> Mapping[str, Any]:
    """The fields of a value with their types; none if it is a plain one."""
    return _fields_of(kind)


@lru_cache(maxsize=256)
def _fields_of(kind: Any) -> Mapping[str, Any]:
    if is_dataclass(kind):
        return get_type_hints(kind, include_extras=True)
    if issubclass(kind, BaseModel):
        return {
            name: Annotated[(each.annotation, *each.metadata)] if each.metadata else each.annotation
            for name, each in kind.model_fields.items()
        }
    return {}
