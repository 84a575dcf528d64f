"""A row of units on its way through the workers: what is asked for next, what is to be tried again, what may be told in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Generic, Protocol, TypeVar

from .unit import Reply, Task, given_up

TRIES = 2  # workers that a file may cost
DIED = "the process that judged it died, and a second one too"
TOO_LONG = "judging it takes longer than one file may"


class InRow(Protocol):
    """A unit in the row: with what is known of it already, or else as a task."""

    @property
    def known(self) -> Reply | None: ...

    def task(self) -> Task: ...


W = TypeVar("W", bound=InRow)


class WorkRow(Generic[W]):
    """Units are taken from their source one by one, and never more than `ahead` before the one that is told next."""

    def __init__(self, units: Iterable[W], ahead: int) -> None:
        self._rest = iter(units)
        self._ahead = ahead
        self._open: dict[int, W] = {}
        self._tries: dict[int, int] = {}
        self._again: deque[int] = deque()
        self._done: dict[int, tuple[W, Reply]] = {}
        self._taken = self._told = 0
        self._exhausted = False

    @property
    def over(self) -> bool:
        return self._exhausted and self._told == self._taken

    @property
    def open(self) -> bool:
        """Is anything with a worker?"""
        return bool(self._open)

    @property
    def has_ready(self) -> bool:
        return self._told in self._done

    def ready(self) -> Iterator[tuple[W, Reply]]:
        """What may be told now."""
        while self._told in self._done:
            each = self._done.pop(self._told)
            self._told += 1
            yield each

    def next(self) -> int | None:
        """The next unit that needs a worker, by its number in the row; None if none does for now."""
        if self._again:
            return self._again.popleft()
        while not self._exhausted and not self.has_ready and self._taken - self._told < self._ahead:
            each = next(self._rest, None)
            if each is None:
                self._exhausted = True
                return None
            number = self._taken
            self._taken += 1
            if each.known is None:
                self._open[number] = each
                return number
            self._done[number] = each, each.known
        return None

    def unit(self, number: int) -> W:
        """One that is asked for."""
        return self._open[number]

    def settle(self, number: int, reply: Reply | None, *, final: bool = False) -> tuple[W, Reply] | None:
        """What a worker said of a unit, or that it died (None), or was ended for taking too long (`final`, too).

        None: the unit is tried again, by another worker.
        """
        self._tries[number] = self._tries.get(number, 0) + 1
        if (reply is None or reply.again) and not final and self._tries[number] < TRIES:
            self._again.append(number)
            return None
        del self._tries[number]
        each = self._open.pop(number)
        if reply is None:
            reply = given_up(each.task().name, TOO_LONG if final else DIED)
        self._done[number] = each, reply
        return self._done[number]
