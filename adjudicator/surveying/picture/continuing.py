"""Rivers and roads go on: what begins and ends nowhere is doubtful, and so is what seems not to be there where one stops."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from adjudicator.engine.board import Board
from adjudicator.engine.hexes import Hex, Side, side

from .image import Array

SUPPOSED = 2.0  # of each way of going on, where something is and where nothing is
MOST = 3.0  # so telling (in logarithms) is how others go on at most
TWO = 2  # as many others at an end as make a difference

Ends = Array  # of each hexside at both of its ends the places of others there, or the number of all for none


def ends_of(kind: str, sides: Sequence[Side], board: Board) -> Ends:
    """For what runs along a hexside, the other hexsides at its two corners; for what crosses it, those of its two hexes."""
    at = {each: place for place, each in enumerate(sides)}
    every = [[_at_end(end, each, at) for end in _ends(each, kind, board)] for each in sides]
    most = max((len(end) for both in every for end in both), default=0)
    found = np.full((len(sides), 2, most), len(sides))
    for place, both in enumerate(every):
        for which, end in enumerate(both):
            found[place, which, : len(end)] = end
    return found


def going_on(there: Array, ends: Ends) -> Array:
    """How much oftener others go on like this where something is than where it is not, as a logarithm; `there`: where it is."""
    others = np.append(there, False)[ends].sum(axis=2).clip(max=TWO)
    low, high = np.sort(others, axis=1).T
    pattern = low * (TWO + 1) + high
    counts = [np.bincount(pattern[there == each], minlength=(TWO + 1) ** 2) + SUPPOSED / (TWO + 1) for each in (True, False)]
    telling = np.log(counts[0] / counts[0].sum()) - np.log(counts[1] / counts[1].sum())
    return telling.clip(-MOST, MOST)[pattern]


def _ends(each: Side, kind: str, board: Board) -> Iterable[Iterable[Side]]:
    one, other = each
    if kind == "route":
        return [[side(hex, neighbour) for neighbour in board.grid.neighbours(hex)] for hex in each]
    corners: list[Hex] = [hex for hex in board.grid.neighbours(one) if hex in board.grid.neighbours(other)]
    found = [[side(one, corner), side(other, corner)] for corner in corners]
    return [*found, [], []][:2]  # at the edge of the map a corner has no others


def _at_end(others: Iterable[Side], each: Side, at: Mapping[Side, int]) -> list[int]:
    return [at[other] for other in others if other != each and other in at]
