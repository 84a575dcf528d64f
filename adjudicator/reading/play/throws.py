"""Dice for something that is no combat, and what players say they are for."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.rules.table import Table

from .names import bearers
from .notation import Note

ANYTHING = "other"  # what the binding calls dice that are for nothing in particular


@dataclass(slots=True)
class Throw:
    """Dice for one purpose (of one unit, if it is that unit's), until all of them are thrown."""

    purpose: str
    unit: str | None
    step: int
    dice: tuple[int, ...] = ()
    most: int = 99  # dice; where nobody said what they are for, the first alone is sure to be for this

    def takes(self, button: str) -> bool:
        """Are dice of this button rolled for it? Those for anything are; those for something else are not."""
        return len(self.dice) < self.most and (button == ANYTHING or self.purpose.startswith(button))


def throw_for(table: Table, step: int, note: Note) -> Throw:
    """`!roll air return for 3 AA`, `!bombard 2BF`: what the next dice are for."""
    text = f"bombardment {note.text}" if note.verb == "bombardment" else note.text
    purpose, _, whose = text.strip(" .").partition(" for ")
    units = bearers(table, whose, anywhere=True) if whose else ()
    return Throw(" ".join(purpose.split()), units[0] if len(units) == 1 else None, step)
