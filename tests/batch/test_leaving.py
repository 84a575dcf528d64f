"""What judging a file leaves for the audit of its game tells that audit all that the file itself would."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest

from adjudicator.batch.judge import Judge
from adjudicator.batch.leaving import LeftFolder
from adjudicator.batch.surroundings import file_hash
from adjudicator.batch.unit import Part, Task, choices_of, decoded_game
from adjudicator.evidence.gather import one_by_one
from adjudicator.referee import Referee
from adjudicator.report.record import GameRecord
from tests.batch.support import SKIRMISH
from tests.showing.checking import passwords
from vassal_bridge.saved import read_saved

FILES = ("start.vsav", "blue-turn1.vlog", "red-turn1.vlog", "dishonest/blue-turn2-tampered.vlog", "dishonest/undo.vlog")


@pytest.fixture
def judge() -> Judge:
    return Judge(choices_of(Referee()))


def left(judge: Judge, folder: Path) -> list[Part]:
    """The files judged one by one, each leaving what it read; as parts of a game under longer names."""
    parts = []
    for number, name in enumerate(FILES):
        path, place = SKIRMISH / name, str(folder / str(number))
        judge.judge(Task(path.name, "", str(path), b"", leave=place))
        parts.append(Part(f"league/{path.name}", path.name, file_hash(path), str(path), b"", place))
    return parts


def game(judge: Judge, parts: list[Part]) -> GameRecord:
    return decoded_game(judge.judge(Task("game", "", None, b"", parts=tuple(parts))).record)


def anew(parts: list[Part]) -> list[Part]:
    return [Part(each.label, each.name, each.sha256, each.path, each.data) for each in parts]


def reading(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that are read for the audit of a game."""
    read: list[str] = []

    def noting(paths: list[Path], *others: object) -> object:
        read.extend(path.name for path in paths)
        return one_by_one(paths, *others)  # type: ignore[arg-type]  # handed on as they come

    monkeypatch.setattr("adjudicator.batch.together.one_by_one", noting)
    return read


def test_a_game_is_audited_as_if_its_files_were_read_again(judge: Judge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parts = left(judge, tmp_path)
    read = reading(monkeypatch)
    found = game(judge, parts)
    assert read == []
    assert found == game(judge, anew(parts))
    assert read == [part.name for part in parts]
    assert {finding.check for finding in found.findings} >= {"hand-over/differs", "dice/replayed"}


def test_what_was_cut_short_is_read_again(judge: Judge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parts = left(judge, tmp_path)
    whole = Path(parts[1].left).read_bytes()
    Path(parts[1].left).write_bytes(whole[: len(whole) // 2])
    Path(parts[2].left).unlink()
    read = reading(monkeypatch)
    found = game(judge, parts)
    assert read == [parts[1].name, parts[2].name]
    assert found == game(judge, anew(parts))


def test_a_file_that_was_changed_since_gives_the_game_up(judge: Judge, tmp_path: Path) -> None:
    first, *others = left(judge, tmp_path)
    changed = Part(first.label, first.name, "0" * 64, first.path, b"", first.left)
    assert game(judge, [changed, *others]).outcome == "given-up"


def test_no_password_lies_there(judge: Judge, tmp_path: Path) -> None:
    for part in left(judge, tmp_path):
        words = passwords(read_saved(Path(part.path or "")))
        kept = zlib.decompress(Path(part.left).read_bytes())
        assert b"Anna" in kept
        assert words
        assert not [word for word in words if word.encode() in kept]


def test_nothing_is_left_where_there_is_no_room_and_all_is_gone_with_the_run() -> None:
    with LeftFolder(most=10) as folder:
        first = Path(folder.place_for("a"))
        assert folder.place_of("a") == str(first)
        first.write_bytes(bytes(10))
        folder.count("a")
        assert folder.place_for("b") == ""
        assert folder.place_of("b") == ""
        assert first.parent.stat().st_mode & 0o077 == 0
    assert not first.parent.exists()
