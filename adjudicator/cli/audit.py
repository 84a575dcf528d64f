"""`adjudicate audit`: a set of logs and saves, checked without knowing the rules of their game."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import Any

import click

from adjudicator.audit.catalogue import catalogue
from adjudicator.audit.corrections import Prove
from adjudicator.audit.model import AuditReport
from adjudicator.audit.record import make_record
from adjudicator.audit.run import audit
from adjudicator.audit.veil import EVERYBODY
from adjudicator.cli.console import say_aside, write_for_programs, write_out
from adjudicator.cli.options import form_for, many, referee_for, workers
from adjudicator.cli.paths import at_hand, expand
from adjudicator.cli.progress import Progress
from adjudicator.correct.annotate import annotated_log, annotated_position
from adjudicator.evidence.gather import Gathered, gather
from adjudicator.exitcodes import ExitCode
from adjudicator.finding import Finding
from adjudicator.library.shelf import default_library
from adjudicator.referee import Referee
from adjudicator.referee.ours import our_module
from adjudicator.referee.proving import proving
from adjudicator.report import FORMATS, render
from adjudicator.report.rolls_csv import render_rolls
from adjudicator.verdict import Severity
from adjudicator.words import plain, plural
from vassal_bridge.errors import WriteError
from vassal_bridge.together import Outputs, all_or_none

_REFEREE = "referee"
_SHEETS = (".xlsx", ".xls", ".ods")


@click.command(name="audit")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "-m", "--module", "modules", multiple=True, type=click.Path(path_type=Path), help="The module, or an extension of it."
)
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="What the report is written as."
)
@click.option("-o", "--out", type=click.Path(path_type=Path), help="Write the report to this file.")
@click.option("--annotate", type=click.Path(path_type=Path), metavar="DIR", help="Write annotated copies of the files there.")
@click.option("--record", type=click.Path(path_type=Path), metavar="FILE", help="Write a record for `adjudicate verify`.")
@click.option("--rolls", type=click.Path(path_type=Path), metavar="FILE.csv", help="Write every roll as a table.")
@click.option(
    "--for",
    "reader",
    metavar="SIDE",
    help="Who may read what is written: a side of the game, 'everybody', or 'referee', who is told all. Default: the referee; "
    "for annotated copies everybody.",
)
@click.option("--ignore", multiple=True, metavar="CHECK", help="Leave a check out (may be given several times).")
@click.option("--quiet", "-q", is_flag=True, help="No progress, and no report on the terminal.")
@many
@click.pass_obj
def command(
    settings: dict[str, bool],
    files: tuple[Path, ...],
    modules: tuple[Path, ...],
    form: str,
    out: Path | None,
    annotate: Path | None,
    record: Path | None,
    rolls: Path | None,
    reader: str | None,
    ignore: tuple[str, ...],
    quiet: bool,
    jobs: int | None,
) -> int:
    """Check the logs and saves in FILES (folders are searched): do they follow from each other, who rolled which dice, what was
    undone after a die, what appeared from nowhere, who handled whose pieces.

    Needs no rules, so it works for every module. Exit code 0: nothing worse than a warning; 1: an error was found;
    4: a file could not be read. `adjudicate rule CHECK` explains a check.
    """
    form = form_for(form, out)
    unknown = [check for check in ignore if check not in catalogue()]
    if unknown:
        raise click.BadParameter(f"no check is called {unknown[0]}; `adjudicate rule` lists them", param_hint="--ignore")
    given = expand(files)
    if rolls is not None and rolls.suffix.lower() in _SHEETS:
        raise click.BadParameter(f"it writes a table as text, which spreadsheets open: {rolls.stem}.csv", param_hint="--rolls")
    paths = at_hand(given)
    if not paths:
        raise click.UsageError("no saves or logs in what was given")
    gathered = gathering(paths, modules, progress=not quiet, jobs=workers(jobs, len(paths)))
    _known_side(reader, gathered)
    prove = _proving(gathered, modules)
    report = audit(gathered.histories, gathered.problems, ignore, _veil(reader), prove)
    inputs = [*given, *paths, *gathered.modules.values(), *modules]
    for note in gathered.notes:
        if not quiet:
            say_aside(f"note: {note}")
    text = render(report, form, colour=out is None and sys.stdout.isatty())
    with all_or_none(inputs) as outputs:
        if out is not None:
            outputs.text(out, text)
        if record is not None:
            data = json.dumps(recorded(report, gathered, ignore, _veil(reader)), indent=1, ensure_ascii=False) + "\n"
            outputs.text(record, data)
        if rolls is not None:
            outputs.text(rolls, render_rolls(report))
        if annotate is not None:
            opened = report if reader is not None else audit(gathered.histories, gathered.problems, ignore, EVERYBODY, prove)
            _annotate(opened, gathered, annotate, inputs, outputs)
        if out is None and not quiet:
            (write_out if form == "text" else write_for_programs)(text if text.endswith("\n") else f"{text}\n")
            sys.stdout.flush()  # a terminal or pipe that takes no more stops the files too
    if out is not None and report.problems and not quiet:
        say_aside(f"note: {plural(len(report.problems), 'file')} could not be read: {out.name} names them")
    if annotate is not None and not quiet:
        copies = [one for one in outputs.written if one.parent == annotate]
        say_aside(f"{plural(len(copies), 'annotated file')} in {annotate}")
    return _exit_code(report)


def _veil(reader: str | None) -> str | None:
    return None if reader in (None, _REFEREE) else reader


def _known_side(reader: str | None, gathered: Gathered) -> None:
    """A side that nobody plays would hide less or more than was meant."""
    sides = {one.side for history in gathered.histories for one in history.people if one.side}
    if reader not in (None, _REFEREE, EVERYBODY) and reader not in sides:
        known = ", ".join(plain(side) for side in sorted(sides)) or "none"
        raise click.BadParameter(f"no side is called {plain(str(reader))}; those played here are: {known}", param_hint="--for")


def run(
    paths: Sequence[Path], modules: Sequence[Path], ignore: Sequence[str], *, progress: bool = False, reader: str | None = None
) -> tuple[AuditReport, Gathered]:
    """Read and audit."""
    gathered = gathering(paths, modules, progress=progress)
    return audit(gathered.histories, gathered.problems, ignore, reader, _proving(gathered, modules)), gathered


def _proving(gathered: Gathered, modules: Sequence[Path]) -> Prove:
    """Where a file says that it was corrected, its predecessor is judged again, as `fix` would do it without any options."""

    def referee() -> Referee:
        files = list(gathered.paths.values())
        with referee_for(files, game="auto", modules=modules, assume=None, rulings=(), options=()) as found:
            return found

    return proving(gathered, referee)


def gathering(paths: Sequence[Path], modules: Sequence[Path], *, progress: bool = False, jobs: int = 0) -> Gathered:
    """Read, by so many processes or by this one; on a terminal with a line that tells how far it is."""
    shown = Progress(len(paths), wanted=progress)
    if jobs:
        gathered = _elsewhere(paths, modules, jobs, shown)
    else:
        gathered = gather(paths, modules, default_library(), shown.reading, our_module)
    shown.clear()
    return gathered


def _elsewhere(paths: Sequence[Path], modules: Sequence[Path], jobs: int, shown: Progress) -> Gathered:
    from adjudicator.batch.elsewhere import gathered_elsewhere
    from adjudicator.batch.pool import BatchError

    try:
        return gathered_elsewhere(modules, paths, jobs, shown.reading)
    except BatchError as error:
        raise click.UsageError(plain(str(error))) from None


def recorded(report: AuditReport, gathered: Gathered, ignore: Sequence[str], reader: str | None = None) -> dict[str, Any]:
    """The record of an audit that was just made."""
    hashes = {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in gathered.modules.items()}
    options: dict[str, Any] = {"ignore": sorted(ignore)}
    if reader is not None:
        options["for"] = reader
    return make_record(json.loads(render(report, "json")), hashes, options)


def _annotate(report: AuditReport, gathered: Gathered, folder: Path, inputs: Sequence[Path], outputs: Outputs) -> None:
    by_file: dict[str, list[Finding]] = {}
    for finding in report.findings:
        by_file.setdefault(finding.where.file, []).append(finding)
    taken: set[str] = set()
    copies: dict[str, Path] = {}
    notes: dict[str, Path] = {}
    for history in gathered.histories:
        name = PurePosixPath(plain(history.file.replace("/", "-")))
        if history.is_log:
            copies[history.file] = folder / _free(name.stem, name.suffix, taken)
        if history.is_log or history.file in by_file:
            notes[history.file] = folder / _free(f"{name.stem}-notes", ".vsav", taken)
    _refuse_originals([*copies.values(), *notes.values()], inputs)
    outputs.folder(folder)
    for file, target in copies.items():
        annotated_log(gathered.paths[file], by_file.get(file, ()), outputs.place(target))
    for file, target in notes.items():
        annotated_position(gathered.paths[file], by_file.get(file, ()), outputs.place(target), gathered.module_of(file))


def _free(stem: str, ending: str, taken: set[str]) -> str:
    """A name that no other copy of this audit has: a log and a save may share theirs but for the ending."""
    name, number = f"{stem}{ending}", 2
    while name.lower() in taken:
        name, number = f"{stem}-{number}{ending}", number + 1
    taken.add(name.lower())
    return name


def _refuse_originals(targets: Sequence[Path], inputs: Sequence[Path]) -> None:
    """Before anything is written, so that a refused folder stays as it was."""
    originals = {path.resolve() for path in inputs}
    for target in targets:
        if target.resolve() in originals:
            raise WriteError(
                "an annotated copy would lie upon its original", file=target.name, expected="another folder for --annotate"
            )


def _exit_code(report: AuditReport) -> ExitCode:
    if report.problems:
        return ExitCode.UNREADABLE
    found = any(finding.severity is Severity.ERROR for finding in report.findings)
    return ExitCode.ILLEGAL if found else ExitCode.OK
