"""Logs that begin in the middle of a legal game: what they do not show accuses nobody."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.evidence.histories import read_history
from adjudicator.explain.judging import Choices, judge_file
from adjudicator.games import load
from adjudicator.verdict import Verdict
from tests.support import ModuleOf
from tools.selfplay.begun import begun_later
from tools.selfplay.logs import write_game
from tools.selfplay.players import PLAYERS
from vassal_bridge.archive import open_archive
from vassal_bridge.module import Module
from vassal_bridge.saved import read_saved

BEGUN = {
    "a step paid for a move after a chit drawn before": ("koenigsberg-rg", "campaign", 507, 3, 355),
    "an advance of which the log shows only that it was made": ("koenigsberg-3cg", "campaign", 508, 1, 71),
    "what an event lets be placed that nobody could see due": ("koenigsberg-3cg", "campaign", 508, 2, 254),
    "a loss by fire at which the log begins": ("seelow-kustrin", "kuestrin", 509, 2, 140),
}


@pytest.mark.parametrize(("slug", "scenario", "seed", "turns", "left_out"), BEGUN.values(), ids=BEGUN)
def test_a_legal_log_that_begins_later_is_not_illegal(
    slug: str, scenario: str, seed: int, turns: int, left_out: int, module_of: ModuleOf, tmp_path: Path
) -> None:
    loaded, file = load(slug), module_of(slug)
    desk = PLAYERS[slug].play(loaded, scenario, seed, turns)
    write_game(loaded, file, desk.plays, desk.table, tmp_path / "whole.vlog", scenario=scenario, seed=seed)
    module = Module.read(open_archive(file))
    part = begun_later(read_saved(tmp_path / "whole.vlog"), module, left_out, tmp_path)
    judged = judge_file(read_history(read_saved(part), module), Choices())
    assert len(judged.played) > 5
    assert [(each.where.step, each.check) for each in judged.findings if each.verdict is Verdict.ILLEGAL] == []
