"""A table on which one thing is not as it is: what a player thinks who forgets a rule."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from adjudicator.engine.board import Board, Feature
from adjudicator.facts import Fact, Known
from adjudicator.rules.circumstances import SCENARIO
from adjudicator.rules.daylight import LIGHT
from adjudicator.rules.table import Table

Change = Callable[[Table, str], Table]
_NO_ZONE = "disrupted"  # what takes a unit's zone of control away


def without(*kinds: str) -> Change:
    """No hexside is of these kinds."""

    def change(table: Table, unit: str) -> Table:
        board: Board = table.board.cached(("pretend without", kinds), lambda: _without(table.board, frozenset(kinds)))
        return replace(table, board=board)

    return change


def _without(board: Board, kinds: frozenset[str]) -> Board:
    def left(stated: Fact[frozenset[Feature]]) -> Fact[frozenset[Feature]]:
        return Known(frozenset(each for each in stated.value if each.kind not in kinds)) if isinstance(stated, Known) else stated

    return board.changed(features={at: left(stated) for at, stated in board.features_of.items()})


def flat(table: Table, unit: str) -> Table:
    """The whole map lies on one level."""
    board: Board = table.board.cached("pretend flat", lambda: _flat(table.board))
    return replace(table, board=board)


def _flat(board: Board) -> Board:
    return _without(board, frozenset({"lower-hexside"})).changed(level={hex: Known(1) for hex in board.grid.all()})


def bright(table: Table, unit: str) -> Table:
    """It is day."""
    return table.after(table.state.remember(LIGHT, "day"))


def fresh(table: Table, unit: str) -> Table:
    """The unit is not disrupted."""
    return table.after(table.state.marked(unit, without=frozenset({"disrupted"})))


def limbered(table: Table, unit: str) -> Table:
    """The gun is in move mode, and it is day."""
    state = table.state.remember(LIGHT, "day").marked(unit, "move mode", without=frozenset({"fire mode"}))
    return table.after(state)


def unzoned(table: Table, unit: str) -> Table:
    """No enemy has a zone of control."""
    state = table.state
    for force in table.enemies(table.unit(unit).side):
        for enemy in force.standings:
            state = state.marked(enemy, _NO_ZONE)
    return table.after(state)


def alone(table: Table, unit: str) -> Table:
    """There are no enemies."""
    state = table.state
    for force in table.enemies(table.unit(unit).side):
        for enemy in force.standings:
            state = state.with_standing(enemy, None)
    return table.after(state)


def whole_map(table: Table, unit: str) -> Table:
    """The scenario is played on the whole map."""
    return table.after(table.state.remember(SCENARIO, "seelow"))
