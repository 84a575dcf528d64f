"""Logs of players who type no notes and move no counter: shorter by that, with the same steps, and nobody is accused."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.cli import main
from adjudicator.engine.actions import Attack
from adjudicator.evidence.histories import read_history
from adjudicator.exitcodes import ExitCode
from adjudicator.explain.judging import Choices, JudgedFile, judge_file
from adjudicator.games import LoadedGame
from adjudicator.verdict import Verdict
from tools.selfplay.chronicle import Told
from tools.selfplay.desk import Desk
from tools.selfplay.koenigsberg.campaign import play_game
from tools.selfplay.logs import write_game
from tools.selfplay.recognised import recognised
from tools.selfplay.strip import HABITS, Habit, stripped
from vassal_bridge.module import Module
from vassal_bridge.saved import read_saved

NOTE, MOVE, DIE = "CHAT<Ada> !attack 1334 with 21", "CHAT* 21 moves 1233 -> 1234 *", "CHAT*** Attack 1d6: 3 *** <Ada>"
COUNTED = ["CHAT* <Ada> Turn updated from Turn 1: Movement to Turn 1: Combat", "TURNTurnTracker0\t0|1;0;false;-1;8"]


@pytest.mark.parametrize(("habit", "left"), [("notes", [[MOVE], COUNTED]), ("tracker", [[NOTE], [MOVE]]), ("all", [[MOVE]])])
def test_only_what_a_player_of_this_habit_does_not_do_is_left_out(habit: Habit, left: list[list[str]]) -> None:
    steps = [[NOTE], [MOVE], COUNTED, [DIE]]
    kept = stripped(steps, habit)
    assert [step for step in kept if step in steps] == [*left, [DIE]]


def test_every_step_keeps_its_number() -> None:
    steps = [[NOTE], COUNTED, [MOVE]]
    for habit in HABITS:
        assert len(stripped(steps, habit)) == len(steps)
        assert stripped(steps, habit)[2] == [MOVE]


@pytest.fixture(scope="module")
def two_turns(koenigsberg: LoadedGame) -> Desk:
    return play_game(koenigsberg, "campaign", 3, turns=2)


def judged(desk: Desk, module_file: Path, module: Module, folder: Path, habit: Habit) -> tuple[list[Told], JudgedFile]:
    path = folder / f"{habit}.vlog"
    told = write_game(desk.loaded, module_file, desk.plays, desk.table, path, scenario="campaign", habit=habit).told
    return told, judge_file(read_history(read_saved(path), module), Choices())


@pytest.mark.parametrize("habit", HABITS)
def test_nobody_is_accused_for_what_he_did_not_say(
    two_turns: Desk, module_file: Path, module: Module, tmp_path: Path, habit: Habit
) -> None:
    _, found = judged(two_turns, module_file, module, tmp_path, habit)
    assert [(each.where.step, each.check, each.message) for each in found.findings if each.verdict is Verdict.ILLEGAL] == []
    undecided = sum(each.judged.verdict is Verdict.UNDECIDED for each in found.played)
    assert undecided <= len(found.played) // 50


def test_most_combats_are_recognised_as_they_were_played(
    two_turns: Desk, module_file: Path, module: Module, tmp_path: Path
) -> None:
    told, found = judged(two_turns, module_file, module, tmp_path, "all")
    counted = recognised(told, found.played)
    fought = sum(isinstance(each.action, Attack) and each.action.kind == "attack" for each in told)
    assert counted["attack: legal, as it was played"] >= fought * 0.7
    assert not [name for name in counted if "illegal" in name]


def test_turn_and_phase_are_found_without_a_counter(two_turns: Desk, module_file: Path, module: Module, tmp_path: Path) -> None:
    _, found = judged(two_turns, module_file, module, tmp_path, "all")
    assert found.end is not None
    assert found.end.state.turn == two_turns.table.state.turn


def test_a_report_says_that_combats_were_only_read_and_explain_as_what(
    two_turns: Desk, module_file: Path, module: Module, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, found = judged(two_turns, module_file, module, tmp_path, "notes")
    assert any("nobody announced" in note for note in found.notes)
    step = next(each.step for each in found.played if each.reading)
    with pytest.raises(SystemExit) as ended:
        main(["explain", str(tmp_path / "notes.vlog"), "--step", str(step), "-m", str(module_file)])
    assert ended.value.code in (ExitCode.OK, ExitCode.UNDECIDED)
    assert "nobody announced this" in capsys.readouterr().out
