"""What runs over a foreign map: rivers along hexsides, roads and rails across them, lines of defence."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

from PIL import Image, ImageDraw

from adjudicator.engine.board import Board
from adjudicator.engine.hexes import Side
from adjudicator.facts import Known

from .colours import Palette, colour
from .land import Land
from .prints import cased, chequered
from .recipes import Art

XY = tuple[float, float]
Node = TypeVar("Node", bound=Hashable)
_WATER = ("river-minor", "stream", "river-major", "river", "water")
_WIDE = {"river-major": 0.15, "river": 0.17, "water": 0.2}
_LINES = ("defensive-line", "festung-line", "lower-hexside")
_ROUTES = ("track", "road", "autobahn", "rail", "railroad")


def draw_lines(image: Image.Image, board: Board, land: Land, art: Art, palette: Palette, dice: random.Random) -> None:
    features = {side: fact.value for side, fact in board.features_of.items() if isinstance(fact, Known)}
    for kind in _WATER:
        sides = [side for side, found in features.items() if any(each.kind == kind for each in found)]
        _river(image, land, sorted(sides), colour(palette, kind), _WIDE.get(kind, 0.08), art, dice)
    routes = {side: fact.value for side, fact in board.routes_of.items() if isinstance(fact, Known)}
    for kind in _ROUTES:
        sides = sorted(side for side, found in routes.items() if kind in found)
        if kind in ("rail", "railroad"):
            _rail(image, land, sides, colour(palette, kind), art, dice)
        else:
            wide = {"autobahn": 0.1, "track": 0.035}.get(kind, 0.055)
            _road(image, land, sides, colour(palette, kind), wide, art, dice, dashed=kind == "track")
    for side, found in sorted(features.items()):
        for each in sorted(found):
            if each.kind in _LINES:
                _defence(image, land, side, each.protects, each.kind, palette)


def chains(edges: Iterable[tuple[Node, Node]]) -> list[list[Node]]:
    """Edges put together to lines that go from fork to fork, or around."""
    near: dict[Node, list[Node]] = {}
    for a, b in edges:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    left = {frozenset((a, b)) for a, others in near.items() for b in others}
    found: list[list[Node]] = []
    starts = [node for node, others in near.items() if len(others) != 2]
    for start in [*starts, *near]:
        for first in near[start]:
            if frozenset((start, first)) not in left:
                continue
            line = [start]
            at = first
            left.discard(frozenset((start, first)))
            while True:
                line.append(at)
                after = [other for other in near[at] if frozenset((at, other)) in left]
                if len(near[at]) != 2 or not after:
                    break
                left.discard(frozenset((at, after[0])))
                at = after[0]
            found.append(line)
    return found


def bent(points: Sequence[XY], each: int = 8) -> list[XY]:
    """A curve through the points (Catmull and Rom's)."""
    if len(points) < 3:
        return list(points)
    closed = points[0] == points[-1]
    before = points[-2] if closed else points[0]
    behind = points[1] if closed else points[-1]
    every = [before, *points, behind]
    found: list[XY] = []
    for p, q, r, s in zip(every, every[1:], every[2:], every[3:], strict=False):
        for t in (step / each for step in range(each)):
            x, y = (_between(p[at], q[at], r[at], s[at], t) for at in (0, 1))
            found.append((x, y))
    return [*found, points[-1]]


def _between(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3)


def _shaken(point: XY, reach: float, dice: random.Random) -> XY:
    angle, away = dice.uniform(0, 2 * math.pi), dice.uniform(0, reach)
    return point[0] + away * math.cos(angle), point[1] + away * math.sin(angle)


def _stroke(image: Image.Image, points: Sequence[XY], paint: str, wide: int) -> None:
    pen = ImageDraw.Draw(image)
    pen.line(list(points), fill=paint, width=wide, joint="curve")
    half = wide / 2
    for x, y in (points[0], points[-1]):
        pen.ellipse((x - half, y - half, x + half, y + half), fill=paint)


def _river(image: Image.Image, land: Land, sides: Sequence[Side], paint: str, wide: float, art: Art, dice: random.Random) -> None:
    pixels = land.sheet.size
    places: dict[tuple[int, int], XY] = {}
    edges = [_whole(ends, places) for ends in (land.ends(a, b) for a, b in sides)]
    shaken = {node: _shaken(at, (0.05 + art.wander) * pixels, dice) for node, at in places.items()}
    for chain in chains(edges):
        points: list[XY] = []
        for index, node in enumerate(chain):
            points.append(shaken[node])
            if index + 1 < len(chain):
                (ax, ay), (bx, by) = shaken[node], shaken[chain[index + 1]]
                points.append(
                    _shaken(((ax + bx) / 2, (ay + by) / 2), ((0.05 if art.splines else 0.02) + art.wander) * pixels, dice)
                )
        way, broad = bent(points) if art.splines else points, max(2, round(wide * pixels))
        _stroke(image, way, paint, broad)
        if art.double:
            _stroke(image, way, "#ece4cc", max(1, broad - 2 * max(1, round(0.018 * pixels))))


def _whole(ends: tuple[XY, XY], places: dict[tuple[int, int], XY]) -> tuple[tuple[int, int], tuple[int, int]]:
    """Corners that are the same but for rounding."""
    a, b = (_corner(end, places) for end in ends)
    return a, b


def _corner(end: XY, places: dict[tuple[int, int], XY]) -> tuple[int, int]:
    x, y = round(end[0]), round(end[1])
    for dx in (0, -1, 1, -2, 2):
        for dy in (0, -1, 1, -2, 2):
            if (x + dx, y + dy) in places:
                return x + dx, y + dy
    places[x, y] = end
    return x, y


def _ways(land: Land, sides: Sequence[Side], art: Art, dice: random.Random, beside: float = 0.0) -> list[list[XY]]:
    """Lines from hex to hex. Each crosses the hexside that it is said to cross near its middle."""
    pixels = land.sheet.size
    reach = (0.14 if art.splines else 0.06) * pixels
    middles: dict[str, XY] = {}
    found = []
    for chain in chains(sides):
        points: list[XY] = []
        for index, hex in enumerate(chain):
            x, y = land.centre(hex)
            middles.setdefault(hex, _shaken((x + beside * pixels, y + beside * pixels), reach, dice))
            points.append(middles[hex])
            if index + 1 < len(chain):
                nx, ny = land.centre(chain[index + 1])
                points.append(
                    _shaken(
                        ((x + nx) / 2 + beside * pixels, (y + ny) / 2 + beside * pixels), (0.04 + 2 * art.wander) * pixels, dice
                    )
                )
        found.append(bent(points) if art.splines else points)
    return found


def _road(
    image: Image.Image,
    land: Land,
    sides: Sequence[Side],
    paint: str,
    wide: float,
    art: Art,
    dice: random.Random,
    *,
    dashed: bool,
) -> None:
    pixels = land.sheet.size
    for points in _ways(land, sides, art, dice):
        if dashed:
            _dashes(image, points, paint, max(2, round(wide * pixels)), pixels * 0.11)
        elif art.routes == "cased":
            cased(image, points, paint, "#5a4a38", max(2, round(wide * pixels)))
        else:
            _stroke(image, points, paint, max(2, round(wide * pixels)))


def _rail(image: Image.Image, land: Land, sides: Sequence[Side], paint: str, art: Art, dice: random.Random) -> None:
    pixels = land.sheet.size
    for points in _ways(land, sides, art, dice, beside=0.07):
        if art.routes == "cased":
            chequered(image, points, paint, max(1, round(0.03 * pixels)), pixels * 0.14)
            continue
        _stroke(image, points, paint, max(1, round(0.022 * pixels)))
        pen = ImageDraw.Draw(image)
        half = 0.055 * pixels
        for (x, y), (dx, dy) in _along(points, pixels * 0.13):
            pen.line((x - dy * half, y + dx * half, x + dy * half, y - dx * half), fill=paint, width=max(1, round(0.02 * pixels)))


def _along(points: Sequence[XY], step: float) -> Iterable[tuple[XY, XY]]:
    """Points at even distances, with the way the line goes there."""
    left = step / 2
    for (ax, ay), (bx, by) in itertools.pairwise(points):
        long = math.dist((ax, ay), (bx, by))
        while long and left <= long:
            share = left / long
            yield (ax + (bx - ax) * share, ay + (by - ay) * share), ((bx - ax) / long, (by - ay) / long)
            left += step
        left -= long


def _dashes(image: Image.Image, points: Sequence[XY], paint: str, wide: int, long: float) -> None:
    pen = ImageDraw.Draw(image)
    for (x, y), (dx, dy) in _along(points, long * 1.8):
        pen.line((x - dx * long / 2, y - dy * long / 2, x + dx * long / 2, y + dy * long / 2), fill=paint, width=wide)


def _defence(image: Image.Image, land: Land, side: Side, protects: str, kind: str, palette: Mapping[str, str]) -> None:
    """A line with teeth, within the hex that it protects."""
    pixels = land.sheet.size
    start, stop = land.ends(*side)
    inner = protects or side[0]
    cx, cy = land.centre(inner)
    share = 0.12
    a, b = ((x + (cx - x) * share, y + (cy - y) * share) for x, y in (start, stop))
    paint = palette["line"] if kind != "lower-hexside" else palette["ink"]
    pen = ImageDraw.Draw(image)
    pen.line((*a, *b), fill=paint, width=max(2, round((0.05 if kind == "festung-line" else 0.03) * pixels)))
    for part in (0.2, 0.5, 0.8):
        x, y = a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part
        tip = (x + (cx - x) * -0.16, y + (cy - y) * -0.16)
        pen.line((x, y, *tip), fill=paint, width=max(1, round(0.025 * pixels)))
