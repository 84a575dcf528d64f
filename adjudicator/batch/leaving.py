"""What judging a file leaves for the audit of its game, which need not read it again: in a folder that is gone with the run."""

from __future__ import annotations

import tempfile
import zlib
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from adjudicator.evidence.history import History
from adjudicator.finding import Finding

_MOST = 1 << 30  # bytes on disk; the files beyond that are read again
_QUICK = 1  # how hard to compress: it is read once


class LeftBehind(msgspec.Struct, frozen=True):
    """A file as it was read, and what an audit finds in it alone. Only who hashes texts alike can hold it against others."""

    history: History
    alone: tuple[Finding, ...]


def leave(place: str, history: History, alone: Iterable[Finding]) -> None:
    """Where that fails, or is cut short, the file will be read again."""
    with suppress(OSError):
        Path(place).write_bytes(zlib.compress(msgspec.msgpack.encode(LeftBehind(history, tuple(alone))), _QUICK))


def taken_up(place: str) -> LeftBehind | None:
    try:
        return msgspec.msgpack.decode(zlib.decompress(Path(place).read_bytes()), type=LeftBehind)
    except (OSError, zlib.error, msgspec.MsgspecError):
        return None


@dataclass
class LeftFolder:
    """Where the workers of a run leave such things: nobody else may look into it."""

    most: int = _MOST
    _folder: tempfile.TemporaryDirectory[str] = field(
        default_factory=lambda: tempfile.TemporaryDirectory(prefix="adjudicate-", ignore_cleanup_errors=True)
    )
    _places: dict[str, str] = field(default_factory=dict)  # by the label of a file
    _taken: int = 0

    def place_for(self, label: str) -> str:
        """Nothing where there is no room for more."""
        if self._taken >= self.most:
            return ""
        return self._places.setdefault(label, str(Path(self._folder.name) / str(len(self._places))))

    def place_of(self, label: str) -> str:
        return self._places.get(label, "")

    def count(self, label: str) -> None:
        """A worker is done with the file."""
        with suppress(OSError):
            self._taken += Path(self.place_of(label)).stat().st_size if label in self._places else 0

    def __enter__(self) -> LeftFolder:
        return self

    def __exit__(self, *error: object) -> None:
        self._folder.cleanup()
