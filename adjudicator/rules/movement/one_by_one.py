"""One unit after the other: a move is over when another unit moves, and one that goes on must be possible as a single move."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from adjudicator import factname
from adjudicator.engine.actions import Move, Remove
from adjudicator.engine.deeds import MOVED
from adjudicator.engine.hexes import Hex
from adjudicator.engine.memory import Lifetime, Memory
from adjudicator.engine.state import State
from adjudicator.engine.terms import KindWord
from adjudicator.engine.units import Unit
from adjudicator.facts import NO, YES, Truth, unsure

from ..map_in_play import movers
from ..opinion import Opinion
from ..registry import SHARED
from ..table import Table
from .checks import attempt
from .modes import modes_of

BEGAN: Final[Memory[dict[str, str]]] = SHARED.memory(
    "last moved",
    dict[str, str],
    "the units that moved last, each with the hex in which its move began",
    lasts=Lifetime.PHASE,
    default={},
    forbids=True,
)
WENT: Final[Memory[dict[str, tuple[str, ...]]]] = SHARED.memory(
    "way of the last move",
    dict[str, tuple[str, ...]],
    "the units that moved last, each with the path that was named for all of its move so far",
    lasts=Lifetime.PHASE,
    default={},
    forbids=True,
)
SAID: Final[Memory[dict[str, str]]] = SHARED.memory(
    "said to move",
    dict[str, str],
    "the units that moved last and were said to travel in a certain way, each with that way",
    lasts=Lifetime.PHASE,
    default={},
    forbids=True,
)


@SHARED.rule(after=(Move, Remove))
def remember(after: Table, action: Move | Remove, before: Table, *, not_kinds: frozenset[KindWord] = frozenset()) -> State:
    """Who moved last, and from where: a unit may be dragged on as long as no other has moved or left the map."""
    units = [id_ for id_ in movers(before, action) if before.unit(id_).kind not in not_kinds]
    if not units:
        return after.state
    started, said = began(before), before.state.listed(SAID)
    starts = {id_: started.get(id_, before.place_of(id_) or "") for id_ in units}
    ways = {id_: way for id_ in units if isinstance(action, Move) and (way := _way(before, id_, action))}
    modes = {id_: action.mode if isinstance(action, Move) and action.mode else said.get(id_) for id_ in units}
    on_its_way = {id_: mode for id_, mode in modes.items() if mode is not None and after.place_of(id_) != starts[id_]}
    state = after.state.adding(MOVED, *units).remember(BEGAN, starts).remember(WENT, ways)
    return state.remember(SAID, on_its_way)  # who was put back may go in another way


@SHARED.rule(on=(Move, Remove))
def one_after_the_other(
    table: Table, action: Move | Remove, *, not_kinds: frozenset[KindWord] = frozenset()
) -> Iterator[Opinion]:
    """Nobody moves on after another unit has moved. Units of some kinds come and go as they like."""
    started = began(table)
    for id_ in movers(table, action):
        unit = table.unit(id_)
        if unit.kind in not_kinds:
            continue
        if not table.state.has(MOVED, id_).yes:
            yield Opinion(YES, units=(id_,))
            continue
        start = started.get(id_)
        if start is None and started:
            yield Opinion(
                _not_here(table),
                f"{unit.name} moved on after {table.names(tuple(sorted(started)))} had moved",
                units=(id_,),
                fix=f"put {unit.name} back to {table.place_of(id_)}",
            )
        elif isinstance(action, Move) and start in table.grid and action.to in table.grid and start != action.to:
            yield _in_parts(table, unit, start or "", action)


def _in_parts(table: Table, unit: Unit, start: Hex, move: Move) -> Opinion:
    """Whoever is dragged on must have been able to go there at once, and the whole of it in the way that was said of a part."""
    said = table.state.listed(SAID).get(unit.id)
    mode = move.mode or said
    whole = Move((unit.id,), move.to, _way(table, unit.id, move), mode=mode)
    text = f"{unit.name} moved from {table.at(start)} to {table.at(move.to)} in two parts, farther than in one move"
    cite: tuple[str, ...] = ()
    fine = _possible(table, unit, start, whole) and said in (None, mode)
    if not fine and mode is not None and _possible(table, unit, start, replace(whole, mode=None)):
        text = f"{unit.name} went only a part of its way from {table.at(start)} to {table.at(move.to)} by {mode} movement"
        cite = next((sections for _, sections, each in modes_of(table, unit) if each.name == mode), ())
    return Opinion(YES if fine else _not_here(table), text, units=(unit.id,), hexes=(start, move.to), cite=cite)


def _way(table: Table, id_: str, move: Move) -> tuple[Hex, ...] | None:
    """The path of a move with what the unit had gone before it; None if it was not named throughout."""
    start = table.place_of(id_)
    if began(table).get(id_, start) == start:
        return move.path
    before = table.state.listed(WENT).get(id_)
    return None if before is None or move.path is None or before[-1] != start else (*before, *move.path[1:])


def _not_here(table: Table) -> Truth:
    """No; but where nobody keeps phases it may be another one."""
    return NO if table.state.phase else unsure(factname.phase())


def _possible(table: Table, unit: Unit, start: Hex, whole: Move) -> bool:
    """Could it have gone there at once from where it began, by the path that was named for it if one was?"""
    there = as_it_began(table, unit.id, start)
    ways = (each for each in modes_of(there, unit) if whole.mode in (None, each[2].name))
    return any(not attempt(there, unit, start, whole, each).truth.no for each in ways)


def as_it_began(table: Table, unit: str, start: Hex) -> Table:
    """The table with a unit back where its move began, as before it moved at all."""
    state = table.state.moved(unit, start)
    return table.after(state.amend(MOVED, state.those(MOVED) - {unit}))


def began(table: Table) -> Mapping[str, Hex]:
    """Where the units that moved last began. Once their move is no longer of this phase it is forgotten."""
    moved = table.state.those(MOVED)
    return {id_: start for id_, start in table.state.listed(BEGAN).items() if id_ in moved}
