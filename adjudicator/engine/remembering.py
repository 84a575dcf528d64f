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
