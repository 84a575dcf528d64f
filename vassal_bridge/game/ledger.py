"""What a game holds beside its pieces: who plays, global properties, turn trackers, boards, notes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ..commands import Command, DeclaredCommand, Player, SetProperty
from ..declared import BOARDS, TURN
from ..secret import Secret
from .world import map_of_boards

NOBODY_SAYS = ""
"""The container of properties of which the file does not say where they belong."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Somebody on the roster. The id is that player's password."""

    id: Secret
    name: str
    side: str


@dataclass(frozen=True, slots=True)
class PropertyChange:
    """A global property took another value. `claimed` is what the command says it was before, `old` what it was (None: unset)."""

    name: str
    container: str
    old: str | None
    new: str | None
    claimed: str | None = None


@dataclass(frozen=True, slots=True)
class TurnChange:
    """A turn tracker moved, forward or back. `tracker` is the id that commands know it by."""

    tracker: str
    old: str | None
    new: str


@dataclass(frozen=True, slots=True)
class BoardsChange:
    """A map shows other boards. `command` says which (`module.read_choices` reads it)."""

    map: str
    command: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class RosterChange:
    """Somebody took a seat, or (`seat` None) left one."""

    before: Seat | None
    seat: Seat | None


LedgerChange = PropertyChange | TurnChange | BoardsChange | RosterChange


@dataclass
class Notes:
    """The notes window. Private notes and sealed ones are kept as they stand in the file and shown to nobody."""

    scenario: str = ""
    public: str = ""
    private: dict[Secret, str] = field(default_factory=dict, repr=False)
    sealed: dict[str, str] = field(default_factory=dict, repr=False)


class Ledger:
    """The book-keeping of one game. Everything changes by commands."""

    def __init__(self) -> None:
        self.roster: dict[Secret, Seat] = {}
        self.properties: dict[tuple[str, str], str | None] = {}  # by container and name
        self.turns: dict[str, str] = {}
        self.boards: dict[str, str] = {}  # by map: the command that set them
        self.notes = Notes()
        self.unmasking: tuple[Secret, ...] = ()  # whose masks others may lift
        self.extensions: dict[str, str] = {}  # in use, with their versions
        self.clocks: dict[str, int] = {}  # milliseconds that each chess clock has run, as far as both machines agree
        self.at_start_placed = False  # whether the stacks that a new game begins with have been placed

    def copy(self) -> Ledger:
        other = Ledger()
        other.roster = dict(self.roster)
        other.properties = dict(self.properties)
        other.turns = dict(self.turns)
        other.boards = dict(self.boards)
        other.notes = replace(self.notes, private=dict(self.notes.private), sealed=dict(self.notes.sealed))
        other.unmasking = self.unmasking
        other.extensions = dict(self.extensions)
        other.clocks = dict(self.clocks)
        other.at_start_placed = self.at_start_placed
        return other

    def apply(self, command: Command) -> LedgerChange | bool | None:
        """Carry out a command. Gives what changed, None if nothing worth telling did, False if it is not ours to carry out."""
        if isinstance(command, SetProperty):
            return self.set_property(command.name, command.container or NOBODY_SAYS, command.new, command.old)
        if isinstance(command, Player):
            before, seat = self.roster.get(command.id), Seat(command.id, command.name, command.side)
            self.roster[command.id] = seat
            return None if before == seat else RosterChange(before, seat)
        if isinstance(command, DeclaredCommand):
            return self._apply_declared(command)
        return False

    def set_property(self, name: str, container: str, new: str | None, claimed: str | None = None) -> PropertyChange:
        """A property without a container is the first of that name, wherever it is."""
        if container == NOBODY_SAYS:
            container = next((holder for holder, known in self.properties if known == name), NOBODY_SAYS)
        old = self.properties.get((container, name))
        self.properties[container, name] = new
        return PropertyChange(name, container, old, new, claimed)

    def _apply_declared(self, command: DeclaredCommand) -> LedgerChange | bool | None:
        spec, values = command.spec, command.values
        if spec is TURN:
            tracker, state = values.text("tracker"), values.text("state")
            old = self.turns.get(tracker)
            self.turns[tracker] = state
            return TurnChange(tracker, old, state)
        if spec is BOARDS:
            name = map_of_boards(command.raw)
            self.boards[name] = command.raw
            return BoardsChange(name, command.raw)
        match spec.prefix:
            case "GlobalProperty\t;":
                return self.set_property(values.text("name"), values.text("container"), values.text("value"))
            case "PYREMOVE\t":
                gone = self.roster.pop(values.secret("id"), None)
                return None if gone is None else RosterChange(gone, None)
            case "NOTES\t":
                self.notes.scenario = values.text("text")
            case "PNOTES\t":
                self.notes.public = values.text("text")
            case "PNOTE\t":
                self.notes.private[values.secret("owner")] = values.text("text")
            case "SNOTE\t":
                self.notes.sealed[values.text("name")] = command.raw
            case "UNMASK\t":
                self.unmasking = tuple(one for one in values.rest if isinstance(one, Secret))
            case "EXT\t":
                self.extensions[values.text("name")] = values.text("version")
            case "CLOCK\t":
                self.clocks[values.text("clock")] = min(values.int("elapsed"), values.int("verified"))
            case "SETUP_STACK\t":
                self.at_start_placed = True
            case _:
                return False
        return None
