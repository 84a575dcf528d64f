"""Containers: whatever honest programs write is read, and what VASSAL would read otherwise than we do is refused."""

from __future__ import annotations

import os
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from tests.hostile.build import (
    BZIP2,
    ENCRYPTED,
    GAME,
    LZMA,
    SIZES_FOLLOW,
    STORED,
    UTF8,
    End,
    Member,
    deflate,
    make_zip,
    trailer,
)
from vassal_bridge.archive import Archive, open_archive
from vassal_bridge.errors import ArchiveError, BridgeError, LimitError
from vassal_bridge.limits import DEFAULT_LIMITS
from vassal_bridge.saved import load_saved

TEXT = b"begin_save\x1bend_save"


def _open(folder: Path, data: bytes, name: str = "game.vsav") -> Archive:
    path = folder / name
    path.write_bytes(data)
    return open_archive(path)


@pytest.mark.parametrize(
    "members",
    [
        [Member(GAME, TEXT)],
        [Member(GAME, TEXT, method=STORED)],
        [Member(b"moduledata", b"m"), Member(b"savedata", b"s"), Member(GAME, TEXT)],
        [Member(b"extra", b"x"), Member(GAME, TEXT), Member(b"folder/", b"", method=STORED)],
        [Member(b"folder/", b"", packed=b""), Member(GAME, TEXT)],  # a folder, deflated to nothing at all
        [Member(GAME, TEXT, local_extra=b"\x01\x02\x03\x00abc", extra=b"\x01\x02\x03\x00abc")],
        [Member(GAME, TEXT, flags=SIZES_FOLLOW, trailer=trailer(TEXT, deflate(TEXT))), Member(b"savedata", b"s")],
        [Member(GAME, TEXT, flags=SIZES_FOLLOW, trailer=trailer(TEXT, deflate(TEXT), signed=False)), Member(b"savedata", b"s")],
        [Member("täter".encode(), b"x", flags=UTF8), Member(b"caf\x82", b"y"), Member(GAME, TEXT)],
        [Member(GAME, TEXT), Member(b"empty", b"")],
    ],
)
def test_honest_zips_are_read_in_any_order(tmp_path: Path, members: list[Member]) -> None:
    data = make_zip(members)
    archive = _open(tmp_path, data)
    assert archive.zipped
    assert archive.is_game
    assert not archive.is_module
    assert archive.read("savedGame") == TEXT
    contents = archive.read_all()
    assert list(contents) == list(archive.names())
    assert list(contents.values()) == [member.data for member in members]
    with zipfile.ZipFile(tmp_path / "game.vsav") as container:  # the builder writes what others can read
        assert container.namelist() == list(archive.names())
        assert container.read("savedGame") == TEXT


def test_a_comment_at_the_end_changes_nothing(tmp_path: Path) -> None:
    for comment in (b"made by hand", b"x" * 65_535):
        archive = _open(tmp_path, make_zip([Member(GAME, TEXT)], End(comment=comment)))
        assert archive.read("savedGame") == TEXT


@pytest.mark.parametrize("text", [TEXT, b"begin_save\x1bend_save\n", b"!VCSK0061", b"VOBS\x00begin_save"])
def test_a_text_that_was_never_zipped_is_one_entry(tmp_path: Path, text: bytes) -> None:
    archive = _open(tmp_path, text, "game.txt")
    assert not archive.zipped
    assert archive.is_game
    assert archive.names() == ["savedGame"]
    assert archive.read("savedGame") == text
    assert archive.read_all() == {"savedGame": text}


@pytest.mark.parametrize("name", ["game.vlog", "game.vmod", "game", "game.txt", "ünïcode ☃.vsav"])
def test_the_name_of_a_file_does_not_matter(tmp_path: Path, name: str) -> None:
    archive = _open(tmp_path, make_zip([Member(GAME, TEXT)]), name)
    assert archive.name == name
    assert archive.is_game


@pytest.mark.parametrize("build_file", [b"buildFile", b"buildFile.xml"])
def test_a_module_is_known_by_its_build_file(tmp_path: Path, build_file: bytes) -> None:
    archive = _open(tmp_path, make_zip([Member(build_file, b"<x/>"), Member(b"images/a.png", b"png", method=STORED)]))
    assert archive.is_module
    assert not archive.is_game
    assert "images/a.png" in archive
    assert archive.read("images/a.png") == b"png"
    with pytest.raises(ArchiveError, match="no entry 'savedGame'"):
        archive.read("savedGame")


def test_bytes_between_entries_are_nobodys_business_in_a_module(tmp_path: Path) -> None:
    """VASSAL itself finds a module's entries through the directory, and so do we."""
    members = [Member(b"buildFile", b"<x/>"), Member(b"a", b"1", before=b"\0" * 50)]
    archive = _open(tmp_path, make_zip(members, End(between=b"\0" * 99)))
    assert archive.read_all() == {"buildFile": b"<x/>", "a": b"1"}


HIDDEN = Member(GAME, b"begin_save\x1banother game\x1bend_save", listed=False)
LONG = b"x" * 10_000
OVERLAP = deflate(LONG)

