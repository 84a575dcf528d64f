"""Java's arithmetic where it differs from Python's and a pixel depends on it."""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence

_FLOAT = struct.Struct("<f")
_DOUBLE = struct.Struct(">d")
_INT_MAX = (1 << 31) - 1
_LONG = (1 << 64) - 1


def truncated(value: float) -> int:
    """The cast `(int) value` of a double: towards zero, and no further than an int goes."""
    if -2147483648.0 <= value <= 2147483647.0:
        return int(value)
    if value != value:
        return 0
    return _INT_MAX if value > 0 else -_INT_MAX - 1


def floored(value: float) -> int:
    """`(int) Math.floor(value)`."""
    return math.floor(value) if -2147483648.0 <= value <= 2147483647.0 else truncated(value)


def rounded(value: float) -> int:
    """`(int) Math.round(value)` of a double: half a unit goes up, also below zero."""
    whole = floored(value)
    return whole + 1 if value - whole >= 0.5 else whole


def single(value: float) -> float:
    """The value as a Java `float` holds it."""
    try:
        return float(_FLOAT.unpack(_FLOAT.pack(value))[0])
    except OverflowError:
        return math.copysign(math.inf, value)


def point_hash(x: int, y: int) -> int:
    """`java.awt.Point.hashCode`, spread the way a HashMap spreads it."""
    bits_x = int.from_bytes(_DOUBLE.pack(x), "big")
    bits_y = int.from_bytes(_DOUBLE.pack(y), "big")
    bits = (bits_x ^ (bits_y * 31)) & _LONG
    code = (bits ^ (bits >> 32)) & 0xFFFFFFFF
    return code ^ (code >> 16)


def hash_map_order(points: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Distinct points in the order in which a Java HashMap that they were put into one by one gives them back.

    A region grid keeps its regions so, and the first of two that are equally near is the one a piece snaps to. Bins of nine and
    more would become trees in a map of 64 bins; points on a board do not collide so often, and are kept in a row here.
    """
    bins: list[list[tuple[int, tuple[int, int]]]] = [[] for _ in range(16)]
    for count, point in enumerate(points, start=1):
        code = point_hash(*point)
        row = bins[code & (len(bins) - 1)]
        row.append((code, point))
        if len(row) > 8 and len(bins) < 64:
            bins = _doubled(bins)
        if count > len(bins) * 3 // 4:
            bins = _doubled(bins)
    return [point for row in bins for _, point in row]


def _doubled(bins: list[list[tuple[int, tuple[int, int]]]]) -> list[list[tuple[int, tuple[int, int]]]]:
    size = len(bins) * 2
    wider: list[list[tuple[int, tuple[int, int]]]] = [[] for _ in range(size)]
    for row in bins:
        for code, point in row:
            wider[code & (size - 1)].append((code, point))
    return wider
