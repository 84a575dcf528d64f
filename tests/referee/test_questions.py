"""What reports on logs ask for can be told: `--tell` reads every name back as the fact that was asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.explain.judging import Choices, judge_file
from adjudicator.games.answers import read_name
from adjudicator.referee import Referee
from tests.support import ROOT

LOGS = [
    ROOT / "logs" / name
    for name in ("koenigsberg-rg/turn1-silent.vlog", "seelow-kustrin/turn1-silent.vlog", "vistula-oder-berlin/turn1-too-far.vlog")
]


@pytest.mark.parametrize("log", [log for log in LOGS if log.exists()], ids=lambda log: log.parent.name)
def test_every_question_about_a_log_on_a_strange_map_can_be_told(log: Path) -> None:
    checked = Referee().check(log)
    judged, whole = judge_file(checked.history, Choices(foreign=True)), checked.judged.game
    asked = {name for finding in judged.findings for name in finding.needs}
    assert whole is not None, "what is told is read with all the words that the game knows"
    assert asked
    for name in asked:
        assert read_name(str(name), whole) == name
