"""A folder in which saves, logs and mails arrive: each is judged once it is whole, and its report is put beside it."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from adjudicator.report.look import PLAIN
from adjudicator.report.record import Record
from adjudicator.report.sums import WORDS, standing
from vassal_bridge.errors import WriteError
from vassal_bridge.write import write_bytes

from .memory import ResultMemory
from .run import Run, Told
from .running_reports import TextTeller
from .sources import FoundFile, found_in, units_of
from .unit import WorkUnit, digest

ENDINGS = {"text": ".verdict.txt", "html": ".verdict.html"}
_HOOK_SECONDS = 60.0
_WORST = ("legal", "unjudged", "undecided", "unread", "given-up", "illegal")


@dataclass(frozen=True, slots=True)
class Reported:
    """A file that was dealt with, and what went wrong with that."""

    label: str
    standing: str  # the worst of what lies in it
    report: Path
    failed: str = ""
    written: bool = True  # else the next start of the program tries again


@dataclass
class Watcher:
    """Looks into a folder time and again. What it is done with stands in the memory, so that it outlives the program."""

    folder: Path
    memory: ResultMemory
    run: Callable[[], Run]  # a new one for each round with work: the modules may have changed
    form: str = "text"
    hook: Sequence[str] = ()
    settle: float = 2.0  # seconds in which a file must not have changed
    clock: Callable[[], float] = time.monotonic
    _seen: dict[Path, tuple[tuple[int, int], float]] = field(default_factory=dict, init=False)
    _done: dict[Path, tuple[int, int]] = field(default_factory=dict, init=False)

    def round(self) -> Iterator[Reported]:
        """One look at the folder: what is whole and new is judged."""
        every = list(found_in([self.folder]))
        here = {found.path for found in every}
        for known in (self._seen, self._done):
            for gone in known.keys() - here:
                del known[gone]
        ready = [found for found in every if self._whole(found)]
        run: Run | None = None
        for found in ready:
            shape = _shape(found.path)
            parts = list(units_of(found))
            place = digest(str(self.folder.resolve()), found.label)
            print_ = digest([each.sha256 if isinstance(each, WorkUnit) else each.message for each in parts])
            if not self.memory.reported(place, print_):
                run = run or self.run()
                told = list(run.units(parts))
                if _shape(found.path) != shape:
                    continue  # it went on growing after all: the next round takes it
                reported = self._report(found, told)
                yield reported
                if reported.written:
                    self.memory.report(place, print_)
            if shape is not None:
                self._done[found.path] = shape

    @property
    def waits(self) -> bool:
        """Is anything there that is not dealt with yet?"""
        return any(self._done.get(path) != shape for path, (shape, _) in self._seen.items())

    def _whole(self, found: FoundFile) -> bool:
        """Has it kept its size and time for long enough, and was it not dealt with as it is?"""
        shape = _shape(found.path)
        if shape is None or self._done.get(found.path) == shape:
            return False
        before, since = self._seen.get(found.path, (None, 0.0))
        if before != shape:
            self._seen[found.path] = shape, self.clock()
            return self.settle <= 0
        return self.clock() - since >= self.settle

    def _report(self, found: FoundFile, told: Sequence[Told]) -> Reported:
        target = found.path.with_name(found.path.name + ENDINGS[self.form])
        worst = max((standing(each.record) for each in told), key=_WORST.index, default="unread")
        try:
            write_bytes(target, self._text(told).encode("utf-8", "replace"), inputs=[found.path])
        except (WriteError, OSError) as error:
            why = error.problem if isinstance(error, WriteError) else f"cannot be written: {error.strerror}"
            return Reported(found.label, worst, target, f"its report {why}", written=False)
        return Reported(found.label, worst, target, self._hooked(found, target, worst))

    def _text(self, told: Sequence[Told]) -> str:
        pages = [each.shown["html"] for each in told if "html" in each.shown]
        if self.form == "html" and len(pages) == 1 == len(told):
            return pages[0]
        if self.form == "html":
            from .letters import page_of

            return page_of("Judged", [_words(each.record) for each in told])
        return "".join(_words(each.record) for each in told)

    def _hooked(self, found: FoundFile, report: Path, worst: str) -> str:
        """The user's own command, never through a shell: no name of a file can say more than a name."""
        if not self.hook:
            return ""
        words = [*self.hook, str(found.path.resolve()), str(report.resolve()), worst]
        try:
            done = subprocess.run(words, timeout=_HOOK_SECONDS, stdin=subprocess.DEVNULL, check=False)  # noqa: S603 - its own user's
        except subprocess.TimeoutExpired:
            return f"the hook took more than {_HOOK_SECONDS:.0f} s and was ended"
        except OSError as error:
            return f"the hook cannot be run: {error.strerror}"
        return f"the hook ended with {done.returncode}" if done.returncode else ""


def _words(record: Record) -> str:
    teller = TextTeller(PLAIN)
    return teller.add(Told(record, {}, "")) if record.told is None or record.told.findings else _legal(record)


def _legal(record: Record) -> str:
    return f"{record.name}: {WORDS[standing(record)]}\n"


def _shape(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns


def said(each: Reported) -> str:
    """`turn5.vlog: illegal (turn5.vlog.verdict.txt)`."""
    failed = f"; {each.failed}" if each.failed else ""
    where = f" ({each.report.name})" if each.written else ""
    return f"{each.label}: {WORDS[each.standing]}{where}{failed}"
