"""Commands: what one leaf of a saved game's text says, as a frozen record over its raw text.

`parse_command` never fails on a text VASSAL would skip: what it does not know becomes `UnknownCommand`. It raises
`FormatError` only where VASSAL itself could not go on, such as a move whose coordinates are no numbers. Fields that hold a
player's id, which is the player's password, are `Secret`; raw texts are left out of every repr.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec import Struct

from .declared import BOARDS_SUFFIX, DECLARED, CommandSpec, spec_for
from .errors import FormatError
from .fields import UnreadableError, Values, read_int
from .secret import Secret
from .sequence import decode, encode

ESC = "\x1b"
LOG = "LOG\t"
NULL = "null"
_CHECK = "CHECK\t"

__all__ = [
    "BOARDS_SUFFIX",
    "DECLARED",
    "ESC",
    "LOG",
    "LOGGED_NULL",
    "AddPiece",
    "BeginSave",
    "ChangePiece",
    "Chat",
    "Command",
    "CommandSpec",
    "ConditionalCommand",
    "DeclaredCommand",
    "EmptyCommand",
    "EndSave",
    "Logged",
    "MovePiece",
    "Player",
    "RemovePiece",
    "SetProperty",
    "Undo",
    "UnknownCommand",
    "parse_command",
]


_WORD = re.compile(r"[A-Za-z_]{1,24}")
_QUIET = frozenset(("raw", "type", "state", "new_state", "old_state", "values"))  # texts that may hold somebody's password


class Command(Struct, frozen=True, gc=False):
    """One command. `raw` is its text, free of the escapes of the levels around it."""

    raw: str

    def __repr__(self) -> str:
        shown = (f"{name}={getattr(self, name)!r}" for name in self.__struct_fields__ if name not in _QUIET)
        return f"{type(self).__name__}({', '.join(shown)})"

    def encoded(self) -> str:
        """The text as VASSAL would write it from the values alone; `raw` differs only where it is not VASSAL's own way."""
        return self.raw


class EmptyCommand(Command, frozen=True, gc=False):
    """Nothing: an empty text, or the word `null` that VASSAL logs for what it cannot write."""


class BeginSave(Command, frozen=True, gc=False):
    """The saved position starts here."""


class EndSave(Command, frozen=True, gc=False):
    """The saved position ends here; a log's steps follow."""


class AddPiece(Command, frozen=True, gc=False):
    """A piece, stack or deck comes into the game. `id` is None where VASSAL wrote `null`."""

    id: str | None
    type: str
    state: str

    def encoded(self) -> str:
        return "+/" + (encode([_or_null(self.id), self.type, self.state], "/") or "")


class RemovePiece(Command, frozen=True, gc=False):
    """A piece, stack or deck leaves the game."""

    id: str

    def encoded(self) -> str:
        return "-/" + self.id


class ChangePiece(Command, frozen=True, gc=False):
    """A piece's state becomes another. The position inside a state is not to be relied on (`MovePiece` says where it is)."""

    id: str
    new_state: str
    old_state: str | None

    def encoded(self) -> str:
        states = [self.new_state] if self.old_state is None else [self.new_state, self.old_state]
        return "D/" + (encode([self.id, *states], "/") or "")


class MovePiece(Command, frozen=True, gc=False):
    """A piece or a whole stack goes to a place. `under` is what it is put on top of, None for nothing."""

    id: str | None
    map: str | None
    x: int
    y: int
    under: str | None
    old_map: str | None
    old_x: int
    old_y: int
    old_under: str | None
    player: Secret | None

    def encoded(self) -> str:
        tokens = [_or_null(self.id), _or_null(self.map), str(self.x), str(self.y), _or_null(self.under)]
        tokens += [_or_null(self.old_map), str(self.old_x), str(self.old_y), _or_null(self.old_under)]
        if self.player is not None:
            tokens.append(self.player.reveal())
        return "M/" + (encode(tokens, "/") or "")


class Chat(Command, frozen=True, gc=False):
    """A line in the chat window."""

    text: str

    def encoded(self) -> str:
        return "CHAT" + self.text


class Logged(Command, frozen=True, gc=False):
    """A command kept in a log until the reader steps to it."""

    command: Command

    def encoded(self) -> str:
        return LOG + self.command.encoded()


class Undo(Command, frozen=True, gc=False):
    """The brackets around what an undo takes back."""

    begins: bool

    def encoded(self) -> str:
        return "UNDO\t" + ("true" if self.begins else "false")


class SetProperty(Command, frozen=True, gc=False):
    """A global property changes. Old files name no container."""

    name: str
    old: str | None
    new: str | None
    container: str | None

    def encoded(self) -> str:
        tokens = [self.name, self.old, self.new]
        if self.container is not None:
            tokens.append(self.container)
        while tokens[-1] is None:
            tokens.pop()
        return "MutableProperty\t" + (encode(tokens, "\t") or "")


class Player(Command, frozen=True, gc=False):
    """A line of the roster: who plays which side."""

    id: Secret
    name: str
    side: str

    def encoded(self) -> str:
        return "PLAYER\t" + (encode([self.id.reveal(), self.name, self.side], "\t") or "")


