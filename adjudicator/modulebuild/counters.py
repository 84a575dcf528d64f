"""Counters as pictures: units with the common military signs, markers, chits. Drawn four times as large and brought down."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image, ImageDraw

from adjudicator.engine.units import Unit
from adjudicator.facts import Known

from . import styles
from .layout import Layout
from .letters import plain, width, write

_SCALE = 4
_SIZES = {
    "army group": "XXXXX",
    "army": "XXXX",
    "corps": "XXX",
    "division": "XX",
    "brigade": "X",
    "regiment": "III",
    "battalion": "II",
    "company": "I",
}
_DARK = "#1d1d1d"
Pen = ImageDraw.ImageDraw
Box = tuple[float, float, float, float]


def share(of: str, into: str, part: float) -> str:
    """One colour mixed into another."""
    mixed = [round(int(into[at : at + 2], 16) * (1 - part) + int(of[at : at + 2], 16) * part) for at in (1, 3, 5)]
    return "#" + "".join(f"{value:02x}" for value in mixed)


def readable(colour: str) -> str:
    """Black or white, whichever is read more easily on a colour."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return "#ffffff" if red * 0.3 + green * 0.59 + blue * 0.11 < 128 else "#000000"


def fitted(text: str, size: float, room: float, *, bold: bool = False) -> float:
    """A size at which a text fits."""
    return min(size, size * room / max(1.0, width(text, size, bold=bold)))


def ratings(unit: Unit, names: tuple[str, ...], losses: int) -> str:
    """The numbers at the foot of a counter; a question mark for one that nobody has stated but that its full side has."""
    shown = []
    full = unit.ratings[0] if unit.ratings else {}
    for name in names:
        fact = unit.ratings[losses].get(name) if losses < len(unit.ratings) else None
        if isinstance(fact, Known):
            shown.append(str(fact.value))
        elif name in full:
            shown.append("?")
    return "-".join(shown)


def unit_counter(
    unit: Unit, layout: Layout, sides: tuple[str, ...], names: tuple[str, ...], size: int, losses: int
) -> Image.Image:
    """One side of a unit's counter."""
    full = styles.side_colour(layout, sides, unit.side)
    look = layout.sides.get(unit.side)
    ground = full if losses == 0 else share("#ffffff", full, 0.55)
    image, pen, s = _blank(size, ground, "#8b1a1a" if losses else _DARK)
    inner = look.symbol if look is not None else "#ffffff"
    box = (0.26 * s, 0.19 * s, 0.74 * s, 0.50 * s)
    pen.rectangle(box, fill=inner, outline=_DARK, width=round(s * 0.018))
    _SYMBOLS.get(unit.kind, _unknown)(pen, box, s, unit)
    write(pen, (s / 2, s * 0.115), _SIZES.get(unit.size, ""), s * 0.105, _DARK, bold=True)
    band = layout.bands.get(unit.formation, "")
    ink = readable(band) if band else _DARK
    if band:
        pen.rectangle((s * 0.03, s * 0.53, s * 0.97, s * 0.695), fill=band)
    write(pen, (s / 2, s * 0.613), unit.name, fitted(unit.name, s * 0.165, s * 0.88, bold=True), ink, bold=True)
    numbers = ratings(unit, names, losses)
    write(pen, (s / 2, s * 0.835), numbers, fitted(numbers, s * 0.235, s * 0.86, bold=True), _DARK, bold=True)
    if losses:
        for step in range(losses):
            x = s * (0.08 + 0.1 * step)
            pen.ellipse((x, s * 0.08, x + s * 0.075, s * 0.155), fill="#8b1a1a")
    return image.reduce(_SCALE)


