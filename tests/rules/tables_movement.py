"""Moves on the blank map of the tables: a unit, an enemy, and short ways to ask what is said of a move of unit 1."""

from __future__ import annotations

from typing import Any

from adjudicator.engine.actions import Move
from adjudicator.rules.judge import judge
from adjudicator.rules.opinion import Ruled
from adjudicator.rules.registry import Binding
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

from .tables import BASICS, unit

UNIT = {"attack": 3, "movement": 4}
ENEMY = unit("e", "blue", attack=1, movement=4)


def rules(*more: Binding, without: str = "") -> tuple[Binding, ...]:
    """The basic rules, with some replaced by id and some added."""
    given = {binding.id: binding for binding in more}
    kept = [given.pop(binding.id, binding) for binding in BASICS if binding.id not in without.split()]
    return (*kept, *given.values())


def verdict(at: Table, to: str, **move: Any) -> Verdict:
    return judge(at, Move(("1",), to, **move)).verdict


def only(at: Table, to: str, **move: Any) -> Ruled:
    (found,) = judge(at, Move(("1",), to, **move)).findings
    return found


def values(found: Ruled) -> list[str]:
    return [row.value for row in found.opinion.rows]
