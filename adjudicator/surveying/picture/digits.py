"""The numbers that are drawn on counters, by templates of their digits.

Nothing is known of the lettering beforehand. What is printed on a counter falls apart into marks; those of nearly the same shape
are one digit, and which one is told by the counters whose numbers are known: those that the player typed above all.
Which of the numbers of a counter is which rating follows from where it stands and how often it agrees with these.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from .image import Array

TALL = 96  # pixels to which a counter is brought
WIDE, HIGH = 8, 12  # of a shape
LOW, LARGE = 0.09, 0.45  # of a counter is the height of its digits at least and at most
APART = 1.05  # of their height is from the middle of a digit to that of the next at most, where they are one number
ALIKE = 0.88
BANDS = 5  # a counter from top to bottom
INKED = 0.45  # of the way from the ground of a counter to its ink is a pixel part of a mark
TYPED = 8  # as much as so many other counters counts one whose numbers the player typed
LEAST = 8  # counters by which a place on them is known to be a rating
AGREEING = 0.6  # of them must agree with what is known
SEEN = 2.0  # times that a shape is supposed to have been another digit besides

Face = TypeVar("Face", bound=Hashable)
Place = tuple[int, int, int]  # the band, which number of it, of how many


@dataclass(frozen=True, slots=True)
class Glyph:
    """One piece of ink: its edges in pixels, and its shape brought to one size."""

    left: int
    top: int
    right: int
    bottom: int
    shape: Array

    @property
    def high(self) -> int:
        return self.bottom - self.top


Printed = dict[Place, tuple[Glyph, ...]]  # the digits of each number of a counter


@dataclass(frozen=True, slots=True)
class Printing:
    """What a rating of a face is known to be, and whether the player typed it."""

    value: int
    typed: bool


def read_faces(
    pictures: Mapping[Face, Array], known: Mapping[Face, Mapping[str, Printing]], ratings: Sequence[str]
) -> dict[tuple[Face, str], tuple[int, float]]:
    """For each face and rating the number drawn, and how sure that is. `pictures`: each in grey, TALL pixels high and wide."""
    printed = {face: printed_on(grey) for face, grey in pictures.items()}
    shapes = _Shapes([mark for numbers in printed.values() for marks in numbers.values() for mark in marks])
    places = sorted({place for numbers in printed.values() for place in numbers})
    found: dict[tuple[Face, str], tuple[int, float]] = {}
    for rating in ratings:
        said = {face: each[rating] for face, each in known.items() if rating in each}
        read = [_read({face: shapes.of(at[place]) for face, at in printed.items() if place in at}, said) for place in places]
        for _, values in sorted(read, key=lambda each: each[0]):  # the place that agrees best has the last word
            found |= {(face, rating): value for face, value in values.items()}
    return found


def _read(here: Mapping[Face, tuple[int, ...]], known: Mapping[Face, Printing]) -> tuple[float, dict[Face, tuple[int, float]]]:
    """How many of the numbers of a place agree with what is known of a rating, each read as the others tell, and all of them."""
    votes: dict[int, Counter[int]] = defaultdict(Counter)
    told = [(face, shapes, known[face]) for face, shapes in here.items() if face in known]
    for _, shapes, said in told:
        _vote(votes, shapes, said, 1)
    right = every = 0
    for _, shapes, said in told:
        _vote(votes, shapes, said, -1)
        number = _number(shapes, votes)
        right, every = right + (number is not None and number[0] == said.value), every + 1
        _vote(votes, shapes, said, 1)
    if every < LEAST or right < AGREEING * every:
        return 0.0, {}
    numbers = {face: number for face, shapes in here.items() if (number := _number(shapes, votes)) is not None}
    return right / every, {face: (value, sure * right / every) for face, (value, sure) in numbers.items()}


def _vote(votes: dict[int, Counter[int]], shapes: tuple[int, ...], said: Printing, sign: int) -> None:
    digits = str(said.value)
    if len(digits) == len(shapes):
        for shape, digit in zip(shapes, digits, strict=True):
            votes[shape][int(digit)] += sign * (TYPED if said.typed else 1)


def _number(shapes: tuple[int, ...], votes: Mapping[int, Counter[int]]) -> tuple[int, float] | None:
    value, sure = 0, 1.0
    for shape in shapes:
        counted = votes.get(shape, Counter())
        digit = max(counted, key=lambda each: (counted[each], -each), default=None)
        if digit is None or counted[digit] <= 0:
            return None
        value = 10 * value + digit
        sure *= counted[digit] / (sum(counted.values()) + SEEN)
    return value, sure


class _Shapes:
    """Marks of nearly the same shape as one, by the order in which they are met."""

    def __init__(self, marks: Sequence[Glyph]) -> None:
        self._sums: list[Array] = []
        self._number = {id(mark): self._nearest(mark.shape) for mark in marks}

    def of(self, marks: tuple[Glyph, ...]) -> tuple[int, ...]:
        return tuple(self._number[id(mark)] for mark in marks)

    def _nearest(self, shape: Array) -> int:
        if self._sums:
            likeness = np.stack(self._sums) @ shape / np.linalg.norm(np.stack(self._sums), axis=1)
            best = int(likeness.argmax())
            if likeness[best] >= ALIKE:
                self._sums[best] = self._sums[best] + shape
                return best
        self._sums.append(shape)
        return len(self._sums) - 1


# --- marks


def printed_on(grey: Array) -> Printed:
    """The numbers of a counter by their places: marks of one height in a row, parted where there is room or a dash."""
    found: dict[int, list[tuple[Glyph, ...]]] = defaultdict(list)
    marks = list(_marks(grey))
    low = [mark for mark in marks if mark.high < LOW * TALL]
    for row in _rows([mark for mark in marks if mark.high >= LOW * TALL]):
        band = int((row[0].top + row[0].bottom) / 2 / TALL * BANDS)
        found[band] += _parted(row, [dash for dash in low if row[0].top < dash.top and dash.bottom < row[0].bottom])
    return {(band, at, len(numbers)): number for band, numbers in found.items() for at, number in enumerate(numbers)}


def _rows(marks: Sequence[Glyph]) -> list[list[Glyph]]:
    rows: list[list[Glyph]] = []
    for mark in sorted(marks, key=lambda each: each.left):
        for row in rows:
            first = row[0]
            if abs(first.top - mark.top) + abs(first.bottom - mark.bottom) <= 0.4 * max(first.high, mark.high):
                row.append(mark)
                break
        else:
            rows.append([mark])
    return sorted(rows, key=lambda row: (row[0].top, row[0].left))


def _parted(row: Sequence[Glyph], dashes: Sequence[Glyph]) -> Iterator[tuple[Glyph, ...]]:
    number = [row[0]]
    for mark in row[1:]:
        before = number[-1]
        far = mark.left + mark.right - before.left - before.right > 2 * APART * mark.high
        if far or any(before.right <= dash.left and dash.right <= mark.left for dash in dashes):
            yield tuple(number)
            number = []
        number.append(mark)
    yield tuple(number)


def _marks(grey: Array) -> Iterator[Glyph]:
    """Pieces of ink: what differs from the commonest grey of the counter, darker or lighter by itself."""
    ground = float(np.bincount((grey.reshape(-1) // 8).astype(int), minlength=32).argmax() * 8 + 4)
    for ink in (ground - grey, grey - ground):
        strong = np.quantile(ink, 0.995)
        if strong >= 48:
            yield from _connected(ink > INKED * strong, ink / strong)


def _connected(inked: Array, ink: Array) -> Iterator[Glyph]:
    left = inked.copy()
    left[[0, -1]] = left[:, [0, -1]] = False
    rows, columns = left.shape
    for start in np.flatnonzero(left.reshape(-1)).tolist():
        y, x = divmod(start, columns)
        if not left[y, x]:
            continue
        left[y, x] = False
        inside, todo = [], [(y, x)]
        while todo:
            y, x = todo.pop()
            inside.append((y, x))
            for ny, nx in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)):
                if 0 <= ny < rows and 0 <= nx < columns and left[ny, nx]:
                    left[ny, nx] = False
                    todo.append((ny, nx))
        top, bottom = min(y for y, _ in inside), max(y for y, _ in inside) + 1
        first, last = min(x for _, x in inside), max(x for _, x in inside) + 1
        dash = bottom - top < LOW * TALL and last - first > 2
        if dash or (bottom - top <= LARGE * TALL and last - first <= 1.3 * (bottom - top)):
            mine = np.zeros((bottom - top, last - first))
            for y, x in inside:
                mine[y - top, x - first] = min(1.0, ink[y, x])
            yield Glyph(first, top, last, bottom, _shape(mine))


def _shape(mine: Array) -> Array:
    """Brought to one height; how wide it is stays to be seen, so that a one is no square."""
    high, wide = mine.shape
    scale = high / HIGH
    across = (np.arange(WIDE) - (WIDE - 1) / 2) * scale + (wide - 1) / 2
    down = (np.arange(HIGH) + 0.5) * scale - 0.5
    y, x = np.rint(down).astype(int).clip(0, high - 1), np.rint(across).astype(int)
    inside = (x >= 0) & (x < wide)
    shape = mine[np.ix_(y, x.clip(0, wide - 1))] * inside[None]
    flat = shape.reshape(-1) - 0.25
    return flat / np.linalg.norm(flat)