def _blank(size: int, ground: str, edge: str) -> tuple[Image.Image, Pen, float]:
    large = size * _SCALE
    image = Image.new("RGB", (large, large), ground)
    pen = ImageDraw.Draw(image)
    pen.line((0, 0, large, 0), fill=share("#ffffff", ground, 0.5), width=large // 20)
    pen.line((0, 0, 0, large), fill=share("#ffffff", ground, 0.5), width=large // 20)
    pen.rectangle((0, 0, large - 1, large - 1), outline=edge, width=max(4, large // 45))
    return image, pen, float(large)


# --- signs


def _pen_width(s: float) -> int:
    return round(s * 0.018)


def _infantry(pen: Pen, box: Box, s: float, unit: Unit) -> None:
    left, top, right, bottom = box
    pen.line((left, top, right, bottom), fill=_DARK, width=_pen_width(s))
    pen.line((left, bottom, right, top), fill=_DARK, width=_pen_width(s))


def _tank(pen: Pen, box: Box, s: float, unit: Unit) -> None:
    left, top, right, bottom = box
    inset = s * 0.05
    pen.rounded_rectangle(
        (left + inset, top + inset * 1.2, right - inset, bottom - inset * 1.2), s * 0.1, outline=_DARK, width=_pen_width(s)
    )


def _mechanized(pen: Pen, box: Box, s: float, unit: Unit) -> None:
    _infantry(pen, box, s, unit)
    _tank(pen, box, s, unit)


def _cavalry(pen: Pen, box: Box, s: float, unit: Unit) -> None:
    left, top, right, bottom = box
    pen.line((left, bottom, right, top), fill=_DARK, width=_pen_width(s))


def _artillery(pen: Pen, box: Box, s: float, unit: Unit) -> None:
    x, y, r = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, s * 0.055
    pen.ellipse((x - r, y - r, x + r, y + r), fill=_DARK)


def _headquarters(pen: Pen, box: Box, s: float, unit: Unit) -> None:
    write(pen, ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), "HQ", s * 0.2, _DARK, bold=True)


def _garrison(pen: Pen, box: Box, s: float, unit: Unit) -> None:
    left, top, right, bottom = box
    third, rise = (right - left) / 5, (bottom - top) * 0.3
    y = top + (bottom - top) * 0.55
    points = [(left + third * 0.5, bottom - rise * 0.4), (left + third * 0.5, y - rise)]
    for index in range(4):
        x = left + third * (0.5 + index)
        high = y - rise if index % 2 == 0 else y - rise * 0.3
        points += [(x, high), (x + third, high)]
    pen.polygon([*points, (right - third * 0.5, bottom - rise * 0.4)], fill=_DARK)


def _militia(pen: Pen, box: Box, s: float, unit: Unit) -> None:
    _infantry(pen, box, s, unit)
    middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    write(pen, middle, "VS" if unit.kind == "volkssturm" else "M", s * 0.15, _DARK, bold=True, halo="#ffffff")


def _air(pen: Pen, box: Box, s: float, unit: Unit) -> None:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2

    def at(across: float, down: float) -> tuple[float, float]:
        return x + across * s, y + down * s

    pen.polygon([at(-0.02, -0.13), at(0.02, -0.13), at(0.025, 0.1), at(-0.025, 0.1)], fill=_DARK)
    pen.polygon([at(-0.2, 0.0), at(0, -0.06), at(0.2, 0.0), at(0.2, 0.025), at(-0.2, 0.025)], fill=_DARK)
    pen.polygon([at(-0.07, 0.12), at(0, 0.08), at(0.07, 0.12)], fill=_DARK)


def _ship(pen: Pen, box: Box, s: float, unit: Unit) -> None:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2 + s * 0.04

    def at(across: float, down: float) -> tuple[float, float]:
        return x + across * s, y + down * s

    pen.polygon([at(-0.21, 0.0), at(0.21, -0.02), at(0.17, 0.06), at(-0.17, 0.06)], fill=_DARK)
    pen.polygon([at(-0.09, 0.0), at(-0.05, -0.08), at(0.05, -0.08), at(0.08, 0.0)], fill=_DARK)
    pen.rectangle((*at(-0.02, -0.14), *at(0.02, -0.05)), fill=_DARK)


def _unknown(pen: Pen, box: Box, s: float, unit: Unit) -> None:
    word = unit.kind[:4].upper()
    write(pen, ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), word, s * 0.13, _DARK, bold=True)


_SYMBOLS: dict[str, Callable[[Pen, Box, float, Unit], None]] = {
    "infantry": _infantry,
    "tank": _tank,
    "armour": _tank,
    "mechanized": _mechanized,
    "cavalry": _cavalry,
    "artillery": _artillery,
    "hq": _headquarters,
    "garrison": _garrison,
    "fortress": _garrison,
    "volkssturm": _militia,
    "militia": _militia,
    "air": _air,
    "ship": _ship,
}


# --- what is not a unit


def lettered(text: str, size: int, ground: str, ink: str, *, band: str = "") -> Image.Image:
    """A counter with words on it: a marker or a chit."""
    image, pen, s = _blank(size, ground, _DARK)
    if band:
        pen.rectangle((s * 0.03, s * 0.03, s * 0.97, s * 0.16), fill=band)
    rows = _rows(plain_words(text))
    longest = max(rows, key=len, default="")
    large = min(fitted(longest, s * 0.3, s * 0.86, bold=True), s * 0.72 / max(1, len(rows)) / 1.15)
    for index, row in enumerate(rows):
        y = s * (0.56 if band else 0.5) + (index - (len(rows) - 1) / 2) * large * 1.15
        write(pen, (s / 2, y), row, large, ink, bold=True)
    return image.reduce(_SCALE)


def plain_words(text: str) -> list[str]:
    return text.replace("/", " ").split()


def _rows(words: list[str]) -> list[str]:
    """Words in lines of about the same length, short ones together."""
    most = max([len(plain(word)) for word in words] + [6])
    rows: list[str] = []
    for word in words:
        if rows and len(rows[-1]) + 1 + len(word) <= most:
            rows[-1] += f" {word}"
        else:
            rows.append(word)
    return rows


def chit_back(size: int) -> Image.Image:
    image, pen, s = _blank(size, "#4b5a4a", _DARK)
    for step in range(-8, 9):
        pen.line((step * s / 8, 0, step * s / 8 + s, s), fill="#566757", width=round(s * 0.02))
    write(pen, (s / 2, s / 2), "?", s * 0.5, "#d9d2b0", bold=True)
    return image.reduce(_SCALE)


def control_marker(size: int, colour: str, letter: str) -> Image.Image:
    """A flag in the colour of a side."""
    image, pen, s = _blank(size, "#efe9d6", _DARK)
    pen.line((s * 0.22, s * 0.12, s * 0.22, s * 0.9), fill=_DARK, width=round(s * 0.05))
    pen.polygon(
        [(s * 0.24, s * 0.14), (s * 0.86, s * 0.2), (s * 0.86, s * 0.6), (s * 0.24, s * 0.56)], fill=colour, outline=_DARK
    )
    write(pen, (s * 0.55, s * 0.375), letter, s * 0.26, readable(colour), bold=True)
    return image.reduce(_SCALE)


def overlay(size: int, kind: str) -> Image.Image:
    """A small sign that lies on a unit: it attacks, it is attacked, it has moved."""
    large = Image.new("RGBA", (size * _SCALE, size * _SCALE), (0, 0, 0, 0))
    pen, s = ImageDraw.Draw(large), float(size * _SCALE)
    if kind == "attack":
        pen.polygon([(s * 0.62, s * 0.02), (s * 0.98, s * 0.2), (s * 0.62, s * 0.38)], fill="#d01818", outline="#ffffff", width=4)
    elif kind == "target":
        for radius, ink in ((0.17, "#d01818"), (0.11, "#ffffff"), (0.06, "#d01818")):
            x, y, r = s * 0.19, s * 0.19, radius * s
            pen.ellipse((x - r, y - r, x + r, y + r), fill=ink)
    elif kind == "moved":
        pen.polygon([(s * 0.1, s * 0.1), (s * 0.9, s * 0.5), (s * 0.1, s * 0.9)], fill="#2b6fd0", outline="#ffffff", width=3)
    return large.reduce(_SCALE)


def button(size: int, colour: str, text: str) -> Image.Image:
    """A sign for a button of the toolbar."""
    large = Image.new("RGBA", (size * _SCALE, size * _SCALE), (0, 0, 0, 0))
    pen, s = ImageDraw.Draw(large), float(size * _SCALE)
    pen.rounded_rectangle((1, 1, s - 2, s - 2), s * 0.2, fill=colour, outline=_DARK, width=4)
    write(pen, (s / 2, s / 2), text, s * 0.6, readable(colour), bold=True)
    return large.reduce(_SCALE)
