"""check, explain and moves from the command line, on files of our own module of Königsberg."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adjudicator.cli import main
from adjudicator.exitcodes import ExitCode
from tests.correct.turns import Built, Turn
from tests.support import ROOT


def run(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str]:
    with pytest.raises(SystemExit) as end:
        main([str(each) for each in arguments])
    captured = capsys.readouterr()
    return int(end.value.code or 0), captured.out + captured.err


@pytest.fixture
def far(built: Built, tmp_path: Path) -> Path:
    """A log in which 21 is dragged right across East Prussia."""
    return Turn(built).say("!phase reinforcement").drag("de-21", "1234").drag("de-21", "2525").write(tmp_path / "far.vlog")


def test_a_set_up_is_in_order(capsys: pytest.CaptureFixture[str], built: Built) -> None:
    code, said = run(capsys, "check", built.set_up, "-m", built.path)
    assert code == ExitCode.OK
    assert "nothing is wrong with the position" in said


def test_a_move_too_far_is_illegal_at_its_step_with_its_arithmetic(
    capsys: pytest.CaptureFixture[str],
    built: Built,
    far: Path,
) -> None:
    code, said = run(capsys, "check", far, "-m", built.path)
    assert code == ExitCode.ILLEGAL
    assert "step 3" in said
    assert "ILLEGAL" in said
    assert "21 cannot move from 1233" in said
    assert "[koenigsberg-rg/" in said


def test_the_same_as_json_for_programs(
    capsys: pytest.CaptureFixture[str],
    built: Built,
    far: Path,
    tmp_path: Path,
) -> None:
    out = tmp_path / "report.json"
    code, _ = run(capsys, "check", far, "-m", built.path, "--format", "json", "-o", out)
    told = json.loads(out.read_text("utf-8"))
    assert code == ExitCode.ILLEGAL
    assert [each["step"] for each in told["files"][0]["findings"] if each["verdict"] == "illegal"] != []
    assert told["files"][0]["game"] == "koenigsberg-rg"


def test_one_step_explained_rule_by_rule(
    capsys: pytest.CaptureFixture[str],
    built: Built,
    far: Path,
) -> None:
    code, said = run(capsys, "explain", far, "--step", "3", "--draw", "-m", built.path)
    assert code == ExitCode.ILLEGAL
    assert "21 moves from 1233 to 2525: illegal" in said
    code, said = run(capsys, "explain", far, "--step", "2", "-m", built.path)
    assert code != ExitCode.OK
    assert "the nearest step" in said


def test_where_a_unit_may_go_on_its_turn_and_why_not_now(capsys: pytest.CaptureFixture[str], built: Built) -> None:
    _, said = run(capsys, "moves", built.set_up, "de-21", "-m", built.path)
    assert "nowhere: 21 moved in the bombardment phase" in said
    code, said = run(capsys, "moves", built.set_up, "de-21", "--whenever", "-m", built.path)
    assert code == ExitCode.OK
    assert "2  1133  by 1233 1133" in said


def test_a_unit_that_nobody_knows_is_wrong_usage(capsys: pytest.CaptureFixture[str], built: Built) -> None:
    code, said = run(capsys, "moves", built.set_up, "no such", "-m", built.path)
    assert code == ExitCode.USAGE
    assert "no unit on the map, or more than one, is called no such" in said


def test_a_file_of_no_known_game_is_audited_and_that_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    code, said = run(capsys, "check", ROOT / "logs" / "skirmish" / "blue-turn1.vlog")
    assert code == ExitCode.OK
    assert "so it is audited without rules" in said


def test_a_bad_file_stops_no_other(capsys: pytest.CaptureFixture[str], built: Built, tmp_path: Path) -> None:
    bad = tmp_path / "bad.vsav"
    bad.write_bytes(b"nothing of the kind")
    code, said = run(capsys, "check", bad, built.set_up, "-m", built.path)
    assert code == ExitCode.UNREADABLE
    assert "nothing is wrong with the position" in said


@pytest.mark.parametrize(
    ("arguments", "about"),
    [
        (("--game", "nowhere"), "no game is called so"),
        (("--ruling", "D3"), "names no reading"),
        (("--ruling", "D3=odd"), "D3 has no reading odd"),
        (("--option", "odd"), "no option is called odd"),
    ],
)
def test_what_does_not_exist_is_wrong_usage(
    capsys: pytest.CaptureFixture[str],
    built: Built,
    arguments: tuple[str, ...],
    about: str,
) -> None:
    code, said = run(capsys, "check", built.set_up, "-m", built.path, *arguments)
    assert code == ExitCode.USAGE
    assert about in said


def test_no_password_is_in_any_report(capsys: pytest.CaptureFixture[str], built: Built, far: Path) -> None:
    for command in (("check", far), ("explain", far, "--step", "3")):
        _, said = run(capsys, *command, "-m", built.path)
        assert "anna" not in said


def test_without_its_module_nothing_is_judged_because_nobody_knows_the_hexes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, far: Path
) -> None:
    monkeypatch.setenv("ADJUDICATE_HOME", str(tmp_path))
    code, said = run(capsys, "check", far)
    assert code == ExitCode.UNREADABLE
    assert "was not found, and without it nobody knows the hexes" in said
    assert "adjudicate module build koenigsberg-rg" in said
    assert "ILLEGAL" not in said
    code, said = run(capsys, "explain", far, "--step", "3")
    assert code != ExitCode.OK
    assert "was not found" in said
