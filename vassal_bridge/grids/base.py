"""What every grid can do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from .formats import Say

Point = tuple[int, int]

SPREAD = tuple(  # where else in a cell to look when its centre will not do, as shares of its size, nearest first
    sorted(
        ((across / 8, down / 8) for across in range(-4, 5) for down in range(-4, 5) if across or down),
        key=lambda share: share[0] ** 2 + share[1] ** 2,
    )
)


class Grid(Protocol):
    """Answers for pixels of a board, counted from its upper left corner, before the board is turned round."""

    def location(self, x: int, y: int, say: Say) -> str | None:
        """The name of the place; None where the grid gives none."""

    def snap(self, x: int, y: int, force: bool = False, centre_only: bool = False) -> Point:
        """Where a piece dropped here comes to lie."""

    def places(self, name: str, say: Say) -> Iterator[Point]:
        """Pixels that are likely to have this name, the best first. The asker checks them by `location`."""


class Space(Protocol):
    """What a grid lies in, a board or a zone. Numbers that count down begin at its far side."""

    @property
    def width(self) -> int: ...

    @property
    def height(self) -> int: ...
