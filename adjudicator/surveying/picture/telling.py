"""Which colours tell that something is there: learned from hexes and hexsides of which that is known, not said beforehand.

A road is whatever is oftener to be seen across hexsides with a road than across others. Of each colour of the sheet it is counted
how much oftener, and of each hexside then the way is sought on which most of that is to be seen. What is learned from one half of
the map is looked for in the other, so that nothing is found only because it was said to be there.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .features import Corridors, Painted, best_way, hex_points, look
from .image import Array

BLOCK = 12  # things that lie beside each other are of the same half
MOST = 3.0  # so telling (in logarithms) is one colour at most
DOUBTED = 40.0  # points that each colour is supposed to have had on either side
SPOT = 0.16  # of the height of a hex: how large something small is


@dataclass(frozen=True, slots=True)
class Inked:
    """Around each thing the colour of each point, as one number for colour and contrast together."""

    colours: Array
    number: int
    ways: bool  # is it looked for on the way from one end to the other, rather than anywhere?
    near: Array | None = None  # of each point those around it, where nothing goes on to anywhere


def inked_sides(paint: Painted, around: Corridors) -> tuple[Inked, Inked]:
    """Across hexsides, and along them."""
    across, along = (_colours(paint, points) for points in (around.across, around.along))
    return Inked(across, _number(paint), True), Inked(along, _number(paint), True)


def inked_hexes(paint: Painted) -> Inked:
    offsets = hex_points(paint.sheet.height)
    apart = np.hypot(*(offsets[:, None] - offsets[None]).transpose(2, 0, 1))
    near = (apart <= SPOT / 2 * paint.sheet.height).astype(np.float32)
    return Inked(_colours(paint, paint.sheet.centres[:, None, :] + offsets[None]), _number(paint), False, near / near.sum(axis=1))


def _number(paint: Painted) -> int:
    return paint.layers[0][1] * paint.layers[1][1]


def _colours(paint: Painted, points: Array) -> Array:
    (first, _), (second, number) = paint.layers
    return look(first, points).astype(np.int16) * number + look(second, points)


def telling(ink: Inked, classes: Array) -> Array:
    """Of each thing how much of what tells of class 1 is to be seen; classes are 0, 1, or -1 for what is not known."""
    halves = np.arange(len(classes)) // BLOCK % 2
    found = np.zeros((len(classes), 2), dtype=np.float32)
    for half in (0, 1):
        worth = _worth(ink, classes, halves != half)
        mine = halves == half
        found[mine] = np.stack(_seen(ink, worth[ink.colours[mine]]), axis=1)
    return found


def _worth(ink: Inked, classes: Array, learned: Array) -> Array:
    """How much oftener each colour is to be seen where something is than where it is not, as a logarithm."""
    there, elsewhere = (
        np.bincount(ink.colours[learned & (classes == each)].reshape(-1), minlength=ink.number) for each in (1, 0)
    )
    every = there + elsewhere
    rarely = DOUBTED * (every + 1) / (every.sum() + len(every))
    shares = [(found + rarely * 4) / (found.sum() + 4 * DOUBTED) for found in (there, elsewhere)]
    return np.log(shares[0] / shares[1]).clip(-MOST, MOST).astype(np.float32)


def _seen(ink: Inked, worth: Array) -> list[Array]:
    if ink.ways:
        return best_way(worth)
    if ink.near is None:
        return [worth.mean(axis=1), worth.max(axis=1)]
    parts = np.array_split(worth, 1 + len(worth) // 200)
    return [worth.mean(axis=1), np.concatenate([(part @ ink.near).max(axis=1) for part in parts])]
