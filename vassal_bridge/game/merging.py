"""How things come to lie on and in each other: merging, placing, and what a move finds at the place it goes to."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from ..commands import MovePiece
from .table import PieceTable
from .units import DECK, NO_LAYER, PIECE, STACK

Finder = Callable[[str], bool | None]
"""Tries to merge with one thing. None: it does not apply, look on; else whether anything was done."""


def move(table: PieceTable, command: MovePiece) -> None:
    """Carry out a move of a piece or of a whole stack."""
    key = table.live(command.id)
    if key is None:
        return
    place = table.sight.world.known(command.map)
    if place is None:
        before = table.sight.world.known(command.old_map)
        if before is not None:
            table.take_off(key, before)
    elif command.under is None:
        _move_freely(table, command, key, place)
        parent = table.units[key].parent
        if parent is not None:
            table.insert(parent, key, 0)
    else:
        under = table.live(command.under)
        if under is not None and table.place(under) == (place, command.x, command.y):
            merge(table, under, key, place)
        else:  # somebody was faster
            _move_freely(table, command, key, place)
    table.raise_moved(key)


def _move_freely(table: PieceTable, command: MovePiece, key: str, place: str) -> None:
    """To a place, into what lies there if it may."""
    if _visit(table, place, command.x, command.y, lambda other: _move_onto(table, command, key, place, other)) is None:
        _stack_or_place(table, key, place, command.x, command.y)


def _visit(table: PieceTable, place: str, x: int, y: int, finder: Finder) -> bool | None:
    for other in table.at(place, x, y):
        done = finder(other)
        if done is not None:
            return done
    return None


def _move_onto(table: PieceTable, command: MovePiece, key: str, place: str, other: str) -> bool | None:
    sight, there, player = table.sight, table.units[other], command.player or table.sight.viewer.id
    if there.kind == DECK:
        return merge(table, other, key, place)
    if not _may_stack(table, key, place):
        return None
    if there.kind == STACK:
        if sight.top_for(table, there, player) is None or not sight.can_merge(table, key, other, place):
            return None
        return merge(table, other, key, place)
    if not sight.stacks(there) or not sight.can_merge(table, key, other, place):
        return None
    owner = sight.owner(there)
    if owner is not None and owner != player:
        return None
    return merge(table, other, key, place)


def _may_stack(table: PieceTable, key: str, place: str) -> bool:
    rules = table.sight.world.rules(place)
    return rules is not None and rules.stacking and table.sight.stacks(table.units[key])


def _stack_or_place(table: PieceTable, key: str, place: str, x: int, y: int) -> None:
    unit = table.units[key]
    if unit.kind == PIECE and unit.parent is None and _may_stack(table, key, place):
        stack = table.new_stack(None, 0, 0)
        table.insert(stack, key, 0)
        put_down(table, stack, place, x, y)
    else:
        put_down(table, key, place, x, y)


def put_down(table: PieceTable, key: str, place: str, x: int, y: int) -> None:
    """Place something on a map, on its own."""
    table.set_point(key, x, y)
    table.lay(key, place)


def stack_for(table: PieceTable, key: str) -> str:
    """A new stack with one piece in it, at the place of the piece but not yet on its map."""
    place, x, y = table.place(key)
    stack = table.new_stack(place, x, y)
    if place is not None:
        rules = table.sight.world.rules(place)
        layer = NO_LAYER if rules is None else table.layer(key, place)
        table.put(stack, replace(table.units[stack], layer=layer))
    table.insert(stack, key, 0)
    return stack


def merge(table: PieceTable, fixed: str, moving: str, place: str) -> bool:
    """Put something onto something else. Whether anything was done: nothing is, if it lies there already as a whole."""
    there = table.units[fixed]
    if there.kind != PIECE:
        top = table.sight.top(table, there)
        if top is not None:
            return merge(table, top, moving, place)
    onto = there.parent
    index = 0 if onto is None else table.index_of(fixed) + 1
    if moving in (fixed, onto):
        return False
    if onto is None:
        onto, index = (fixed, len(there.members)) if there.kind != PIECE else (_stack_under(table, fixed), 1)
    unit = table.units[moving]
    if unit.kind != PIECE:
        for member in unit.members:
            table.insert(onto, member, index)
            index += 1
        return bool(unit.members)
    if unit.parent == onto and table.index_of(moving) < index:
        index -= 1
    before = table.map_of(moving)
    if before is not None and before != place:
        table.take_off(moving, before)
    table.insert(onto, moving, index)
    return True


def _stack_under(table: PieceTable, key: str) -> str:
    place = table.map_of(key)
    stack = stack_for(table, key)
    if place is not None:
        unit = table.units[stack]
        put_down(table, stack, place, unit.x, unit.y)
    return stack


def place_or_merge(table: PieceTable, key: str, place: str, x: int, y: int) -> None:
    """Put something down where others may lie: what VASSAL does with a piece that may have changed its layer."""
    if _visit(table, place, x, y, lambda other: _merge_onto(table, key, place, other)):
        return
    put_down(table, key, place, x, y)
    if table.units[key].kind == PIECE and _may_stack(table, key, place):
        stack = stack_for(table, key)
        put_down(table, stack, place, x, y)


def _merge_onto(table: PieceTable, key: str, place: str, other: str) -> bool | None:
    sight, there = table.sight, table.units[other]
    if there.kind == DECK:
        return None if sight.carries(table, key) else merge(table, other, key, place)
    if not _may_stack(table, key, place) or not sight.can_merge(table, other, key, place):
        return None
    if there.kind == STACK:
        return merge(table, other, key, place) if sight.top(table, there) is not None else None
    if not sight.visible(there) or not sight.stacks(there):
        return None
    return merge(table, other, key, place)
