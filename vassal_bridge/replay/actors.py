"""Who acted in a step: found by the player ids of its moves, or by the names in its chat. The ids themselves are never told."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from ..commands import Chat, Command, MovePiece
from ..game.ledger import RosterChange, Seat
from ..secret import Secret

_NAMED = re.compile(r"<([^<>]{1,200})>|&lt;([^<>&]{1,200})&gt;")
_TYPED = re.compile(r"(?:<|&lt;)(.{1,200}?)(?:>|&gt;) - ")


@dataclass(frozen=True, slots=True)
class Actor:
    """A player as a log shows one. `side` is None where the roster does not tell it for certain.

    `evidence`: the id in a move, a change of the roster, a line typed into the chat or a name in a report. The last two a player
    could make up.
    """

    name: str | None
    side: str | None
    evidence: Literal["move", "roster", "chat", "report"]


def find_actor(commands: Sequence[Command], seats: Iterable[Seat], joined: Sequence[RosterChange]) -> Actor | None:
    """Who acted, as far as the step tells. `seats` are all that were ever on the roster so far."""
    known = list(seats)
    players = dict.fromkeys(command.player for command in commands if isinstance(command, MovePiece) and command.player)
    if players:
        return _by_id(next(iter(players)), known)
    for change in joined:
        seat = change.seat or change.before
        if seat is not None:
            return Actor(seat.name, seat.side, "roster")
    lines = [command.text for command in commands if isinstance(command, Chat)]
    return _by_typing(lines, known) or _by_report(lines, known)


def _by_id(player: Secret | None, seats: list[Seat]) -> Actor:
    seat = next((seat for seat in reversed(seats) if seat.id == player), None)
    return Actor(None, None, "move") if seat is None else Actor(seat.name, seat.side, "move")


def typist(lines: Iterable[str]) -> str | None:
    """The name before the first line that was typed into chat."""
    match = next((found for line in lines if (found := _TYPED.match(line)) is not None), None)
    return None if match is None else match[1].replace("&lt;", "<").replace("&gt;", ">")


def typed(line: str) -> str | None:
    """What somebody typed into chat, if the line is one that was typed."""
    match = _TYPED.match(line)
    return None if match is None else line[match.end() :]


def _by_typing(lines: list[str], seats: list[Seat]) -> Actor | None:
    said = typist(lines)
    return None if said is None else _by_name(said, seats, "chat") or Actor(said, None, "chat")


def _by_report(lines: list[str], seats: list[Seat]) -> Actor | None:
    for line in lines:
        if line.startswith(("*", "-")):
            for match in _NAMED.finditer(line[:2000]):
                found = _by_name(match[1] or match[2], seats, "report")
                if found is not None:
                    return found
    return None


def _by_name(said: str, seats: list[Seat], evidence: Literal["chat", "report"]) -> Actor | None:
    """A name may be followed by the side in parentheses."""
    found = [seat for seat in seats if seat.name and said in (seat.name, f"{seat.name} ({seat.side})")]
    if not found:
        return None
    sides = {seat.side for seat in found}
    return Actor(found[-1].name, sides.pop() if len(sides) == 1 else None, evidence)
