"""How a unit went, where nobody said and it matters later: by a way that owes nothing, if one was open to it and it paid none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from adjudicator.engine.actions import Action, Move
from adjudicator.rules.apply import apply
from adjudicator.rules.judge import judge
from adjudicator.rules.movement.modes import modes_of
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict


def as_they_went(table: Table, actions: Sequence[Action]) -> Sequence[Action]:
    """The same actions, a lone move with the way of going by which its unit owes no step."""
    move = actions[0] if len(actions) == 1 else None
    if not isinstance(move, Move) or move.mode is not None or not _owing(table, move):
        return actions
    for mode in dict.fromkeys(each.name for _, _, each in modes_of(table, table.unit(move.units[0]))):
        said = replace(move, mode=mode)
        if judge(table, said).verdict is Verdict.LEGAL and not _owing(table, said):
            return [said]
    return actions


def _owing(table: Table, move: Move) -> bool:
    """Does the unit perhaps owe a step for the move?"""
    owing = apply(table, move).state.noted("owing", {})
    return any(unit in owing and not owing[unit].no for unit in move.units)
