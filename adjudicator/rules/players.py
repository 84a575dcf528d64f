"""Whose phase it is, by the printed order of a game and by who is the first player."""

from __future__ import annotations

from .circumstances import FIRST_PLAYER
from .sequence import BOTH, step
from .table import Table


def active_in(table: Table, phase: str) -> str:
    """The side whose phase it is, if the printed order of the game says so; empty if it is both players', or not known."""
    for binding in table.rules.many("check.phase"):
        named = [each for text in binding.given.get("order", ()) if (each := step(text)).phase == phase]
        if len(named) == 1:
            return _side_of(table, named[0].whose)
    return ""


def _side_of(table: Table, whose: str) -> str:
    if whose not in BOTH:
        return whose
    first = table.state.sure(FIRST_PLAYER, None)
    others = [side for side in table.game.sides if side != first]
    if first is None or len(others) != 1:
        return ""
    return first if whose == "first" else others[0]
