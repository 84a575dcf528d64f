"""Loading a saved position. Saves may hold tens of thousands of units, so the common ones take a short way.

The short way does what `states.add` does, for units that are new to the game and written as VASSAL writes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..commands import AddPiece, parse_command
from ..errors import FormatError
from ..sequence import token_ends
from . import states
from .table import GHOST, BrokenCommandError, Home, PieceTable
from .units import LAYER, NO_MAP, PIECE, STACK, PieceUnit, core_of, kind_of, place_of_core, whole

_MARK = len(LAYER)
_LOWEST = f"{LAYER}0"


def load_units(
    table: PieceTable, texts: Iterable[str], other: Callable[[str], object], complain: Callable[[str], object]
) -> None:
    """Carry out the add commands among these texts; all else is for `other`."""
    units, homes = table.units, table.homes
    empties: dict[str, tuple[str, int, int, int, int] | None] = {}  # by state text: what `_empty` finds
    for text in texts:
        if text[:2] != "+/":
            other(text)
            continue
        parts = text.split("/")
        if len(parts) == 4 and parts[2] == STACK:  # some games leave tens of thousands of empty stacks behind
            _, identity, _, state = parts
            if state not in empties:
                empties[state] = _empty(table, state)
            found = empties[state]
            if found is not None and identity not in units and _is_plain(parts):
                on, x, y, made, layer = found
                units[identity] = PieceUnit(identity, STACK, STACK, "", on, x, y, None, (), made)
                table.order = order = table.order + 1
                homes[identity] = (Home(on, layer, order),)
                continue
        try:
            if len(parts) > 4:
                parts = _joined(parts)
            if len(parts) != 4 or not _is_plain(parts) or not _unit(table, *parts[1:]):
                command = parse_command(text)
                if isinstance(command, AddPiece):
                    states.add(table, command)
        except (BrokenCommandError, FormatError) as error:
            complain(str(error))


def _empty(table: PieceTable, state: str) -> tuple[str, int, int, int, int] | None:
    """Of an empty stack: map, point, the layer it was made for, and the one it is drawn in."""
    tokens = state.split(";")
    if len(tokens) != 4 or tokens[3][:_MARK] != LAYER or "'" in state or "\\" in state or tokens[0] == NO_MAP:
        return None
    if tokens[3] in table.units:
        return None
    made = whole(tokens[3][_MARK:])
    on = table.sight.world.known(tokens[0])
    if on is None or (not made and tokens[3] != _LOWEST):
        return None
    return on, whole(tokens[1]), whole(tokens[2]), made, table.sight.layer_of_nothing(on)


def _joined(parts: list[str]) -> list[str]:
    """Put together again what was taken apart at delimiters that are not real ones."""
    tokens: list[str] = []
    start = 0
    for end in token_ends(parts):
        token = parts[start : end + 1]
        tokens.append("/".join([*(part[:-1] for part in token[:-1]), token[-1]]))
        start = end + 1
    return tokens


def _is_plain(parts: list[str]) -> bool:
    """Whether these are the tokens of an add command, with nothing to be taken off them."""
    _, identity, type_text, state = parts
    quoted = "'" in (identity[:1], type_text[:1], state[:1])
    return not quoted and identity != NO_MAP and identity[-1:] != "\\" and type_text[-1:] != "\\"


def _unit(table: PieceTable, identity: str, type_text: str, state: str) -> bool:
    """Take the short way, if there is one."""
    if identity in table.units:
        return False
    if type_text == STACK:
        return _stack(table, identity, state)
    return kind_of(type_text) == PIECE and _piece(table, identity, type_text, state)


def _piece(table: PieceTable, identity: str, type_text: str, state: str) -> bool:
    facts = table.sight.types[type_text]
    if facts.mats or facts.cargoes:
        return False  # they tell each other where they are
    core = core_of(state, facts.count)
    if not core:
        return False
    on, x, y = place_of_core(core)
    on = table.sight.world.known(on)
    table.units[identity] = PieceUnit(identity, PIECE, type_text, state, on, x, y)
    if on is not None:
        _first_home(table, identity, on)
    return True


def _stack(table: PieceTable, identity: str, state: str) -> bool:
    tokens = state.split(";")
    units = table.units
    if len(tokens) < 3 or "\\" in state or "'" in state or tokens[0] == NO_MAP:
        return False
    on = table.sight.world.known(tokens[0])
    if on is None:
        return False
    layer = -1
    members: dict[str, None] = {}
    for token in tokens[3:]:
        child = units.get(token)
        if token == identity:
            return False
        if child is None:
            if token[:_MARK] == LAYER:
                layer = whole(token[_MARK:])
                if not layer and token != _LOWEST:
                    return False
        elif child.kind != PIECE or child.parent is not None or token in members or token.startswith(GHOST):
            return False
        else:
            members[token] = None
    for member in members:
        child = units[member]
        if child.map is not None:
            table.take_off(member, child.map)
        units[member] = PieceUnit(child.id, PIECE, child.type, child.state, on, child.x, child.y, identity)
    units[identity] = PieceUnit(identity, STACK, STACK, "", on, whole(tokens[1]), whole(tokens[2]), None, tuple(members), layer)
    _first_home(table, identity, on)
    return True


def _first_home(table: PieceTable, identity: str, on: str) -> None:
    table.order += 1
    table.homes[identity] = (Home(on, table.layer(identity, on), table.order),)
    table.stale.add(identity)
