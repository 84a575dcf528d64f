"""`adjudicate fix`: what is illegal put right in a corrected save, and the log with the verdict at each step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from adjudicator.cli.check import exit_code
from adjudicator.cli.console import say_aside, write_lines
from adjudicator.cli.judging import judged_files, judging, single
from adjudicator.correct.annotate import annotated_log
from adjudicator.correct.corrected import OriginalFile, write_corrected
from adjudicator.correct.model import Apply, Correction, Plan
from adjudicator.correct.positions import plan
from adjudicator.correct.verdicts import verdicts
from adjudicator.explain.judging import JudgedFile
from adjudicator.report.wrapping import wrap
from adjudicator.verdict import Verdict
from adjudicator.words import plural

_INDENT = " " * 6


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
@judging
def command(file: Path, out: Path | None, annotate: Path | None, apply: Apply, modules: tuple[Path, ...], **how: Any) -> int:
    """List what would put FILE right, and with -o write the position at its end with that done.

    Nothing is changed for what is undecided, and FILE itself never is. Exit codes as for `check`: they tell of FILE as it is.
    """
    judged, gathered = judged_files([file], modules=modules, **how)
    found = single(judged, gathered)
    history = gathered.histories[0]
    if annotate is not None and not history.is_log:
        raise click.BadParameter("only a log has steps at which verdicts can stand", param_hint="--annotate")
    if annotate is not None and out is not None and annotate.resolve() == out.resolve():
        raise click.BadParameter("it is the same file as -o", param_hint="--annotate")
    planned = plan(found, apply)
    write_lines(_told(found, planned, apply, written=out is not None))
    inputs = [file, *modules, *gathered.modules.values()]
    if out is not None and found.game is not None and found.binding is not None:
        source = OriginalFile(file, history, found.game, found.binding, gathered.loaded.get(history.file))
        write_corrected(source, planned.made, out, inputs)
        say_aside(f"{out.name}: the corrected position, with {plural(len(planned.made), 'correction')}")
    if annotate is not None:
        _annotate(found, file, annotate, inputs)
    for note in gathered.notes:
        say_aside(f"note: {note}")
    return exit_code([found], gathered)


def _annotate(found: JudgedFile, file: Path, target: Path, inputs: Sequence[Path]) -> None:
    written = annotated_log(file, verdicts(found), target, inputs)
    say_aside(f"{target.name}: the log with {plural(written, 'verdict')}")


def _told(found: JudgedFile, planned: Plan, apply: Apply, *, written: bool) -> Iterator[str]:
    title = "" if found.game is None else found.game.title
    yield f"{found.file}: {title}"
    slug = "" if found.game is None else found.game.slug
    if planned.made:
        done = "Put right" if written else "Would be put right with -o"
        yield f"  {done}, in this order: units and losses as they were played, then the markers of what this makes"
    for number, each in enumerate(planned.made, start=1):
        yield from _correction(f"{number:>3}.", each, slug)
    if planned.offered:
        yield f"  Not done ({_how(apply)}):"
    for each in planned.offered:
        yield from _correction("-", each, slug)
    if planned.left:
        yield "  For the players to put right:"
    for left in planned.left:
        where = "position" if left.step is None else f"step {left.step}"
        yield from wrap(f"- {where}: {left.what}; {left.why}", "     ", _INDENT + " ")
    undecided = sum(finding.verdict is Verdict.UNDECIDED for finding in found.findings)
    if undecided:
        yield f"  {plural(undecided, 'finding')} undecided: nothing is changed for {'it' if undecided == 1 else 'them'}"
    if not (planned.made or planned.offered or planned.left):
        yield "  Nothing illegal was found that would have to be put right"


def _how(apply: Apply) -> str:
    return "only markers were asked for" if apply == "markers" else "--apply suggested does it"


def _correction(mark: str, each: Correction, slug: str) -> Iterator[str]:
    kind = "safe" if each.safe else "suggested"
    yield f"{mark:>6} {each.name}: {each.before} -> {each.after} ({kind})"
    cited = f" ({', '.join(each.cite)})" if each.cite else ""
    yield from wrap(f"step {each.step}: {each.why}{cited} [{slug}/{each.rule}]", _INDENT + " ", _INDENT + " ")
    yield from wrap(f"{kind}: {each.reason}", _INDENT + " ", _INDENT + " ")
