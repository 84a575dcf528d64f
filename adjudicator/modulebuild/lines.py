"""What runs over the land: rivers, roads, railways, works of defence. All sizes are times `scale`: drawn large, brought down."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise

from PIL import ImageDraw

from adjudicator.engine.board import Board
from adjudicator.engine.hexes import Hex, Side
from adjudicator.facts import Known

from . import styles
from .layout import ModuleLayout
from .sheet import MapSheet, Pixel

_STEPS = 10


def curve(start: Pixel, bend: Pixel, stop: Pixel) -> list[Pixel]:
    """From one point to another, bent towards a third."""
    found = []
    for step in range(_STEPS + 1):
        t = step / _STEPS
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        found.append((a * start[0] + b * bend[0] + c * stop[0], a * start[1] + b * bend[1] + c * stop[1]))
    return found


def stroke(pen: ImageDraw.ImageDraw, points: list[Pixel], ink: str, wide: float, scale: int) -> None:
    """A line with round ends and joints."""
    width = max(1, round(wide * scale))
    scaled = [(x * scale, y * scale) for x, y in points]
    pen.line(scaled, fill=ink, width=width, joint="curve")
    if width > 2:
        for x, y in (scaled[0], scaled[-1]):
            pen.ellipse((x - width / 2, y - width / 2, x + width / 2, y + width / 2), fill=ink)


def hexsides(board: Board) -> dict[str, list[tuple[Side, Hex]]]:
    """The hexsides of each kind of feature, each with the hex that it protects."""
    found: dict[str, list[tuple[Side, Hex]]] = {}
    for at, stated in sorted(board.features_of.items()):
        for feature in sorted(stated.value) if isinstance(stated, Known) else ():
            found.setdefault(feature.kind, []).append((at, feature.protects))
    return found


def routes(board: Board) -> dict[str, list[Side]]:
    found: dict[str, list[Side]] = {}
    for at, stated in sorted(board.routes_of.items()):
        for kind in sorted(stated.value) if isinstance(stated, Known) else ():
            found.setdefault(kind, []).append(at)
    return found


def draw_grid(pen: ImageDraw.ImageDraw, sheet: MapSheet, scale: int) -> None:
    for hex in sheet.grid.all():
        corners = [(x * scale, y * scale) for x, y in sheet.corners(hex)]
        pen.line([*corners, corners[0]], fill=styles.GRID_LINE, width=max(1, round(sheet.size * scale * 0.014)))


def draw_edge(pen: ImageDraw.ImageDraw, sheet: MapSheet, scale: int) -> None:
    """The edge of the map."""
    points = [(x * scale, y * scale) for x, y in sheet.outline()]
    pen.line([*points, *points[:2]], fill=styles.INK, width=max(2, round(sheet.size * 0.03 * scale)), joint="curve")


def draw_rivers(pen: ImageDraw.ImageDraw, board: Board, sheet: MapSheet, layout: ModuleLayout, scale: int) -> None:
    """Wet hexsides, widest first, so that a brook ends in its river."""
    wet = [(styles.hexside(layout, kind), sides) for kind, sides in hexsides(board).items()]
    for edge in (True, False):
        for style, sides in sorted(wet, key=lambda one: -one[0].wide):
            if style.line not in ("river", "water"):
                continue
            wide = style.wide * sheet.size
            ink = "#2c5f96" if edge else style.colour
            for points in _flowing(sheet, [at for at, _ in sides]):
                stroke(pen, points, ink, wide + (sheet.size * 0.028 if edge else 0), scale)


def _flowing(sheet: MapSheet, sides: list[Side]) -> Iterator[list[Pixel]]:
    """Hexsides as lines that bend gently where they meet."""
    meeting: dict[tuple[int, int], list[tuple[Pixel, Pixel]]] = {}
    for at in sides:
        middle = sheet.middle(*at)
        for end in sheet.ends(*at):
            meeting.setdefault((round(end[0] / 4), round(end[1] / 4)), []).append((middle, end))
    for there in _joined(meeting):
        if len(there) == 1:
            yield list(there[0])
        for (one, corner), (other, _) in combinations(there, 2):
            yield curve(one, corner, other)


def _joined(meeting: dict[tuple[int, int], list[tuple[Pixel, Pixel]]]) -> Iterator[list[tuple[Pixel, Pixel]]]:
    """Groups of ends that lie at one corner, though rounding may have put them into neighbouring cells."""
    left = dict(meeting)
    while left:
        (x, y), there = left.popitem()
        for near in ((x + across, y + down) for across in (-1, 0, 1) for down in (-1, 0, 1)):
            there = there + left.pop(near, [])
        yield there


def draw_works(pen: ImageDraw.ImageDraw, board: Board, sheet: MapSheet, layout: ModuleLayout, scale: int) -> None:
    """Works lie inside the hex that they protect, with their teeth towards the enemy; other hexsides are dashed."""
    for kind, sides in hexsides(board).items():
        style = styles.hexside(layout, kind)
        for (a, b), protects in sides:
            if style.line == "works":
                _works(pen, sheet, (a, b), protects or a, style, scale)
            elif style.line == "valley":
                _valley(pen, sheet, (a, b), style, scale)
            elif style.line == "dashes":
                _dashes(pen, sheet, (a, b), style, scale)


def _works(pen: ImageDraw.ImageDraw, sheet: MapSheet, at: Side, protects: Hex, style: styles.Hexside, scale: int) -> None:
    inner = sheet.centre(protects)

    def drawn_in(point: Pixel, share: float) -> Pixel:
        return inner[0] + (point[0] - inner[0]) * share, inner[1] + (point[1] - inner[1]) * share

    deep = 0.80 if style.wide > 0.07 else 0.86
    start, stop = (drawn_in(end, deep) for end in sheet.ends(*at))
    stroke(pen, [start, stop], style.colour, style.wide * sheet.size, scale)
    for share in (0.2, 0.4, 0.6, 0.8):
        x, y = start[0] + (stop[0] - start[0]) * share, start[1] + (stop[1] - start[1]) * share
        outward = drawn_in((x, y), 1 + 0.10 / deep)
        stroke(pen, [(x, y), outward], style.colour, style.wide * sheet.size * 0.8, scale)


def _valley(pen: ImageDraw.ImageDraw, sheet: MapSheet, at: Side, style: styles.Hexside, scale: int) -> None:
    """A hollow along the hexside, with strokes down into it from both hexes."""
    start, stop = sheet.ends(*at)
    wide = style.wide * sheet.size
    stroke(pen, [start, stop], style.colour, wide, scale)
    for hex in at:
        x, y = sheet.centre(hex)
        for part in (0.1, 0.26, 0.42, 0.58, 0.74, 0.9):
            edge = start[0] + (stop[0] - start[0]) * part, start[1] + (stop[1] - start[1]) * part
            inward = (x - sheet.middle(*at)[0]) / sheet.size * 2, (y - sheet.middle(*at)[1]) / sheet.size * 2
            rim = edge[0] + inward[0] * wide * 0.95, edge[1] + inward[1] * wide * 0.95
            foot = edge[0] + inward[0] * wide * 0.25, edge[1] + inward[1] * wide * 0.25
            stroke(pen, [rim, foot], "#7d5a30", sheet.size * 0.014, scale)


def _dashes(pen: ImageDraw.ImageDraw, sheet: MapSheet, at: Side, style: styles.Hexside, scale: int) -> None:
    start, stop = sheet.ends(*at)
    for first, last in ((0.05, 0.3), (0.4, 0.6), (0.7, 0.95)):
        points = [(start[0] + (stop[0] - start[0]) * t, start[1] + (stop[1] - start[1]) * t) for t in (first, last)]
        stroke(pen, points, style.colour, style.wide * sheet.size, scale)


def draw_limits(pen: ImageDraw.ImageDraw, board: Board, sheet: MapSheet, layout: ModuleLayout, scale: int) -> None:
    """The lines around the parts of the map in which scenarios are played, where the map goes on behind them."""
    for limit in layout.limit:
        inside = board.areas.get(limit.area, frozenset())
        for hex in sorted(inside):
            for other in sheet.grid.neighbours(hex):
                if other not in inside:
                    _dashes(pen, sheet, (hex, other), styles.Hexside("dashes", limit.colour, 0.045), scale)


def draw_routes(pen: ImageDraw.ImageDraw, board: Board, sheet: MapSheet, layout: ModuleLayout, scale: int) -> None:
    """Railways under roads under motorways. Where a railway and a road go side by side, each keeps to its side."""
    kinds = routes(board)
    order = {"rail": 0, "track": 1, "road": 2, "motorway": 3}
    looks = sorted(((styles.route(layout, kind), sides) for kind, sides in kinds.items()), key=lambda one: order[one[0].way])
    rails = {at for look, sides in looks if look.way == "rail" for at in sides}
    paved = {at for look, sides in looks if look.way != "rail" for at in sides}
    for look, sides in looks:
        apart = 0.085 if look.way == "rail" else -0.085
        shift = dict.fromkeys(rails & paved, apart * sheet.size)
        lines = list(_winding(sheet, sides, shift))
        wide = look.wide * sheet.size
        if look.way == "rail":
            for points in lines:
                stroke(pen, points, look.colour, wide, scale)
                _sleepers(pen, points, sheet, look.colour, scale)
            continue
        for points in lines:
            stroke(pen, points, "#5e2a1e" if look.way != "track" else look.colour, wide + sheet.size * 0.022, scale)
        for points in lines:
            stroke(pen, points, look.colour, wide, scale)
        if look.way == "motorway":
            for points in lines:
                stroke(pen, points, "#5e2a1e", sheet.size * 0.012, scale)


def _winding(sheet: MapSheet, sides: Iterable[Side], shift: dict[Side, float]) -> Iterator[list[Pixel]]:
    """Routes from hexside to hexside through the hexes."""
    through: dict[Hex, list[Side]] = {}
    for at in sides:
        for hex in at:
            through.setdefault(hex, []).append(at)
    for hex, edges in sorted(through.items()):
        centre = sheet.centre(hex)
        gates = [_gate(sheet, at, shift.get(at, 0.0)) for at in edges]
        if len(gates) == 2:
            yield curve(gates[0], centre, gates[1])
        else:
            yield from ([gate, centre] for gate in gates)


def _gate(sheet: MapSheet, at: Side, shift: float) -> Pixel:
    """Where a route crosses a hexside: its middle, or a little to the side, always the same side of the sheet."""
    x, y = sheet.middle(*at)
    start, stop = sorted(sheet.ends(*at))
    length = math.dist(start, stop)
    return x + (stop[0] - start[0]) / length * shift, y + (stop[1] - start[1]) / length * shift


def _sleepers(pen: ImageDraw.ImageDraw, points: list[Pixel], sheet: MapSheet, ink: str, scale: int) -> None:
    every, reach = sheet.size * 0.13, sheet.size * 0.055
    gone = every / 2
    for start, stop in pairwise(points):
        length = math.dist(start, stop)
        if length < 1e-6:
            continue
        across = (stop[1] - start[1]) / length * reach, (start[0] - stop[0]) / length * reach
        while gone < length:
            x, y = start[0] + (stop[0] - start[0]) * gone / length, start[1] + (stop[1] - start[1]) * gone / length
            tie = [(x - across[0], y - across[1]), (x + across[0], y + across[1])]
            stroke(pen, tie, ink, sheet.size * 0.02, scale)
            gone += every
        gone -= length
