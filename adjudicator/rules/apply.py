"""What an action does to the position. Legal or not, it is taken as played: judging it is another matter."""

from __future__ import annotations

from adjudicator.engine.actions import Advance, Attack, Lose, Retreat
from adjudicator.engine.kinds import Action, slot_of
from adjudicator.engine.state import State

from .combat import record
from .completed import completed_action, completed_state
from .retreat import ways
from .table import Table


def apply(table: Table, action: Action) -> Table:
    """The table after the action, with whatever else the game's own rules say follows from it. Kept with the position before
    it, so that whatever is worked out for the position after it is kept too."""
    if table.told:
        table = completed_state(table, action)
        return _applied(table, completed_action(table, action))
    return table.after(table.cached(("after", action), lambda: _applied(table, action).state))


def _applied(table: Table, action: Action) -> Table:
    begun = action.begins(table.state)
    state = table.state if begun is None else table.begins(begun)
    after = table.after(_of_combats(table, action, action.effect(state, table.grid)))
    for binding in table.rules.many(slot_of(type(action), "after")):
        after = after.after(binding(after, action, table))
    return after


def _of_combats(table: Table, action: Action, after: State) -> State:
    """What is remembered of the last combat: that there was one, and what became of it."""
    if isinstance(action, Attack):
        return record.with_target(after, table, action).remember(record.COMBAT, record.combat_of(table, action))
    combat = record.last(table)
    if combat is None:
        return after
    match action:
        case Lose():
            combat = record.with_losses(combat, action.steps, action.because)
        case Retreat():
            combat = record.with_retreat(combat, ways(table, action))
        case Advance():
            combat = record.with_advance(combat, action.units)
        case _:
            return after
    return after.remember(record.COMBAT, combat)
