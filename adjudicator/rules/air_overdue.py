"""Air units that nobody moved on when their boxes were emptied."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from adjudicator.engine import actions as act
from adjudicator.engine.memory import Lifetime, Memory
from adjudicator.engine.state import State
from adjudicator.engine.terms import BoxWord, KindWord, PhaseWord, Term, TraitWord
from adjudicator.facts import NO

from .air_boxes import BOXED
from .opinion import Opinion
from .registry import SHARED
from .table import Table

OVERDUE: Final[Memory[dict[str, str]]] = SHARED.memory(
    "overdue in box",
    dict[str, str],
    "the air units whose box was to be emptied this turn, and the box",
    lasts=Lifetime.TURN,
    default={},
    forbids=True,
    words=(Term.UNIT,),
)


@SHARED.rule("after.phase")
def noted(
    after: Table,
    change: act.Phase,
    before: Table,
    *,
    emptied_in: Mapping[PhaseWord, BoxWord],
    unless: frozenset[TraitWord] = frozenset(),
    kinds: frozenset[KindWord] = frozenset({"air"}),
) -> State:
    """Who stands in a box when the turn begins, or when the segment ends that empties it, is to leave it this turn.

    Not those who need luck for it.
    """
    new_turn = before.state.turn != after.state.turn
    boxes = {box for phase, box in emptied_in.items() if new_turn or before.state.phase == phase != after.state.phase}
    if not boxes:
        return after.state
    boxed = after.state.those(BOXED)
    found = {
        unit.id: standing.place
        for unit, standing in after.state.units
        if standing.place in boxes and unit.kind in kinds and unit.id not in boxed and all(unit.has(trait).no for trait in unless)
    }
    return after.state.amend(OVERDUE, {**after.state.listed(OVERDUE), **found}) if found else after.state


@SHARED.rule("check.phase", sort="leaving in time")
def left_behind(table: Table, change: act.Phase) -> Iterator[Opinion]:
    """When the turn ends nobody is left in a box that was emptied in it, unless he came into it since."""
    if change.turn is None or change.turn <= table.state.turn:
        return
    boxed = table.state.those(BOXED)
    for id_, box in sorted(table.state.listed(OVERDUE).items()):
        if table.place_of(id_) == box and id_ not in boxed:
            name = table.unit(id_).name
            yield Opinion(NO, f"{name} was left in {box} through turn {table.state.turn}", units=(id_,), fix=f"move {name} on")
