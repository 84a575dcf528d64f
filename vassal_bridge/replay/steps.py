"""What one step of a log did."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..commands import Command
from ..dice import DiceReport
from ..game.ledger import BoardsChange, PropertyChange, RosterChange, TurnChange
from ..game.snapshots import Changes, PieceChange, Snapshot
from .actors import Actor
from .undo import Undone


@dataclass(frozen=True, slots=True)
class StepResult:
    """One step, counted from 1 as VASSAL's step button does; `index` is the entry of the file in which it stands.

    `commands` are carried out in this order. `other` are those that do nothing to a game as far as we know, a module's own among
    them. `problems` are what VASSAL would have complained about.
    """

    number: int
    index: int
    commands: tuple[Command, ...] = field(repr=False)
    actor: Actor | None
    chat: tuple[str, ...]
    rolls: tuple[DiceReport, ...]
    pieces: Changes
    undo: Undone | None
    properties: tuple[PropertyChange, ...]
    turns: tuple[TurnChange, ...]
    boards: tuple[BoardsChange, ...]
    roster: tuple[RosterChange, ...]
    other: tuple[Command, ...] = field(repr=False)
    problems: tuple[str, ...]

    @property
    def added(self) -> tuple[Snapshot, ...]:
        return self.pieces.added

    @property
    def removed(self) -> tuple[Snapshot, ...]:
        return self.pieces.removed

    @property
    def changed(self) -> tuple[PieceChange, ...]:
        return self.pieces.changed
