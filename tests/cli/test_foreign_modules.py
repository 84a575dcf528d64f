"""A module that is not ours: what our reconstruction says of map, counters and charts accuses nobody, unless it is assumed."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.exitcodes import ExitCode
from adjudicator.explain.judging import Choices, judge_file
from adjudicator.finding import Finding
from adjudicator.verdict import Verdict
from tests.cli.test_check import run
from tests.correct.turns import Built, Turn


@pytest.fixture
def far(built: Built, tmp_path: Path) -> Path:
    """A log in which 21 is dragged right across East Prussia."""
    return Turn(built).say("!phase reinforcement").drag("de-21", "1234").drag("de-21", "2525").write(tmp_path / "far.vlog")


@pytest.fixture
def survey(built: Built, tmp_path: Path) -> Path:
    """A binding that says nothing of what the module prints."""
    folder = tmp_path / "survey"
    folder.mkdir()
    own = (built.loaded.folder / "binding.toml").read_text("utf-8")
    lines = [line for line in own.split("\n") if not line.startswith("prints =")]
    assert len(lines) < len(own.split("\n"))
    (folder / "binding.toml").write_text("\n".join(['game = "koenigsberg-rg"', *lines]), "utf-8")
    return folder


def test_a_move_too_far_on_a_map_that_nobody_has_surveyed_is_undecided(
    capsys: pytest.CaptureFixture[str], built: Built, far: Path, survey: Path
) -> None:
    _, said = run(capsys, "check", far, "-m", built.path, "--survey", survey)
    assert "21 cannot move" not in said
    assert "whether 21 can reach" in said


def test_it_is_illegal_if_the_reconstruction_is_assumed(
    capsys: pytest.CaptureFixture[str], built: Built, far: Path, survey: Path
) -> None:
    code, said = run(capsys, "check", far, "-m", built.path, "--survey", survey, "--assume", "reconstruction")
    assert code == ExitCode.ILLEGAL
    assert "21 has 5 points and needs" in said


def test_our_own_module_can_be_judged_as_if_it_were_foreign(built: Built, far: Path) -> None:
    def allowance(choices: Choices) -> Finding:
        (found,) = (each for each in judge_file(built.history(far), choices).findings if each.check.endswith("/allowance"))
        return found

    foreign = allowance(Choices(foreign=True))
    assert foreign.verdict is Verdict.UNDECIDED
    assert {"movement of de-21", "chart terrain"} <= set(map(str, foreign.needs))
    assert allowance(Choices()).verdict is Verdict.ILLEGAL
