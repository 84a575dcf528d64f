"""Dice that are thrown once: nobody throws again for the same thing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from adjudicator.engine.actions import Roll
from adjudicator.engine.memory import Lifetime, Memory
from adjudicator.engine.state import State
from adjudicator.engine.terms import PhaseWord, RollWord
from adjudicator.facts import truth

from .opinion import Opinion
from .registry import SHARED
from .table import Table

THROWN: Final[Memory[frozenset[tuple[str, str, str]]]] = SHARED.memory(
    "thrown",
    frozenset[tuple[str, str, str]],
    "what dice were thrown for: each with its unit, and its phase if that has dice of its own",
    lasts=Lifetime.TURN,
    default=frozenset(),
    forbids=True,
)


def _key(table: Table, roll: Roll, apart: str) -> tuple[str, str, str]:
    return roll.purpose, roll.unit or "", apart if table.state.phase == apart else ""


@SHARED.rule("check.roll")
def once_a_turn(
    table: Table,
    roll: Roll,
    *,
    purposes: frozenset[RollWord],
    apart: PhaseWord = "",
    each_for_a_unit: bool = False,
) -> Iterator[Opinion]:
    """For some purposes dice are thrown once a turn, for each unit once; a phase `apart` has dice of its own. Where nobody keeps
    phases nothing is said, nor of dice that are `each_for_a_unit` where nobody says for which."""
    if roll.purpose in purposes and table.state.phase and (roll.unit is not None or not each_for_a_unit):
        again = _key(table, roll, apart) in table.state.those(THROWN)
        whom = "" if roll.unit is None else f" for {table.unit(roll.unit).name}"
        yield Opinion(
            truth(not again), f"{roll.purpose} was thrown{whom} before in this turn", units=(roll.unit,) if roll.unit else ()
        )


@SHARED.rule("after.roll")
def remembered(after: Table, roll: Roll, before: Table, *, apart: PhaseWord = "") -> State:
    """What was thrown for."""
    return after.state.adding(THROWN, _key(before, roll, apart))
