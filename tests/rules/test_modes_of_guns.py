"""Guns in fire mode and in move mode: who may move, and when a gun may change."""

from __future__ import annotations

import pytest

from adjudicator.engine.actions import Fire, Mark, Move
from adjudicator.engine.state import Standing
from adjudicator.engine.units import Unit
from adjudicator.facts import NO, YES, Unknown, unsure
from adjudicator.rules import modes_of_guns
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict
from tests.support import named

from .tables import unit
from .tables_fire import BARRAGE, play, table, verdict

LEGAL, ILLEGAL, UNDECIDED = Verdict.LEGAL, Verdict.ILLEGAL, Verdict.UNDECIDED
FIRE_MODE, MOVE_MODE = frozenset({"fire mode"}), frozenset({"move mode"})
LIMBER, UNLIMBER = Mark("gun", "move mode"), Mark("gun", "fire mode")


def gun(traits: str = "artillery", doubtful: str = "") -> Unit:
    return unit("gun", combat=5, antitank=1, range=5, morale=3, movement=3, traits=traits, doubtful=doubtful)


def battery(marks: frozenset[str] = FIRE_MODE, it: Unit | None = None, **more: object) -> Table:
    return table((it or gun(), Standing("1010", marks=marks)), **more)  # type: ignore[arg-type]  # light, phase and side


@pytest.mark.parametrize(
    ("marks", "expected"),
    [
        (MOVE_MODE, (LEGAL, {})),
        (FIRE_MODE, (ILLEGAL, {"gun-moves": frozenset()})),
        (frozenset[str](), (UNDECIDED, {"gun-moves": frozenset({"mode of gun"})})),
    ],
)
def test_guns_move_in_move_mode_only(marks: frozenset[str], expected: object) -> None:
    assert verdict(battery(marks), Move(("gun",), "1011")) == expected


def test_what_is_no_gun_moves_as_it_likes() -> None:
    assert verdict(battery(frozenset(), gun("")), Move(("gun",), "1011")) == (LEGAL, {})
    doubtful = gun("", "artillery")
    assert verdict(battery(FIRE_MODE, doubtful), Move(("gun",), "1011"))[1] == {"gun-moves": frozenset({"is gun artillery"})}


@pytest.mark.parametrize(("light", "expected"), [("day", LEGAL), ("dusk", ILLEGAL), ("night", ILLEGAL)])
def test_guns_do_not_move_in_bad_light(light: str, expected: Verdict) -> None:
    assert verdict(battery(MOVE_MODE, light=light), Move(("gun",), "1011"))[0] is expected


def test_unknown_light_leaves_the_move_of_a_gun_open() -> None:
    found = verdict(battery(MOVE_MODE, light=Unknown(named("light"))), Move(("gun",), "1011"))
    assert found == (UNDECIDED, {"gun-moves": frozenset({"light"})})


def test_guns_limber_up_in_the_barrage_phase_of_their_side() -> None:
    assert verdict(battery(phase=BARRAGE, active="red"), LIMBER) == (LEGAL, {})
    assert verdict(battery(phase="movement", active="red"), LIMBER) == (ILLEGAL, {"limber": frozenset()})
    assert verdict(battery(phase=BARRAGE, active="blue"), LIMBER) == (ILLEGAL, {"limber": frozenset()})
    assert verdict(battery(), LIMBER) == (LEGAL, {})  # nobody says which phase it is


def test_a_gun_that_fired_its_barrage_stays_in_fire_mode() -> None:
    fired = play(battery(phase=BARRAGE, active="red"), Fire(("gun",), "1012", BARRAGE))
    assert verdict(fired, LIMBER) == (ILLEGAL, {"limber": frozenset()})


def test_guns_take_up_fire_mode_in_the_rally_phase_of_a_night_only() -> None:
    assert verdict(battery(MOVE_MODE, phase="rally", light="night"), UNLIMBER) == (LEGAL, {})
    assert verdict(battery(MOVE_MODE, phase="rally", light="day"), UNLIMBER) == (ILLEGAL, {"unlimber": frozenset()})
    assert verdict(battery(MOVE_MODE, phase=BARRAGE, light="night"), UNLIMBER) == (ILLEGAL, {"unlimber": frozenset()})
    found = verdict(battery(MOVE_MODE, phase="rally", light=Unknown(named("light"))), UNLIMBER)
    assert found == (UNDECIDED, {"unlimber": frozenset({"light"})})


def test_only_guns_have_modes() -> None:
    assert verdict(battery(frozenset(), gun("")), LIMBER)[1] == {"limber": frozenset()}


def test_showing_the_mode_a_gun_is_in_is_no_change() -> None:
    assert verdict(battery(MOVE_MODE, phase="combat"), LIMBER) == (LEGAL, {})
    found = verdict(battery(frozenset(), phase="combat"), LIMBER)
    assert found == (UNDECIDED, {"limber": frozenset({"mode of gun"})})


def test_a_gun_that_takes_up_a_mode_leaves_the_other() -> None:
    standing = play(battery(), LIMBER).standing("gun")
    assert standing is not None
    assert standing.marks == MOVE_MODE


def test_a_mode_is_known_as_soon_as_one_is_surely_shown() -> None:
    seen = {
        name: modes_of_guns.in_mode(table((gun(), standing)), "gun", "fire mode")
        for name, standing in {
            "shown": Standing("1010", marks=FIRE_MODE),
            "other": Standing("1010", marks=MOVE_MODE, doubtful=FIRE_MODE),
            "perhaps": Standing("1010", doubtful=MOVE_MODE),
            "none": Standing("1010"),
        }.items()
    }
    assert seen == {
        "shown": YES,
        "other": NO,
        "perhaps": unsure(named("gun is move mode")),
        "none": unsure(named("mode of gun")),
    }
