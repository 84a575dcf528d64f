"""Counters as pictures: units with the common military signs, markers, chits. Drawn four times as large and brought down."""

from __future__ import annotations

from PIL import Image, ImageDraw

from adjudicator.engine.units import Unit
from adjudicator.facts import Known

from . import styles
from .layout import ModuleLayout
from .letters import plain, width, write
from .looks import RATING, ModeLevel
from .signs import DARK, SYMBOLS, Pen, pen_width, unknown

_SCALE = 4
_SIZES = {
    "army group": "XXXXX",
    "front": "XXXXX",
    "army": "XXXX",
    "corps": "XXX",
    "division": "XX",
    "brigade": "X",
    "regiment": "III",
    "battalion": "II",
    "company": "I",
}


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


def numbers(unit: Unit, layout: ModuleLayout, names: tuple[str, ...], losses: int, mode: ModeLevel | None = None) -> list[str]:
    """The numbers at the foot of a counter, one by one, as its layout arranges them."""
    patterns = (mode.numbers if mode is not None else ()) or layout.counter.numbers or tuple(f"{{{name}}}" for name in names)
    found = []
    for pattern in patterns:
        shown = {name: ratings(unit, (name,), losses) for name in RATING.findall(pattern)}
        if all(shown.values()):
            found.append(pattern.format_map(shown))
    return found


def unit_counter(
    unit: Unit,
    layout: ModuleLayout,
    sides: tuple[str, ...],
    names: tuple[str, ...],
    size: int,
    losses: int,
    mode: ModeLevel | None = None,
) -> Image.Image:
    """One side of a unit's counter."""
    full = styles.side_colour(layout, sides, unit.side)
    look = layout.sides.get(unit.side)
    ground = share("#ffffff", full, 0.55) if losses or (mode is not None and mode.pale) else full
    image, pen, s = _blank(size, ground, "#8b1a1a" if losses else DARK)
    inner = look.symbol if look is not None else "#ffffff"
    box = (0.26 * s, 0.19 * s, 0.74 * s, 0.50 * s)
    pen.rectangle(box, fill=inner, outline=DARK, width=round(s * 0.018))
    SYMBOLS.get(unit.kind, unknown)(pen, box, s, unit)
    write(pen, (s / 2, s * 0.115), _SIZES.get(unit.size, ""), s * 0.105, DARK, bold=True)
    band = layout.bands.get(unit.formation, "") or layout.bands.get(unit.formation.partition("/")[0], "")
    ink = readable(band) if band else DARK
    if band:
        pen.rectangle((s * 0.03, s * 0.53, s * 0.97, s * 0.695), fill=band)
    write(pen, (s / 2, s * 0.613), unit.name, fitted(unit.name, s * 0.165, s * 0.88, bold=True), ink, bold=True)
    behind = next((colour for trait, colour in layout.counter.last.items() if trait in unit.traits), "")
    _foot(pen, s, numbers(unit, layout, names, losses, mode), behind)
    for badge in layout.counter.badge:
        number = ratings(unit, (badge.rating,), losses)
        if number:
            _badge(pen, s, number, badge.colour)
    if losses:
        for step in range(losses):
            x = s * (0.08 + 0.1 * step)
            pen.ellipse((x, s * 0.08, x + s * 0.075, s * 0.155), fill="#8b1a1a")
    return image.reduce(_SCALE)


def _foot(pen: Pen, s: float, shown: list[str], behind: str) -> None:
    """The numbers in a row; the last one on a field of its own where the layout gives it a colour."""
    if not behind or len(shown) < 2:
        text = "-".join(shown)
        write(pen, (s / 2, s * 0.835), text, fitted(text, s * 0.235, s * 0.86, bold=True), DARK, bold=True)
        return
    text, last = "-".join(shown[:-1]), shown[-1]
    large = min(s * 0.235, s * 0.235 * s * 0.74 / max(1.0, width(text + last, s * 0.235, bold=True)))
    field = width(last, large, bold=True) + s * 0.09
    left = (s - width(text, large, bold=True) - field - s * 0.04) / 2
    write(pen, (left, s * 0.835), text, large, DARK, anchor="lm", bold=True)
    start = left + width(text, large, bold=True) + s * 0.04
    pen.rounded_rectangle((start, s * 0.715, start + field, s * 0.955), s * 0.035, fill=behind)
    write(pen, (start + field / 2, s * 0.835), last, large, readable(behind), bold=True)


