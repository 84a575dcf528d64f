"""Moves: the path with its points, hex by hex."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

from adjudicator.engine.actions import Advance, Move
from adjudicator.engine.hexes import Hex
from adjudicator.engine.units import Unit
from adjudicator.facts import Interval, points
from adjudicator.rules import zoc
from adjudicator.rules.movement.account import account
from adjudicator.rules.movement.ground import edge
from adjudicator.rules.movement.modes import Mode, allowance, modes_of
from adjudicator.rules.movement.search import Terms, reachable, terms_for
from adjudicator.rules.opinion import Ruled
from adjudicator.rules.table import Table

from .model import Role
from .scene import Pace, Scene, Trail, on_map, path_in

_MOST_POINTS = 12  # of a way of travelling whose reach is shown; farther, the picture would be a map


def move(table: Table, action: Move, ruled: tuple[Ruled, ...]) -> Scene | None:
    """From where to where, by which way, and in whose zones of control."""
    unit = table.unit(action.units[0])
    start = table.place_of(unit.id)
    ends = on_map(table, start, action.to)
    if not ends:
        return None
    roles: dict[Hex, Role] = {action.to: "goal"} if action.to in table.grid else {}
    if start is not None and start in table.grid:
        roles[start] = "start"
    wrong = start is not None and not all(each.opinion.truth.yes for each in ruled)
    trail, notes = _way(table, action, unit, ruled)
    zone = zoc.controllers(table, unit.side, action.to) if action.to in table.grid else ()
    return Scene(
        zones_for=unit.side,
        roles=roles,
        acting=action.units,
        facing=zone,
        coming=tuple((id_, action.to) for id_ in action.units if table.place_of(id_) != action.to and action.to in table.grid),
        trails=() if trail is None else (trail,),
        notes=notes,
        reach=within_reach(table, unit, start) if wrong and start is not None else frozenset(),
    )


def within_reach(table: Table, unit: Unit, start: Hex) -> frozenset[Hex]:
    """Where its points would have led a unit, by whichever way of travelling leads farthest hex by hex."""
    if start not in table.grid:
        return frozenset()
    found: set[Hex] = set()
    for _, _, mode in modes_of(table, unit):
        span, _ = allowance(table, unit, mode)
        if span.high <= _MOST_POINTS:
            found |= reachable(terms_for(table, unit, mode), start, span.high).keys()
    return frozenset(found - {start})


def _way(table: Table, action: Move, unit: Unit, ruled: tuple[Ruled, ...]) -> tuple[Trail | None, tuple[str, ...]]:
    start = table.place_of(unit.id)
    if start is None or start not in table.grid or action.to not in table.grid or start == action.to:
        return None, ()
    found = path_in(table, ruled, start, action.to)
    if found is None:
        stated = action.path is not None and all(hex in table.grid for hex in action.path)
        if stated and action.path is not None:
            return Trail("move", action.path), ("the path that the players named",)
        return Trail("unclear", (start, action.to)), ("no path leads there",)
    path, said = found
    chosen = mode_of(table, action, unit, path, said)
    if chosen is None:
        return Trail("move", path), ()
    terms, mode = chosen
    span, _ = allowance(table, unit, mode)
    named = "the path that the players named" if action.path is not None else "the cheapest path"
    if span.low == math.inf:
        return Trail("move", path), (f"{named}, {mode.name} movement without limit",)
    trail = Trail("move", path, tuple(paces(table, terms, path, span)))
    return trail, (f"{named}, {mode.name} movement: needs {trail.paces[-1].total} points, has {span}",)


def mode_of(table: Table, action: Move, unit: Unit, path: tuple[Hex, ...], said: Ruled) -> tuple[Terms, Mode] | None:
    """The way of travelling that the rule looked at: the one it is named after, or whose arithmetic it shows."""
    tried = [(binding, mode, terms_for(table, unit, mode, action.units)) for binding, _, mode in modes_of(table, unit)]
    rows = set(said.opinion.rows)

    def likeness(each: tuple[str, Mode, Terms]) -> tuple[bool, int, bool]:
        binding, mode, terms = each
        shown = sum(row in rows for row in account(table, terms, path)) if rows else 0
        return mode.name == action.mode, shown, binding == said.rule

    if not tried:
        return None
    _, mode, terms = max(tried, key=likeness)  # of equals the first, as rules try them
    return terms, mode


def paces(table: Table, terms: Terms, path: tuple[Hex, ...], span: Interval) -> Iterator[Pace]:
    """What each step takes. Where all points are taken at once, or a step is closed, sums say nothing more."""
    low = high = 0.0
    summed = True
    for hex, to in pairwise(path):
        step = edge(table.board, terms.ground, terms.mode, hex, to)
        leaves = zoc.controlled(table, terms.unit.side, hex)
        enters = zoc.controlled(table, terms.unit.side, to)
        if step.low is None:
            yield Pace("closed", "", f"{table.at(to)} is closed to it", over=True)
            summed = False
            continue
        at_most = step.high or step.low
        least = step.low.cost + terms.effect.leave * leaves.yes + terms.effect.enter * enters.yes
        most = at_most.cost + terms.effect.leave * (not leaves.no) + terms.effect.enter * (not enters.no)
        low, high = low + least, high + most
        summed = summed and not step.low.everything
        doubt = "?" if step.high is None else ""
        total = _between(low, high) + doubt if summed else "all"
        taken = f"+{_between(least, most)}{doubt}" if not step.low.everything else "all"
        barred = not terms.may_pass(to, path[-1])
        why = ", but it may not go there" if barred else ", if it is open to it" if doubt else ""
        said = f"{table.at(to)}: {taken}, {total} so far{why}"
        yield Pace(total, taken, said, over=barred or (summed and low > span.high))


def _between(low: float, high: float) -> str:
    return points(low) if low == high else f"{points(low)}-{points(high)}"


def advance(table: Table, action: Advance, ruled: tuple[Ruled, ...]) -> Scene | None:
    """Where units went after a combat."""
    side, start = table.unit(action.units[0]).side, table.place_of(action.units[0])
    if action.to not in table.grid:
        return None
    roles: dict[Hex, Role] = {action.to: "goal"}
    starts = on_map(table, *(table.place_of(id_) for id_ in action.units))
    roles.update(dict.fromkeys(starts, "start"))
    path = action.path if action.path is not None and all(hex in table.grid for hex in action.path) else None
    if path is None and start is not None and start in table.grid:
        found = path_in(table, ruled, start, action.to)
        path = found[0] if found is not None else (start, action.to)
    trail = Trail("advance", path) if path is not None and len(path) > 1 else None
    return Scene(
        zones_for=side,
        roles=roles,
        acting=action.units,
        coming=tuple((id_, action.to) for id_ in action.units if table.place_of(id_) != action.to),
        trails=() if trail is None else (trail,),
    )
