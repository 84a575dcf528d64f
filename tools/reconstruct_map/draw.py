"""The map as a picture, as it lies before the players: columns grow to the left and rows upwards, or turned with north up."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFont

from .build import Map
from .grid import COLUMN_STEP, Grid, Hex, Point, place

GROUND = {
    "clear": "#efe6c8",
    "forest": "#9dbb7c",
    "woods": "#9dbb7c",
    "rough": "#d9b98a",
    "mountain": "#b08a62",
    "marsh": "#c3d6c0",
    "sea": "#7fb2d6",
    "lagoon": "#9cc6e0",
    "lake": "#8fbfe0",
}
_RIVER, _SHORE = "#3f7fc0", "#d5e4e6"
_ROAD, _AUTOBAHN, _RAIL = "#b0462f", "#d98a1f", "#222222"
_LINES = {"defensive-line": "#7a3d00", "fortification": "#7a3d00", "festung-line": "#c00000"}
_SOURCES = {
    "source-german": ("#111111", "#ffffff"),
    "source-allied": ("#c00000", "#ffffff"),
    "source-soviet": ("#c00000", "#ffffff"),
    "source-contested": ("#111111", "#c00000"),
}
_TOWN = {"village": 0.10, "town": 0.15, "city": 0.24, "big-city": 0.32}
Pixel = tuple[float, float]
NORTH_UP = 1j  # for a grid whose rows grow to the west


@dataclass(frozen=True, slots=True)
class Sheet:
    """Where the plane of the grid lies on the picture."""

    size: float
    left: float
    top: float
    turn: complex

    def at(self, point: Point) -> Pixel:
        turned = point * self.turn
        return (turned.real - self.left) * self.size, (self.top - turned.imag) * self.size


def draw(made: Map, file: Path, size: float = 28.0, turn: complex = 1) -> None:
    """Writes the picture; a hex is `size` pixels from flat side to flat side, and the plane is turned by a quarter or not."""
    wide, high = (made.grid.columns + 2) * COLUMN_STEP, made.grid.rows + 1.7
    left, top = -wide, made.grid.rows + 1.5
    if turn == NORTH_UP:
        left, top, wide, high = -top, 0.0, high, wide
    sheet = Sheet(size, left, top, turn)
    image = Image.new("RGB", (round(wide * size), round(high * size)), "white")
    pen = ImageDraw.Draw(image)
    _ground(pen, made, sheet)
    _waters(image, made, sheet)
    for hex_ in made.grid.hexes():
        pen.polygon([sheet.at(place(c)) for c in made.grid.corners(hex_)], outline="#b8ae90")
    _sides(pen, made, sheet)
    _routes(pen, made, sheet)
    _fortified(pen, made, sheet)
    _names(pen, made, sheet)
    image.save(file)


def _ground(pen: ImageDraw.ImageDraw, made: Map, sheet: Sheet) -> None:
    for hex_, cell in made.cells.items():
        pen.polygon([sheet.at(place(c)) for c in made.grid.corners(hex_)], fill=GROUND[cell.ground])


def _waters(image: Image.Image, made: Map, sheet: Sheet) -> None:
    """Water that covers only a part of a land hex, paler than where it closes the hex."""
    land = Image.new("L", image.size, 0)
    shape = ImageDraw.Draw(land)
    for hex_ in made.grid.hexes():
        if hex_ not in made.wet:
            shape.polygon([sheet.at(place(c)) for c in made.grid.corners(hex_)], fill=255)
    for kind, shade in (("sea", _SHORE), ("lagoon", _SHORE), ("lake", GROUND["lake"])):
        mask = Image.new("L", image.size, 0)
        pen = ImageDraw.Draw(mask)
        for outline in made.outlines:
            if outline.kind == kind:
                pen.polygon([sheet.at(p) for p in outline.ring], fill=255)
        image.paste(Image.new("RGB", image.size, shade), mask=ImageChops.darker(mask, land))


def _sides(pen: ImageDraw.ImageDraw, made: Map, sheet: Sheet) -> None:
    thick = {"river-minor": 0.09, "river-major": 0.2, "river": 0.14}
    for bank in made.banks:
        start, stop = (sheet.at(place(v)) for v in made.grid.ends(*bank.side))
        wide = round(thick.get(bank.feature, 0.3) * sheet.size)
        pen.line([start, stop], fill=_RIVER, width=wide)
        for x, y in (start, stop):
            pen.ellipse((x - wide / 2, y - wide / 2, x + wide / 2, y + wide / 2), fill=_RIVER)


def _routes(pen: ImageDraw.ImageDraw, made: Map, sheet: Sheet) -> None:
    both = {e.side for e in made.edges if e.kind == "rail"} & {e.side for e in made.edges if e.kind != "rail"}
    for kind, ink, wide in (("rail", _RAIL, 0.05), ("road", _ROAD, 0.07), ("autobahn", _AUTOBAHN, 0.16)):
        for edge in made.edges:
            if edge.kind == kind:
                shift = 0.06 if edge.side in both else 0.0
                _edge(pen, sheet, made.grid, edge.side, ink, wide, shift if kind == "rail" else -shift)


def _edge(pen: ImageDraw.ImageDraw, sheet: Sheet, grid: Grid, pair: tuple[Hex, Hex], ink: str, wide: float, shift: float) -> None:
    start, stop = grid.centre(pair[0]), grid.centre(pair[1])
    aside = (stop - start) / abs(stop - start) * 1j * shift
    ends_ = [sheet.at(start + aside), sheet.at(stop + aside)]
    pen.line(ends_, fill=ink, width=max(1, round(wide * sheet.size)))
    if ink == _RAIL:
        for share in (0.2, 0.4, 0.6, 0.8):
            middle = start + aside + (stop - start) * share
            tick = (stop - start) * 1j * 0.07
            pen.line([sheet.at(middle - tick), sheet.at(middle + tick)], fill=ink, width=1)


def _fortified(pen: ImageDraw.ImageDraw, made: Map, sheet: Sheet) -> None:
    """A line lies a little inside the hex that it protects."""
    for one in made.fortified:
        inner = made.grid.centre(one.facing)
        deep = 0.86 if one.kind == "defensive-line" else 0.78
        start, stop = (sheet.at(inner + (place(v) - inner) * deep) for v in made.grid.ends(*one.side))
        pen.line([start, stop], fill=_LINES[one.kind], width=max(2, round(0.08 * sheet.size)))


def _names(pen: ImageDraw.ImageDraw, made: Map, sheet: Sheet) -> None:
    small, large = _font(sheet.size * 0.24), _font(sheet.size * 0.42)
    for hex_, cell in made.cells.items():
        x, y = sheet.at(made.grid.centre(hex_))
        pen.text((x, y - sheet.size * 0.47), hex_, fill="#777777", font=small, anchor="mt")
        if cell.settlement:
            half = _TOWN[cell.settlement] * sheet.size
            pen.rectangle((x - half, y - half, x + half, y + half), fill="#5a5a5a", outline="black")
    for hex_, cell in made.cells.items():
        x, y = sheet.at(made.grid.centre(hex_))
        if cell.name:
            ink = "#c00000" if "vp" in cell.features else "black"
            pen.text((x, y + sheet.size * 0.15), cell.name, ink, large, "mt", stroke_width=1, stroke_fill="white")
        for feature in cell.features:
            if feature in _SOURCES:
                _star(pen, (x, y), sheet.size * 0.3, *_SOURCES[feature])
            elif feature.startswith("entry-"):
                pen.text((x, y), feature[-1], fill="#6000a0", font=large, anchor="mm", stroke_width=2, stroke_fill="white")


def _star(pen: ImageDraw.ImageDraw, middle: Pixel, radius: float, fill: str, inner: str) -> None:
    x, y = middle
    pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=fill)
    pen.ellipse((x - radius / 2, y - radius / 2, x + radius / 2, y + radius / 2), fill=inner)


def _font(size: float) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """A font with umlauts where the machine has one."""
    try:
        return ImageFont.truetype("DejaVuSans.ttf", size)
    except OSError:
        return ImageFont.load_default(size)
