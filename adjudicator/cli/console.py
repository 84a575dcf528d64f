"""Putting text on a terminal: nothing that a file holds may steer it."""

from __future__ import annotations

from collections.abc import Iterable

import click

from adjudicator.words import plain

_BATCH = 2_000  # lines written at a time


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
