"""`adjudicate check`: logs and saves judged by the rulebook of their game."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click

from adjudicator.cli.console import plain, say_aside, write_lines
from adjudicator.cli.judging import judged_files, judging
from adjudicator.cli.paths import expand
from adjudicator.evidence.gather import Gathered
from adjudicator.exitcodes import ExitCode
from adjudicator.explain.judging import JudgedFile
from adjudicator.report.forms import FORMS, Form
from adjudicator.report.judged import as_json, lines_of
from adjudicator.verdict import Verdict
from adjudicator.words import plural
from vassal_bridge.write import write_bytes


@click.command(name="check")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@judging
@click.option(
    "--format", "form", type=click.Choice(FORMS), default="text", show_default=True, help="What the report is written as."
)
@click.option("-o", "--out", type=click.Path(path_type=Path), help="Write the report to this file.")
@click.option(
    "--ask",
    type=click.Path(path_type=Path),
    help="Write a new table of the facts that would decide, for you to fill in (see --facts).",
)
def command(
    files: tuple[Path, ...], form: Form, out: Path | None, ask: Path | None, modules: tuple[Path, ...], **how: Any
) -> int:
    """Judge the logs and saves in FILES by the rules of their game.

    A file played on a module that belongs to no game known here is audited instead. Exit code 0: all legal; 1: something illegal;
    3: something undecided for lack of a fact; 4: a file could not be read.
    """
    paths = expand(files)
    if not paths:
        raise click.UsageError("no saves or logs in what was given")
    if ask is not None and ask.exists():
        raise click.BadParameter(f"{ask.name} is there already, and may hold your answers; name a new file", param_hint="--ask")
    judged, gathered = judged_files(paths, modules=modules, **how)
    if ask is not None:
        _ask(judged, ask)
    text = _written(judged, gathered, form)
    if out is not None:
        write_bytes(out, text.encode("utf-8"), inputs=[*paths, *modules, *gathered.modules.values(), *how["facts"]])
    else:
        write_lines(text.rstrip("\n").split("\n"))
    for note in gathered.notes:
        say_aside(f"note: {note}")
    return exit_code(judged, gathered)


def _ask(judged: Iterable[JudgedFile], target: Path) -> None:
    """The questions of all files, each once, with the findings that hang on it."""
    from adjudicator.games.given import as_table, asked_for

    found: dict[str, str] = {}
    for each in judged:
        if each.game is None:
            continue
        for finding in each.findings:
            for fact in asked_for(finding.needs, each.game):
                found.setdefault(fact, f"{each.file} step {finding.where.step}: {finding.message}")
    write_bytes(target, as_table((fact, "", note) for fact, note in sorted(found.items())).encode("utf-8"), inputs=[])
    say_aside(f"note: {plural(len(found), 'fact')} to look up: {target}")


def _written(judged: list[JudgedFile], gathered: Gathered, form: Form) -> str:
    match form:
        case "text":
            return "\n".join(map(plain, _text(judged, gathered))) + "\n"
        case "json":
            return _json(judged, gathered)
        case _:  # most files are checked on a terminal, which needs none of what the other reports do
            from adjudicator.cli.reporting import written

            return written(judged, gathered, form)


def _text(judged: Iterable[JudgedFile], gathered: Gathered) -> Iterator[str]:
    for each in judged:
        if each.game is None:
            yield f"{each.file}: no game known here is bound to its module, so it is audited without rules"
            yield from _audited(each, gathered)
        else:
            yield from lines_of(each.file, each.game.title, each.findings, _legal(each), each.notes)
        yield ""
    for problem in gathered.problems:
        yield f"{problem.file}: {problem.message}"


def _audited(judged: JudgedFile, gathered: Gathered) -> list[str]:
    from adjudicator.audit.run import audit  # most files have a game, and need not wait for all this
    from adjudicator.report import render

    report = audit([history for history in gathered.histories if history.file == judged.file])
    return render(report, "text").rstrip("\n").split("\n")


def _json(judged: Iterable[JudgedFile], gathered: Gathered) -> str:
    files = [
        {"file": each.file, "game": None}
        if each.game is None
        else as_json(each.file, each.game.slug, each.findings, _legal(each), each.notes)
        for each in judged
    ]
    problems = [{"file": problem.file, "message": problem.message} for problem in gathered.problems]
    return json.dumps(
        {"format": "adjudicate check", "version": 1, "files": files, "problems": problems}, ensure_ascii=False, indent=1
    )


def _legal(judged: JudgedFile) -> int | None:
    """How many actions were legal; None for a position by itself."""
    if not judged.is_log:
        return None
    return sum(played.judged.verdict is Verdict.LEGAL for played in judged.played)


def exit_code(judged: Iterable[JudgedFile], gathered: Gathered) -> ExitCode:
    """What the worst of the verdicts says to the shell."""
    worst = {each.worst for each in judged}
    if gathered.problems:
        return ExitCode.UNREADABLE
    if Verdict.ILLEGAL in worst:
        return ExitCode.ILLEGAL
    return ExitCode.UNDECIDED if Verdict.UNDECIDED in worst else ExitCode.OK
