"""How a unit went, where nobody said and it matters: by a way that owes nothing, over what is gone from the map afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from adjudicator.engine.actions import Action, Mark, Move
from adjudicator.rules.apply import apply
from adjudicator.rules.fuel import OWING
from adjudicator.rules.judge import judge
from adjudicator.rules.movement.modes import allowance, modes_of
from adjudicator.rules.movement.search import Way, find, terms_for
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict


def as_they_went(table: Table, actions: Sequence[Action], gone: Sequence[str], cleared: Sequence[Mark] = ()) -> Sequence[Action]:
    """The same actions, a lone move with the path over a unit that is `gone` or through a hex that was `cleared` of a marker, or
    the way of going by which it owes no step."""
    move = actions[0] if len(actions) == 1 else None
    if not isinstance(move, Move) or move.to not in table.grid:
        return actions
    over = (_over(table, move, gone) or _through(table, move, cleared)) if move.path is None else None
    if over is not None:
        return [over]
    if move.mode is not None or not _owing(table, move):
        return actions
    for mode in dict.fromkeys(each.name for _, _, each in modes_of(table, table.unit(move.units[0]))):
        said = replace(move, mode=mode)
        if judge(table, said).verdict is Verdict.LEGAL and not _owing(table, said):
            return [said]
    return actions


def _over(table: Table, move: Move, gone: Sequence[str]) -> Move | None:
    """The move by a path on which it drives over an enemy headquarters that is gone now; None if there is none."""
    side = table.unit(move.units[0]).side
    for other in gone:
        hex = table.place_of(other)
        if hex is None or hex not in table.grid or hex == move.to or table.unit(other).side == side:
            continue
        for said in _by_way_of(table, move, hex):
            met = {enemy for at in said.path or () for enemy in table.enemy_units(side, at)}
            if met <= set(gone) and judge(table, said).verdict is Verdict.LEGAL:
                return said
    return None


def _through(table: Table, move: Move, cleared: Sequence[Mark]) -> Move | None:
    """The move by a path that accounts for a marker taken up from a hex; None if there is none, or nothing to account for."""
    for mark in cleared:
        if mark.subject == move.to or judge(table, mark).verdict is Verdict.LEGAL:
            continue
        for said in _by_way_of(table, move, mark.subject):
            if judge(table, said).verdict is Verdict.LEGAL and judge(apply(table, said), mark).verdict is Verdict.LEGAL:
                return said
    return None


def _by_way_of(table: Table, move: Move, hex: str) -> Iterator[Move]:
    """The move of one unit through a hex, by each way of going that it may have gone by."""
    unit, start = table.unit(move.units[0]), table.place_of(move.units[0])
    if start is None or start not in table.grid or len(move.units) > 1:
        return
    for _, _, mode in modes_of(table, unit):
        terms, points = terms_for(table, unit, mode), allowance(table, unit, mode)[0].high
        first = find(terms, start, hex, points) if move.mode in (None, mode.name) else None
        second = None if first is None else find(terms, hex, move.to, points - first.cost)
        if first is not None and second is not None:
            yield replace(move, path=(*first.path, *second.path[1:]))


def joined(table: Table, unit: str, start: str, rest: tuple[str, ...], mode: str | None) -> tuple[str, ...] | None:
    """The cheapest way to where a path begins, and that path; None if it leads nowhere near."""
    counter, ways = table.unit(unit), list[Way]()
    for _, _, each in modes_of(table, counter) if start in table.grid else ():
        if mode in (None, each.name):
            found = find(terms_for(table, counter, each), start, rest[0], allowance(table, counter, each)[0].high)
            ways += [] if found is None else [found]
    least = min(ways, key=lambda way: way.cost, default=None)
    return None if least is None else (*least.path, *rest[1:])


def _owing(table: Table, move: Move) -> bool:
    """Does the unit perhaps owe a step for the move?"""
    owing = apply(table, move).state.listed(OWING)
    return any(unit in owing and not owing[unit].no for unit in move.units)
