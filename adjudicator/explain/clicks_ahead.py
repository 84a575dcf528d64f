"""What the turn counter will show after a step: players catch up with it later, which tells how far the game has come by then."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter

from adjudicator.engine.actions import Phase
from adjudicator.rules.players import active_in
from adjudicator.rules.table import Table

from ..evidence.binding import BindingEntry, phases_shown
from ..evidence.history import Event
from .board import told

_NUMBER = re.compile(r"\d{1,9}")
_step = attrgetter("step")


def shown(binding: BindingEntry, counter: str, now: str = "") -> Phase | None:
    """What the turn counter says: the longest name of a phase in it (else the phase goes on), the first number, a side.

    An entry that stands for several phases says that it is one of them; one that is none leaves open which it is.
    """
    said = counter.lower()
    phases = phases_shown(binding, counter)
    phase = None if phases is None else now if now in phases else phases[0] if len(phases) == 1 else ""
    number = _NUMBER.search(said)
    if phase is None and number is None:
        return None
    side = next((side for name, side in binding.sides.items() if name.lower() in said), "")
    return Phase(now if phase is None else phase, side, int(number.group()) if number else None)


def whose(table: Table, phase: Phase) -> Phase:
    """The phase with the side whose it is, where the game says so and nobody else did."""
    return phase if phase.active else replace(phase, active=active_in(table, phase.phase))


@dataclass(frozen=True, slots=True)
class ClicksAhead:
    """The clicks of a log, to be asked for those that come after a step."""

    binding: BindingEntry
    events: Sequence[Event]
    clicks: tuple[tuple[int, int], ...]  # the step of each, and its place among the events
    _said: dict[str, Phase | None] = field(default_factory=dict, repr=False, compare=False)  # what each text of the counter says

    @classmethod
    def of(cls, binding: BindingEntry, events: Sequence[Event]) -> ClicksAhead:
        clicks = ((event.step, at) for at, event in enumerate(events) if event.turn is not None)
        return cls(binding, events, tuple(clicks))

    def after(self, step: int, table: Table) -> Sequence[Phase]:
        """The phase that the counter goes on to after a step, and those that it goes on to from there with nothing done in
        between; none if the first cannot be read."""
        first = bisect_right(self.clicks, (step, len(self.events)))
        found = list(self._in_a_row(self.clicks[first][1], table)) if first < len(self.clicks) else []
        return [each for each in found if each is not None] if found[:1] != [None] else []

    def until_next(self, step: int) -> Sequence[Event]:
        """What is done after a step and before the counter goes on."""
        first = bisect_right(self.events, step, key=_step)
        at = bisect_right(self.clicks, (step, len(self.events)))
        return self.events[first : self.clicks[at][1]] if at < len(self.clicks) else ()

    def at_once(self, step: int, table: Table) -> Sequence[Phase]:
        """The phases that the counter goes on to after a step, with nothing done in between."""
        after = bisect_right(self.events, step, key=_step)
        return [each for each in self._in_a_row(after, table) if each is not None]

    def _in_a_row(self, first: int, table: Table) -> Iterator[Phase | None]:
        for at in range(first, len(self.events)):
            event = self.events[at]
            if event.turn is not None:
                said = self._shown(event.turn)
                yield None if said is None or not said.phase else whose(table, said)
            elif event.rolls or any(map(told, event.changes)):
                return

    def _shown(self, counter: str) -> Phase | None:
        if counter not in self._said:
            self._said[counter] = shown(self.binding, counter)
        return self._said[counter]

    def skip(self, step: int, table: Table, order: Sequence[str]) -> bool:
        """Does the counter not show every phase from now to the next click? Then what is done tells where one ends."""
        said = next(iter(self.after(step, table)), None)
        if said is None or table.state.phase not in order or said.phase not in order:
            return False
        turns = max(0, (said.turn or 0) - table.state.turn)
        return order.index(said.phase) + turns * len(order) - order.index(table.state.phase) > 1
