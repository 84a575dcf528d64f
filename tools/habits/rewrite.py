"""A game that was played, put on the table by clumsy hands: recorded, its deeds changed by habits, performed and written."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path

from adjudicator.engine.terms import Term
from adjudicator.games import LoadedGame
from adjudicator.modulebuild.pack import write_module
from adjudicator.rules.table import Table
from tools.mutate.logs import shows
from tools.selfplay.desk import Play
from tools.selfplay.logs import PASSWORD, PLAYER, set_up_of
from tools.selfplay.table import MAP, Point, Tabletop
from vassal_bridge.archive import open_archive
from vassal_bridge.commands import parse_command
from vassal_bridge.compose import step, write_new
from vassal_bridge.grids.boards import OFFBOARD
from vassal_bridge.metadata import MetaData
from vassal_bridge.module import Module
from vassal_bridge.module.maps import Map
from vassal_bridge.saved import SavedGame
from vassal_bridge.tree import Entry

from .gestures import Commands, Undo
from .page import Board, Deed, Luck, Page
from .rates import SORTS
from .record import Recorded, record
from .stage import Speaker, Stage

_OTHERS = ("Bert", "Cleo")
_BESIDE = 66  # pixels
_WHEN = 1_735_776_000_000  # the second day of 2025: the same game gives the same file


@dataclass(frozen=True, slots=True, eq=False)
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


@dataclass(frozen=True, eq=False)
class Script:
    """A whole log, not yet written."""

    page: Page
    done: tuple[Done, ...]
    recorded: Recorded
    table: Tabletop  # at the end
    speakers: Mapping[str, Speaker]

    def steps_of(self, action: int) -> list[int]:
        """The steps in which an action was done. One that nobody can see is in the last step of those before it."""
        while action >= 0:
            own = self._own.get(action)
            if own:
                return own
            action -= 1
        return []

    @cached_property
    def _own(self) -> Mapping[int, list[int]]:
        own: dict[int, list[int]] = {}
        for each in self.done:
            for action in (each.deed.action, *each.deed.also):
                if each.step is not None and not each.deed.extra:
                    own.setdefault(action, []).append(each.step)
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
    page.planted = shown_in(played, recorded)
    for sort in SORTS:
        rate = rates.get(sort.name, 0.0)
        if rate > 0:
            sort.does(page, Luck(sort.name, rate, random.Random(f"{played.seed} {sort.name}")))
    return performed(page, recorded, played)


def as_recorded(played: Game) -> Script:
    """The log as self-play writes it, to the letter."""
    recorded = recorded_of(played)
    return performed(_page(recorded, played), recorded, played, real=False)


@lru_cache(maxsize=4)
def recorded_of(played: Game) -> Recorded:
    return record(played.loaded, played.module, played.start, played.seed, played.plays, played.end)


def _page(recorded: Recorded, played: Game) -> Page:
    deeds = [Deed(gesture, action) for gesture, action in recorded.gestures]
    return Page(deeds, played.plays, played.end, _board(recorded, played))


def shown_in(played: Game, recorded: Recorded) -> tuple[int, int] | None:
    """The actions that show the violation: players do not click to a phase that the counter shows already."""
    return None if played.planted is None else (played.planted[0], shows(recorded.chronicle.told, played.planted[1]))


def performed(page: Page, recorded: Recorded, played: Game, *, real: bool = True) -> Script:
    stage = _stage(recorded, played, real)
    speakers = {
        side: Speaker(name, f"{name.lower()}-pw") for side, name in zip(("", *page.second), (PLAYER, *_OTHERS), strict=False)
    }
    done: list[Done] = []
    number = 0
    for place, deed in enumerate(page.deeds):
        if deed.extra and not stage.has(deed.gesture):
            continue  # nobody nudges what is no longer, or not yet, on the table
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
    phases = [title for _, title in told.phases]
    return Board(
        grid, told.called, points, told.points, told.pieces, names, phases, _aside(points.values(), _map_of(played.module))
    )


@cache
def _map_of(module: Path) -> Map:
    found = Module.read(open_archive(module)).map(MAP)
    if found is None:
        raise LookupError(f"{module.name} has no map {MAP}")
    return found


def _aside(points: Iterable[Point], map_: Map) -> list[Point]:
    """Points beside the hexes at the edge, outside of all boxes, where a counter lies on the board and yet nowhere."""
    width, height = map_.boards[0].width, map_.boards[0].height
    around = [
        (x + right, y + down)
        for x, y in points
        for right, down in ((_BESIDE, 0), (-_BESIDE, 0), (0, _BESIDE), (0, -_BESIDE))
        if 0 < x + right < width and 0 < y + down < height
    ]
    return [(x, y) for x, y in around if map_.location(x, y) == OFFBOARD]


def _stage(recorded: Recorded, played: Game, real: bool) -> Stage:
    told = recorded.chronicle
    table = Tabletop(PASSWORD, on_hexes=played.loaded.vocabulary.of(Term.HEX_MARK))
    table.read(played.start)
    grid = played.loaded.board.grid
    points = {hex: told.hexes(hex) for hex in grid.all()}
    phases = [title for _, title in told.phases]
    return Stage(table, told.called, points, told.points, _map_of(played.module).location, grid, phases, real)


def write(script: Script, played: Game, target: Path) -> None:
    """The log: the position at the start, with the players in its roster, then the steps."""
    position = list(played.start.position)
    for side, speaker in script.speakers.items():
        seat = side.capitalize() or "German"
        position.insert(-1, Entry.single(f"PLAYER\t{speaker.password}\t{speaker.name}\t{seat}"))
    entries = [*position, *(step([parse_command(text) for text in each.commands]) for each in script.done)]
    write_new(target, entries, metadata(played))


def metadata(played: Game) -> MetaData:
    about = played.start.metadata
    return MetaData(about.vassal_version, _WHEN, "", about.module_name, about.module_version)
