"""`adjudicate moves`: where a unit may go."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from adjudicator.cli.console import write_lines
from adjudicator.cli.options import judging, referee_for
from adjudicator.exitcodes import ExitCode


@click.command(name="moves")
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("unit")
@click.option("--whenever", is_flag=True, help="Not now, but when it is its turn to move and it is under command.")
@judging
def command(file: Path, unit: str, whenever: bool, **how: Any) -> int:
    """List the hexes that UNIT may legally move to from where it stands at the end of FILE, with the points it takes.

    UNIT is a name as on the counter, if only one unit has it, or the game's own name of it (de-21).
    """
    with referee_for(**how) as referee:
        try:
            found = referee.moves(file, unit, whenever=whenever)
        except LookupError as error:
            raise click.BadParameter(str(error), param_hint="UNIT") from None
    write_lines(str(found).split("\n"))
    return ExitCode.OK
