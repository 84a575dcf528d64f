"""The finished things: a picture of the map, and the module with all that is in it. The same folder gives the same bytes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from adjudicator.games import LoadedGame
from adjudicator.games.errors import GameFolderError, GameValueError
from vassal_bridge.archive import open_archive
from vassal_bridge.compose import moduledata
from vassal_bridge.errors import WriteError
from vassal_bridge.metadata import MetaData
from vassal_bridge.module import Module
from vassal_bridge.write import pack, write_bytes

from .board import counter_of, draw_board, draw_picture
from .buildxml import HELP, VASSAL, build_file, set_up_file
from .declaring import built_in, pictures
from .helping import help_page
from .images import png, small_images
from .layout import LAYOUT, layout_if_any, read_layout, sheet_of
from .pieces import MAP, all_pieces
from .places import BoxPlace
from .setup import set_up
from .sheet import MapSheet
from .xml import document

BUILD_FILE = "buildFile.xml"


@dataclass(frozen=True, slots=True)
class BuiltModule:
    """What a module has become."""

    name: str
    version: str
    pieces: int
    setups: int


def write_picture(game: LoadedGame, target: Path, size: int | None = None, *, with_boxes: bool = False) -> tuple[int, int]:
    """Draw the map of a game into a PNG file; its width and height. Any game has a map, with a layout or without."""
    layout = layout_if_any(game)
    sheet = sheet_of(game, layout, size)
    image = draw_board(game, layout, sheet)[0] if with_boxes else draw_picture(game, layout, sheet)
    write_bytes(target, png(image), inputs=_inputs(game))
    return image.size


def write_module(game: LoadedGame, target: Path) -> BuiltModule:
    """Make the module of a game. Nothing is written unless it reads back whole, with every hex called as in the game."""
    layout = read_layout(game)
    sheet = sheet_of(game, layout)
    counter = counter_of(sheet.size)
    board, places = draw_board(game, layout, sheet)
    _check_titles(game, places)
    pieces = all_pieces(game, layout, counter)
    declared = built_in(game, pieces)
    about = MetaData(VASSAL, None, None, layout.module, layout.version)
    contents = {
        BUILD_FILE: document(build_file(game, layout, sheet, places, pieces, counter, declared)),
        "moduledata": moduledata(about),
        HELP: help_page(game, layout),
        "images/board.png": png(board),
    }
    contents |= {f"images/{name}": png(image) for name, image in small_images(game, layout, pieces, counter)}
    contents |= {f"images/{name}": png(image) for name, image in pictures(declared, counter)}
    for name, scenario in game.scenarios.items():
        contents[set_up_file(name)] = set_up(game, layout, sheet, places, pieces, scenario)
    data = pack(None, dict(sorted(contents.items())))
    write_bytes(target, data, check=lambda written: _check(written, sheet), inputs=_inputs(game))
    return BuiltModule(layout.module, layout.version, sum(1 for _ in pieces.palette()), len(game.scenarios))


def _check_titles(game: LoadedGame, places: Sequence[BoxPlace]) -> None:
    """Boxes are told apart by their titles, from each other and from hexes."""
    often = Counter(place.title for place in places)
    taken = [f"{count} boxes are called {title}" for title, count in often.items() if count > 1]
    taken += [f"a box is called {title}, as a hex is" for title in often if title in game.board.grid]
    if taken:
        remedy = "give each a title of its own"
        raise GameFolderError(game.slug, [GameValueError(message, file=LAYOUT, remedy=remedy) for message in taken])


def _inputs(game: LoadedGame) -> list[Path]:
    """The files of the game, which are never written over."""
    return sorted(game.files.all())


def _check(written: Path, sheet: MapSheet) -> None:
    """Refuse a module that our own reader finds fault with, or whose grid calls a hex by another name."""
    module = Module.read(open_archive(written))
    if module.problems:
        raise WriteError(f"the module would not be whole: {module.problems[0]}")
    board = module.map(MAP)
    if board is None:
        raise WriteError("the module would have no map")
    for hex in sheet.grid.all():
        called = board.location(*sheet.point(hex))
        if called != hex:
            raise WriteError(f"the grid of the module would call hex {hex} {called}")
