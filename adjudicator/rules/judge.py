"""Judging one action: every rule that looks at actions of its kind says what it thinks."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.kinds import Action, acting, slot_of

from .completed import completed_action, completed_state
from .opinion import Judged, Opinion, Ruled
from .registry import Binding
from .table import Table


def judge(table: Table, action: Action) -> Judged:
    """The action with the opinions of all rules that look at it, on the position before it. Kept with the position: who reads a
    log comes back to it in many ways."""
    if table.told:
        table = completed_state(table, action)
        action = completed_action(table, action)
        return Judged(action, tuple(_opinions(table, action)))
    return table.cached(("judged", action), lambda: Judged(action, tuple(_opinions(table, action))))


def _opinions(table: Table, action: Action) -> Iterator[Ruled]:
    for binding in table.rules.many(slot_of(type(action)), side=side_of(table, action)):
        for opinion in binding(table, action):
            yield ruled(table, binding, opinion)


def side_of(table: Table, action: Action) -> str:
    """The side whose units act; where none is named, the side whose phase it is. Rules may be bound for one side only."""
    for name in acting(action):
        for side, force in table.state.forces.items():
            if name in force.units:
                return side
    return table.state.active


def ruled(table: Table, binding: Binding, opinion: Opinion) -> Ruled:
    """The opinion under the name of the rule at fault: the check's own, or another that it found to blame."""
    prove = opinion.proof
    if prove is not None:
        return Ruled.later(opinion.truth, opinion.units, lambda: ruled(table, binding, prove()))
    if opinion.rule is not None and opinion.rule != binding.id:
        binding = next((each for each in table.rules.all if each.id == opinion.rule), binding)
    counted = () if opinion.truth.yes else (row.cite[0] for row in opinion.rows if row.cite)  # what the fault may lie in
    cite = tuple(dict.fromkeys((*binding.cite, *opinion.cite, *counted)))
    return Ruled(binding.id, cite, opinion)
