"""`adjudicate fix`: what is illegal put right in a corrected save, and the log with the verdict at each step."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudicator.cli.console import look, say_aside, write_for_programs, write_out
from adjudicator.cli.options import coloured, hushed, judging, referee_for, verdict_code
from adjudicator.cli.paths import one_at_hand
from adjudicator.verdict import Verdict
from adjudicator.words import plural
from vassal_bridge.together import all_or_none
from vassal_bridge.write import refuse_input

if TYPE_CHECKING:
    from adjudicator.correct.model import Apply


@click.command(name="fix")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("-o", "--out", type=click.Path(path_type=Path), help="Write the corrected position to this save.")
@click.option("--annotate", type=click.Path(path_type=Path), help="Write a copy of the log with the verdict at each step.")
@click.option(
    "--apply",
    type=click.Choice(["safe", "suggested", "markers"]),
    default="safe",
    show_default=True,
    help="safe: only where there is one legal outcome; suggested: also what is likely; markers: only markers.",
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="For people, or for programs.")
@coloured
@hushed
@judging
def command(
    file: Path, out: Path | None, annotate: Path | None, apply: Apply, form: str, color: str, quiet: bool, **how: Any
) -> int:
    """List what would put FILE right, and with -o write the position at its end with that done.

    Where nothing is put right, no file is written. Nothing is changed for what is undecided, and FILE itself never is. Exit codes
    as for `check`: they tell of FILE as it is.
    """
    for target in filter(None, (out, annotate)):
        refuse_input(target, [file])
    with referee_for([file], **how) as referee:
        fix = referee.fix(one_at_hand(file), apply)
    if annotate is not None and not fix.checked.history.is_log:
        raise click.BadParameter("only a log has steps at which verdicts can stand", param_hint="--annotate")
    if annotate is not None and out is not None and annotate.resolve() == out.resolve():
        raise click.BadParameter("it is the same file as -o", param_hint="--annotate")
    written = out is not None and bool(fix.plan.made)
    text = fix.report(form, look(color), written=written)
    told: list[str] = []
    with all_or_none([file, *fix.modules]) as outputs:
        if out is not None and written:
            fix.write(outputs.place(out))
            told.append(f"{out.name}: the corrected position, with {plural(len(fix.plan.made), 'correction')}")
            if out.suffix.lower() != ".vsav":
                told.append(f"note: VASSAL lists only what ends in .vsav: {out.name} has to be called so to be found")
        elif out is not None:
            more = "; what is likely is done with --apply suggested" if fix.plan.offered and apply != "suggested" else ""
            told.append(f"{out.name} is not written: nothing is put right{more}")
        if annotate is not None:
            told.append(f"{annotate.name}: the log with {plural(fix.annotate(outputs.place(annotate)), 'verdict')}")
        if form != "text":
            write_for_programs(text)
        elif not quiet or fix.checked.judged.worst is not Verdict.LEGAL:
            write_out(text)
    for line in told if not quiet or not written else ():
        say_aside(line)
    for note in fix.checked.remarks if not quiet else ():
        say_aside(f"note: {note}")
    return verdict_code(fix.checked.judged.worst)