REFUSED: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "empty"),
    "another kind of file": (b"\x89PNG\r\n\x1a\n" + b"\0" * 100, "neither a zip"),
    "only the letters PK": (b"PK", "ends too early"),
    "PK and garbage": (b"PK\3\4" + bytes(range(256)) * 40, "ends too early"),
    "an end record cut off": (make_zip([Member(GAME, TEXT)])[:-1], "ends too early"),
    "no entries": (b"PK\5\6" + bytes(18), "no saved game"),
    "the same name twice": (make_zip([Member(GAME, TEXT), Member(GAME, TEXT)]), "stands twice"),
    "the same name twice, once with a tail": (make_zip([Member(GAME, TEXT), Member(GAME + b"\0x", TEXT)]), "after its end"),
    "a name with a tail": (make_zip([Member(GAME + b"\0x", TEXT)]), "after its end"),
    "encrypted": (make_zip([Member(GAME, TEXT, flags=ENCRYPTED)]), "encrypted"),
    "encrypted where only VASSAL looks": (make_zip([Member(GAME, TEXT, local_flags=ENCRYPTED)]), "two different things"),
    "bzip2": (make_zip([Member(GAME, TEXT, method=BZIP2)]), "cannot read"),
    "lzma": (make_zip([Member(GAME, TEXT, method=LZMA)]), "cannot read"),
    "an unheard-of method": (make_zip([Member(GAME, TEXT, method=99)]), "cannot read"),
    "another method where only VASSAL looks": (make_zip([Member(GAME, TEXT, local_method=STORED)]), "two different things"),
    "another name where only VASSAL looks": (make_zip([Member(GAME, TEXT, local_name=b"other")]), "two different things"),
    "the right name only where VASSAL does not look": (
        make_zip([Member(b"other", TEXT, local_name=GAME)]),
        "two different things",
    ),
    "another size where only VASSAL looks": (make_zip([Member(GAME, TEXT, local_size=1)]), "two different things"),
    "a second game the directory does not list": (make_zip([HIDDEN, Member(GAME, TEXT)]), "belong to no entry"),
    "a second game between two entries": (
        make_zip([Member(b"savedata", b"s"), HIDDEN, Member(GAME, TEXT)]),
        "belong to no entry",
    ),
    "a second game behind all entries": (make_zip([Member(b"savedata", b"s"), Member(GAME, TEXT), HIDDEN]), "belong to no entry"),
    "bytes of nobody": (make_zip([Member(GAME, TEXT, before=b"\0" * 40)], prefix=b"PK"), "belong to no entry"),
    "a trailer too long": (
        make_zip([Member(GAME, TEXT, flags=SIZES_FOLLOW, trailer=bytes(30)), Member(b"savedata", b"s")]),
        "belong to no entry",
    ),
    "overlapping": (make_zip([Member(GAME, LONG), Member(b"b", LONG, written=False, offset=0)]), "overlap"),
    "one inside the other": (
        make_zip([Member(GAME, make_zip([Member(b"b", LONG)]), method=STORED), Member(b"b", LONG, written=False, offset=39)]),
        "overlap",
    ),
    "an entry in the directory's place": (make_zip([Member(GAME, TEXT, packed_size=10_000)]), "beyond the end"),
    "an entry beyond the end": (make_zip([Member(GAME, TEXT, offset=1_000_000)]), "not where the zip says|belong to no entry"),
    "an entry in the middle of another": (make_zip([Member(b"buildFile", TEXT, offset=7)]), "not where the zip says"),
    "shorter than it says": (make_zip([Member(GAME, TEXT, size=len(TEXT) + 1)]), "shorter"),
    "longer than it says": (make_zip([Member(GAME, TEXT, size=len(TEXT) - 1)]), "longer"),
    "stored longer than it says": (make_zip([Member(GAME, TEXT, method=STORED, size=len(TEXT) - 1)]), "longer"),
    "a wrong checksum": (make_zip([Member(GAME, TEXT, crc=1)]), "checksum"),
    "packed bytes that are none": (make_zip([Member(GAME, TEXT, packed=b"\xff" * 50)]), "damaged"),
    "packed bytes that go on": (make_zip([Member(GAME, TEXT, packed=deflate(TEXT) + b"more")]), "wrong place"),
    "packed bytes cut off": (make_zip([Member(GAME, TEXT, packed=deflate(TEXT)[:-3])]), "wrong place|shorter"),
    "a name that is no UTF-8": (make_zip([Member(GAME, TEXT), Member(b"\xff\xfe", b"", flags=UTF8)]), "UnicodeDecodeError"),
    "a count that is wrong": (make_zip([Member(GAME, TEXT)], End(count=2)), "lists 1"),
    "a directory that is elsewhere": (make_zip([Member(GAME, TEXT)], End(directory=5)), "not where"),
    "a directory that is too long": (make_zip([Member(GAME, TEXT)], End(directory_size=1000)), "not where"),
    "a directory that is too short": (make_zip([Member(GAME, TEXT)], End(directory_size=10)), "not where"),
    "zip64 by its count": (make_zip([Member(GAME, TEXT)], End(count=0xFFFF)), "zip64"),
    "zip64 by its sizes": (make_zip([Member(GAME, TEXT)], End(directory=0xFFFFFFFF)), "zip64"),
    "zip64 by its locator": (make_zip([Member(GAME, TEXT)], End(before=b"PK\6\7" + bytes(16))), "zip64"),
    "very many entries": (make_zip([Member(b"x%d" % number, method=STORED) for number in range(10_001)]), "10,001 entries"),
    "very many entries, hidden by the count": (
        make_zip([Member(b"x%d" % number, method=STORED) for number in range(70_000)], End(count=1)),
        "lists 70,000",
    ),
    "a bomb by its ratio": (make_zip([Member(GAME, bytes(30_000_000))]), "times its size"),
    "a bomb by its size": (make_zip([Member(GAME, TEXT, size=65_000_000)]), "unpacks to"),
    "a bomb that hides its size": (make_zip([Member(GAME, bytes(30_000_000), size=100)]), "longer"),
}


