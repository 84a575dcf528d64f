"""Logs of a game of fire and morale: what is announced, what is rolled for whom, and what followed, in one reading."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.engine.actions import Advance, Attack, Fire, Lose, Mark, Move, Phase, Place, Remove, Retreat, Roll
from adjudicator.engine.state import Standing
from adjudicator.evidence.notation import note_in
from adjudicator.evidence.positions import ReadPieces, table_of
from adjudicator.explain.turn_counter import typed
from adjudicator.explain.turns import play
from adjudicator.rules.circumstances import FIRST_PLAYER, SCENARIO
from adjudicator.verdict import Verdict

from .histories import Log
from .seelow import PHASES, ZHUKOV, actions, binding, faults, log, piece, played, seelow

TANKS, PANZER = "su-11t-20", "de-20pg-8-1"
RIFLE, BATTALION, PANZERGRENADIERS = "su-47g-137", "de-303-300-1", "de-20pg-76-1"
GUNS, BATTERY = "su-aag-32", "de-404-1"
AT, SHELLS, MORALE, RALLY, COMBAT = (f"{name} 1d6" for name in ("Antitank fire", "Barrage", "Morale check", "Rally", "Combat"))


# --- antitank fire


@pytest.mark.parametrize(
    "said",
    [
        "<Ada> !fire 2310 with I/8 Pz at 20/11 T total 5",
        "!FIRE 20/11 T with i/8 pz, total 5",
        "!fire I/8 Pz at 20/11 T total 5",
        "!fire 2310 with I/8 Pz total 5 result 2",
    ],
)
def test_fire_is_followed_by_a_check_a_retreat_its_marker_and_an_advance(said: str) -> None:
    given = log(piece(TANKS, "2310"), piece(PANZER, "2309"), phase="first defensive antitank fire")
    given.step(chat=said).step(roll=(AT, 1)).step(roll=(MORALE, 3)).step(piece(TANKS, "2312"))
    given.step(piece(TANKS, "2312", disrupted=True)).step(piece(PANZER, "2310"))
    assert actions(given) == [
        Fire((PANZER,), TANKS, "antitank fire", 5, 1, "2"),
        Roll("morale", (3,), unit=TANKS),
        Retreat((TANKS,), "2312"),
        Advance((PANZER,), "2310"),
        Mark(TANKS, "disrupted"),
    ]
    assert faults(given) == []


def test_of_two_hexes_that_may_have_been_attacked_none_counts_as_attacked_already() -> None:
    """Who attacked alone and went back may have attacked either; that of one there were more ways is no reason."""
    fusiliers, militia, regiments = "de-303-fus", "de-mun-2-2", ("su-416-1373", "su-416-1368", "su-416-1374")
    there = zip((*regiments, fusiliers, militia), ("3003", "3002", "3101", "3103", "3102"), strict=True)
    given = Log(*(piece(unit, place) for unit, place in there)).step(turn="Turn 3: Second player: combat")
    given.step(roll=(COMBAT, 6)).step(piece(regiments[0], "2803", lost=1, disrupted=True))
    given.step(chat="!attack 3102 with 1368/416, 1374/416").step(roll=(COMBAT, 3)).step(turn="Turn 3: Rally")
    assert faults(given) == []


def test_a_check_that_was_passed_leaves_the_tank_where_it_is() -> None:
    given = log(piece(TANKS, "2310"), piece(PANZER, "2309"), phase="first defensive antitank fire")
    given.step(chat="!fire 20/11 T with I/8 Pz").step(roll=(AT, 1)).step(roll=(MORALE, 2)).step(chat="!phase first combat")
    assert actions(given)[1] == Roll("morale", (2,), unit=TANKS)
    assert faults(given) == []


def test_who_passed_and_went_away_all_the_same_is_found() -> None:
    given = log(piece(TANKS, "2310"), piece(PANZER, "2309"), phase="first defensive antitank fire")
    given.step(chat="!fire 20/11 T with I/8 Pz").step(roll=(AT, 1)).step(roll=(MORALE, 2)).step(piece(TANKS, "2312"))
    assert (5, "illegal", "retreat-length") in faults(given)


def test_a_step_is_lost_before_the_check_whenever_the_counter_was_flipped() -> None:
    given = log(
        piece(TANKS, "2310"), *(piece(f"de-mun-pz-{number}", "2309") for number in (1, 2, 3)), phase="first antitank fire"
    )
    given = log(*given.start.values(), phase="first defensive antitank fire")
    given.step(chat="!fire 20/11 T with I/Mün Pz, II/Mün Pz and III/Mün Pz").step(roll=(AT, 2)).step(roll=(MORALE, 1))
    given.step(piece(TANKS, "2310", lost=1)).step(piece(TANKS, "2312", lost=1, disrupted=True))
    kinds = [type(action).__name__ for action in actions(given)]
    assert kinds == ["Fire", "Lose", "Roll", "Retreat", "Mark"]
    assert faults(given) == []


def test_fire_announced_by_somebody_nobody_knows_accuses_nobody() -> None:
    given = log(piece(TANKS, "2310"), piece(PANZER, "2309"), phase="first defensive antitank fire")
    given.step(chat="!fire 2310 with 4711").step(roll=(AT, 1)).step(piece(TANKS, "2312", disrupted=True))
    assert [rule for _, verdict, rule in faults(given) if verdict == "illegal"] == []


def test_several_fires_announced_at_once_have_their_dice_one_after_the_other() -> None:
    given = log(
        piece(TANKS, "2310"), piece("su-11t-36", "2410"), piece(PANZER, "2309"), piece("de-20pg-8-2", "2309"),
        phase="first defensive antitank fire",
    )  # fmt: skip
    given.step(chat="!fire 20/11 T with I/8 Pz").step(chat="!fire 36/11 T with II/8 Pz").step(roll=(AT, 6)).step(roll=(AT, 5))
    fires = [action for action in actions(given) if isinstance(action, Fire)]
    assert [(fire.firers, fire.target, fire.die) for fire in fires] == [
        ((PANZER,), TANKS, 6),
        (("de-20pg-8-2",), "su-11t-36", 5),
    ]


# --- barrage


def test_unnamed_checks_are_of_those_whom_they_explain() -> None:
    given = log(
        piece(GUNS, "2312"),
        piece(RIFLE, "2307"),
        piece(BATTALION, "2309"),
        piece(PANZERGRENADIERS, "2309"),
        phase="first barrage",
    )
    given.step(chat="!barrage 2309 with 32 AAG total 12").step(roll=(SHELLS, 6)).step(roll=(MORALE, 3)).step(roll=(MORALE, 1))
    given.step(piece(PANZERGRENADIERS, "2211", disrupted=True))
    found = actions(given)
    assert found[0] == Fire((GUNS,), "2309", "barrage", 12, 6, "2")
    assert {(roll.unit, roll.dice) for roll in found if isinstance(roll, Roll)} == {(PANZERGRENADIERS, (3,)), (BATTALION, (1,))}


def test_a_note_says_whose_a_check_is() -> None:
    given = log(
        piece(GUNS, "2312"),
        piece(RIFLE, "2307"),
        piece(BATTALION, "2309"),
        piece(PANZERGRENADIERS, "2309"),
        phase="first barrage",
    )
    given.step(chat="!barrage 2309 with 32 AAG, spotted by 137 Gd/47 Gd").step(roll=(SHELLS, 6))
    given.step(chat="!morale I/76 PG").step(roll=(MORALE, 2)).step(chat="!morale I/300 G").step(roll=(MORALE, 1))
    assert [action for action in actions(given) if isinstance(action, Roll)] == [
        Roll("morale", (2,), unit=PANZERGRENADIERS),
        Roll("morale", (1,), unit=BATTALION),
    ]


def test_a_result_that_the_players_state_is_judged() -> None:
    given = log(piece(GUNS, "2312"), piece(RIFLE, "2307"), piece(BATTALION, "2309"), phase="first barrage")
    given.step(chat="!barrage 2309 with 32 AAG result E").step(roll=(SHELLS, 6)).step("de-303-300-1")
    assert (3, "illegal", "barrage-result") in faults(given)


def test_guns_that_cannot_retreat_are_lost_by_a_failed_check() -> None:
    given = log(piece(GUNS, "2312"), piece(RIFLE, "2307"), piece(BATTERY, "2309"), phase="first barrage")
    given.step(chat="!barrage 2309 with 32 AAG").step(roll=(SHELLS, 6)).step(roll=(MORALE, 2)).step(piece(BATTERY, "Lost"))
    assert actions(given)[1:] == [Roll("morale", (2,), unit=BATTERY), Lose("german", (BATTERY,), "retreat")]
    assert faults(given) == []


# --- combat, where a die may count two less against disrupted units


@pytest.mark.parametrize(
    ("stands", "result"), [(piece(BATTALION, "2311", disrupted=True), "3"), (piece(BATTALION, "2309", disrupted=True), "A2/1")]
)
def test_what_followed_tells_what_the_attacker_chose(stands: object, result: str) -> None:
    given = log(piece(RIFLE, "2308"), piece(BATTALION, "2309", disrupted=True), phase="first combat")
    given.step(chat="!attack 2309 with 137 Gd/47 Gd on 1:1").step(roll=(COMBAT, 3)).step(stands).step(chat="!phase rally")  # type: ignore[arg-type]
    attack = next(action for action in actions(given) if isinstance(action, Attack))
    assert attack == Attack((RIFLE,), "2309", column="1-1", die=3, result=result)
    assert faults(given) == []


def test_a_retreat_off_the_map_is_a_retreat_and_no_loss() -> None:
    given = log(piece(RIFLE, "1106"), piece(BATTALION, "1006", disrupted=True), phase="first combat")
    given.step(chat="!attack 1006 with 137 Gd/47 Gd").step(roll=(COMBAT, 3)).step(
        piece(BATTALION, "Left the map", disrupted=True)
    )
    assert actions(given)[1:] == [Retreat((BATTALION,), "exited")]


# --- markers, rallying, modes


def test_a_unit_that_rallies_loses_its_marker() -> None:
    given = log(piece(BATTALION, "2309", disrupted=True), phase="rally")
    given.step(chat="!rally I/300 G").step(roll=(RALLY, 2)).step(piece(BATTALION, "2309"))
    assert actions(given) == [Roll("rally", (2,), unit=BATTALION), Mark(BATTALION, "disrupted", on=False)]
    assert faults(given) == []


def test_a_die_without_a_word_is_of_whoever_loses_the_marker() -> None:
    given = log(piece(BATTALION, "2309", disrupted=True), piece(RIFLE, "2305", disrupted=True), phase="rally")
    given.step(roll=(RALLY, 5)).step(roll=(RALLY, 2)).step(piece(BATTALION, "2309"))
    assert actions(given) == [Roll("rally", (2,), unit=BATTALION), Mark(BATTALION, "disrupted", on=False)]


def test_who_rallies_where_a_log_ends_does_so_in_the_phase_to_which_nobody_clicked_any_more() -> None:
    given = log(piece(BATTALION, "2309", disrupted=True), phase="second movement").step(turn="Turn 3: Second player: combat")
    given.step(chat="!rally I/300 G").step(roll=(RALLY, 2)).step(piece(BATTALION, "2309"))
    assert faults(given) == []


def test_a_marker_taken_off_after_a_failed_attempt_is_found() -> None:
    given = log(piece(BATTALION, "2309", disrupted=True), phase="rally")
    given.step(chat="!rally I/300 G").step(roll=(RALLY, 5)).step(piece(BATTALION, "2309"))
    assert faults(given) == [(4, "illegal", "disrupted")]


def test_a_marker_for_nothing_is_found() -> None:
    given = log(piece(BATTALION, "2309"), phase="first movement").step(piece(BATTALION, "2309", disrupted=True))
    assert faults(given) == [(2, "illegal", "disrupted")]


def test_guns_that_are_turned_over_change_their_mode_by_one_action() -> None:
    given = log(piece(GUNS, "2512"), phase="first barrage").step(piece(GUNS, "2512", mode="move"))
    assert actions(given) == [Mark(GUNS, "move mode")]
    assert faults(given) == []


def test_a_note_tells_the_mode_of_guns_whose_counters_show_none() -> None:
    theirs = binding().model_copy(
        update={"markers": binding().markers.model_copy(update={"layers": {"Disrupted": ("disrupted",)}})}
    )
    given = (
        log(piece(GUNS, "2512"), phase="first barrage").step(chat="!mode 32 AAG move").step(turn="Turn 3: First player: movement")
    )
    given.step(piece(GUNS, "2513"))
    game = play(seelow(), theirs, given.history())
    assert [each.action for each in game.played if isinstance(each.action, Mark | Move)] == [
        Mark(GUNS, "move mode"),
        Move((GUNS,), "2513"),
    ]
    assert game.end.state.standing(GUNS) == Standing("2513", 0, frozenset({"move mode"}))


def test_a_mode_that_the_counter_shows_needs_no_note() -> None:
    given = log(piece(GUNS, "2512"), phase="first barrage").step(chat="!mode 32 AAG move")
    assert actions(given) == []


def test_guns_made_ready_to_fire_by_day_are_found() -> None:
    given = log(piece(GUNS, "2512", mode="move"), phase="rally").step(piece(GUNS, "2512"))
    assert faults(given) == [(2, "illegal", "to-fire-mode")]


# --- moves, exits, arrivals, phases


def test_a_unit_that_is_put_beside_the_map_has_left_it() -> None:
    given = log(piece(BATTALION, "1006"), phase="second movement").step(piece(BATTALION, "Left the map"))
    assert actions(given) == [Remove(BATTALION, "exit")]


def test_a_note_tells_an_exit_from_a_loss_where_there_is_no_box() -> None:
    given = log(piece(BATTALION, "1006"), phase="second movement").step(BATTALION, chat="<Ada> !exit I/300 G")
    assert actions(given) == [Remove(BATTALION, "exit")]


def test_reinforcements_come_in_and_march_on() -> None:
    given = log(piece("su-416-1368", "Turn 7"), phase="first movement", turn=9)
    given.step(piece("su-416-1368", "2201")).step(piece("su-416-1368", "2202"))
    assert actions(given) == [Place("su-416-1368", "2201"), Move(("su-416-1368",), "2202")]
    assert faults(given) == []


def test_every_phase_has_its_side_though_the_counter_names_none() -> None:
    given = log(piece(RIFLE, "2307"), phase="first barrage")
    for said in ("First player: movement", "Second player: antitank fire (defensive)", "Second player: movement", "Rally"):
        given.step(turn=f"Turn 3: {said}")
    assert [each.action for each in played(given).played] == [
        Phase("first barrage", "soviet", 3),
        Phase("first movement", "soviet", 3),
        Phase("first defensive antitank fire", "german", 3),
        Phase("second movement", "german", 3),
        Phase("rally", "", 3),
    ]


def test_a_marker_of_control_tells_of_a_hex_that_was_only_passed() -> None:
    marker = replace(piece(RIFLE, "2308"), id="control", markers=(("control", "soviet"),))
    given = log(piece(RIFLE, "2307"), phase="first movement").step(piece(RIFLE, "2309")).step(marker)
    assert actions(given) == [Move((RIFLE,), "2309"), Mark("2308", "soviet")]
    assert played(given).end.state.control["2308"] == "soviet"


def test_a_unit_that_moves_in_the_phase_of_the_other_side_is_found() -> None:
    given = log(piece(BATTALION, "2309"), phase="first movement").step(piece(BATTALION, "2310"))
    assert (2, "illegal", "move-phase") in faults(given)


def test_a_log_that_begins_amid_a_combat_phase_shows_no_combat_before_it() -> None:
    opening, end = (f"Turn 3: {PHASES[phase]}" for phase in ("first combat", "second barrage"))
    begins = Log(piece(RIFLE, "2307"), piece(ZHUKOV, "3013")).step(piece(RIFLE, "2308")).step(turn=end)
    rolls = Log(piece(RIFLE, "2307"), piece(ZHUKOV, "3013")).step(roll=(COMBAT, 3)).step(piece(RIFLE, "2308")).step(turn=end)
    begun, after = (play(seelow(), binding(), replace(each.history(), opening=opening)) for each in (begins, rolls))
    assert begun.played[0].action == Advance((RIFLE,), "2308")
    assert begun.played[0].judged.verdict is Verdict.UNDECIDED
    assert not any(isinstance(each.action, Advance) for each in after.played)


def test_a_check_that_opens_a_log_was_for_a_fire_before_it() -> None:
    begun = Log(piece(TANKS, "2310"), piece(ZHUKOV, "3013")).step(chat="!morale 20/11 T").step(roll=(MORALE, 6))
    begun.step(piece(TANKS, "2312", disrupted=True)).step(chat="!phase first combat")
    opening = f"Turn 3: {PHASES['first antitank fire']}"
    game = play(seelow(), binding(), replace(begun.history(), opening=opening))
    assert Retreat((TANKS,), "2312") in [each.action for each in game.played]
    assert [each.step for each in game.played if each.judged.verdict is Verdict.ILLEGAL] == []


def test_what_a_fire_before_the_log_led_to_does_not_begin_the_phase_in_which_others_then_move() -> None:
    """Nobody clicked: guns were turned over before anybody moved, and the marker of who retreated was laid before that."""
    begun = Log(*(piece(*each) for each in ((TANKS, "2310"), (BATTERY, "2010"), (PANZER, "1909"), (ZHUKOV, "3013"))))
    begun.step(roll=(MORALE, 6)).step(piece(TANKS, "2312")).step(piece(TANKS, "2312", disrupted=True))
    begun.step(piece(BATTERY, "2010", mode="move")).step(piece(PANZER, "1509"))
    begun.step(turn="Turn 3: First player: antitank fire (defensive)")
    game = play(seelow(), binding(), replace(begun.history(), opening=f"Turn 3: {PHASES['second barrage']}"))
    assert [each.step for each in game.played if each.judged.verdict is Verdict.ILLEGAL] == []


@pytest.mark.parametrize(
    ("units", "scenario", "first"),
    [((ZHUKOV,), "seelow", "soviet"), (("de-fuegr-101",), "kuestrin", "german"), ((PANZER,), None, None)],
)
def test_units_tell_the_scenario_and_who_goes_first(units: tuple[str, ...], scenario: str | None, first: str | None) -> None:
    given = log(*(piece(unit, "2107") for unit in units), phase="first barrage")
    del given.start[ZHUKOV]
    given.start.update({unit: piece(unit, "2107") for unit in units})
    state = played(given).start.state
    assert state.sure(SCENARIO, None) == scenario
    assert state.sure(FIRST_PLAYER, None) == first


# --- how players say and do it


def test_a_phase_that_is_said_with_its_brackets_is_not_the_one_called_so_without() -> None:
    said = note_in("!phase first player: antitank fire (defensive)")
    assert said is not None
    ours = binding().model_copy(
        update={"phases": {"First player: antitank fire (defensive)": "defensive", "First player: antitank fire": "other"}}
    )
    state = log(piece(TANKS, "2310"), phase="second movement")
    assert typed(seelow(), ours, said, played(state).end.state) == Phase("defensive")
    aside = note_in("!phase first player: antitank fire (at last!)")
    assert aside is not None
    assert typed(seelow(), ours, aside, played(state).end.state) == Phase("other")


def test_a_counter_put_aside_and_back_does_not_come_after_who_took_its_old_hex() -> None:
    given = log(piece(RIFLE, "2506"), piece("su-47g-140", "2505"), phase="second movement")
    given.step(piece(RIFLE, "2706")).step(piece(RIFLE, "2705")).step(piece("su-47g-140", "2506")).step(piece(RIFLE, "2706"))
    assert [action.units for action in actions(given) if isinstance(action, Move)] == [(RIFLE,), ("su-47g-140",)]
    assert [rule for _, _, rule in faults(given) if rule.startswith("stack")] == []


def test_a_barrage_announced_anew_is_one_barrage() -> None:
    given = log(piece(GUNS, "2701"), piece(BATTALION, "2507"), piece(PANZERGRENADIERS, "2506"), phase="second barrage")
    given.step(chat="!barrage 2506 with 32 AAG").step(chat="!barrage 2507 with 32 AAG").step(roll=(SHELLS, 3))
    given.step(roll=(SHELLS, 1)).step(turn=f"Turn 3: {PHASES['second movement']}")
    assert [action.target for action in actions(given) if isinstance(action, Fire)][:1] == ["2507"]


def test_the_fire_of_the_other_side_shows_that_its_phase_has_begun() -> None:
    given = log(piece(TANKS, "2310"), piece(PANZER, "2309"), phase="first defensive antitank fire")
    given.step(chat="!fire I/8 Pz with 20/11 T").step(roll=(AT, 6)).step(turn=f"Turn 3: {PHASES['first combat']}")
    phases = [action.phase for action in actions(given) if isinstance(action, Phase)]
    assert phases == ["first antitank fire", "first combat"]
    assert [each for each in faults(given) if each[1] == "illegal"] == []


def test_a_late_click_to_the_phase_that_has_begun_does_not_part_a_fire_from_its_check() -> None:
    given = log(piece(TANKS, "2310"), piece(PANZER, "2309"), phase="first defensive antitank fire")
    given.step(chat="!fire I/8 Pz with 20/11 T").step(roll=(AT, 1)).step(turn=f"Turn 3: {PHASES['first antitank fire']}")
    given.step(roll=(MORALE, 6)).step(piece(PANZER, "2208", disrupted=True))
    assert [type(action) for action in actions(given)] == [Phase, Fire, Roll, Retreat, Mark]
    assert faults(given) == []


def test_a_check_that_was_named_after_its_die_leaves_the_next_die_to_another() -> None:
    given = log(
        *(piece(GUNS, "2312"), piece("su-kag-32", "2412"), piece(RIFLE, "2307")),
        *(piece(BATTALION, "2309"), piece(PANZERGRENADIERS, "2209")),
        phase="first barrage",
    )
    given.step(chat="!barrage 2309 with 32 AAG").step(roll=(SHELLS, 6)).step(roll=(MORALE, 1)).step(chat="!morale I/300 G")
    given.step(chat="!barrage 2209 with 32 KAG").step(roll=(SHELLS, 6)).step(roll=(MORALE, 1))
    assert [action.unit for action in actions(given) if isinstance(action, Roll)] == [BATTALION, PANZERGRENADIERS]


def test_what_was_left_undone_makes_nobody_move_in_the_phase_before() -> None:
    movers = {"su-11t-20": 2613, "su-47g-140": 2614, "su-47g-142": 2615, "su-11t-36": 2616, "su-11t-65": 2617, "su-57g-170": 2618}
    given = log(
        *(piece(GUNS, "2312"), piece(RIFLE, "2307"), piece(BATTALION, "2309"), piece(PANZERGRENADIERS, "2309")),
        *(piece(unit, str(hex)) for unit, hex in movers.items()),
        phase="first barrage",
    )
    given.step(chat="!barrage 2309 with 32 AAG").step(roll=(SHELLS, 6)).step(roll=(MORALE, 6)).step(roll=(MORALE, 6))
    given.step(piece(BATTALION, "2311")).step(piece(PANZERGRENADIERS, "2211")).step(turn=f"Turn 3: {PHASES['first movement']}")
    for unit, hex in movers.items():
        given.step(piece(unit, str(hex + 100)))
    given.step(turn=f"Turn 3: {PHASES['first combat']}")
    assert "move-phase" not in {rule for _, _, rule in faults(given)}


def test_a_note_that_came_after_its_die_does_not_shift_those_behind_it() -> None:
    units = {f"de-303-{number}-{one}": f"{'I' * one}/{number} G" for number in (300, 301, 302) for one in (1, 2)}
    units |= {"de-20pg-76-1": "I/76 PG", "de-20pg-76-2": "II/76 PG", "de-20pg-90-1": "I/90 PG", "de-20pg-90-2": "II/90 PG"}
    given = log(*(piece(unit, str(2305 + at), disrupted=True) for at, unit in enumerate(units)), phase="rally")
    given.step(roll=(RALLY, 6))
    for name in units.values():
        given.step(chat=f"!rally {name}")
        if name != "I/300 G":
            given.step(roll=(RALLY, 1 if name == "II/90 PG" else 6))
    given.step(piece("de-20pg-90-2", str(2305 + len(units) - 1)))
    assert [action.unit for action in actions(given) if isinstance(action, Roll)] == list(units)
    assert faults(given) == []


def test_a_die_by_the_wrong_button_is_for_the_note_behind_it() -> None:
    given = log(piece(TANKS, "2310"), piece(PANZER, "2309"), phase="first defensive antitank fire")
    given.step(roll=(RALLY, 1)).step(chat="sorry, wrong dice button").step(chat="!fire 20/11 T with I/8 Pz total 5")
    given.step(roll=(MORALE, 3)).step(piece(TANKS, "2312", disrupted=True))
    assert actions(given)[0] == Fire((PANZER,), TANKS, "antitank fire", 5, 1, "2")
    assert faults(given) == []


def test_who_is_taken_off_where_a_log_opens_may_have_been_lost_before() -> None:
    begun = Log(piece(BATTALION, "2309"), piece(ZHUKOV, "3013")).step(roll=(MORALE, 6)).step(BATTALION)
    game = play(seelow(), binding(), replace(begun.history(), opening=f"Turn 3: {PHASES['second barrage']}"))
    assert [each.step for each in game.played if each.judged.verdict is Verdict.ILLEGAL] == []
    assert Lose("german", (BATTALION, BATTALION)) in [each.action for each in game.played]


@pytest.mark.parametrize(("phase", "active"), [("", "german"), ("first barrage", "german"), ("second movement", "soviet")])
def test_the_set_up_with_a_later_phase_on_the_counter_is_in_the_hands_of_whose_phase_that_is(phase: str, active: str) -> None:
    pieces = ReadPieces(seelow().scenarios["kuestrin"].standings, {}, (), ())
    assert table_of(seelow(), binding(), pieces, 1, phase).state.active == active
