"""The land itself: terrain with soft edges, the shore, and the small signs that tell one ground from another."""

from __future__ import annotations

import math
import zlib

from PIL import Image, ImageDraw, ImageFilter

from adjudicator.engine.board import Board
from adjudicator.engine.hexes import Hex
from adjudicator.facts import Known

from . import relief, styles
from .layout import ModuleLayout
from .sheet import MapSheet

_UNKNOWN = "#d9d9d9"
_SHALLOWS = "#c4dfec"


def ground_of(board: Board, hex: Hex) -> tuple[str, str]:
    """The ground of a hex and the settlement on it; the first empty where nobody has stated it."""
    stated = board.terrain(hex)
    words = stated.value if isinstance(stated, Known) else frozenset[str]()
    settled = next((word for word in reversed(styles.SETTLEMENTS) if word in words), "")
    # Beside another ground "clear" only says what it is while that one does not count: the bed of a frozen lake.
    grounds = sorted(words.difference(styles.SETTLEMENTS), key=lambda word: (word == "clear", word))
    return (grounds[0] if grounds else ("clear" if words else "")), settled


def lay_ground(board: Board, sheet: MapSheet, layout: ModuleLayout) -> Image.Image:
    """The paper with the land on it."""
    image = Image.new("RGB", sheet.extent, styles.PAPER)
    kinds: dict[str, list[Hex]] = {}
    for hex in sheet.grid.all():
        kinds.setdefault(ground_of(board, hex)[0], []).append(hex)
    land = Image.new("L", image.size, 0)
    _fill(land, sheet, sheet.grid.all())
    image.paste(styles.ground(layout, "clear").colour, mask=land)
    image.paste(_UNKNOWN, mask=_only(sheet, kinds.pop("", []), image.size))
    dry = [kind for kind in sorted(kinds) if kind != "clear" and not styles.ground(layout, kind).water]
    wet = [kind for kind in sorted(kinds) if styles.ground(layout, kind).water]
    for kind in dry:
        mask = _soft(sheet, kinds[kind], image.size, land)
        image.paste(styles.ground(layout, kind).colour, mask=mask)
    relief.shade(image, board, sheet, layout, land)
    if wet:
        _water(image, sheet, layout, {kind: kinds[kind] for kind in wet}, land)
    return image


def _fill(mask: Image.Image, sheet: MapSheet, hexes: list[Hex] | tuple[Hex, ...], share: float = 1.02) -> None:
    pen = ImageDraw.Draw(mask)
    for hex in hexes:
        pen.polygon(sheet.corners(hex, share), fill=255)


def _only(sheet: MapSheet, hexes: list[Hex], size: tuple[int, int], share: float = 1.02) -> Image.Image:
    mask = Image.new("L", size, 0)
    _fill(mask, sheet, hexes, share)
    return mask


def _rounded(mask: Image.Image, reach: float) -> Image.Image:
    """A mask with its corners rounded and its edge smoothed over a pixel or two."""
    blurred = mask.filter(ImageFilter.GaussianBlur(reach))
    return blurred.point([max(0, min(255, (value - 112) * 8)) for value in range(256)])


def _soft(sheet: MapSheet, hexes: list[Hex], size: tuple[int, int], land: Image.Image) -> Image.Image:
    return Image.composite(_rounded(_only(sheet, hexes, size), sheet.size * 0.13), Image.new("L", size, 0), land)


