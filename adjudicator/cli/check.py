"""`adjudicate check`: logs and saves judged by the rulebook of their game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from adjudicator.cli.console import say_aside, write_lines
from adjudicator.cli.options import judging, referee_for, verdict_code
from adjudicator.cli.paths import expand
from adjudicator.exitcodes import ExitCode
from adjudicator.referee import CheckedFiles
from adjudicator.report.forms import FORMS, Form
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
    help="Write a new table of the questions that would decide, for you to fill in (see --facts).",
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
    with referee_for(modules=modules, **how) as referee:
        checked = referee.check_all(paths)
    if ask is not None:
        _ask(checked, ask)
    text = checked.report(form)
    if out is not None:
        write_bytes(out, text.encode("utf-8"), inputs=[*paths, *modules, *checked.modules, *how["facts"]])
    else:
        write_lines(text.rstrip("\n").split("\n"))
    for note in checked.notes:
        say_aside(f"note: {note}")
    return ExitCode.UNREADABLE if checked.problems else verdict_code(checked.verdict)


def _ask(checked: CheckedFiles, target: Path) -> None:
    """The questions of all files, each once, with the findings that hang on it."""
    from adjudicator.games.questions import as_table, ask, in_order

    found: dict[str, str] = {}
    for each in checked.files:
        if each.judged.game is not None:
            lacking = (
                (each.file, finding.where.step, finding.message, name) for finding in each.findings for name in finding.needs
            )
            found = ask(lacking, each.judged.game, files=len(checked.files) > 1) | found
    write_bytes(target, as_table((fact, "", note) for fact, note in in_order(found)).encode("utf-8"), inputs=[])
    say_aside(f"note: {plural(len(found), 'question')} to answer: {target}")
