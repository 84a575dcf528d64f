"""A player's own library of modules: copies in the home folder, found again by the module's name and version."""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, fields
from hashlib import sha256
from pathlib import Path
from typing import IO, Any

from adjudicator.library.files import ModuleLabel, extension_folder, extensions_beside, is_extension
from vassal_bridge.archive import Archive, open_archive, reading
from vassal_bridge.errors import BridgeError, ModuleError
from vassal_bridge.module import Module
from vassal_bridge.together import Outputs, all_or_none
from vassal_bridge.write import write_bytes

INDEX = "index.json"
LOCK = ".lock"
SCHEMA = "adjudicate/library/1"
HOME = "ADJUDICATE_HOME"
PATIENCE = 10.0  # seconds to wait for another process that writes
_PART = re.compile(r"\d+|\D+")


class LibraryError(BridgeError):
    """The library itself is damaged, busy or out of reach."""


@dataclass(frozen=True, slots=True)
class Kept:
    """One module of the library."""

    name: str
    version: str
    sha256: str
    file: str
    bytes: int

    @property
    def label(self) -> ModuleLabel:
        return ModuleLabel(self.name, self.version)


@dataclass(frozen=True, slots=True)
class AddedModule:
    """What adding a module came to."""

    kept: Kept
    was: str  # `new`, `same`, `renewed` (its file was gone or its extensions are others) or `replaced` (another file)
    extensions: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Library:
    """A folder with an index, the module files, and the extensions of each beside it as VASSAL keeps them.

    Reading never waits: the index is only ever replaced as a whole. Writers take turns by a lock that the system takes back
    from a process that dies.
    """

    folder: Path

    def modules(self) -> tuple[Kept, ...]:
        """All modules by name, the latest version first. Raises `LibraryError` if the index is damaged."""
        latest_first = sorted(self._read(), key=lambda kept: version_key(kept.version), reverse=True)
        return tuple(sorted(latest_first, key=lambda kept: kept.name))

    def path(self, kept: Kept) -> Path:
        return self.folder / kept.file

    def is_there(self, kept: Kept) -> bool:
        """Whether the module's file still stands where it was put."""
        try:
            return self.path(kept).stat().st_size == kept.bytes
        except OSError:
            return False

    def find(self, name: str, version: str | None) -> Kept | None:
        """The module of this name: this version, or else the latest one. Those whose file is gone do not count."""
        named = [kept for kept in self.modules() if kept.name == name and self.is_there(kept)]
        return next((kept for kept in named if kept.version == version), named[0] if named else None)

    def add(self, source: Path) -> AddedModule:
        """Copy a module, and the extensions beside it, into the library. The same name and version again replaces it."""
        archive = open_archive(source)
        if is_extension(archive):
            folder = extension_folder(Path("game.vmod")).name
            raise ModuleError(
                "an extension, not a module: put it beside its module (that of game.vmod into the folder "
                f"{folder}) and add the module",
                file=archive.name,
            )
        module = Module.read(archive)
        with reading(archive.name):
            data = source.read_bytes()
        digest = sha256(data).hexdigest()
        kept = Kept(module.name, module.version, digest, _file_name(module.name, digest), len(data))
        extensions, notes = extensions_beside(source)
        with self._locked():
            others = self._read()
            old = next((one for one in others if (one.name, one.version) == (kept.name, kept.version)), None)
            was = "new" if old is None else "same" if old.sha256 == digest else "replaced"
            with all_or_none([source]) as outputs:
                if was != "same" or not self.is_there(kept):
                    was = "renewed" if was == "same" else was
                    outputs.put(self.path(kept), data)
                if self._keep_extensions(kept, extensions, outputs) and was == "same":
                    was = "renewed"
                if old != kept:
                    outputs.put(self.folder / INDEX, _index([*(one for one in others if one != old), kept]))
            if old is not None and old.file != kept.file:
                self._delete(old)
        return AddedModule(kept, was, tuple(extension.path.name for extension in extensions), tuple(notes))

    def remove(self, name: str, version: str | None = None) -> tuple[Kept, ...]:
        """Take a module out, one version or all of them. Gives what was taken out."""
        with self._locked():
            every = self._read()
            gone = [kept for kept in every if kept.name == name and version in (None, kept.version)]
            if gone:
                self._write([kept for kept in every if kept not in gone])
            for kept in gone:
                self._delete(kept)
        return tuple(gone)

    # --- the folder -------------------------------------------------------------------------------------------------------------

    def _keep_extensions(self, kept: Kept, extensions: Iterable[Archive], outputs: Outputs) -> bool:
        """Make the extensions in the library those beside the module. Says whether anything had to be done."""
        folder = extension_folder(self.path(kept))
        wanted = {}
        for extension in extensions:
            with reading(extension.name):
                wanted[extension.path.name] = extension.path.read_bytes()
        changed = False
        present = {path.name: path for path in _files(folder)}
        for name, data in wanted.items():
            with reading(name):
                same = name in present and present[name].read_bytes() == data
            if not same:
                outputs.folder(folder)
                outputs.put(folder / name, data)
                changed = True
        for name in present.keys() - wanted.keys():
            outputs.remove(present[name])
            changed = True
        return changed

    def _delete(self, kept: Kept) -> None:
        """What cannot be deleted is only a waste of room: the index does not know it any more."""
        folder = extension_folder(self.path(kept))
        for path in (self.path(kept), *_files(folder)):
            with contextlib.suppress(OSError):
                path.unlink()
        with contextlib.suppress(OSError):
            folder.rmdir()

    def _read(self) -> list[Kept]:
        index = self.folder / INDEX
        try:
            data = json.loads(index.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return []
        except OSError as error:
            raise LibraryError(f"cannot be read: {error.strerror or type(error).__name__}", file=str(index)) from None
        except (ValueError, RecursionError):
            data = None
        if not isinstance(data, dict) or data.get("schema") != SCHEMA or not isinstance(data.get("modules"), list):
            raise _damaged(index)
        return [_kept(item, index) for item in data["modules"]]

    def _write(self, modules: Iterable[Kept]) -> None:
        write_bytes(self.folder / INDEX, _index(modules))

    @contextlib.contextmanager
    def _locked(self) -> Iterator[None]:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with (self.folder / LOCK).open("a+b") as handle:
                patience = time.monotonic() + PATIENCE
                while not _try_to_lock(handle):
                    if time.monotonic() > patience:
                        raise LibraryError("another adjudicate is at work on the library", file=str(self.folder))
                    time.sleep(0.05)
                yield
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise LibraryError(f"the library cannot be written: {reason}", file=str(self.folder)) from None


def default_library() -> Library:
    """The library of whoever runs the program."""
    return Library(home() / "modules")


def home() -> Path:
    """Where whoever runs the program keeps things: as their system does it, or in `$ADJUDICATE_HOME`."""
    found = os.environ.get(HOME)
    if not found:
        from click import get_app_dir  # only here: the rest of the library needs no command line

        found = get_app_dir("adjudicate")
    return Path(found)


def version_key(version: str) -> list[tuple[int, int, str]]:
    """So that 1.10 comes behind 1.9. Numbers are compared by length first, since no text is too long to be a version."""
    parts = (part.lstrip("0") if part.isdecimal() else part for part in _PART.findall(version))
    return [(1, len(part), part) if part == "" or part.isdecimal() else (0, 0, part) for part in parts]


if sys.platform == "win32":
    import msvcrt

    def _try_to_lock(handle: IO[bytes]) -> bool:
        try:
            handle.seek(0)
            msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_to_lock(handle: IO[bytes]) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def _files(folder: Path) -> list[Path]:
    try:
        return [path for path in folder.iterdir() if path.is_file()]
    except OSError:
        return []


def _file_name(name: str, digest: str) -> str:
    """A name that any disk can hold, and that nobody but this content has."""
    readable = re.sub(r"[^A-Za-z0-9]+", "-", name)[:40].strip("-").lower() or "module"
    return f"{readable}-{digest[:12]}.vmod"


def _kept(item: Any, index: Path) -> Kept:
    kinds = {"bytes": int}
    if not isinstance(item, dict) or any(type(item.get(field.name)) is not kinds.get(field.name, str) for field in fields(Kept)):
        raise _damaged(index)
    kept = Kept(**{field.name: item[field.name] for field in fields(Kept)})
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9.-]*", kept.file):  # a path could lead anywhere
        raise _damaged(index)
    return kept


def _index(modules: Iterable[Kept]) -> bytes:
    items = sorted((asdict(kept) for kept in modules), key=lambda item: (item["name"], item["version"]))
    return (json.dumps({"schema": SCHEMA, "modules": items}, indent=1) + "\n").encode()


def _damaged(index: Path) -> LibraryError:
    return LibraryError("the list of your modules is damaged; delete this file and add the modules again", file=str(index))
