"""Markers of single units put right: there is one way in which they can be right, or it is for the players."""

from __future__ import annotations

from adjudicator.correct.model import Correction, Plan
from adjudicator.correct.positions import plan
from adjudicator.explain.judging import JudgedFile
from tests.explain.histories import Log
from tests.explain.seelow import binding, log, piece, played, seelow

TANKS, PANZER, RIFLE, BATTALION, GUNS = "su-11t-20", "de-20pg-8-1", "su-47g-137", "de-303-300-1", "su-aag-32"


def planned(given: Log) -> Plan:
    game = played(given)
    return plan(JudgedFile("test.vlog", seelow(), binding(), game.played, game.end))


def told(found: tuple[Correction, ...]) -> list[tuple[str, str, str, bool]]:
    return [(each.unit, each.before, each.after, each.safe) for each in found]


def test_a_marker_that_came_for_nothing_is_taken_off() -> None:
    given = log(piece(BATTALION, "2309"), phase="first movement").step(piece(BATTALION, "2309", disrupted=True))
    assert told(planned(given).made) == [(BATTALION, "disrupted", "no marker", True)]


def test_a_marker_that_went_without_a_roll_is_put_back() -> None:
    given = log(piece(BATTALION, "2309", disrupted=True), phase="first movement").step(piece(BATTALION, "2309"))
    assert told(planned(given).made) == [(BATTALION, "no marker", "disrupted", True)]


def test_guns_go_back_into_their_mode() -> None:
    given = log(piece(GUNS, "2512", mode="move"), phase="rally").step(piece(GUNS, "2512"))
    assert told(planned(given).made) == [(GUNS, "fire mode", "move mode", True)]


def test_a_marker_that_a_retreat_should_have_left_is_put_on() -> None:
    given = log(piece(RIFLE, "2308"), piece("su-47g-140", "2410"), piece(BATTALION, "2309"), phase="first combat")
    given.step(chat="!attack 2309 with 137 Gd/47 Gd, 140 Gd/47 Gd on 3:1").step(roll=("Combat 1d6", 1))
    given.step(piece(BATTALION, "2211")).step(chat="!phase second barrage").step(piece(PANZER, "2011"))
    assert told(planned(given).made) == [(BATTALION, "no marker", "disrupted", True)]


def test_a_marker_on_which_something_rests_is_only_offered() -> None:
    """Disrupted guns could not have fired."""
    pieces = piece(GUNS, "2312", disrupted=True), piece(RIFLE, "2307"), piece(BATTALION, "2309")
    given = log(*pieces, phase="rally").step(chat="!rally 32 AAG").step(roll=("Rally 1d6", 6)).step(piece(GUNS, "2312"))
    given.step(turn="Turn 4: First player: barrage")
    given.step(chat="!barrage 2309 with 32 AAG").step(roll=("Barrage 1d6", 6))
    found = planned(given)
    assert [each for each in found.made if each.unit == GUNS] == []
    assert [(each.unit, each.after) for each in found.offered] == [(GUNS, "disrupted and fire mode")]


def test_a_marker_that_was_put_right_by_the_players_is_left_alone() -> None:
    given = log(piece(BATTALION, "2309"), phase="first movement").step(piece(BATTALION, "2309", disrupted=True))
    given.step(chat="!phase first combat").step(piece(BATTALION, "2309"))
    assert planned(given).made == ()
