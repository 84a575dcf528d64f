"""What stands in a hex: settlements, names, the number, and the signs for supply, entry and victory points."""

from __future__ import annotations

import math

from PIL import ImageDraw

from adjudicator.engine.board import Board
from adjudicator.engine.hexes import Hex

from . import styles
from .ground import ground_of
from .layout import Layout
from .letters import width, write
from .sheet import Pixel, Sheet

_BRICK, _BRICK_EDGE, _BUILT_UP = "#6d4f45", "#3b2a24", "#d2bfa8"
_VICTORY, _ENTRY, _SOURCE = "#a3161f", "#5b2c86", "source-"
_BLOCKS = {  # the middles of blocks and half their sides, in hexes
    "village": ((0.0, 0.0, 0.06),),
    "town": ((-0.07, -0.06, 0.05), (0.06, -0.07, 0.045), (-0.06, 0.06, 0.045), (0.07, 0.05, 0.055)),
    "city": (
        (-0.16, -0.12, 0.06),
        (0.0, -0.14, 0.055),
        (0.16, -0.1, 0.06),
        (-0.17, 0.03, 0.055),
        (-0.01, 0.01, 0.07),
        (0.15, 0.04, 0.06),
        (-0.1, 0.16, 0.06),
        (0.08, 0.17, 0.055),
    ),
}


def source_sides(tag: str, sides: tuple[str, ...]) -> tuple[str, ...] | None:
    """Whose source of supply a tag makes of a hex (two sides': a contested one); None for other tags."""
    if not tag.startswith(_SOURCE):
        return None
    side = tag.removeprefix(_SOURCE)
    return (side,) if side in sides else sides[:2]


def draw_cities(pen: ImageDraw.ImageDraw, board: Board, sheet: Sheet, scale: int) -> None:
    """The built-up ground, which roads cross."""
    for hex in sheet.grid.all():
        if ground_of(board, hex)[1] == "city":
            corners = [(x * scale, y * scale) for x, y in sheet.corners(hex, 0.6)]
            pen.polygon(corners, fill=_BUILT_UP, outline="#9b8570", width=max(1, round(sheet.size * 0.015 * scale)))


def draw_houses(pen: ImageDraw.ImageDraw, board: Board, sheet: Sheet, scale: int) -> None:
    for hex in sheet.grid.all():
        for block in _BLOCKS.get(ground_of(board, hex)[1], ()):
            _block(pen, sheet.centre(hex), block, sheet.size, scale)


def _block(pen: ImageDraw.ImageDraw, at: Pixel, block: tuple[float, float, float], size: float, scale: int) -> None:
    across, down, half = (part * size for part in block)
    x, y = at[0] + across, at[1] + down
    box = tuple(edge * scale for edge in (x - half, y - half, x + half, y + half))
    pen.rectangle(box, fill=_BRICK, outline=_BRICK_EDGE, width=max(1, round(size * 0.012 * scale)))


def draw_badges(pen: ImageDraw.ImageDraw, board: Board, sheet: Sheet, layout: Layout, sides: tuple[str, ...], scale: int) -> None:
    """The shapes of signs that tags make of hexes; their letters follow in `letter_hexes`."""
    for hex, tags in sorted(board.tags.items()):
        x, y = sheet.centre(hex)
        for tag in sorted(tags):
            owners = source_sides(tag, sides)
            if tag == "vp":
                star(pen, (x + 0.3 * sheet.size, y - 0.2 * sheet.size), sheet.size * 0.13, scale)
            elif owners is not None:
                colours = [styles.side_colour(layout, sides, side) for side in owners]
                source(pen, (x - 0.33 * sheet.size, y), sheet.size * 0.15, colours, scale)
            elif tag.startswith("entry-"):
                disc(pen, (x + 0.33 * sheet.size, y), sheet.size * 0.17, _ENTRY, scale)


def disc(pen: ImageDraw.ImageDraw, at: Pixel, radius: float, ink: str, scale: int) -> None:
    x, y, r = at[0] * scale, at[1] * scale, radius * scale
    pen.ellipse((x - r, y - r, x + r, y + r), fill=ink, outline="white", width=max(1, round(r * 0.12)))


