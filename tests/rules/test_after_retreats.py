"""Retreats: what they leave to be marked, checks nobody rolled, units eliminated though they had a way, maps within the map."""

from __future__ import annotations

import pytest

from adjudicator.engine.actions import Fire, Lose, Mark, Move, Phase, Retreat, Roll
from adjudicator.engine.state import Standing
from adjudicator.engine.units import Unit
from adjudicator.facts import Known
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

from .tables import BASICS, bind, unit
from .tables_fire import AT, BARRAGE, RULES, ground, play, table, verdict

LEGAL, ILLEGAL, UNDECIDED = Verdict.LEGAL, Verdict.ILLEGAL, Verdict.UNDECIDED
DISRUPTED = frozenset({"disrupted"})
SOUTH = ("1011", "1012", "1013", "1014")  # the only way to retreat, with lakes on both sides
LAKES = dict.fromkeys(("0910", "0911", "0912", "1110", "1111", "1112"), "lake")
AFTER = (
    *RULES,
    bind("as-combat", "after_fire.as_a_combat", kinds=[AT, BARRAGE]),
    bind("must-retreat", "after_fire.by_check_or_morale", "6.63", kinds=[AT, BARRAGE]),
    bind("manner", "routes.away", "7.5", prefer=["vacant"], zones="barred", displaced=3, join=True, off_map=True, whole=True),
    bind("retreat", "retreat.explained", "7.51"),
    bind("trapped", "no_retreat.nowhere_to_go", "7.58", stays=["artillery"]),
    bind("crowded", "crowding.remembered"),
    bind("crowded-marked", "crowding.all_marked", "7.55", mark="disrupted"),
    bind("against-morale", "results.against_morale", "7.42"),
)
DUE = (
    *RULES,
    bind("check-due", "morale_due.checked", "6.52", kinds=[AT, BARRAGE]),
    bind("rallied-marker", "morale_due.rallied_without", "7.66"),
)
NEXT = Phase("combat")


def tank(name: str = "tank", traits: str = "armoured") -> Unit:
    return unit(name, "blue", antitank=0, attack=0, combat=4, morale=4, movement=6, armour=1, traits=traits)


def foot(name: str, side: str = "blue") -> Unit:
    return unit(name, side, antitank=3, attack=0, combat=4, morale=4, movement=4, reduced={"combat": 2})


def failed(*more: tuple[Unit, str], target: Unit | None = None) -> Table:
    """A tank at 1011 that has failed its check, with lakes east and west of it."""
    placed = ((foot("pak", "red"), "1010"), (target or tank(), "1011"), *more)
    at = table(*placed, on=ground(LAKES), rules=AFTER, phase=AT)
    return play(at, Fire(("pak",), "tank", AT, result="M"), Roll("morale", (5,), None, "tank"))


def crowd() -> Table:
    """There are two others where its retreat ends: it goes on."""
    return failed((foot("a"), "1013"), (foot("b"), "1013"))


# Crowded hexes


def marked(at: Table, *units: str) -> Table:
    return play(at, *(Mark(unit, "disrupted") for unit in units))


@pytest.mark.parametrize("path", [SOUTH, None])
def test_all_in_a_hex_that_a_retreat_had_to_pass_for_want_of_room_are_disrupted(path: tuple[str, ...] | None) -> None:
    gone = play(crowd(), Retreat(("tank",), "1014", path))
    assert verdict(crowd(), Retreat(("tank",), "1014", path)) == (LEGAL, {})
    assert verdict(gone, Mark("a", "disrupted")) == (LEGAL, {})
    assert verdict(marked(gone, "tank", "a", "b"), NEXT) == (LEGAL, {})
    assert verdict(marked(gone, "tank", "a"), NEXT) == (ILLEGAL, {"crowded-marked": frozenset()})
    assert verdict(marked(gone, "a", "b"), NEXT)[0] is ILLEGAL


def test_a_retreat_that_finds_room_disrupts_nobody_else() -> None:
    gone = play(failed((foot("a"), "1013")), Retreat(("tank",), "1013", SOUTH[:3]), Mark("tank", "disrupted"))
    assert verdict(gone, NEXT) == (LEGAL, {})
    assert verdict(gone, Mark("a", "disrupted"))[0] is UNDECIDED


def test_whoever_has_left_the_crowded_hex_since_is_not_asked_for_a_marker() -> None:
    gone = marked(play(crowd(), Retreat(("tank",), "1014", SOUTH)), "tank", "a")
    assert verdict(gone.after(gone.state.with_standing("b", None)), NEXT) == (LEGAL, {})
    assert verdict(play(gone, NEXT), Phase("rally")) == (LEGAL, {})


def test_a_marker_of_which_nobody_can_say_leaves_it_open() -> None:
    gone = marked(play(crowd(), Retreat(("tank",), "1014", SOUTH)), "tank", "a")
    perhaps = gone.after(gone.state.with_standing("b", Standing("1013", doubtful=DISRUPTED)))
    assert verdict(perhaps, NEXT) == (UNDECIDED, {"crowded-marked": frozenset({"b is disrupted"})})


