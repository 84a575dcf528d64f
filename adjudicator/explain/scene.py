"""What the mechanisms of a game share while a log is read, and how each of them is asked.

A game has phases, and perhaps chits, fire, morale: each is a part of its own. A part hears every step, makes actions of what it
hears, takes the dice that are for it, and has its say when a segment is complete.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field, fields, is_dataclass
from typing import TypeVar

from adjudicator.engine.actions import Action, Attack, Draw, Fire
from adjudicator.engine.state import Standing
from adjudicator.games import LoadedGame
from adjudicator.rules.opinion import Judged
from adjudicator.rules.sequence import phases_for
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

from ..evidence.binding import BindingEntry
from ..evidence.history import Counter, Event
from ..evidence.observations import Dice, Heard
from ..evidence.positions import Read
from .board import LookedInto, Played, PlayedBoard, Positions, Segment

M = TypeVar("M", bound="Mechanism")

MOST_WRONG = 50  # illegal actions of a log
MOST_ASKED = 300  # of its actions of which nobody can tell what they were


@dataclass(slots=True)
class Closing:
    """A segment that is complete: how units stood before it and stand now, and those that nobody has explained yet."""

    segment: Segment
    before: Mapping[str, Standing]
    seen: Mapping[str, Standing]
    changed: list[str]
    later: frozenset[str] = frozenset()  # of those, who did what they did in a later phase, not because of a combat

    def explained(self, units: list[str]) -> None:
        self.changed = [unit for unit in self.changed if unit not in units]

    def stamp(self, table: Table) -> object:
        """All that tells on a table what was done, but for when: who reads the same again finds the same."""
        segment = self.segment
        gathered = (segment.trails, segment.paths, segment.modes, segment.touched)
        named = tuple(tuple(each.items()) for each in gathered)
        stand = (_otherwise(table, self.before), _otherwise(table, self.seen))
        return (*self.changed,), self.later, stand, named, (*segment.checks,), frozenset(segment.exits)

    def stand_as(self, standings: Mapping[str, Standing]) -> None:
        """What became of some units is explained so far: the rest is from how they stand now."""
        self.before = {**self.before, **standings}


def _otherwise(table: Table, standings: Mapping[str, Standing]) -> frozenset[tuple[str, Standing | None]]:
    """The units that stand otherwise than on the table, and how."""
    own = {unit.id: standing for unit, standing in table.state.units}
    found = [(unit, each) for unit, each in standings.items() if own.get(unit) != each]
    return frozenset((*found, *((unit, None) for unit in own if unit not in standings)))


@dataclass(frozen=True, slots=True)
class Supposed:
    """Some steps were taken otherwise than they seem."""

    steps: frozenset[int]
    says: str
    clicks: bool = False  # of the turn counter
    anyhow: frozenset[tuple[int, str]] = frozenset()  # steps in which it is illegal as they seem, each with the rule broken


@dataclass(frozen=True, slots=True)
class Boxing:
    """The counter of a unit is put into a box."""

    step: int
    unit: str
    place: str


@dataclass(slots=True, eq=False)
class ReadingScene:
    """A log as far as it has been read."""

    loaded: LoadedGame
    binding: BindingEntry
    board: PlayedBoard
    now: dict[str, Counter]
    segment: Segment = field(default_factory=Segment)
    parts: tuple[Mechanism, ...] = ()
    played: list[Played] = field(default_factory=list)
    events: tuple[Event, ...] = ()  # all of the log, also those to come: what follows may tell what nobody said
    boxings: tuple[Boxing, ...] = ()  # every time in it that a unit's counter is put into a box
    read: dict[str, Read] = field(default_factory=dict)  # pieces as they were last read
    positions: Positions = field(default_factory=Positions)  # in which it was so far, however it was read
    step: int = 0  # of the action that is about to be played
    said: dict[str, str] = field(default_factory=dict)  # unit -> the mode that its player said it is in
    opening: bool = True  # may what is seen have followed from what was done before the log begins?
    timeless: bool = False  # nothing in the log tells turns and phases
    turns: Mapping[int, int] | None = None  # the steps at which a counter that tells no phases comes to another turn
    wrong: int = 0  # actions that came out illegal
    asked: int = 0  # actions of which nobody can tell what they were
    looked_into: list[LookedInto] = field(default_factory=list)  # where other readings were tried; all copies share it
    supposed: tuple[Supposed, ...] = ()  # what was taken otherwise than it seems
    tried: frozenset[int] = frozenset()  # steps of dice of which somebody says that he only tries them
    left_at: int | None = None  # the step from which on nothing is judged any more, since too much before it is wrong

    @property
    def table(self) -> Table:
        return self.board.table

    def copy(self) -> ReadingScene:
        """The same log read as far, to be read on in another way."""
        new = self.kept()
        for part in new.parts:
            part.scene = new
        return new

    def kept(self) -> ReadingScene:
        """The same, only to be copied later on. Its parts do not know it, so it goes as soon as nobody holds it any more."""
        new = copy(self)
        new.board, new.segment = self.board.copy(), self.segment.copy()
        new.now, new.said, new.played = dict(self.now), dict(self.said), list(self.played)
        new.parts = tuple(part.apart() for part in self.parts)
        return new

    def over(self) -> None:
        """Nobody reads on: the parts and the scene hold on to each other no longer."""
        self.parts = ()

    def part(self, kind: type[M]) -> M | None:
        return next((part for part in self.parts if isinstance(part, kind)), None)

    def act(self, step: int, action: Action, judged: Judged | None = None) -> Iterator[Played]:
        """Play an action, and before it whatever it shows to have been meant."""
        yield from self.begin(step, action)
        played = self.board.act(step, action, judged)
        self.wrong += played.judged.verdict is Verdict.ILLEGAL
        yield played

    def gives_up(self, step: int) -> bool:
        """Is this no game that anybody played, or one of which nobody can tell what was done? Then it is judged no further from
        this step on, rather than hastily."""
        if self.left_at is None and (self.wrong > MOST_WRONG or self.asked > MOST_ASKED):
            self.left_at = step
        return self.left_at is not None

    def begin(self, step: int, action: Action) -> Iterator[Played]:
        """What an action that is about to be played shows to have been meant before it."""
        self.step = step
        self.opening = self.opening and not isinstance(action, Attack | Fire | Draw)
        for part in self.parts:
            yield from part.shown_by(action)


class Mechanism:
    """One mechanism of a game as it shows in a log. What a part does not care for it leaves as it is here."""

    def __init__(self, scene: ReadingScene) -> None:
        self.scene = scene

    def apart(self) -> Mechanism:
        """The same, in no scene yet: what it holds is its own."""
        new = object.__new__(type(self))
        vars(new).update({name: _apart(value) for name, value in vars(self).items() if name != "scene"})
        return new

    def hears(self, heard: Heard) -> bool:
        """Does the step tell it something, so that what came before the step is complete?"""
        return False

    def waited(self, heard: Heard | None) -> Iterator[Played]:
        """What has waited for a step such as this, before anything else is made of it. None: the log is over."""
        yield from ()

    def told(self, heard: Heard) -> Iterator[Played]:
        """What the step itself tells."""
        yield from ()

    def takes(self, purpose: str) -> bool:
        """Are dice that were rolled for this purpose waited for?"""
        return False

    def gathers(self, purpose: str) -> bool:
        """Do dice for this purpose belong to the segment as it is, and not to a new one?"""
        return False

    def several(self, purpose: str) -> bool:
        """Are several dice thrown for this purpose, one after the other?"""
        return False

    def fights(self, purpose: str) -> bool:
        """Are dice for this purpose followed by losses and retreats?"""
        return False

    def unmet(self) -> int:
        """How much was said that nothing came of."""
        return 0

    def waiting(self) -> int:
        """How much was said that nothing has come of yet."""
        return 0

    def idle(self) -> int:
        """How many dice were thrown for something of its own that nothing has come of."""
        return 0

    def unheeded(self) -> int:
        """How many units were named for a die, and no die came for them."""
        return 0

    def knows(self, purpose: str) -> bool:
        """Are dice for this purpose its matter, though nobody has announced them?"""
        return False

    def rolls(self, purpose: str) -> Iterator[Played]:
        """What it makes of dice of which nobody said what they are for, beyond the button they are thrown by."""
        yield from ()

    def thrown_for(self, purpose: str) -> Action | None:
        """What is done with dice for this purpose, as far as that tells in which phase it is done."""
        return None

    def rolled(self, step: int, purpose: str, dice: Dice) -> Iterator[Played]:
        """Dice that it takes or knows."""
        yield from ()

    def goes_on(self, phase: str = "") -> None:
        """The phase is over (the counter shows another one), or another chit drawn: what was announced before is no longer
        waited for, unless it belongs to that phase."""

    def _belongs(self, action: Action, phase: str) -> bool:
        """Is it one of the phases in which this is done?"""
        return phase in (phases_for(self.scene.table, action) or ())

    def shown_by(self, action: Action) -> Iterator[Played]:
        """What an action, about to be played, shows to have been meant before."""
        yield from ()

    def moving(self, closing: Closing, unit: str, old: Standing | None, new: Standing | None) -> Iterator[Played]:
        """What the way in which a unit stands otherwise now shows to have been meant before."""
        yield from ()

    def closes(self, closing: Closing) -> Iterator[Played]:
        """What a complete segment comes to, as far as it is the part's matter."""
        yield from ()


_PLAIN = frozenset((int, str, bool, tuple, frozenset, type(None)))


def _apart(value: object) -> object:
    """A copy of what can be changed; all else is shared."""
    if type(value) in _PLAIN:
        return value
    if isinstance(value, list):
        return [_apart(each) for each in value]
    if isinstance(value, dict):
        return {key: _apart(each) for key, each in value.items()}
    if is_dataclass(value) and not isinstance(value, type) and not value.__dataclass_params__.frozen:  # type: ignore[attr-defined]
        new = copy(value)
        for each in fields(value):
            setattr(new, each.name, _apart(getattr(value, each.name)))
        return new
    return value.copy() if isinstance(value, set) else value
