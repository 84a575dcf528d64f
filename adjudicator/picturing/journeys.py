"""The way of a move hex by hex with its points: what a report says in a line and a picture shows along it."""

from __future__ import annotations

import math

from adjudicator.engine.actions import Action, Move
from adjudicator.engine.hexes import Hex
from adjudicator.rules.movement.modes import Mode, allowance, modes_of
from adjudicator.rules.movement.search import reachable, terms_for
from adjudicator.rules.opinion import Ruled
from adjudicator.rules.table import Table

from .model import Journey, Leg
from .moves import mode_of, paces
from .scene import path_in


def journey(table: Table, action: Action, ruled: tuple[Ruled, ...]) -> Journey | None:
    """None for what is no move on the map, or has no path that anybody can count."""
    if not isinstance(action, Move):
        return None
    unit = table.unit(action.units[0])
    start = table.place_of(unit.id)
    if start is None or start not in table.grid or action.to not in table.grid or start == action.to:
        return None
    found = path_in(table, ruled, start, action.to)
    if found is None:
        return _in_order(table, action, start)
    path, said = found
    chosen = mode_of(table, action, unit, path, said)
    rule = "" if said.opinion.truth.yes else said.rule
    return None if chosen is None else _along(table, action, path, chosen[1], rule)


def _in_order(table: Table, action: Move, start: Hex) -> Journey | None:
    """The path that a legal move may have taken: the one named, or the cheapest of the first way that leads there."""
    unit = table.unit(action.units[0])
    for _, _, mode in modes_of(table, unit):
        if action.mode and mode.name != action.mode:
            continue
        span, _ = allowance(table, unit, mode)
        if action.path is not None:
            return _along(table, action, action.path, mode, "")
        if span.high == math.inf:
            continue
        ways = reachable(terms_for(table, unit, mode, action.units), start, span.high)
        if action.to in ways:
            return _along(table, action, ways[action.to].path, mode, "")
    return None


def _along(table: Table, action: Move, path: tuple[Hex, ...], mode: Mode, rule: str) -> Journey | None:
    if len(path) < 2 or not all(hex in table.grid for hex in path):
        return None
    unit = table.unit(action.units[0])
    span, _ = allowance(table, unit, mode)
    if span.low == math.inf:
        return None
    stops = paces(table, terms_for(table, unit, mode, action.units), path, span)
    legs = tuple(Leg(hex, table.at(hex), pace.step, pace.total, pace.over) for hex, pace in zip(path[1:], stops, strict=True))
    return Journey(unit.name, path[0], legs, mode.name, str(span), action.path is not None, rule)