def star(pen: ImageDraw.ImageDraw, at: Pixel, radius: float, scale: int) -> None:
    points = []
    for corner in range(10):
        angle = math.radians(36 * corner - 90)
        far = radius * (1 if corner % 2 == 0 else 0.45) * scale
        points.append((at[0] * scale + far * math.cos(angle), at[1] * scale + far * math.sin(angle)))
    pen.polygon(points, fill="#f2c230", outline="#7a1016", width=max(1, round(radius * 0.12 * scale)))


def source(pen: ImageDraw.ImageDraw, at: Pixel, radius: float, colours: list[str], scale: int) -> None:
    """A wheel with the colours of those whom the source supplies."""
    x, y, r = at[0] * scale, at[1] * scale, radius * scale
    box = (x - r, y - r, x + r, y + r)
    share = 360 / len(colours)
    pen.ellipse(box, fill="white")
    for index, colour in enumerate(colours):
        pen.pieslice(box, 90 + index * share, 90 + (index + 1) * share, fill=colour)
    pen.ellipse(box, outline=styles.INK, width=max(1, round(r * 0.16)))
    hub = r * 0.36
    pen.ellipse((x - hub, y - hub, x + hub, y + hub), fill="white", outline=styles.INK, width=max(1, round(r * 0.1)))


def letter_hexes(pen: ImageDraw.ImageDraw, board: Board, sheet: Sheet, layout: Layout, sides: tuple[str, ...]) -> None:
    """Numbers first, then signs, then names over all of it."""
    size = sheet.size
    travelled = {hex for at in board.routes_of for hex in at}
    for hex in sheet.grid.all() if size >= 22 else ():
        x, y = sheet.centre(hex)
        top = y - size * (0.40 if sheet.sideways else 0.43)
        write(pen, (x, top), hex, size * 0.15, styles.NUMBER, anchor="mt", halo=styles.HALO if hex in travelled else None)
    letter_tags(pen, board, sheet, sides)
    for label in layout.label:
        _label(pen, board, sheet, label.text, label.area, label.hex, label.size * size)
    for hex, name in sorted(board.names.items()):
        _name(pen, board, sheet, hex, name)


def letter_tags(pen: ImageDraw.ImageDraw, board: Board, sheet: Sheet, sides: tuple[str, ...]) -> None:
    """The letters of the signs."""
    size = sheet.size
    for hex, tags in sorted(board.tags.items()):
        x, y = sheet.centre(hex)
        others = []
        for tag in sorted(tags):
            if tag.startswith("entry-"):
                letter = tag.removeprefix("entry-")
                write(pen, (x + 0.33 * size, y), letter, size * 0.22, "white", bold=True)
            elif tag != "vp" and source_sides(tag, sides) is None:
                others.append(tag)
        if others:
            write(pen, (x, y - size * 0.22), ", ".join(others), size * 0.15, _ENTRY, bold=True, halo=styles.PAPER)


def _name(pen: ImageDraw.ImageDraw, board: Board, sheet: Sheet, hex: Hex, name: str) -> None:
    size = sheet.size
    x, y = sheet.centre(hex)
    settled = ground_of(board, hex)[1]
    large = {"city": 0.25, "town": 0.2, "village": 0.175}.get(settled, 0.18) * size
    longest = 1.5 * size
    large = min(large, large * longest / max(1.0, width(name, large)))
    down = {"city": 0.33, "town": 0.23, "village": 0.17}.get(settled, 0.12) * size
    victory = "vp" in board.tags.get(hex, frozenset())
    ink = _VICTORY if victory else styles.INK
    write(pen, (x, y + down), name, large, ink, anchor="mt", bold=settled == "city" or victory, halo=styles.HALO)


def _label(pen: ImageDraw.ImageDraw, board: Board, sheet: Sheet, text: str, area: str, hex: Hex, size: float) -> None:
    hexes = sorted(board.areas.get(area, frozenset())) or ([hex] if hex else [])
    if not hexes:
        return
    centres = [sheet.centre(each) for each in hexes]
    x = sum(across for across, _ in centres) / len(centres)
    y = sum(down for _, down in centres) / len(centres)
    write(pen, (x, y), text, size, "#2f6f9f", halo="#cfe4ef")
