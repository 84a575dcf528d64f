"""All beside a file itself that a result hangs on: the program with its games, the choices of the user, the modules at hand."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import adjudicator
import vassal_bridge
from adjudicator.evidence.surveys import SURVEYS
from adjudicator.games import games
from adjudicator.library.shelf import INDEX, default_library, home
from adjudicator.library.which import MOST_FILES
from vassal_bridge.archive import open_archive
from vassal_bridge.errors import BridgeError

from .unit import digest

_NO_MODULES = frozenset((".vsav", ".vlog", ".sav", ".log"))
_CHUNK = 1 << 20


@cache
def program() -> str:
    """A hash of all that judges: the code and every game. Another version of a rule is another program."""
    folders = [Path(module.__file__).parent for module in (adjudicator, vassal_bridge) if module.__file__]
    return digest(adjudicator.__version__, *(_folder(each) for each in folders), *map(_folder, games().values()))


def choices_hash(choices: Mapping[str, Any]) -> str:
    """A hash of what the user decided, by contents: another name of the same table is the same choice."""
    plain = {name: value for name, value in choices.items() if name not in ("modules", "surveys", "facts")}
    game = choices.get("game")
    own = _folder(Path(game)) if game and Path(game).is_dir() else ""
    surveys = [_folder(Path(each)) for each in choices.get("surveys", ())]
    surveys.append(_folder(home() / SURVEYS))
    return digest(plain, own, surveys, [file_hash(Path(each)) for each in choices.get("facts", ())])


class Modules:
    """Hashes of the modules that a file of a folder could be played on: those given, those beside it, those of the library."""

    def __init__(self, given: Iterable[str]) -> None:
        index = default_library().folder / INDEX
        self._given = digest([_given(Path(each)) for each in given], file_hash(index))
        self._known: dict[Path | None, str] = {}

    def beside(self, folder: Path | None) -> str:
        """None: the file came out of a zip or a mail, and lies alone."""
        if folder not in self._known:
            near = [] if folder is None else [(path.name, file_hash(path)) for path in _archives(folder)]
            self._known[folder] = digest(self._given, near)
        return self._known[folder]

    def beside_any(self, folders: Iterable[Path | None]) -> str:
        """Of files that are looked at together. Where nothing lies beside them it is no matter where they lie."""
        return digest(sorted({self.beside(folder) for folder in folders}))


def _given(path: Path) -> list[str]:
    """A module with the extensions that VASSAL keeps beside it."""
    folders = [one for one in path.parent.glob(f"{path.stem}_ext*") if one.is_dir()] if path.parent.is_dir() else []
    return [file_hash(path), *map(_folder, sorted(folders))]


def _archives(folder: Path) -> Iterator[Path]:
    """What may be a module, or holds extensions of one."""
    try:
        inside = sorted(islice(folder.iterdir(), MOST_FILES))
    except OSError:
        return
    for path in inside:
        if path.is_dir() and path.name.endswith("_ext"):
            yield from sorted(one for one in path.iterdir() if one.is_file())
        elif path.suffix.lower() not in _NO_MODULES and _is_module(path):
            yield path


def _is_module(path: Path) -> bool:
    try:
        with path.open("rb") as stream:
            if not path.is_file() or stream.read(2) != b"PK":
                return False
        return open_archive(path).is_module
    except (OSError, BridgeError):
        return False


def _folder(folder: Path) -> str:
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc")
    return digest([(path.relative_to(folder).as_posix(), file_hash(path)) for path in paths])


def file_hash(path: Path) -> str:
    """SHA-256 of a file, read piece by piece; nothing of one that cannot be read."""
    found = hashlib.sha256()
    try:
        with path.open("rb") as stream:
            while chunk := stream.read(_CHUNK):
                found.update(chunk)
    except OSError:
        return ""
    return found.hexdigest()
