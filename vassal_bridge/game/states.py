"""What becomes of a unit when a command brings it, changes its state or takes it away."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from ..commands import AddPiece, ChangePiece, RemovePiece
from ..fields import java_int
from ..sequence import decode, encode, nested_join
from ..traits.reader import TAB
from .cargo import load_mat, mount
from .merging import place_or_merge
from .table import BrokenCommandError, PieceTable
from .units import (
    DECK,
    LAYER,
    NO_MAP,
    PIECE,
    PieceUnit,
    core_of,
    keep_unique_id,
    kind_of,
    place_of_core,
    straight,
    straight_like,
    whole,
    with_core,
)


def add(table: PieceTable, command: AddPiece) -> None:
    """A unit comes into the game."""
    identity = table.own_ids() if command.id is None else command.id
    kind = kind_of(command.type)
    unit = PieceUnit(identity, kind, command.type, command.state if kind == PIECE else "")
    key = table.new_key(unit)
    table.put(key, unit)
    set_state(table, key, command.state)
    if table.map_of(key) is not None:
        table.raise_moved(key)


def remove(table: PieceTable, command: RemovePiece) -> None:
    """A unit leaves the game. What lay in a stack does not leave with it."""
    key = table.live(command.id)
    if key is None:
        return
    table.raise_moved(key)
    place = table.map_of(key)
    if place is not None:
        table.take_off(key, place)
        table.set_map(key, None)
    table.detach(key)
    if table.units[key].members or key in table.strays or key in table.homes:
        table.rename(key)
    else:
        table.drop(key)


def change(table: PieceTable, command: ChangePiece) -> None:
    """A unit's state changes: with the state before, only what differs between the two."""
    key = table.live(command.id)
    if key is None:
        return
    if command.old_state is None:
        set_state(table, key, command.new_state)
    elif table.units[key].kind == PIECE:
        _merge_piece(table, key, command.new_state, command.old_state)
    else:
        set_state(table, key, _merged_stack(table, key, command.new_state, command.old_state))


def set_state(table: PieceTable, key: str, state: str) -> None:
    """A unit takes a state as a whole."""
    kind = table.units[key].kind
    if kind == PIECE:
        _set_piece(table, key, state)
    elif kind == DECK:
        _set_deck(table, key, state)
    else:
        _set_stack(table, key, state)


# --- pieces ---------------------------------------------------------------------------------------------------------------------


def _set_piece(table: PieceTable, key: str, state: str) -> None:
    unit = table.units[key]
    types = table.sight.types
    facts = types[unit.type]
    parts = types.split(unit.type, state)
    if facts.tangled:
        draft = _Draft(table, key, list(parts) if unit.state == state else types.parts(unit))
        for place in range(min(len(parts), facts.count - 1)):
            draft.set(place, parts[place])
        draft.store()
        if draft.parts[:-1] != parts[:-1]:
            state = nested_join([*draft.parts[:-1], parts[-1]], TAB)
    elif facts.sent and unit.state != state:
        have = types.parts(unit)
        known = facts.sent.intersection(range(len(have)))
        told = [kept_way_back(have[place], part) if place in known else part for place, part in enumerate(parts)]
        if told != parts:
            state = nested_join(told, TAB)
    if len(parts) < facts.count:
        raise BrokenCommandError("the state of a piece lacks some of its traits")
    core = parts[-1] if unit.state == state else keep_unique_id(core_of(unit.state, facts.count), parts[-1])
    _set_core(table, key, state if core == parts[-1] else with_core(state, facts.count, core), core)


