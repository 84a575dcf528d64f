"""Who bombards first, where both sides do in one phase."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from adjudicator.engine import actions as act
from adjudicator.engine.memory import Lifetime, Memory
from adjudicator.engine.state import State
from adjudicator.engine.terms import AttackWord, PhaseWord, SideWord
from adjudicator.facts import NO

from .opinion import Opinion
from .registry import SHARED
from .table import Table

BOMBARDED: Final[Memory[frozenset[str]]] = SHARED.memory(
    "have bombarded",
    frozenset[str],
    "the sides that have bombarded in the phase",
    lasts=Lifetime.TURN,
    default=frozenset(),
    forbids=True,
)


def _bombards(table: Table, attack: act.Attack, kind: str, phase: str) -> str | None:
    """The side that does, in such a phase; None if that is not known, or it is something else."""
    if table.state.phase != phase or attack.kind != kind:
        return None
    sides = [side for side in table.game.sides if table.enemy_units(side, attack.target)]
    return sides[0] if len(sides) == 1 else None


@SHARED.rule("check.attack")
def one_side_first(
    table: Table, attack: act.Attack, *, first: SideWord, phase: PhaseWord, kind: AttackWord = "bombardment"
) -> Iterator[Opinion]:
    """In a phase of both one side makes all its bombardments before the other does."""
    others = table.state.those(BOMBARDED) - {first}
    if others and _bombards(table, attack, kind, phase) == first:
        side, other = table.game.side_name(first), table.game.side_name(min(others))
        message = f"the {side} player bombards {table.at(attack.target)} after the {other} player has begun: he goes first"
        yield Opinion(NO, message, hexes=(attack.target,))


@SHARED.rule("after.attack")
def remembered(after: Table, attack: act.Attack, before: Table, *, phase: PhaseWord, kind: AttackWord = "bombardment") -> State:
    """Who has bombarded in the phase."""
    side = _bombards(before, attack, kind, phase)
    return after.state if side is None else after.state.adding(BOMBARDED, side)
