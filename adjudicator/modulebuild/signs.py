"""The common military signs, drawn into the box of a counter."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeAlias

from PIL import ImageDraw

from adjudicator.engine.units import Unit

from .letters import write

DARK = "#1d1d1d"
Pen: TypeAlias = ImageDraw.ImageDraw
Box: TypeAlias = tuple[float, float, float, float]


def pen_width(s: float) -> int:
    return round(s * 0.018)


def _infantry(pen: Pen, box: Box, s: float, unit: Unit) -> None:
    left, top, right, bottom = box
    pen.line((left, top, right, bottom), fill=DARK, width=pen_width(s))
    pen.line((left, bottom, right, top), fill=DARK, width=pen_width(s))


def _tank(pen: Pen, box: Box, s: float, unit: Unit) -> None:
    left, top, right, bottom = box
    inset = s * 0.05
    pen.rounded_rectangle(
        (left + inset, top + inset * 1.2, right - inset, bottom - inset * 1.2), s * 0.1, outline=DARK, width=pen_width(s)
    )


def _mechanized(pen: Pen, box: Box, s: float, unit: Unit) -> None:
    _infantry(pen, box, s, unit)
    _tank(pen, box, s, unit)


def _cavalry(pen: Pen, box: Box, s: float, unit: Unit) -> None:
    left, top, right, bottom = box
    pen.line((left, bottom, right, top), fill=DARK, width=pen_width(s))


def _artillery(pen: Pen, box: Box, s: float, unit: Unit) -> None:
    x, y, r = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, s * 0.055
    pen.ellipse((x - r, y - r, x + r, y + r), fill=DARK)


def _headquarters(pen: Pen, box: Box, s: float, unit: Unit) -> None:
    write(pen, ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), "HQ", s * 0.2, DARK, bold=True)


def _garrison(pen: Pen, box: Box, s: float, unit: Unit) -> None:
    left, top, right, bottom = box
    third, rise = (right - left) / 5, (bottom - top) * 0.3
    y = top + (bottom - top) * 0.55
    points = [(left + third * 0.5, bottom - rise * 0.4), (left + third * 0.5, y - rise)]
    for index in range(4):
        x = left + third * (0.5 + index)
        high = y - rise if index % 2 == 0 else y - rise * 0.3
        points += [(x, high), (x + third, high)]
    pen.polygon([*points, (right - third * 0.5, bottom - rise * 0.4)], fill=DARK)


def _militia(pen: Pen, box: Box, s: float, unit: Unit) -> None:
    _infantry(pen, box, s, unit)
    middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    write(pen, middle, "VS" if unit.kind == "volkssturm" else "M", s * 0.15, DARK, bold=True, halo="#ffffff")


def _jager(pen: Pen, box: Box, s: float, unit: Unit) -> None:
    _infantry(pen, box, s, unit)
    write(pen, ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), "J", s * 0.15, DARK, bold=True, halo="#ffffff")


def _column(pen: Pen, box: Box, s: float, unit: Unit) -> None:
    """A waggon: a load on two wheels."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    pen.rectangle((x - s * 0.15, y - s * 0.1, x + s * 0.15, y + s * 0.04), fill=DARK)
    for across in (-0.09, 0.09):
        middle, r = x + across * s, s * 0.045
        pen.ellipse(
            (middle - r, y + s * 0.03, middle + r, y + s * 0.03 + 2 * r), fill="#ffffff", outline=DARK, width=pen_width(s)
        )


def _air(pen: Pen, box: Box, s: float, unit: Unit) -> None:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2

    def at(across: float, down: float) -> tuple[float, float]:
        return x + across * s, y + down * s

    pen.polygon([at(-0.02, -0.13), at(0.02, -0.13), at(0.025, 0.1), at(-0.025, 0.1)], fill=DARK)
    pen.polygon([at(-0.2, 0.0), at(0, -0.06), at(0.2, 0.0), at(0.2, 0.025), at(-0.2, 0.025)], fill=DARK)
    pen.polygon([at(-0.07, 0.12), at(0, 0.08), at(0.07, 0.12)], fill=DARK)


def _ship(pen: Pen, box: Box, s: float, unit: Unit) -> None:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2 + s * 0.04

    def at(across: float, down: float) -> tuple[float, float]:
        return x + across * s, y + down * s

    pen.polygon([at(-0.21, 0.0), at(0.21, -0.02), at(0.17, 0.06), at(-0.17, 0.06)], fill=DARK)
    pen.polygon([at(-0.09, 0.0), at(-0.05, -0.08), at(0.05, -0.08), at(0.08, 0.0)], fill=DARK)
    pen.rectangle((*at(-0.02, -0.14), *at(0.02, -0.05)), fill=DARK)


def _gun(pen: Pen, box: Box, s: float, unit: Unit) -> None:
    _tank(pen, box, s, unit)
    _artillery(pen, box, s, unit)


def _tank_destroyer(pen: Pen, box: Box, s: float, unit: Unit) -> None:
    left, top, right, bottom = box
    middle = (left + right) / 2
    _tank(pen, box, s, unit)
    pen.line((left, bottom, middle, top), fill=DARK, width=pen_width(s))
    pen.line((middle, top, right, bottom), fill=DARK, width=pen_width(s))


def _flak(pen: Pen, box: Box, s: float, unit: Unit) -> None:
    left, _, right, bottom = box
    _artillery(pen, box, s, unit)
    arch = (left + s * 0.09, bottom - s * 0.115, right - s * 0.09, bottom + s * 0.115)
    pen.arc(arch, 180, 360, fill=DARK, width=pen_width(s))


def _commander(pen: Pen, box: Box, s: float, unit: Unit) -> None:
    x, y, r = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, s * 0.14
    corners = [math.radians(36 * corner - 90) for corner in range(10)]
    points = [
        (x + r * (1 if at % 2 == 0 else 0.42) * math.cos(a), y + r * (1 if at % 2 == 0 else 0.42) * math.sin(a))
        for at, a in enumerate(corners)
    ]
    pen.polygon(points, fill="#b3202c", outline=DARK)


def unknown(pen: Pen, box: Box, s: float, unit: Unit) -> None:
    word = unit.kind[:4].upper()
    write(pen, ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), word, s * 0.13, DARK, bold=True)


SYMBOLS: dict[str, Callable[[Pen, Box, float, Unit], None]] = {
    "infantry": _infantry,
    "tank": _tank,
    "armour": _tank,
    "mechanized": _mechanized,
    "cavalry": _cavalry,
    "assault gun": _gun,
    "tank destroyer": _tank_destroyer,
    "flak": _flak,
    "commander": _commander,
    "artillery": _artillery,
    "hq": _headquarters,
    "garrison": _garrison,
    "fortress": _garrison,
    "volkssturm": _militia,
    "militia": _militia,
    "jager": _jager,
    "column": _column,
    "air": _air,
    "ship": _ship,
}
