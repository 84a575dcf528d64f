"""What every grid can do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from .formats import Say
from .polygon import Polygon

Point = tuple[int, int]

_SPREAD = sorted(
    ((across / 8, down / 8) for across in range(-4, 5) for down in range(-4, 5) if across or down),
    key=lambda share: share[0] ** 2 + share[1] ** 2,
)
_PIXELS = 20_000


def cell_pixels(centre: Point, width: float, height: float, space: Polygon) -> Iterator[Point]:
    """Where else in a cell to look when its centre will not do, because an edge cuts the cell.

    First a few places around the centre, then every pixel, or of a huge cell as many as are worth the time. None if the cell lies
    wholly outside.
    """
    x, y = centre
    # a turned board also uses the row and the column just beyond its size
    left, right = max(space.left, int(x - width / 2) - 1), min(space.right + 1, int(x + width / 2) + 2)
    top, bottom = max(space.top, int(y - height / 2) - 1), min(space.bottom + 1, int(y + height / 2) + 2)
    if left >= right or top >= bottom:
        return
    for across, down in _SPREAD:
        yield int(x + across * width), int(y + down * height)
    step = 1
    while (right - left) // step * ((bottom - top) // step) > _PIXELS:
        step += 1
    for row in range(top, bottom, step):
        for column in range(left, right, step):
            yield column, row


class MapGrid(Protocol):
    """Answers for pixels of a board, counted from its upper left corner, before the board is turned round."""

    def location(self, x: int, y: int, say: Say) -> str | None:
        """The name of the place; None where the grid gives none."""

    def snap(self, x: int, y: int, force: bool = False, centre_only: bool = False) -> Point:
        """Where a piece dropped here comes to lie."""

    def places(self, name: str, say: Say) -> Iterator[Point]:
        """Pixels that are likely to have this name, the best first. The asker checks them by `location`."""
