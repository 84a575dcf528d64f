"""Small words that every room writes alike."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

_KEPT = "\n\t"


def plural(count: int, one: str, many: str = "") -> str:
    """`1 piece`, `1,473 pieces`."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def noun(count: object, one: str, many: str = "") -> str:
    """The word that goes with a number which stands elsewhere."""
    return one if str(count) == "1" else many or one + "s"


def listed(items: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}" if items else ""


def in_quotes(name: str) -> str:
    """A file's name as it is typed in a command: one with spaces is torn apart without quotes."""
    return f'"{name}"' if " " in name else name


def plain(text: str) -> str:
    """The text without control and direction-changing characters, which could fake or hide lines of a report."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        mark if mark in _KEPT or unicodedata.category(mark) not in ("Cc", "Cf", "Cs", "Co", "Cn") else "�" for mark in text
    )
