"""Hex grids whose hexes are called by their four printed digits: "0213" is column 02, row 13.

Directions are the numbers 0 to 5, clockwise on the printed map; 0 is the way in which row numbers grow, 3 the way back.

Inside, a hex is the pair (column, step): steps are half hexes along its column, so a shifted column has the odd ones.
All sums are then whole numbers, and the numbering of the map matters only where digits are read or written.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Hex: TypeAlias = str
Side: TypeAlias = tuple[Hex, Hex]
Spot: TypeAlias = tuple[int, int]

DIRECTIONS = (0, 1, 2, 3, 4, 5)
OPPOSITE = (3, 4, 5, 0, 1, 2)

_DIGITS = re.compile(r"[0-9]{4}")
_HALF_ROOT_3 = math.sqrt(3) / 2


def opposite(direction: int) -> int:
    """The direction that leads back."""
    return OPPOSITE[_checked(direction)]


def hex_of(column: int, row: int) -> Hex:
    """The four digits of a column and a row."""
    if not (0 <= column <= 99 and 0 <= row <= 99):
        raise ValueError(f"column {column}, row {row} cannot be written with four digits")
    return f"{column:02}{row:02}"


def is_hex(text: str) -> bool:
    """Are these four digits? A box beside the map has a name, and so has a unit."""
    return _DIGITS.fullmatch(text) is not None


def column_row(hex_: Hex) -> tuple[int, int]:
    """Column and row of four printed digits."""
    if not _DIGITS.fullmatch(hex_):
        raise ValueError(f"{hex_!r} is not a hex: a hex is four digits, column and row, such as 0213")
    return int(hex_[:2]), int(hex_[2:])


def side(a: Hex, b: Hex) -> Side:
    """The hexside between two hexes, the same whichever is named first."""
    column_row(a), column_row(b)
    if a == b:
        raise ValueError(f"a hexside lies between two hexes, and {a} is named twice")
    return (a, b) if a < b else (b, a)


def _checked(direction: int) -> int:
    if direction not in DIRECTIONS:
        raise ValueError(f"{direction!r} is not a direction: directions are 0 to 5")
    return direction


@dataclass(frozen=True, slots=True)
class Grid:
    """The hexes of one map and how they lie to each other; hexes off the map may be asked about too."""

    columns: tuple[int, int]  # first and last
    rows: tuple[int, int]
    shifted: Literal["odd", "even"]  # these columns stand half a hex further in the direction in which rows grow
    rows_grow: float  # compass bearing on the printed map
    columns_grow: float
    hexes: frozenset[Hex] | None = None  # None: every column and row meet in a hex of the map

    _spots: dict[Hex, Spot] = field(init=False, repr=False, compare=False)
    _steps: tuple[Spot, ...] = field(init=False, repr=False, compare=False)
    _around: dict[Hex, tuple[Hex | None, ...]] = field(init=False, repr=False, compare=False)
    _neighbours: dict[Hex, tuple[Hex, ...]] = field(init=False, repr=False, compare=False)
    _within: dict[tuple[Hex, int], tuple[Hex, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self._check()
        block = [hex_of(c, r) for c in range(self.columns[0], self.columns[1] + 1) for r in range(self.rows[0], self.rows[1] + 1)]
        if self.hexes is not None:
            for stray in sorted(self.hexes - set(block)):
                column_row(stray)
                raise ValueError(f"hex {stray} lies outside the columns and rows of the map")
        on_map = block if self.hexes is None else sorted(self.hexes)
        # Clockwise from "rows grow" comes the column ahead on a map where columns grow to the right of that, else the one behind.
        right = 1 if self._turn() == 90 else -1
        put = object.__setattr__
        put(self, "_spots", {h: self._read(h) for h in on_map})
        put(self, "_steps", ((0, 2), (right, 1), (right, -1), (0, -2), (-right, -1), (-right, 1)))
        lying = {spot: h for h, spot in self._spots.items()}
        steps = self._steps
        put(self, "_around", {h: tuple([lying.get((c + a, s + b)) for a, b in steps]) for h, (c, s) in self._spots.items()})
        put(self, "_neighbours", {h: tuple(n for n in around if n is not None) for h, around in self._around.items()})
        put(self, "_within", {})

    def _check(self) -> None:
        for name, (first, last) in (("columns", self.columns), ("rows", self.rows)):
            if not 0 <= first <= last <= 99:
                raise ValueError(f"{name} run from a first to a last number between 0 and 99, not from {first} to {last}")
        if self.shifted not in ("odd", "even"):
            raise ValueError(f"the shifted columns are the odd or the even ones, not {self.shifted!r}")
        for name, bearing in (("rows_grow", self.rows_grow), ("columns_grow", self.columns_grow)):
            if not 0 <= bearing < 360:
                raise ValueError(f"{name} is a compass bearing from 0 up to 360 degrees, not {bearing}")
        if self._turn() is None:
            raise ValueError(
                f"columns grow at a right angle to rows: rows_grow {self.rows_grow} and columns_grow {self.columns_grow} do not"
            )
        if self.hexes is not None and not self.hexes:
            raise ValueError("a map needs at least one hex")

    def _turn(self) -> int | None:
        turned = (self.columns_grow - self.rows_grow) % 360
        return next((right_angle for right_angle in (90, 270) if abs(turned - right_angle) < 1e-6), None)

    def _shift(self, column: int) -> int:
        return int(column % 2 == (self.shifted == "odd"))

    def _read(self, hex_: Hex) -> Spot:
        column, row = column_row(hex_)
        return column, 2 * row + self._shift(column)

    def _look_around(self, hex_: Hex) -> tuple[Hex | None, ...]:
        column, step = self.spot(hex_)
        around = (self.hex_at((column + across, step + along)) for across, along in self._steps)
        return tuple(n if n is not None and n in self._spots else None for n in around)

    def spot(self, hex_: Hex) -> Spot:
        """Column and half-hex step along it: whole-number coordinates for exact geometry."""
        return self._spots.get(hex_) or self._read(hex_)

    def hex_at(self, spot: Spot) -> Hex | None:
        """The hex at such coordinates, on the map or off it; None where four digits cannot name one."""
        column, step = spot
        row, rest = divmod(step - self._shift(column), 2)
        return None if rest or not (0 <= column <= 99 and 0 <= row <= 99) else hex_of(column, row)

    def __contains__(self, hex_: object) -> bool:
        return hex_ in self._spots

    def all(self) -> tuple[Hex, ...]:
        """Every hex of the map, sorted."""
        return tuple(self._spots)

    def neighbours(self, hex_: Hex) -> tuple[Hex, ...]:
        """The neighbours that are on the map, clockwise from direction 0."""
        known = self._neighbours.get(hex_)
        return known if known is not None else tuple(n for n in self._look_around(hex_) if n is not None)

    def beyond(self, hex_: Hex) -> tuple[Hex, ...]:
        """Neighbours off the map, as far as four digits can name them."""
        column, step = self.spot(hex_)
        around = (self.hex_at((column + across, step + along)) for across, along in self._steps)
        return tuple(each for each in around if each is not None and each not in self)

    def neighbour(self, hex_: Hex, direction: int) -> Hex | None:
        """The neighbour in a direction; None where the map ends."""
        return (self._around.get(hex_) or self._look_around(hex_))[_checked(direction)]

    def direction(self, a: Hex, b: Hex) -> int | None:
        """The direction from a hex to its neighbour; None if they are not neighbours."""
        (column, step), (to_column, to_step) = self.spot(a), self.spot(b)
        going = (to_column - column, to_step - step)
        return self._steps.index(going) if going in self._steps else None

    def bearing(self, direction: int) -> float:
        """The compass bearing of a direction on the printed map."""
        return (self.rows_grow + 60 * _checked(direction)) % 360

    def adjacent(self, a: Hex, b: Hex) -> bool:
        return self.distance(a, b) == 1

    def distance(self, a: Hex, b: Hex) -> int:
        """Hexes from one to the other as the crow flies: the map's edge and gaps do not lengthen it."""
        (column, step), (to_column, to_step) = self.spot(a), self.spot(b)
        across, along = abs(to_column - column), abs(to_step - step)
        return across + max(0, along - across) // 2

    def distance_to(self, goal: Hex) -> Callable[[Hex], int]:
        """The distance to one hex as a function, for searches that ask for it thousands of times."""
        to_column, to_step = self.spot(goal)
        spots = self._spots

        def distance(hex_: Hex) -> int:
            column, step = spots[hex_]
            across = to_column - column if to_column > column else column - to_column
            along = (to_step - step if to_step > step else step - to_step) - across
            return across + along // 2 if along > 0 else across

        return distance

    def within(self, hex_: Hex, n: int) -> tuple[Hex, ...]:
        """The hexes of the map at most n away, the hex itself among them, sorted."""
        known = self._within.get((hex_, n))
        if known is None:
            known = self._within[hex_, n] = self._gather(hex_, n)
        return known

    def _gather(self, hex_: Hex, n: int) -> tuple[Hex, ...]:
        column, step = self.spot(hex_)
        found: list[Hex] = []
        for c in range(max(self.columns[0], column - n), min(self.columns[1], column + n) + 1):
            reach = 2 * n - abs(c - column)
            shift = self._shift(c)
            lowest = max(self.rows[0], (step - reach - shift) // 2)
            highest = min(self.rows[1], (step + reach - shift) // 2)
            found += (h for h in (hex_of(c, r) for r in range(lowest, highest + 1)) if h in self._spots)
        return tuple(found)

    def ring(self, hex_: Hex, n: int) -> tuple[Hex, ...]:
        """The hexes of the map exactly n away, sorted."""
        return tuple(h for h in self.within(hex_, n) if self.distance(hex_, h) == n)

    def is_edge(self, hex_: Hex) -> bool:
        """Whether a hex of the map has a neighbour off it."""
        return hex_ in self._spots and len(self._neighbours[hex_]) < 6

    def edge_hexes(self) -> tuple[Hex, ...]:
        return tuple(h for h in self._spots if self.is_edge(h))

    def along_edge(self, hex_: Hex, n: int) -> tuple[Hex, ...]:
        """The hexes of the same map edge at most n away counted along the edge, the hex itself among them, sorted.

        A whole map has four edges (first and last column, first and last row) and a corner hex belongs to two of them. A map
        with given hexes has one edge that may turn corners: the count goes from edge hex to neighbouring edge hex. Nothing is
        along the edge from a hex that is not at it.
        """
        if not self.is_edge(hex_):
            return ()
        if self.hexes is not None:
            return self._follow_edge(hex_, n)
        column, row = column_row(hex_)
        found: set[Hex] = set()
        if column in self.columns:
            found.update(h for h in self._spots if h[:2] == hex_[:2] and abs(int(h[2:]) - row) <= n)
        if row in self.rows:
            found.update(h for h in self._spots if h[2:] == hex_[2:] and abs(int(h[:2]) - column) <= n)
        return tuple(sorted(found))

    def _follow_edge(self, hex_: Hex, n: int) -> tuple[Hex, ...]:
        found = {hex_} if n >= 0 else set()
        front = found
        for _ in range(min(n, len(self._spots))):
            front = {h for at in front for h in self._neighbours[at] if h not in found and self.is_edge(h)}
            found = found | front
        return tuple(sorted(found))

    def centre(self, hex_: Hex) -> tuple[float, float]:
        """Where a hex lies with x to the right (east) and y down (south); the centres of neighbours are 1.0 apart."""
        column, step = self.spot(hex_)
        across, along = column * _HALF_ROOT_3, step / 2
        rows, columns = math.radians(self.rows_grow), math.radians(self.columns_grow)
        return (
            along * math.sin(rows) + across * math.sin(columns),
            -along * math.cos(rows) - across * math.cos(columns),
        )

    def towards(self, a: Hex, b: Hex) -> frozenset[int]:
        """The directions from a whose hex on the map is nearer to b than a is."""
        far = self.distance(a, b)
        around = self._around.get(a) or self._look_around(a)
        return frozenset(d for d, n in enumerate(around) if n is not None and self.distance(n, b) < far)

    def opposed(self, target: Hex, hexes: Iterable[Hex]) -> bool:
        """Whether neighbours of the target lie on opposite sides of it: two face to face, or three in a triangle."""
        held = {d for h in hexes if (d := self.direction(target, h)) is not None}
        return any(OPPOSITE[d] in held for d in held) or {0, 2, 4} <= held or {1, 3, 5} <= held

    def side(self, a: Hex, b: Hex) -> Side:
        """The hexside between two neighbours."""
        if not self.adjacent(a, b):
            raise ValueError(f"{a} and {b} are not neighbours and share no hexside")
        return side(a, b)
