"""How steps were read in which something came out wrong at first, and what is wrong with the next best readings."""

from __future__ import annotations

from adjudicator.explain.board import PlayedGame
from adjudicator.explain.looked_into import AS_IT_SEEMS, looked_into
from adjudicator.explain.turns import play
from adjudicator.explain.weighing import Outcome
from adjudicator.games import load

from .histories import BINDING, Log, counter
from .test_carried_out_late import log


def game(given: Log) -> PlayedGame:
    return play(load("koenigsberg-rg"), BINDING, given.history())


def test_what_is_taken_otherwise_than_it_seems_is_told_with_what_would_be_wrong_else() -> None:
    late = game(log("a chit"))
    found = next(each for each in late.looked_into if each.about(4) and each.about(7))  # the chit, and the retreat after it
    assert found.supposes == "what was done after step 6 followed from the die of step 3"
    plain = next(each for each in found.others if each.supposes == AS_IT_SEEMS)
    assert plain.wrong == "the chit of 28A HQ is drawn at step 4 is illegal: 56 has not retreated the 1 hex that it must"


def test_nothing_is_looked_into_where_nothing_is_wrong() -> None:
    moved = Log(counter("de-21", "1233")).step(chat="!phase movement").step(counter("de-21", "1234"))
    assert game(moved).looked_into == ()


def test_the_best_readings_are_told_first_and_none_twice() -> None:
    bad, open_, good = Outcome((1, 0, 0, 1, 0)), Outcome((0, 1, 0, 3, 0)), Outcome((0, 0, 0, 4, 0))
    found = looked_into(3, 5, "a", [("b", bad), ("a", good), ("c", open_), ("d", good), ("b", open_), ("", bad)])
    assert [each.supposes for each in found.others] == ["d", "c", "b"]
    assert (found.supposes, found.about(2), found.about(5)) == ("a", False, True)
