"""Games written as VASSAL logs of our module: what is read from them is what was played, and nothing is wrong with it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from adjudicator.engine.actions import Advance, Attack, Draw, Lose, Move, Place, Replace, Retreat
from adjudicator.evidence.histories import read_history
from adjudicator.evidence.history import History
from adjudicator.explain.judging import Choices, JudgedFile, judge_file
from adjudicator.games import LoadedGame
from tools.selfplay.desk import Desk
from tools.selfplay.koenigsberg.campaign import play_game
from tools.selfplay.logs import write_game
from vassal_bridge.module import Module
from vassal_bridge.saved import read_saved

TOLD = (Move, Attack, Draw, Lose, Retreat, Advance, Place, Replace)


@pytest.fixture(scope="module")
def written(
    koenigsberg: LoadedGame, module_file: Path, module: Module, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Desk, History, JudgedFile]:
    desk = play_game(koenigsberg, "campaign", 2, turns=4)
    path = tmp_path_factory.mktemp("log") / "game.vlog"
    write_game(koenigsberg, module_file, desk.plays, desk.table, path, scenario="campaign")
    history = read_history(read_saved(path), module)
    return desk, history, judge_file(history, Choices())


def test_a_game_played_by_the_rules_is_legal_as_a_log(written: tuple[Desk, History, JudgedFile]) -> None:
    _, _, judged = written
    assert [(found.where.step, found.check, found.message) for found in judged.findings] == []


def test_a_unit_lost_on_a_retreat_over_a_headquarters_retreated_first(
    koenigsberg: LoadedGame, module_file: Path, module: Module, tmp_path: Path
) -> None:
    """In the fourth turn of this game; the headquarters was then said to have left the game without cause."""
    desk = play_game(koenigsberg, "campaign", 613, turns=4)
    write_game(koenigsberg, module_file, desk.plays, desk.table, tmp_path / "game.vlog", scenario="campaign", seed=613)
    judged = judge_file(read_history(read_saved(tmp_path / "game.vlog"), module), Choices())
    assert [(found.where.step, found.check, found.message) for found in judged.findings] == []


def test_vassal_would_complain_about_no_command(written: tuple[Desk, History, JudgedFile]) -> None:
    _, history, judged = written
    assert [event.step for event in history.events if event.broken] == []
    assert judged.notes == ()


def test_what_is_read_is_what_was_played(written: tuple[Desk, History, JudgedFile]) -> None:
    desk, _, judged = written
    told = Counter(type(play.action).__name__ for play in desk.plays if isinstance(play.action, TOLD))
    read = Counter(type(each.action).__name__ for each in judged.played if isinstance(each.action, TOLD))
    for kind in ("Attack", "Draw", "Place", "Replace", "Advance"):
        assert read[kind] == told[kind], kind
    assert abs(read["Move"] - told["Move"]) <= told["Move"] // 5  # aircraft are shown over their targets, others go in two parts


def test_the_log_ends_where_the_game_did(written: tuple[Desk, History, JudgedFile]) -> None:
    desk, _, judged = written
    assert judged.end is not None
    ours, theirs = ({unit.id: standing for unit, standing in table.state.units} for table in (desk.table, judged.end))
    assert theirs == ours
