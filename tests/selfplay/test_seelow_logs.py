"""Games of Seelow & Küstrin written as logs of our module: what is read is what was played, and nothing is wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.engine.actions import Action, Advance, Attack, Fire, Lose, Mark, Place, Remove, Retreat, Roll
from adjudicator.engine.state import Standing
from adjudicator.evidence.binding import BindingEntry, binding_for
from adjudicator.evidence.histories import read_history
from adjudicator.evidence.history import History
from adjudicator.explain import judging
from adjudicator.explain.judging import Choices, JudgedFile, judge_file
from adjudicator.games import LoadedGame
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict
from tools.selfplay.desk import Desk
from tools.selfplay.logs import write_game
from tools.selfplay.seelow.campaign import play_game
from tools.selfplay.strip import HABITS, Habit
from vassal_bridge.archive import open_archive
from vassal_bridge.module import Module
from vassal_bridge.saved import read_saved

TOLD = (Fire, Attack, Retreat, Advance, Mark, Place, Remove)
Written = tuple[Desk, History, JudgedFile]


@pytest.fixture(scope="module", params=[("kuestrin", 3), ("seelow", 2)], ids=["kuestrin", "seelow"])
def written(
    request: pytest.FixtureRequest, seelow: LoadedGame, seelow_file: Path, tmp_path_factory: pytest.TempPathFactory
) -> Written:
    scenario, turns = request.param
    desk = play_game(seelow, scenario, 4, turns)
    path = tmp_path_factory.mktemp("log") / f"{scenario}.vlog"
    write_game(seelow, seelow_file, desk.plays, desk.table, path, scenario=scenario)
    history = read_history(read_saved(path), Module.read(open_archive(seelow_file)))
    return desk, history, judge_file(history, Choices())


def test_a_game_played_by_the_rules_is_legal_as_a_log(written: Written) -> None:
    _, _, judged = written
    assert [(found.where.step, found.check, found.message) for found in judged.findings] == []


def test_vassal_would_complain_about_no_command(written: Written) -> None:
    _, history, judged = written
    assert [event.step for event in history.events if event.broken] == []
    assert judged.notes == ()


def test_what_is_read_is_what_was_played(written: Written) -> None:
    desk, _, judged = written
    told = Counter(type(play.action).__name__ for play in desk.plays if isinstance(play.action, TOLD))
    read = Counter(
        type(each.action).__name__ for each in judged.played if isinstance(each.action, TOLD) and not _of_a_hex(each.action)
    )
    for kind in ("Fire", "Attack", "Place", "Remove", "Mark"):
        assert read[kind] == told[kind], kind
    assert told["Fire"] + told["Attack"] > 20
    assert abs(read["Retreat"] - told["Retreat"]) <= told["Retreat"] // 5  # who went the same way is read as one retreat


def _of_a_hex(action: Action) -> bool:
    """Markers of control are told by the moves in the game itself."""
    return isinstance(action, Mark) and action.subject.isdigit()


def test_every_check_is_of_the_unit_that_made_it(written: Written) -> None:
    desk, _, judged = written
    told, read = _checks(play.action for play in desk.plays), _checks(each.action for each in judged.played)
    assert read.total() == told.total() > 0
    assert (read - told).total() <= told.total() // 10  # dice without a word may be of either of two units


def _checks(actions: Iterable[Action]) -> Counter[tuple[str | None, tuple[int, ...]]]:
    return Counter((action.unit, action.dice) for action in actions if isinstance(action, Roll) and action.purpose == "morale")


def test_all_steps_lost_in_the_game_are_lost_in_its_log(written: Written) -> None:
    desk, _, judged = written
    told = Counter(unit for play in desk.plays if isinstance(play.action, Lose) for unit in play.action.steps)
    read = Counter(unit for each in judged.played if isinstance(each.action, Lose) for unit in each.action.steps)
    assert read == told


def test_the_log_ends_where_the_game_did(written: Written) -> None:
    desk, _, judged = written
    assert judged.end is not None
    assert _on_map(judged.end) == _on_map(desk.table)
    assert (judged.end.state.turn, judged.end.state.phase) == (desk.table.state.turn, desk.table.state.phase)
    assert dict(judged.end.state.control) == dict(desk.table.state.control)


def _on_map(table: Table) -> dict[str, Standing]:
    """Units on the map; of those that left it a log still shows the counters."""
    found = {unit.id: standing for unit, standing in table.state.units if standing.place in table.grid}
    return {unit: replace(standing, doubtful=frozenset()) for unit, standing in found.items()}


# --- other habits, and a module that is not ours


@pytest.mark.parametrize("habit", HABITS)
def test_players_of_other_habits_are_not_accused(habit: Habit, seelow: LoadedGame, seelow_file: Path, tmp_path: Path) -> None:
    """Without notes nobody says who fires and attacks; without a counter nobody says when."""
    desk = play_game(seelow, "kuestrin", 31, 3)
    path = tmp_path / "game.vlog"
    write_game(seelow, seelow_file, desk.plays, desk.table, path, scenario="kuestrin", seed=31, habit=habit)
    judged = judge_file(read_history(read_saved(path), Module.read(open_archive(seelow_file))), Choices())
    assert [(found.where.step, found.check) for found in judged.findings if found.verdict is Verdict.ILLEGAL] == []


def test_nobody_is_accused_by_our_reconstruction_on_a_module_that_does_not_show_it(
    written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, history, _ = written

    def theirs(folder: Path, module: str | None) -> BindingEntry | None:
        ours = binding_for(folder, module)
        return None if ours is None else ours.model_copy(update={"prints": "nothing"})

    monkeypatch.setattr(judging, "binding_for", theirs)
    judged = judge_file(history, Choices())
    assert [(found.where.step, found.check) for found in judged.findings if found.verdict is Verdict.ILLEGAL] == []
    assert any(found.verdict is Verdict.UNDECIDED for found in judged.findings)
