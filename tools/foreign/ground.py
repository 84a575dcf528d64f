"""The ground of a foreign map: what each hex is covered with, in flat colours, in textures, or as soft blobs."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from adjudicator.engine.board import Board
from adjudicator.engine.hexes import Hex
from adjudicator.facts import Known

from .colours import Palette, colour
from .land import Land
from .prints import dashes, patches, screen
from .recipes import Art

SETTLED = ("city", "town", "village")
_COVERS = ("marsh", "swamp", "forest", "woods", "lagoon", "lake", "sea")  # what is painted over, last on top
_SIGNS = ("marsh", "swamp", "forest", "woods")
_SHRUNK = 2  # masks of blobs are made so many times smaller


def cover_of(board: Board, hex: Hex) -> str:
    """The ground itself, without settlements."""
    stated = board.terrain(hex)
    words = stated.value if isinstance(stated, Known) else frozenset({"clear"})
    return next((word for word in _COVERS if word in words), "clear")


def settlement_of(board: Board, hex: Hex) -> str:
    stated = board.terrain(hex)
    words = stated.value if isinstance(stated, Known) else frozenset()
    return next((word for word in SETTLED if word in words), "")


def level_of(board: Board, hex: Hex) -> int:
    stated = board.level(hex)
    return stated.value if isinstance(stated, Known) else 1


def draw_ground(board: Board, land: Land, size: tuple[int, int], art: Art, palette: Palette, dice: random.Random) -> Image.Image:
    image = Image.new("RGB", size, colour(palette, "clear"))
    _levels(image, board, land, art, palette, dice)
    covers: dict[str, set[Hex]] = {}
    for hex in land.grid.all():
        covers.setdefault(cover_of(board, hex), set()).add(hex)
    for name in _COVERS:
        if name in covers and art.ground == "screens" and name in _SIGNS:
            _screened(image, land, covers[name], name, palette, dice)
        elif name in covers and not (art.ground == "signs" and name in _SIGNS):
            _cover(image, land, covers[name], colour(palette, name), art, dice)
    return image if art.ground in ("flat", "screens") else _textured(image, covers, land, art, dice)


def _screened(image: Image.Image, land: Land, hexes: set[Hex], name: str, palette: Palette, dice: random.Random) -> None:
    """Woods and marshes are paper between dots and dashes."""
    pixels = land.sheet.size
    rule = dashes(image.size, pixels / 11) if name in ("marsh", "swamp") else screen(image.size, pixels / 22, 0.4)
    image.paste(colour(palette, name), (0, 0), ImageChops.multiply(rule, patches(image.size, land, hexes, dice)))


def _levels(image: Image.Image, board: Board, land: Land, art: Art, palette: Palette, dice: random.Random) -> None:
    for level in (2, 3):
        hexes = {hex for hex in board.level_of if level_of(board, hex) >= level}
        if hexes:
            _cover(image, land, hexes, colour(palette, f"level {level}"), art, dice)


def _cover(image: Image.Image, land: Land, hexes: set[Hex], paint: str, art: Art, dice: random.Random) -> None:
    if art.ground == "blobs":
        image.paste(paint, (0, 0), _blobs(image.size, land, hexes, dice))
        return
    if art.ground == "patches":
        image.paste(paint, (0, 0), patches(image.size, land, hexes, dice))
        return
    pen = ImageDraw.Draw(image)
    for hex in sorted(hexes):
        pen.polygon(land.corners(hex, 1.02), fill=paint)


def _blobs(size: tuple[int, int], land: Land, hexes: set[Hex], dice: random.Random) -> Image.Image:
    """Hexes as rounded spots that flow together where neighbours are alike, and stop short of the others."""
    mask = Image.new("L", (size[0] // _SHRUNK, size[1] // _SHRUNK), 0)
    pen = ImageDraw.Draw(mask)
    pixels = land.sheet.size
    for hex in sorted(hexes):
        x, y = land.centre(hex)
        for _ in range(7):
            angle, away = dice.uniform(0, 2 * math.pi), dice.uniform(0.0, 0.2) * pixels
            _spot(pen, x + away * math.cos(angle), y + away * math.sin(angle), dice.uniform(0.26, 0.36) * pixels)
        for near in land.grid.neighbours(hex):
            if near in hexes:
                nx, ny = land.centre(near)
                _spot(pen, (x + nx) / 2, (y + ny) / 2, dice.uniform(0.27, 0.36) * pixels)
    soft = mask.filter(ImageFilter.GaussianBlur(pixels / 22 / _SHRUNK * 2))
    return soft.point([min(255, max(0, (value - 70) * 2)) for value in range(256)]).resize(size, Image.Resampling.BICUBIC)


def _spot(pen: ImageDraw.ImageDraw, x: float, y: float, radius: float) -> None:
    x, y, radius = x / _SHRUNK, y / _SHRUNK, radius / _SHRUNK
    pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)


def _textured(image: Image.Image, covers: Mapping[str, set[Hex]], land: Land, art: Art, dice: random.Random) -> Image.Image:
    """Coarse clouds over everything, if they are to be; trees and tufts where there are woods and marshes."""
    wide, high = image.size
    strong = 26 if art.ground == "textured" else 12
    clouds = noise((wide // 9 + 1, high // 9 + 1), strong, dice).resize(image.size, Image.Resampling.BICUBIC)
    fine = noise(image.size, strong // 2, dice)
    for layer in (clouds, fine):
        image = ImageChops.add(image, Image.merge("RGB", (layer,) * 3), 1, -128)
    pen = ImageDraw.Draw(image)
    pixels = land.sheet.size
    for name in ("forest", "woods") if art.ground in ("textured", "signs") else ():
        for hex in sorted(covers.get(name, ())):
            _trees(pen, land.centre(hex), pixels, dice)
    for name in ("marsh", "swamp"):
        for hex in sorted(covers.get(name, ())):
            _tufts(pen, land.centre(hex), pixels, dice)
    return image


def noise(size: tuple[int, int], strength: int, dice: random.Random) -> Image.Image:
    """Grey noise around 128, the same for the same dice."""
    small = (min(size[0], 256), min(size[1], 256))
    levels = [max(0, min(255, round(dice.gauss(128, strength)))) for _ in range(1009)]
    values = bytes(dice.choices(levels, k=small[0] * small[1]))
    tile = Image.frombytes("L", small, values)
    image = Image.new("L", size)
    for left in range(0, size[0], small[0]):
        for top in range(0, size[1], small[1]):
            image.paste(tile.rotate(90 * dice.randrange(4)) if small[0] == small[1] else tile, (left, top))
    return image


def _around(centre: tuple[float, float], pixels: int, dice: random.Random) -> tuple[float, float]:
    angle, away = dice.uniform(0, 2 * math.pi), math.sqrt(dice.random()) * 0.44 * pixels
    return centre[0] + away * math.cos(angle), centre[1] + away * math.sin(angle)


def _trees(pen: ImageDraw.ImageDraw, centre: tuple[float, float], pixels: int, dice: random.Random) -> None:
    for _ in range(16):
        x, y = _around(centre, pixels, dice)
        radius = dice.uniform(0.04, 0.08) * pixels
        green = dice.randint(70, 120)
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=(green // 2, green, green // 3))


def _tufts(pen: ImageDraw.ImageDraw, centre: tuple[float, float], pixels: int, dice: random.Random) -> None:
    for _ in range(9):
        x, y = _around(centre, pixels, dice)
        long = 0.07 * pixels
        pen.line((x - long, y, x + long, y), fill=(70, 120, 150), width=max(1, pixels // 45))
        pen.line((x, y, x, y - long), fill=(70, 120, 110), width=max(1, pixels // 60))
