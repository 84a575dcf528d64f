"""The files that a command was given: folders and wildcards among them, `-` for what comes through a pipe, zips with several."""

from __future__ import annotations

import contextlib
import glob
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path, PureWindowsPath

import click

from vassal_bridge.archive import Archive, open_archive
from vassal_bridge.errors import BridgeError
from vassal_bridge.limits import DEFAULT_LIMITS

_MAILED = ".zip"
_ENDINGS = frozenset((".vsav", ".vlog", ".sav", ".log"))
PIPE = Path("-")
_BEGINNINGS = (b"PK\x03\x04", b"!VCSK", b"begin_save")
"""How saves and logs begin: a zip, or VASSAL's text with or without its disguise."""


def expand(files: Sequence[Path]) -> list[Path]:
    """Files as they are; of folders the saves, the logs and the zips that hold some, by name (mail may have taken endings off);
    wildcards."""
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
    """The files with `-`, and the saves and logs of zips, put on disk for as long as it is needed."""
    if PIPE not in files and not any(each.suffix.lower() == _MAILED for each in files):
        yield list(files)
        return
    if PIPE in files and sys.stdin.isatty():
        raise click.UsageError("- stands for a file that comes through a pipe, and there is none")
    with tempfile.TemporaryDirectory(prefix="adjudicate-") as folder:
        copy = Path(folder) / "stdin"
        if PIPE in files:
            copy.write_bytes(sys.stdin.buffer.read(DEFAULT_LIMITS.file_bytes + 1))
        found: list[Path] = []
        for number, each in enumerate(files):
            found += [copy] if each == PIPE else _unpacked(each, Path(folder) / str(number)) or [each]
        yield found


def at_hand(files: Sequence[Path]) -> list[Path]:
    """The same until the command that runs is done."""
    return click.get_current_context().with_resource(through_pipe(files))


def one_at_hand(file: Path) -> Path:
    """The same of a command that takes one file."""
    found = at_hand([file])
    if len(found) > 1:
        names = ", ".join(each.name for each in found)
        raise click.BadParameter(
            f"{file.name} holds {len(found)} saves and logs, and this is about one: {names}", param_hint="FILE"
        )
    return found[0]


def _unpacked(path: Path, folder: Path) -> list[Path]:
    """The saves and logs that lie in a zip, as mail carries them; none of any other file, or of one that cannot be read whole."""
    archive = _carrier(path)
    if archive is None:
        return []
    found: list[Path] = []
    room = DEFAULT_LIMITS.file_bytes
    try:
        for number, (entry, name) in enumerate(_carried(archive)):
            data = archive.read(entry)
            room -= len(data)
            if room < 0:
                return []
            place = folder / str(number) / path.name / name  # the zip's name tells apart what is called the same
            place.parent.mkdir(parents=True)
            place.write_bytes(data)
            found.append(place)
    except (BridgeError, OSError, ValueError):
        return []
    return found


def _carrier(path: Path) -> Archive | None:
    if path.suffix.lower() != _MAILED:
        return None
    try:
        archive = open_archive(path)
    except BridgeError:
        return None
    return None if archive.is_game or archive.is_module or not _carried(archive) else archive


def _carried(archive: Archive) -> list[tuple[str, str]]:
    """The entries that are saves or logs by their names, and what to call each: never with the folders that a stranger named."""
    named = [(entry, PureWindowsPath(entry).name) for entry in archive.names() if not entry.startswith("__MACOSX/")]
    return [(entry, name) for entry, name in named if Path(name).suffix.lower() in _ENDINGS]


def _is_game(path: Path) -> bool:
    if path.suffix:
        return path.suffix.lower() in _ENDINGS or _carrier(path) is not None
    try:
        with path.open("rb") as stream:
            return stream.read(10).startswith(_BEGINNINGS)
    except OSError:
        return False
