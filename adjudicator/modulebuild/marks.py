"""What stands in a hex: settlements, names, the number, and the signs for supply, entry and victory points."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from PIL import Image, ImageDraw

from adjudicator.engine.board import Board
from adjudicator.engine.hexes import Hex
from adjudicator.facts import Known

from . import styles
from .ground import ground_of
from .layout import LabelLook, ModuleLayout
from .letters import width, write
from .sheet import MapSheet, Pixel

_BRICK, _BRICK_EDGE, _BUILT_UP = "#6d4f45", "#3b2a24", "#d2bfa8"
_WIDE = 0.2  # from here on a river covers what stands at the edge of a hex
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


def points(tag: str) -> str | None:
    """The victory points that a tag makes a hex worth, without a number if it does not say how many; None for other tags."""
    return None if tag.partition("-")[0] != "vp" else tag.partition("-")[2]


def draw_cities(pen: ImageDraw.ImageDraw, board: Board, sheet: MapSheet, layout: ModuleLayout, scale: int) -> None:
    """The built-up ground, which roads cross."""
    for hex in sheet.grid.all():
        settled = ground_of(board, hex)[1]
        if styles.drawn_as(layout, settled) == "city":
            corners = [(x * scale, y * scale) for x, y in sheet.corners(hex, 0.6)]
            pen.polygon(
                corners,
                fill=styles.built_up(layout, settled, _BUILT_UP),
                outline="#9b8570",
                width=max(1, round(sheet.size * 0.015 * scale)),
            )


def draw_houses(pen: ImageDraw.ImageDraw, board: Board, sheet: MapSheet, layout: ModuleLayout, scale: int) -> None:
    for hex in sheet.grid.all():
        for block in _BLOCKS.get(styles.drawn_as(layout, ground_of(board, hex)[1]), ()):
            _block(pen, sheet.centre(hex), block, sheet.size, scale)


def _block(pen: ImageDraw.ImageDraw, at: Pixel, block: tuple[float, float, float], size: float, scale: int) -> None:
    across, down, half = (part * size for part in block)
    x, y = at[0] + across, at[1] + down
    box = tuple(edge * scale for edge in (x - half, y - half, x + half, y + half))
    pen.rectangle(box, fill=_BRICK, outline=_BRICK_EDGE, width=max(1, round(size * 0.012 * scale)))


def draw_badges(
    pen: ImageDraw.ImageDraw, board: Board, sheet: MapSheet, layout: ModuleLayout, sides: tuple[str, ...], scale: int
) -> None:
    """The shapes of signs that tags make of hexes; their letters follow in `letter_hexes`."""
    for hex, tags in sorted(board.tags.items()):
        x, y = sheet.centre(hex)
        for tag in sorted(tags):
            owners = source_sides(tag, sides)
            worth = points(tag)
            if worth is not None:
                star(pen, (x + 0.3 * sheet.size, y - 0.2 * sheet.size), sheet.size * (0.19 if worth else 0.13), scale)
            elif owners is not None:
                colours = [styles.side_colour(layout, sides, side) for side in owners]
                source(pen, (x - 0.33 * sheet.size, y), sheet.size * 0.15, colours, scale)
            elif tag.startswith("entry-"):
                disc(pen, (x + 0.33 * sheet.size, y), sheet.size * 0.17, _ENTRY, scale)

    for index, objective in enumerate(layout.objective):
        for hex in sorted(board.areas.get(objective.area, frozenset())):
            x, y = sheet.centre(hex)
            at = x + (0.38 - 0.17 * index) * sheet.size, y - 0.2 * sheet.size
            star(pen, at, sheet.size * 0.1, scale, objective.colour)


def disc(pen: ImageDraw.ImageDraw, at: Pixel, radius: float, ink: str, scale: int) -> None:
    x, y, r = at[0] * scale, at[1] * scale, radius * scale
    pen.ellipse((x - r, y - r, x + r, y + r), fill=ink, outline="white", width=max(1, round(r * 0.12)))


def star(pen: ImageDraw.ImageDraw, at: Pixel, radius: float, scale: int, colour: str = "#f2c230") -> None:
    points = []
    for corner in range(10):
        angle = math.radians(36 * corner - 90)
        far = radius * (1 if corner % 2 == 0 else 0.45) * scale
        points.append((at[0] * scale + far * math.cos(angle), at[1] * scale + far * math.sin(angle)))
    pen.polygon(points, fill=colour, outline="#7a1016", width=max(1, round(radius * 0.12 * scale)))


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


def letter_hexes(pen: ImageDraw.ImageDraw, board: Board, sheet: MapSheet, layout: ModuleLayout, sides: tuple[str, ...]) -> None:
    """Numbers first, then signs, then names over all of it."""
    size = sheet.size
    travelled = {hex for at in board.routes_of for hex in at}
    for hex in sheet.grid.all() if size >= 22 else ():
        x, y = sheet.centre(hex)
        top = y - size * (0.40 if sheet.sideways else 0.43) + _lowered(board, sheet, layout, hex)
        write(pen, (x, top), hex, size * 0.15, styles.NUMBER, anchor="mt", halo=styles.HALO if hex in travelled else None)
    letter_tags(pen, board, sheet, layout, sides)
    for label in layout.label:
        if not label.angle:
            write(pen, _label_at(board, sheet, label), label.text, label.size * size, label.colour, halo=label.halo)
    for hexes, name in _named({**board.names, **layout.map.names}, sheet):
        _name(pen, board, sheet, layout, hexes, name)


def _lowered(board: Board, sheet: MapSheet, layout: ModuleLayout, hex: Hex) -> float:
    """How far the number gives way to a river so wide that it would lie under it."""
    x, y = sheet.centre(hex)
    for other in sheet.grid.neighbours(hex):
        across, down = sheet.centre(other)
        stated = board.features(hex, other)
        if down < y and abs(across - x) < sheet.size / 4 and isinstance(stated, Known):
            looks = [styles.hexside(layout, feature.kind) for feature in stated.value]
            wide = max((look.wide for look in looks if look.line == "river"), default=0.0)
            return sheet.size * (wide / 2 - 0.02) if wide > _WIDE else 0.0
    return 0.0


def letter_tags(pen: ImageDraw.ImageDraw, board: Board, sheet: MapSheet, layout: ModuleLayout, sides: tuple[str, ...]) -> None:
    """The letters of the signs."""
    size = sheet.size
    for hex, tags in sorted(board.tags.items()):
        x, y = sheet.centre(hex)
        others = []
        for tag in sorted(tags):
            if tag.startswith("entry-"):
                letter = tag.removeprefix("entry-")
                write(pen, (x + 0.33 * size, y), letter, size * 0.22, "white", bold=True)
            elif (worth := points(tag)) is not None:
                write(pen, (x + 0.3 * size, y - 0.19 * size), worth, size * 0.16, _VICTORY, bold=True)
            elif source_sides(tag, sides) is None and not styles.hidden(layout, tag):
                others.append(tag)
        if others:
            write(pen, (x, y - size * 0.22), ", ".join(others), size * 0.15, _ENTRY, bold=True, halo=styles.PAPER)


def _named(names: Mapping[Hex, str], sheet: MapSheet) -> Iterator[tuple[list[Hex], str]]:
    """Names with the hexes over which each is written once: neighbours that are called alike."""
    left = {hex: name for hex, name in sorted(names.items()) if name}
    while left:
        first = next(iter(left))
        name, group = left.pop(first), [first]
        for hex in group:
            group += [other for other in sheet.grid.neighbours(hex) if left.get(other) == name and left.pop(other)]
        yield sorted(group), name


def _name(pen: ImageDraw.ImageDraw, board: Board, sheet: MapSheet, layout: ModuleLayout, hexes: list[Hex], name: str) -> None:
    size = sheet.size
    centres = [sheet.centre(hex) for hex in hexes]
    x, y = sum(across for across, _ in centres) / len(centres), sum(down for _, down in centres) / len(centres)
    settled = styles.drawn_as(layout, ground_of(board, hexes[0])[1])
    large = {"city": 0.25, "town": 0.2, "village": 0.175}.get(settled, 0.18) * size
    longest = 1.5 * size
    large = min(large, large * longest / max(1.0, width(name, large)))
    down = {"city": 0.33, "town": 0.23, "village": 0.17}.get(settled, 0.12) * size
    victory = any(points(tag) is not None for hex in hexes for tag in board.tags.get(hex, frozenset()))
    ink = _VICTORY if victory else styles.INK
    if len(hexes) > 1:
        large, down = large * 1.15, -0.22 * size  # above the number of the lower of two hexes
    write(pen, (x, y + down), name, large, ink, anchor="mt", bold=settled == "city" or victory, halo=styles.HALO)


def letter_turned(image: Image.Image, board: Board, sheet: MapSheet, layout: ModuleLayout) -> None:
    """Labels that run with a river or a range of hills."""
    for label in layout.label:
        if label.angle:
            size = label.size * sheet.size
            side = round(width(label.text, size) + 4 * size)
            words = Image.new("RGBA", (side, side), (0, 0, 0, 0))
            write(ImageDraw.Draw(words), (side / 2, side / 2), label.text, size, label.colour, halo=label.halo)
            words = words.rotate(label.angle, Image.Resampling.BICUBIC)
            x, y = _label_at(board, sheet, label)
            image.paste(words, (round(x - side / 2), round(y - side / 2)), words)


def _label_at(board: Board, sheet: MapSheet, label: LabelLook) -> Pixel:
    """The middle of a label: that of its area, or near its hex; the middle of the map if it has neither."""
    hexes = sorted(board.areas.get(label.area, frozenset())) or ([label.hex] if label.hex else list(sheet.grid.all()))
    centres = [sheet.centre(each) for each in hexes]
    x = sum(across for across, _ in centres) / len(centres)
    y = sum(down for _, down in centres) / len(centres)
    return x + label.aside * sheet.size, y + label.down * sheet.size
