"""Fuel: after a certain chit full-strength units pay for a move with a step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from adjudicator import factname
from adjudicator.engine import actions as act
from adjudicator.engine.deeds import DRAWN, MOVED
from adjudicator.engine.memory import Lifetime, Memory
from adjudicator.engine.state import State
from adjudicator.engine.terms import ChitChart, ChitKindWord, ModeWord, SideWord, TraitWord
from adjudicator.facts import NO, YES, Truth, Unknown, unsure

from .chits import IDLE, drawn, kind_of
from .movement.checks import attempt
from .movement.modes import modes_of
from .opinion import Opinion
from .registry import SHARED
from .table import Table

OWING: Final[Memory[dict[str, Truth]]] = SHARED.memory(
    "owing", dict[str, Truth], "the units that owe a step for moving", lasts=Lifetime.COMBAT, default={}, forbids=True
)


@SHARED.rule("after.move", sort="moves that cost steps")
def thirst(
    after: Table,
    move: act.Move,
    before: Table,
    *,
    side: SideWord,
    trait: TraitWord = "mechanized",
    kinds: frozenset[ChitKindWord] = frozenset({"no-gas"}),
    not_by: frozenset[ModeWord] = frozenset({"rail"}),
    chart: ChitChart = "chits",
    steps: int = 1,
) -> State:
    """After a certain chit full-strength units with a trait owe a step for moving, unless they go by rail.

    `steps`: those with fewer steps than that owe nothing.
    """
    if move.to not in before.grid:
        return after.state  # taken off into a box: that is no move
    acted_upon = [name for name in drawn(before) if name not in before.state.those(IDLE)]
    if move.mode in not_by or not any(kind_of(before, chart, name) in kinds for name in acted_upon):
        return after.state
    owing = dict(after.state.listed(OWING))
    for id_ in move.units:
        unit, standing = before.unit(id_), before.standing(id_)
        if unit.steps < steps:
            continue
        if unit.side != side or standing is None or standing.losses or standing.place not in before.grid or unit.has(trait).no:
            continue
        how = unsure(factname.move_mode(id_)) if move.mode is None and _may_be(before, id_, move, not_by) else YES
        owing[id_] = unit.has(trait) & how
    return after.state.remember(OWING, owing)


def _may_be(table: Table, id_: str, move: act.Move, ways: frozenset[str]) -> bool:
    """Could the unit have gone there by one of these ways of travelling?"""
    unit, start = table.unit(id_), table.place_of(id_) or ""
    found = [each for each in modes_of(table, unit) if each[2].name in ways]
    return any(not attempt(table, unit, start, move, each).truth.no for each in found)


def perhaps_without_fuel(table: Table, id_: str) -> Truth:
    """May the unit have moved after a chit that nobody saw drawn, before the file began?"""
    seen = table.state.recall(DRAWN)
    return unsure(seen.key) & table.state.has(MOVED, id_) if isinstance(seen, Unknown) else NO


@SHARED.rule("after.lose")
def paid_by_loss(after: Table, lose: act.Lose, before: Table) -> State:
    """A step lost for the move is owed no longer."""
    owing = {unit: said for unit, said in after.state.listed(OWING).items() if unit not in lose.steps}
    return after.state.remember(OWING, owing)


@SHARED.rule(on=(act.Draw, act.Activate, act.Attack, act.Phase))
def owed(table: Table, action: Any) -> Iterator[Opinion]:
    """Steps owed for moving without fuel are lost in the same movement segment, before anything else happens."""
    for id_, said in sorted(table.state.listed(OWING).items()):
        standing = table.standing(id_)
        if standing is not None and not standing.losses:
            name = table.unit(id_).name
            yield Opinion(~said, f"{name} moved at full strength without fuel and has not lost a step", units=(id_,))
