"""The Seelow map as a picture, north up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Protocol

from PIL import Image, ImageDraw, ImageFont

from .grid import COLUMN_STEP, Hex, Point, Side, place
from .seelow_grid import SeelowGrid, centre, corners, ends

LEVELS = {1: "#e9efd6", 2: "#e2cf9a", 3: "#c9a469"}
_GROUNDS = {"woods": "#5f9150", "swamp": "#7fb0b8"}
_SIDES = {"river": ("#2f6fb0", 0.22), "stream": ("#3f8fd0", 0.11), "lower-hexside": ("#8a5a20", 0.08)}
_WAYS = {"railroad": ("#222222", 0.05, 0.09), "track": ("#96714a", 0.05, 0.0), "road": ("#b03020", 0.09, -0.05)}


class Spot(Protocol):
    """What the picture shows of a hex."""

    @property
    def ground(self) -> str: ...
    @property
    def settlement(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def level(self) -> int: ...


class Stroke(Protocol):
    """What it shows of a hexside."""

    @property
    def side(self) -> Side: ...
    @property
    def kind(self) -> str: ...


def draw(
    grid: SeelowGrid, cells: Mapping[Hex, Spot], strokes: Mapping[str, Iterable[Stroke]], file: Path, size: float = 28.0
) -> None:
    """Writes the picture; a hex is `size` pixels from flat side to flat side."""
    left, top = (grid.columns[0] - 1) * COLUMN_STEP, -(grid.rows[0] - 1.0)
    wide = (grid.columns[1] - grid.columns[0] + 2) * COLUMN_STEP
    image = Image.new("RGB", (round(wide * size), round((grid.rows[1] - grid.rows[0] + 2.5) * size)), "white")
    pen = ImageDraw.Draw(image)

    def at(point: Point) -> tuple[float, float]:
        return (point.real - left) * size, (top - point.imag) * size

    for hex_, cell in cells.items():
        ring = [at(place(corner)) for corner in corners(hex_)]
        pen.polygon(ring, fill=LEVELS[cell.level], outline="#b8ae90")
        if cell.ground in _GROUNDS:
            inner = [at(centre(hex_) + (place(corner) - centre(hex_)) * 0.7) for corner in corners(hex_)]
            pen.polygon(inner, fill=_GROUNDS[cell.ground])
    for one in strokes["side"]:
        ink, thick = _SIDES[one.kind]
        pen.line([at(place(corner)) for corner in ends(*one.side)], fill=ink, width=round(thick * size))
    for one in sorted(strokes["route"], key=lambda each: list(_WAYS).index(each.kind)):
        ink, thick, aside = _WAYS[one.kind]
        start, stop = centre(one.side[0]), centre(one.side[1])
        shift = (stop - start) * 1j * aside
        pen.line([at(start + shift), at(stop + shift)], fill=ink, width=max(1, round(thick * size)))
    small, large = _font(size * 0.22), _font(size * 0.3)
    for hex_, cell in cells.items():
        x, y = at(centre(hex_))
        pen.text((x, y - size * 0.47), hex_, fill="#555555", font=small, anchor="mt")
        if cell.settlement:
            half = size * (0.2 if cell.settlement == "town" else 0.12)
            pen.rectangle((x - half, y - half, x + half, y + half), fill="#4a4a4a", outline="black")
    for hex_, cell in cells.items():
        x, y = at(centre(hex_))
        pen.text((x, y + size * 0.2), cell.name, "black", large, "mt", stroke_width=1, stroke_fill="white")
    image.save(file)


def _font(size: float) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """A font with umlauts where the machine has one."""
    try:
        return ImageFont.truetype("DejaVuSans.ttf", size)
    except OSError:
        return ImageFont.load_default(size)
