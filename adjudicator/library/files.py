"""Module files on disk: what a file says that it is, and a module with the extensions that lie beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from vassal_bridge.archive import BUILD_FILES, Archive, open_archive
from vassal_bridge.buildfile import parse, shown
from vassal_bridge.errors import BridgeError
from vassal_bridge.metadata import read_metadata
from vassal_bridge.module import Module

EXTENSION_DATA = "extensiondata"
EXTENSION_SUFFIX = ".vmdx"
MOST_EXTENSIONS = 200


@dataclass(frozen=True, slots=True)
class ModuleLabel:
    """A module's name and version, as the file says them without being read whole."""

    name: str
    version: str

    def __str__(self) -> str:
        return " ".join(shown(part) for part in (self.name, self.version) if part) or "without a name"


@dataclass(frozen=True, slots=True)
class Loaded:
    """A module with its extensions, and what was left out of it."""

    module: Module
    path: Path
    notes: tuple[str, ...] = ()


def is_extension(archive: Archive) -> bool:
    """Whether it adds to a module and is none itself. Those of old have no entry that says so, only their name."""
    return EXTENSION_DATA in archive or (archive.is_module and archive.path.suffix.lower() == EXTENSION_SUFFIX)


def is_plain_module(archive: Archive) -> bool:
    return archive.is_module and not archive.is_game and not is_extension(archive)


def label_of(archive: Archive) -> ModuleLabel:
    """From the small entry beside the build file or, in modules of old, from the build file itself."""
    about = read_metadata(archive)
    if about.module_name is not None:
        return ModuleLabel(about.module_name, about.module_version or "")
    entry = next(name for name in BUILD_FILES if name in archive)
    root = parse(archive.read(entry), file=entry, limits=archive.limits)
    return ModuleLabel(root.get("name").strip(), root.get("version").strip())


def extension_folder(module: Path) -> Path:
    """Where VASSAL looks for a module's extensions: beside `game.vmod` in `game_ext`."""
    return module.parent / f"{module.stem}_ext"


def extensions_beside(module: Path) -> tuple[list[Archive], list[str]]:
    """The extensions that VASSAL would load with a module, in its order; and what is wrong with others."""
    found, notes = [], []
    for path in _plain_files(extension_folder(module)):
        try:
            archive = open_archive(path)
            if is_extension(archive):
                found.append(archive)
        except BridgeError as error:
            notes.append(_left_out(path.name, error))
    return found, notes


def _plain_files(folder: Path) -> Iterator[Path]:
    try:
        paths = sorted(path for path in folder.iterdir() if not path.name.startswith(".") and path.is_file())
    except OSError:
        return
    yield from paths[:MOST_EXTENSIONS]


def load(path: Path, given: Iterable[Archive] = ()) -> Loaded:
    """A module with the extensions beside it and those given. A bad one beside it is left out; one that was asked for is not."""
    archive = open_archive(path)
    beside, notes = extensions_beside(path)
    asked = [extension for extension in given if all(extension.path != one.path for one in beside)]
    while True:
        try:
            return Loaded(Module.read(archive, [*beside, *asked]), path, tuple(notes))
        except BridgeError as error:
            kept = [extension for extension in beside if not is_at_fault(extension, error)]
            if len(kept) == len(beside) or any(is_at_fault(extension, error) for extension in (archive, *asked)):
                raise
            notes += [_left_out(extension.name, error) for extension in beside if extension not in kept]
            beside = kept


def is_at_fault(archive: Archive, error: BridgeError) -> bool:
    """Whether an error arose in this file."""
    return error.file is not None and (error.file == archive.name or error.file.startswith(f"{archive.name}: "))


def _left_out(name: str, error: BridgeError) -> str:
    return f"the extension {shown(name)} is left out: {error.problem}"


def split_given(paths: Sequence[Path]) -> tuple[list[Path], list[Archive]]:
    """Files that somebody named, sorted into modules and extensions."""
    modules, extensions = [], []
    for path in paths:
        archive = open_archive(path)
        if is_extension(archive):
            extensions.append(archive)
        else:
            modules.append(path)
    return modules, extensions
