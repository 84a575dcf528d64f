"""Putting text on a terminal: nothing that a file holds may steer it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

import click

_KEPT = "\n\t"
_BATCH = 2_000  # lines written at a time


def plain(text: str) -> str:
    """The text without control and direction-changing characters, which could fake or hide lines of a report."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        mark if mark in _KEPT or unicodedata.category(mark) not in ("Cc", "Cf", "Cs", "Co", "Cn") else "�" for mark in text
    )


def say(text: str = "") -> None:
    click.echo(plain(text))


def say_aside(text: str) -> None:
    """To the error output, where it mixes with nothing that a program reads."""
    click.echo(plain(text), err=True)


def write_lines(lines: Iterable[str]) -> None:
    """Write many lines at a time: a long log has a million. What was told before an error is written too."""
    batch: list[str] = []
    try:
        for line in map(plain, lines):
            batch.append(line)
            if len(batch) == _BATCH:
                click.echo("\n".join(batch))
                batch = []
    finally:
        if batch:
            click.echo("\n".join(batch))
