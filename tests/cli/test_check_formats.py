"""check and explain as pages and for programs, on files of our own module of Königsberg."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from lxml import etree

from adjudicator.engine.actions import Retreat
from adjudicator.exitcodes import ExitCode
from adjudicator.picturing import of_opinion, of_played
from adjudicator.rules.retreat import allowed
from tests.cli.test_check import far, run
from tests.correct.turns import Built, Turn
from tests.report.pages import Element, read_page
from tests.support import ROOT

__all__ = ["far"]
LOGS = ROOT / "logs" / "koenigsberg-rg"
UNBOUND = ROOT / "logs" / "skirmish" / "blue-turn1.vlog"


def classes(element: Element) -> list[str]:
    return (element.attributes.get("class") or "").split()


@pytest.fixture
def muddle(built: Built, tmp_path: Path) -> Path:
    """A log in which units of both sides are dragged about in no phase that anybody named, with odd words in its chat."""
    turn = Turn(built).say("<script>alert(1)</script> !phase movement")
    for unit, hex in (("de-21", "2525"), ("de-28", "1330"), ("su-43a-90", "2140"), ("su-43a-103", "1240")):
        turn.drag(unit, hex)
    return turn.write(tmp_path / "muddle <b>&.vlog")


def test_every_flagged_move_on_the_map_has_its_picture(
    capsys: pytest.CaptureFixture[str], built: Built, muddle: Path, tmp_path: Path
) -> None:
    out = tmp_path / "report.html"
    code, _ = run(capsys, "check", muddle, "-m", built.path, "--format", "html", "-o", out)
    assert code == ExitCode.ILLEGAL
    page = read_page(out.read_text("utf-8"))
    figures = [figure.attributes.get("id") for figure in page.all("figure") if "hexes" in classes(figure)]
    assert len(figures) >= 3
    cards = [card for card in page.all("li") if "verdict-card" in classes(card)]
    assert cards
    for card in cards:
        links = [link.get("href")[1:] for link in card.all("a") if "picture" in link.words()]
        assert any("hexes" in classes(figure) for figure in card.all("figure")) or set(links) & set(figures)


def test_a_page_says_the_verdict_and_what_was_judged(capsys: pytest.CaptureFixture[str], built: Built, tmp_path: Path) -> None:
    out = tmp_path / "report.html"
    run(capsys, "check", LOGS / "turn1-too-far.vlog", "-m", built.path, "--format", "html", "-o", out)
    words = " ".join(read_page(out.read_text("utf-8")).words().split())
    assert "Not legal" in words
    assert "65 actions judged: 64 legal, 1 illegal." in words
    assert "needs 11 points, has 8" in words
    run(capsys, "check", LOGS / "turn1.vlog", "-m", built.path, "--format", "html", "-o", out)
    assert "All legal" in read_page(out.read_text("utf-8")).words()


def test_a_page_holds_no_password_and_no_path(
    capsys: pytest.CaptureFixture[str], built: Built, far: Path, tmp_path: Path
) -> None:
    for command in (("check", far), ("explain", far, "--step", "3")):
        _, said = run(capsys, *command, "-m", built.path, "--format", "html")
        assert said.startswith("<!doctype html>")
        assert "anna" not in said
        assert str(tmp_path) not in said


def test_the_same_log_makes_the_same_page(capsys: pytest.CaptureFixture[str], built: Built, muddle: Path) -> None:
    once, again = (run(capsys, "check", muddle, "-m", built.path, "--format", "html") for _ in range(2))
    assert once == again


def test_code_hosts_read_judged_files(capsys: pytest.CaptureFixture[str], built: Built) -> None:
    code, said = run(capsys, "check", LOGS / "turn1-too-far.vlog", "-m", built.path, "--format", "sarif")
    assert code == ExitCode.ILLEGAL
    (judged,) = json.loads(said)["runs"]
    (result,) = judged["results"]
    assert result["ruleId"] == "koenigsberg-rg/allowance"
    assert result["level"] == "error"
    assert judged["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == "koenigsberg-rg/allowance"
    assert result["properties"]["cite"] == ["6.1.1", "6.1.2", "6.2.1", "5.1"]


def test_build_servers_read_judged_files(capsys: pytest.CaptureFixture[str], built: Built) -> None:
    _, said = run(capsys, "check", LOGS / "turn1-too-far.vlog", LOGS / "turn1.vlog", "-m", built.path, "--format", "junit")
    suites = {suite.get("name"): suite for suite in etree.fromstring(said.encode())}
    assert [case.get("name") for case in suites["turn1-too-far.vlog"] if case.find("failure") is not None] == [
        "koenigsberg-rg/allowance"
    ]
    assert suites["turn1.vlog"].get("failures") == "0"
    assert int(suites["turn1.vlog"].get("tests") or 0) > 20


@pytest.mark.parametrize("form", ["html", "sarif", "junit"])
def test_a_file_of_no_known_game_is_audited_in_every_format(capsys: pytest.CaptureFixture[str], form: str) -> None:
    code, said = run(capsys, "check", UNBOUND, "--format", form)
    assert code == ExitCode.UNDECIDED
    assert ("Audited without rules" if form == "html" else "hand-over/") in said


@pytest.mark.parametrize("form", ["html", "sarif", "junit"])
def test_what_cannot_be_read_is_told_in_every_format(capsys: pytest.CaptureFixture[str], tmp_path: Path, form: str) -> None:
    bad = tmp_path / "bad.vsav"
    bad.write_bytes(b"nothing of the kind")
    code, said = run(capsys, "check", bad, "--format", form)
    assert code == ExitCode.UNREADABLE
    assert "neither a zip nor" in said


def test_a_position_by_itself_makes_a_page(capsys: pytest.CaptureFixture[str], built: Built) -> None:
    code, said = run(capsys, "check", built.set_up, "-m", built.path, "--format", "html")
    assert code == ExitCode.OK
    assert "Nothing is wrong with the position" in read_page(said).words()


def test_what_is_wrong_with_a_position_is_shown_where_it_is(
    capsys: pytest.CaptureFixture[str], built: Built, tmp_path: Path
) -> None:
    crowded = built.start(tmp_path / "crowded.vsav", de_21="1233", de_28="1233", de_61="1233", de_56="1233")
    code, said = run(capsys, "check", crowded, "-m", built.path, "--format", "html")
    assert code == ExitCode.ILLEGAL
    assert any("hexes" in classes(figure) for figure in read_page(said).all("figure"))


@pytest.mark.parametrize(("log", "step", "verdict"), [("turn1-too-far", "21", "Illegal"), ("turn1", "29", "Legal")])
def test_a_step_is_explained_with_its_picture_legal_or_not(
    capsys: pytest.CaptureFixture[str], built: Built, tmp_path: Path, log: str, step: str, verdict: str
) -> None:
    out = tmp_path / "step.html"
    run(capsys, "explain", LOGS / f"{log}.vlog", "--step", step, "-m", built.path, "--format", "html", "-o", out)
    page = read_page(out.read_text("utf-8"))
    assert any("hexes" in classes(figure) for figure in page.all("figure"))
    assert verdict in [each.words() for each in page.all("p") if "verdict" in classes(each)]


def test_an_explanation_in_words_can_be_written_to_a_file(
    capsys: pytest.CaptureFixture[str], built: Built, tmp_path: Path
) -> None:
    out = tmp_path / "step.txt"
    run(capsys, "explain", LOGS / "turn1.vlog", "--step", "29", "--draw", "-m", built.path, "-o", out)
    assert out.read_text("utf-8").startswith("904 moves from 1015 to 0913: legal")


def test_a_report_never_replaces_the_file_that_it_is_about(capsys: pytest.CaptureFixture[str], built: Built, far: Path) -> None:
    before = far.read_bytes()
    for command in (("check", far), ("explain", far, "--step", "3")):
        code, _ = run(capsys, *command, "-m", built.path, "--format", "html", "-o", far)
        assert code == ExitCode.UNREADABLE
    assert far.read_bytes() == before


@pytest.mark.parametrize("name", ["turn1", "turn1-too-far", "turn1-wrong-column"])
def test_every_action_of_a_log_can_be_pictured_and_a_lawful_retreat_ends_where_it_says(built: Built, name: str) -> None:
    judged = built.judge(LOGS / f"{name}.vlog")
    shown = 0
    for played in judged.played:
        picture = of_played(played.before, played.judged)
        shown += picture is not None
        for ruled in played.judged.ruled:
            of_opinion(played.before, ruled)
        if isinstance(played.action, Retreat) and not played.judged.findings:
            assert played.action.to in allowed(played.before, played.action)
    assert shown > 20