def _badge(pen: Pen, s: float, number: str, colour: str) -> None:
    x, y, r = s * 0.135, s * 0.345, s * 0.1
    pen.ellipse((x - r, y - r, x + r, y + r), fill=colour, outline=DARK, width=pen_width(s))
    write(pen, (x, y), number, fitted(number, s * 0.16, r * 1.5, bold=True), readable(colour), bold=True)


def _blank(size: int, ground: str, edge: str) -> tuple[Image.Image, Pen, float]:
    large = size * _SCALE
    image = Image.new("RGB", (large, large), ground)
    pen = ImageDraw.Draw(image)
    pen.line((0, 0, large, 0), fill=share("#ffffff", ground, 0.5), width=large // 20)
    pen.line((0, 0, 0, large), fill=share("#ffffff", ground, 0.5), width=large // 20)
    pen.rectangle((0, 0, large - 1, large - 1), outline=edge, width=max(4, large // 45))
    return image, pen, float(large)


# --- what is not a unit


def lettered(text: str, size: int, ground: str, ink: str, *, band: str = "") -> Image.Image:
    """A counter with words on it: a marker or a chit."""
    image, pen, s = _blank(size, ground, DARK)
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
    image, pen, s = _blank(size, "#4b5a4a", DARK)
    for step in range(-8, 9):
        pen.line((step * s / 8, 0, step * s / 8 + s, s), fill="#566757", width=round(s * 0.02))
    write(pen, (s / 2, s / 2), "?", s * 0.5, "#d9d2b0", bold=True)
    return image.reduce(_SCALE)


def control_marker(size: int, colour: str, letter: str) -> Image.Image:
    """A flag in the colour of a side."""
    image, pen, s = _blank(size, "#efe9d6", DARK)
    pen.line((s * 0.22, s * 0.12, s * 0.22, s * 0.9), fill=DARK, width=round(s * 0.05))
    pen.polygon([(s * 0.24, s * 0.14), (s * 0.86, s * 0.2), (s * 0.86, s * 0.6), (s * 0.24, s * 0.56)], fill=colour, outline=DARK)
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


def stamp(size: int, letters: str, colour: str) -> Image.Image:
    """Words across the sign of a unit, as from a rubber stamp; what is printed below stays readable."""
    wide, high = round(size * _SCALE * 0.98), round(size * _SCALE * 0.25)
    label = Image.new("RGBA", (wide, high), (0, 0, 0, 0))
    pen = ImageDraw.Draw(label)
    pen.rounded_rectangle((0, 0, wide - 1, high - 1), high * 0.25, fill=colour, outline="#ffffff", width=max(3, high // 16))
    write(pen, (wide / 2, high / 2), letters, fitted(letters, high * 0.72, wide * 0.9, bold=True), readable(colour), bold=True)
    large = Image.new("RGBA", (size * _SCALE, size * _SCALE), (0, 0, 0, 0))
    turned = label.rotate(-14, Image.Resampling.BICUBIC, expand=True)
    large.paste(turned, ((large.width - turned.width) // 2, round(large.height * 0.27 - turned.height / 2)))
    return large.reduce(_SCALE)


def badge(size: int, letters: str, colour: str, place: int) -> Image.Image:
    """A small disc beside the name of a unit; several stand at its right and left by turns."""
    large = Image.new("RGBA", (size * _SCALE, size * _SCALE), (0, 0, 0, 0))
    pen, s = ImageDraw.Draw(large), float(size * _SCALE)
    x, y, r = s * (0.13 if place % 2 else 0.87), s * (0.53 - 0.21 * (place // 2)), s * 0.1
    pen.ellipse((x - r, y - r, x + r, y + r), fill=colour, outline="#ffffff", width=round(s * 0.016))
    write(pen, (x, y), letters, fitted(letters, s * 0.15, r * 1.5, bold=True), readable(colour), bold=True)
    return large.reduce(_SCALE)


def button(size: int, colour: str, text: str) -> Image.Image:
    """A sign for a button of the toolbar."""
    large = Image.new("RGBA", (size * _SCALE, size * _SCALE), (0, 0, 0, 0))
    pen, s = ImageDraw.Draw(large), float(size * _SCALE)
    pen.rounded_rectangle((1, 1, s - 2, s - 2), s * 0.2, fill=colour, outline=DARK, width=4)
    write(pen, (s / 2, s / 2), text, s * 0.6, readable(colour), bold=True)
    return large.reduce(_SCALE)
