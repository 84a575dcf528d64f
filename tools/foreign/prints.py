"""What old printing does to a map: patches that mind no hexside, screens of dots, cased roads, slanted print, plates that miss.

Nothing in here knows how maps are read.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator, Sequence

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from adjudicator.engine.board import Board
from adjudicator.engine.hexes import Hex
from adjudicator.modulebuild.letters import width, write

from .land import Land

XY = tuple[float, float]


def patches(size: tuple[int, int], land: Land, hexes: set[Hex], dice: random.Random) -> Image.Image:
    """A mask of uneven patches. They leave corners of their hexes bare, run over into others, and join where they meet."""
    mask = Image.new("L", size, 0)
    pen = ImageDraw.Draw(mask)
    pixels = land.sheet.size
    for hex in sorted(hexes):
        x, y = land.centre(hex)
        middle = x + dice.uniform(-0.07, 0.07) * pixels, y + dice.uniform(-0.07, 0.07) * pixels
        pen.polygon(list(_wobbly(middle, 0.46 * pixels, 0.1 * pixels, dice)), fill=255)
        for near in land.grid.neighbours(hex):
            if near in hexes and hex < near:
                nx, ny = land.centre(near)
                pen.polygon(list(_wobbly(((x + nx) / 2, (y + ny) / 2), 0.3 * pixels, 0.08 * pixels, dice)), fill=255)
    return mask.filter(ImageFilter.GaussianBlur(1.2))


def _wobbly(middle: XY, radius: float, more: float, dice: random.Random) -> Iterator[XY]:
    waves = [(lobes, dice.uniform(0, 2 * math.pi), dice.uniform(0, more / 2)) for lobes in (2, 3, 5, 7)]
    for at in range(36):
        angle = math.pi * at / 18
        away = radius + sum(high * math.sin(lobes * angle + start) for lobes, start, high in waves)
        yield middle[0] + away * math.cos(angle), middle[1] + away * math.sin(angle)


def screen(size: tuple[int, int], step: float, share: float) -> Image.Image:
    """Dots in slanted rows: so much of a mask is paint."""
    tile = max(6, round(step * 4))
    cell = Image.new("L", (tile, tile), 0)
    pen = ImageDraw.Draw(cell)
    radius = tile / 4 * math.sqrt(share * 2 / math.pi)
    for at, row in itertools.product((0, 0.5, 1), (0, 0.5, 1)):
        for x, y in ((at * tile, row * tile), ((at + 0.25) * tile, (row + 0.25) * tile)):
            pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)
    return _tiled(cell, size)


def dashes(size: tuple[int, int], step: float) -> Image.Image:
    """Rows of short level strokes."""
    wide, high = max(8, round(step * 3)), max(6, round(step * 2))
    cell = Image.new("L", (wide, high), 0)
    pen = ImageDraw.Draw(cell)
    thick = max(1, round(step / 5))
    pen.line((0, high * 0.25, wide * 0.6, high * 0.25), fill=255, width=thick)
    pen.line((wide * 0.4, high * 0.75, wide, high * 0.75), fill=255, width=thick)
    return _tiled(cell, size)


def _tiled(cell: Image.Image, size: tuple[int, int]) -> Image.Image:
    image = Image.new("L", size)
    for left in range(0, size[0], cell.width):
        for top in range(0, size[1], cell.height):
            image.paste(cell, (left, top))
    return image


def slanted(image: Image.Image, at: XY, text: str, size: float, ink: str, halo: str = "", slant: float = 0.22) -> None:
    """Print in italics, with a rim of paper around it if it is to have one."""
    long, high = width(text, size, bold=True), size * 1.5
    rim = max(1, round(size * 0.12)) if halo else 0
    mask = Image.new("L", (round(long + high) + 2 * rim, round(high) + 2 * rim), 0)
    write(ImageDraw.Draw(mask), (mask.width / 2, mask.height / 2), text, size, "#ffffff", bold=True)
    mask = mask.transform(
        mask.size, Image.Transform.AFFINE, (1, slant, -slant * mask.height / 2, 0, 1, 0), Image.Resampling.BICUBIC
    )
    corner = round(at[0] - mask.width / 2), round(at[1] - mask.height / 2)
    if halo:
        image.paste(halo, corner, mask.filter(ImageFilter.MaxFilter(2 * rim + 1)))
    image.paste(ink, corner, mask)


def regions(image: Image.Image, board: Board, land: Land, ink: str, dice: random.Random) -> None:
    """Names of provinces in great letters far apart, over whatever lies there."""
    pixels = land.sheet.size
    wide, high = land.size
    names = [name.upper() for name in sorted(set(board.names.values())) if len(name) > 5][:: max(1, len(board.names) // 6)]
    for name in names:
        x, y, rise = dice.uniform(0.05, 0.6) * wide, dice.uniform(0.1, 0.9) * high, dice.uniform(-0.25, 0.25)
        for letter in name:
            slanted(image, (x, y), letter, pixels * 0.5, ink)
            x, y = x + pixels * 0.95, y + pixels * 0.95 * rise


def cased(image: Image.Image, points: Sequence[XY], paint: str, edge: str, wide: int) -> None:
    """A pale band between two dark edges."""
    pen = ImageDraw.Draw(image)
    pen.line(list(points), fill=edge, width=wide + 2, joint="curve")
    pen.line(list(points), fill=paint, width=wide, joint="curve")


def chequered(image: Image.Image, points: Sequence[XY], paint: str, wide: int, long: float) -> None:
    """A railway in black and white pieces by turns."""
    pen = ImageDraw.Draw(image)
    pen.line(list(points), fill=paint, width=wide + 2)
    pen.line(list(points), fill="#f6f4ee", width=wide)
    travelled = 0.0
    for a, b in itertools.pairwise(points):
        away = math.dist(a, b)
        parts = max(1, math.ceil(away))
        for part in range(parts):
            if int((travelled + away * part / parts) / long) % 2:
                ends = [(p + (q - p) * t / parts) for t in (part, part + 1) for p, q in zip(a, b, strict=True)]
                pen.line(ends, fill=paint, width=wide)
        travelled += away


def missed(image: Image.Image, pixels: int) -> Image.Image:
    """The plates of the colours do not lie on each other."""
    red, green, blue = image.split()
    return Image.merge("RGB", (ImageChops.offset(red, pixels, 0), green, ImageChops.offset(blue, 0, -pixels)))


def folded(image: Image.Image, folds: int) -> Image.Image:
    """Where the sheet was folded it is worn and light."""
    veil = Image.new("L", image.size, 0)
    pen = ImageDraw.Draw(veil)
    for at in range(1, folds + 1):
        x = image.width * at // (folds + 1)
        pen.line((x, 0, x + 3, image.height), fill=150, width=5)
    y = image.height // 2
    pen.line((0, y, image.width, y + 4), fill=150, width=5)
    image.paste("#f4f0e6", (0, 0), veil.filter(ImageFilter.GaussianBlur(2)))
    return image
