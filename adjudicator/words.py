"""Small words that every room writes alike."""

from __future__ import annotations


def plural(count: int, one: str, many: str = "") -> str:
    """`1 piece`, `1,473 pieces`."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