def _water(image: Image.Image, sheet: MapSheet, layout: ModuleLayout, wet: dict[str, list[Hex]], land: Image.Image) -> None:
    every = [hex for hexes in wet.values() for hex in hexes]
    whole = _soft(sheet, every, image.size, land)
    depth = Image.new("RGB", image.size, styles.ground(layout, next(iter(wet))).colour)
    for kind, hexes in wet.items():
        colour = styles.ground(layout, kind).colour
        # Beyond the shore the colour goes on, so that the rounded edge of the whole never shows the ground of another water.
        depth.paste(colour, mask=_only(sheet, hexes, image.size, 1.4))
    for kind, hexes in wet.items():
        depth.paste(styles.ground(layout, kind).colour, mask=_only(sheet, hexes, image.size))
    depth = depth.filter(ImageFilter.GaussianBlur(sheet.size * 0.1))
    # Where the map ends the water goes on: only land makes shallows.
    near = Image.new("L", image.size, 255)
    pen = ImageDraw.Draw(near)
    for hex in set(sheet.grid.all()).difference(every):
        pen.polygon(sheet.corners(hex, 1.02), fill=0)
    shallow = near.filter(ImageFilter.GaussianBlur(sheet.size * 0.22))
    shallow = shallow.point([max(0, min(255, round((235 - value) * 2.2))) for value in range(256)])
    depth.paste(_SHALLOWS, mask=shallow)
    image.paste(depth, mask=whole)
    shore = whole.point([255 - abs(2 * value - 255) for value in range(256)])
    image.paste("#5f93b5", mask=shore)


def draw_signs(pen: ImageDraw.ImageDraw, board: Board, sheet: MapSheet, layout: ModuleLayout, scale: int) -> None:
    """Trees, tufts and the like, scattered the same way each time."""
    for hex in sheet.grid.all():
        kind, settled = ground_of(board, hex)
        symbol = styles.ground(layout, kind).symbol if kind else ""
        if not symbol:
            continue
        x, y = sheet.centre(hex)
        for index in range({"trees": 11, "tufts": 7, "hills": 4, "waves": 2}[symbol]):
            angle, far = _chance(hex, kind, index, "angle") * math.tau, math.sqrt(_chance(hex, kind, index, "far")) * 0.4
            if settled and far < 0.22:
                far = 0.3
            at = (x + far * sheet.size * math.cos(angle)) * scale, (y + far * sheet.size * math.sin(angle)) * scale
            _SIGNS[symbol](pen, at, sheet.size * scale * (0.9 + 0.2 * _chance(hex, kind, index, "size")))


def _chance(*words: str | int) -> float:
    """A number from 0 to 1 that looks drawn at random and is always the same for the same words."""
    return zlib.crc32(repr(words).encode()) * 2654435761 % (1 << 32) / (1 << 32)


def _tree(pen: ImageDraw.ImageDraw, at: tuple[float, float], unit: float) -> None:
    x, y = at
    radius = unit * 0.052
    pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill="#86ab68")
    shade = radius * 0.7
    pen.ellipse((x - shade, y - shade * 1.2, x + shade * 0.8, y + shade * 0.6), fill="#98ba79")


def _tuft(pen: ImageDraw.ImageDraw, at: tuple[float, float], unit: float) -> None:
    x, y = at
    wide = max(1, round(unit * 0.012))
    pen.line((x - unit * 0.06, y, x + unit * 0.06, y), fill="#5f8f92", width=wide)
    for lean in (-0.025, 0.0, 0.025):
        pen.line((x + lean * unit, y, x + lean * 1.6 * unit, y - unit * 0.05), fill="#5f8f6a", width=wide)


def _hill(pen: ImageDraw.ImageDraw, at: tuple[float, float], unit: float) -> None:
    x, y = at
    box = (x - unit * 0.08, y - unit * 0.06, x + unit * 0.08, y + unit * 0.08)
    pen.arc(box, 190, 350, fill="#94764a", width=max(1, round(unit * 0.016)))


def _wave(pen: ImageDraw.ImageDraw, at: tuple[float, float], unit: float) -> None:
    x, y = at
    for turn in (-1, 1):
        box = (x + (turn - 1) * unit * 0.05, y - unit * 0.03, x + (turn + 1) * unit * 0.05, y + unit * 0.03)
        pen.arc(box, 200 if turn < 0 else 20, 340 if turn < 0 else 160, fill="#74a5c6", width=max(1, round(unit * 0.012)))


_SIGNS = {"trees": _tree, "tufts": _tuft, "hills": _hill, "waves": _wave}
