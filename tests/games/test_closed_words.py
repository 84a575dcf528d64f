"""A misspelt word in what a player tells states nothing: it is a fault that says what was probably meant."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games import GameFolderError, load
from adjudicator.games.questions import answer
from adjudicator.games.stated_facts import read_facts

GAMES = {slug: load(slug) for slug in ("koenigsberg-rg", "seelow-kustrin")}
KOENIGSBERG, SEELOW = "koenigsberg-rg", "seelow-kustrin"


def told(game: str, text: str) -> tuple[Any, Any]:
    (fact,) = read_facts((), [text], GAMES[game])
    return fact.name, fact.answer


@pytest.mark.parametrize(
    ("game", "text", "fault"),
    [
        (SEELOW, "light at step 3: nite", "no light is called nite; did you mean night?"),
        (SEELOW, "light: foggy", "there are day, dusk, night"),
        (SEELOW, "phase: first movment", "did you mean first movement?"),
        (KOENIGSBERG, "phase: movement/germn", "did you mean german?"),
        (SEELOW, "what the Move phase is: first movemnt", "did you mean first movement?"),
        (SEELOW, "scenario: seelo", "did you mean seelow?"),
        (SEELOW, "result of the fire: 17x", "no result is called 17x"),
        (SEELOW, "moral check of de-169-1230: passed", "did you mean morale?"),
        (KOENIGSBERG, "chit drawn: chit-su-43", "did you mean chit-su-43a?"),
        (KOENIGSBERG, "chit X: nobody", "no chit is called nobody"),
        (KOENIGSBERG, "mode of the move of 43G: strategik", "did you mean strategic?"),
        (KOENIGSBERG, "manner of the attack of 43G: ful", "did you mean full?"),
        (KOENIGSBERG, "how 43G flew: ful", "did you mean full?"),
        (KOENIGSBERG, "result of the combat at 2308: Q7", "no result is called Q7"),
        (KOENIGSBERG, "last combat: 43G at 2308: Q7", "no result is called Q7"),
        (KOENIGSBERG, "43G is out of suply: yes", "did you mean out of supply?"),
        (KOENIGSBERG, "marker of 43G before the supply phase: isolatd", "did you mean isolated?"),
        (KOENIGSBERG, "whose bombardment of 2308 it was: 4BF", "did you mean 3BF?"),
        (KOENIGSBERG, "bombardments 4BF: 2", "did you mean 3BF?"),
        (KOENIGSBERG, "is 43G mechanised: yes", "did you mean mechanized?"),
        (KOENIGSBERG, "Sovjet units in 2308: yes", "did you mean soviet?"),
        (KOENIGSBERG, "control of Tilsitt: german", "did you mean Tilsit?"),
        (SEELOW, "control of Seelow: german", "several hexes are called Seelow"),
        (KOENIGSBERG, "attackers of 9999: 43G", "9999 is no hex of the map"),
        (KOENIGSBERG, "path of 43G to 9999: 0741-0742", "9999 is no hex of the map"),
        (KOENIGSBERG, "air army of 43G: air-army-2", "did you mean air-army"),
        (KOENIGSBERG, "formation of 43G: 43 Armee", "did you mean 43 Army?"),
        (KOENIGSBERG, "attackers of 2308: 43H", "no unit is called 43H; did you mean 43"),
    ],
)
def test_a_misspelt_word_is_a_fault_with_a_suggestion(game: str, text: str, fault: str) -> None:
    with pytest.raises(GameFolderError) as found:
        told(game, text)
    assert fault in str(found.value)


@pytest.mark.parametrize(
    ("game", "text", "name", "value"),
    [
        (SEELOW, "light: NIGHT", "light", "night"),
        (SEELOW, "phase: First Movement/German", "phase", ("first movement", "german")),
        (KOENIGSBERG, "chit drawn: 43A", "chit drawn", "chit-su-43a"),
        (KOENIGSBERG, "chit 7: 43A HQ", "chit 7", "su-hq-43a"),
        (KOENIGSBERG, "chit 7: chit-no-gas", "chit 7", "chit-no-gas"),
        (KOENIGSBERG, "result of the combat at 2308: D1R", "result of the combat at 2308", "D1r"),
        (KOENIGSBERG, "result of the combat at 2308: none", None, "-"),
        (KOENIGSBERG, "control of konigsberg: Soviet", None, "soviet"),
        (KOENIGSBERG, "soviet units in 2308: no", "Soviet units in 2308", False),
        (KOENIGSBERG, "whose bombardment of 2308 it was: 2bf", "whose bombardment of 2308 it was", "2BF"),
    ],
)
def test_a_word_is_taken_as_the_game_writes_it(game: str, text: str, name: str | None, value: object) -> None:
    found, answered = told(game, text)
    assert answered == value
    assert name is None or str(found) == name


def test_a_question_says_which_words_the_game_has() -> None:
    name, _ = told(SEELOW, "light: day")
    assert answer(name, GAMES[SEELOW]) == "day, dusk or night"