class ConditionalCommand(Command, frozen=True, gc=False):
    """Old files: a command (mostly an alert) for readers whose version meets the conditions."""

    conditions: tuple[str, ...]
    command: Command

    def encoded(self) -> str:
        return "CHECK\t" + (encode([*self.conditions, self.command.encoded()], "\t") or "")


class DeclaredCommand(Command, frozen=True, gc=False):
    """Any further command of VASSAL's, its fields as declared in `declared`."""

    spec: CommandSpec
    values: Values

    def encoded(self) -> str:
        prefix = self.raw[: len(self.raw) - len(self.values.raw)]
        return prefix + self.values.canonical()


class UnknownCommand(Command, frozen=True, gc=False):
    """A command of a module's own, or of a VASSAL we do not know. VASSAL skips those it does not know."""

    @property
    def word(self) -> str:
        """The letters it starts with; what follows may be anybody's business."""
        found = _WORD.match(self.raw)
        return found.group() if found else ""


def _or_null(text: str | None) -> str:
    return NULL if text is None else text


def _add(raw: str) -> Command:
    tokens = decode(raw[2:], "/")
    if len(tokens) < 3:
        raise FormatError("a piece is added without its type or state", expected="+/id/type/state")
    return AddPiece(raw, None if tokens[0] == NULL else tokens[0], tokens[1], tokens[2])


def _remove(raw: str) -> Command:
    return RemovePiece(raw, raw[2:])


def _change(raw: str) -> Command:
    tokens = decode(raw[2:], "/")
    if len(tokens) < 2:
        raise FormatError("a piece is changed without a new state", expected="D/id/state/old state")
    return ChangePiece(raw, tokens[0], tokens[1], tokens[2] if len(tokens) > 2 else None)


def _move(raw: str) -> Command:
    tokens = decode(raw[2:], "/")
    if len(tokens) < 9:
        raise FormatError("a move is incomplete", expected="M/id/map/x/y/under and the same again for where it came from")
    piece, place, xx, yy, under, old_place, old_xx, old_yy, old_under = tokens[:9]
    try:
        x, y, old_x, old_y = read_int(xx), read_int(yy), read_int(old_xx), read_int(old_yy)
    except UnreadableError:
        raise FormatError("the coordinates of a move are no whole numbers", expected="whole numbers") from None
    return MovePiece(
        raw,
        None if piece == NULL else piece,
        None if place == NULL else place,
        x,
        y,
        None if under == NULL else under,
        None if old_place == NULL else old_place,
        old_x,
        old_y,
        None if old_under == NULL else old_under,
        Secret(tokens[9]) if len(tokens) > 9 else None,
    )


def _chat(raw: str) -> Command:
    return Chat(raw, raw[4:])


def _undo(raw: str) -> Command:
    return Undo(raw, raw[5:] == "true")


def _property(raw: str) -> Command:
    tokens: list[str | None] = [*decode(raw[16:], "\t")]
    tokens += [None] * (4 - len(tokens))
    return SetProperty(raw, tokens[0] or "", tokens[1], tokens[2], tokens[3])


def _player(raw: str) -> Command:
    tokens = decode(raw[7:], "\t")
    if len(tokens) < 3:
        raise FormatError("a line of the roster is incomplete", expected="a player's id, name and side")
    return Player(raw, Secret(tokens[0]), tokens[1], tokens[2])


def _conditional(raw: str) -> Command:
    *conditions, inner = decode(raw[6:], "\t")
    nested = inner.startswith(_CHECK)  # VASSAL never nests them; a hostile file could, without end
    return ConditionalCommand(raw, tuple(conditions), UnknownCommand(inner) if nested else _parse_flat(inner))


LOGGED_NULL = Logged(LOG + NULL, EmptyCommand(NULL))  # the commonest of all; values may be shared

_FIXED: dict[str, type[Command]] = {"begin_save": BeginSave, "end_save": EndSave, "": EmptyCommand, NULL: EmptyCommand}

_PARSERS: tuple[tuple[str, Callable[[str], Command]], ...] = (
    ("+/", _add),
    ("-/", _remove),
    ("D/", _change),
    ("M/", _move),
    ("CHAT", _chat),
    ("MutableProperty\t", _property),
    ("UNDO\t", _undo),
    ("PLAYER\t", _player),
)

_BY_START = {prefix[:2]: (prefix, parse) for prefix, parse in _PARSERS}  # no two may start alike


def _parse_flat(raw: str) -> Command:
    """A command that is not itself a logged one."""
    found = _BY_START.get(raw[:2])
    if found is not None and raw.startswith(found[0]):
        return found[1](raw)
    fixed = _FIXED.get(raw)
    if fixed is not None:
        return fixed(raw)
    if raw.startswith(_CHECK):
        return _conditional(raw)
    declared = spec_for(raw)
    if declared is not None:
        spec, start = declared
        return DeclaredCommand(raw, spec, spec.layout.read(raw[start:]))
    return UnknownCommand(raw)


def parse_command(raw: str) -> Command:
    """The command one leaf holds. A leaf is free of escapes: `Entry.texts` gives them."""
    if raw[:4] != LOG:
        return _parse_flat(raw)
    inner = raw[4:]
    if inner[:4] == LOG:  # VASSAL never logs a logged command
        return UnknownCommand(raw)
    return Logged(raw, _parse_flat(inner))
