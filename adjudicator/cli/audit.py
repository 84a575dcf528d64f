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
from adjudicator.audit.model import AuditReport
from adjudicator.audit.record import make_record
from adjudicator.audit.run import audit
from adjudicator.cli.paths import expand
from adjudicator.correct.annotate import annotated_log, annotated_position
from adjudicator.evidence.gather import Gathered, gather
from adjudicator.exitcodes import ExitCode
from adjudicator.finding import Finding
from adjudicator.library.shelf import Library, default_library
from adjudicator.library.which import TooManyModulesError
from adjudicator.referee.ours import our_module
from adjudicator.report import FORMATS, render
from adjudicator.verdict import Severity
from adjudicator.words import plural
from vassal_bridge.errors import WriteError
from vassal_bridge.write import write_bytes


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
@click.option("--ignore", multiple=True, metavar="CHECK", help="Leave a check out (may be given several times).")
@click.option("--quiet", "-q", is_flag=True, help="No progress, and no report on the terminal.")
@click.pass_obj
def command(
    settings: dict[str, bool],
    files: tuple[Path, ...],
    modules: tuple[Path, ...],
    form: str,
    out: Path | None,
    annotate: Path | None,
    record: Path | None,
    ignore: tuple[str, ...],
    quiet: bool,
) -> int:
    """Check the logs and saves in FILES (folders are searched): do they follow from each other, who rolled what, what was
    undone after a die, what appeared from nowhere, who handled whose pieces.

    Needs no rules, so it works for every module. Exit code 0: nothing worse than a warning; 1: an error was found;
    4: a file could not be read. `adjudicate rule CHECK` explains a check.
    """
    unknown = [check for check in ignore if check not in catalogue()]
    if unknown:
        raise click.BadParameter(f"no check is called {unknown[0]}; `adjudicate rule` lists them", param_hint="--ignore")
    paths = expand(files)
    if not paths:
        raise click.UsageError("no saves or logs in what was given")
    report, gathered = run(paths, modules, ignore, progress=not quiet)
    inputs = [*paths, *gathered.modules.values(), *modules]
    for note in gathered.notes:
        if not quiet:
            click.echo(f"note: {note}", err=True)
    text = render(report, form, colour=out is None and sys.stdout.isatty())
    if out is not None:
        write_bytes(out, text.encode("utf-8"), inputs=inputs)
    elif not quiet:
        click.echo(text, nl=not text.endswith("\n"))
    if record is not None:
        data = json.dumps(recorded(report, gathered, ignore), indent=1, ensure_ascii=False) + "\n"
        write_bytes(record, data.encode("utf-8"), inputs=inputs)
    if annotate is not None:
        _annotate(report, gathered, annotate, inputs, quiet)
    return _exit_code(report)


def run(
    paths: Sequence[Path], modules: Sequence[Path], ignore: Sequence[str], *, progress: bool = False
) -> tuple[AuditReport, Gathered]:
    """Read and audit. Progress goes to stderr: a bar on a terminal, plain lines elsewhere if there is much to do."""
    library = default_library()
    try:
        return _run(paths, modules, ignore, library, progress)
    except TooManyModulesError as error:
        raise click.BadParameter(str(error), param_hint="-m") from None


def _run(
    paths: Sequence[Path], modules: Sequence[Path], ignore: Sequence[str], library: Library, progress: bool
) -> tuple[AuditReport, Gathered]:
    if progress and sys.stderr.isatty() and len(paths) > 1:
        with click.progressbar(length=len(paths), label="reading", file=sys.stderr) as bar:
            gathered = gather(paths, modules, library, lambda number, name: bar.update(int(number > 0)), our_module)
            bar.update(1)
    else:
        many = progress and len(paths) > 9
        gathered = gather(
            paths, modules, library, (lambda number, name: _line(number, len(paths), name)) if many else None, our_module
        )
    return audit(gathered.histories, gathered.problems, ignore), gathered


def _line(number: int, total: int, name: str) -> None:
    click.echo(f"reading {number + 1} of {total}: {name}", err=True)


def recorded(report: AuditReport, gathered: Gathered, ignore: Sequence[str]) -> dict[str, Any]:
    """The record of an audit that was just made."""
    hashes = {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in gathered.modules.items()}
    return make_record(json.loads(render(report, "json")), hashes, {"ignore": sorted(ignore)})


def _annotate(report: AuditReport, gathered: Gathered, folder: Path, inputs: Sequence[Path], quiet: bool) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WriteError(f"the folder cannot be made: {error.strerror}", file=folder.name) from None
    by_file: dict[str, list[Finding]] = {}
    for finding in report.findings:
        by_file.setdefault(finding.where.file, []).append(finding)
    taken: set[str] = set()
    copies: dict[str, Path] = {}
    notes: dict[str, Path] = {}
    for history in gathered.histories:
        name = PurePosixPath(history.file.replace("/", "-"))
        if history.is_log:
            copies[history.file] = folder / _free(name.stem, name.suffix, taken)
        if history.is_log or history.file in by_file:
            notes[history.file] = folder / _free(f"{name.stem}-notes", ".vsav", taken)
    targets = [*copies.values(), *notes.values()]
    _refuse_originals(targets, inputs)
    for file, target in copies.items():
        annotated_log(gathered.paths[file], by_file.get(file, ()), target)
    for file, target in notes.items():
        annotated_position(gathered.paths[file], by_file.get(file, ()), target, gathered.loaded.get(file))
    if not quiet:
        click.echo(f"{plural(len(targets), 'annotated file')} in {folder}", err=True)


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
