"""Activations: whom they reach, and what the chit adds. Which headquarters a chit activates is the matter of `chits`."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator import factname
from adjudicator.engine.actions import Activate
from adjudicator.engine.charts import PlainChart
from adjudicator.engine.deeds import CHIT
from adjudicator.engine.terms import ChitChart, ChitKindWord
from adjudicator.facts import NOTHING, YES, Interval, between, exactly

from ..chits import chit as row_of
from ..opinion import Opinion
from ..registry import SHARED
from ..table import Table
from .reach import at_fault, authority, refusal


@SHARED.rule("command.anywhere", "command.anywhere")
def anywhere(
    table: Table,
    chit: str | None,
    *,
    kinds: frozenset[ChitKindWord],
    number: int,
    chart: ChitChart = "chits",
    within: bool = False,
) -> tuple[Interval, bool]:
    """Chits of certain kinds let some independents move wherever they are: on top of the headquarters' own, or among them."""
    drawn = chit or table.state.sure(CHIT, None)
    if drawn is None:
        return between(0, number, factname.chit_drawn()), within
    row = row_of(table, chart, drawn)
    if row is None:
        known = table.game.chart(chart, PlainChart) is not None
        return between(0, number, factname.chit(drawn) if known else factname.chart(chart)), within
    return exactly(number if row.get("kind") in kinds else 0), within


@SHARED.rule("check.activate", "command.reaches_its_units")
def reaches_its_units(table: Table, activate: Activate) -> Iterator[Opinion]:
    """Each unit activated is in range at that moment, and is one of the headquarters' own or one of so many independents."""
    of = authority(table, activate.headquarters, activate.by or None)
    calls = [of.call(id_) for id_ in dict.fromkeys(activate.units)]
    lacking = NOTHING
    for call in calls:
        said = of.alone(call, attacks=False)
        lacking |= said.needs
        message, rows = refusal(of, call) if not said.yes else ("", ())
        if said.open:
            message = (
                f"whether {table.unit(call.unit).name} can be activated by {of.headquarters.name} hangs on what is not known"
            )
        yield Opinion(said, message, rows=rows, units=(call.unit,), cite=() if said.yes else at_fault(of, call))
    together = of.together(calls, ())
    told = together.truth.open and together.truth.needs <= lacking  # already, of one of the units
    if together.units and not told:
        yield together if not together.truth.yes else Opinion(YES, rows=together.rows, units=together.units)
