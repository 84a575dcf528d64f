"""Logs of Seelow without a turn counter: nobody is accused for when he did something."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.engine.actions import Phase, Retreat, Roll
from adjudicator.explain.inference.timeless import unless_excused
from adjudicator.explain.turns import PlayedGame, play
from adjudicator.facts import Unknown
from adjudicator.rules.daylight import LIGHT
from adjudicator.rules.opinion import Ruled
from adjudicator.rules.sequence import TURN_KNOWN
from adjudicator.verdict import Verdict

from .histories import Log
from .seelow import PHASES, ZHUKOV, binding, piece, played, seelow

TANKS, PANZER, RIFLE, BATTALION = "su-11t-20", "de-20pg-8-1", "su-47g-137", "de-303-300-1"


def illegal(log: Log) -> list[tuple[int, str]]:
    return [
        (each.step, found.rule)
        for each in played(log).played
        for found in each.judged.findings
        if found.verdict is Verdict.ILLEGAL
    ]


def test_the_turn_and_the_light_are_not_known() -> None:
    state = played(Log(piece(RIFLE, "2307")).step(piece(RIFLE, "2308"))).end.state
    assert (state.phase, isinstance(state.recall(LIGHT), Unknown), isinstance(state.recall(TURN_KNOWN), Unknown)) == (
        "",
        True,
        True,
    )


def test_a_unit_that_attacks_twice_has_done_so_in_two_phases() -> None:
    log = Log(piece(RIFLE, "2308"), piece(BATTALION, "2309"))
    for _ in range(2):
        log.step(chat="!attack 2309 with 137 Gd/47 Gd on 1:1").step(roll=("Combat 1d6", 3))
    assert illegal(log) == []


def test_a_second_attempt_to_rally_belongs_to_another_turn() -> None:
    log = Log(piece(BATTALION, "2309", disrupted=True))
    log.step(chat="!rally I/300 G").step(roll=("Rally 1d6", 6)).step(chat="!rally I/300 G").step(roll=("Rally 1d6", 1))
    log.step(piece(BATTALION, "2309"))
    assert [each.action for each in played(log).played if isinstance(each.action, Roll)] == [
        Roll("rally", (6,), unit=BATTALION),
        Roll("rally", (1,), unit=BATTALION),
    ]
    assert illegal(log) == []


def test_a_fault_that_no_phase_explains_is_still_one() -> None:
    log = (
        Log(piece(TANKS, "2310"), piece(PANZER, "2307"))
        .step(chat="!fire 20/11 T with I/8 Pz")
        .step(roll=("Antitank fire 1d6", 1))
    )
    assert (2, "antitank-adjacent") in illegal(log)


def test_fire_that_nobody_announced_is_a_question_and_accuses_nobody() -> None:
    log = Log(piece(TANKS, "2310"), piece(PANZER, "2309")).step(roll=("Antitank fire 1d6", 1)).step(roll=("Morale check 1d6", 6))
    log.step(piece(TANKS, "2312", disrupted=True))
    findings = [found for each in played(log).played for found in each.judged.findings]
    assert [found.verdict for found in findings] == [Verdict.UNDECIDED]
    assert findings[0].opinion.message == "who fired at whom in step 1 is not known"


def test_a_log_that_shows_its_phases_is_read_by_them() -> None:
    log = Log(piece(RIFLE, "2307"), piece("su-zhukov", "3013")).step(turn="Turn 3: First player: movement")
    assert [each.action for each in played(log).played] == [Phase("first movement", "soviet", 3)]


def test_a_beaten_unit_that_goes_off_the_map_retreated_off_it_and_did_not_exit() -> None:
    attackers, beaten = (piece("su-88g-266", "2516"), piece("su-11gt-44", "2616")), "de-169-392-1"
    log = Log(*attackers, piece(beaten, "2617", lost=1, disrupted=True))
    log.step(chat="!attack 2617 with 266 Gd/88 Gd, 44 Gd/11 Gd T on 4:1").step(roll=("Combat 1d6", 4))
    log.step(piece(beaten, "Left the map", lost=1, disrupted=True))
    actions = [each.action for each in played(log).played]
    assert Retreat((beaten,), "exited") in actions, actions
    assert illegal(log) == []


# --- the counter shows where the log begins, and is never clicked


def begun(log: Log, phase: str = "first barrage") -> PlayedGame:
    return play(seelow(), binding(), replace(log.history(), opening=f"Turn 3: {PHASES[phase]}"))


def test_what_is_done_shows_the_phase() -> None:
    log = Log(piece(RIFLE, "2307"), piece(BATTALION, "2103"), piece(ZHUKOV, "3013"))
    game = begun(log.step(piece(RIFLE, "2308")).step(chat="so far").step(piece(BATTALION, "2102")))
    phases = [each.action.phase for each in game.played if isinstance(each.action, Phase)]
    assert phases == ["first movement", "second movement"]
    assert {each.judged.verdict for each in game.played} == {Verdict.LEGAL}


def test_what_is_wrong_in_every_phase_is_illegal_and_the_rest_is_a_question() -> None:
    fire = Log(piece(TANKS, "2310"), piece(PANZER, "2307"), piece(ZHUKOV, "3013"))
    game = begun(fire.step(chat="!fire 20/11 T with I/8 Pz").step(roll=("Antitank fire 1d6", 1)), "first combat")
    wrong = {found.rule for each in game.played for found in each.judged.findings if found.verdict is Verdict.ILLEGAL}
    open_ = [found for each in game.played for found in each.judged.findings if found.verdict is Verdict.UNDECIDED]
    assert "antitank-adjacent" in wrong
    assert all(found.opinion.truth.needs for found in open_)


def test_a_second_attack_of_the_same_turn_is_excused_by_the_next_turn() -> None:
    log = Log(piece(RIFLE, "2308"), piece(BATTALION, "2309"), piece(ZHUKOV, "3013"))
    for _ in range(2):
        log.step(chat="!attack 2309 with 137 Gd/47 Gd on 1:1").step(roll=("Combat 1d6", 3))
    game = begun(log, "first combat")
    assert not [each for each in game.played if each.judged.verdict is Verdict.ILLEGAL]


def test_another_rule_broken_at_the_same_step_proves_nothing() -> None:
    fire = Log(piece(TANKS, "2310"), piece(PANZER, "2307")).step(chat="!fire 20/11 T with I/8 Pz")
    game = played(fire.step(roll=("Antitank fire 1d6", 1)))
    judged = [
        replace(each.judged, ruled=tuple(Ruled("another", one.cite, one.opinion) for one in each.judged.ruled))
        for each in game.played
    ]
    other = replace(game, played=tuple(replace(each, judged=new) for each, new in zip(game.played, judged, strict=True)))
    assert Verdict.ILLEGAL in {each.judged.verdict for each in unless_excused(game, game).played}
    assert Verdict.ILLEGAL not in {each.judged.verdict for each in unless_excused(game, other).played}
