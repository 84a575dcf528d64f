"""Containers: the zip around a save, a log or a module, or a bare text without any. Never trusts one."""

from __future__ import annotations

import io
import os
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from .errors import ArchiveError, BridgeError, LimitError
from .limits import DEFAULT_LIMITS, Limits

SAVED_GAME = "savedGame"
SAVE_DATA = "savedata"
MODULE_DATA = "moduledata"
BUILD_FILES = ("buildFile.xml", "buildFile")

_CHUNK = 1 << 20
_LOCAL_HEADER = struct.Struct("<4s22xHH")
_END_RECORD = struct.Struct("<4s4xHHII")
_TEXT_STARTS = (b"begin_save", b"!VCSK", b"VOBS")


@dataclass(frozen=True)
class Archive:
    """One container, opened for reading. `entries` is in the order of the file; a bare text is one entry `savedGame`.

    Entries are read on demand, each within the limits. The file is read again for each, so nothing is kept open; `pack` (in
    `write`) makes a new container from this one.
    """

    path: Path
    zipped: bool
    entries: Mapping[str, zipfile.ZipInfo | None] = field(repr=False)
    limits: Limits = field(default=DEFAULT_LIMITS, repr=False)

    @property
    def name(self) -> str:
        return self.path.name

    def names(self) -> Sequence[str]:
        return list(self.entries)

    def __contains__(self, name: str) -> bool:
        return name in self.entries

    @property
    def is_module(self) -> bool:
        return any(name in self.entries for name in BUILD_FILES)

    @property
    def is_game(self) -> bool:
        return SAVED_GAME in self.entries

    def read(self, name: str) -> bytes:
        """The bytes of one entry. Raises `ArchiveError` if it is not there, is damaged, or is beyond the limits."""
        with _errors_of(self.path.name):
            if name not in self.entries:
                raise ArchiveError(f"no entry {name!r}", expected=f"an entry named {name}")
            info = self.entries[name]
            if info is None:
                return _read_bare(self.path, self.limits)
            limit = self.limits.module_bytes if self.is_module else self.limits.member_bytes
            with self.path.open("rb") as stream, zipfile.ZipFile(stream) as container:
                return _read_entry(container, info, limit, self.limits)

    def read_all(self) -> dict[str, bytes]:
        """Every entry, within the limit for all of them together."""
        with _errors_of(self.path.name):
            if not self.zipped:
                return {SAVED_GAME: _read_bare(self.path, self.limits)}
            contents: dict[str, bytes] = {}
            left = self.limits.module_bytes
            with self.path.open("rb") as stream, zipfile.ZipFile(stream) as container:
                for name, info in self.entries.items():
                    if info is not None:
                        contents[name] = _read_entry(container, info, left, self.limits)
                        left -= len(contents[name])
            return contents


def open_archive(path: str | os.PathLike[str], limits: Limits = DEFAULT_LIMITS) -> Archive:
    """Open a container, whatever its name: .vsav, .vlog, .vmod, .vmdx, misnamed, or a text that was never zipped."""
    path = Path(path)
    with _errors_of(path.name):
        size = path.stat().st_size
        if size > limits.file_bytes:
            raise LimitError(f"the file has {size:,} bytes", expected=f"at most {limits.file_bytes:,}")
        with path.open("rb") as stream:
            start = stream.read(16)
            if not start:
                raise ArchiveError("the file is empty", expected="a VASSAL save, log or module")
            if start.startswith(_TEXT_STARTS):
                return Archive(path, zipped=False, entries={SAVED_GAME: None}, limits=limits)
            if not start.startswith(b"PK"):
                raise ArchiveError("neither a zip nor a VASSAL text", offset=0, expected="a VASSAL save, log or module")
            _check_end_record(stream, size, limits)
            with zipfile.ZipFile(stream) as container:
                infos = container.infolist()
            _check_entries(infos, limits)
            _check_ranges(stream, infos, size)
    return Archive(path, zipped=True, entries={info.filename: info for info in infos}, limits=limits)


@contextmanager
def _errors_of(name: str) -> Iterator[None]:
    """Turn whatever reading a bad zip may raise into the one family, with the file's name."""
    try:
        yield
    except BridgeError as error:
        error.file = error.file or name
        raise
    except FileNotFoundError:
        raise ArchiveError("no such file", file=name) from None
    except IsADirectoryError:
        raise ArchiveError("this is a folder", file=name, expected="a file") from None
    except OSError as error:
        raise ArchiveError(f"cannot be read: {error.strerror or type(error).__name__}", file=name) from None
    except (zipfile.BadZipFile, zlib.error, struct.error, EOFError) as error:
        raise ArchiveError(f"the zip is damaged: {error or 'it ends too early'}", file=name) from None
    except (NotImplementedError, RuntimeError, ValueError, OverflowError, UnicodeError, KeyError, IndexError) as error:
        raise ArchiveError(f"the zip cannot be understood: {type(error).__name__}", file=name) from None


