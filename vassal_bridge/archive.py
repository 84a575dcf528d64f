"""Containers: the zip around a save, a log or a module, or a bare text without any. Never trusts one."""

from __future__ import annotations

import io
import os
import stat
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
_SMALL_ENTRIES = frozenset({SAVED_GAME, SAVE_DATA, MODULE_DATA})

_CHUNK = 1 << 16
_LOCAL_HEADER = struct.Struct("<4s2xHH4xIIIHH")
_END_RECORD = struct.Struct("<4s4xHHIIH")
_ZIP64_LOCATOR_BYTES = 20
_SIZES_FOLLOW = 0x8  # flag: checksum and sizes stand behind the packed bytes, not before them
_NAME_IN_UTF8 = 0x800
_TRAILER_BYTES = (12, 16, 20, 24)
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
        with reading(self.path.name):
            if name not in self.entries:
                raise ArchiveError(f"no entry {name!r}", expected=f"an entry named {name}")
            info = self.entries[name]
            if info is None:
                return _read_bare(self.path, self.limits)
            of_module = self.is_module and name not in _SMALL_ENTRIES
            limit = self.limits.module_member_bytes if of_module else self.limits.member_bytes
            with self.path.open("rb") as stream:
                return _read_entry(stream, info, limit, self.limits)

    def read_all(self) -> dict[str, bytes]:
        """Every entry, within the limit for all of them together."""
        with reading(self.path.name):
            if not self.zipped:
                return {SAVED_GAME: _read_bare(self.path, self.limits)}
            contents: dict[str, bytes] = {}
            left = self.limits.member_bytes * 2 if self.is_game else self.limits.module_bytes
            with self.path.open("rb") as stream:
                for name, info in self.entries.items():
                    if info is not None:
                        contents[name] = _read_entry(stream, info, left, self.limits)
                        left -= len(contents[name])
            return contents


def open_archive(path: str | os.PathLike[str], limits: Limits = DEFAULT_LIMITS) -> Archive:
    """Open a container, whatever its name: .vsav, .vlog, .vmod, .vmdx, misnamed, or a text that was never zipped."""
    path = Path(path)
    with reading(path.name):
        status = path.stat()
        size = status.st_size
        if not (stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode)):  # opening a pipe could wait for ever
            raise ArchiveError("not an ordinary file", expected="a VASSAL save, log or module")
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
            count, directory = _check_end_record(stream, size, limits)
            with zipfile.ZipFile(stream) as container:
                infos = container.infolist()
            if len(infos) != count:
                raise ArchiveError(f"the zip says it has {count:,} entries and lists {len(infos):,}", offset=directory)
            _check_entries(infos, limits)
            _check_places(stream, infos, directory)
    return Archive(path, zipped=True, entries={info.filename: info for info in infos}, limits=limits)


@contextmanager
def reading(name: str) -> Iterator[None]:
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


def _check_end_record(stream: IO[bytes], size: int, limits: Limits) -> tuple[int, int]:
    """The number of entries and the place of the directory, checked before the zip library builds a record for each entry."""
    tail_size = min(size, 65_535 + _END_RECORD.size)
    stream.seek(size - tail_size)
    tail = stream.read(tail_size)
    place = tail.rfind(b"PK\x05\x06")
    if place < 0 or len(tail) - place < _END_RECORD.size:
        raise ArchiveError("the zip ends too early", offset=size, expected="the directory at its end")
    _, _, count, directory_size, directory, _ = _END_RECORD.unpack_from(tail, place)
    stream.seek(max(0, size - tail_size + place - _ZIP64_LOCATOR_BYTES))
    if stream.read(4) == b"PK\x06\x07" or count == 0xFFFF or 0xFFFFFFFF in (directory_size, directory):
        raise ArchiveError("a zip64 archive", expected="a zip as VASSAL writes it")  # keeps its true numbers elsewhere
    if count > limits.entries or directory_size > limits.entries * 1024:
        raise LimitError(f"the zip lists {count:,} entries in {directory_size:,} bytes", expected=f"at most {limits.entries:,}")
    if directory + directory_size != size - tail_size + place:
        raise ArchiveError("the zip's directory is not where the zip says", offset=directory)
    stream.seek(0)
    return count, directory


def _check_entries(infos: list[zipfile.ZipInfo], limits: Limits) -> None:
    seen: set[str] = set()
    if len(infos) > limits.entries:
        raise LimitError(f"{len(infos):,} entries", expected=f"at most {limits.entries:,}")
    for info in infos:
        if info.filename != info.orig_filename and "\0" in info.orig_filename:
            raise ArchiveError(f"the name of the entry {_shown(info)} goes on after its end", offset=info.header_offset)
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