def _merge_piece(table: PieceTable, key: str, new: str, old: str) -> None:
    unit = table.units[key]
    types = table.sight.types
    facts = types[unit.type]
    watched = facts.mats or facts.cargoes or (facts.dynamic and (facts.hides is not None or table.sight.world.has_layers))
    news = None if watched else straight(new, facts.count)
    olds = None if news is None else straight_like(old, news)
    have = None if news is None else straight_like(unit.state, news)
    if news is None or olds is None or have is None:
        _merge_piece_slowly(table, key, new, old)
        return
    core, old_core = news.pop(), olds.pop()
    if news != olds:
        for place, (value, before) in enumerate(zip(news, olds, strict=True)):
            if value != before:
                have[place] = _kept_raw(have[place], value) if place in facts.sent else value
                if place in facts.dynamic:
                    lay_anew(table, key, _nothing)
    if core == old_core:
        table.put(key, replace(table.units[key], state=TAB.join(have)))
        return
    core = keep_unique_id(have[-1], core)
    have[-1] = core
    _set_core(table, key, TAB.join(have), core)


def _merge_piece_slowly(table: PieceTable, key: str, new: str, old: str) -> None:
    unit = table.units[key]
    types = table.sight.types
    count = types[unit.type].count
    news, olds = types.split(unit.type, new), types.split(unit.type, old)
    outer = min(len(news), len(olds), count) - 1
    draft = _Draft(table, key, types.parts(unit))
    for place in range(outer):
        if news[place] != olds[place]:
            draft.set(place, news[place])
    draft.store()
    if outer < count - 1:
        raise BrokenCommandError("the state of a piece lacks some of its traits")
    if news[-1] != olds[-1]:
        core = keep_unique_id(draft.parts[-1], news[-1])
        draft.parts[-1] = core
        _set_core(table, key, nested_join(draft.parts, TAB), core)


def kept_way_back(now: str, told: str) -> str:
    """Whither a piece that was sent somewhere would go back: what a new state leaves empty VASSAL keeps, as after an undo."""
    have, new = [*decode(now, ";"), "", "", ""], [*decode(told, ";"), "", "", ""]
    point = new[1:3] if java_int(new[1]) is not None and java_int(new[2]) is not None else have[1:3]
    kept = [new[0] or have[0], *point]
    return told if kept == new[:3] else encode(kept, ";") or ""


def _kept_raw(now: str, told: str) -> str:
    """The same for parts as they stand in a nested text, with the backslashes of their depth behind them."""
    bare = told.rstrip("\\")
    return kept_way_back(now.rstrip("\\"), bare) + told[len(bare) :]


def _nothing() -> None:
    pass


class _Draft:
    """The states of a piece's traits while they are set one after the other, from the outermost inwards."""

    def __init__(self, table: PieceTable, key: str, parts: list[str]) -> None:
        self.parts = parts
        self._table = table
        self._key = key
        self._facts = table.sight.types[table.units[key].type]
        self._stored = True

    def store(self) -> None:
        """Let the piece have the states set so far."""
        if not self._stored:
            self._stored = True
            unit = self._table.units[self._key]
            self._table.put(self._key, replace(unit, state=nested_join(self.parts, TAB)))

    def set(self, place: int, value: str) -> None:
        """One trait takes a state."""
        if place >= len(self.parts):
            raise BrokenCommandError("the state of a piece lacks some of its traits")
        if place in self._facts.sent:
            value = kept_way_back(self.parts[place], value)
        if place in self._facts.dynamic:
            self.store()
            lay_anew(self._table, self._key, lambda: self._set(place, value))
        elif place in self._facts.mats:
            self._set(place, load_mat(self._table, self._key, value))
        elif place in self._facts.cargoes:
            self._set(place, mount(self._table, self._key, value))
        else:
            self._set(place, value, keep=True)

    def _set(self, place: int, value: str, keep: bool = False) -> None:
        if self.parts[place] != value:
            self.parts[place] = value
            self._stored = False
            if not keep:
                self.store()


def lay_anew(table: PieceTable, key: str, set_value: Callable[[], None]) -> None:
    """Change a property of a piece that might decide its layer: VASSAL does so with every dynamic property that takes a value.

    The piece is taken from the map, and put down again as if it had been moved there; alone in a stack, the stack is.
    """
    on, x, y = table.place(key)
    parent = table.units[key].parent
    if on is None or (parent is not None and table.units[parent].kind == DECK):
        set_value()
        return
    other = None if parent is None else _neighbour(table, key, table.units[parent])
    if parent is not None and other is not None:
        set_value()
        if not table.sight.can_merge(table, other, key, on):
            place_or_merge(table, key, on, x, y)
        return
    whole_thing = parent or key
    table.take_off(whole_thing, on)
    set_value()
    place_or_merge(table, whole_thing, on, x, y)


