"""`adjudicate moves`: where a unit may go, and why not there; where it may retreat to; how it is supplied."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudicator.cli.complete import complete_unit
from adjudicator.cli.console import look, say_aside, write_for_programs, write_out
from adjudicator.cli.options import UselessError, coloured, form_for, judging, referee_for
from adjudicator.cli.paths import one_at_hand
from adjudicator.exitcodes import ExitCode

if TYPE_CHECKING:
    from adjudicator.referee import Referee
    from adjudicator.referee.wherever import Answer


@click.command(name="moves")
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("unit", nargs=-1, required=True, shell_complete=complete_unit)
@click.option("--step", type=click.IntRange(min=0), help="Before what was played at this step; else at the end of FILE.")
@click.option("--to", "to", metavar="HEX", help="May it go there, and if not, why not?")
@click.option("--retreat", "retreat", is_flag=True, help="Where may it retreat to? After its combat, or --length hexes.")
@click.option("--length", type=click.IntRange(min=1), help="How many hexes it has to retreat.")
@click.option("--supply", "supply", is_flag=True, help="Has it a line of supply, or what is in its way?")
@click.option("--whenever", is_flag=True, help="Not now, but when it is its turn to move and it is under command.")
@click.option("--draw", "drawn", is_flag=True, help="Draw the hexes around it as text.")
@click.option("--format", "form", type=click.Choice(["text", "json", "html"]), default="text", help="html: with a picture.")
@click.option("-o", "--out", type=click.Path(path_type=Path), help="Write it to this file.")
@coloured
@judging
def command(file: Path, unit: tuple[str, ...], drawn: bool, form: str, out: Path | None, color: str, **how: Any) -> int:
    """List the hexes that UNIT may legally move to from where it stands in FILE, with the points it takes.

    UNIT is a name as on the counter, if only one unit has it, or the game's own name of it (de-21). If it is not its turn to
    move, that is said, and where it could go when it is.
    """
    form = form_for(form, out)
    asked = {key: how.pop(key) for key in ("step", "to", "retreat", "length", "supply", "whenever")}
    with referee_for([file], **how) as referee:
        try:
            found = _answer(referee, one_at_hand(file), " ".join(unit), asked)
        except LookupError as error:
            raise UselessError(str(error).strip("'\"")) from None
        text = found.report(form, look(color, to_file=out is not None), drawn=drawn)
    if out is not None:
        from vassal_bridge.write import write_bytes

        write_bytes(out, text.encode("utf-8"), inputs=[file, *found.checked.modules])
    elif form == "text":
        write_out(text)
        if not any(asked.values()):
            say_aside("note: by which way and at what cost, or why not: --to HEX; more: --retreat, --supply, --draw")
    else:
        write_for_programs(text)
    return ExitCode.OK


def _answer(referee: Referee, file: Path, unit: str, asked: dict[str, Any]) -> Answer:
    step = asked["step"]
    if asked["supply"]:
        return referee.supply(file, unit, step=step)
    if asked["retreat"] or asked["length"]:
        return referee.retreats(file, unit, step=step, length=asked["length"] or 0)
    return referee.moves(file, unit, whenever=asked["whenever"], step=step, to=asked["to"])
