"""The geometry of our module of a game: what a log on it can be read with, made without drawing anything.

Where a point of the board is, what its boxes, dice and turn counter are called: all that follows from the game's tables. So
nobody needs the file of the module to have a log judged, only to play.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from adjudicator.games import LoadedGame
from vassal_bridge.errors import ModuleError
from vassal_bridge.module import Module

from .board import counter_of, plan_of
from .buildxml import build_file
from .declaring import built_in
from .layout import read_layout, sheet_of
from .pieces import all_pieces
from .xml import document

_BOARD = "images/board.png"


@dataclass(frozen=True, slots=True)
class _Undrawn:
    """The entries of a module, with pictures of which only the size is there."""

    name: str
    entries: Mapping[str, bytes] = field(repr=False)

    def names(self) -> Sequence[str]:
        return list(self.entries)

    def read(self, name: str) -> bytes:
        if name not in self.entries:
            raise ModuleError(f"no entry {name!r}", file=self.name)
        return self.entries[name]


def own_module(game: LoadedGame) -> Module:
    """The module that `write_module` would write, but for its pictures. GameFolderError if the game has no layout."""
    layout = read_layout(game)
    sheet = sheet_of(game, layout)
    counter = counter_of(sheet.size)
    plan = plan_of(game, layout, sheet)
    pieces = all_pieces(game, layout, counter)
    build = document(build_file(game, layout, sheet, plan.places, pieces, counter, built_in(game, pieces)))
    return Module.read(_Undrawn(layout.module, {"buildFile.xml": build, _BOARD: _blank(*plan.size)}))


def _blank(width: int, height: int) -> bytes:
    """The beginning of a PNG, which says how large it is."""
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", width, height)