def _neighbour(table: PieceTable, key: str, stack: PieceUnit) -> str | None:
    """The next piece visible below in the stack, else the next above."""
    table.charge(len(stack.members))
    index = stack.members.index(key) if key in stack.members else -1
    others = [*reversed(stack.members[: max(index, 0)]), *stack.members[index + 1 :]]
    return next((other for other in others if table.sight.visible(table.units[other])), None)


def _set_core(table: PieceTable, key: str, state: str, core: str) -> None:
    """The basic piece takes a state: it goes to the map it names, out of its stack if that lies on another."""
    on, x, y = place_of_core(core)
    on = table.sight.world.known(on)
    before = table.map_of(key)
    table.put(key, replace(table.units[key], state=state, x=x, y=y))
    if on == before:
        return
    if on is not None:
        table.lay(key, on)
    elif before is not None:
        table.take_off(key, before)
        table.set_map(key, None)


# --- stacks and decks -----------------------------------------------------------------------------------------------------------


def _set_stack(table: PieceTable, key: str, state: str) -> None:
    tokens = decode(state, ";")
    on = None if tokens[0] == NO_MAP else tokens[0]
    x, y = (0, 0) if on is None else (whole(_token(tokens, 1)), whole(_token(tokens, 2)))
    table.set_point(key, x, y)
    layer: int | None = table.units[key].layer
    members = []
    for token in tokens[1 if on is None else 3 :]:
        member = table.live(token)
        if member is not None:
            members.append(member)
        elif token.startswith(LAYER):
            layer = java_int(token[len(LAYER) :])
            if layer is None:
                break
    table.refill(key, members)
    if layer is None:
        raise BrokenCommandError("the layer of a stack is no number")
    if table.units[key].layer != layer:
        table.put(key, replace(table.units[key], layer=layer))
    _go_to(table, key, table.sight.world.known(on))


def _set_deck(table: PieceTable, key: str, state: str) -> None:
    tokens = decode(state, ";")
    table.set_point(key, whole(_token(tokens, 1)), whole(_token(tokens, 2)))
    _go_to(table, key, table.sight.world.known(None if tokens[0] == NO_MAP else tokens[0]))
    if len(tokens) < 4:
        raise BrokenCommandError("the state of a deck does not say which way up it lies")
    table.put(key, replace(table.units[key], face_down=tokens[3] == "true"))
    listed = decode(tokens[4], ",") if len(tokens) > 4 else []
    table.refill(key, [member for token in listed if (member := table.live(token)) is not None])


def _token(tokens: Sequence[str], place: int) -> str:
    return tokens[place] if place < len(tokens) else ""


def _go_to(table: PieceTable, key: str, on: str | None) -> None:
    if on == table.units[key].map:
        return
    if on is None:
        table.set_map(key, None)  # still drawn where it was
    else:
        table.lay(key, on)


def _merged_stack(table: PieceTable, key: str, new: str, old: str) -> str:
    """The new state, if the old one is what the stack is in; else with those put in that neither of the two knows.

    Decks are handled just like stacks although their states are made otherwise; not much is left of one then, in VASSAL too.
    """
    if old == table.state_of(key):
        return new
    news, olds = decode(new, ";"), decode(old, ";")
    if len(news) < 3 or len(olds) < 3:
        raise BrokenCommandError("the state of a stack is cut off")
    merged = news[3:]
    known = {*merged, *olds[3:]}
    below = None
    for member in table.units[key].members:
        identity = table.units[member].id
        if identity not in known:
            table.charge(len(merged))
            merged.insert(merged.index(below) + 1 if below in merged else 0, identity)
            known.add(identity)
        below = identity
    return encode([*news[:3], *merged], ";") or ""
