"""The commands of a file as plain data: those of the position beside its pieces, and those of each step of a log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from vassal_bridge.commands import (
    LOG,
    LOGGED_NULL,
    AddPiece,
    ChangePiece,
    Chat,
    Command,
    ConditionalCommand,
    DeclaredCommand,
    Logged,
    MovePiece,
    Player,
    RemovePiece,
    SetProperty,
    Undo,
    UnknownCommand,
    parse_command,
)
from vassal_bridge.declared import BOARDS, BOARDS_SUFFIX
from vassal_bridge.errors import BridgeError
from vassal_bridge.pieces import Piece

from ..evidence.attempt import attempt
from .changes import describe_changes
from .survey import FileOverview
from .values import Data, plain_fields

_PIECES = ("+/", LOG)
_CHAT = LOG + "CHAT"
_NOTHING = frozenset((LOG, LOGGED_NULL.raw))


def describe_components(survey: FileOverview) -> Iterator[Data]:
    """What the position holds beside pieces: boards, turn, roster, notes, properties. Also what a log does without logging it."""
    teller = _Teller(survey)
    for entry in survey.saved.entries:
        for text in entry.texts(survey.saved.limits):
            told = None if text.startswith(_PIECES) else teller.tell_text(text)
            if told is not None:
                yield told


def describe_steps(survey: FileOverview, *, commands: bool = True, chat: bool = True) -> Iterator[Data]:
    """The steps of a log, one after the other, so that a long log never lies in memory twice."""
    teller = _Teller(survey)
    for step in survey.saved.steps():
        data: Data = {"step": step.number, "entry": step.index - survey.saved.end}
        logged = [text for text in step.entry.texts(survey.saved.limits) if text.startswith(LOG) and text not in _NOTHING]
        if commands:
            data["commands"] = teller.tell_all(logged)
        if chat:
            data["chat"] = [line["text"] for line in teller.tell_all(text for text in logged if text.startswith(_CHAT))]
        yield data


@dataclass(slots=True)
class _Known:
    """A piece as the commands told so far left it."""

    type: str
    piece: Piece | None
    problem: str
    name: str | None = None


class _Teller:
    """Tells one command after the other, and remembers the pieces: a change only says which piece it is, and how it is now."""

    def __init__(self, survey: FileOverview) -> None:
        self.survey = survey
        self.clean = survey.redactor.clean
        self._known = {placed.id: _Known(placed.type, placed.piece, placed.problem) for placed in survey.position}

    def tell_all(self, texts: Iterable[str]) -> list[Data]:
        return [told for text in texts if (told := self.tell_text(text)) is not None]

    def tell_text(self, text: str) -> Data | None:
        """One command, None if it does nothing. One that cannot be read says so in its place."""
        try:
            command = parse_command(text)
            return self._tell(command.command if isinstance(command, Logged) else command)
        except BridgeError as error:
            return {"kind": "unreadable", "problem": self.clean(error.problem)}

    def _tell(self, command: Command) -> Data | None:
        match command:
            case AddPiece():
                return self._add(command)
            case RemovePiece():
                return {"kind": "remove", **self._subject(command.id)}
            case ChangePiece():
                return self._change(command)
            case MovePiece():
                return self._move(command)
            case Chat():
                return {"kind": "chat", "text": self.clean(command.text)}
            case Undo():
                return {"kind": "undo", "begins": command.begins}
            case SetProperty():
                return {
                    "kind": "property",
                    "name": self.clean(command.name),
                    "old": self._text(command.old),
                    "new": self._text(command.new),
                    "container": self._text(command.container),
                }
            case Player():
                return {"kind": "player", "name": self.clean(command.name), "side": self.clean(command.side)}
            case ConditionalCommand():
                conditions = [self.clean(condition) for condition in command.conditions]
                return {"kind": "conditional", "conditions": conditions, "command": self._tell(command.command)}
            case DeclaredCommand():
                return self._other(command)
            case UnknownCommand():
                return {"kind": "unknown", "word": self.clean(command.word), "length": len(command.raw)}
            case _:
                return None  # the marks of a position's begin and end, and commands that do nothing

    def _other(self, command: DeclaredCommand) -> Data:
        data: Data = {"kind": "other", "title": command.spec.title, "fields": None}
        if not command.spec.sensitive:
            data["fields"] = plain_fields(command.values, self.survey.redactor)
            if command.spec is BOARDS:
                data["fields"]["map"] = data["fields"]["map"].removesuffix(BOARDS_SUFFIX.rstrip())
        return data

    def _text(self, text: str | None) -> str | None:
        return self.survey.redactor.clean_or_none(text)

    def _subject(self, piece_id: str | None) -> Data:
        """Which piece a command is about."""
        known = self._known.get(piece_id)
        piece = None if known is None else known.piece
        kind = None if piece is None else piece.kind if piece.kind in ("piece", "stack", "deck") else "other"
        return {"id": self._text(piece_id), "piece": kind, "name": None if known is None else self._name(known)}

    def _name(self, known: _Known) -> str:
        if known.name is None:
            piece = known.piece
            known.name = self.clean((attempt(lambda: piece.name)[0] or "") if piece is not None else "")
        return known.name

    def _read(self, piece_id: str | None, type_text: str, state_text: str) -> tuple[Piece | None, str]:
        return attempt(lambda: Piece(piece_id, self.survey.reader.piece(type_text, state_text)))

    def _add(self, command: AddPiece) -> Data:
        piece, problem = self._read(command.id, command.type, command.state)
        self._known[command.id] = _Known(command.type, piece, problem)
        data: Data = {"kind": "add", **self._subject(command.id)}
        if piece is None:
            return {**data, "problem": self.clean(problem)}
        place, x, y = piece.position
        data |= {"map": self._text(place), "x": x, "y": y}
        if piece.kind in ("stack", "deck"):
            data["members"] = [self._subject(member) for member in piece.members]
        return data

    def _change(self, command: ChangePiece) -> Data:
        data: Data = {"kind": "change", **self._subject(command.id)}
        known = self._known.get(command.id)
        if known is None:
            return {**data, "changes": [], "problem": "nothing says what kind of piece it is"}
        new, problem = self._read(command.id, known.type, command.new_state)
        old = known.piece
        if command.old_state is not None:
            old = self._read(command.id, known.type, command.old_state)[0] or old
        if new is None:
            return {**data, "changes": [], "problem": self.clean(problem)}
        if old is None or old.traits[:-1] != new.traits[:-1]:
            known.name = None  # layers and labels are part of it
        known.piece = new
        if old is None:
            return {**data, "changes": [], "problem": f"its state before cannot be read: {self.clean(known.problem)}"}
        changes, problem = attempt(lambda: describe_changes(self.survey, old, new))
        return {**data, "changes": []} | ({"problem": self.clean(problem)} if changes is None else {"changes": changes})

    def _move(self, command: MovePiece) -> Data:
        by: Any = None if command.player is None else self.clean(self.survey.roster.name_of(command.player))
        return {
            "kind": "move",
            **self._subject(command.id),
            "map": self._text(command.map),
            "x": command.x,
            "y": command.y,
            "under": self._text(command.under),
            "old_map": self._text(command.old_map),
            "old_x": command.old_x,
            "old_y": command.old_y,
            "old_under": self._text(command.old_under),
            "by": by,
        }
