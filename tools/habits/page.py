"""A game on its way to becoming a log: what the hands do, in order, each deed with the action of the game that it belongs to."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeAlias

from adjudicator.engine.actions import Action, Phase
from adjudicator.engine.hexes import Grid
from adjudicator.rules.table import Table
from tools.selfplay.desk import Play
from tools.selfplay.table import Point

from .gestures import Drag, Gesture, Roll, Say, Tick, pieces_of, touches

_UNITS = ("units", "attackers", "firers", "steps")
_UNIT = ("unit", "subject", "headquarters")
_PLACES = ("to", "at", "target")
_CLOSE = 3  # actions


@dataclass(frozen=True, slots=True)
class Deed:
    """One gesture, and why it is made."""

    gesture: Gesture
    action: int  # of the game that was played
    habits: tuple[str, ...] = ()  # that made or moved it
    extra: bool = False  # nothing of the game: a habit added it
    side: str = ""  # whose player makes it; nobody's in particular: whoever has the log
    also: tuple[int, ...] = ()  # other actions that are done with it

    def by(self, habit: str, gesture: Gesture | None = None) -> Deed:
        """The same as a habit changed it."""
        return replace(self, habits=tuple(dict.fromkeys((*self.habits, habit))), gesture=gesture or self.gesture)

    def more(self, habit: str, gesture: Gesture) -> Deed:
        """Another deed beside this one, which the game does not ask for."""
        return Deed(gesture, self.action, (habit,), extra=True, side=self.side)


@dataclass(frozen=True, slots=True)
class Luck:
    """Whether a habit shows, and how."""

    habit: str
    rate: float
    dice: random.Random

    def strikes(self) -> bool:
        return self.dice.random() < self.rate

    def chance(self, share: float) -> bool:
        return self.dice.random() < share


Habit: TypeAlias = "Callable[[Page, Luck], None]"


@dataclass(frozen=True, slots=True)
class Board:
    """What hands know of the table: the points of hexes and boxes, the names on the counters and the pieces of units."""

    grid: Grid
    hexes: Mapping[Point, str]
    points: Mapping[str, Point]
    boxes: Mapping[str, Point]
    pieces: Mapping[str, str]  # of units and chits
    names: Mapping[str, str]  # of units, as their counters show them
    phases: Sequence[str]  # their titles
    aside: Sequence[Point]  # points that are neither in a hex nor in a box


@dataclass
class Page:
    """The deeds in order. Habits change the list."""

    deeds: list[Deed]
    plays: Sequence[Play]
    end: Table
    board: Board
    planted: tuple[int, int] | None = None  # the actions that are a violation
    language: str = "en"
    second: tuple[str, ...] = ()  # the sides whose players sit at the table too; without one the log is one player's
    whole: list[str] = field(default_factory=list)  # habits of the whole log, not of single steps
    gone: list[tuple[str, int]] = field(default_factory=list)  # habits that left something out, and of which action
    _involved: dict[int, tuple[frozenset[str], frozenset[str]]] = field(default_factory=dict)

    # --- what was played

    def action(self, deed: Deed) -> Action:
        return self.plays[deed.action].action

    def is_planted(self, deed: Deed) -> bool:
        return self.planted is not None and self.planted[0] <= deed.action <= self.planted[1]

    def guarded(self, actions: Iterable[int]) -> bool:
        """Is one of these actions, or one close by, the violation that was planted? What tells of that stays in its order."""
        if self.planted is None:
            return False
        first, last = self.planted
        return any(first - _CLOSE <= action <= last + _CLOSE for action in actions)

    @cached_property
    def phase_of(self) -> Sequence[int]:
        """For each action the phase action before it (or itself)."""
        found, last = list[int](), -1
        for index, play in enumerate(self.plays):
            last = index if isinstance(play.action, Phase) else last
            found.append(last)
        return found

    def involved(self, index: int) -> tuple[frozenset[str], frozenset[str]]:
        """The units of an action, and the hexes where it happens."""
        if index not in self._involved:
            self._involved[index] = self._asked(index)
        return self._involved[index]

    def _asked(self, index: int) -> tuple[frozenset[str], frozenset[str]]:
        action, before = self.plays[index].action, self.plays[index].before
        several = [value for name in _UNITS if isinstance(value := getattr(action, name, ()), tuple)]
        units = {str(unit) for value in several for unit in value} | {str(unit) for unit, _ in getattr(action, "states", ())}
        units |= {str(getattr(action, name, None)) for name in (*_UNIT, "target")} & set(self.board.names)
        units |= {each.unit for each in getattr(action, "support", ())}
        places = {str(getattr(action, name)) for name in _PLACES if getattr(action, name, None)}
        places |= set(getattr(action, "path", None) or ())
        places |= {place for unit in units if (place := before.place_of(unit)) is not None}
        return frozenset(units), frozenset(place for place in places if place in self.board.grid)

    def far(self, one: int, other: int) -> bool:
        """Have two actions neither units nor neighbouring hexes in common?"""
        if one == other:
            return False
        units, hexes = self.involved(one)
        others, there = self.involved(other)
        if not units.isdisjoint(others):
            return False
        around = {near for hex in hexes for near in (hex, *self.board.grid.neighbours(hex))}
        return around.isdisjoint(there)

    # --- the deeds

    def at(self, sort: type | tuple[type, ...]) -> Iterator[int]:
        """The places of gestures of a sort, last first, so that the list may grow behind them."""
        return (place for place in reversed(range(len(self.deeds))) if isinstance(self.deeds[place].gesture, sort))

    def run(self, place: int) -> range:
        """The deeds around a place that are one after another of the same action."""
        first = last = place
        while first > 0 and self.deeds[first - 1].action == self.deeds[place].action:
            first -= 1
        while last + 1 < len(self.deeds) and self.deeds[last + 1].action == self.deeds[place].action:
            last += 1
        return range(first, last + 1)

    def insert(self, place: int, *deeds: Deed) -> None:
        self.deeds[place:place] = deeds

    def leave_out(self, place: int, habit: str) -> None:
        """Something is not done at all."""
        self.gone.append((habit, self.deeds[place].action))
        del self.deeds[place]

    def move(self, places: Iterable[int], before: int, habit: str) -> None:
        """Deeds are put before another one, in their order."""
        chosen = sorted(places)
        moved = [self.deeds[place].by(habit) for place in chosen]
        stay = set(chosen)
        head = [deed for place, deed in enumerate(self.deeds[:before]) if place not in stay]
        tail = [deed for place, deed in enumerate(self.deeds[before:], before) if place not in stay]
        self.deeds[:] = [*head, *moved, *tail]

    def may_pass(self, moved: Iterable[Deed], others: Iterable[Deed]) -> bool:
        """May these be done after those, as far as pieces and the game go?"""
        those = [each for each in others if not isinstance(each.gesture, Say | Tick)]
        these = list(moved)
        if not touches([each.gesture for each in these]).isdisjoint(touches([each.gesture for each in those])):
            return False
        pairs = {(one.action, other.action) for one in these for other in those if not one.extra and not other.extra}
        return all(self.far(one, other) for one, other in pairs)

    def drag_of(self, place: int) -> Drag | None:
        """The drag of a move, if it is the one drag that the action takes."""
        deed = self.deeds[place]
        if not isinstance(deed.gesture, Drag) or deed.extra:
            return None
        same = [each for each in self.deeds if each.action == deed.action and isinstance(each.gesture, Drag)]
        return deed.gesture if len(same) == 1 else None

    def touched(self, place: int) -> frozenset[str]:
        return pieces_of(self.deeds[place].gesture)

    def is_note(self, deed: Deed) -> bool:
        return isinstance(deed.gesture, Say) and deed.gesture.text.startswith("!")

    def note_and_die(self, place: int) -> int | None:
        """The place of the die that a note announces, in the same action and not far behind it."""
        for later in range(place + 1, len(self.deeds)):
            deed = self.deeds[later]
            if deed.action != self.deeds[place].action:
                return None
            if isinstance(deed.gesture, Roll):
                return later
        return None
