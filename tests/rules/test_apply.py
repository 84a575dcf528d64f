"""What actions leave behind on the table: markers, control, rebuilt steps, and what may be done again."""

from __future__ import annotations

import pytest

from adjudicator.engine import actions as act
from adjudicator.engine.deeds import ACTIVE_HQ, ATTACKED, COMMANDED, COMMANDED_AT, MOVED, REBUILT, TARGETS
from adjudicator.engine.state import Standing
from adjudicator.facts import Known
from adjudicator.rules.apply import apply
from adjudicator.rules.circumstances import WEATHER
from adjudicator.rules.table import Table
from tests.rules.tables import remembering

from .tables import table, unit

DIVISION = unit("1", attack=3, movement=4, reduced={"attack": 1})


def done(at: Table) -> dict[str, frozenset[str]]:
    """The sets that are remembered."""
    return {name: each.fact.value for name, each in at.state.memories.items() if isinstance(each.fact, Known)}


def marks(at: act.Supply, *before: str) -> frozenset[str]:
    """The markers of unit 1 after a supply check that began with some on it."""
    start = table((DIVISION, Standing("0505", marks=frozenset(before))), (unit("2"), "0606"))
    standing = apply(start, at).standing("1")
    return standing.marks if standing is not None else frozenset()


def test_a_supply_check_puts_on_the_marker_of_the_state_and_takes_off_the_old_one() -> None:
    assert marks(act.Supply((("1", "out of supply"),))) == {"out of supply"}
    assert marks(act.Supply((("1", "isolated"),)), "out of supply") == {"isolated"}
    assert marks(act.Supply((("1", "out of supply"),)), "isolated") == {"out of supply"}


def test_in_supply_is_no_marker_and_other_markers_stay() -> None:
    assert marks(act.Supply((("1", "in supply"),)), "isolated", "disrupted") == {"disrupted"}
    assert marks(act.Supply((("1", "isolated"),)), "disrupted") == {"disrupted", "isolated"}
    assert marks(act.Supply((("2", "isolated"),)), "out of supply", "disrupted") == {"out of supply", "disrupted"}


def test_a_marker_on_a_hex_is_control_and_one_on_a_unit_is_its_own() -> None:
    at = table((DIVISION, "0505"))
    taken = apply(at, act.Mark("0303", "red"))
    assert taken.state.control == {"0303": "red"}
    assert taken.standing("1") == at.standing("1")
    shaken = apply(at, act.Mark("1", "disrupted"))
    assert shaken.state.control == {}
    assert shaken.standing("1") == Standing("0505", marks=frozenset({"disrupted"}))
    assert apply(shaken, act.Mark("1", "disrupted", on=False)).standing("1") == Standing("0505")


@pytest.mark.parametrize(("losses", "steps", "left"), [(1, 1, 0), (1, 2, 0), (0, 1, 0)])
def test_replacements_rebuild_steps_on_the_map_up_to_full_strength(losses: int, steps: int, left: int) -> None:
    at = table((DIVISION, Standing("0505", losses=losses)))
    assert apply(at, act.Replace("1", steps)).standing("1") == Standing("0505", losses=left)


@pytest.mark.parametrize(("steps", "left"), [(1, 1), (2, 0), (3, 0)])
def test_a_unit_rebuilt_from_nothing_comes_back_with_the_steps_paid_for(steps: int, left: int) -> None:
    gone = apply(table((DIVISION, "0505")), act.Remove("1"))
    assert gone.standing("1") is None
    assert apply(gone, act.Replace("1", steps, "0909")).standing("1") == Standing("0909", losses=left)


def test_a_unit_that_loses_all_its_steps_is_gone() -> None:
    at = table((DIVISION, "0505"))
    assert apply(at, act.Lose("red", ("1",))).standing("1") == Standing("0505", losses=1)
    assert apply(at, act.Lose("red", ("1", "1"))).standing("1") is None
    assert apply(at, act.Lose("red", ("1", "1", "1"))).standing("1") is None


def test_a_new_phase_lets_units_move_again_and_a_new_turn_everything() -> None:
    at = table((DIVISION, "0505"), turn=3, phase="movement")
    for deed in (MOVED, ATTACKED, REBUILT):
        at = at.after(at.state.adding(deed, "1"))
    at = at.after(at.state.adding(TARGETS, "0303"))
    assert done(apply(at, act.Phase("combat", "red"))) == {"attacked": {"1"}, "rebuilt": {"1"}, "begun": {"combat"}}
    assert done(apply(at, act.Phase("combat", "red", 3))) == {"attacked": {"1"}, "rebuilt": {"1"}, "begun": {"combat"}}
    later = apply(at, act.Phase("movement", "red", 4)).state
    assert done(apply(at, act.Phase("movement", "red", 4))) == {"begun": {"movement"}, "drawn": ()}
    assert later.turn == 4


def test_a_phase_that_is_only_named_again_does_not_begin() -> None:
    at = table((DIVISION, "0505"), turn=3, phase="movement")
    assert done(apply(at, act.Phase("movement", turn=3))) == {}


def test_aircraft_drive_over_nobody_and_nobody_over_them() -> None:
    enemies = (unit("hq", "blue"), "0506"), (unit("plane", "blue", kind="air"), "0506")
    driven = apply(table((DIVISION, "0505"), *enemies), act.Move(("1",), "0507", path=("0505", "0506", "0507")))
    assert (driven.standing("hq"), driven.standing("plane")) == (None, Standing("0506"))
    flown = apply(table((unit("1", kind="air"), "0505"), *enemies), act.Move(("1",), "0506"))
    assert flown.standing("hq") == Standing("0506")


def test_the_moment_of_an_activation_is_kept_without_the_moment_before_it() -> None:
    at = table((DIVISION, "0505"), (unit("hq", traits="hq"), "0506"))
    at = remembering(at, weather="mud")
    first = apply(at, act.Activate("hq", ("1",)))
    again = apply(apply(first, act.Move(("1",), "0508")), act.Activate("hq"))
    moment = again.state.sure(COMMANDED_AT, again.state)
    assert (moment.sure(WEATHER, ""), moment.sure(ACTIVE_HQ, ""), moment.stated(COMMANDED_AT)) == ("mud", "hq", None)
    assert moment.standing("1") == Standing("0508")
    assert first.state.sure(COMMANDED_AT, first.state).standing("1") == Standing("0505")
    assert (first.state.sure(COMMANDED, None), again.state.sure(COMMANDED, None)) == (frozenset({"1"}), None)
