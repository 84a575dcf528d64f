"""Undo: which earlier step a step takes back.

Newer logs put brackets around what an undo does; older ones only say `* UNDO: …` in the chat. The undone step is found by what it
did: an undo does the inverse of each of its commands, in reverse order.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from ..commands import AddPiece, ChangePiece, Chat, Command, DeclaredCommand, MovePiece, RemovePiece, SetProperty, Undo
from ..declared import TURN

UNDO_WORDS = "* UNDO: "


@dataclass(frozen=True, slots=True)
class Undone:
    """What a step takes back: the step with that number (None if that cannot be told), and the chat lines it says it takes back.

    `bracketed` tells whether VASSAL marked it so; an undo known by its words alone could also be typed by a player.
    """

    step: int | None
    lines: tuple[str, ...]
    bracketed: bool


class UndoFinder:
    """Sees all steps in order, and tells of each whether it takes another back."""

    def __init__(self) -> None:
        self._open: dict[Hashable, list[int]] = {}  # by what would take them back: the steps in effect
        self._inverse: dict[int, Hashable] = {}
        self._took: dict[int, int] = {}

    def see(self, number: int, commands: Sequence[Command]) -> Undone | None:
        undone = self._look(number, commands)
        inverse = _inverses(commands)
        self._inverse[number] = inverse
        self._open.setdefault(inverse, []).append(number)
        return undone

    def _look(self, number: int, commands: Sequence[Command]) -> Undone | None:
        lines = tuple(
            command.text.removeprefix(UNDO_WORDS)
            for command in commands
            if isinstance(command, Chat) and command.text.startswith(UNDO_WORDS)
        )
        bracketed = any(isinstance(command, Undo) for command in commands)
        if not lines and not bracketed:
            return None
        step = self._take(_deeds(commands))
        if step is not None:
            self._took[number] = step
        return Undone(step, lines, bracketed)

    def _take(self, deeds: Hashable) -> int | None:
        steps = self._open.get(deeds)
        if not steps:
            return None
        undone = steps.pop()
        again = self._took.get(undone)  # an undo of an undo: what that took back is in effect again
        if again is not None:
            self._open[self._inverse[again]].append(again)
        return undone


Deed = tuple[str, ...]


def _key(deeds: Iterable[Deed]) -> Hashable:
    return hash(tuple(sorted(deeds)))


def _deeds(commands: Sequence[Command]) -> Hashable:
    """What was done. Putting a piece back into its stack is part of putting it back into the game."""
    added = {command.id for command in commands if isinstance(command, AddPiece)}
    changes = (
        ("change", identity, old, new) for identity, old, new in _net(commands) if not added or added.isdisjoint(new.split(";"))
    )
    return _key([*changes, *(deed for command in commands for deed in _deed(command))])


def _inverses(commands: Sequence[Command]) -> Hashable:
    """What an undo of it would do."""
    changes = (("change", identity, new, old) for identity, old, new in _net(commands))
    return _key([*changes, *(deed for command in commands for deed in _inverse(command))])


def _net(commands: Sequence[Command]) -> Iterator[tuple[str, str, str]]:
    """Of each piece, from what to what all its changes together lead: in the file they may have become one."""
    ends: dict[str, tuple[str, str]] = {}
    for command in commands:
        if isinstance(command, ChangePiece) and command.old_state is not None:
            first, _ = ends.get(command.id, (command.old_state, ""))
            ends[command.id] = first, command.new_state
    return ((identity, old, new) for identity, (old, new) in ends.items() if old != new)


def _deed(command: Command) -> Iterable[Deed]:
    if isinstance(command, Chat):
        yield "chat", command.text
    elif isinstance(command, MovePiece):
        yield "move", command.id or "", *_here(command), *_there(command)
    elif isinstance(command, AddPiece):
        yield "add", command.id or ""
    elif isinstance(command, RemovePiece):
        yield "remove", command.id
    elif isinstance(command, SetProperty):
        yield "property", command.name, command.container or "", command.old or "", command.new or ""
    elif isinstance(command, DeclaredCommand) and command.spec is TURN:
        yield "turn", command.values.text("tracker")


def _inverse(command: Command) -> Iterable[Deed]:
    if isinstance(command, Chat):
        yield "chat", UNDO_WORDS + command.text
    elif isinstance(command, MovePiece):
        yield "move", command.id or "", *_there(command), *_here(command)
    elif isinstance(command, AddPiece):
        yield "remove", command.id or ""
    elif isinstance(command, RemovePiece):
        yield "add", command.id
    elif isinstance(command, SetProperty):
        yield "property", command.name, command.container or "", command.new or "", command.old or ""
    else:
        yield from _deed(command)


def _here(command: MovePiece) -> Deed:
    return command.map or "", str(command.x), str(command.y)


def _there(command: MovePiece) -> Deed:
    return command.old_map or "", str(command.old_x), str(command.old_y)
