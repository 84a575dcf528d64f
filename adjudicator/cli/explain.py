"""`adjudicate explain`: everything the rules say about one step of a log."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from adjudicator.cli.console import look, write_for_programs, write_out
from adjudicator.cli.options import coloured, form_for, judging, referee_for, verdict_code
from adjudicator.cli.paths import one_at_hand


@click.command(name="explain")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--step", type=click.IntRange(min=0), required=True, help="The step, as VASSAL's step button counts it.")
@click.option("--draw", "drawn", is_flag=True, help="Draw the hexes around it as text.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "html"]),
    default="text",
    show_default=True,
    help="html: a page with a picture of the map.",
)
@click.option("-o", "--out", type=click.Path(path_type=Path), help="Write it to this file.")
@coloured
@judging
def command(file: Path, step: int, drawn: bool, form: str, out: Path | None, color: str, **how: Any) -> int:
    """Say what was played at one step of FILE, and rule by rule whether it is legal, with path, points and odds."""
    form = form_for(form, out)
    with referee_for([file], **how) as referee:
        found = referee.explain(one_at_hand(file), step)
        text = found.report(form, look(color, to_file=out is not None), drawn=drawn)
    if out is not None:
        from vassal_bridge.write import write_bytes

        write_bytes(out, text.encode("utf-8"), inputs=[file, *map(Path, referee.modules), *found.checked.modules])
    elif form == "text":
        write_out(text)
    else:
        write_for_programs(text)
    return verdict_code(found.verdict)
