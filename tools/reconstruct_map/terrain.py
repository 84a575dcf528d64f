"""The ground of each hex: how much of it is water, forest or marsh, and what that makes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from .grid import COLUMN_STEP, RADIUS, Point, Vertex, place
from .projection import Projection
from .sources import Course, Settings

WATER_GROUNDS = ("sea", "lagoon", "lake")
# Hexsides that are all water.
WATER_SIDES = ("water", "coastline", "lakeside")
# Points that fill a hex evenly: a triangular lattice, nine to a row of the widest line.
_FINE = 9
SAMPLES = tuple(
    complex(x * COLUMN_STEP / _FINE, (y + (0.5 if x % 2 else 0.0)) / _FINE)
    for x in range(-_FINE, _FINE + 1)
    for y in range(-_FINE, _FINE + 1)
    if max(
        abs((y + (0.5 if x % 2 else 0.0)) / _FINE),
        abs((y + (0.5 if x % 2 else 0.0)) / _FINE) / 2 + abs(x * COLUMN_STEP / _FINE) * COLUMN_STEP,
    )
    < 0.5
)


@dataclass(frozen=True, slots=True)
class Area:
    """A closed outline in the plane."""

    name: str
    kind: str
    ring: tuple[Point, ...]
    box: tuple[float, float, float, float]

    def __contains__(self, point: Point) -> bool:
        left, right, low, high = self.box
        if not (left <= point.real <= right and low <= point.imag <= high):
            return False
        inside = False
        before = self.ring[-1]
        for after in self.ring:
            if (before.imag > point.imag) != (after.imag > point.imag):
                share = (point.imag - before.imag) / (after.imag - before.imag)
                if point.real < before.real + share * (after.real - before.real):
                    inside = not inside
            before = after
        return inside


def area(name: str, kind: str, ring: Sequence[Point]) -> Area:
    xs, ys = [p.real for p in ring], [p.imag for p in ring]
    return Area(name, kind, tuple(ring), (min(xs), max(xs), min(ys), max(ys)))


def water_areas(waters: Sequence[Course], projection: Projection) -> list[Area]:
    return [area(body.name, body.kind, [projection.plane(at) for at in body.points]) for body in waters]


@dataclass(frozen=True, slots=True)
class Strip:
    """A wood or marsh: a chain of round patches."""

    kind: str
    patches: tuple[tuple[Point, float], ...]

    def near(self, middle: Point) -> bool:
        """Whether it may cover a part of the hex with this centre."""
        widest = max(radius for _, radius in self.patches)
        return nearest(middle, [patch for patch, _ in self.patches]) <= widest + RADIUS

    def __contains__(self, point: Point) -> bool:
        before: tuple[Point, float] | None = None
        for patch, radius in self.patches:
            if abs(point - patch) <= radius or (before is not None and _gap(point, before[0], patch) <= min(radius, before[1])):
                return True
            before = (patch, radius)
        return False


def wood_strips(woods: Sequence[Course], projection: Projection) -> list[Strip]:
    return [
        Strip(
            wood.kind,
            tuple((projection.plane(line.degrees()), line.decimal("km") / projection.km_per_hex) for line in wood.lines),
        )
        for wood in woods
    ]


def _gap(point: Point, start: Point, stop: Point) -> float:
    """How far a point lies from a straight stretch."""
    along = stop - start
    if along == 0:
        return abs(point - start)
    share = ((point - start) * along.conjugate()).real / abs(along) ** 2
    return abs(point - start - along * min(1.0, max(0.0, share)))


def nearest(point: Point, line: Sequence[Point]) -> float:
    if len(line) == 1:
        return abs(point - line[0])
    return min(_gap(point, a, b) for a, b in pairwise(line))


def shares(middle: Point, areas: Sequence[Area]) -> dict[str, float]:
    """The share of the hex with this centre under each kind of water."""
    close = [a for a in areas if _touches(a, middle)]
    count: dict[str, int] = {}
    if close:
        for sample in SAMPLES:
            kind = next((a.kind for a in close if middle + sample in a), None)
            if kind is not None:
                count[kind] = count.get(kind, 0) + 1
    return {kind: n / len(SAMPLES) for kind, n in count.items()}


def _touches(outline: Area, middle: Point) -> bool:
    left, right, low, high = outline.box
    return left - 0.6 <= middle.real <= right + 0.6 and low - 0.6 <= middle.imag <= high + 0.6


def cover(middle: Point, strips: Sequence[Strip], kind: str) -> float:
    own = [s for s in strips if s.kind == kind and s.near(middle)]
    return sum(any(middle + sample in strip for strip in own) for sample in SAMPLES) / len(SAMPLES)


def ground(middle: Point, areas: Sequence[Area], strips: Sequence[Strip], settings: Settings) -> str:
    wet = shares(middle, areas)
    if sum(wet.values()) >= settings.water:
        return max(sorted(wet), key=lambda kind: wet[kind])
    for kind, least in settings.cover:
        if cover(middle, strips, kind) >= least:
            return kind
    return "clear"


def wet_side(ends: tuple[Vertex, Vertex], areas: Sequence[Area]) -> float:
    """The share of the hexside between two corners that lies in water."""
    start, stop = (place(v) for v in ends)
    close = [a for a in areas if _touches(a, (start + stop) / 2)]
    spots = [start + (stop - start) * (i + 0.5) / 20 for i in range(20)]
    return sum(any(spot in a for a in close) for spot in spots) / len(spots)


def crossed(line: Sequence[Point], step: float) -> list[Point]:
    """Points along a line, close enough together that no hex it enters is missed."""
    spots = [line[0]]
    for a, b in pairwise(line):
        pieces = max(1, int(abs(b - a) / step))
        spots += [a + (b - a) * (i + 1) / pieces for i in range(pieces)]
    return spots
