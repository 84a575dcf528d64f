"""What a driver is, and how an input that must not be comes out of it."""

from __future__ import annotations

import tempfile
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_OURS = {"adjudicator", "vassal_bridge", "fuzz"}
CRASHES = Path(__file__).resolve().parent / "crashes"


@dataclass(frozen=True)
class Driver:
    """`check` reads an input and raises whatever must not come out of reading; `seeds` are honest inputs to start from."""

    name: str
    check: Callable[[bytes], None]
    seeds: Callable[[], Iterable[bytes]]
    words: tuple[str, ...] = ()  # what inputs are made of
    longest: int = 4096


def text_of(data: bytes) -> str:
    """Any bytes as a text such as files hold: no halves of surrogate pairs."""
    return data.decode("utf-8", "replace")


@cache
def folder() -> Path:
    """Of this process alone, in memory where there is such a place."""
    shared = Path("/dev/shm")
    found = tempfile.TemporaryDirectory(prefix="fuzz-", dir=shared if shared.is_dir() else None)
    _kept.append(found)
    return Path(found.name)


_kept: list[tempfile.TemporaryDirectory[str]] = []  # goes with the process


def refused(error: Exception) -> None:
    """A refusal that people can read: said in printable lines."""
    assert str(error)
    assert all(line.isprintable() for line in str(error).split("\n"))


def where(error: BaseException) -> str:
    """What came out and of which of our lines: two inputs with the same name show the same fault."""
    ours = [
        f"{Path(frame.filename).name}-{frame.lineno}"
        for frame in traceback.extract_tb(error.__traceback__)
        if _OURS & set(Path(frame.filename).parts)
    ]
    return f"{type(error).__name__}-{ours[-1] if ours else 'elsewhere'}"
