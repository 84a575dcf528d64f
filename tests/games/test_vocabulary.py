"""The words of a game: which there are, and what is said of one that is not among them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

import pytest

from adjudicator.engine.terms import Term
from adjudicator.games import GameFolderError, LoadedGame, load
from adjudicator.games.vocabulary import Vocabulary
from tests.games.tiny import FILES, write

GAMES = ("_template", "koenigsberg-rg", "seelow-kustrin")
WORDS = FILES["game.toml"] + '\n[words]\nmarks = ["tired"]\nrolls = { rally = ["up", "down"] }\n'
MARKED = '\n[[rule]]\nid = "%s"\nuse = "position.marks_possible"\nwith = { only_for = {}, one_of = ["%s"] }\ncite = ["1.1"]\n'


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> LoadedGame:
    return load(str(request.param))


def test_a_word_is_known_for_what_it_names_and_for_nothing_else() -> None:
    words = load("seelow-kustrin").vocabulary
    assert words.fault("disrupted", Term.MARK) is None
    assert words.fault("disrupted", Term.PHASE) is not None
    assert words.fault("Disrupted", Term.MARK) == ("no marker is called Disrupted", "did you mean disrupted?")
    assert words.fault("antitank", Term.FIRE) == ("no kind of fire is called antitank", "did you mean antitank fire?")
    assert words.fault("", Term.MARK) is None


def test_ways_of_moving_levels_of_victory_chits_and_events_are_those_that_rules_and_charts_bring_in() -> None:
    words = load("koenigsberg-rg").vocabulary
    assert words.of(Term.MODE) == {"regular", "strategic", "rail"}
    assert words.of(Term.LEVEL) == {"crushing", "major", "minor", "historical", "sudden death"}
    assert {"chit-de-9", "chit-event"} <= words.of(Term.CHIT)
    assert "refugees" in words.of(Term.EVENT)
    assert {"A1*/Dr", "D1r2"} <= words.of(Term.RESULT)


def test_what_an_option_not_in_force_brings_in_is_a_word_all_the_same() -> None:
    assert load("_template", options=()).vocabulary == load("_template", options=("darkness",)).vocabulary


def test_without_a_list_any_word_will_do() -> None:
    assert Vocabulary().fault("whatever", Term.MARK) is None
    assert Vocabulary({Term.MARK: frozenset({"tired"})}).fault("whatever", Term.MARK, Term.TRAIT) is None
    assert Vocabulary({Term.MARK: frozenset()}).fault("whatever", Term.MARK) == (
        "no marker is called whatever",
        "there are none",
    )


def test_a_rule_that_is_given_a_word_that_the_game_does_not_know_is_a_fault_with_its_line(tmp_path: Path) -> None:
    rules = FILES["rules.toml"]
    load(write(tmp_path / "a", game_toml=WORDS, rules_toml=rules + MARKED % ("weary", "tired")))
    with pytest.raises(GameFolderError, match=r"rules\.toml, line \d+, weary\.with\.one_of: no marker is called tyred; did you"):
        load(write(tmp_path / "b", game_toml=WORDS, rules_toml=rules + MARKED % ("weary", "tyred")))


def test_that_holds_for_a_rule_of_a_reading_not_taken_too(tmp_path: Path) -> None:
    text = FILES["rules.toml"] + MARKED % ("weary", "tyred") + 'ruling = { D1 = "entering" }\n'
    with pytest.raises(GameFolderError, match="no marker is called tyred"):
        load(write(tmp_path, game_toml=WORDS, rules_toml=text))


def test_a_game_that_has_listed_no_words_yet_may_use_any(tmp_path: Path) -> None:
    load(write(tmp_path, rules_toml=FILES["rules.toml"] + MARKED % ("weary", "tyred")))


def test_every_game_states_its_words(game: LoadedGame) -> None:
    assert game.about.words is not None


def plain(hint: Any) -> bool:
    """Does a type take a text of which nobody says what kind of word it is?"""
    if get_origin(hint) in (Annotated, Literal):
        return False
    return hint is str or any(plain(each) for each in get_args(hint))


def test_every_text_that_a_rule_takes_says_which_kind_of_word_it_is(game: LoadedGame) -> None:
    """A parameter that is a plain `str` would take any misspelling."""
    rules = game.registry.rules.items()
    assert [f"{name}.{each}" for name, rule in rules for each, hint in rule.hints.items() if plain(hint)] == []
