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
    assert "21 has 5 points and needs" in said
    assert "it could have stopped at" in said
    assert "[koenigsberg-rg/" in said
    _, said = run(capsys, "check", far, "-m", built.path, "-v")
    assert "movement allowance of 21" in said


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
    assert "read in several ways" not in said
    code, said = run(capsys, "explain", far, "--step", "2", "-m", built.path)
    assert code != ExitCode.OK
    assert "the nearest step" in said


def test_where_a_unit_may_go_on_its_turn_and_why_not_now(capsys: pytest.CaptureFixture[str], built: Built) -> None:
    _, said = run(capsys, "moves", built.set_up, "de-21", "-m", built.path)
    assert "21 at 1233 may not move now, in the bombardment phase" in said
    assert "2  1133 by 1233 1133" in said
    code, said = run(capsys, "moves", built.set_up, "de-21", "--whenever", "-m", built.path)
    assert code == ExitCode.OK
    assert "may not move now" not in said
    assert "2  1133 by 1233 1133" in said


def test_a_unit_that_nobody_knows_is_wrong_usage(capsys: pytest.CaptureFixture[str], built: Built) -> None:
    code, said = run(capsys, "moves", built.set_up, "no such", "-m", built.path)
    assert code == ExitCode.USAGE
    assert "no unit is called no such" in said


def test_a_file_of_no_known_game_is_not_judged_and_never_called_legal(capsys: pytest.CaptureFixture[str]) -> None:
    log = ROOT / "logs" / "skirmish" / "blue-turn1.vlog"
    code, said = run(capsys, "check", log)
    assert code == ExitCode.UNDECIDED
    assert "NOT JUDGED: no game known here is bound to the module it was played on, Skirmish 1.0" in " ".join(said.split())
    assert "adjudicate audit blue-turn1.vlog" in said
    code, said = run(capsys, "check", log, "-q")
    assert code == ExitCode.UNDECIDED
    assert said.startswith("blue-turn1.vlog: NOT JUDGED: no game known here")
    assert "\n\n" not in said
    assert "audit" not in said
    code, said = run(capsys, "check", log, "--format", "json")
    (told,) = json.loads(said)["files"]
    assert (code, told["judged"], told["game"]) == (ExitCode.UNDECIDED, False, None)
    assert "no game known" in told["why"]
    _, said = run(capsys, "check", log, "--format", "html")
    title = said[said.index("<title>") : said.index("</title>")]
    assert "not judged" in title
    assert "legal" not in title


@pytest.mark.parametrize(("option", "value"), [("--ruling", "koenigsberg-rg/D99=x"), ("--option", "no such")])
def test_a_wrong_choice_names_the_game_once(capsys: pytest.CaptureFixture[str], built: Built, option: str, value: str) -> None:
    code, said = run(capsys, "check", built.set_up, "-m", built.path, option, value)
    assert code == ExitCode.USAGE
    assert f"Error: koenigsberg-rg, {option[2:]}s: no " in said


def test_a_game_that_is_asked_for_is_obeyed_or_refused(capsys: pytest.CaptureFixture[str]) -> None:
    code, said = run(capsys, "check", ROOT / "logs" / "skirmish" / "blue-turn1.vlog", "--game", "koenigsberg-rg")
    assert code == ExitCode.UNDECIDED
    assert "koenigsberg-rg is not bound to the module it was played on" in said
    assert "adjudicate survey koenigsberg-rg MODULE.vmod" in said


def test_nothing_is_judged_on_another_module_than_the_one_played_on(
    capsys: pytest.CaptureFixture[str], seelow_file: Path, far: Path
) -> None:
    code, said = run(capsys, "check", far, "-m", seelow_file)
    assert code == ExitCode.UNREADABLE
    assert "ILLEGAL" not in said
    assert "was played on the module Königsberg 1945 (reconstruction) 1.0" in " ".join(said.split())
    assert "leave -m out" in " ".join(said.split())


def test_a_bad_file_stops_no_other(capsys: pytest.CaptureFixture[str], built: Built, tmp_path: Path) -> None:
    bad = tmp_path / "bad.vsav"
    bad.write_bytes(b"nothing of the kind")
    code, said = run(capsys, "check", bad, built.set_up, "-m", built.path)
    assert code == ExitCode.UNREADABLE
    assert "legal, position" in said
    assert "2 files: 1 legal, 1 could not be read or judged" in said


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


def test_a_log_on_our_own_module_needs_no_module_on_disk(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, built: Built, far: Path
) -> None:
    monkeypatch.setenv("ADJUDICATE_HOME", str(tmp_path))
    _, with_module = run(capsys, "check", far, "-m", built.path)
    code, without = run(capsys, "check", far)
    assert code == ExitCode.ILLEGAL
    assert without == with_module
    code, said = run(capsys, "explain", far, "--step", "3")
    assert code == ExitCode.ILLEGAL
    assert "21 moves from 1233 to 2525: illegal" in said


def test_without_the_module_of_a_survey_nothing_is_judged_because_nobody_knows_the_hexes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The module is somebody's own, and it is not at hand."""
    monkeypatch.setenv("ADJUDICATE_HOME", str(tmp_path / "home"))
    survey = tmp_path / "survey"
    survey.mkdir()
    (survey / "binding.toml").write_text(
        'game = "koenigsberg-rg"\n[[module]]\nmodules = ["Skirmish"]\nmaps = ["Main Map"]\n', "utf-8"
    )
    log = tmp_path / "blue.vlog"
    log.write_bytes((ROOT / "logs" / "skirmish" / "blue-turn1.vlog").read_bytes())
    code, said = run(capsys, "check", log, "--survey", survey)
    assert code == ExitCode.UNREADABLE
    assert "was not found, and without it nobody knows the hexes" in " ".join(said.split())
    assert "ILLEGAL" not in said
