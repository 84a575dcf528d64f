"""Stepping through a log."""

from __future__ import annotations

from collections.abc import Iterator

from ..commands import Chat, Command, EmptyCommand, Undo
from ..dice import DiceReader
from ..game import RunningGame, Viewer
from ..game.ledger import BoardsChange, LedgerChange, PropertyChange, RosterChange, Seat, TurnChange
from ..game.order import logged_commands
from ..game.snapshots import changes
from ..game.table import PieceTable
from ..module import Module
from ..saved import SavedGame, Step
from ..secret import Secret
from .actors import find_actor
from .steps import StepResult
from .undo import UndoFinder

_CHECKPOINTS = 16


class Replay:
    """A log, stepped through as VASSAL does.

        replay = Replay(read_saved("turn5.vlog"), module)
        for step in replay:
            print(step.number, step.actor, step.chat, step.changed)
        replay.at(10).pieces["1711658030862"].location

    Each pass begins at the start. `walk` gives the game beside each step; a game that `at`, `start` or `end` give may be changed.
    A saved game that is no log has no steps. `viewer` is who looks: what stacks with what depends on it where pieces are hidden.
    """

    def __init__(self, saved: SavedGame, module: Module | None = None, viewer: Viewer | None = None) -> None:
        self.saved = saved
        self.module = module
        self._start = RunningGame.of(saved, module, viewer)
        self._steps: list[Step] | None = None
        self._checkpoints: dict[int, RunningGame] = {}

    def __str__(self) -> str:
        by = "" if self.module is None else f", on {self.module.name} {self.module.version}"
        return f"{self.saved.name}: {len(self)} steps{by}"

    @property
    def start(self) -> RunningGame:
        """The game before the first step."""
        return self._start.copy()

    @property
    def end(self) -> RunningGame:
        """The game after the last step."""
        return self.at(len(self.steps))

    @property
    def steps(self) -> list[Step]:
        if self._steps is None:
            self._steps = list(self.saved.steps())
        return self._steps

    def __len__(self) -> int:
        return len(self.steps)

    def __iter__(self) -> Iterator[StepResult]:
        return (result for result, _ in self.walk())

    def walk(self) -> Iterator[tuple[StepResult, RunningGame]]:
        """Every step with the game as it is then. The game goes on with the next step: take a copy of what is to stay."""
        game = self.start
        teller = _Teller(game, self.module)
        for step in self.steps:
            yield teller.tell(step), game

    def at(self, number: int) -> RunningGame:
        """The game after a step; 0 is the start."""
        if not 0 <= number <= len(self.steps):
            raise IndexError(f"the log has {len(self.steps)} steps")
        nearest = max((step for step in self._checkpoints if step <= number), default=0)
        game = (self._checkpoints[nearest] if nearest else self._start).copy()
        spacing = max(len(self.steps) // _CHECKPOINTS, 1)
        for step in self.steps[nearest:number]:
            for command in logged_commands(step.entry, self.saved.limits):
                game.apply(command)
            if step.number % spacing == 0 and step.number not in self._checkpoints:
                self._checkpoints[step.number] = game.copy()
        return game


class _Teller:
    """Carries out steps, and tells what they did."""

    def __init__(self, game: RunningGame, module: Module | None) -> None:
        self._game = game
        self._dice = DiceReader(module)
        self._undos = UndoFinder()
        self._seats: dict[Secret, Seat] = dict(game.ledger.roster)

    def tell(self, step: Step) -> StepResult:
        game = self._game
        table: PieceTable = game.table
        commands = logged_commands(step.entry, game.limits)
        before = len(game.problems)
        told: list[LedgerChange] = []
        other: list[Command] = []
        touched = table.watch()
        for command in commands:
            change = game.apply(command)
            if change is False:
                if not isinstance(command, (Chat, Undo, EmptyCommand)):
                    other.append(command)
            elif change is not None and change is not True:
                told.append(change)
        table.unwatch()
        roster = tuple(change for change in told if isinstance(change, RosterChange))
        for one in roster:
            if one.seat is not None:
                self._seats[one.seat.id] = one.seat
        return StepResult(
            number=step.number,
            index=step.index,
            commands=tuple(commands),
            actor=find_actor(commands, self._seats.values(), roster),
            chat=tuple(command.text for command in commands if isinstance(command, Chat)),
            rolls=self._dice.rolls(commands, game.ask),
            pieces=changes(table, touched),
            undo=self._undos.see(step.number, commands),
            properties=tuple(change for change in told if isinstance(change, PropertyChange)),
            turns=tuple(change for change in told if isinstance(change, TurnChange)),
            boards=tuple(change for change in told if isinstance(change, BoardsChange)),
            roster=roster,
            other=tuple(other),
            problems=tuple(game.problems[before:]),
        )