# Whole retreats, and the edge of the map


def test_a_retreat_that_cannot_be_made_in_full_is_not_made_in_part() -> None:
    at = failed((foot("wall", "red"), "1014"), (foot("wall2", "red"), "1013"))
    assert verdict(at, Retreat(("tank",), "1012"))[0] is ILLEGAL


@pytest.mark.parametrize(("attack", "expected"), [(0, LEGAL), (5, ILLEGAL), (None, UNDECIDED)])
def test_the_way_off_the_map_must_be_open(attack: int | None, expected: Verdict) -> None:
    guard = unit("guard", "red", attack=attack, morale=4, movement=4)  # its zone of control, if it has one, is the edge hex
    at = table((foot("pak", "red"), "1015"), (tank(), "1016"), (guard, "1117"), rules=AFTER, phase=AT)
    hit = play(at, Fire(("pak",), "tank", AT, result="M"), Roll("morale", (5,), None, "tank"))
    assert verdict(hit, Retreat(("tank",), "off"))[0] is expected


# Eliminated for want of a retreat


def test_who_has_a_way_to_retreat_is_not_eliminated() -> None:
    gone = Lose("blue", ("tank",), "retreat")
    assert verdict(failed(), gone) == (ILLEGAL, {"trapped": frozenset()})
    walled = failed((foot("wall", "red"), "1012"))
    assert verdict(walled, gone) == (LEGAL, {})
    assert verdict(failed(target=tank(traits="armoured artillery")), gone) == (LEGAL, {})


def test_whether_a_way_is_open_may_not_be_known() -> None:
    at = failed((unit("r", "red", attack=None, morale=4, movement=4), "1014"))
    assert verdict(at, Lose("blue", ("tank",), "retreat")) == (LEGAL, {})


# Checks and rallies


def test_a_check_that_nobody_rolled_is_asked_for_before_the_next_fire_and_when_the_phase_ends() -> None:
    placed = ((foot("pak", "red"), "1010"), (foot("pak2", "red"), "1005"), (tank(), "1011"), (tank("other"), "1006"))
    at = play(table(*placed, rules=DUE, phase=AT), Fire(("pak",), "tank", AT, result="M"))
    needed = frozenset({"morale check of tank"})
    again = Fire(("pak2",), "other", AT, result="-")
    assert verdict(at, again) == (UNDECIDED, {"check-due": needed})
    assert verdict(at, NEXT) == (UNDECIDED, {"check-due": needed})
    rolled = play(at, Roll("morale", (3,), None, "tank"))
    assert verdict(rolled, again) == (LEGAL, {})
    assert verdict(rolled, NEXT) == (LEGAL, {})


def test_a_second_fire_asks_for_a_second_check() -> None:
    placed = ((foot("pak", "red"), "1010"), (foot("pak2", "red"), "1005"), (tank(), "1011"), (tank("other"), "1006"))
    at = play(table(*placed, rules=DUE, phase=AT), Fire(("pak",), "tank", AT, result="M"), Roll("morale", (3,), None, "tank"))
    assert verdict(play(at, Fire(("pak2",), "other", AT, result="1")), NEXT)[0] is UNDECIDED


def test_a_step_that_is_due_first_is_asked_for_instead_of_the_check() -> None:
    placed = ((foot("pak", "red"), "1010"), (foot("b"), "1011"))
    at = play(table(*placed, rules=DUE, phase=BARRAGE), Fire(("pak",), "1011", BARRAGE, result="2+"))
    assert verdict(at, NEXT) == (ILLEGAL, {"settled-later": frozenset()})


def test_who_has_rallied_keeps_no_marker() -> None:
    at = table((foot("b"), Standing("1011", marks=DISRUPTED)), rules=DUE, phase="rally")
    rallied, stays = play(at, Roll("rally", (4,), None, "b")), play(at, Roll("rally", (5,), None, "b"))
    assert verdict(rallied, Phase("renewal")) == (ILLEGAL, {"rallied-marker": frozenset()})
    assert verdict(play(rallied, Mark("b", "disrupted", on=False)), Phase("renewal")) == (LEGAL, {})
    assert verdict(stays, Phase("renewal")) == (LEGAL, {})


# A map within the map


@pytest.mark.parametrize(("scenario", "expected"), [("small", ILLEGAL), ("large", LEGAL), (None, LEGAL)])
def test_no_move_goes_through_hexes_that_are_not_in_play(scenario: str | None, expected: Verdict) -> None:
    part = frozenset(hex for hex in ground().grid.all() if hex[2:] <= "05")
    on = ground(dict.fromkeys(("1004", "1104", "0904", "1204", "0804"), "lake")).changed(areas={"part": part})
    rules = (*BASICS, bind("part", "map_in_play.of_the_scenario", maps={"small": "part"}))
    on = on.changed(terrain={hex: Known(frozenset({"lake"})) for hex in ("1105", "0905")})
    at = table((unit("r", "red", attack=1, movement=12), "1005"), on=on, rules=rules, notes={"scenario": Known(scenario)})
    assert verdict(at, Move(("r",), "1205"))[0] is expected
