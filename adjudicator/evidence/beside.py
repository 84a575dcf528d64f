"""What steps do beside the pieces: seats taken and left, boards changed, global properties set."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from adjudicator.evidence.history import Participant
from vassal_bridge.dice import KINDS
from vassal_bridge.game.ledger import RosterChange, Seat
from vassal_bridge.replay import StepResult
from vassal_bridge.secret import Secret

Seats = tuple[tuple[Participant | None, Participant | None], ...]


@dataclass
class Beside:
    """Hears the steps of one log in their order. `seats` and `boards` are those of its start."""

    clean: Callable[[str], str]
    seats: dict[Secret, Seat]
    boards: dict[str, str]

    def taken(self, result: StepResult) -> Seats:
        """Who was on the roster as what, and is now. Who comes back after leaving is known by the key, whatever the name."""
        return tuple(self._of(change) for change in result.roster)

    def _of(self, change: RosterChange) -> tuple[Participant | None, Participant | None]:
        before, after = change.before, change.seat
        if after is not None:
            before = before or self.seats.get(after.id)
            self.seats[after.id] = after
        return self._participant(before), self._participant(after)

    def _participant(self, seat: Seat | None) -> Participant | None:
        return None if seat is None else Participant(self.clean(seat.name), self.clean(seat.side))

    def changed_boards(self, result: StepResult) -> tuple[str, ...]:
        """Maps that had boards and have others now."""
        found: list[str] = []
        for change in result.boards:
            if self.boards.get(change.map, change.command) != change.command:
                found.append(self.clean(change.map))
            self.boards[change.map] = change.command
        return tuple(found)

    def properties(self, result: StepResult) -> Iterator[tuple[str, str | None, str | None]]:
        """Global properties that took another value. What dice set is told with their rolls."""
        for change in result.properties:
            if change.old != change.new and change.name.rpartition("_")[2] not in KINDS:
                yield self.clean(change.name), self._value(change.old), self._value(change.new)

    def _value(self, value: str | None) -> str | None:
        return None if value is None else self.clean(value)


def keys(seats: Mapping[Secret, Seat], clean: Callable[[str], str]) -> tuple[tuple[str, int], ...]:
    """By name what a player's key comes to: to be compared, and nothing that could be read back."""
    return tuple(sorted((clean(seat.name), hash(seat.id)) for seat in seats.values() if seat.name))
