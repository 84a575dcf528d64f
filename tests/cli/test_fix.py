"""`adjudicate fix` as a player uses it, and how `check` tells root causes from what follows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adjudicator.cli import main
from adjudicator.library.shelf import HOME
from tests.correct.turns import Built, Turn
from tests.support import SKIRMISH
from vassal_bridge.replay import Replay
from vassal_bridge.saved import read_saved


@pytest.fixture(autouse=True)
def own_library(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(HOME, str(tmp_path / "library"))


def call(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    """Exit code, output, and what went to the error output."""
    with pytest.raises(SystemExit) as ended:
        main(list(map(str, arguments)))
    captured = capsys.readouterr()
    assert "Traceback" not in captured.err
    return int(ended.value.code or 0), captured.out, captured.err


@pytest.fixture
def turn(built: Built, tmp_path: Path) -> Path:
    """203 goes too far and 562, too, is marked without a reason."""
    log = Turn(built).say("!phase movement").drag("de-203", "1020").say("!phase supply")
    return log.mark("de-562", "out of supply").mark("de-203", "out of supply").write(tmp_path / "turn.vlog")


def test_without_a_target_it_only_lists(capsys: pytest.CaptureFixture[str], built: Built, turn: Path, tmp_path: Path) -> None:
    before = {path.name for path in tmp_path.iterdir()}
    code, out, _ = call(capsys, "fix", turn, "-m", built.path)
    assert code == 1
    assert "Would be put right" in out
    assert "1. 203: 1020 -> 0322 (safe)" in out
    assert "562: out of supply -> in supply (safe)" in out
    assert "[koenigsberg-rg/allowance]" in out
    assert {path.name for path in tmp_path.iterdir()} == before


def test_a_corrected_save_has_no_finding_of_what_was_corrected(
    capsys: pytest.CaptureFixture[str], built: Built, turn: Path, tmp_path: Path
) -> None:
    target = tmp_path / "corrected.vsav"
    code, out, err = call(capsys, "fix", turn, "-m", built.path, "-o", target)
    assert code == 1, "the exit code tells of the log as it is"
    assert "Put right" in out
    assert "corrected.vsav: the corrected position, with 3 corrections" in err
    assert built.standings(target) == built.standings(built.set_up)
    assert call(capsys, "check", target, "-m", built.path)[0] == 0


def test_only_markers_are_put_right_if_only_they_are_asked_for(
    capsys: pytest.CaptureFixture[str], built: Built, turn: Path, tmp_path: Path
) -> None:
    target = tmp_path / "corrected.vsav"
    _, out, _ = call(capsys, "fix", turn, "-m", built.path, "-o", target, "--apply", "markers")
    found = built.standings(target)
    assert found["de-203"].place == "1020"
    assert not found["de-562"].marks
    assert "Not done (only markers were asked for)" in out


def test_the_annotated_log_says_the_verdict_at_each_step(
    capsys: pytest.CaptureFixture[str], built: Built, turn: Path, tmp_path: Path
) -> None:
    target = tmp_path / "annotated.vlog"
    _, _, err = call(capsys, "fix", turn, "-m", built.path, "--annotate", target)
    assert "annotated.vlog: the log with" in err
    said = {step.number: "\n".join(step.chat) for step in Replay(read_saved(target), built.module)}
    assert "[adjudicator] illegal koenigsberg-rg/allowance" in said[2]
    assert "[adjudicator] illegal koenigsberg-rg/supply-markers" in said[5]
    assert "follows from step 2" in said[5]
    assert built.history(target).end == built.history(turn).end


@pytest.mark.parametrize("option", ["-o", "--annotate"])
def test_never_over_an_input(capsys: pytest.CaptureFixture[str], built: Built, turn: Path, option: str) -> None:
    before = turn.read_bytes(), built.path.read_bytes()
    for target in (turn, built.path):
        code, _, err = call(capsys, "fix", turn, "-m", built.path, option, target)
        assert code == 4
        assert "input" in err
    assert (turn.read_bytes(), built.path.read_bytes()) == before


def test_both_files_at_one_place_are_wrong_usage(
    capsys: pytest.CaptureFixture[str], built: Built, turn: Path, tmp_path: Path
) -> None:
    target = tmp_path / "one.vsav"
    assert call(capsys, "fix", turn, "-m", built.path, "-o", target, "--annotate", target)[0] == 2
    assert not target.exists()


def test_a_save_has_no_steps_to_annotate(capsys: pytest.CaptureFixture[str], built: Built, tmp_path: Path) -> None:
    code, _, err = call(capsys, "fix", built.set_up, "-m", built.path, "--annotate", tmp_path / "a.vlog")
    assert code == 2
    assert "only a log has steps" in err


def test_a_file_of_a_game_that_is_not_known_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, _, err = call(capsys, "fix", SKIRMISH / "blue-turn1.vlog", "-o", tmp_path / "corrected.vsav")
    assert code == 3
    assert "no game known here" in err
    assert not (tmp_path / "corrected.vsav").exists()


def test_a_file_that_is_none_of_vassals_cannot_be_read(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "x.vlog").write_text("nothing")
    assert call(capsys, "fix", tmp_path / "x.vlog")[0] == 4


def test_nothing_to_put_right_is_said(capsys: pytest.CaptureFixture[str], built: Built) -> None:
    code, out, _ = call(capsys, "fix", built.set_up, "-m", built.path)
    assert code == 0
    assert "Nothing illegal" in out


def test_nothing_is_written_where_nothing_is_put_right(capsys: pytest.CaptureFixture[str], built: Built, tmp_path: Path) -> None:
    target = tmp_path / "corrected.vsav"
    target.write_text("of another turn")
    code, out, err = call(capsys, "fix", built.set_up, "-m", built.path, "-o", target)
    assert code == 0
    assert "Nothing illegal" in out
    assert "corrected.vsav is not written: nothing is put right" in err
    assert target.read_text() == "of another turn"
    assert (
        json.loads(call(capsys, "fix", built.set_up, "-m", built.path, "-o", target, "--format", "json")[1])["written"] is False
    )


def test_who_is_to_ask_for_more_is_told_how(capsys: pytest.CaptureFixture[str], built: Built, tmp_path: Path) -> None:
    log = Turn(built).say("!phase movement").drag("de-203", "1020").write(tmp_path / "moved.vlog")
    target = tmp_path / "corrected.vsav"
    code, out, err = call(capsys, "fix", log, "-m", built.path, "-o", target, "--apply", "markers")
    assert code == 1
    assert "Not done" in out
    assert "not written: nothing is put right; what is likely is done with --apply suggested" in err
    assert not target.exists()


# --- check ----------------------------------------------------------------------------------------------------------------------


def test_check_tells_what_only_follows_apart(capsys: pytest.CaptureFixture[str], built: Built, turn: Path) -> None:
    _, out, _ = call(capsys, "check", turn, "-m", built.path)
    roots, _, rest = out.partition("What only follows from an illegal action before it:")
    assert "to go from 0322 to 1020" in roots
    assert "562 at" in roots
    assert "203 at 1020 is in supply" not in roots
    assert "203 at 1020 is in supply" in rest
    assert "follows from step 2" in rest
    assert "3 illegal (1 of them only follows)" in rest


def test_check_tells_programs_too(capsys: pytest.CaptureFixture[str], built: Built, turn: Path) -> None:
    _, out, _ = call(capsys, "check", turn, "-m", built.path, "--format", "json")
    (file,) = json.loads(out)["files"]
    illegal = [(one["units"], one["root"], one["follows_from"]) for one in file["findings"] if one["verdict"] == "illegal"]
    assert (["203"], True, None) in illegal
    assert (["203"], False, 2) in illegal
    assert (["562"], True, None) in illegal


def test_quietly_only_what_is_not_in_order_is_told(
    capsys: pytest.CaptureFixture[str], built: Built, turn: Path, tmp_path: Path
) -> None:
    code, out, err = call(capsys, "fix", turn, "-m", built.path, "-q", "-o", tmp_path / "quiet.vsav")
    assert (code, err) == (1, "")
    assert "1. 203: 1020 -> 0322 (safe)" in out
    assert call(capsys, "fix", tmp_path / "quiet.vsav", "-m", built.path, "-q") == (0, "", "")
