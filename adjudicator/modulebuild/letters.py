"""Lettering with the font that comes with Pillow, so that a picture is the same on every machine.

That font knows plain Latin letters only. Accents are drawn here on top of them; other marks are written out.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from PIL import ImageDraw, ImageFont

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont
Ink = str | tuple[int, int, int]

_WRITTEN_OUT = {
    "ß": "ss",
    "Ł": "L",
    "ł": "l",
    "Ø": "O",
    "ø": "o",
    "Æ": "AE",
    "æ": "ae",
    "–": "-",
    "—": "-",
    "’": "'",
    "‘": "'",
    "“": '"',
    "”": '"',
    "…": "...",
    "×": "x",
    "½": "1/2",
    "¼": "1/4",
    "¾": "3/4",
    "→": "->",
    "−": "-",
}
_BOLD = 0.04  # how much wider the strokes of a bold letter are, in sizes
_DOTS, _RING = "\N{COMBINING DIAERESIS}", "\N{COMBINING RING ABOVE}"
# Strokes from left to right in units of a tenth of the size, upwards from the top of the letter.
_STROKES: dict[str, tuple[tuple[float, float], ...]] = {
    "\N{COMBINING ACUTE ACCENT}": ((-0.5, 0.7), (0.8, 2.0)),
    "\N{COMBINING GRAVE ACCENT}": ((-0.8, 2.0), (0.5, 0.7)),
    "\N{COMBINING CIRCUMFLEX ACCENT}": ((-1.2, 0.7), (0.0, 2.0), (1.2, 0.7)),
    "\N{COMBINING CARON}": ((-1.2, 2.0), (0.0, 0.7), (1.2, 2.0)),
    "\N{COMBINING TILDE}": ((-1.4, 0.9), (-0.5, 1.6), (0.5, 0.9), (1.4, 1.6)),
    "\N{COMBINING MACRON}": ((-1.3, 1.2), (1.3, 1.2)),
    "\N{COMBINING DOT ABOVE}": ((-0.1, 1.2), (0.1, 1.2)),
    "\N{COMBINING DOUBLE ACUTE ACCENT}": ((-0.9, 0.7), (-0.2, 2.0)),
}


@lru_cache(maxsize=64)
def font(size: float) -> Font:
    return ImageFont.load_default(max(4.0, round(size * 2) / 2))


def taken_apart(text: str) -> Iterator[tuple[str, str]]:
    """Each letter as one that the font has, and the accents over it."""
    for mark in unicodedata.normalize("NFC", text):
        for letter in _WRITTEN_OUT.get(mark, mark):
            apart = unicodedata.normalize("NFD", letter)
            yield (apart[0] if " " <= apart[0] <= "~" else "?"), apart[1:]


def plain(text: str) -> str:
    return "".join(letter for letter, _ in taken_apart(text))


def width(text: str, size: float, *, bold: bool = False) -> float:
    return font(size).getlength(plain(text)) + (_thick(size) if bold else 0)


def _thick(size: float) -> int:
    """How many pixels bold letters are wider: they are written several times, each a pixel further on."""
    return max(1, round(size * _BOLD))


def write(
    pen: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    size: float,
    ink: Ink = "black",
    *,
    anchor: str = "mm",
    bold: bool = False,
    halo: Ink | None = None,
) -> None:
    """Write one line. The anchor is l, m or r and then t, m or s: the top of capital letters, their middle, the base line."""
    face, letters = font(size), list(taken_apart(text))
    line = "".join(letter for letter, _ in letters)
    capital = -face.getbbox("H", anchor="ls")[1]
    x = at[0] - {"l": 0.0, "m": 0.5, "r": 1.0}[anchor[0]] * width(text, size, bold=bold)
    y = at[1] + {"t": 1.0, "m": 0.5, "s": 0.0}[anchor[1]] * capital
    around = max(1, round(size * 0.11))
    if halo is not None:
        pen.text((x, y), line, fill=halo, font=face, anchor="ls", stroke_width=around, stroke_fill=halo)
        _accents(pen, (x, y), letters, face, size, halo, around)
    x = round(x)
    for aside in range(_thick(size) + 1 if bold else 1):
        pen.text((x + aside, y), line, fill=ink, font=face, anchor="ls")
    _accents(pen, (x, y), letters, face, size, ink, 0)


def _accents(
    pen: ImageDraw.ImageDraw,
    at: tuple[float, float],
    letters: list[tuple[str, str]],
    face: Font,
    size: float,
    ink: Ink,
    more: int,
) -> None:
    before = ""
    for letter, accents in letters:
        if accents:
            top = at[1] + face.getbbox(letter, anchor="ls")[1]
            middle = at[0] + face.getlength(before) + face.getlength(letter) / 2
            for accent in accents:
                _accent(pen, (middle, top), accent, size, ink, more)
        before += letter


def _accent(pen: ImageDraw.ImageDraw, at: tuple[float, float], accent: str, size: float, ink: Ink, more: int) -> None:
    x, y = at
    unit = size / 10
    if accent == _DOTS:
        radius = 0.55 * unit + more
        for side in (-1.25, 1.25):
            middle = x + side * unit
            pen.ellipse((middle - radius, y - 1.4 * unit - radius, middle + radius, y - 1.4 * unit + radius), fill=ink)
    elif accent == _RING:
        radius = 0.9 * unit + more
        pen.ellipse((x - radius, y - 1.5 * unit - radius, x + radius, y - 1.5 * unit + radius), outline=ink)
    elif accent in _STROKES:
        strokes = [(x + across * unit, y - up * unit) for across, up in _STROKES[accent]]
        pen.line(strokes, fill=ink, width=max(1, round(unit * 0.9)) + 2 * more)
