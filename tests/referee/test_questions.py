"""What reports on logs ask for can be told: `--tell` reads every name back as the fact that was asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.evidence.histories import read_history
from adjudicator.explain.judging import Choices, judge_file
from adjudicator.games import load
from adjudicator.games.answers import read_name
from adjudicator.modulebuild.geometry import own_module
from tests.support import ROOT
from vassal_bridge.saved import read_saved

LOGS = [
    ROOT / "logs" / name
    for name in ("koenigsberg-rg/turn1-silent.vlog", "seelow-kustrin/turn1-silent.vlog", "vistula-oder-berlin/turn1-too-far.vlog")
]


@pytest.mark.parametrize("log", [log for log in LOGS if log.exists()], ids=lambda log: log.parent.name)
def test_every_question_about_a_log_on_a_strange_map_can_be_told(log: Path) -> None:
    game = load(log.parent.name)
    judged = judge_file(read_history(read_saved(log), own_module(game)), Choices(foreign=True))
    asked = {name for finding in judged.findings for name in finding.needs}
    assert asked
    for name in asked:
        assert read_name(str(name), game) == name, "what is told is read with all the words that the game knows"
