"""A game that was played, put on the table by clumsy hands: recorded, its deeds changed by habits, performed and written."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from adjudicator.games import LoadedGame
from adjudicator.modulebuild.pack import write_module
from adjudicator.rules.table import Table
from tools.selfplay.desk import Play
from tools.selfplay.logs import PASSWORD, PLAYER, set_up_of
from tools.selfplay.table import Tabletop
from vassal_bridge.commands import parse_command
from vassal_bridge.compose import step, write_new
from vassal_bridge.metadata import MetaData
from vassal_bridge.saved import SavedGame
from vassal_bridge.tree import Entry

from .gestures import Commands, Undo
from .page import Board, Deed, Luck, Page
from .rates import SORTS
from .record import Recorded, record
from .stage import Speaker, Stage

_WHEN = 1_735_776_000_000  # the second day of 2025: the same game gives the same file


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it was played, ready to be put on the table."""

    loaded: LoadedGame
    module: Path
    start: SavedGame
    scenario: str
    seed: int
    plays: Sequence[Play]
    end: Table
    planted: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """A deed as it stands in the log: an entry, and a step if it says anything."""

    deed: Deed
    commands: Commands
    step: int | None


@dataclass(frozen=True, slots=True, eq=False)
class Script:
    """A whole log, not yet written."""

    page: Page
    done: tuple[Done, ...]
    recorded: Recorded
    table: Tabletop  # at the end
    speakers: Mapping[str, Speaker]

    def steps_of(self, action: int) -> list[int]:
        """The steps in which an action was done. One that nobody can see is in the last step of those before it."""
        own = [each.step for each in self.done if each.step and each.deed.action == action and not each.deed.extra]
        while not own and action > 0:
            action -= 1
            own = [max(found)] if (found := self.steps_of(action)) else []
        return own

    @property
    def steps(self) -> int:
        return max((each.step for each in self.done if each.step), default=0)


def game(
    loaded: LoadedGame,
    module: Path,
    scenario: str,
    seed: int,
    plays: Sequence[Play],
    end: Table,
    planted: tuple[int, int] | None = None,
) -> Game:
    return Game(loaded, module, set_up_of(module, scenario, module.parent), scenario, seed, plays, end, planted)


def module_of(loaded: LoadedGame, folder: Path) -> Path:
    """Our module of a game, in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{loaded.slug}.vmod"
    if not path.exists():
        write_module(loaded, path)
    return path


def rewrite(played: Game, rates: Mapping[str, float]) -> Script:
    """The log of a game by a player of such habits. The same seed and rates give the same log."""
    recorded = record(played.loaded, played.module, played.start, played.seed, played.plays, played.end)
    page = Page(
        [Deed(gesture, action) for gesture, action in recorded.gestures], played.plays, played.end, _board(recorded, played)
    )
    page.planted = played.planted
    for sort in SORTS:
        rate = rates.get(sort.name, 0.0)
        if rate > 0:
            sort.does(page, Luck(sort.name, rate, random.Random(f"{played.seed} {sort.name}")))
    return performed(page, recorded, played)


def performed(page: Page, recorded: Recorded, played: Game, *, real: bool = True) -> Script:
    stage = _stage(recorded, played, real)
    speakers = {"": Speaker(PLAYER, PASSWORD)}
    done: list[Done] = []
    number = 0
    for place, deed in enumerate(page.deeds):
        undone = place + 1 < len(page.deeds) and isinstance(page.deeds[place + 1].gesture, Undo)
        commands = stage.perform(deed.gesture, speakers.get(deed.side, speakers[""]), kept=undone)
        if not commands:
            continue
        tells = any(command != "null" for command in commands)
        number += tells
        done.append(Done(deed, commands, number if tells else None))
    return Script(page, tuple(done), recorded, stage.table, speakers)


def _board(recorded: Recorded, played: Game) -> Board:
    told = recorded.chronicle
    grid = played.loaded.board.grid
    units = {unit for force in played.end.state.forces.values() for unit in force.units}
    names = {unit: told.tabletop.things[piece].name for unit, piece in told.pieces.items() if unit in units}
    points = {hex: told.hexes(hex) for hex in grid.all()}
    return Board(grid, told.called, points, told.points, told.pieces, names, [title for _, title in told.phases])


def _stage(recorded: Recorded, played: Game, real: bool) -> Stage:
    told = recorded.chronicle
    table = Tabletop(PASSWORD)
    table.read(played.start)
    grid = played.loaded.board.grid
    points = {hex: told.hexes(hex) for hex in grid.all()}
    return Stage(table, told.called, points, told.points, grid, [title for _, title in told.phases], real)


def write(script: Script, played: Game, target: Path) -> None:
    """The log: the position at the start, with the players in its roster, then the steps."""
    position = list(played.start.position)
    for side, speaker in script.speakers.items():
        seat = side.capitalize() or "German"
        position.insert(-1, Entry.single(f"PLAYER\t{speaker.password}\t{speaker.name}\t{seat}"))
    entries = [*position, *(step([parse_command(text) for text in each.commands]) for each in script.done)]
    about = played.start.metadata
    write_new(target, entries, MetaData(about.vassal_version, _WHEN, "", about.module_name, about.module_version))