def _read_all(path: Path) -> dict[str, bytes]:
    contents = open_archive(path).read_all()
    return contents or {"": load_saved(open_archive(path)).encoded()}


@pytest.mark.parametrize("case", REFUSED)
def test_what_no_honest_program_writes_is_refused(tmp_path: Path, case: str) -> None:
    data, says = REFUSED[case]
    path = tmp_path / "game.vsav"
    path.write_bytes(data)
    with pytest.raises(BridgeError, match=says) as caught:
        _read_all(path)
    assert caught.value.file == "game.vsav"
    assert str(tmp_path) not in str(caught.value)
    assert len(str(caught.value)) < 300


def test_a_name_without_end_is_not_quoted_in_full(tmp_path: Path) -> None:
    name = b"\x1b]0;gotcha" + b"A" * 60_000
    with pytest.raises(ArchiveError) as caught:
        _open(tmp_path, make_zip([Member(GAME, TEXT), Member(name), Member(name)]))
    assert len(str(caught.value)) < 300
    assert "\x1b" not in str(caught.value)


def test_paths_that_lead_to_no_file(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    for path, says in (
        (tmp_path / "missing.vsav", "no such file"),
        (tmp_path, "folder"),
        (pipe, "not an ordinary file"),
        (loop, "cannot be read"),
        (tmp_path / ("x" * 300), "cannot be read"),
        (tmp_path / "a\0b", "cannot be"),
    ):
        with pytest.raises(ArchiveError, match=says):
            open_archive(path)


def test_a_file_that_goes_away_or_changes_after_opening_is_an_error(tmp_path: Path) -> None:
    archive = _open(tmp_path, make_zip([Member(GAME, TEXT), Member(b"savedata", b"s")]))
    path = tmp_path / "game.vsav"
    for data in (b"", b"PK\3\4", os.urandom(200), make_zip([Member(b"other", TEXT)])):
        path.write_bytes(data)
        with pytest.raises(ArchiveError):
            archive.read("savedGame")
    path.unlink()
    with pytest.raises(ArchiveError, match="no such file"):
        archive.read_all()


def test_limits_are_those_given(tmp_path: Path) -> None:
    path = tmp_path / "game.vsav"
    path.write_bytes(make_zip([Member(GAME, TEXT * 10, method=STORED), Member(b"savedata", b"s" * 300, method=STORED)]))
    size = path.stat().st_size
    assert open_archive(path, replace(DEFAULT_LIMITS, file_bytes=size, entries=2, member_bytes=300)).read_all()
    for limits in (
        replace(DEFAULT_LIMITS, file_bytes=size - 1),
        replace(DEFAULT_LIMITS, entries=1),
        replace(DEFAULT_LIMITS, member_bytes=189),
    ):
        with pytest.raises(LimitError):
            open_archive(path, limits).read("savedGame")
    with pytest.raises(LimitError):  # both together
        open_archive(path, replace(DEFAULT_LIMITS, member_bytes=200)).read_all()


def test_the_entries_of_a_module_have_limits_too(tmp_path: Path) -> None:
    path = tmp_path / "game.vmod"
    path.write_bytes(make_zip([Member(b"buildFile", b"<x/>"), Member(b"a", bytes(1000)), Member(GAME, bytes(1000))]))
    limits = replace(DEFAULT_LIMITS, module_member_bytes=999, member_bytes=2000)
    with pytest.raises(LimitError):
        open_archive(path, limits).read("a")
    limits = replace(DEFAULT_LIMITS, member_bytes=999)  # what counts as a saved game counts so in a module as well
    assert open_archive(path, limits).read("a")
    with pytest.raises(LimitError):
        open_archive(path, limits).read("savedGame")
    path.write_bytes(make_zip([Member(b"buildFile", b"<x/>"), Member(b"a", bytes(600)), Member(b"b", bytes(600))]))
    with pytest.raises(LimitError):
        open_archive(path, replace(DEFAULT_LIMITS, module_bytes=1000)).read_all()
