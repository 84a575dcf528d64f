"""The table on which a log is played again, and the segments in which its steps are gathered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from adjudicator.engine.actions import Action
from adjudicator.rules.apply import apply
from adjudicator.rules.judge import judge
from adjudicator.rules.opinion import Judged
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict


@dataclass(frozen=True, slots=True, eq=False)
class Played:
    """One action that a log comes to: at which step it was complete, and what the rules say of it."""

    step: int
    action: Action
    before: Table
    judged: Judged


@dataclass(slots=True)
class Segment:
    """Steps between two boundaries."""

    touched: dict[str, int] = field(default_factory=dict)  # unit -> the last step that changed it
    paths: dict[str, tuple[str, ...]] = field(default_factory=dict)  # unit -> the path its player named
    modes: dict[str, str] = field(default_factory=dict)  # unit -> how its player said it goes
    trails: dict[str, list[str]] = field(default_factory=dict)  # unit -> the hexes it was put down in, in order

    def step(self, units: Iterable[str]) -> int:
        """When the last of these units was touched."""
        return max((self.touched.get(unit, 0) for unit in units), default=0)


@dataclass(slots=True, eq=False)
class Board:
    """The position as it goes from action to action."""

    table: Table

    def act(self, step: int, action: Action) -> Played:
        """Judge an action and go on from what it makes of the position."""
        played = Played(step, action, self.table, judge(self.table, action))
        self.table = apply(self.table, action)
        return played

    def first_legal(self, readings: Sequence[Sequence[Action]]) -> Sequence[Action]:
        """Of several ways to read the same steps the first that makes all of it legal; the last one where none does."""
        for reading in readings[:-1] if len(readings) > 1 else ():
            if self.legal(reading):
                return reading
        return readings[-1]

    def legal(self, actions: Iterable[Action]) -> bool:
        table = self.table
        for action in actions:
            if judge(table, action).verdict is not Verdict.LEGAL:
                return False
            table = apply(table, action)
        return True
