"""Whatever a report asks for is written by `--ask` in a form that `--facts` and `--tell` take back: every kind of fact."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from adjudicator.engine.charts import PlainChart, ResultsChart
from adjudicator.engine.terms import Term
from adjudicator.factname import KINDS, FactKind, FactName
from adjudicator.games import LoadedGame, load
from adjudicator.games.closed_words import choices
from adjudicator.games.questions import as_table, ask
from adjudicator.games.stated_facts import read_facts
from adjudicator.rules.stating import stateable

GAMES = {slug: load(slug) for slug in ("koenigsberg-rg", "seelow-kustrin", "vistula-oder-berlin")}
CHART = "terrain"  # the one that every game has

Text = Callable[[LoadedGame, FactName], str]


def some(game: LoadedGame, *terms: Term) -> str:
    return min(word for word in game.vocabulary.of(*terms) if word)


def hexes(game: LoadedGame) -> tuple[str, str]:
    """Two neighbours."""
    first = min(game.board.grid.all())
    return first, game.board.grid.neighbours(first)[0]


def unit(game: LoadedGame) -> str:
    return next(id_ for id_, each in game.roster.items() if each.steps > 1)


def word(kind: FactKind, game: LoadedGame) -> tuple[str, ...]:
    """What words a name of this kind is about."""
    if kind.name == "rating":
        return (game.about.ratings[0],)
    if kind.name == "cell":
        plain = ((name, each) for name, each in game.game.charts.items() if isinstance(each, PlainChart))
        name, chart = next((name, each) for name, each in plain if name not in ("set-up", "arrivals"))
        row, cells = next(iter(chart.rows.items()))
        return next(each for each in cells if each not in ("source", "cite", "note")), row, name
    if kind.name == "rolled for":
        return (some(game, Term.ROLL),)
    if kind.name == "memory":
        memories = game.game.memories.items()
        return (min(name for name, each in memories if stateable(each) and each.of in (bool, int) and "{" not in name),)
    return ("7",)


def name_of(kind: FactKind, game: LoadedGame) -> FactName:
    """A fact of the kind that the game could lack."""
    words, near = iter(word(kind, game)), iter(hexes(game))
    texts: Mapping[str, Callable[[], str]] = {
        "hex": lambda: next(near),
        "place": lambda: next(near),
        "unit": lambda: unit(game),
        "word": lambda: CHART if kind.name == "chart" else next(words),
        "words": lambda: min(game.board.areas) if kind.name == "area" else next(words),
        "side": lambda: game.about.sides[0].name,
        "group": lambda: game.about.side_ids[0],
        "trait": lambda: some(game, Term.TRAIT),
        "mark": lambda: some(game, Term.MARK),
        "phase": lambda: some(game, Term.PHASE),
        "roll": lambda: some(game, Term.ROLL),
        "losses": lambda: "1",
    }
    return kind(*(texts[part]() for part in kind.parts))


def result(game: LoadedGame) -> str:
    chart = next(each for each in game.game.charts.values() if isinstance(each, ResultsChart))
    return next(text for row in chart.rows.values() for text in row if text != "-")


ANSWERS: Mapping[str, Text] = {
    "yes or no": lambda *_: "yes",
    "passed": lambda *_: "failed",
    "number": lambda *_: "4",
    "terrain": lambda game, _: some(game, Term.TERRAIN),
    "features": lambda game, _: some(game, Term.FEATURE),
    "routes": lambda game, _: some(game, Term.ROUTE),
    "chart": lambda *_: "mine.csv",
    "word": lambda *_: "4",
    "formation": lambda game, _: next(each.formation for each in game.roster.values() if each.formation),
    "chit": lambda game, _: some(game, Term.CHIT),
    "what a chit is": lambda game, _: next(id_ for id_, each in game.roster.items() if each.leads),
    "phase's name": lambda game, _: some(game, Term.PHASE),
    "scenario": lambda game, _: some(game, Term.SCENARIO),
    "group": lambda game, _: game.about.side_ids[0],
    "box": lambda game, _: some(game, Term.BOX),
    "mark": lambda game, _: some(game, Term.MARK),
    "side": lambda game, _: game.about.sides[0].name,
    "phase": lambda game, _: f"{some(game, Term.PHASE)}/{game.about.side_ids[0]}",
    "result": lambda game, _: result(game),
    "unit": lambda game, _: unit(game),
    "units": lambda game, _: unit(game),
    "hexes": lambda game, _: " ".join(hexes(game)),
    "path": lambda game, _: "-".join(hexes(game)),
    "combat": lambda game, _: f"{unit(game)} at {hexes(game)[0]}: {result(game)}",
    "fire": lambda game, _: f"{unit(game)} at {hexes(game)[0]}",
    "dice": lambda *_: "3 4",
    "nothing": lambda *_: "nothing",
    "memory": lambda game, name: "yes" if game.game.memories[name.about[0]].of is bool else "4",
}


def answer_to(name: FactName, game: LoadedGame) -> str:
    """What a player could write."""
    kind = KINDS[name.kind]
    return ANSWERS[kind.answer](game, name) if kind.answer in ANSWERS else choices(kind.answer, game)[0]


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_what_is_asked_is_taken_back_from_a_table_and_one_by_one(kind: FactKind, tmp_path: Path) -> None:
    taken = 0
    for game in GAMES.values():
        try:
            name = name_of(kind, game)
            answer = answer_to(name, game)
        except (StopIteration, IndexError, ValueError):
            continue  # the game has no chits, no light, no headquarters: there it is never asked
        _is_taken_back(game, name, answer, tmp_path)
        taken += 1
    assert taken


def _is_taken_back(game: LoadedGame, name: FactName, answer: str, folder: Path) -> None:
    kind = KINDS[name.kind]
    (written, note), *more = ask([("log.vlog", 3, "why", name)], game, files=True).items()
    assert more == []
    assert "?" in note
    (folder / "mine.csv").write_bytes((game.folder / "charts" / f"{CHART}.csv").read_bytes())
    table = folder / "facts.csv"
    table.write_text(as_table([(written, answer, note)]), "utf-8")
    (found,) = read_facts([table], (), game)
    assert found.name == name
    assert found.answer is not None
    assert (found.step, found.file) == ((3, "log.vlog") if kind.by == "momentary" else (None, ""))
    if kind.answer != "chart":  # that is a file beside the table
        assert read_facts((), [f"{written}: {answer}"], game) == (found,)
