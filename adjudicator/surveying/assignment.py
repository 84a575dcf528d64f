"""The best way to give each of some things one of others, and how much worse the best way without each of these pairs is."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

A = TypeVar("A")
B = TypeVar("B")


@dataclass(frozen=True, slots=True)
class Pair(Generic[A, B]):
    """Two that belong together. `margin`: by how much all would fit worse if these two did not."""

    one: A
    other: B
    score: float
    margin: float

    @property
    def confidence(self) -> float:
        return 1 / (1 + math.exp(-min(self.margin, self.score)))


def assign(scores: Mapping[tuple[A, B], float]) -> list[Pair[A, B]]:
    """Pairs of the largest sum; who has no pair above zero, or loses all to others, has none. Each component by itself."""
    found: list[Pair[A, B]] = []
    for ones, others in _components({pair: score for pair, score in scores.items() if score > 0}):
        found += _solve(ones, others, scores)
    return found


def _components(scores: Mapping[tuple[A, B], float]) -> Iterator[tuple[list[A], list[B]]]:
    of_one, of_other = defaultdict(list), defaultdict(list)
    for one, other in scores:
        of_one[one].append(other)
        of_other[other].append(one)
    seen: set[A] = set()
    for start in of_one:
        if start in seen:
            continue
        seen.add(start)
        ones, others, known = [start], [], set()
        for one in ones:  # grows while it is walked
            for other in of_one[one]:
                if other not in known:
                    known.add(other)
                    others.append(other)
                    fresh = [each for each in of_other[other] if each not in seen]
                    seen.update(fresh)
                    ones += fresh
        yield ones, others


def _solve(ones: list[A], others: list[B], scores: Mapping[tuple[A, B], float]) -> list[Pair[A, B]]:
    problem = _Hungarian([[-max(0.0, scores.get((one, other), 0.0)) for other in others] for one in ones])
    found = []
    for column, other in enumerate(others):
        row = next(iter(problem.taken[column]), None)
        score = 0.0 if row is None else scores.get((ones[row], other), 0.0)
        if row is not None and score > 0:
            found.append(Pair(ones[row], other, score, problem.without(row, column)))
    return found


class _Hungarian:
    """The Hungarian algorithm with potentials, a row at a time by shortest augmenting ways.

    Behind the columns stands one more that any number of rows may share, at no gain: theirs who stay alone. Behind the rows
    stands nobody, who has every column that no row has.
    """

    def __init__(self, cost: list[list[float]]) -> None:
        self.alone = len(cost[0])
        self.nobody = len(cost)
        self.cost = [*([*row, 0.0] for row in cost), [0.0] * (self.alone + 1)]
        self.of_column = [0.0] * (self.alone + 1)
        self.of_row = [0.0] * len(self.cost)
        self.taken: list[list[int]] = [[] for _ in self.of_column]  # by which rows
        for row in range(len(cost)):
            self._place(row)

    def _place(self, row: int) -> None:
        self.of_row[row] = min(cost - paid for cost, paid in zip(self.cost[row], self.of_column, strict=True))
        lengths, before = self._ways(row, self.taken)
        free = (column for column, rows in enumerate(self.taken) if not rows or column == self.alone)
        end = min(free, key=lengths.__getitem__)
        self.of_row[row] += lengths[end]
        for column in range(self.alone):
            if lengths[column] < lengths[end]:
                self.of_row[self.taken[column][0]] += lengths[end] - lengths[column]
                self.of_column[column] -= lengths[end] - lengths[column]
        at, goes = end, before[end]
        while goes is not None:
            if at != self.alone:
                self.taken[at] = []
            self.taken[at].append(self.taken[goes][0])
            at, goes = goes, before[goes]
        self.taken[at] = [*(self.taken[at] if at == self.alone else ()), row]

    def without(self, row: int, column: int) -> float:
        """How much more all costs if this pair is forbidden: the shortest way from the row to its column over others."""
        held = [rows if rows and end != self.alone else [*rows, self.nobody] for end, rows in enumerate(self.taken)]
        held[column] = []
        lengths, _ = self._ways(row, held, forbidden=column)
        return lengths[column]

    def _ways(self, row: int, held: list[list[int]], forbidden: int | None = None) -> tuple[list[float], list[int | None]]:
        """Shortest ways in reduced costs from a row to all columns, and the column before each on its way."""
        lengths = [math.inf] * (self.alone + 1)
        before: list[int | None] = [None] * (self.alone + 1)
        left = set(range(self.alone + 1))
        rows, so_far, via = [row], 0.0, None
        while True:
            for at in rows:
                costs, paid = self.cost[at], so_far - self.of_row[at]
                for column in left:
                    length = paid + costs[column] - self.of_column[column]
                    if length < lengths[column] - 1e-12 and not (at == row and column == forbidden):
                        lengths[column], before[column] = length, via
            holders = [column for column in left if held[column] and lengths[column] < math.inf]
            if not holders:
                return lengths, before
            via = min(holders, key=lengths.__getitem__)
            left.discard(via)
            rows, so_far = held[via], lengths[via]
