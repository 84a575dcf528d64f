"""Every roll as a table for a spreadsheet."""

from __future__ import annotations

import csv
import io

from adjudicator.audit.model import AuditReport, RollLine
from adjudicator.report.words import line

_HEAD = ("file", "step", "player", "die", "faces", "results", "total", "purpose", "what became of it")
_FORMULA = tuple("=+-@\t\r")


def render_rolls(report: AuditReport) -> str:
    """A line for each roll, in the order of play. A cell that a spreadsheet would take for a formula is quoted."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(_HEAD)
    table.writerows([_cell(value) for value in _row(roll)] for roll in report.rolls)
    return out.getvalue()


def _row(roll: RollLine) -> tuple[object, ...]:
    became = "typed" if roll.claimed else "undone" if roll.undone else ""
    if roll.repeats is not None:
        became = f"undone, the same again in step {roll.repeats[1]}"
    results = " ".join(map(str, roll.results))
    return roll.file, roll.step, roll.player, roll.die, roll.faces, results, sum(roll.results), roll.purpose, became


def _cell(value: object) -> str:
    text = "" if value is None else line(str(value), 400)
    return f"'{text}" if text.startswith(_FORMULA) else text
