"""`adjudicate history`: what was found over time in all that was judged by `batch` and `watch`."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.cli.console import look, write_for_programs, write_out
from adjudicator.cli.options import coloured, form_for
from adjudicator.exitcodes import ExitCode


@click.command(name="history")
@click.option("--game", metavar="GAME", help="A game by its short name, or the name of a module.")
@click.option("--player", metavar="NAME", help="A player by name: what that player did, in files of that player's games.")
@click.option("--rule", metavar="RULE", help="A rule by the name that findings have, such as koenigsberg-rg/allowance.")
@click.option("--format", "form", type=click.Choice(["text", "html"]), default="text", show_default=True, help="Words or a page.")
@click.option("-o", "--out", type=click.Path(path_type=Path), help="Write it to this file.")
@click.option("--memory", type=click.Path(path_type=Path), help="Where results are remembered. Default: with your library.")
@coloured
def command(
    game: str | None, player: str | None, rule: str | None, form: str, out: Path | None, memory: Path | None, color: str
) -> int:
    """What was found in a game, by a player or against a rule, month by month and file by file; without options in everything.

    Only what `batch` and `watch` judged is remembered. Of a file that was judged several times the youngest result counts.
    """
    form = form_for(form, out)
    from adjudicator.batch.history import HistoryQuestion, past
    from adjudicator.batch.memory import MemoryFileError, ResultMemory, default_place

    place = memory or default_place()
    if not place.is_file():
        raise click.UsageError("nothing is remembered yet; `adjudicate batch` does that")
    try:
        with ResultMemory(place) as remembered:
            found = past(remembered, HistoryQuestion(game, player, rule))
    except MemoryFileError as error:
        raise click.UsageError(str(error)) from None
    if form == "html":
        from adjudicator.audit.run import TOOL
        from adjudicator.report.html.past import past_page

        told = past_page(TOOL, found)
    else:
        from adjudicator.report.past import past_lines

        told = "".join(f"{line}\n" for line in past_lines(found, look(color, to_file=out is not None)))
    if out is not None:
        from vassal_bridge.write import write_bytes

        write_bytes(out, told.encode("utf-8", "replace"), inputs=[place])
    else:
        (write_out if form == "text" else write_for_programs)(told)
    return ExitCode.OK
