"""Words of a case that the game does not know: a misspelt one would be silently something else to every rule."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.actions import Action, Declare, Fire, Mark, Roll
from adjudicator.engine.kinds import key_of
from adjudicator.engine.terms import Term
from adjudicator.games.closed_words import another_result
from adjudicator.games.errors import instead
from adjudicator.games.vocabulary import Vocabulary, fields_of, words_in
from adjudicator.rules.table import Table

Wrong = tuple[str, str, str]  # the field, what is wrong with it, and what to write instead


def misspelt(table: Table, known: Vocabulary, action: Action) -> Iterator[Wrong]:
    """The words of an action that the game does not know."""
    key = key_of(type(action))
    for name, hint in fields_of(type(action)).items():
        for about, word in words_in(hint, getattr(action, name)):
            fault = known.fault(word, *_meant(table, action, about))
            if fault is not None and not (
                Term.RESULT in about and another_result(table, known, word, fire=isinstance(action, Fire))
            ):
                yield action.verb if name == key else name, *fault
    if isinstance(action, Roll):
        yield from _roll(known, action)
    elif isinstance(action, Declare):
        yield from _declared(known, action)


def _meant(table: Table, action: Action, about: tuple[object, ...]) -> tuple[Term, ...]:
    """What a word is; the mark on a hex says who controls it, or is of those that lie on hexes."""
    if isinstance(action, Mark) and action.subject in table.grid and Term.MARK in about:
        return (Term.SIDE, Term.HEX_MARK)
    return tuple(each for each in about if isinstance(each, Term))


def _roll(known: Vocabulary, roll: Roll) -> Iterator[Wrong]:
    """What a roll is said to have come to is one of the things it can come to."""
    may = known.results.get(roll.purpose)
    if may is not None and roll.result is not None and roll.result not in may:
        yield "result", f"no {roll.purpose} comes to {roll.result}", instead(roll.result, may) if may else "leave it out"


def _declared(known: Vocabulary, said: Declare) -> Iterator[Wrong]:
    """A declaration says what it is about, in words that are known."""
    may = known.declarations.get(said.what)
    if not may:
        return
    keys = {term.name.lower(): term for term in may}
    if not said.values:
        yield "values", f"the {said.what} says nothing", f"write values = {{ {', '.join(f'{key} = …' for key in sorted(keys))} }}"
    for key, word in said.values:
        if key not in keys:
            yield "values", f"a {said.what} says nothing of {key}", instead(key, keys)
        elif (fault := known.fault(word, keys[key])) is not None:
            yield "values", *fault
