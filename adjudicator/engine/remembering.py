"""What is worked out once from something that never changes, and kept with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


class Remembering:
    """Something that never changes, with a place for what was worked out from it."""

    __slots__ = ()
    _memo: dict[object, Any]

    def cached(self, key: object, compute: Callable[[], T]) -> T:
        """Something worked out once for this; `self` stands for what is not known yet, since anything else may be a result."""
        found = self._memo.get(key, self)
        if found is self:
            found = self._memo[key] = compute()
        value: T = found
        return value

    def let_go(self) -> None:
        """Nobody asks any more."""
        self._memo.clear()


class Lately:
    """The same for what hangs on what there is no end of, such as how a game stands: only the last ones are kept."""

    __slots__ = ("_kept", "_most")

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: dict[object, Any] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def cached(self, key: object, compute: Callable[[], T]) -> T:
        found = self._kept.pop(key, self)
        if found is self:
            found = compute()
            while len(self._kept) >= self._most:
                del self._kept[next(iter(self._kept))]
        value: T = self._kept.setdefault(key, found)
        return value
