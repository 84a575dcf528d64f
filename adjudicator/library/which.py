"""Which module a save or log belongs to: the one that was named, one beside the file, or one of the player's own library."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from adjudicator.library.files import Loaded, ModuleLabel, is_at_fault, is_plain_module, label_of, load, split_given
from adjudicator.library.shelf import Library, LibraryError, version_key
from vassal_bridge.archive import Archive, open_archive
from vassal_bridge.buildfile import shown
from vassal_bridge.declared import BOARDS_SUFFIX
from vassal_bridge.errors import BridgeError
from vassal_bridge.module import Module
from vassal_bridge.saved import SavedGame
from vassal_bridge.sequence import decode

MOST_FILES = 5_000  # of a folder, looked at for modules
MOST_MODULES = 200
MOST_PROBLEMS = 3
_EXTENSION = "EXT\t"
_NO_MODULES = frozenset((".vsav", ".vlog", ".sav", ".log", ".vmdx"))


OwnModule = Callable[[str], Module | None]
"""The geometry of a module of ours by its name: what came with the program need not lie on anybody's disk."""


def none_of_ours(name: str) -> Module | None:
    """For who looks at files alone."""
    return None


@dataclass(slots=True)
class ModuleSearch:
    """The module that was found, if one was, and what the player should know about it."""

    module: Module | None = None
    path: Path | None = None
    warnings: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Candidate:
    path: Path
    label: ModuleLabel


def find_module(saved: SavedGame, given: Sequence[Path], library: Library, ours: OwnModule = none_of_ours) -> ModuleSearch:
    """The module for a game. Files that are `given` must be good; what is found otherwise and cannot be read is left alone.

    One module that is given is taken, whatever its name; of several that which the game names, for games of several modules may
    be judged in one run.
    """
    search = ModuleSearch()
    modules, extensions = split_given(given)
    chosen = modules[0] if len(modules) == 1 else _of_several(saved, modules, search)
    loaded = load(chosen, extensions) if chosen is not None else _found(saved, extensions, library, search, ours)
    if loaded is None:
        return search
    search.notes += loaded.notes
    search.module, search.path = loaded.module, loaded.path
    _compare(saved, loaded.module, loaded.path.name, search)
    return search


def _of_several(saved: SavedGame, modules: Sequence[Path], search: ModuleSearch) -> Path | None:
    """The one that the game names: of its very version, or else the latest."""
    wanted = ModuleLabel(saved.metadata.module_name or "", saved.metadata.module_version or "")
    fitting = [(path, label) for path in modules if (label := label_of(open_archive(path))).name == wanted.name]
    if fitting:
        return max(fitting, key=lambda each: (each[1].version == wanted.version, version_key(each[1].version)))[0]
    if modules and not wanted.name:
        search.notes.append(f"{saved.name} does not say which of the {len(modules)} modules given it belongs to: give one alone")
    return None


def _found(
    saved: SavedGame, extensions: Sequence[Archive], library: Library, search: ModuleSearch, ours: OwnModule
) -> Loaded | None:
    """A module on disk; if none is of the very version that the file names, or none is there, our own if it is one of ours."""
    wanted = ModuleLabel(saved.metadata.module_name or "", saved.metadata.module_version or "")
    beside = list(_beside(saved.source.path.parent))
    choices = list(_choices(wanted, beside, library, search))
    choices.sort(key=lambda choice: choice.label.version != wanted.version)
    if not choices and not wanted.name and len(beside) == 1:
        search.notes.append(f"{saved.name} does not say which module it belongs to: {beside[0].path.name} beside it is taken")
        choices = beside
    if not extensions and not any(choice.label == wanted for choice in choices):
        search.module = ours(wanted.name) if wanted.name else None
        if search.module is not None:
            _compare(saved, search.module, "our own", search)
            return None
    for choice in choices:
        try:
            return load(choice.path, extensions)
        except BridgeError as error:
            if any(is_at_fault(extension, error) for extension in extensions):
                raise
            search.notes.append(f"a module that cannot be read is passed over: {error}")
    _explain(saved, wanted, beside, search)
    return None


