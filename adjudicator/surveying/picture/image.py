"""The picture of a board, brought to a size at which its hexes are regular and as large as is needed to see what is in them."""

from __future__ import annotations

import io
import math
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from PIL import Image

from vassal_bridge.archive import Archive
from vassal_bridge.errors import BridgeError, ModuleError
from vassal_bridge.grids import LaidBoard
from vassal_bridge.limits import DEFAULT_LIMITS
from vassal_bridge.module.images import image_size

from ..colours import LARGEST
from ..places import HexPlace

HEIGHT = 68  # of a hex, in pixels, from side to side
ROOT = math.sqrt(3)
MOST = 60_000_000  # pixels that are looked at
Array = Any  # numpy's arrays; who has no numpy can check all else


@dataclass(frozen=True, slots=True)
class Sheet:
    """One board: its picture as rows of red, green and blue, and where the centres of the hexes should be on it."""

    pixels: Array
    hexes: tuple[str, ...]
    centres: Array  # x and y of each
    height: float  # of a hex from side to side
    across: Array  # the ways from a centre to the six neighbours
    origin: tuple[int, int] = (0, 0)  # where the board begins on the map, in pixels of this size


def joined(sheets: Sequence[Sheet]) -> Sheet:
    """Boards side by side as one sheet: what goes over the edge of one goes on on the next."""
    if len(sheets) == 1:
        return sheets[0]
    low = np.min([sheet.origin for sheet in sheets], axis=0)
    places = [np.array(sheet.origin) - low for sheet in sheets]
    wide, high = np.max([at + sheet.pixels.shape[1::-1] for at, sheet in zip(places, sheets, strict=True)], axis=0)
    if int(wide) * int(high) > MOST:
        raise ModuleError(f"the boards of the map are together larger than {MOST:,} pixels")
    pixels = np.full((high, wide, 3), 255, dtype=np.uint8)
    for (x, y), sheet in zip(places, sheets, strict=True):
        pixels[y : y + sheet.pixels.shape[0], x : x + sheet.pixels.shape[1]] = sheet.pixels
    centres = np.concatenate([sheet.centres + at for at, sheet in zip(places, sheets, strict=True)])
    hexes = tuple(hex for sheet in sheets for hex in sheet.hexes)
    return Sheet(pixels, hexes, centres, sheets[0].height, sheets[0].across)


def sheets_of(places: Iterable[HexPlace], archive: Archive) -> list[Sheet]:
    """The boards on which these hexes lie. Raises BridgeError if a picture is missing, hostile or damaged."""
    by_board: dict[int, list[HexPlace]] = {}
    for place in places:
        by_board.setdefault(id(place.board), []).append(place)
    return [_sheet(each, archive) for each in by_board.values()]


def _sheet(places: Sequence[HexPlace], archive: Archive) -> Sheet:
    grid, board = places[0].grid, places[0].board
    wide, high = (grid.dy, grid.dx) if grid.sideways else (grid.dx, grid.dy)
    height = min(HEIGHT, grid.dy)
    apart = height * ROOT / 2
    scale = (height / wide, apart / high) if grid.sideways else (apart / wide, height / high)
    pixels = _pixels(board, scale, archive)
    inward = np.array([board.inward(place.x, place.y) for place in places], dtype=float)
    centres = inward * np.array([pixels.shape[1] / board.board.width, pixels.shape[0] / board.board.height])
    turns = np.deg2rad(np.arange(6) * 60 + (0 if grid.sideways else 30))
    across = height * np.stack([np.cos(turns), np.sin(turns)], axis=1)
    origin = (round(board.x * scale[0]), round(board.y * scale[1]))
    return Sheet(pixels, tuple(place.hex for place in places), centres, height, across, origin)


def _pixels(board: LaidBoard, scale: tuple[float, float], archive: Archive) -> Array:
    width, height = board.board.width, board.board.height
    size = (max(1, round(width * scale[0])), max(1, round(height * scale[1])))
    if size[0] * size[1] > MOST:
        raise ModuleError(f"the picture {board.board.image} has more than {MOST:,} pixels even with small hexes")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        return decoded(archive, board.board.image, size)


def grey(archive: Archive, name: str, size: int) -> Array | None:
    """A counter's picture as a square of greys; None for what cannot be read, or is too large for a counter."""
    try:
        wide, high = image_size(archive.read(f"images/{name}"))
        if wide * high > LARGEST:
            return None
        return decoded(archive, name, (size, size), Image.Resampling.BICUBIC) @ np.array([0.3, 0.59, 0.11])
    except BridgeError:
        return None


def decoded(archive: Archive, name: str, size: tuple[int, int], resampling: Image.Resampling = Image.Resampling.BOX) -> Array:
    """A picture of a module in this size. Raises ModuleError for what is none, or larger than any board."""
    where = f"the picture {name}"
    data = archive.read(f"images/{name}")
    try:
        wide, high = image_size(data)
        if wide * high > DEFAULT_LIMITS.image_pixels:
            raise ModuleError(f"{where} says it is {wide} by {high} pixels, larger than any board")
        with Image.open(io.BytesIO(data), formats=("PNG", "JPEG", "GIF", "BMP")) as image:
            image.draft("RGB", size)  # of a JPEG no more is decoded than is needed
            reduced = image.resize(size, resampling) if image.mode == "RGB" else _flat(image, size, resampling)
            return np.asarray(reduced)
    except BridgeError:
        raise
    except (OSError, ValueError, SyntaxError, EOFError, OverflowError, MemoryError, Image.DecompressionBombError) as error:
        raise ModuleError(f"{where} cannot be read: {type(error).__name__}") from None


def _flat(image: Image.Image, size: tuple[int, int], resampling: Image.Resampling) -> Image.Image:
    """One with a palette or with see-through parts, which VASSAL shows on white."""
    whole = image.convert("RGBA").resize(size, resampling)
    ground = Image.new("RGBA", size, (255, 255, 255, 255))
    ground.alpha_composite(whole)
    return ground.convert("RGB")
