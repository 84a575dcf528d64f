"""Turn counters that tell turns and no phases: nobody is accused for the phase, and a turn begins when the counter says so."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from adjudicator.engine.actions import Draw, Phase
from adjudicator.evidence.binding import BindingEntry
from adjudicator.evidence.histories import read_history
from adjudicator.explain.board import Played
from adjudicator.explain.judging import Choices, judge_file
from adjudicator.explain.merged_phases import asked_if_right_in_one
from adjudicator.explain.turns import PlayedGame, play
from adjudicator.explain.vague_clock import turns_told
from adjudicator.modulebuild.geometry import own_module
from adjudicator.rules.judge import judge
from adjudicator.verdict import Verdict
from vassal_bridge.saved import read_saved

from .histories import BINDING as KOENIGSBERG
from .histories import Log, counter
from .seelow import ZHUKOV, binding, piece, seelow
from .test_turns import koenigsberg

RIFLE, BATTALION = "su-47g-137", "de-303-300-1"
Phases = dict[str, str | tuple[str, ...]]
MERGED: Phases = {
    "Barrage": "first barrage",
    "Move": "first movement",
    "Fight": ("first antitank fire", "first combat"),
    "Rest": "",
}


def vague(phases: Phases) -> BindingEntry:
    return binding().model_copy(update={"phases": phases})


def read(log: Log, phases: Phases) -> PlayedGame:
    return play(seelow(), vague(phases), replace(log.history(), opening="Turn 3, Move"))


def verdicts(game: PlayedGame) -> list[tuple[int, Verdict]]:
    return [(each.step, found.verdict) for each in game.played for found in each.judged.findings]


def fought(turn: str) -> Log:
    log = Log(piece(RIFLE, "2308"), piece(BATTALION, "2309"), piece(ZHUKOV, "3013")).step(turn=turn)
    return log.step(chat="!attack 2309 with 137 Gd/47 Gd on 1:1").step(roll=("Combat 1d6", 3))


def test_an_entry_for_several_phases_accuses_nobody_of_the_wrong_one() -> None:
    every: tuple[Phases, ...] = (MERGED, {}, {**MERGED, "Fight": ""})
    for phases in every:
        assert not [step for step, verdict in verdicts(read(fought("Turn 3, Fight"), phases)) if verdict is Verdict.ILLEGAL]


def test_an_entry_that_nobody_bound_leaves_the_phase_open_and_not_the_old_one() -> None:
    known: Phases = {"Move": "first movement"}
    assert not [step for step, verdict in verdicts(read(fought("Turn 3, Schlacht"), known)) if verdict is Verdict.ILLEGAL]


def test_turns_are_told_by_their_numbers_and_not_by_those_in_names_of_entries() -> None:
    log = Log(piece(RIFLE, "2308")).step(turn="Turn 3, P1 Fight").step(turn="Turn 4, P2 Fight").step(turn="Turn 4, P1 Fight")
    phases: Phases = {"P1 Fight": "", "P2 Fight": ""}
    assert turns_told(vague(phases), replace(log.history(), opening="Turn 3, P1 Fight")) == {2: 4}


def test_no_turn_begins_before_the_counter_says_so() -> None:
    log = fought("Turn 3, Fight").step(piece(RIFLE, "2307"))
    assert read(log, MERGED).end.state.turn == 3
    assert read(log.step(turn="Turn 4, Barrage").step(piece(RIFLE, "2306")), MERGED).end.state.turn == 4


def test_what_is_wrong_in_every_phase_is_still_wrong() -> None:
    log = Log(piece(RIFLE, "2307"), piece(ZHUKOV, "3013")).step(turn="Turn 3, Move").step(piece(RIFLE, "1013"))
    assert (2, Verdict.ILLEGAL) in verdicts(read(log.step(turn="Turn 3, Fight"), MERGED))


def test_a_move_in_an_entry_of_phases_in_none_of_which_units_move_is_illegal() -> None:
    other = "su-47g-140"
    log = Log(piece(RIFLE, "2308"), piece(BATTALION, "2309"), piece(ZHUKOV, "3013"), piece(other, "2905"))
    log = log.step(turn="Turn 3, Fight").step(chat="!attack 2309 with 137 Gd/47 Gd on 1:1").step(roll=("Combat 1d6", 3))
    log = log.step(piece(other, "2904")).step(turn="Turn 3, Other Barrage")
    clicked: Phases = {**MERGED, "Other Barrage": "second barrage"}
    assert (4, Verdict.ILLEGAL) in verdicts(read(log, clicked))
    shared: Phases = {**clicked, "Fight": ("first movement", "first antitank fire", "first combat", "second movement")}
    assert (4, Verdict.ILLEGAL) not in verdicts(read(log, shared))


def test_what_may_be_done_once_in_a_phase_is_not_held_against_who_may_have_done_it_in_two() -> None:
    twice = fought("Turn 3, Fight").step(chat="!attack 2309 with 137 Gd/47 Gd on 1:1").step(roll=("Combat 1d6", 3))
    one: Phases = {**MERGED, "Fight": "first combat"}
    assert Verdict.ILLEGAL in dict(verdicts(read(twice, one))).values()
    any_: Phases = {**MERGED, "Fight": ""}
    assert Verdict.ILLEGAL not in dict(verdicts(read(twice, any_))).values()


def test_the_phase_of_the_other_player_excuses_nothing() -> None:
    twice = fought("Turn 3, Fight").step(chat="!attack 2309 with 137 Gd/47 Gd on 1:1").step(roll=("Combat 1d6", 3))
    two: Phases = {**MERGED, "Fight": ("first combat", "second combat")}
    assert Verdict.ILLEGAL in dict(verdicts(read(twice, two))).values()


def of_koenigsberg(log: Log) -> PlayedGame:
    """Read as by a counter that tells turns alone."""
    silent = KOENIGSBERG.model_copy(update={"phases": {}, "dice": {"Any": "other"}})
    return play(koenigsberg(), silent, replace(log.history(), opening="Turn 1"))


def test_a_phase_of_the_first_turn_alone_begins_no_later_turn() -> None:
    log = Log(counter("su-48a-53", "0905")).step(turn="Turn 2").step(counter("su-48a-53", "0904"))
    assert of_koenigsberg(log).end.state.turn == 2
    assert not [each for each in verdicts(of_koenigsberg(log)) if each[1] is Verdict.ILLEGAL]


def test_nobody_owes_a_retreat_to_the_bombardment_of_a_phase_that_nobody_told() -> None:
    log = Log(counter("su-43a-90", "2143"), counter("su-43a-103", "1943"), counter("de-56", "2043"))
    log = log.step(chat="!roll bombardment german").step(roll=("Any", 5)).step(chat="!bombard 2143 on 2-1").step(roll=("Any", 4))
    log = log.step(chat="!bombard 1943 on 2-1").step(roll=("Any", 5))
    assert verdicts(of_koenigsberg(log)) == [(6, Verdict.UNDECIDED)]


def test_markers_forgotten_are_asked_for_where_a_later_phase_of_the_same_entry_began_without_theirs() -> None:
    phases: Phases = {"Activations": ("command", "movement", "combat"), "Administration": ("supply", "volkssturm return")}
    named = KOENIGSBERG.model_copy(update={"phases": phases, "boxes": {"Militia": "volkssturm", "volkssturm": "volkssturm"}})
    around = (counter(f"su-43a-{number}", place) for number, place in (("90", "0616"), ("103", "0818")))
    log = Log(counter("de-299", "0717"), counter("de-vs-1", "0527"), *around).step(turn="Turn 2, Administration")
    told = replace(log.history(), opening="Turn 2, Activations")
    table = play(koenigsberg(), named, told).played[0].before
    assert table.state.phase == "command"
    skipped = PlayedGame(table, (Played(2, Phase("volkssturm return"), table, judge(table, Phase("volkssturm return"))),), table)
    asked = asked_if_right_in_one(skipped, koenigsberg(), named, told)
    assert [(found.rule, found.verdict) for each in asked.played for found in each.judged.findings] == [
        ("supply-forgotten", Verdict.UNDECIDED)
    ]


def test_a_chit_that_went_back_into_the_cup_is_drawn_again_where_no_counter_tells_the_turn() -> None:
    log = Log(counter("chit-de-20", "Cup"), counter("chit-de-9", "Cup"), counter("de-hq-20", "0717"))
    for number in (1, 2):
        log = log.step(counter("chit-de-20", "drawn")).step(counter("de-hq-20", f"071{7 + number}"))
        log = log.step(counter("chit-de-9", "drawn")).step(counter("chit-de-20", "Cup")).step(counter("chit-de-9", "Cup"))
    game = play(koenigsberg(), KOENIGSBERG, replace(log.history(), opening=None))
    assert [each.action for each in game.played if isinstance(each.action, Draw)].count(Draw("chit-de-20")) == 2
    assert not [each for each in verdicts(game) if each[1] is Verdict.ILLEGAL]


def test_no_finding_names_a_turn_that_nobody_told() -> None:
    log = Path(__file__).parents[2] / "logs" / "seelow-kustrin" / "turn1-zone.vlog"
    told = read_history(read_saved(log), own_module(seelow()))
    untold = replace(told, opening=None, events=tuple(replace(event, turn=None) for event in told.events))
    assert {each.turn for each in judge_file(told, Choices()).findings} == {1}
    assert {each.turn for each in judge_file(untold, Choices()).findings} == {None}
