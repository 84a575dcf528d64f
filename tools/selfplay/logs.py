"""A game played at the desk, written as a VASSAL log of our own module of it."""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from adjudicator.engine.terms import Term
from adjudicator.games import LoadedGame
from adjudicator.modulebuild.board import counter_of
from adjudicator.modulebuild.layout import read_layout, sheet_of
from adjudicator.modulebuild.pieces import PaletteSlot, all_pieces, written
from adjudicator.rules.table import Table
from vassal_bridge.archive import open_archive
from vassal_bridge.commands import parse_command
from vassal_bridge.compose import step, write_new
from vassal_bridge.metadata import MetaData
from vassal_bridge.module import Prototype, Prototypes
from vassal_bridge.saved import SavedGame, read_saved
from vassal_bridge.traits import trait_reader
from vassal_bridge.tree import Entry

from .chronicle import Chronicle
from .desk import Play
from .players import PLAYERS
from .strip import Habit, stripped
from .table import Tabletop, zones_of

PLAYER, PASSWORD = "Ada", "ada-pw"
_WHEN = 1_735_776_000_000  # the second day of 2025: the same game gives the same file


def chronicle_of(loaded: LoadedGame, module: Path, start: SavedGame, seed: int) -> Chronicle:
    """A chronicle that begins at a saved position of the module."""
    teller = PLAYERS[loaded.slug].chronicle
    if teller is None:
        raise LookupError(f"nobody tells games of {loaded.slug} as logs yet: play them with --engine-only")
    layout = read_layout(loaded)
    sheet = sheet_of(loaded, layout)
    pieces = all_pieces(loaded, layout, counter_of(sheet.size))
    prototypes = Prototypes([Prototype(name, text) for name, text in pieces.prototypes.items()])
    slots: dict[str, PaletteSlot] = {**pieces.units}
    for slot in pieces.markers:
        slots[f"control {slot.id}" if slot.name.startswith("Control ") else slot.id] = slot

    def makes(name: str) -> tuple[str, Any]:
        type_, state = prototypes.expand_piece(*written(slots[name].traits))
        return type_, trait_reader().piece(type_, state)

    tabletop = Tabletop(PASSWORD, on_hexes=loaded.vocabulary.of(Term.HEX_MARK))
    tabletop.read(start)
    archive = open_archive(module)
    name = next(each for each in ("buildFile.xml", "buildFile") if each in archive)
    points = zones_of(archive.read(name).decode("utf-8"))
    boxes = {box.id: title for box in loaded.about.boxes for title in points if title == box.name}
    called = {sheet.point(hex): hex for hex in loaded.board.grid.all()}
    phases = [(phase.id, phase.name.replace(",", "")) for phase in loaded.about.phases]
    told = teller(tabletop, PLAYER, points, sheet.point, boxes, loaded.board.areas, called, phases, makes, random.Random(seed))
    told.begin()
    return told


def set_up_of(module: Path, scenario: str, folder: Path) -> SavedGame:
    """The set-up that lies in the module, as a file beside it."""
    path = folder / f"set-up-{scenario}.vsav"
    path.write_bytes(open_archive(module).read(f"set-up-{scenario}.vsav"))
    return read_saved(path)


def write_log(start: SavedGame, steps: Iterable[Iterable[str]], target: Path, side: str = "German") -> None:
    """The log: the position at the start, with the player in its roster, then the steps."""
    position = list(start.position)
    position.insert(-1, Entry.single(f"PLAYER\t{PASSWORD}\t{PLAYER}\t{side}"))
    entries = [*position, *(step([parse_command(text) for text in each]) for each in steps)]
    about = start.metadata
    write_new(target, entries, MetaData(about.vassal_version, _WHEN, "", about.module_name, about.module_version))


def write_game(
    loaded: LoadedGame,
    module: Path,
    plays: Iterable[Play],
    end: Table,
    target: Path,
    *,
    scenario: str,
    seed: int = 1,
    habit: Habit | None = None,
) -> Chronicle:
    """A whole game as a log, perhaps as players of another habit write it."""
    start = set_up_of(module, scenario, target.parent)
    told = chronicle_of(loaded, module, start, seed)
    told.tell(plays, end)
    write_log(start, told.steps if habit is None else stripped(told.steps, habit), target)
    return told
