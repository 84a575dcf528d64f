"""`adjudicate batch`: thousands of logs and saves, judged by several processes, remembered, and told in many forms."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from adjudicator.cli.console import look, say_aside, write_for_programs, write_out
from adjudicator.cli.options import MOST_JOBS, cores, judging, referee_for, showing
from adjudicator.cli.paths import matching
from adjudicator.cli.progress import Progress
from adjudicator.exitcodes import INTERRUPTED, ExitCode
from vassal_bridge.together import all_or_none

if TYPE_CHECKING:
    from adjudicator.batch.run import Told
    from adjudicator.batch.running_reports import BatchTeller, Form
    from adjudicator.report.look import TextLook
    from adjudicator.report.record import GameRecord
    from adjudicator.report.sums import Sums

_FORMS = ("text", "jsonl", "junit", "sarif", "html")
_FAILURES = ("illegal", "undecided", "audit")
_DAYS = re.compile(r"(\d{1,5})d")
_MOST_NOTES = 50


@click.command(name="batch")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@judging
@showing
@click.option("--jobs", type=click.IntRange(1, MOST_JOBS), help="Processes that judge. Default: one for each core.")
@click.option(
    "--format", "form", type=click.Choice(_FORMS), default="text", show_default=True, help="What the report is written as."
)
@click.option("-o", "--out", type=click.Path(path_type=Path), help="Write the report to this file; html: into this folder.")
@click.option("--baseline", type=click.Path(path_type=Path), help="Findings of this earlier report (jsonl or sarif) are known.")
@click.option(
    "--fail-on",
    type=click.Choice(_FAILURES),
    default="undecided",
    show_default=True,
    help="From what on the exit code is not 0; audit: also for what an audit of each file finds.",
)
@click.option("--since", metavar="DATE|14d", help="Only files written on that day (2026-03-01) or later, or in the last 14 days.")
@click.option("--memory", type=click.Path(path_type=Path), help="Where results are remembered. Default: with your library.")
@click.option("--no-memory", is_flag=True, help="Judge everything anew, and remember nothing.")
@click.option(
    "--cluster", metavar="tcp://HOST:PORT", help="Judge on the workers of this Dask scheduler (pip install …[cluster])."
)
@click.option("--shared", is_flag=True, help="The workers of the cluster see the files under the same paths; else they are sent.")
@click.option("--max-seconds", type=click.FloatRange(0.1), default=120.0, show_default=True, help="Time for one file.")
@click.option("--max-memory", type=click.IntRange(256), default=2048, show_default=True, help="Megabytes for one process.")
@click.option("--no-games", is_flag=True, help="Do not ask whether the logs of a game follow from each other.")
@click.option("--set-up", metavar="SCENARIO", help="Judge saves, and what logs begin with, as the set-up of this scenario.")
def command(
    files: tuple[Path, ...],
    jobs: int | None,
    form: Form,
    out: Path | None,
    baseline: Path | None,
    fail_on: str,
    since: str | None,
    memory: Path | None,
    no_memory: bool,
    cluster: str | None,
    shared: bool,
    max_seconds: float,
    max_memory: int,
    no_games: bool,
    color: str,
    verbose: bool,
    quiet: bool,
    **how: Any,
) -> int:
    """Judge all logs and saves in FILES: files, folders, wildcards; of zips, mails (.eml, .mbox) what they hold.

    Each file is judged in a process of its own that can be ended without harm to the others; then the files of each game are
    audited together: do they follow from each other? What was judged is remembered: it is not judged again while file, module,
    choices and rules stay the same, and a run that was interrupted goes on where it was.
    Exit code 0: all legal; 1: something illegal; 3: something undecided or not judged; 4: a file could not be read or judged.
    """
    from adjudicator.batch.baseline import BaselineError, read_baseline
    from adjudicator.batch.cluster import Cluster
    from adjudicator.batch.memory import MemoryFileError, ResultMemory, default_place
    from adjudicator.batch.pool import BatchError, Pool
    from adjudicator.batch.run import Run, Workers
    from adjudicator.batch.sources import found_in
    from adjudicator.batch.unit import FileLimits, choices_of

    given = [one for each in files for one in matching(each)]
    if form == "html" and (out is None or out.suffix.lower() in (".html", ".htm")):
        raise click.UsageError("pages are written into a folder: name it with -o")
    found = list(found_in(given, None if since is None else _since(since)))
    if not found and since is None:
        raise click.UsageError("no saves, logs or mails in what was given")
    try:
        known = frozenset[str]() if baseline is None else read_baseline(baseline)
        with ExitStack() as stack:
            referee = stack.enter_context(referee_for(given, **how))
            remembered = None if no_memory else stack.enter_context(ResultMemory(memory or default_place()))
            choices = choices_of(referee)
            limits = FileLimits(max_seconds, max_memory)
            workers: Workers = Pool(choices, jobs or cores(), limits)
            if cluster is not None:
                workers = Cluster(cluster, choices, limits, shared=shared)
            run = Run(workers, choices, remembered, ("html",) if form == "html" else ())
            inputs = [*(each.path for each in found), *map(Path, (*referee.modules, *referee.facts))]
            write = stack.enter_context(_writing(form, out, inputs))
            teller = _teller(form, out, inputs, look(color, rows=verbose, to_file=out is not None), quiet, fail_on == "audit")
            telling = _Telling(teller, write, Progress(len(found), wanted=not quiet))
            interrupted = telling.tell(run.each(found) if no_games else run.with_games(found), known)
    except (BaselineError, MemoryFileError, BatchError) as error:
        raise click.UsageError(str(error)) from None
    for note in telling.notes if not quiet else ():
        say_aside(f"note: {note}")
    return INTERRUPTED if interrupted else _code(telling.sums, fail_on)


class _Telling:
    """One run: what comes is told at once and forgotten."""

    def __init__(self, teller: BatchTeller, write: Callable[[str], None], progress: Progress) -> None:
        from adjudicator.report.sums import Sums

        self._teller, self._write, self._progress = teller, write, progress
        self.sums: Sums = Sums()
        self.notes: list[str] = []

    def tell(self, every: Iterator[Told | GameRecord], known: frozenset[str]) -> bool:
        """Was it interrupted? What was done by then is told all the same, and remembered."""
        from adjudicator.report.record import GameRecord

        interrupted = False
        try:
            for each in every:
                self._progress.clear()
                if isinstance(each, GameRecord):
                    self._game(each.without(known))
                else:
                    new = each.record.without(known)
                    self.sums.excused += (new.findings, new.audit) != (each.record.findings, each.record.audit)
                    self._one(replace(each, record=new))
                    self._progress.reading(self.sums.all, each.record.name)
        except KeyboardInterrupt:
            interrupted = True
            say_aside("adjudicate: interrupted; the report is on what was judged by then, and the next run goes on from there")
        self._progress.clear()
        for part in self._teller.end(self.sums):
            self._write(part)
        return interrupted

    def _game(self, record: GameRecord) -> None:
        self.sums.add_game(record)
        self._write(self._teller.game(record))

    def _one(self, told: Told) -> None:
        self.sums.add(told.record, known=told.known)
        self._write(self._teller.add(told))
        for note in told.record.notes:
            if note not in self.notes and len(self.notes) < _MOST_NOTES:
                self.notes.append(note)


@contextmanager
def _writing(form: Form, out: Path | None, inputs: Sequence[Path]) -> Iterator[Callable[[str], None]]:
    """Where the report goes: to the console, or into a file that is put in place whole."""
    if out is None or form == "html":
        yield write_out if form == "text" else write_for_programs
        return
    with all_or_none(inputs) as outputs, outputs.place(out).open("w", encoding="utf-8", errors="replace", newline="\n") as stream:
        yield lambda text: _put(stream, text)


def _put(stream: TextIO, text: str) -> None:
    stream.write(text)


def _teller(form: Form, out: Path | None, inputs: Sequence[Path], looks: TextLook, quiet: bool, audit: bool) -> BatchTeller:
    from adjudicator.batch.running_reports import DocumentTeller, LinesTeller, TextTeller

    if form == "html" and out is not None:
        from adjudicator.batch.pages import PageTeller

        return PageTeller(out, inputs)
    if form == "jsonl":
        return LinesTeller()
    if form in ("sarif", "junit"):
        return DocumentTeller("sarif" if form == "sarif" else "junit", audit=audit)
    return TextTeller(looks, quiet=quiet, audit=audit)


def _since(text: str) -> float:
    """In seconds of the system: a day, or so many days ago."""
    days = _DAYS.fullmatch(text)
    if days:
        return time.time() - int(days[1]) * 86_400
    try:
        return datetime.fromisoformat(text).timestamp()
    except (ValueError, OverflowError, OSError):
        raise click.BadParameter(f"{text} is no day; write 2026-03-01, or 14d", param_hint="--since") from None


def _code(sums: Sums, fail_on: str) -> ExitCode:
    files = sums.files
    if files["unread"] or files["given-up"] or (fail_on == "audit" and sums.abandoned):
        return ExitCode.UNREADABLE
    if files["illegal"] or (fail_on == "audit" and sums.dishonest):
        return ExitCode.ILLEGAL
    open_ = files["undecided"] or files["unjudged"]
    return ExitCode.UNDECIDED if open_ and fail_on != "illegal" else ExitCode.OK
