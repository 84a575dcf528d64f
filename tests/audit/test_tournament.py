"""A small tournament of the same make as the one that `python -m tools.tournament` measures: three games of one set-up, mixed."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.audit.model import Handover
from tools.tournament import audited, mistakes, tournament


@pytest.mark.parametrize("seed", [1945, 7])
def test_every_log_has_its_place_and_every_cheat_is_told(tmp_path: Path, seed: int) -> None:
    made = tournament(tmp_path, seed, steps=25, pieces=120)
    assert len(made.paths) == 60
    assert sorted(check for check, _ in made.planted).count("hand-over/fork") == 2
    report = audited(made)
    assert mistakes(made, report) == []
    assert [one.link for one in report.hand_overs].count(Handover.GAP) == 2
    assert len(report.questions) >= 3


def test_the_judge_is_judged(tmp_path: Path) -> None:
    made = tournament(tmp_path, 1945, steps=12, pieces=60)
    report = audited(made)
    made.planted.append(("dice/contradicted", made.paths[0].name))
    made.lines[0].reverse()
    assert len(mistakes(made, report)) > 2