def _choices(wanted: ModuleLabel, beside: Sequence[_Candidate], library: Library, search: ModuleSearch) -> Iterator[_Candidate]:
    """Modules of the right name: those beside the game, the latest first, then the library's."""
    if not wanted.name:
        return
    named = [candidate for candidate in beside if candidate.label.name == wanted.name]
    yield from sorted(named, key=lambda candidate: version_key(candidate.label.version), reverse=True)
    try:
        kept = library.find(wanted.name, wanted.version)
    except LibraryError as error:
        search.notes.append(str(error))
        return
    if kept is not None:
        yield _Candidate(library.path(kept), kept.label)


def _beside(folder: Path) -> Iterator[_Candidate]:
    """The modules in a folder: first those that are named so, then any other zip with a build file."""
    try:
        paths = sorted(path for path in islice(folder.iterdir(), MOST_FILES) if path.suffix.lower() not in _NO_MODULES)
    except OSError:
        return
    paths.sort(key=lambda path: path.suffix.lower() != ".vmod")
    opened = (candidate for path in paths if (candidate := _candidate(path)) is not None)
    yield from islice(opened, MOST_MODULES)


def _candidate(path: Path) -> _Candidate | None:
    try:
        if path.name.startswith(".") or not path.is_file():
            return None
        with path.open("rb") as stream:
            if stream.read(2) != b"PK":
                return None
        archive = open_archive(path)
        return _Candidate(path, label_of(archive)) if is_plain_module(archive) else None
    except (OSError, BridgeError):
        return None


def _explain(saved: SavedGame, wanted: ModuleLabel, beside: Sequence[_Candidate], search: ModuleSearch) -> None:
    what = f"no module {wanted}" if wanted.name else "no module"
    said = f"{what} found for {saved.name}: places are told by map and point, not by hex"
    if beside:
        said += f" (beside it lies {shown(beside[0].path.name)}, {beside[0].label}: take it by -m if it is the right one)"
    search.notes.append(said)


# --- does it fit? ---------------------------------------------------------------------------------------------------------------


def _compare(saved: SavedGame, module: Module, file: str, search: ModuleSearch) -> None:
    """What VASSAL would say when this game is opened in this module."""
    about = saved.metadata
    if about.module_name is not None and about.module_name != module.name:
        search.warnings.append(
            f"{saved.name} was saved with the module {shown(about.module_name)}, but {file} is "
            f"{shown(module.name)}: places and names may be wrong"
        )
    elif about.module_version is not None and about.module_version != module.version:
        search.notes.append(
            f"{saved.name} was saved with version {shown(about.module_version) or '(none)'} of {shown(module.name)}; "
            f"this is version {shown(module.version) or '(none)'}"
        )
    boards, extensions = [], {}
    for entry in saved.position:
        for text in entry.texts(saved.limits):
            if text.startswith(_EXTENSION):
                name, version = (*decode(text[len(_EXTENSION) :], "\t"), "", "")[:2]
                extensions[name] = version
            elif not text.startswith("+/") and BOARDS_SUFFIX in text:
                boards.append(text)
    missing = [f"{problem.where}: {problem.what}" for problem in module.missing_boards(boards)]
    here = {extension.name: extension.version for extension in module.extensions}
    for name, version in extensions.items():
        if name not in here:
            missing.append(f"the game was saved with the extension {shown(name)} {shown(version)}, which is not here")
        elif here[name] != version:
            search.notes.append(f"the extension {shown(name)} was version {shown(version)}; this is {shown(here[name])}")
    search.warnings += missing[:MOST_PROBLEMS]
    if len(missing) > MOST_PROBLEMS:
        search.warnings.append(f"and {len(missing) - MOST_PROBLEMS:,} more things that the module lacks")
