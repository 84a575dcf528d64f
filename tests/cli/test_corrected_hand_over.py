"""A position that `fix` wrote, and what `audit` says of it: believed as far as making the corrections anew shows the same."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from adjudicator.cli import main
from adjudicator.library.shelf import HOME
from tests.correct.turns import Built, Turn
from tests.support import SKIRMISH
from vassal_bridge.compose import write_new
from vassal_bridge.edit import Draft
from vassal_bridge.saved import read_saved
from vassal_bridge.tree import Entry

WORDS = "PNOTES\t[adjudicator] 203: from 1020 to 0322. It went too far"


@pytest.fixture(autouse=True)
def own_library(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(HOME, str(tmp_path / "library"))


def call(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str]:
    with pytest.raises(SystemExit) as ended:
        main(list(map(str, arguments)))
    captured = capsys.readouterr()
    assert "Traceback" not in captured.err
    return int(ended.value.code or 0), " ".join(captured.out.split())


@pytest.fixture(scope="module")
def once(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a log in which 203 goes too far, after others have moved, and what `fix` makes of it."""
    folder = tmp_path_factory.mktemp("once")
    begun(built).drag("de-203", "1020").write(folder / "turn.vlog")
    with pytest.raises(SystemExit):
        main(["fix", str(folder / "turn.vlog"), "-m", str(built.path), "-o", str(folder / "corrected.vsav")])
    return folder


@pytest.fixture
def turn(once: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(once / "turn.vlog", tmp_path))


@pytest.fixture
def target(once: Path, tmp_path: Path) -> Path:
    """The save of the turn as it is put right."""
    return Path(shutil.copy(once / "corrected.vsav", tmp_path))


def begun(built: Built) -> Turn:
    return Turn(built).say("!phase movement").drag("de-562", "0422").drag("de-21", "1234")


def also_moved(built: Built, path: Path, unit: str, hex: str) -> None:
    """Somebody edits the corrected save."""
    draft = Draft(read_saved(path))
    draft.move(built.pieces(path).of_unit[unit], "Main Map", *built.point(hex))
    changed = draft.finish()
    write_new(path, changed.entries, changed.metadata)


def test_a_corrected_save_is_a_note(capsys: pytest.CaptureFixture[str], built: Built, turn: Path, target: Path) -> None:
    code, out = call(capsys, "audit", turn, target, "-m", built.path)
    assert code == 0
    assert "the end of turn.vlog as adjudicate corrects it, 1 piece" in out
    assert "turn.vlog with the corrections that adjudicate makes: 1 piece [hand-over/corrected]" in out
    assert "hand-over/differs" not in out
    assert "To ask about" not in out


def test_one_counter_more_and_it_is_an_error(capsys: pytest.CaptureFixture[str], built: Built, turn: Path, target: Path) -> None:
    also_moved(built, target, "de-547", "1020")
    code, out = call(capsys, "audit", turn, target, "-m", built.path)
    assert code == 1
    assert "corrected.vsav does not start where turn.vlog ended: 2 pieces differ [hand-over/differs]" in out
    assert "say that adjudicate put things right: they are not what `adjudicate fix` makes of turn.vlog" in out


def test_another_correction_than_ours_under_our_words_is_an_error(
    capsys: pytest.CaptureFixture[str], built: Built, turn: Path, target: Path
) -> None:
    also_moved(built, target, "de-203", "0323")
    assert call(capsys, "audit", turn, target, "-m", built.path)[0] == 1


def test_who_only_writes_our_words_is_not_believed(
    capsys: pytest.CaptureFixture[str], built: Built, target: Path, tmp_path: Path
) -> None:
    """Nothing is wrong with the log, so nothing was to be put right: the words are of the correction of another one."""
    right = begun(built).write(tmp_path / "turn.vlog")
    also_moved(built, target, "de-547", "1020")
    code, out = call(capsys, "audit", right, target, "-m", built.path)
    assert code == 1
    assert "its notes: say that adjudicate put things right" in out


def test_a_log_that_goes_on_from_there_needs_no_save(
    capsys: pytest.CaptureFixture[str], built: Built, turn: Path, target: Path
) -> None:
    nxt = Turn(built, target).say("and now?").write(turn.with_name("next.vlog"))
    for files in ((turn, nxt), (turn, target, nxt)):
        code, out = call(capsys, "audit", *files, "-m", built.path)
        assert code == 0
        assert "hand-over/corrected" in out


def test_what_is_only_suggested_both_are_asked_about(capsys: pytest.CaptureFixture[str], built: Built, tmp_path: Path) -> None:
    turn = begun(built).say("!phase reinforcement").drag("su-50a-69", "0124").write(tmp_path / "turn.vlog")
    target = tmp_path / "corrected.vsav"
    call(capsys, "fix", turn, "-m", built.path, "-o", target, "--apply", "suggested")
    code, out = call(capsys, "audit", turn, target, "-m", built.path)
    assert code == 0
    assert "1 piece, some of it only suggested [hand-over/corrected]" in out
    assert "Did both players agree to these corrections?" in out


def test_a_game_whose_rules_nobody_knows_proves_nothing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Blue's turn of the first log, its second log begun elsewhere, with our words."""
    saved = read_saved(SKIRMISH / "red-turn1.vlog")
    draft = Draft(saved)
    texts = [one for entry in saved.position for one in entry.texts() if one.startswith("+/")]
    piece = next(one.split("/")[1] for one in texts if "22 Inf" in one and "/stack/" not in one)
    draft.move(piece, "Main Map", 500, 500)
    changed = draft.finish()
    words = Entry.single(WORDS)
    target = tmp_path / "red.vlog"
    write_new(target, (*changed.entries[: changed.end], words, *changed.entries[changed.end :]), saved.metadata)
    code, out = call(capsys, "audit", SKIRMISH / "blue-turn1.vlog", target, "-m", SKIRMISH / "skirmish.vmod")
    assert code == 1
    assert "say that adjudicate put things right: that could not be tried" in out


def test_a_record_of_it_is_the_same_again(
    capsys: pytest.CaptureFixture[str], built: Built, turn: Path, target: Path, tmp_path: Path
) -> None:
    files = (turn, target)
    call(capsys, "audit", *files, "-m", built.path, "--record", tmp_path / "record.json")
    assert call(capsys, "verify", tmp_path / "record.json", *files, "-m", built.path)[0] == 0


def test_the_notes_of_an_annotated_position_are_no_difference(
    capsys: pytest.CaptureFixture[str], built: Built, turn: Path, target: Path, tmp_path: Path
) -> None:
    """What lies on the map is text of ours; a counter that only has its name is one."""
    also_moved(built, target, "de-203", "1020")
    also_moved(built, target, "de-562", "1020")
    call(capsys, "audit", turn, target, "-m", built.path, "--annotate", tmp_path / "copies", "-q")
    notes = tmp_path / "copies" / "corrected-notes.vsav"
    assert "Note of the referee" in read_saved(notes).text
    code, out = call(capsys, "audit", target, notes, "-m", built.path)
    assert code == 0
    assert "Note of the referee" not in out
    saved = read_saved(notes)
    forged = saved.text.replace("piece;;;;Note of the referee", "piece;;;tank.png;Note of the referee")
    assert forged != saved.text
    (tmp_path / "forged.vsav").write_text(forged)
    assert call(capsys, "audit", target, tmp_path / "forged.vsav", "-m", built.path)[0] == 1
