"""Rivers and roads go on: what begins and ends nowhere is doubtful, and so is what seems not to be there where one stops."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from adjudicator.engine.board import Board
from adjudicator.engine.hexes import Hex, Side, side

from .learning import Guess

GOING_ON = 0.75  # so many of all must go on at an end, for those that do not to be doubtful
DOUBT = 0.6  # what is left of how sure one is


def doubted(guess: Guess, kind: str, sides: Sequence[Side], board: Board) -> Guess:
    """Less sure wherever lines do not go on, if lines of this kind do."""
    at = {each: place for place, each in enumerate(sides)}
    ends = [[_at_end(end, each, at) for end in _ends(each, kind, board)] for each in sides]
    there = guess.classes == 1
    going = np.array([[bool(there[others].any()) if others else True for others in both] for both in ends])
    if not there.any() or going[there].mean() < GOING_ON:
        return guess
    sure = guess.sure.copy()
    sure[there & ~going.any(axis=1)] *= DOUBT
    for place in np.flatnonzero(there).tolist():
        for others, on in zip(ends[place], going[place], strict=True):
            if not on:  # where it stops it may go on unseen
                sure[others] *= DOUBT
    return replace(guess, sure=sure)


def _ends(each: Side, kind: str, board: Board) -> Iterable[Iterable[Side]]:
    """For what runs along a hexside, the other hexsides at its two corners; for what crosses it, those of its two hexes."""
    one, other = each
    if kind == "route":
        return [[side(hex, neighbour) for neighbour in board.grid.neighbours(hex)] for hex in each]
    corners: list[Hex] = [hex for hex in board.grid.neighbours(one) if hex in board.grid.neighbours(other)]
    found = [[side(one, corner), side(other, corner)] for corner in corners]
    return [*found, [], []][:2]  # at the edge of the map a corner has no others


def _at_end(others: Iterable[Side], each: Side, at: Mapping[Side, int]) -> list[int]:
    return [at[other] for other in others if other != each and other in at]
