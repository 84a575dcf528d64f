"""The public API: the same verdicts as on the command line, with everything behind them, and short to look at."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import adjudicator
from adjudicator import Referee
from adjudicator.cli import main
from adjudicator.finding import Problem
from adjudicator.games import GameError
from adjudicator.library.shelf import HOME
from adjudicator.referee import CannotJudgeError, Checked
from adjudicator.verdict import Verdict
from tests.correct.turns import Built
from tests.support import ROOT

TOO_FAR = ROOT / "logs/koenigsberg-rg/turn1-too-far.vlog"
FOREIGN = ROOT / "logs/skirmish/start.vsav"


@pytest.fixture
def referee(built: Built, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Referee:
    monkeypatch.setenv(HOME, str(tmp_path / "home"))
    return Referee(modules=[built.path])


@pytest.fixture
def checked(referee: Referee) -> Checked:
    return referee.check(TOO_FAR)


def test_a_finding_says_who_what_where_and_when(checked: Checked) -> None:
    (finding,) = checked.findings
    assert checked.verdict is Verdict.ILLEGAL
    assert (finding.check, finding.where.step, finding.verdict) == ("koenigsberg-rg/allowance", 21, Verdict.ILLEGAL)
    assert (finding.units, finding.pieces) == (("su-3bf-43g",), ("43G",))
    assert (finding.turn, finding.phase, finding.side) == (1, "command", "soviet")
    assert finding.player
    assert "0733" in {row.reason.partition(",")[0] for row in finding.rows}


def test_the_api_says_what_the_command_line_says(checked: Checked, built: Built, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["check", str(TOO_FAR), "-m", str(built.path), "--format", "json"])
    (told,) = json.loads(capsys.readouterr().out)["files"]
    assert json.loads(checked.report("json"))["files"] == [told]
    assert told["legal"] == checked.legal == sum(each.judged.verdict is Verdict.LEGAL for each in checked.actions)


def test_it_is_short_to_look_at_and_a_page_in_a_notebook(checked: Checked) -> None:
    assert repr(checked) == "<Checked turn1-too-far.vlog: 64 legal, 1 illegal>"
    page = checked._repr_html_()
    assert page.startswith("<iframe srcdoc=")
    assert "&lt;svg" in page
    assert "43G has 8 points and needs 11 to go from 0741 to 0733" in str(checked)


def test_a_step_a_unit_and_a_correction_are_reached_the_same_way(referee: Referee, tmp_path: Path) -> None:
    explained = referee.explain(TOO_FAR, 21)
    assert explained.verdict is Verdict.ILLEGAL
    assert "illegal   allowance" in str(explained)
    goes = referee.moves(TOO_FAR, "de-1", whenever=True)
    assert goes.unit == "de-1"
    assert set(goes.hexes) == {each.hex for way in goes.ways for each in way.hexes}
    assert all(each.path[-1] == each.hex for way in goes.ways for each in way.hexes)
    fix = referee.fix(TOO_FAR)
    fix.write(tmp_path / "corrected.vsav")
    assert not referee.check(tmp_path / "corrected.vsav").findings


def test_a_game_that_nobody_taught_us_has_no_verdict(referee: Referee) -> None:
    checked = referee.check(FOREIGN)
    assert not checked.judged_by_rules
    assert (checked.verdict, checked.game) == (None, None)
    with pytest.raises(CannotJudgeError, match="no game known here"):
        referee.fix(FOREIGN)


def test_a_file_that_cannot_be_read_stops_only_itself(referee: Referee, tmp_path: Path) -> None:
    (tmp_path / "broken.vlog").write_bytes(b"nothing")
    found = referee.check_all([tmp_path / "broken.vlog", TOO_FAR])
    assert [problem.file for problem in found.problems] == ["broken.vlog"]
    assert [each.file for each in found.files] == ["turn1-too-far.vlog"]
    with pytest.raises(CannotJudgeError, match=r"broken\.vlog"):
        referee.check(tmp_path / "broken.vlog")


def test_our_own_modules_need_not_be_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, checked: Checked) -> None:
    monkeypatch.setenv(HOME, str(tmp_path))
    alone = Referee().check(TOO_FAR)
    assert alone.module_path is None
    assert str(alone) == str(checked)


def test_files_come_one_by_one_and_nothing_is_kept(referee: Referee, tmp_path: Path) -> None:
    (tmp_path / "broken.vlog").write_bytes(b"no log at all")
    each = referee.check_each([tmp_path / "broken.vlog", TOO_FAR])
    first = next(each)
    assert isinstance(first, Problem)
    second = next(each)
    assert isinstance(second, Checked)
    assert second.verdict is Verdict.ILLEGAL
    assert list(each) == []


def test_a_wrong_choice_is_told(built: Built) -> None:
    with pytest.raises(GameError, match="no game"):
        Referee(game="koenigsburg", modules=[built.path]).check(TOO_FAR)


def test_a_name_that_no_unit_or_several_have_is_refused(referee: Referee) -> None:
    with pytest.raises(LookupError, match="nobody-at-all"):
        referee.moves(TOO_FAR, "nobody-at-all")


def test_the_package_lists_its_front_door() -> None:
    assert "Referee" in dir(adjudicator)
    with pytest.raises(AttributeError, match="Umpire"):
        _ = adjudicator.Umpire
