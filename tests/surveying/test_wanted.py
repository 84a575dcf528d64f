"""Which facts are asked first."""

from __future__ import annotations

from adjudicator import factname
from adjudicator.games import load
from adjudicator.surveying.wanted import in_order, table_of

A, B, C = (factname.terrain(hex) for hex in ("0714", "0715", "0716"))
DIE = factname.die()


def test_what_settles_most_for_the_fewest_questions_comes_first() -> None:
    open_ = [frozenset(needs) for needs in ((A, B), (A, B), (A, B), (C,), (C, DIE))]
    found = in_order(open_)
    assert [each.settled for each in found] == [0, 3, 4]
    assert {each.name for each in found[:2]} == {A, B}
    assert found[2].name == C


def test_what_nobody_can_look_up_is_not_asked() -> None:
    assert in_order([frozenset((A, DIE)), frozenset((DIE,))]) == []


def test_answers_of_an_earlier_table_stay() -> None:
    game = load("koenigsberg-rg")
    asked = in_order([frozenset((A,)), frozenset((B,))])
    old = "fact,value,note\nterrain 0714,forest,I looked\nterrain 0101,,never answered\n"
    rows = table_of(asked, game, old).splitlines()
    assert rows[1] == "terrain 0714,forest,I looked"
    assert len(rows) == 3
    assert rows[2].startswith("terrain 0715,,")
