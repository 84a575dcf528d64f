"""A game as VASSAL would have it on the table, from a saved position on, changed command by command."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import repeat
from operator import contains

from ..commands import LOG, AddPiece, ChangePiece, Command, EndSave, MovePiece, RemovePiece, parse_command
from ..errors import FormatError, LimitError
from ..grids import Say
from ..limits import DEFAULT_LIMITS, Limits
from ..module import Map, Module
from ..saved import SavedGame
from ..traits import TraitReader, trait_reader
from . import merging, states
from .ledger import NOBODY_SAYS, BoardsChange, Ledger, LedgerChange, Seat
from .load import load_units
from .order import loaded_commands
from .sight import Viewer, ViewerSight
from .table import GHOST, BrokenCommandError, PieceTable
from .turns import Turn, read_turn
from .units import DECK, Types
from .views import PieceView, PieceViews
from .world import Atlas, World

_MODULE_LEVEL = "Module"
_OWN_ID = re.compile(r"replay(\d{0,7})-")
_COUNT = "_numPieces"


class RunningGame:
    """A game. `apply` changes it; `copy` gives another one to be changed on its own.

    What VASSAL does depends a little on who looks (hidden pieces) and on the module (game piece layers, maps that do not stack).
    Without a module every map is as VASSAL makes a new one.
    """

    def __init__(self, module: Module | None = None, viewer: Viewer | None = None, limits: Limits = DEFAULT_LIMITS) -> None:
        types = Types(trait_reader(limits), limits)
        self._set_up(ViewerSight(types, World(module), viewer or Viewer()), Ledger(), limits)
        self.table = PieceTable(self._sight, self._own_id, self._ask_from)
        if module is not None:
            for one in module.all_properties():
                self.ledger.properties[one.container, one.name] = one.initial

    def _set_up(self, sight: ViewerSight, ledger: Ledger, limits: Limits) -> None:
        self._sight = sight
        self.ledger = ledger
        self.limits = limits
        self.problems: list[str] = []  # what VASSAL would have complained about
        self._texts: Callable[[], Iterable[str]] = tuple
        self._prefix: str | None = None
        self._made = 0
        self._atlas: Atlas | None = None

    @classmethod
    def of(cls, saved: SavedGame, module: Module | None = None, viewer: Viewer | None = None) -> RunningGame:
        """The position of a saved game or, of a log, that before its first step."""
        game = cls(module, viewer, saved.limits)
        game._texts = lambda: (text for entry in saved.entries for text in _hinting(entry.texts(saved.limits)))
        for entry in saved.entries:
            texts = entry.texts(saved.limits)
            if any(map(str.startswith, texts, repeat("D/"))):
                for command in loaded_commands(entry, saved.limits):
                    game.apply(command)
            else:
                load_units(game.table, texts, game._load_other, game.problems.append)
            if len(game.table.units) > saved.limits.pieces:
                raise LimitError("the position holds too many pieces", expected=f"at most {saved.limits.pieces:,}")
        game.table.started = True
        return game

    def _load_other(self, text: str) -> None:
        if text[:4] != LOG:
            self.apply(parse_command(text))

    def copy(self) -> RunningGame:
        """The same game, to be changed on its own. Cheap: what lies on the table is shared until it changes."""
        other = RunningGame.__new__(RunningGame)
        other._set_up(self._sight, self.ledger.copy(), self.limits)
        other.problems = list(self.problems)
        other._texts, other._prefix, other._made = self._texts, self._prefix, self._made
        other._atlas = self._atlas
        other.table = self.table.copy(other._own_id, other._ask_from)
        return other

    def apply(self, command: Command) -> LedgerChange | bool | None:
        """Carry out a command as VASSAL does. What VASSAL cannot finish stays half done and is told in `problems`.

        Gives what changed beside the pieces, if anything, and False for a command that does nothing to a game.
        """
        try:
            if isinstance(command, ChangePiece):
                states.change(self.table, command)
            elif isinstance(command, MovePiece):
                merging.move(self.table, command)
            elif isinstance(command, AddPiece):
                states.add(self.table, command)
            elif isinstance(command, RemovePiece):
                states.remove(self.table, command)
            elif isinstance(command, EndSave):
                self.table.started = True
            else:
                return self._keep_books(command)
        except (BrokenCommandError, FormatError) as error:
            self.problems.append(str(error))
        return None

    def _keep_books(self, command: Command) -> LedgerChange | bool | None:
        change = self.ledger.apply(command)
        if isinstance(change, BoardsChange):
            self._atlas = None
        return change

    # --- what there is ----------------------------------------------------------------------------------------------------------

    @property
    def module(self) -> Module | None:
        return self._sight.world.module

    @property
    def reader(self) -> TraitReader:
        """Reads the traits of this game's pieces, each distinct text once."""
        return self._sight.types.reader

    @property
    def pieces(self) -> PieceViews:
        """All pieces, stacks (empty ones too) and decks by their ids."""
        return PieceViews(self)

    def order(self, place: str) -> list[str]:
        """The ids of what lies loose on a map, stacks and decks among it, in the order of drawing."""
        return [key for _, key in self.table.drawn(place) if not key.startswith(GHOST)]

    @property
    def maps(self) -> tuple[str, ...]:
        """The names of the maps on which something lies."""
        return tuple(dict.fromkeys(home.map for homes in self.table.homes.values() for home in homes))

    @property
    def roster(self) -> tuple[Seat, ...]:
        return tuple(self.ledger.roster.values())

    @property
    def turns(self) -> Mapping[str, Turn]:
        """What the turn trackers show, by the ids that commands know them by. Empty without a module."""
        trackers = () if self.module is None else self.module.turn_trackers
        return {one.id: read_turn(one, self.ledger.turns.get(one.id, ""), Say(ask=self._of_module)) for one in trackers}

    # --- places -----------------------------------------------------------------------------------------------------------------

    def map(self, name: str | None) -> Map | None:
        """A map of the module with the boards that are in play. None without a module."""
        if self.module is None or name is None:
            return None
        if self._atlas is None:
            self._atlas = Atlas(self.module, self.ledger.boards.values())
        return self._atlas[name]

    def location(self, place: str | None, x: int, y: int) -> str | None:
        """The name of a place. None: it is on no map, or no module is at hand."""
        found = self.map(place)
        return None if found is None else found.location(x, y, ask=lambda name: self._above_zone(place, name))

    def zone(self, place: str | None, x: int, y: int) -> str | None:
        found = self.map(place)
        return None if found is None else found.zone(x, y)

    def board(self, place: str | None, x: int, y: int) -> str | None:
        found = self.map(place)
        return None if found is None else found.board(x, y)

    # --- global properties ------------------------------------------------------------------------------------------------------

    def ask(self, name: str, place: str | None = None, x: int = 0, y: int = 0) -> str | None:
        """A global property as seen from a place: the zone's, else the map's, else the module's."""
        if place is not None:
            zone = self.zone(place, x, y)
            found = None if zone is None else self.ledger.properties.get((f"{place}:{zone}", name))
            if found is not None:
                return found
        return self._above_zone(place, name)

    def _ask_from(self, place: str | None, x: int, y: int, name: str) -> str | None:
        return self.ask(name, place, x, y)

    def _above_zone(self, place: str | None, name: str) -> str | None:
        if place is not None:
            found = self.ledger.properties.get((place, name))
            if found is None and name.endswith(_COUNT):
                found = self._deck_count(place, name.removesuffix(_COUNT))
            if found is not None:
                return found
        return self._of_module(name)

    def _of_module(self, name: str) -> str | None:
        for container in (_MODULE_LEVEL, NOBODY_SAYS):
            found = self.ledger.properties.get((container, name))
            if found is not None:
                return found
        for tracker in () if self.module is None else self.module.turn_trackers:
            turn = read_turn(tracker, self.ledger.turns.get(tracker.id, ""), Say())
            if name in turn.properties:
                return turn.properties[name]
        return None

    def _deck_count(self, place: str, name: str) -> str | None:
        for home, key in self.table.drawn(place):
            if home.map == place and self.table.units[key].kind == DECK:
                view = PieceView(self, key)
                if view.deck_name == name:
                    return str(len(view.members))
        return None

    # --- ids --------------------------------------------------------------------------------------------------------------------

    @cached_property
    def _free_prefix(self) -> str:
        """No id made with it stands anywhere in the file."""
        used = {found for text in self._texts() for found in _OWN_ID.findall(text)}
        number = next(number for number in range(len(used) + 1) if str(number) not in used)
        return f"replay{number}-"

    def _own_id(self) -> str:
        """An id for what VASSAL makes by itself while it replays, with an id from its clock. Ours are the same on every run."""
        if self._prefix is None:
            self._prefix = self._free_prefix
        self._made += 1
        return f"{self._prefix}{self._made}"


def _hinting(texts: Sequence[str]) -> Iterable[str]:
    """All of these texts, if ids like ours stand in any of them."""
    return texts if any(map(contains, texts, repeat("replay"))) else ()
