"""Judging units in one process: games, modules and looks of counters stay in memory from one file to the next."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from adjudicator.audit.run import audit, audited_file
from adjudicator.evidence.gather import LOOKS_KEPT, MODULES_KEPT, Gathered, ReadFile, Warm, one_by_one
from adjudicator.evidence.history import History
from adjudicator.finding import Problem
from adjudicator.library.shelf import default_library
from adjudicator.privacy import Redactor
from adjudicator.referee import Checked
from adjudicator.referee.gist import Gist, gist
from adjudicator.referee.judgements import tallies
from adjudicator.referee.letter import letter
from adjudicator.referee.ours import our_module
from adjudicator.referee.running_reports import told_file
from adjudicator.report.record import FacesShown, GameRecord, Record
from adjudicator.sweeping import Sweeper

from .elsewhere import Seen
from .leaving import leave
from .surroundings import file_hash
from .together import audit_together, ends_of
from .unit import Reply, Task, encoded, referee_of

R = TypeVar("R", Record, GameRecord)

_MOST_AUDITED = 200  # findings of an audit that are kept of one file
_CHANGED = "it was changed or taken away before it was judged; judge it again"
_NOBODY = Redactor((), ())


class Judge:
    """Judges task after task."""

    def __init__(self, choices: Mapping[str, Any]) -> None:
        self._referee = referee_of(choices)
        self._warm = Warm(most=MODULES_KEPT, looks=LOOKS_KEPT, of_each=True)
        self._sweeper = Sweeper()

    def judge(self, task: Task) -> Reply:
        """Raises GameError or GameFolderError where the choices are wrong."""
        begun = time.monotonic()
        shown: dict[str, str] = {}
        with tempfile.TemporaryDirectory(prefix="adjudicate-") as folder:
            if task.label:
                record = msgspec.json.encode(self._seen(task))
            elif task.parts:
                together = audit_together(task.name, task.parts, Path(folder), self._referee, self._warm)
                record = encoded(_without_addresses(together))
            else:
                record, shown = self._one(task, _placed(task, Path(folder)))
        self._sweeper.file_done()
        return Reply(record, shown, time.monotonic() - begun)

    def _seen(self, task: Task) -> Seen:
        """A file of `check` or `audit`."""
        gathered, path = Gathered(), Path(task.path or task.name)
        found: Gist | None = None
        history: History | None = None
        if task.wanted is not None:
            for each in self._referee.check_each([path], None, gathered, self._warm, [task.label], whole=False):
                if isinstance(each, Checked):
                    found = gist(each, task.wanted)
                    each.let_go()
                    gathered.use(each.module, each.module_path)
        else:
            given = list(map(Path, self._referee.modules))
            for read in one_by_one([path], given, default_library(), gathered, None, our_module, self._warm, called=[task.label]):
                if isinstance(read, ReadFile):
                    history = read.history
                    gathered.use(read.module, read.module_path)
        modules = {name: str(path) for name, path in gathered.modules.items()}
        return Seen(task.name, "seen", "", found, history, tuple(gathered.problems), tuple(gathered.notes), modules)

    def _one(self, task: Task, path: Path) -> tuple[bytes, dict[str, str]]:
        if task.sha256 and file_hash(path) != task.sha256:
            return encoded(Record(task.name, "given-up", problem=_CHANGED)), {}
        gathered = Gathered()
        each = list(self._referee.check_each([path], gathered=gathered, warm=self._warm, whole=False))[-1]
        record = _without_addresses(_record(each, gathered, task))
        shown = {} if record.outcome not in ("judged", "unjudged") else {form: _shown(each, form) for form in task.forms}
        if isinstance(each, Checked):
            each.let_go()
        return encoded(record), shown


def _placed(task: Task, folder: Path) -> Path:
    """Where the file lies; one that came out of another is alone in its folder, and in the same one each time."""
    if task.path is not None:
        return Path(task.path)
    path = folder / task.name
    path.write_bytes(task.data)
    return path


def _record(each: Checked | Problem, gathered: Gathered, task: Task) -> Record:
    notes = tuple(gathered.notes)
    if isinstance(each, Problem):
        return Record(task.name, "unread", problem=each.message, notes=notes)
    if each.history.unread:
        read = len(each.history.events)
        notes += (f"{task.name}: only the first {read:,} of its {read + each.history.unread:,} steps were audited",)
    about = audited_file(each.history)
    audited = audit([each.history], bare=True)
    if task.leave and not each.history.unread:
        leave(task.leave, each.history, audited.findings)
    found = audited.findings[:_MOST_AUDITED]
    dice = tuple(FacesShown(each.player, each.faces, each.counts) for each in audited.dice)
    start, end = ends_of(each.history.start, {} if each.history.unread else each.history.end)
    record = Record(task.name, "unjudged", about=about, audit=found, dice=dice, notes=notes, ends=(start, end))
    if each.not_judged is not None:
        return replace(record, not_judged=each.not_judged)
    return replace(
        record,
        outcome="judged",
        verdict=each.verdict,
        game=each.game or "",
        told=told_file(each),
        tallies=tuple(tallies(each.judged.played)),
    )


def _shown(each: Checked | Problem, form: str) -> str:
    if form == "md":
        return _NOBODY.clean(letter(each))
    return _NOBODY.clean(each.report("html")) if isinstance(each, Checked) else ""


def _without_addresses(record: R) -> R:
    """What looks like a mail address stays in nobody's memory: neither in names of files nor in what players typed."""
    return msgspec.convert(_cleaned(msgspec.to_builtins(record)), type(record))


def _cleaned(value: Any) -> Any:
    if isinstance(value, str):
        return _NOBODY.clean(value)
    if isinstance(value, dict):
        return {key: _cleaned(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_cleaned(each) for each in value]
    return value
