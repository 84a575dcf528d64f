"""`adjudicate explain`: everything the rules say about one step of a log."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from adjudicator.cli.console import write_lines
from adjudicator.cli.options import judging, referee_for, verdict_code
from adjudicator.words import plain
from vassal_bridge.write import write_bytes


@click.command(name="explain")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--step", type=int, required=True, help="The step, as VASSAL's step button counts it.")
@click.option("--draw", "drawn", is_flag=True, help="Draw the position around it as text.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "html"]),
    default="text",
    show_default=True,
    help="html: a page with a picture of the map.",
)
@click.option("-o", "--out", type=click.Path(path_type=Path), help="Write it to this file.")
@judging
def command(file: Path, step: int, drawn: bool, form: str, out: Path | None, modules: tuple[Path, ...], **how: Any) -> int:
    """Say what was played at one step of FILE, and rule by rule whether it is legal, with the arithmetic."""
    with referee_for(modules=modules, **how) as referee:
        found = referee.explain(file, step)
    text = found.report(form, drawn=drawn)
    if out is None:
        write_lines(text.rstrip("\n").split("\n"))
    else:
        write_bytes(out, plain(text).encode("utf-8"), inputs=[file, *modules, *found.checked.modules])
    return verdict_code(found.verdict)
