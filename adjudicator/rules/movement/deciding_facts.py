"""Which facts would decide whether a move can be made, where it hangs on what nobody knows."""

from __future__ import annotations

from itertools import pairwise

from adjudicator.engine.board import Board
from adjudicator.engine.hexes import Hex
from adjudicator.factname import FactName
from adjudicator.facts import Interval, Unknown

from .. import stacking, zoc
from .ground import edges
from .search import Terms, Way, find, follow, reachable


def touched(terms: Terms, start: Hex, points: float) -> frozenset[FactName]:
    """The unknown facts that a search from here meets: the only ones that could decide."""
    table, side = terms.table, terms.unit.side
    needs: set[FactName] = set()
    for hex in {start, *reachable(terms, start, points)}:
        needs |= zoc.controlled(table, side, hex).needs
        if terms.mode.stacked_en_route:
            needs |= stacking.fits(table, side, hex, (terms.unit.id,), passing=True).needs
        for step in edges(table, terms.ground, terms.mode, hex):
            needs |= step.needs | zoc.controlled(table, side, step.to).needs
            if step.to in terms.occupied and (rule := table.rules.find("movement.enemy", side=side)) is not None:
                needs |= rule(table, terms.unit, step.to).needs
    return frozenset(needs)


def on_the_way(terms: Terms, path: tuple[Hex, ...]) -> frozenset[FactName]:
    """The unknown facts on which one path hangs."""
    table, side = terms.table, terms.unit.side
    rule = table.rules.find("movement.enemy", side=side)
    needs: set[FactName] = set()
    for hex in path:
        needs |= zoc.controlled(table, side, hex).needs
        if terms.mode.stacked_en_route:
            needs |= stacking.fits(table, side, hex, (terms.unit.id,), passing=True).needs
        if hex in terms.occupied and rule is not None:
            needs |= rule(table, terms.unit, hex).needs
    for frm, to in pairwise(path):
        needs |= next((each.needs for each in edges(table, terms.ground, terms.mode, frm) if each.to == to), frozenset())
    return frozenset(needs)


def _unsurveyed(board: Board) -> bool:
    """Is so little known of the map that any search meets more facts than anybody can supply?"""
    unknown = (isinstance(fact, Unknown) for fact in board.terrain_of.values())
    return board.cached("unsurveyed", lambda: board.elsewhere is None or sum(unknown) > _MANY)


_MANY = 40  # unknown facts within reach beyond which only those of one path are asked for: on a map that nobody has surveyed


def deciding(
    terms: Terms, start: Hex, goal: Hex, allowance: Interval, path: tuple[Hex, ...] | None, best: Way
) -> tuple[FactName, ...]:
    """The facts that would decide, each of them: for none of those named is there a legal path without it.

    A smallest set of facts that, turning out well, makes the move legal whatever the others are. `best` is the path that there is
    if all facts turn out well: where a great many are unknown, those are named without which this path is not open.
    """
    fears = terms.fears()
    own = terms.mode.may.needs | allowance.needs
    needed = frozenset[FactName]() if _unsurveyed(terms.table.board) else touched(terms, start, allowance.high) | own
    other_paths = path is None and 0 < len(needed) <= _MANY
    if not needed or len(needed) > _MANY:
        needed = on_the_way(terms, best.path) | own

    def legal(given: frozenset[FactName]) -> bool:
        asked = terms.with_facts(given, fears)
        limit = allowance.high if allowance.needs <= given else allowance.low
        if follow(asked, best.path, limit) is not None:
            return True
        return other_paths and find(asked, start, goal, limit) is not None

    for fact in sorted(needed):
        if legal(needed - {fact}):
            needed -= {fact}
    return tuple(sorted(needed))
