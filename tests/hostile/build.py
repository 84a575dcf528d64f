"""Hostile files, made by hand: nothing that writes zips properly would write these."""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.support import SKIRMISH
from vassal_bridge.archive import SAVED_GAME
from vassal_bridge.obfuscation import Disguise, uncover

ESC = "\x1b"
GAME = SAVED_GAME.encode()
MB = 1 << 20
STORED, DEFLATED, BZIP2, LZMA = 0, 8, 12, 14
ENCRYPTED, SIZES_FOLLOW, UTF8 = 0x1, 0x8, 0x800

SAVE = SKIRMISH / "start.vsav"
LOG = SKIRMISH / "blue-turn1.vlog"

SAVEDATA = b'<?xml version="1.0" encoding="UTF-8"?>\n<data version="1"><VassalVersion>3.7.26</VassalVersion></data>'
MODULEDATA = b'<?xml version="1.0" encoding="UTF-8"?>\n<data version="1"><name>Skirmish</name><version>1.0</version></data>'


@dataclass(frozen=True)
class Member:
    """One entry, and every lie that its two headers may tell. None: the truth."""

    name: bytes
    data: bytes = b""
    method: int = DEFLATED
    flags: int = 0
    packed: bytes | None = None  # what really stands there
    size: int | None = None
    packed_size: int | None = None
    crc: int | None = None
    local_name: bytes | None = None
    local_method: int | None = None
    local_flags: int | None = None
    local_size: int | None = None
    local_extra: bytes = b""
    extra: bytes = b""
    offset: int | None = None  # where the directory says it starts
    listed: bool = True
    written: bool = True
    before: bytes = b""  # bytes of nobody in front of it
    trailer: bytes = b""


@dataclass(frozen=True)
class End:
    """What the record at the end of the zip says. None: the truth."""

    count: int | None = None
    directory_size: int | None = None
    directory: int | None = None
    comment: bytes = b""
    before: bytes = b""  # between the directory and its end record
    behind: bytes = b""
    between: bytes = field(default=b"", repr=False)  # between the last entry and the directory


def make_zip(members: Iterable[Member], end: End | None = None, prefix: bytes = b"") -> bytes:
    end = end or End()
    body = bytearray(prefix)
    directory = bytearray()
    count = 0
    for member in members:
        packed = _packed(member)
        crc = zlib.crc32(member.data) if member.crc is None else member.crc
        size = len(member.data) if member.size is None else member.size
        packed_size = len(packed) if member.packed_size is None else member.packed_size
        body += member.before
        start = len(body) if member.offset is None else member.offset
        if member.written:
            name = member.name if member.local_name is None else member.local_name
            flags = member.flags if member.local_flags is None else member.local_flags
            method = member.method if member.local_method is None else member.local_method
            sizes = (
                (0, 0, 0)
                if flags & SIZES_FOLLOW
                else (crc, packed_size, size if member.local_size is None else member.local_size)
            )
            body += struct.pack("<4sHHHHHIIIHH", b"PK\3\4", 20, flags, method, 0, 33, *sizes, len(name), len(member.local_extra))
            body += name + member.local_extra + packed + member.trailer
        if member.listed:
            count += 1
            sizes = (crc, packed_size, size)
            directory += struct.pack("<4sHHHHHHIII", b"PK\1\2", 20, 20, member.flags, member.method, 0, 33, *sizes)
            directory += struct.pack("<HHHHHII", len(member.name), len(member.extra), 0, 0, 0, 0, start)
            directory += member.name + member.extra
    body += end.between
    place = len(body) if end.directory is None else end.directory
    total = count if end.count is None else end.count
    size = len(directory) if end.directory_size is None else end.directory_size
    record = struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, total & 0xFFFF, total & 0xFFFF, size, place, len(end.comment))
    return bytes(body + directory + end.before + record + end.comment + end.behind)


def _packed(member: Member) -> bytes:
    if member.packed is not None:
        return member.packed
    return deflate(member.data) if member.method == DEFLATED else member.data


def deflate(data: bytes, level: int = 6) -> bytes:
    packer = zlib.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(data) + packer.flush()


def trailer(data: bytes, packed: bytes, signed: bool = True) -> bytes:
    """Checksum and sizes behind the packed bytes, as streaming writers (VASSAL's among them) put them."""
    return (b"PK\7\x08" if signed else b"") + struct.pack("<III", zlib.crc32(data), len(packed), len(data))


def save_zip(data: bytes, more: Sequence[Member] = ()) -> bytes:
    """A proper save around these bytes."""
    return make_zip([Member(GAME, data), Member(b"savedata", SAVEDATA), Member(b"moduledata", MODULEDATA), *more])


def honest_bytes(path: Path = SAVE) -> bytes:
    """The `savedGame` bytes of one of our own files."""
    with zipfile.ZipFile(path) as container:
        return container.read(SAVED_GAME)


def honest_text(path: Path = SAVE) -> str:
    return uncover(honest_bytes(path))[0]


def text_zip(text: str, disguise: Disguise | None = None) -> bytes:
    return save_zip((disguise or Disguise(key=0x5A)).apply(text))


def game_of(*commands: str) -> str:
    """A saved game of these raw entries."""
    return ESC.join(["begin_save", "", *commands, "end_save"])
