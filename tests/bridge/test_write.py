"""Written files: whole, read back, the untouched untouched, never over an input."""

from __future__ import annotations

import os
import stat
import zipfile
from pathlib import Path

import pytest

from tests.hostile.build import ESC, GAME, LOG, SAVE, SIZES_FOLLOW, STORED, End, Member, deflate, game_of, make_zip, trailer
from vassal_bridge.archive import open_archive
from vassal_bridge.errors import ArchiveError, WriteError
from vassal_bridge.obfuscation import Disguise
from vassal_bridge.saved import SavedGame, read_saved
from vassal_bridge.tree import Entry
from vassal_bridge.write import is_special, pack, write_bytes, write_saved

TEXT = Disguise(key=0x77).apply(game_of("CHATx"))


def _edited(path: Path) -> SavedGame:
    saved = read_saved(path)
    return saved.with_entries((*saved.entries, Entry.single("LOG\tCHAT* corrected")))


@pytest.mark.parametrize("source", [SAVE, LOG], ids=lambda path: path.name)
def test_an_unedited_file_is_copied_byte_for_byte(tmp_path: Path, source: Path) -> None:
    target = tmp_path / "copy.vsav"
    write_saved(read_saved(source), target)
    assert target.read_bytes() == source.read_bytes()


@pytest.mark.parametrize(
    "data",
    [
        make_zip([Member(GAME, TEXT, method=STORED), Member(b"extra", b"x")], End(comment=b"by hand")),
        make_zip([Member(GAME, TEXT, flags=SIZES_FOLLOW, trailer=trailer(TEXT, deflate(TEXT)))]),
        make_zip([Member(GAME, TEXT[:20] + TEXT[20:].upper())]),  # hex digits of both sizes
        game_of("CHATplain").encode(),
        TEXT,
    ],
)
def test_whatever_container_it_came_in_an_unedited_game_keeps_it(tmp_path: Path, data: bytes) -> None:
    source = tmp_path / "source"
    source.write_bytes(data)
    target = tmp_path / "target"
    write_saved(read_saved(source), target)
    assert target.read_bytes() == data


def test_an_edited_log_keeps_everything_else(tmp_path: Path) -> None:
    target = tmp_path / "edited.vlog"
    edited = _edited(LOG)
    write_saved(edited, target)
    written = read_saved(target)
    assert written.entries == edited.entries
    assert written.entries[:-1] == read_saved(LOG).entries
    assert written.disguise == read_saved(LOG).disguise
    before, after = open_archive(LOG), open_archive(target)
    assert after.names() == before.names()
    assert [after.read(name) for name in ("savedata", "moduledata")] == [before.read(name) for name in ("savedata", "moduledata")]
    with zipfile.ZipFile(target) as container:
        assert {info.compress_type for info in container.infolist()} == {zipfile.ZIP_DEFLATED}
        assert container.testzip() is None


def test_an_edited_text_without_a_zip_stays_without(tmp_path: Path) -> None:
    source = tmp_path / "tour.log"
    source.write_text(game_of("CHATx"))
    target = tmp_path / "edited.log"
    write_saved(_edited(source), target)
    assert target.read_text() == game_of("CHATx") + ESC + "LOG\tCHAT* corrected"


def test_the_same_input_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("a.vlog", "b.vlog"):
        write_saved(_edited(LOG), tmp_path / name)
    assert (tmp_path / "a.vlog").read_bytes() == (tmp_path / "b.vlog").read_bytes()
    assert pack(None, {"savedGame": TEXT}) == pack(None, {"savedGame": TEXT})


def test_a_container_from_nothing_or_from_another(tmp_path: Path) -> None:
    source = tmp_path / "source.vsav"
    source.write_bytes(pack(None, {"savedGame": TEXT, "savedata": b"s"}))
    assert open_archive(source).read_all() == {"savedGame": TEXT, "savedata": b"s"}
    changed = tmp_path / "changed.vsav"
    changed.write_bytes(pack(open_archive(source), {"savedata": b"t", "more": b"m"}))
    assert open_archive(changed).read_all() == {"savedGame": TEXT, "savedata": b"t", "more": b"m"}


def test_the_source_of_an_edit_must_still_be_there(tmp_path: Path) -> None:
    source = tmp_path / "source.vsav"
    source.write_bytes(SAVE.read_bytes())
    edited = _edited(source)
    source.unlink()
    with pytest.raises(ArchiveError, match="no such file"):
        write_saved(edited, tmp_path / "target.vsav")
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_replaced_whole_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    target = tmp_path / "out.vsav"
    write_bytes(target, b"first")
    write_bytes(target, b"second")
    assert target.read_bytes() == b"second"
    assert list(tmp_path.iterdir()) == [target]


