"""`adjudicate check`: logs and saves judged by the rulebook of their game."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudicator.cli.console import look, say_aside, write_for_programs, write_out
from adjudicator.cli.options import form_for, judging, many, referee_for, showing, verdict_code, workers
from adjudicator.cli.paths import expand, through_pipe
from adjudicator.cli.progress import Progress
from adjudicator.exitcodes import INTERRUPTED, ExitCode
from adjudicator.report.forms import FORMS, Form, ToTell
from adjudicator.sweeping import Sweeper
from adjudicator.verdict import Verdict
from adjudicator.words import plain, plural

if TYPE_CHECKING:
    from adjudicator.finding import Problem
    from adjudicator.referee import Referee
    from adjudicator.referee.gist import Gist

PROJECT_FILE = "adjudicate.toml"


@click.command(name="check")
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@judging
@showing
@many
@click.option(
    "--format", "form", type=click.Choice(FORMS), default="text", show_default=True, help="What the report is written as."
)
@click.option("-o", "--out", type=click.Path(path_type=Path), help="Write the report to this file.")
@click.option("--set-up", metavar="SCENARIO", help="Judge saves, and what logs begin with, as the set-up of this scenario.")
@click.option(
    "--ask",
    type=click.Path(path_type=Path),
    help="Write a new table of the questions that would decide, for you to fill in (see --facts).",
)
def command(
    files: tuple[Path, ...],
    form: Form,
    out: Path | None,
    ask: Path | None,
    color: str,
    verbose: bool,
    quiet: bool,
    jobs: int | None,
    **how: Any,
) -> int:
    """Judge the logs and saves in FILES by the rules of their game: files, folders, wildcards, or - for one that comes through a
    pipe. Without any, those in the folder of the project file (see `adjudicate init`).

    A file of a game that is not known here is audited instead, and not called legal. Exit code 0: all legal; 1: something
    illegal; 3: something undecided for lack of a fact, or not judged; 4: a file could not be read.
    """
    form = form_for(form, out)
    if ask is not None and ask.exists():
        raise click.BadParameter(f"{ask.name} is there already, and may hold your answers; name a new file", param_hint="--ask")
    named = files or _of_project()
    given = expand(named)
    with referee_for(named, **how) as referee, through_pipe(given) as paths:
        if not paths:
            raise click.UsageError("no saves or logs in what was given")
        wanted = ToTell(form, quiet, asked=ask is not None, several=len(paths) > 1)
        run = _Run(referee, paths, wanted, workers(jobs, len(paths)), out)
        interrupted = run.judge(look(color, rows=verbose, to_file=out is not None))
    from vassal_bridge.together import all_or_none

    used = map(Path, (*referee.modules, *referee.facts))
    with all_or_none([*given, *paths, *used, *run.gathered.modules.values()]) as outputs:
        if out is not None:
            outputs.text(out, "".join(run.kept))
        if ask is not None:
            outputs.text(ask, run.questions.table())
    if ask is not None:
        say_aside(f"note: {plural(len(run.questions), 'question')} to answer: {ask}")
    if out is not None and run.gathered.problems and not quiet:
        say_aside(f"note: {plural(len(run.gathered.problems), 'file')} could not be read: {out.name} names them")
    for note in run.gathered.notes if not quiet else ():
        say_aside(f"note: {note}")
    return INTERRUPTED if interrupted else run.code


def _of_project() -> tuple[Path, ...]:
    """The logs beside a project file."""
    if not (Path() / PROJECT_FILE).is_file():
        raise click.UsageError(f"say which files to judge, or go where a project file {PROJECT_FILE} lies (adjudicate init)")
    return (Path(),)


class _Run:
    """One run over many files: what is judged is told at once and forgotten."""

    def __init__(self, referee: Referee, paths: Sequence[Path], wanted: ToTell, jobs: int, out: Path | None) -> None:
        """`jobs`: so many processes, or none but this one."""
        from adjudicator.evidence.gather import Gathered
        from adjudicator.referee.asking import Questions

        self._referee, self._paths, self._wanted, self._jobs = referee, paths, wanted, jobs
        self._out = out
        self.questions = Questions()
        self.gathered = Gathered()
        self.kept: list[str] = []
        self._found: set[Verdict | None] = set()

    def judge(self, looks: Any) -> bool:
        """Was it interrupted? What was done by then is told all the same."""
        from adjudicator.referee.running_reports import telling

        wanted = self._wanted
        told = telling(wanted.form, looks, several=wanted.several, quiet=wanted.quiet)
        progress = Progress(len(self._paths), wanted=not wanted.quiet)
        interrupted = False
        with closing((self._elsewhere if self._jobs else self._here)(progress)) as every:
            try:
                for each in every:
                    progress.clear()
                    self._count(each)
                    self._write(told.add(each))
            except KeyboardInterrupt:
                interrupted = True
        progress.clear()
        if interrupted:
            say_aside("adjudicate: interrupted; the report is on what was judged by then")
        self._write(told.end(self.gathered.notes))
        return interrupted

    def _elsewhere(self, progress: Progress) -> Generator[Gist | Problem, None, None]:
        from adjudicator.batch.elsewhere import checked_elsewhere
        from adjudicator.batch.pool import BatchError

        try:
            yield from checked_elsewhere(self._referee, self._paths, self._wanted, self._jobs, self.gathered, progress.reading)
        except BatchError as error:
            raise click.UsageError(plain(str(error))) from None

    def _here(self, progress: Progress) -> Generator[Gist | Problem, None, None]:
        from adjudicator.referee import Checked
        from adjudicator.referee.gist import gist

        checked = self._referee.check_each(self._paths, progress.reading, self.gathered, whole=False)
        sweeper = Sweeper()
        for each in checked:
            if isinstance(each, Checked):
                self.gathered.use(each.module, each.module_path)
                yield gist(each, self._wanted)
            else:
                yield each
            del each
            sweeper.file_done()

    def _count(self, each: Gist | Problem) -> None:
        from adjudicator.finding import Problem

        if not isinstance(each, Problem):
            self._found.add(each.verdict)
            self.questions.add(each.questions)

    def _write(self, text: str) -> None:
        if self._out is not None:
            self.kept.append(text)
        elif self._wanted.form == "text":
            write_out(text)
        elif text:
            write_for_programs(text)

    @property
    def code(self) -> ExitCode:
        if self.gathered.problems:
            return ExitCode.UNREADABLE
        worst = next((each for each in (Verdict.ILLEGAL, Verdict.UNDECIDED, None) if each in self._found), Verdict.LEGAL)
        return verdict_code(worst)
