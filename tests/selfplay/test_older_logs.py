"""Games of the older edition written as VASSAL logs: refugee counters and all else are read as they were played."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from adjudicator.correct.corrected import OriginalFile, write_corrected
from adjudicator.engine.actions import Attack, Mark, Place, Replace, Roll
from adjudicator.evidence.histories import read_history
from adjudicator.evidence.history import History
from adjudicator.explain.judging import Choices, JudgedFile, judge_file
from adjudicator.games import load
from adjudicator.verdict import Verdict
from tools.selfplay.desk import Desk
from tools.selfplay.koenigsberg.older import play_game
from tools.selfplay.koenigsberg.refugees import there_are
from tools.selfplay.logs import write_game
from tools.selfplay.strip import Habit
from vassal_bridge.archive import open_archive
from vassal_bridge.module import Module
from vassal_bridge.saved import read_saved


@pytest.fixture(scope="module")
def desk() -> Desk:
    return play_game(load("koenigsberg-3cg"), "campaign", 3, turns=2, busy=0.3)


@pytest.fixture(scope="module")
def module(older_file: Path) -> Module:
    return Module.read(open_archive(older_file))


def written(desk: Desk, file: Path, module: Module, folder: Path, habit: Habit | None = None) -> History:
    path = folder / "game.vlog"
    write_game(desk.loaded, file, desk.plays, desk.table, path, scenario="campaign", habit=habit)
    return read_history(read_saved(path), module)


def refugees(found: JudgedFile) -> frozenset[str]:
    assert found.end is not None
    return found.end.state.those(found.end.game.memories["refugees on"])


def test_a_game_played_by_its_rules_is_legal_as_a_log_and_so_is_a_save_of_its_end(
    desk: Desk, older_file: Path, module: Module, tmp_path: Path
) -> None:
    history = written(desk, older_file, module, tmp_path)
    found = judge_file(history, Choices())
    assert [(each.where.step, each.check, each.message) for each in found.findings] == []
    told = Counter(type(play.action) for play in desk.plays)
    read = Counter(type(each.action) for each in found.played)
    for kind in (Attack, Mark, Place, Replace, Roll):
        assert read[kind] == told[kind], kind
    assert told[Mark] > 3
    assert found.binding is not None
    saved = tmp_path / "end.vsav"
    write_corrected(OriginalFile(tmp_path / "game.vlog", history, desk.loaded, found.binding, module), (), saved)
    end = judge_file(read_history(read_saved(saved), module), Choices())
    assert end.findings == ()
    assert refugees(found) == refugees(end) == there_are(desk)


def test_who_says_nothing_and_moves_no_counter_is_accused_of_nothing(
    desk: Desk, older_file: Path, module: Module, tmp_path: Path
) -> None:
    found = judge_file(written(desk, older_file, module, tmp_path, "all"), Choices())
    assert [each.message for each in found.findings if each.verdict is Verdict.ILLEGAL] == []
    assert refugees(found) == there_are(desk)
