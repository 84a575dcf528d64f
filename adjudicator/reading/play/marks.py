"""Markers of supply that changed between two positions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.engine.state import Standing
from adjudicator.rules.table import Table

from .binding import BindingEntry

IN_SUPPLY = "in supply"


def changed_marks(binding: BindingEntry, table: Table, seen: Mapping[str, Standing]) -> Iterator[tuple[tuple[str, str], ...]]:
    """For each side the units whose marker is another now, each with what it shows."""
    known = frozenset(mark for mark in (*binding.markers.values.values(), *_of_layers(binding)) if mark)
    for side in table.game.sides:
        states = []
        for unit, standing in table.force(side).standings.items():
            new = seen.get(unit)
            if new is not None and new.marks != standing.marks:
                marks = sorted(new.marks & known)
                states.append((unit, marks[-1] if marks else IN_SUPPLY))
        if states:
            yield tuple(sorted(states))


def _of_layers(binding: BindingEntry) -> Iterator[str]:
    for marks in binding.markers.layers.values():
        yield from marks
