"""`adjudicate moves`: where a unit may go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from adjudicator import factname
from adjudicator.cli.console import write_lines
from adjudicator.cli.judging import judged_files, judging, single
from adjudicator.engine.actions import Move
from adjudicator.engine.memory import Lifetime
from adjudicator.evidence.names import named
from adjudicator.exitcodes import ExitCode
from adjudicator.factname import FactName
from adjudicator.facts import NOTHING, Known, points
from adjudicator.rules.judge import judge
from adjudicator.rules.movement.modes import allowance, modes_of
from adjudicator.rules.movement.search import reachable, terms_for
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

_LATER = frozenset((factname.active_headquarters(), factname.phase()))


@click.command(name="moves")
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("unit")
@click.option("--whenever", is_flag=True, help="Not now, but when it is its turn to move and it is under command.")
@judging
def command(file: Path, unit: str, whenever: bool, **how: Any) -> int:
    """List the hexes that UNIT may legally move to from where it stands at the end of FILE, with the points it takes.

    UNIT is a name as on the counter, if only one unit has it, or the game's own name of it (de-21).
    """
    found = single(*judged_files([file], **how))
    table = found.end
    if table is None:
        raise click.ClickException(f"{found.file}: nothing is known of its end")
    meant = named(table, [unit])
    if not meant:
        raise click.BadParameter(f"no unit on the map, or more than one, is called {unit}", param_hint="UNIT")
    if whenever:
        table = table.after(replace(table.begins(Lifetime.TURN), phase="", active="").noting(**{"active-hq": Known(None)}))
    write_lines(_listed(table, meant[0], _LATER if whenever else NOTHING))
    return ExitCode.OK


def _listed(table: Table, id_: str, granted: frozenset[FactName]) -> Iterator[str]:
    """The hexes by each way of travelling; `granted` are facts that are not asked for."""
    unit, start = table.unit(id_), table.place_of(id_) or ""
    yield f"{unit.name} at {table.at(start)}"
    told: set[str] = set()
    refused: Counter[str] = Counter()
    for _, cite, mode in modes_of(table, unit):
        span, _ = allowance(table, unit, mode)
        ways = reachable(terms_for(table, unit, mode), start, min(span.high, 1_000.0))
        fresh = [hex for hex in sorted(ways) if hex != start and hex not in told]
        lines = []
        for hex in fresh:
            judged = judge(table, Move((id_,), hex, mode=mode.name))
            if judged.verdict is Verdict.ILLEGAL:
                refused.update(each.opinion.message for each in judged.findings if each.verdict is Verdict.ILLEGAL)
            else:
                told.add(hex)
                sure = all(each.opinion.truth.needs <= granted for each in judged.findings)
                perhaps = "" if sure else "  perhaps"
                lines.append(f"    {points(ways[hex].cost):>4}  {table.at(hex)}  by {' '.join(ways[hex].path)}{perhaps}")
        if lines:
            yield f"  {mode.name} movement, {span} points ({', '.join(cite)}):"
            yield from lines
    if not told:
        yield f"  nowhere: {refused.most_common(1)[0][0]}" if refused else "  nowhere"
