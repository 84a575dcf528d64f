"""Violations that other readings of a log must not hide: out of phase, by split drags, by dice and losses put elsewhere."""

from __future__ import annotations

from adjudicator.engine.actions import Attack, Move

from .histories import Log
from .seelow import PHASES, faults, log, piece, played

RIFLE, SECOND = "su-47g-137", "su-47g-140"
BATTALION, OTHER = "de-303-300-1", "de-303-300-2"
GUNS = "su-aag-32"
SHELLS, RALLY, COMBAT = (f"{name} 1d6" for name in ("Barrage", "Rally", "Combat"))


def clicked(given: Log, *phases: str) -> Log:
    for phase in phases:
        given.step(turn=f"Turn 3: {PHASES[phase]}")
    return given


def test_an_attack_amid_the_moves_is_wrong_and_not_the_moves_after_it() -> None:
    given = log(piece(RIFLE, "2306"), piece(SECOND, "2505"), piece(BATTALION, "2307"), phase="first movement")
    given.step(piece(SECOND, "2504")).step(chat="!attack 2307 with 137 Gd/47 Gd").step(roll=(COMBAT, 6))
    given.step(piece(SECOND, "2503"))
    clicked(given, "first defensive antitank fire", "first antitank fire", "first combat")
    assert {rule for _, verdict, rule in faults(given) if verdict == "illegal"} >= {"attack-phase"}
    assert not any(rule == "move-phase" for _, _, rule in faults(given))


def test_an_attack_before_a_late_click_is_none_out_of_phase() -> None:
    given = log(piece(RIFLE, "2306"), piece(SECOND, "2505"), piece(BATTALION, "2307"), phase="first movement")
    given.step(piece(SECOND, "2504")).step(chat="!attack 2307 with 137 Gd/47 Gd").step(roll=(COMBAT, 3))
    clicked(given, "first defensive antitank fire", "first antitank fire", "first combat")
    assert any(isinstance(each.action, Attack) for each in played(given).played)
    assert faults(given) == []


def test_a_gun_that_fires_amid_the_moves_fires_out_of_phase() -> None:
    given = log(
        piece(GUNS, "2512"), piece(RIFLE, "2308"), piece(BATTALION, "2310"), piece(SECOND, "2505"), phase="first movement"
    )
    given.step(piece(SECOND, "2504")).step(chat="!barrage 2310 with 32 AAG").step(roll=(SHELLS, 6)).step(piece(RIFLE, "2307"))
    clicked(given, "first defensive antitank fire", "first antitank fire")
    assert [rule for _, verdict, rule in faults(given) if verdict == "illegal"] == ["barrage-phase"]


def test_units_taken_off_in_a_later_drag_are_lost_by_the_combat_or_for_nothing() -> None:
    given = log(piece(RIFLE, "2306"), piece(SECOND, "2406"), piece(BATTALION, "2307"), phase="first combat")
    given.step(chat="!attack 2307 with 137 Gd/47 Gd, 140 Gd/47 Gd").step(roll=(COMBAT, 3)).step(chat="!phase rally")
    given.step(piece(SECOND, "Lost"))
    assert (5, "illegal", "taken-off-for-nothing") in faults(given)


def test_a_path_named_before_a_click_holds_for_the_drag_after_it() -> None:
    given = log(piece(RIFLE, "2306"), piece(SECOND, "2705"), phase="first movement")
    given.step(chat="!path 137 Gd/47 Gd 2306-2206-2207-2307").step(piece(RIFLE, "2206")).step(
        turn=f"Turn 3: {PHASES['first movement']}"
    )
    given.step(piece(RIFLE, "2307"))
    moves = [each.action for each in played(given).played if isinstance(each.action, Move)]
    assert [move.path for move in moves][-1] in (("2306", "2206", "2207", "2307"), ("2206", "2207", "2307"))


def test_a_marker_that_came_off_against_the_only_die_was_no_rally() -> None:
    given = log(piece(BATTALION, "2309", disrupted=True), piece(RIFLE, "2306"), piece(OTHER, "2307"), phase="first combat")
    given.step(chat="!attack 2307 with 137 Gd/47 Gd").step(roll=(COMBAT, 3))
    clicked(given, "rally").step(roll=(RALLY, 6)).step(piece(BATTALION, "2309"))
    clicked(given, "turn renewal")
    assert (6, "illegal", "disrupted") in faults(given)


def test_a_marker_that_comes_off_two_clicks_after_a_silent_rally_was_forgotten() -> None:
    given = log(piece(BATTALION, "2309", disrupted=True), phase="rally").step(roll=(RALLY, 2))
    clicked(given, "turn renewal").step(turn=f"Turn 4: {PHASES['first barrage']}").step(piece(BATTALION, "2309"))
    assert faults(given) == []


def test_a_marker_that_comes_off_two_clicks_after_a_die_too_high_is_found() -> None:
    given = log(piece(BATTALION, "2309", disrupted=True), phase="rally").step(roll=(RALLY, 6))
    clicked(given, "turn renewal").step(turn=f"Turn 4: {PHASES['first barrage']}").step(piece(BATTALION, "2309"))
    assert [rule for _, verdict, rule in faults(given) if verdict == "illegal"] == ["disrupted"]


def test_a_path_named_from_a_hex_on_the_way_is_gone_after_the_way_to_that_hex() -> None:
    given = log(piece(RIFLE, "2306"), phase="first movement").step(piece(RIFLE, "2406"))
    given.step(chat="!path 137 Gd/47 Gd 2406-2506-2605").step(piece(RIFLE, "2605"))
    assert [each.action.path for each in played(given).played if isinstance(each.action, Move)] == [
        ("2306", "2406", "2506", "2605")
    ]


def test_a_step_given_back_after_a_combat_in_which_its_unit_fought_is_found() -> None:
    given = log(piece(RIFLE, "2306", lost=1), piece(BATTALION, "2307"), phase="first combat")
    given.step(chat="!attack 2307 with 137 Gd/47 Gd").step(roll=(COMBAT, 3)).step(piece(RIFLE, "2306"))
    assert "no-recovery" in [rule for _, verdict, rule in faults(given) if verdict == "illegal"]


def test_what_is_fired_in_a_new_turn_that_the_counter_does_not_show_yet_is_read_by_its_light() -> None:
    given = log(piece(GUNS, "2512"), piece(SECOND, "2505"), piece(BATTALION, "2310"), phase="rally", turn=8)
    given.step(turn=f"Turn 8: {PHASES['turn renewal']}").step(chat="!barrage 2310 with 32 AAG").step(roll=(SHELLS, 3))
    given.step(turn=f"Turn 9: {PHASES['first movement']}").step(piece(SECOND, "2504"))
    assert "barrage-phase" not in [rule for _, _, rule in faults(given)]
