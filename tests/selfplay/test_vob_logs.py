"""Games of Vistula-Oder-Berlin written as logs of our module: what is read is what was played, and nothing is wrong with it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.engine.actions import Action, Attack, Mark, Move, Phase, Place, Remove, Replace, Roll
from adjudicator.engine.state import Standing
from adjudicator.evidence.histories import read_history
from adjudicator.evidence.history import History
from adjudicator.explain.judging import Choices, JudgedFile, judge_file
from adjudicator.games import LoadedGame, load
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict
from tools.selfplay.desk import Desk, Play
from tools.selfplay.logs import write_game
from tools.selfplay.vob.campaign import play_game
from vassal_bridge.archive import open_archive
from vassal_bridge.module import Module
from vassal_bridge.saved import read_saved

TOLD = (Attack, Place, Remove, Replace, Roll)
Written = tuple[Desk, History, JudgedFile]


@pytest.fixture(scope="module")
def game() -> LoadedGame:
    return load("vistula-oder-berlin")


@pytest.fixture(scope="module", params=[("red-storm", 1, 1, 0.8), ("deutschland-kaputt", 3, 6, 0.04)], ids=["red-storm", "long"])
def written(
    request: pytest.FixtureRequest, game: LoadedGame, vob_file: Path, tmp_path_factory: pytest.TempPathFactory
) -> Written:
    scenario, seed, turns, busy = request.param
    desk = play_game(game, scenario, seed, turns, busy=busy)
    path = tmp_path_factory.mktemp("log") / f"{scenario}.vlog"
    write_game(game, vob_file, desk.plays, desk.table, path, scenario=scenario)
    history = read_history(read_saved(path), Module.read(open_archive(vob_file)))
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
    told = Counter(_said(play.action) for play in desk.plays if isinstance(play.action, TOLD) and not _stays(play))
    read = Counter(_said(each.action) for each in judged.played if isinstance(each.action, TOLD))
    assert read == told
    assert told.total() > 20


def _stays(play: Play) -> bool:
    """The Kriegsmarine put where it lies already, which nobody can see."""
    return isinstance(play.action, Place) and play.before.place_of(play.action.unit) == play.action.at


def _said(action: Action) -> tuple[object, ...]:
    """What a log tells of an action: not why a unit was taken off, nor what comes of a die."""
    match action:
        case Attack():
            helpers = {each.unit for each in (*action.support, *action.defence)}
            return "attack", action.target, action.kind, frozenset(action.attackers), frozenset(helpers)
        case Place():
            return "place", action.unit, action.at, action.why
        case Replace():
            return "replace", action.unit, action.steps, action.at
        case Roll():
            return "roll", action.purpose, action.dice
        case Remove():
            return "remove", action.unit
    return (action.verb,)


def test_the_log_ends_where_the_game_did(written: Written) -> None:
    desk, _, judged = written
    assert judged.end is not None
    assert _on_map(judged.end) == _on_map(desk.table)
    assert (judged.end.state.turn, judged.end.state.phase) == (desk.table.state.turn, desk.table.state.phase)
    assert _held(judged.end.state.control) == _held(desk.table.state.control)


def _on_map(table: Table) -> dict[str, Standing]:
    found = {unit.id: standing for unit, standing in table.state.units if standing.place in table.grid}
    return {unit: replace(standing, doubtful=frozenset()) for unit, standing in found.items()}


def _held(control: Mapping[str, str]) -> dict[str, str]:
    return dict(control)


def test_a_city_that_fell_is_marked_on_its_hex_and_its_garrison_is_gone(game: LoadedGame, vob_file: Path, tmp_path: Path) -> None:
    """However it came there in January: the marker comes to lie on its counter and says nothing of the unit."""
    desk = Desk(game, game.table("deutschland-kaputt"), random.Random(1))
    fallen: list[Action] = [Mark("2328", "western allies"), Remove("de-68", "occupied")]
    for action in (
        Phase("german movement", "german"),
        Move(("de-68",), "2328"),
        Phase("beginning", turn=6),
        Roll("Western Allies Dresden", (1,)),
        *fallen,
        Phase("reinforcement"),
    ):
        desk._play(action)
    path = tmp_path / "west.vlog"
    write_game(game, vob_file, desk.plays, desk.table, path, scenario="deutschland-kaputt")
    judged = judge_file(read_history(read_saved(path), Module.read(open_archive(vob_file))), Choices())
    read = [(each.action, each.judged.verdict) for each in judged.played if isinstance(each.action, Mark | Remove)]
    assert read == [(each, Verdict.LEGAL) for each in fallen]