def _check_places(stream: IO[bytes], infos: list[zipfile.ZipInfo], directory: int) -> None:
    """No two entries may share bytes: a classic way to make a small file inflate without end.

    VASSAL reads saves from the front, entry after entry, and never looks at the directory. So in a save there may be nothing the
    directory does not list, or VASSAL would see another game than we do.
    """
    is_game = any(info.filename == SAVED_GAME for info in infos)
    end = 0
    gaps: tuple[int, ...] = (0,)
    previous = ""
    for info in sorted(infos, key=lambda entry: entry.header_offset):
        start = info.header_offset
        if start < end:
            raise ArchiveError(f"the entries {previous} and {_shown(info)} overlap", offset=start)
        if is_game and start - end not in gaps:
            raise ArchiveError("there are bytes that belong to no entry", offset=end, expected="nothing between entries")
        flags, data_start = _read_local_header(stream, info)
        end = data_start + info.compress_size
        gaps = (0, *_TRAILER_BYTES) if flags & _SIZES_FOLLOW else (0,)
        previous = _shown(info)
        if end > directory:
            raise ArchiveError(f"the entry {previous} goes beyond the end of the file", offset=start)
    if is_game and directory - end not in gaps:
        raise ArchiveError("there are bytes that belong to no entry", offset=end, expected="the directory behind the last entry")


def _read_local_header(stream: IO[bytes], info: zipfile.ZipInfo) -> tuple[int, int]:
    """An entry's flags and the place of its packed bytes. What stands at the entry must be what the directory says of it."""
    stream.seek(info.header_offset)
    header = stream.read(_LOCAL_HEADER.size)
    if len(header) < _LOCAL_HEADER.size or not header.startswith(b"PK\x03\x04"):
        raise ArchiveError(f"the entry {_shown(info)} is not where the zip says", offset=info.header_offset)
    _, flags, method, crc, packed_size, file_size, name_size, extra_size = _LOCAL_HEADER.unpack(header)
    name = stream.read(name_size).decode("utf-8" if flags & _NAME_IN_UTF8 else "cp437")
    same = name == info.orig_filename and method == info.compress_type and not flags & 0x1
    if not flags & _SIZES_FOLLOW:
        same = same and (crc, packed_size, file_size) == (info.CRC, info.compress_size, info.file_size)
    if not same:
        raise ArchiveError(f"the zip says two different things about the entry {_shown(info)}", offset=info.header_offset)
    return flags, info.header_offset + _LOCAL_HEADER.size + name_size + extra_size


def _read_entry(stream: IO[bytes], info: zipfile.ZipInfo, limit: int, limits: Limits) -> bytes:
    if info.file_size > limit:
        raise LimitError(f"the entry {_shown(info)} unpacks to {info.file_size:,} bytes", expected=f"at most {limit:,}")
    if info.file_size > limits.ratio_floor_bytes and info.file_size > info.compress_size * limits.ratio:
        raise LimitError(
            f"the entry {_shown(info)} unpacks to {info.file_size // max(1, info.compress_size)} times its size",
            expected=f"at most {limits.ratio} times",
        )
    _, place = _read_local_header(stream, info)
    stream.seek(place)
    data = _inflate(stream, info) if info.compress_type == zipfile.ZIP_DEFLATED else stream.read(info.compress_size)
    if len(data) != info.file_size:
        longer = "longer" if len(data) > info.file_size else "shorter"
        raise ArchiveError(f"the entry {_shown(info)} is {longer} than the zip says", offset=info.header_offset)
    if zlib.crc32(data) != info.CRC:
        raise ArchiveError(f"the entry {_shown(info)} is damaged: its checksum is wrong", offset=info.header_offset)
    return data


def _inflate(stream: IO[bytes], info: zipfile.ZipInfo) -> bytes:
    """Unpack one entry. The sizes in a zip are its own words; what really comes out is counted here, to one byte beyond."""
    if not info.compress_size and not info.file_size:  # how some programs write a folder
        return b""
    inflater = zlib.decompressobj(-zlib.MAX_WBITS)
    buffer = io.BytesIO()
    left = info.compress_size
    while left and not inflater.eof and buffer.tell() <= info.file_size:
        packed = stream.read(min(_CHUNK, left))
        left -= len(packed)
        if not packed:
            break
        buffer.write(inflater.decompress(packed, info.file_size + 1 - buffer.tell()))
    if buffer.tell() <= info.file_size and (left or inflater.unused_data or not inflater.eof):
        raise ArchiveError(f"the entry {_shown(info)} is damaged: it ends in the wrong place", offset=info.header_offset)
    return buffer.getvalue()


def _shown(info: zipfile.ZipInfo) -> str:
    return repr(info.filename[:80])
