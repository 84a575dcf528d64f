"""Straight lines from the centre of one hex to the centre of another, as a thread over the map would run.

All sums are whole numbers or fractions: whether a line runs exactly along a hexside must not hang on rounding.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from .hexes import Grid, Hex, Spot

_REACH = Fraction(2, 3)  # how far a hex extends sideways, in columns


@dataclass(frozen=True, slots=True)
class SightStep:
    """One hex whose inside the line crosses, or the two hexes (smaller first) between which it runs along their hexside."""

    hexes: tuple[Hex, ...]

    @property
    def along_side(self) -> bool:
        """Whether the line runs between two hexes instead of through one."""
        return len(self.hexes) == 2


def line(grid: Grid, a: Hex, b: Hex) -> tuple[SightStep, ...]:
    """What the line from a to b passes, in order: from the first hex after a up to and including b.

    A hex that the line only touches in a corner is not passed. Hexes off the map are named as if its numbering went on; where
    no four digits are left for one of a pair, the other stands alone.
    """
    start, end = grid.spot(a), grid.spot(b)
    passed: dict[Fraction, list[Hex]] = {}
    for spot in _spots_near(start, end):
        entry = _entry(start, end, spot)
        name = grid.hex_at(spot)
        if entry is not None and name is not None and name != a:
            passed.setdefault(entry, []).append(name)
    return tuple(SightStep(tuple(sorted(passed[entry]))) for entry in sorted(passed))


def _spots_near(start: Spot, end: Spot) -> Iterator[Spot]:
    """Every centre whose hex the line can meet: in each column it comes to, those close to it."""
    (column, step), (last_column, last_step) = sorted((start, end))
    columns, climb = last_column - column, last_step - step
    for c in range(column, last_column + 1):
        # The line's part in the column, clipped to its ends; a line within one column has all its steps there.
        bounds = [min(max(c - column + reach, Fraction(0)), Fraction(columns)) for reach in (-_REACH, _REACH)]
        heights = [step + climb * x / columns for x in bounds] if columns else [Fraction(step), Fraction(last_step)]
        nearby = range(floor(min(heights)) - 1, ceil(max(heights)) + 2)
        yield from ((c, s) for s in nearby if (s - step - c + column) % 2 == 0)  # every other step is a centre


def _entry(start: Spot, end: Spot, spot: Spot) -> Fraction | None:
    """How far along the line (0 to 1) it comes to a hex; None if it does not meet it in more than a point.

    With columns counted in thirds a hex is the points that keep to three bands around its centre: one step along its column
    either way, and two along each of the slanting pairs of sides. The line is in the hex while it is in all three.
    """
    x, y = 3 * (start[0] - spot[0]), start[1] - spot[1]
    dx, dy = 3 * (end[0] - start[0]), end[1] - start[1]
    first, last = Fraction(0), Fraction(1)
    for at, going, width in ((y, dy, 1), (x + y, dx + dy, 2), (x - y, dx - dy, 2)):
        if going:
            enters, leaves = sorted((Fraction(-width - at, going), Fraction(width - at, going)))
            first, last = max(first, enters), min(last, leaves)
        elif abs(at) > width:
            return None
    return first if first < last else None
