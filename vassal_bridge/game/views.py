"""One piece, stack or deck in a game, as somebody sees it who may see everything."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from ..pieces import Piece
from .table import GHOST
from .units import DECK, PIECE, STACK, PieceUnit, core_of, moved_core, place_of_core, with_core

if TYPE_CHECKING:
    from .game import RunningGame


class PieceView:
    """A piece, stack or deck where it is now. Views are snapshots: ask the game again after it went on."""

    def __init__(self, game: RunningGame, key: str) -> None:
        self._game = game
        self._key = key
        self._unit: PieceUnit = game.table.units[key]
        self.map, self.x, self.y = game.table.place(key)
        self.parent = None if self._unit.parent is None else game.table.units[self._unit.parent].id
        self.index = game.table.index_of(key)

    def __repr__(self) -> str:
        return f"PieceView({self.id!r}, {self.kind}, {self.map!r}, {self.x}, {self.y})"

    @property
    def id(self) -> str:
        return self._unit.id

    @property
    def kind(self) -> str:
        """`piece`, `stack` or `deck`."""
        return self._unit.kind

    @property
    def type_text(self) -> str:
        return self._unit.type

    @cached_property
    def state_text(self) -> str:
        """The state as a save would have it, apart from how VASSAL spells what it did not change."""
        unit = self._unit
        if unit.kind != PIECE:
            return self._game.table.state_of(self._key)
        return state_in_place(unit, self._game.table.sight.types[unit.type].count, self.x, self.y)

    @cached_property
    def piece(self) -> Piece:
        """Its traits, and what they answer without the game around them."""
        return Piece(self.id, self._game.table.sight.types.reader.piece(self.type_text, self.state_text))

    @property
    def members(self) -> tuple[str, ...]:
        """The ids of what lies in a stack or deck, lowest first."""
        return tuple(self._game.table.units[member].id for member in self._unit.members)

    @property
    def face_down(self) -> bool:
        return self._unit.face_down

    @property
    def stack_layer(self) -> int:
        """Of a stack: the map layer that it was made for, -1 if none."""
        return self._unit.layer

    @cached_property
    def name(self) -> str:
        """As VASSAL reports it. A stack has the names of all its pieces, from the top."""
        if self.kind == PIECE:
            return self.piece.name
        units = self._game.table.units
        members = (Piece(units[one].id, self._game.table.sight.types.traits(units[one])) for one in reversed(self._unit.members))
        return ", ".join(member.name for member in members)

    @property
    def deck_name(self) -> str:
        """Of a deck, or of the deck it lies in; empty if it has to do with none."""
        unit = self._unit if self.kind == DECK else self._game.table.units.get(self._unit.parent or "")
        if unit is None or unit.kind != DECK:
            return ""
        return self._game.table.sight.types.reader.trait(unit.type, "").type.text("name")

    # --- where, in the module's words -------------------------------------------------------------------------------------------

    @property
    def location(self) -> str | None:
        """The name of its place. None: it is on no map, or no module is at hand."""
        return self._game.location(self.map, self.x, self.y)

    @property
    def zone(self) -> str | None:
        return self._game.zone(self.map, self.x, self.y)

    @property
    def board(self) -> str | None:
        return self._game.board(self.map, self.x, self.y)

    # --- what VASSAL would answer -----------------------------------------------------------------------------------------------

    def ask(self, name: str) -> str | None:
        """One property, as VASSAL would answer it. None: there is none of that name, or it cannot be known here."""
        if self.kind != PIECE:
            return None
        for trait in self.piece.traits:
            answers = trait.properties(self.piece.ask)
            if name in answers:
                return self.name if trait.kind == "piece" and name == "PieceName" else answers[name]
        if name in _FROM_GAME:
            return self._from_game(name)
        return self._game.ask(name, self.map, self.x, self.y)

    @property
    def properties(self) -> Mapping[str, str]:
        """Every property of its own that can be known; those that depend on where it is take the module."""
        found = self.piece.properties
        if self.kind == PIECE:
            for name in _FROM_GAME:
                value = self._from_game(name)
                if value is not None:
                    found.setdefault(name, value)
        return found

    def _from_game(self, name: str) -> str | None:
        match name:
            case "CurrentMap":
                return self.map or ""
            case "CurrentX":
                return str(self.x)
            case "CurrentY":
                return str(self.y)
            case "LocationName":
                return "" if self.map is None else self.location
            case "CurrentZone":
                return "" if self.map is None else (self.zone or "") if self._game.module is not None else None
            case "CurrentBoard":
                return "" if self.map is None else (self.board or "") if self._game.module is not None else None
            case "DeckName":
                return self.deck_name
            case "PieceUID":
                return self.id
        return self._in_stack(name)

    def _in_stack(self, name: str) -> str:
        parent = None if self._unit.parent is None else self._game.table.units[self._unit.parent]
        size = 1 if parent is None else len(parent.members)
        if name == "StackSize":
            return str(size)
        if name == "DeckPosition":
            return str(size - self.index) if parent is not None and parent.kind == DECK else "0"
        return str(size - self.index) if self.index >= 0 else "1"


_FROM_GAME = (
    "CurrentBoard",
    "CurrentMap",
    "CurrentX",
    "CurrentY",
    "CurrentZone",
    "DeckName",
    "DeckPosition",
    "LocationName",
    "PieceUID",
    "StackPos",
    "StackSize",
)


def state_in_place(unit: PieceUnit, count: int, x: int, y: int) -> str:
    """The state of a piece with the place in it where it lies."""
    core = core_of(unit.state, count)
    if not core or place_of_core(core) == (unit.map, x, y):
        return unit.state
    return with_core(unit.state, count, moved_core(core, unit.map, x, y))


class PieceViews(Mapping[str, PieceView]):
    """All pieces, stacks and decks of a game by their ids."""

    def __init__(self, game: RunningGame) -> None:
        self._game = game

    def __getitem__(self, identity: str) -> PieceView:
        if identity.startswith(GHOST) or identity not in self._game.table.units:
            raise KeyError(identity)
        return PieceView(self._game, identity)

    def __iter__(self) -> Iterator[str]:
        return self._game.table.live_keys()

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __contains__(self, identity: object) -> bool:
        return isinstance(identity, str) and not identity.startswith(GHOST) and identity in self._game.table.units

    def of_kind(self, *kinds: str) -> Iterator[PieceView]:
        """Those that are a `piece`, `stack` or `deck`."""
        units = self._game.table.units
        return (PieceView(self._game, key) for key in self if units[key].kind in kinds)

    @property
    def holders(self) -> Iterator[PieceView]:
        """Stacks with something in them, and decks."""
        units = self._game.table.units
        return (view for view in self.of_kind(STACK, DECK) if view.kind == DECK or units[view.id].members)
