"""A disk that fails at any moment: what is written is absent, old or complete, nothing is left beside it, inputs never change."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

import pytest

from tests.hostile.build import LOG
from vassal_bridge.errors import BridgeError, WriteError
from vassal_bridge.saved import SavedGame, read_saved
from vassal_bridge.tree import Entry
from vassal_bridge.write import write_bytes, write_saved

Fault = Callable[[], BaseException]

FAULTS: dict[str, Fault] = {
    "disk full": lambda: OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)),
    "disk broken": lambda: OSError(errno.EIO, os.strerror(errno.EIO)),
    "not allowed": lambda: PermissionError(errno.EACCES, os.strerror(errno.EACCES)),
    "interrupted": KeyboardInterrupt,
}


class _Stream:
    """An opened file whose writing, flushing and closing are operations of the failing disk."""

    def __init__(self, disk: _Disk, stream: IO[bytes]) -> None:
        self._disk = disk
        self._stream = stream

    def __enter__(self) -> _Stream:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self._disk.operation(lambda: None)
        finally:
            self._stream.close()

    def write(self, data: bytes) -> int:
        self._disk.operation(lambda: self._stream.write(data), lambda: self._stream.write(data[: len(data) // 2]))
        return len(data)

    def flush(self) -> None:
        self._disk.operation(self._stream.flush)

    def fileno(self) -> int:
        return self._stream.fileno()


class _Disk:
    """Counts the operations on files, and lets one of them fail: before it is done, half done, or when it is done."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        self.failing = 0
        self.fault: Fault = KeyboardInterrupt
        self.moment = "before"
        self.failed = False
        self._patch = monkeypatch
        real_open = Path.open

        def opened(path: Path, mode: str = "r", *more: Any, **options: Any) -> Any:
            stream = self.operation(lambda: real_open(path, mode, *more, **options))
            return _Stream(self, stream) if mode == "xb" else stream

        monkeypatch.setattr(Path, "open", opened)
        for place, name in ((os, "fsync"), (os, "replace"), (os, "open"), (Path, "read_bytes"), (os.path, "realpath")):
            monkeypatch.setattr(place, name, self._counted(getattr(place, name)))

    def _counted(self, function: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *values, **options: self.operation(lambda: function(*values, **options))

    def operation(self, run: Callable[[], Any], run_half: Callable[[], Any] | None = None) -> Any:
        self.count += 1
        if self.count != self.failing:
            return run()
        self.failed = True
        if self.moment == "after":
            run()
        elif self.moment == "half" and run_half is not None:
            run_half()
        raise self.fault()

    def fail(self, operation: int, fault: Fault, moment: str) -> None:
        self.count, self.failing, self.fault, self.moment, self.failed = 0, operation, fault, moment, False


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> _Disk:
    return _Disk(monkeypatch)


@pytest.fixture
def edited(tmp_path: Path) -> SavedGame:
    (tmp_path / "input").mkdir()
    source = tmp_path / "input" / "turn.vlog"
    source.write_bytes(LOG.read_bytes())
    saved = read_saved(source)
    return saved.with_entries((*saved.entries, Entry.single("LOG\tCHAT* corrected")))


def _open_files() -> int:
    listing = Path("/proc/self/fd")
    return len(list(listing.iterdir())) if listing.is_dir() else 0


def _sweep(
    disk: _Disk, fault: Fault, moment: str, prepare: Callable[[], object], attempt: Callable[[], object]
) -> Iterator[tuple[int, BaseException | None]]:
    """Let every operation fail in turn, until an attempt needs no more operations; what each attempt ended with."""
    for operation in range(1, 200):
        prepare()
        disk.fail(operation, fault, moment)
        ended: BaseException | None = None
        try:
            attempt()
        except (BridgeError, KeyboardInterrupt) as error:
            ended = error
        disk.failing = 0
        yield operation, ended
        if not disk.failed:
            assert ended is None
            return
    raise AssertionError("the sweep never ended")


@pytest.mark.parametrize("moment", ["before", "half", "after"])
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("old", [None, b"what stood here before"], ids=["new", "replacing"])
def test_whatever_fails_the_file_is_absent_old_or_complete(
    tmp_path: Path, disk: _Disk, edited: SavedGame, fault: str, moment: str, old: bytes | None
) -> None:
    folder = tmp_path / "output"
    folder.mkdir()
    target = folder / "out.vlog"
    write_saved(edited, target)
    complete = target.read_bytes()
    open_files = _open_files()

    def prepare() -> None:
        target.unlink(missing_ok=True)
        if old is not None:
            target.write_bytes(old)

    results = set()
    for operation, ended in _sweep(disk, FAULTS[fault], moment, prepare, lambda: write_saved(edited, target)):
        there = target.read_bytes() if target.exists() else None
        results.add("complete" if there == complete else "as before")
        assert there in (old, complete), f"operation {operation}"
        if ended is None:
            assert there == complete
        elif isinstance(ended, BridgeError):
            assert there == old or moment == "after"
            assert str(tmp_path) not in str(ended)
        assert [path.name for path in folder.iterdir()] == ([] if there is None else ["out.vlog"]), f"operation {operation}"
        assert [path.name for path in edited.source.path.parent.iterdir()] == ["turn.vlog"]
        assert edited.source.path.read_bytes() == LOG.read_bytes()
        if moment != "after":  # what an interruption catches right after opening is closed when Python drops it
            assert _open_files() == open_files, f"operation {operation}"
    assert results == {"complete", "as before"}
    assert operation > 12  # the sweep saw opening, writing, flushing, reading back, replacing and the folder


def test_a_disk_that_loses_bytes_in_silence_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "out"
    target.write_bytes(b"old")
    real_read = Path.read_bytes
    for lose in (lambda data: data[:-1], lambda data: data[:1] + b"X" + data[2:], lambda data: b""):
        monkeypatch.setattr(Path, "read_bytes", lambda path, lose=lose: lose(real_read(path)))
        with pytest.raises(WriteError, match="gave back other bytes"):
            write_bytes(target, b"new content")
        monkeypatch.setattr(Path, "read_bytes", real_read)
        assert target.read_bytes() == b"old"
        assert list(tmp_path.iterdir()) == [target]


def test_a_leftover_that_cannot_be_removed_does_not_hide_the_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(os, "replace", refuse)
    monkeypatch.setattr(Path, "unlink", refuse)
    with pytest.raises(WriteError, match="Read-only"):
        write_bytes(tmp_path / "out", b"x")
    assert not (tmp_path / "out").exists()


def test_a_folder_that_cannot_be_flushed_does_not_spoil_a_finished_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.fsync

    def only_files(handle: int) -> None:
        if os.path.isdir(f"/proc/self/fd/{handle}"):
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        real(handle)

    monkeypatch.setattr(os, "fsync", only_files)
    write_bytes(tmp_path / "out", b"x")
    assert (tmp_path / "out").read_bytes() == b"x"
