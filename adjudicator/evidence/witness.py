"""What each command of a step says was before, against what was.

VASSAL writes into every move where the piece came from, into every change the state before, into every property its old value. In
a log that VASSAL wrote these agree with the replay. Where they do not, a step was taken out, put in or written by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from adjudicator.evidence.history import Counter, Doubt
from adjudicator.evidence.meaning import state_meaning
from vassal_bridge.commands import AddPiece, ChangePiece, MovePiece, RemovePiece, SetProperty
from vassal_bridge.errors import BridgeError
from vassal_bridge.game import RunningGame
from vassal_bridge.replay import StepResult

_TELLING = frozenset(("emb2", "emb", "PROP", "label", "mark", "obs", "hide", "rotate"))
"""Traits whose states are the same in the live game and in its replay."""

_WORDS = {"PROP": "value", "mark": "printed value", "obs": "mask", "hide": "hiding", "rotate": "facing"}
ALIVE, STRIPPED = "alive", "stripped"
"""Kinds of doubts: a counter put into the game that is or was in it, and a command that does not say what was before."""

_MOST = 12  # doubts told of one step: one cut shows in everything that follows

Place = tuple[str | None, int, int]


@dataclass
class Witness:
    """Hears the steps of one log in their order."""

    clean: Callable[[str], str]
    _set: dict[str, str | None] = field(default_factory=dict)  # by property: what the last command set it to
    _gone: dict[str, Counter] = field(default_factory=dict)  # counters that steps took out of the game

    def hear(self, result: StepResult, before: Mapping[str, Counter], game: RunningGame) -> tuple[Doubt, ...]:
        """What in this step does not fit what was `before` it. `game` is as it is after it."""
        found: list[Doubt] = []
        for doubt in self._doubts(result, before, game):
            if doubt not in found:
                found.append(doubt)
            if len(found) == _MOST:
                break
        return tuple(found)

    def _doubts(self, result: StepResult, before: Mapping[str, Counter], game: RunningGame) -> Iterator[Doubt]:
        places: dict[str, Place] = {}
        states: dict[str, str] = {}
        if any(isinstance(command, ChangePiece) for command in result.commands):
            states = {change.before.id: change.before.state_text for change in result.changed}
        came: set[str] = set()
        if result.undo is None:
            yield from self._put_in(result, before)
        for command in result.commands:
            if isinstance(command, AddPiece | RemovePiece):
                came.add(command.id or "")
            elif isinstance(command, MovePiece):
                if command.id is not None and command.id in before and command.id not in came:
                    yield from self._moved(command, before[command.id], places)
            elif isinstance(command, ChangePiece):
                if command.id in before and command.id not in came:
                    yield from self._changed(command, before[command.id], states, game)
            elif isinstance(command, SetProperty):
                yield from self._property(command)

    def _put_in(self, result: StepResult, before: Mapping[str, Counter]) -> Iterator[Doubt]:
        """Counters that come in under an id which they had before: VASSAL gives a new one each time, but for an undo."""
        other = {change.before.id for change in result.changed}
        for command in result.commands:
            if isinstance(command, RemovePiece) and command.id in before:
                self._gone[command.id] = before[command.id]
            elif isinstance(command, AddPiece) and command.id is not None:
                counter = before.get(command.id)
                if counter is not None and command.id in other:
                    yield Doubt(ALIVE, f"it puts {counter.called} into the game, which was there already", counter)
                elif counter is None and command.id in self._gone:
                    counter = self._gone[command.id]
                    yield Doubt(ALIVE, f"it puts {counter.called} into the game anew, which a step before had taken out", counter)

    def _moved(self, command: MovePiece, counter: Counter, places: dict[str, Place]) -> Iterator[Doubt]:
        spot = counter.spot
        was = places.get(counter.id, (spot.map, spot.x, spot.y))
        said = (None if command.old_map is None else self.clean(command.old_map), command.old_x, command.old_y)
        places[counter.id] = (None if command.map is None else self.clean(command.map), command.x, command.y)
        if was[0] is not None and said[0] is None:
            yield Doubt(STRIPPED, f"it does not say where {counter.called} came from", counter)
        if said[0] is None or was[0] is None or said == was:
            return
        yield Doubt("place", f"it says {counter.called} came from {said[0]} {said[1]},{said[2]}, and it stood at {spot}", counter)

    def _changed(self, command: ChangePiece, counter: Counter, states: dict[str, str], game: RunningGame) -> Iterator[Doubt]:
        if counter.is_deck:
            return
        if command.old_state is None:
            yield Doubt(STRIPPED, f"it does not say what {counter.called} was before", counter)
            return
        unit = game.table.units.get(counter.id)
        now = states.get(counter.id) or (unit.state if unit is not None else None)
        states[counter.id] = command.new_state
        if unit is None or now is None or now == command.old_state:
            return
        try:
            had, said = game.reader.piece(unit.type, now), game.reader.piece(unit.type, command.old_state)
        except BridgeError:
            return
        for one, other in zip(had, said, strict=True):
            if one.kind == "obs" and counter.spot.deck is not None:
                continue  # a deck turns its cards over as it hands them out
            if one.kind in _TELLING and one.state_text != other.state_text and state_meaning(one) != state_meaning(other):
                what = _WORDS.get(one.kind, one.kind if one.kind == "label" else "layer")
                yield Doubt("state", f"it says another {what} of {counter.called} than it had", counter)

    def _property(self, command: SetProperty) -> Iterator[Doubt]:
        key = f"{command.container or ''}\t{command.name}"
        last = self._set.get(key, command.old) or ""
        self._set[key] = command.new
        if last != (command.old or ""):
            name, old = self.clean(command.name), self.clean(command.old or "nothing")
            yield Doubt("property", f"it says {name} was {old}, and it had last become {self.clean(last or 'nothing')}")
