"""`adjudicate demo`: a first verdict without a file of one's own."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.cli.console import look, say, write_out
from adjudicator.cli.options import coloured
from adjudicator.exitcodes import ExitCode
from adjudicator.library.samples import sample
from adjudicator.referee import Referee
from vassal_bridge.write import write_bytes

_NAME = "turn1-too-far.vlog"


@click.command(name="demo")
@click.option("-o", "--out", type=click.Path(path_type=Path, file_okay=False), help="The folder to copy it to; here unless told.")
@coloured
def command(out: Path | None, color: str) -> int:
    """Copy a sample log into this folder, judge it, and say what to try next."""
    folder = out or Path()
    target = folder / _NAME
    data = sample("koenigsberg-rg", _NAME)
    if target.exists() and target.read_bytes() != data:
        raise click.UsageError(f"{target} is there already and is another file; give a folder with -o")
    if not target.exists():
        folder.mkdir(parents=True, exist_ok=True)
        write_bytes(target, data)
    say(f"{target.as_posix()}: a turn of Königsberg in which one unit goes too far")
    say()
    say(f"$ adjudicate check {target.as_posix()}")
    write_out(Referee().check(target).report("text", look(color)))
    say("Try next:")
    name = target.as_posix()
    for words, what in (
        (f"explain {name} --step 21 --draw", "rule by rule, with the hexes around it"),
        (f"moves {name} 43G --step 21", "where could it have gone?"),
        (f"fix {name} -o corrected.vsav", "put it right; VASSAL opens the result"),
        (f"check {name} --format html -o report.html", "the same as a page with a picture"),
        ("rule koenigsberg-rg/allowance", "what the rule says"),
        ("check YOUR.vlog", "and now yours"),
    ):
        say(f"  adjudicate {words:<58} {what}")
    return ExitCode.OK
