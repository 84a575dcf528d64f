"""The files of `check` and `audit` seen by worker processes: what comes of them is as if one process had seen them all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Literal

import msgspec

from adjudicator.evidence.gather import Gathered, ReadFile, Watch, each_once, labels, one_by_one
from adjudicator.evidence.history import Change, Counter, Event, History
from adjudicator.finding import Problem
from adjudicator.library.shelf import default_library
from adjudicator.referee import Referee
from adjudicator.referee.gist import Gist
from adjudicator.referee.ours import our_module
from adjudicator.report.forms import ToTell
from vassal_bridge.module import Module

from .pool import Pool
from .unit import Reply, Task, choices_of


@dataclass(frozen=True, slots=True)
class Seen:
    """What a worker says of one file. The first three fields are called as those of a `Record`, so that any may be given up."""

    name: str
    outcome: Literal["seen", "given-up"]
    problem: str = ""
    gist: Gist | None = None  # for `check`
    history: History | None = None  # for `audit`
    problems: tuple[Problem, ...] = ()  # with the file itself or with modules
    notes: tuple[str, ...] = ()  # about modules
    modules: Mapping[str, str] = field(default_factory=dict)  # that were used, with their places


@dataclass(frozen=True, slots=True)
class _Asked:
    """A file on its way to a worker."""

    path: Path
    label: str
    wanted: ToTell | None
    known: None = None

    def task(self) -> Task:
        return Task(self.path.name, "", str(self.path.absolute()), b"", label=self.label, wanted=self.wanted)


def checked_elsewhere(
    referee: Referee, paths: Sequence[Path], wanted: ToTell, jobs: int, gathered: Gathered, watch: Watch
) -> Iterator[Gist | Problem]:
    """As `Referee.check_each`, by `jobs` workers. A file on which they fail is a problem, and stops none of the others.

    BatchError where nothing can be judged at all.
    """
    for _, seen, problems in _seen(referee, paths, wanted, jobs, gathered, watch):
        yield from problems
        if seen.gist is not None:
            yield seen.gist


def gathered_elsewhere(modules: Sequence[Path], paths: Sequence[Path], jobs: int, watch: Watch) -> Gathered:
    """As `gather`, by `jobs` workers. Counters that are as in another file are kept once."""
    gathered = Gathered(again=partial(_module_of, modules))
    known: dict[Counter, Counter] = {}
    for each, seen, _ in _seen(Referee(modules=modules), paths, None, jobs, gathered, watch):
        if seen.history is not None:
            gathered.histories.append(_sharing(seen.history, known))
            gathered.paths[each.label] = each.path
    return gathered


def _sharing(history: History, known: dict[Counter, Counter]) -> History:
    def one(counter: Counter | None) -> Counter | None:
        return None if counter is None else known.setdefault(counter, counter)

    def every(position: Mapping[str, Counter]) -> dict[str, Counter]:
        return {id_: known.setdefault(counter, counter) for id_, counter in position.items()}

    def step(event: Event) -> Event:
        return replace(event, changes=tuple(Change(one(each.before), one(each.after)) for each in event.changes))

    return replace(history, start=every(history.start), events=tuple(map(step, history.events)), end=every(history.end))


def _module_of(given: Sequence[Path], path: Path) -> Module | None:
    read = next(iter(one_by_one([path], given, default_library(), Gathered(), None, our_module)), None)
    return read.module if isinstance(read, ReadFile) else None


def _seen(
    referee: Referee, paths: Sequence[Path], wanted: ToTell | None, jobs: int, gathered: Gathered, watch: Watch
) -> Iterator[tuple[_Asked, Seen, tuple[Problem, ...]]]:
    """Each file, and what is to be told of it that was not told of one before."""
    distinct = each_once(paths)
    asked = [_Asked(path, label, wanted) for path, label in zip(distinct, labels(distinct), strict=True)]
    told: set[tuple[Path, str]] = set()
    with closing(Pool(choices_of(referee), min(jobs, len(asked)))) as pool:
        for number, (each, reply) in enumerate(pool.ordered(asked, _arrived)):
            watch(number, each.label)
            seen = msgspec.json.decode(reply.record, type=Seen)
            problems = (Problem(each.label, seen.problem),) if seen.outcome == "given-up" else seen.problems
            new = tuple(problem for problem in problems if problem not in gathered.problems)
            gathered.problems += new
            for name, place in seen.modules.items():
                gathered.modules.setdefault(name, Path(place))
            folder = each.path.resolve().parent
            for note in seen.notes:
                about = folder, note.replace(each.path.name, "")  # of each module it is said of its first file alone
                if about not in told and note not in gathered.notes:
                    gathered.notes.append(note)
                told.add(about)
            yield each, seen, new


def _arrived(each: _Asked, reply: Reply) -> None:
    """Nothing is remembered of it."""
