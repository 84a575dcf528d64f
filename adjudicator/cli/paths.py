"""The files that a command was given: folders and wildcards among them, and `-` for what comes through a pipe."""

from __future__ import annotations

import contextlib
import glob
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from vassal_bridge.limits import DEFAULT_LIMITS

_ENDINGS = frozenset((".vsav", ".vlog", ".sav", ".log"))
PIPE = Path("-")
_BEGINNINGS = (b"PK\x03\x04", b"!VCSK", b"begin_save")
"""How saves and logs begin: a zip, or VASSAL's text with or without its disguise."""


def expand(files: Sequence[Path]) -> list[Path]:
    """Files as they are; of folders the saves and logs in them, by name (mail may have taken their endings off); wildcards."""
    paths: list[Path] = []
    for path in files:
        if path.is_dir():
            paths += sorted(one for one in path.rglob("*") if one.is_file() and _is_game(one))
        else:
            paths += matching(path)
    return paths


def matching(path: Path) -> list[Path]:
    """What a name with wildcards stands for; a name that is there, or that nothing fits, is itself."""
    try:
        if not glob.has_magic(str(path)) or path.exists():
            return [path]
    except OSError:
        return [path]
    return [Path(each) for each in sorted(glob.glob(str(path), recursive=True))] or [path]


@contextlib.contextmanager
def through_pipe(files: Sequence[Path]) -> Iterator[list[Path]]:
    """The files with `-` put on disk for as long as it is needed."""
    if PIPE not in files:
        yield list(files)
        return
    if sys.stdin.isatty():
        raise click.UsageError("- stands for a file that comes through a pipe, and there is none")
    with tempfile.TemporaryDirectory(prefix="adjudicate-") as folder:
        copy = Path(folder) / "stdin"
        copy.write_bytes(sys.stdin.buffer.read(DEFAULT_LIMITS.file_bytes + 1))
        yield [copy if each == PIPE else each for each in files]


def _is_game(path: Path) -> bool:
    if path.suffix:
        return path.suffix.lower() in _ENDINGS
    try:
        with path.open("rb") as stream:
            return stream.read(10).startswith(_BEGINNINGS)
    except OSError:
        return False
