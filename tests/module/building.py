"""Modules made up for tests: build files written as nested calls, and the tiniest of module sources."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from vassal_bridge.module import BoardChoice, Map, Module

V = "VASSAL.build.module."
MAP = V + "map."
BOARD = MAP + "boardPicker.board."
GRID = BOARD + "mapgrid."


def element(tag: str, *children: str, content: str = "", **attributes: Any) -> str:
    written = "".join(f" {name}={quoteattr(_text(value))}" for name, value in attributes.items())
    return f"<{tag}{written}>{escape(content)}{''.join(children)}</{tag}>"


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def game(*children: str, **attributes: Any) -> bytes:
    about = {"name": "Made up", "version": "1", "VassalVersion": "3.7.26", **attributes}
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{element("VASSAL.build.GameModule", *children, **about)}'.encode()


def game_map(*children: str, boards: Sequence[str] = (), setup: str = "", name: str = "Main", **attributes: Any) -> str:
    chosen = [element("setup", content=setup)] if setup else []
    return element(V + "Map", element(MAP + "BoardPicker", *chosen, *boards), *children, mapName=name, **attributes)


def board(*children: str, name: str = "Board", width: int = 1000, height: int = 800, **attributes: Any) -> str:
    return element(MAP + "boardPicker.Board", *children, name=name, width=width, height=height, **attributes)


def picture_board(*children: str, name: str = "Board", image: str = "board.png", **attributes: Any) -> str:
    return element(MAP + "boardPicker.Board", *children, name=name, image=image, **attributes)


def hex_grid(*children: str, **attributes: Any) -> str:
    return element(BOARD + "HexGrid", *children, **attributes)


def square_grid(*children: str, **attributes: Any) -> str:
    return element(BOARD + "SquareGrid", *children, **attributes)


def hex_numbers(**attributes: Any) -> str:
    return element(GRID + "HexGridNumbering", **attributes)


def square_numbers(**attributes: Any) -> str:
    return element(GRID + "SquareGridNumbering", **attributes)


def region_grid(regions: Mapping[str, tuple[int, int]], **attributes: Any) -> str:
    inner = (element(BOARD + "Region", name=name, originx=x, originy=y) for name, (x, y) in regions.items())
    return element(BOARD + "RegionGrid", *inner, **attributes)


def zoned_grid(*children: str) -> str:
    return element(BOARD + "ZonedGrid", *children)


def zone(*children: str, name: str = "Zone", path: str = "0,0;500,0;500,500;0,500", **attributes: Any) -> str:
    return element(GRID + "Zone", *children, name=name, path=path, **attributes)


def slot(definition: str, name: str = "A piece", gpid: str = "1", kind: str = "PieceSlot") -> str:
    return element(f"VASSAL.build.widget.{kind}", content=definition, entryName=name, gpid=gpid)


def prototypes(definitions: Mapping[str, str], *more: str) -> str:
    inner = (element(V + "PrototypeDefinition", content=text, name=name) for name, text in definitions.items())
    return element(V + "PrototypesContainer", *inner, *more)


def png(width: int, height: int) -> bytes:
    """A PNG's signature and header; nothing behind it, since nobody may look there."""
    header = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + header + struct.pack(">I", zlib.crc32(header))


@dataclass
class Entries:
    """A module source without a container."""

    entries: Mapping[str, bytes]
    name: str = "made-up.vmod"
    read_names: list[str] = field(default_factory=list)

    def names(self) -> Sequence[str]:
        return list(self.entries)

    def read(self, name: str) -> bytes:
        self.read_names.append(name)
        return self.entries[name]


def module(*children: str, images: Mapping[str, bytes] | None = None, **attributes: Any) -> Module:
    entries = {"buildFile.xml": game(*children, **attributes)}
    entries |= {f"images/{name}": data for name, data in (images or {}).items()}
    return Module.read(Entries(entries))


def only_map(*boards: str, setup: str = "", **attributes: Any) -> Map:
    """A map with its boards, the first in play unless a set-up says otherwise."""
    read = module(game_map(boards=boards, setup=setup, **attributes)).maps[0]
    return read if setup or read.surface.boards else read.with_boards([BoardChoice(read.boards[0].name)])
