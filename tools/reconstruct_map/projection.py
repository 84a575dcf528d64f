"""From longitude and latitude to the plane of the grid: a least-squares fit, bent a little so that stated hexes win.

The fit is a similarity (turn, scale, shift) of a conformal projection: a printed map at one scale can be nothing else, and four
parameters cannot be led astray by fourteen towns. What remains is mostly rounding, since a town may lie anywhere in its hex.
"""

from __future__ import annotations

import cmath
import math
from dataclasses import dataclass

from .grid import Grid, Hex, Point

EARTH_KM = 6371.0
LonLat = tuple[float, float]
# A town pulled into its hex comes to lie this far inside, so that rounding never puts it back.
_INSIDE = 0.44
# How far (in hexes) a pull is felt: about half of it is left at this distance from the town.
_REACH = 6.0


@dataclass(frozen=True, slots=True)
class Anchor:
    name: str
    hex: Hex
    at: LonLat


@dataclass(frozen=True, slots=True)
class Residual:
    name: str
    hex: Hex
    off: Point
    km: float


@dataclass(frozen=True, slots=True)
class Projection:
    origin: LonLat
    turn: complex
    shift: complex
    pulls: tuple[tuple[Point, Point], ...]

    @property
    def km_per_hex(self) -> float:
        return 1 / abs(self.turn)

    @property
    def rows_bearing(self) -> float:
        """The compass bearing in which rows grow."""
        return math.degrees(cmath.phase(self.turn))

    def fitted(self, at: LonLat) -> Point:
        return self.turn * stereographic(self.origin, at) + self.shift

    def plane(self, at: LonLat) -> Point:
        """The fitted point, moved as the anchors nearby are moved (inverse distance, fading out)."""
        point = self.fitted(at)
        total, weights = 0j, 1 / _REACH**2
        for where, pull in self.pulls:
            gap = abs(where - point)
            if gap < 1e-9:
                return point + pull
            total += pull / gap**2
            weights += 1 / gap**2
        return point + total / weights


def stereographic(origin: LonLat, at: LonLat) -> complex:
    """Kilometres east and north of the origin."""
    dlon = math.radians(at[0] - origin[0])
    lat, lat0 = math.radians(at[1]), math.radians(origin[1])
    k = 2 * EARTH_KM / (1 + math.sin(lat0) * math.sin(lat) + math.cos(lat0) * math.cos(lat) * math.cos(dlon))
    return k * complex(
        math.cos(lat) * math.sin(dlon), math.cos(lat0) * math.sin(lat) - math.sin(lat0) * math.cos(lat) * math.cos(dlon)
    )


def fit(anchors: list[Anchor], grid: Grid) -> tuple[Projection, list[Residual]]:
    """The similarity with the least squares over the anchors, its pulls, and what it leaves over before them."""
    count = len(anchors)
    origin = (sum(a.at[0] for a in anchors) / count, sum(a.at[1] for a in anchors) / count)
    ground = [stereographic(origin, a.at) for a in anchors]
    board = [grid.centre(a.hex) for a in anchors]
    mid_ground, mid_board = sum(ground) / count, sum(board) / count
    over = sum((b - mid_board) * (g - mid_ground).conjugate() for g, b in zip(ground, board, strict=True))
    under = sum(abs(g - mid_ground) ** 2 for g in ground)
    turn = over / under
    bare = Projection(origin, turn, mid_board - turn * mid_ground, ())
    residuals = []
    pulls = []
    for anchor in anchors:
        point = bare.fitted(anchor.at)
        off = point - grid.centre(anchor.hex)
        residuals.append(Residual(anchor.name, anchor.hex, off, abs(off) * bare.km_per_hex))
        pulls.append((point, grid.centre(anchor.hex) + _into_hex(off) - point))
    return Projection(origin, turn, bare.shift, tuple(pulls)), residuals


def _into_hex(off: Point) -> Point:
    """An offset from a hex's centre, shortened until it lies inside the hex."""
    reach = max(abs((off * cmath.exp(-1j * math.radians(angle))).real) for angle in (30, 90, 150))
    return off if reach <= _INSIDE else off * (_INSIDE / reach)


def rms_km(residuals: list[Residual]) -> float:
    return math.sqrt(sum(r.km**2 for r in residuals) / len(residuals))