def _read_bare(path: Path, limits: Limits) -> bytes:
    with path.open("rb") as stream:
        data = stream.read(limits.member_bytes + 1)
    if len(data) > limits.member_bytes:
        raise LimitError(f"more than {limits.member_bytes:,} bytes of text", file=path.name)
    return data


def _check_end_record(stream: IO[bytes], size: int, limits: Limits) -> None:
    """Count the entries before the zip library builds a record for each."""
    tail_size = min(size, 65_535 + _END_RECORD.size + 2)
    stream.seek(size - tail_size)
    tail = stream.read(tail_size)
    place = tail.rfind(b"PK\x05\x06")
    if place < 0 or len(tail) - place < _END_RECORD.size:
        raise ArchiveError("the zip ends too early", offset=size, expected="the directory at its end")
    _, _, count, directory_size, _ = _END_RECORD.unpack_from(tail, place)
    if count == 0xFFFF or directory_size == 0xFFFFFFFF:  # zip64 keeps its true numbers elsewhere; no VASSAL file needs it
        raise ArchiveError("a zip64 archive", expected="a zip as VASSAL writes it")
    if count > limits.entries or directory_size > limits.entries * 1024:
        raise LimitError(f"the zip lists {count:,} entries in {directory_size:,} bytes", expected=f"at most {limits.entries:,}")
    stream.seek(0)


def _check_entries(infos: list[zipfile.ZipInfo], limits: Limits) -> None:
    seen: set[str] = set()
    if len(infos) > limits.entries:
        raise LimitError(f"{len(infos):,} entries", expected=f"at most {limits.entries:,}")
    for info in infos:
        if info.filename in seen:
            raise ArchiveError(f"the entry {_shown(info)} stands twice", offset=info.header_offset, expected="each name once")
        seen.add(info.filename)
        if info.flag_bits & 0x1:
            raise ArchiveError(f"the entry {_shown(info)} is encrypted", offset=info.header_offset)
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise ArchiveError(
                f"the entry {_shown(info)} is packed in a way VASSAL cannot read",
                offset=info.header_offset,
                expected="stored or deflated",
            )


def _check_ranges(stream: IO[bytes], infos: list[zipfile.ZipInfo], size: int) -> None:
    """No two entries may share bytes: a classic way to make a small file inflate without end."""
    end = 0
    previous = ""
    for info in sorted(infos, key=lambda entry: entry.header_offset):
        stream.seek(info.header_offset)
        header = stream.read(_LOCAL_HEADER.size)
        if len(header) < _LOCAL_HEADER.size or not header.startswith(b"PK\x03\x04"):
            raise ArchiveError(f"the entry {_shown(info)} is not where the zip says", offset=info.header_offset)
        _, name_size, extra_size = _LOCAL_HEADER.unpack(header)
        if info.header_offset < end:
            raise ArchiveError(f"the entries {previous} and {_shown(info)} overlap", offset=info.header_offset)
        end = info.header_offset + _LOCAL_HEADER.size + name_size + extra_size + info.compress_size
        previous = _shown(info)
        if end > size:
            raise ArchiveError(f"the entry {previous} goes beyond the end of the file", offset=info.header_offset)


def _read_entry(container: zipfile.ZipFile, info: zipfile.ZipInfo, limit: int, limits: Limits) -> bytes:
    if info.file_size > limit:
        raise LimitError(f"the entry {_shown(info)} unpacks to {info.file_size:,} bytes", expected=f"at most {limit:,}")
    if info.file_size > limits.ratio_floor_bytes and info.file_size > info.compress_size * limits.ratio:
        raise LimitError(
            f"the entry {_shown(info)} unpacks to {info.file_size // max(1, info.compress_size)} times its size",
            expected=f"at most {limits.ratio} times",
        )
    # The sizes above are the zip's own words; what really comes out is counted here.
    buffer = io.BytesIO()
    with container.open(info) as source:
        while chunk := source.read(_CHUNK):
            if buffer.tell() + len(chunk) > info.file_size:
                raise ArchiveError(f"the entry {_shown(info)} is longer than the zip says", offset=info.header_offset)
            buffer.write(chunk)
    if buffer.tell() != info.file_size:
        raise ArchiveError(f"the entry {_shown(info)} is shorter than the zip says", offset=info.header_offset)
    return buffer.getvalue()


def _shown(info: zipfile.ZipInfo) -> str:
    return repr(info.filename[:80])
