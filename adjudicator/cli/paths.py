"""The files that a command was given: folders and wildcards among them, `-` for what comes through a pipe, zips with several."""

from __future__ import annotations

import contextlib
import difflib
import glob
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from adjudicator.batch.carriers import ZIP, CarrierError, is_game, out_of_zip, zip_of_games
from adjudicator.cli.console import say_aside
from adjudicator.cli.hints import torn
from adjudicator.words import in_quotes
from vassal_bridge.limits import DEFAULT_LIMITS

PIPE = Path("-")


def expand(files: Sequence[Path]) -> list[Path]:
    """Files as they are; of folders the saves, the logs and the zips that hold some, by name (mail may have taken endings off);
    wildcards."""
    if whole := torn([str(each) for each in files]):
        raise click.UsageError(f'a name with a space goes in quotes: "{whole}"')
    paths: list[Path] = []
    for path in files:
        if path.is_dir():
            paths += sorted(one for one in path.rglob("*") if one.is_file() and is_game(one))
        else:
            paths += matching(path)
            _tell_nearby(path)
            _tell_module(path)
    return paths


def _tell_nearby(path: Path) -> None:
    """A slip of the pen in the name of a file."""
    try:
        if path == PIPE or path.exists() or not path.parent.is_dir():
            return
        beside = sorted(each.name for each in path.parent.iterdir() if each.is_file())
    except OSError:
        return
    near = [each for each in beside if Path(each).stem == path.name] or difflib.get_close_matches(
        path.name, beside, n=3, cutoff=0.85
    )
    if near and not glob.has_magic(str(path)):
        say_aside(f"note: {path.name} is not there; did you mean {' or '.join(near)}?")


def _tell_module(path: Path) -> None:
    """A module is not judged: what else can be done with it."""
    if path.suffix.lower() == ".vmod" and path.is_file():
        say_aside(f"note: {path.name} is a module; what it is good for: adjudicate module inspect {in_quotes(str(path))}")


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
    if PIPE not in files and not any(each.suffix.lower() == ZIP for each in files):
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
    _tell_nearby(file)
    found = at_hand([file])
    if len(found) > 1:
        names = ", ".join(each.name for each in found)
        raise click.BadParameter(
            f"{file.name} holds {len(found)} saves and logs, and this is about one: {names}", param_hint="FILE"
        )
    return found[0]


def _unpacked(path: Path, folder: Path) -> list[Path]:
    """The saves and logs that lie in a zip, as mail carries them; none of any other file, or of one that cannot be read whole."""
    archive = zip_of_games(path)
    if archive is None:
        return []
    found: list[Path] = []
    try:
        for each in out_of_zip(archive):
            place = folder / each.place / path.name / each.name  # the zip's name tells apart what is called the same
            place.parent.mkdir(parents=True)
            place.write_bytes(each.data)
            found.append(place)
    except (CarrierError, OSError, ValueError):
        return []
    return found
