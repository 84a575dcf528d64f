"""The first look at a file: one pass over all its commands.

It finds what must be known before anything can be said: every secret there is, the roster, and which pieces the position
holds. And it counts. Describing pieces and steps one by one is left to `counters` and `steps`, for those who ask.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from vassal_bridge.commands import (
    AddPiece,
    ChangePiece,
    Chat,
    Command,
    ConditionalCommand,
    Logged,
    RemovePiece,
    Undo,
    UnknownCommand,
    parse_command,
)
from vassal_bridge.errors import BridgeError
from vassal_bridge.pieces import Piece
from vassal_bridge.saved import SavedGame
from vassal_bridge.secret import Secret
from vassal_bridge.traits import TraitReader, trait_reader

from ..evidence.attempt import attempt
from ..privacy import SECRETIVE, Redactor, public_words, secrets_in_command, secrets_in_trait
from ..roster import Roster

LONGEST_NAME = 24  # of an unknown kind; what is longer is no name


@dataclass(slots=True)
class PlacedPiece:
    """A piece, stack or deck of the position, and what it lies in. Without `piece` it cannot be read, for `problem`."""

    id: str | None
    type: str = field(repr=False)
    state: str = field(repr=False)
    piece: Piece | None
    problem: str = ""
    holder: PlacedPiece | None = None  # the stack or deck
    index: int = 0  # from the bottom
    members: tuple[str, ...] = ()  # of those it names, the ones that are there

    @property
    def kind(self) -> str:
        """`piece`, `stack`, `deck`, or `other` for a module's own."""
        kind = self.piece.kind if self.piece is not None else ""
        return kind if kind in ("piece", "stack", "deck") else "other"

    @property
    def place(self) -> tuple[str | None, int, int]:
        """Map, x and y. What lies in a stack or deck is where that is."""
        piece = (self.holder or self).piece
        return (None, 0, 0) if piece is None else piece.position


@dataclass(frozen=True)
class FileOverview:
    """What one pass over a file found."""

    saved: SavedGame
    reader: TraitReader
    roster: Roster
    redactor: Redactor
    position: tuple[PlacedPiece, ...] = field(repr=False)
    steps: int
    dice_rolls: int
    chat_lines: int
    undone: int
    unreadable_commands: int
    unknown_commands: Counter[str]
    unknown_traits: Counter[str]


def is_roll(line: str) -> bool:
    """Whether a line of chat is what VASSAL's dice buttons write by themselves: `*** 2d6 = 7 *** <Anna>`."""
    line = line.lstrip()
    return line.startswith("***") and "***" in line[3:]


def survey(saved: SavedGame) -> FileOverview:
    surveyor = _Surveyor(saved)
    surveyor.look()
    return FileOverview(
        saved,
        surveyor.reader,
        surveyor.roster,
        Redactor(surveyor.secrets, surveyor.roster.names | surveyor.roster.sides),
        tuple(surveyor.position()),
        sum(1 for _ in saved.steps()),
        surveyor.dice_rolls,
        surveyor.chat_lines,
        surveyor.undone,
        surveyor.unreadable,
        surveyor.unknown_commands,
        surveyor.unknown_traits,
    )


@dataclass(frozen=True, slots=True)
class _Kit:
    """What matters here of the traits of one type of piece."""

    secretive: tuple[int, ...]
    unknown: tuple[str, ...]


class _Surveyor:
    def __init__(self, saved: SavedGame) -> None:
        self.saved = saved
        self.reader = trait_reader(saved.limits)
        self.roster = Roster()
        self.secrets: set[Secret] = set()
        self.dice_rolls = self.chat_lines = self.undone = self.unreadable = 0
        self.unknown_commands: Counter[str] = Counter()
        self.unknown_traits: Counter[str] = Counter()
        self._placed: dict[str, PlacedPiece] = {}
        self._nameless: list[PlacedPiece] = []
        self._types: dict[str | None, str] = {}
        self._kits: dict[str, _Kit] = {}

    def look(self) -> None:
        for index, entry in enumerate(self.saved.entries):
            in_log = index > self.saved.end
            for text in entry.texts(self.saved.limits):
                try:
                    command = parse_command(text)
                except BridgeError:
                    self.unreadable += 1
                    continue
                if isinstance(command, Logged):
                    self._note(command.command, happens_later=in_log)
                else:
                    self._note(command, happens_later=False)

    def position(self) -> Iterator[PlacedPiece]:
        yield from self._placed.values()
        yield from self._nameless

    def _note(self, command: Command, *, happens_later: bool) -> None:
        match command:
            case AddPiece():
                self._add(command, happens_later)
            case ChangePiece():
                self._change(command, happens_later)
            case RemovePiece() if not happens_later:
                self._placed.pop(command.id, None)
            case Chat() if happens_later:
                self.chat_lines += 1
                self.dice_rolls += is_roll(command.text)
            case Undo():
                self.undone += command.begins
            case ConditionalCommand():
                self._note(command.command, happens_later=True)  # for those it concerns, and hardly ever a piece
            case UnknownCommand():
                self.unknown_commands[command.word] += 1
            case _:
                self.roster.note(command)
                self.secrets.update(secrets_in_command(command))

    def _add(self, command: AddPiece, happens_later: bool) -> None:
        self._types[command.id] = command.type
        piece, problem = self._read(command.id, command.type, command.state)
        if piece is not None:
            self.unknown_traits.update(self._kit(command.type, piece).unknown)
        if happens_later:
            return
        placed = PlacedPiece(command.id, command.type, command.state, piece, problem)
        if command.id is None:
            self._nameless.append(placed)
        else:
            self._placed.pop(command.id, None)  # of two with one id VASSAL keeps the later
            self._placed[command.id] = placed
        self._hold(placed)

    def _hold(self, holder: PlacedPiece) -> None:
        """Put into a stack or deck what it names. What comes only later in the file is lost to it, as in VASSAL."""
        named = holder.piece.members if holder.piece is not None else ()
        found = [self._placed[one] for one in dict.fromkeys(named) if one in self._placed and one != holder.id]
        holder.members = tuple(one.id for one in found if one.id is not None)
        for index, member in enumerate(found):
            member.holder, member.index = holder, index

    def _change(self, command: ChangePiece, happens_later: bool) -> None:
        type_text = self._types.get(command.id)
        if type_text is None:
            return
        kit = self._kits.get(type_text)
        if kit is None or kit.secretive:
            for state in (command.old_state, command.new_state):
                if state is not None:
                    self._read(command.id, type_text, state)
        placed = self._placed.get(command.id)
        if placed is not None and not happens_later:
            placed.state = command.new_state
            placed.piece, placed.problem = self._read(command.id, type_text, command.new_state)

    def _read(self, piece_id: str | None, type_text: str, state_text: str) -> tuple[Piece | None, str]:
        piece, problem = attempt(lambda: Piece(piece_id, self.reader.piece(type_text, state_text)))
        if piece is not None:
            for place in self._kit(type_text, piece).secretive:
                self.secrets.update(secrets_in_trait(piece.traits[place]))
        return piece, problem

    def _kit(self, type_text: str, piece: Piece) -> _Kit:
        kit = self._kits.get(type_text)
        if kit is None:
            kit = self._kits[type_text] = _Kit(
                tuple(place for place, trait in enumerate(piece.traits) if trait.kind in SECRETIVE),
                tuple(trait.kind[:LONGEST_NAME] for trait in piece.traits if not trait.known),
            )
            for trait in piece.traits:
                self.roster.sides.update(public_words(trait))
        return kit
