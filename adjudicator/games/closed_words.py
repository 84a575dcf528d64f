"""The words that a player may write in a fact: those of the game and no others, so that a misspelt one states nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from adjudicator.engine.charts import PlainChart
from adjudicator.engine.terms import Term
from adjudicator.engine.unit_names import called, plain
from adjudicator.factname import Answer
from adjudicator.rules import fire_results
from adjudicator.rules.combat import results
from adjudicator.rules.table import Table

from .errors import instead
from .loaded import LoadedGame
from .vocabulary import Vocabulary

# What the parts of a name and the answers are words for. What is not listed here is no word of the game's own.
_PARTS: Final[Mapping[str, tuple[Term, ...]]] = {
    "group": (Term.SIDE, Term.FORMATION),
    "trait": (Term.TRAIT,),
    "mark": (Term.MARK, Term.SUPPLY),
    "roll": (Term.ROLL,),
}
_ANSWERS: Final[Mapping[Answer, tuple[Term, ...]]] = {
    "formation": (Term.FORMATION,),
    "chit": (Term.CHIT,),
    "what a chit is": (Term.CHIT,),
    "phase's name": (Term.PHASE,),
    "scenario": (Term.SCENARIO,),
    "group": (Term.SIDE, Term.FORMATION),
    "light": (Term.LIGHT,),
    "box": (Term.BOX,),
    "mark": (Term.MARK, Term.SUPPLY),
    "mode": (Term.MARK,),
    "way": (Term.MODE,),
    "manner": (Term.MANNER,),
    "phase": (Term.PHASE,),
    "result": (Term.RESULT,),
}


class Meant(NamedTuple):
    """A word as the game writes it; or what is wrong with it and what to write instead."""

    word: str
    problem: str = ""
    remedy: str = ""


def in_name(part: str, text: str, game: LoadedGame) -> Meant:
    """A word in the name of a fact."""
    if part == "place":
        return _place(text, game)
    if part == "side":  # names of facts call sides as reports do
        found = _meant(text, game, Term.SIDE)
        return found if found.problem else Meant(game.game.side_name(found.word))
    return _meant(text, game, *_PARTS[part]) if part in _PARTS else Meant(text)


def in_answer(answer: Answer, text: str, game: LoadedGame) -> Meant:
    """A word that is an answer."""
    if answer == "what a chit is" and (headquarters := called(game.roster.values(), text)):
        return Meant(headquarters[0])
    if answer == "result" and text.casefold() == _NO_RESULT:
        return Meant("-")
    found = _meant(text, game, *_ANSWERS[answer])
    if found.problem and answer in ("chit", "what a chit is"):
        return _chit(text, game) or found
    if found.problem and answer == "result" and another_result(game.table(), game.vocabulary, text):
        return Meant(text)
    return found


def choices(answer: Answer, game: LoadedGame) -> tuple[str, ...]:
    """All that one may answer, where that is a handful."""
    words = sorted(game.vocabulary.of(*_ANSWERS.get(answer, ())))
    return tuple(words) if len(words) <= _HANDFUL else ()


_HANDFUL: Final = 6
_NO_RESULT: Final = "none"


def _meant(text: str, game: LoadedGame, *terms: Term) -> Meant:
    """However it is spaced or capitalised; a side also by its name."""
    if game.vocabulary.knows(text, *terms):
        return Meant(text)
    written = {plain(word): word for word in sorted(game.vocabulary.of(*terms))}
    if Term.SIDE in terms:
        written |= {plain(game.game.side_name(side)): side for side in game.about.side_ids}
    if plain(text) in written:
        return Meant(written[plain(text)])
    return Meant(text, *(game.vocabulary.fault(text, *terms) or ()))


def _chit(text: str, game: LoadedGame) -> Meant | None:
    """A chit by its title, or by the headquarters that it activates."""
    headquarters, chits = called(game.roster.values(), text), game.vocabulary.of(Term.CHIT)
    for chart in game.game.charts.values():
        for name, row in chart.rows.items() if isinstance(chart, PlainChart) else ():
            if name in chits and (plain(row.get("title", "")) == plain(text) or row.get("hq") in headquarters):
                return Meant(name)
    return None


def _place(text: str, game: LoadedGame) -> Meant:
    """A hex by its number or by the name that is printed in it; or an area."""
    board = game.board
    if text in board.grid or text in board.areas:
        return Meant(text)
    named = [hex for hex, name in board.names.items() if plain(name) == plain(text)]
    if len(named) == 1:
        return Meant(named[0])
    if named:
        return Meant(text, f"several hexes are called {text}", f"write {' or '.join(sorted(named))}")
    if text.isdecimal():
        return Meant(text, f"{text} is no hex of the map", "write the number as it is printed, such as 0714")
    return Meant(text, f"no hex is called {text}", instead(text, {*board.names.values(), *board.areas}))


def another_result(table: Table, known: Vocabulary, word: str, *, fire: bool | None = None) -> bool:
    """Is it a result in the game's notation that is just on no chart? What a chart writes otherwise is misspelt.

    `fire`: of fire, or of a combat; None: of either.
    """
    cells = known.of(Term.RESULT)
    if not frozenset(word) <= frozenset("".join(cells)) | frozenset("0123456789"):
        return False
    of_fire = fire_results.read(word) is not None and not any(fire_results.same(word, cell) for cell in cells)
    if fire is not None and fire:
        return of_fire
    of_combat = results.read(table, word) is not None and not any(results.same(table, word, cell) for cell in cells)
    return of_combat or (fire is None and of_fire)