def test_a_new_file_has_the_mode_of_any_new_file(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_bytes(tmp_path / "out", b"x")
        assert os.umask(0o027) == 0o027
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "out").stat().st_mode) == 0o640


def test_inputs_are_never_written_over_by_whatever_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "input.vlog"
    source.write_bytes(LOG.read_bytes())
    (tmp_path / "soft").symlink_to(source)
    (tmp_path / "soft soft").symlink_to("soft")
    os.link(source, tmp_path / "hard")
    (tmp_path / "folder").mkdir()
    (tmp_path / "way").symlink_to(tmp_path, target_is_directory=True)
    monkeypatch.chdir(tmp_path)
    ways = ["input.vlog", "soft", "soft soft", "hard", "folder/../input.vlog", "way/input.vlog", "way/hard", "./way/way/soft"]
    for way in (*ways, *(str(tmp_path / way) for way in ways)):
        for saved in (read_saved(source), _edited(source)):
            with pytest.raises(WriteError, match="input"):
                write_saved(saved, way)
        with pytest.raises(WriteError, match="input"):
            write_bytes(way, b"x", inputs=[tmp_path / "other", source])
    assert source.read_bytes() == LOG.read_bytes()
    write_bytes("soft", b"x", inputs=[tmp_path / "other"])  # another file's link gives way, the file behind it stays
    assert source.read_bytes() == LOG.read_bytes()
    assert Path("soft").read_bytes() == b"x"


def test_an_input_that_is_a_link_is_never_written_over(tmp_path: Path) -> None:
    behind = tmp_path / "behind.vlog"
    behind.write_bytes(LOG.read_bytes())
    (tmp_path / "link.vlog").symlink_to(behind)
    with pytest.raises(WriteError, match="input"):
        write_saved(_edited(tmp_path / "link.vlog"), behind)


def test_places_where_no_file_can_be(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_bytes(b"old")
    (tmp_path / "loop").symlink_to("loop")
    for place in ("folder", "missing/out", "file/out", "loop/out", "x" * 300, "a\0b"):
        with pytest.raises(WriteError, match="cannot be written") as caught:
            write_bytes(tmp_path / place, b"new", inputs=[tmp_path / "loop", tmp_path / "file"])
        assert caught.value.file == Path(place).name
        assert str(tmp_path) not in str(caught.value)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder", "loop"]
    assert (tmp_path / "file").read_bytes() == b"old"


def test_a_check_that_refuses_leaves_what_was_there(tmp_path: Path) -> None:
    target = tmp_path / "out.vsav"
    target.write_bytes(b"old")
    seen: list[bytes] = []

    def refuse(path: Path) -> None:
        seen.append(path.read_bytes())
        assert path.suffix == ".vsav"
        raise WriteError("not good enough", file=path.name)

    with pytest.raises(WriteError, match="not good enough") as caught:
        write_bytes(target, b"new", check=refuse)
    assert caught.value.file == "out.vsav"
    assert seen == [b"new"]
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


def test_what_reads_back_otherwise_is_not_written(tmp_path: Path) -> None:
    saved = read_saved(SAVE)
    broken = SavedGame(saved.source, saved.disguise, (*saved.entries, Entry((f"a{ESC}b",))), saved.limits)
    with pytest.raises(WriteError, match="read back"):
        write_saved(broken, tmp_path / "out.vsav")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_a_pipe_is_written_into_and_never_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_bytes(pipe, b"new")
        assert os.read(reader, 10) == b"new"
    finally:
        os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert list(tmp_path.iterdir()) == [pipe]


def test_an_input_is_refused_under_the_name_that_the_system_gives_it(tmp_path: Path) -> None:
    source = tmp_path / "input.vlog"
    source.write_bytes(b"old")
    with source.open("rb") as stream:
        place = Path(f"/proc/self/fd/{stream.fileno()}")
        if not place.exists():
            pytest.skip("this system keeps no names for open files")
        with pytest.raises(WriteError, match="input"):
            write_bytes(place, b"new", inputs=[source])
    assert source.read_bytes() == b"old"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
def test_a_full_device_is_told_and_stays_a_device() -> None:
    full = Path("/dev/full")
    if not stat.S_ISCHR(full.stat().st_mode):
        pytest.skip("somebody has put a file in its place")
    assert is_special(full)
    with pytest.raises(WriteError, match="No space left"):
        write_bytes(full, b"new")
    assert stat.S_ISCHR(full.stat().st_mode)


def test_what_the_system_keeps_for_devices_is_special_and_a_file_is_not(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    assert is_special(Path("/dev/stdout"))
    assert is_special(Path("/proc/self/fd/1"))
    assert not is_special(Path("/proc/self/cwd/report.txt"))
    for path in (tmp_path, tmp_path / "file", tmp_path / "nothing", Path("/dev/shm/report.txt")):
        assert not is_special(path)
