"""Putting text on a terminal: nothing that a file holds may steer it."""

from __future__ import annotations

import unicodedata

import click

_KEPT = "\n\t"


def plain(text: str) -> str:
    """The text without control and direction-changing characters, which could fake or hide lines of a report."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        mark if mark in _KEPT or unicodedata.category(mark) not in ("Cc", "Cf", "Cs", "Co", "Cn") else "�" for mark in text
    )


def say(text: str = "") -> None:
    click.echo(plain(text))


def plural(count: int, one: str, many: str = "") -> str:
    """`1 piece`, `1,473 pieces`."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
