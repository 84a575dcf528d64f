"""Actions in a few words, for reports."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.engine.kinds import Action

from .chits import called
from .table import Table


def said(table: Table, action: Action) -> str:
    """`21 moves from 1334 to 1335`."""
    return action.said(_AtTable(table))


@dataclass(frozen=True, slots=True)
class _AtTable:
    """Things by the names that they have at a table."""

    table: Table

    def of(self, *subjects: str) -> str:
        known = [self._one(each) for each in subjects]
        return known[0] if len(known) == 1 else f"{', '.join(known[:-1])} and {known[-1]}" if known else "nobody"

    def _one(self, subject: str) -> str:
        unit = next((force.units[subject] for force in self.table.state.forces.values() if subject in force.units), None)
        return self.table.at(subject) if unit is None else unit.name

    def side(self, side: str) -> str:
        return self.table.game.side_name(side)

    def chit(self, chit: str) -> str:
        return called(self.table, chit)

    def place_of(self, unit: str) -> str | None:
        return self.table.place_of(unit)
