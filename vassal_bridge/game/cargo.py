"""Mats and what lies on them: each side of the two remembers the other in its state, and tells the other what it learns."""

from __future__ import annotations

from msgspec.structs import replace

from ..sequence import decode, encode, nested_join
from ..traits.reader import TAB
from .table import PieceTable
from .units import PIECE, whole

NO_MAT = "noMat"


def load_mat(table: PieceTable, key: str, state: str) -> str:
    """A mat is told what lies on it; what is not in the game is left out. Its state then."""
    tokens = decode(state, ";")
    listed = tokens[1 : 1 + max(0, whole(tokens[0]))]
    present = [
        identity for identity in dict.fromkeys(listed) if (one := table.live(identity)) is not None and _can_ride(table, one)
    ]
    for identity in present:
        places = table.sight.types[table.units[identity].type].cargoes
        if places and identity != key:
            _set_part(table, identity, min(places), encode([table.units[key].id], ";") or "")
    if present == listed == tokens[1:]:
        return state
    return encode([str(len(present)), *present], ";") or ""


def mount(table: PieceTable, key: str, state: str) -> str:
    """A piece is told on which mat it lies; if the mat is not in the game, on none. Its state then."""
    token = decode(state, ";")[0]
    mat = None if token == NO_MAT else table.live(token)
    if mat is None:
        return NO_MAT
    unit = table.units[mat]
    places = table.sight.types[unit.type].mats if unit.kind == PIECE else None
    if places and mat != key:
        place = min(places)
        tokens = decode(table.sight.types.parts(unit)[place], ";")
        carried = tokens[1 : 1 + max(0, whole(tokens[0]))]
        table.charge(len(carried))
        identity = table.units[key].id
        if identity not in carried:
            _set_part(table, mat, place, encode([str(len(carried) + 1), *carried, identity], ";") or "")
    return state


def _can_ride(table: PieceTable, key: str) -> bool:
    unit = table.units[key]
    return unit.kind == PIECE and table.sight.types[unit.type].count > 1


def _set_part(table: PieceTable, key: str, place: int, value: str) -> None:
    unit = table.units[key]
    parts = table.sight.types.parts(unit)
    if place < len(parts) and parts[place] != value:
        parts[place] = value
        table.put(key, replace(unit, state=nested_join(parts, TAB)))
