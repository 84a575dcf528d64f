"""Reading a whole set of files for an audit: each with its module, and one bad file never stops the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from adjudicator.evidence.appearance import Album
from adjudicator.evidence.histories import read_history
from adjudicator.evidence.history import History
from adjudicator.finding import Problem
from adjudicator.library.shelf import Library
from adjudicator.library.which import ModuleSearch, OwnModule, find_module, none_of_ours
from vassal_bridge.archive import open_archive
from vassal_bridge.errors import BridgeError
from vassal_bridge.module import Module
from vassal_bridge.saved import SavedGame, load_saved

Watch = Callable[[int, str], None]
"""Told before each file: how many were read, and which comes."""


MostSteps = Callable[[SavedGame], int | None]
"""How many of the first steps of a log are to be read. None: all."""


def every_step(saved: SavedGame) -> None:
    """Of every log all is read."""


@dataclass
class Gathered:
    """What came of reading the files, in the order they were given."""

    histories: list[History] = field(default_factory=list)
    paths: dict[str, Path] = field(default_factory=dict)  # by the label of a history
    modules: dict[str, Path] = field(default_factory=dict)  # the modules used, by name
    loaded: dict[str, Module | None] = field(default_factory=dict)  # by the label of a history, where it was read here
    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)  # what the reader should know about modules
    again: Callable[[Path], Module | None] = field(default=lambda path: None, repr=False)  # the module of a file not read here

    def use(self, module: Module | None, path: Path | None) -> None:
        """A module of ours has no path."""
        if module is not None and path is not None:
            self.modules.setdefault(module.name, path)

    def module_of(self, label: str) -> Module | None:
        """The module of a file; where another process read that, it is read once more."""
        if label not in self.loaded:
            self.loaded[label] = self.again(self.paths[label])
        return self.loaded[label]

    def take(self, read: ReadFile) -> None:
        """Keep a file, for what looks at several together."""
        self.use(read.module, read.module_path)
        self.histories.append(read.history)
        self.paths[read.label] = read.path
        self.loaded[read.label] = read.module


def each_once(paths: Sequence[Path]) -> list[Path]:
    """A file that was given twice is one file."""
    return list({path.resolve(): path for path in paths}.values())


def labels(paths: Sequence[Path]) -> list[str]:
    """A short name for each path: its own name, with as many of its folders as it takes to tell equal names apart."""
    resolved = [path.resolve().parts for path in paths]
    depths = [1] * len(paths)
    while True:
        shown = ["/".join(parts[-depth:]) for parts, depth in zip(resolved, depths, strict=True)]
        clashing = [
            place
            for place, label in enumerate(shown)
            if any(other == label and resolved[at] != resolved[place] for at, other in enumerate(shown))
        ]
        deeper = [place for place in clashing if depths[place] < len(resolved[place])]
        if not deeper:
            return shown
        for place in deeper:
            depths[place] += 1


@dataclass(frozen=True, slots=True, eq=False)
class ReadFile:
    """One file as it was read, with the module that was found for it."""

    label: str
    path: Path
    history: History
    module: Module | None
    module_path: Path | None = None  # None: no module was found, or it is one of ours, whose geometry needs no file


MODULES_KEPT = 8  # from file to file, where many may come
LOOKS_KEPT = 3000  # some 10 MB


@dataclass
class Warm:
    """What reading one file leaves for the next ones: looks of counters, and the modules that were found."""

    album: Album = field(default_factory=Album)
    searches: dict[tuple[Path, str | None, str | None], tuple[str, ModuleSearch, Problem | None]] = field(default_factory=dict)
    most: int | None = None  # searches that are kept: each holds on to a module. None: all
    looks: int | None = None  # looks of counters that are kept from file to file. None: all
    of_each: bool = False  # what is said about a module is said of each of its files, not of the first one alone


def gather(
    paths: Sequence[Path],
    given: Sequence[Path],
    library: Library,
    watch: Watch | None = None,
    ours: OwnModule = none_of_ours,
) -> Gathered:
    """Read saves and logs. A file given twice is read once; modules among them are used as if given with `-m`."""
    found = Gathered()
    for each in one_by_one(paths, given, library, found, watch, ours):
        if isinstance(each, ReadFile):
            found.take(each)
    return found


def one_by_one(
    paths: Sequence[Path],
    given: Sequence[Path],
    library: Library,
    found: Gathered,
    watch: Watch | None = None,
    ours: OwnModule = none_of_ours,
    warm: Warm | None = None,
    most: MostSteps = every_step,
    called: Sequence[str] | None = None,
) -> Iterator[ReadFile | Problem]:
    """The files as they are read, each forgotten when the next one comes; notes and problems gather in `found`.

    What is wrong with a module that was named is told before the file for which it was looked at. `warm` is what earlier calls
    left, for who reads file after file in calls of their own while the modules stay as they are; `called` what such files are
    called among all. `most` says how many steps of a log are wanted.
    """
    warm = Warm() if warm is None else warm
    distinct = each_once(paths)
    for number, (path, label) in enumerate(zip(distinct, called or labels(distinct), strict=True)):
        if watch is not None:
            watch(number, label)
        before = len(found.problems)
        warm.album.forget(beyond=warm.looks)
        try:
            saved = load_saved(open_archive(path))
            search = _search(saved, given, library, warm, found, ours)
            history = read_history(saved, search.module, warm.album, label, most(saved))
            read = ReadFile(label, path, history, search.module, search.path)
        except BridgeError as error:
            found.problems.append(_problem(label, error))
            yield from found.problems[before:]
            continue
        yield from found.problems[before:]
        yield read


def _problem(label: str, error: BridgeError) -> Problem:
    return Problem(label, error.problem if error.expected is None else f"{error.problem} (expected {error.expected})")


def _search(
    saved: SavedGame,
    given: Sequence[Path],
    library: Library,
    warm: Warm,
    found: Gathered,
    ours: OwnModule,
) -> ModuleSearch:
    """The module of a game; looked for once for all files of one folder and module.

    A game can be audited without one, so a module that was named and cannot be read is a problem of its own and stops nothing.
    """
    key = (saved.source.path.resolve().parent, saved.metadata.module_name, saved.metadata.module_version)
    if key not in warm.searches:
        if warm.most is not None and len(warm.searches) >= warm.most:
            del warm.searches[next(iter(warm.searches))]
        try:
            warm.searches[key] = saved.name, find_module(saved, given, library, ours), None
        except BridgeError as error:
            warm.searches[key] = saved.name, ModuleSearch(), _problem(error.file or "the module", error)
    first, search, problem = warm.searches[key]
    if problem is not None and problem not in found.problems:
        found.problems.append(problem)
    notes = [*search.warnings, *search.notes]
    if warm.of_each:
        notes = [note.replace(first, saved.name) for note in notes]
    found.notes += [note for note in notes if note not in found.notes]
    return search
