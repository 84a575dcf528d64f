"""Heights: the colour of each level, the shade below its edge, and the strokes that run down from it."""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterator

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from adjudicator.engine.board import Board
from adjudicator.engine.hexes import Hex
from adjudicator.facts import Known

from . import styles
from .layout import ModuleLayout
from .sheet import MapSheet

_CONTOUR, _STROKE = "#9a6f3c", "#8a6236"
_PLAIN = 1  # the level on which all the land lies where nothing else is stated


def height_of(board: Board, hex: Hex) -> int:
    stated = board.level(hex)
    return stated.value if isinstance(stated, Known) else _PLAIN


def levels(board: Board) -> list[int]:
    """The levels above the plain."""
    return sorted(level for level in {height_of(board, hex) for hex in board.level_of} if level > _PLAIN)


def shade(image: Image.Image, board: Board, sheet: MapSheet, layout: ModuleLayout, land: Image.Image) -> None:
    """Colour the heights over the ground that is there already: woods on a hill stay woods."""
    plain = image.copy()
    for level in levels(board):
        mask = _from_level(board, sheet, level, image.size)
        mask = Image.composite(mask, Image.new("L", image.size, 0), land)
        _cast(image, mask, sheet, land)
        image.paste(ImageChops.multiply(plain, Image.new("RGB", image.size, styles.level(layout, level))), mask=mask)
        image.paste(_CONTOUR, mask=mask.point([255 - abs(2 * value - 255) for value in range(256)]))


def _from_level(board: Board, sheet: MapSheet, level: int, size: tuple[int, int]) -> Image.Image:
    """A mask of all that lies so high or higher, with rounded corners."""
    mask = Image.new("L", size, 0)
    pen = ImageDraw.Draw(mask)
    for hex in sheet.grid.all():
        if height_of(board, hex) >= level:
            pen.polygon(sheet.corners(hex, 1.02), fill=255)
    mask = mask.filter(ImageFilter.GaussianBlur(sheet.size * 0.1))
    return mask.point([max(0, min(255, (value - 112) * 8)) for value in range(256)])


def _cast(image: Image.Image, mask: Image.Image, sheet: MapSheet, land: Image.Image) -> None:
    """The shade of a height on the ground to its south and east, as if light came from the other side."""
    away = round(sheet.size * 0.06)
    below = ImageChops.offset(mask, away, away).filter(ImageFilter.GaussianBlur(sheet.size * 0.09))
    below = ImageChops.multiply(below, land).point([value * 2 // 5 for value in range(256)])
    image.paste(ImageChops.multiply(image, Image.new("RGB", image.size, "#b89a6a")), mask=below)


def draw_slopes(pen: ImageDraw.ImageDraw, board: Board, sheet: MapSheet, scale: int) -> None:
    """Short strokes downhill, longer where the ground falls by several levels at once."""
    for hex in sheet.grid.all() if board.level_of else ():
        for other in sheet.grid.neighbours(hex):
            falls = height_of(board, hex) - height_of(board, other)
            if falls > 0:
                for stroke in _strokes(sheet, hex, other, falls):
                    scaled = [(x * scale, y * scale) for x, y in stroke]
                    pen.line(scaled, fill=_STROKE, width=max(1, round(sheet.size * 0.012 * scale)))


def _strokes(sheet: MapSheet, high: Hex, low: Hex, falls: int) -> Iterator[list[tuple[float, float]]]:
    (x1, y1), (x2, y2) = sheet.ends(high, low)
    (ax, ay), (bx, by) = sheet.centre(high), sheet.centre(low)
    down = (bx - ax) / sheet.size, (by - ay) / sheet.size
    often = 9
    for index in range(often):
        part = (index + 0.5) / often
        chance = zlib.crc32(f"{high}{low}{index}".encode()) % 1000 / 1000
        length = sheet.size * (0.05 + 0.03 * chance + 0.035 * (falls - 1)) * (0.6 + 0.4 * math.sin(math.pi * part))
        x, y = x1 + (x2 - x1) * part, y1 + (y2 - y1) * part
        yield [(x, y), (x + down[0] * length, y + down[1] * length)]
