"""The table on which a log is played again, and the segments in which its steps are gathered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import MISSING, dataclass, field, fields, replace

from adjudicator import factname
from adjudicator.engine.actions import Action, Advance, Lose, Mark, Move, Phase, Place, Replace, Retreat
from adjudicator.engine.memory import Memories, outlasting
from adjudicator.engine.state import Standing, State
from adjudicator.games.stated_facts import NOTHING_TOLD, Telling
from adjudicator.rules.apply import apply
from adjudicator.rules.judge import judge
from adjudicator.rules.opinion import Judged, Ruled
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

from ..evidence.history import Change

_LAST = 150  # positions that are kept to be found again
_ALIKE = 4  # of these, in which all stands alike and something else is remembered


@dataclass(frozen=True, slots=True, eq=False)
class Played:
    """One action that a log comes to: at which step it was complete, and what the rules say of it."""

    step: int
    action: Action
    before: Table
    judged: Judged
    reading: str = ""  # for what it was taken, where nobody said what it was
    unsure: bool = False  # would another reading explain what followed as well?
    asks: bool = False  # what it was nobody can tell: a question to the players
    rival: Ruled | None = None  # a question to the players: was it another, with which something would be wrong?
    unconfirmed: bool = False  # is it legal by something that nobody has confirmed?


@dataclass(frozen=True, slots=True)
class NextBest:
    """What another reading supposes, and what is wrong with it."""

    supposes: str
    wrong: str


@dataclass(frozen=True, slots=True)
class LookedInto:
    """Steps that were read in several ways."""

    first: int
    last: int
    supposes: str  # the reading that was taken
    others: tuple[NextBest, ...] = ()  # the next best ones

    def about(self, step: int) -> bool:
        return self.first <= step <= self.last


@dataclass(frozen=True, slots=True, eq=False)
class PlayedGame:
    """A log as it was played: the position it starts from, its actions, and the position it ends in."""

    start: Table
    played: tuple[Played, ...]
    end: Table
    left_at: int | None = None  # the step from which on not all was judged
    looked_into: tuple[LookedInto, ...] = ()  # where it was read in several ways


@dataclass(frozen=True, slots=True)
class Check:
    """A die for a unit's morale, if anybody said whose."""

    step: int
    unit: str | None
    die: int


@dataclass(frozen=True, slots=True)
class OnHex:
    """A marker that lies on hexes: where it lay and where it lies (nowhere, if it was not there or is gone), and since when."""

    mark: str
    start: str | None
    end: str | None
    step: int

    @property
    def is_gone(self) -> bool:
        return self.start is not None and self.end is None

    @property
    def taken_up(self) -> Mark:
        return Mark(self.start or "", self.mark, on=False)


@dataclass(slots=True)
class Segment:
    """Steps between two boundaries."""

    changed: bool = False  # has anything on the table?
    touched: dict[str, int] = field(default_factory=dict)  # unit -> the last step that changed it
    turned: dict[str, int] = field(default_factory=dict)  # unit -> the last step that changed its steps, or whether it is there
    remarked: dict[str, int] = field(default_factory=dict)  # unit -> the last step that changed a mark of its own
    carried: dict[str, int] = field(default_factory=dict)  # unit -> the last step that put it elsewhere
    paths: dict[str, tuple[str, ...]] = field(default_factory=dict)  # unit -> the path its player named
    modes: dict[str, str] = field(default_factory=dict)  # unit -> how its player said it goes
    trails: dict[str, tuple[str, ...]] = field(default_factory=dict)  # unit -> the hexes it was put down in, in order
    came: dict[tuple[str, str], int] = field(default_factory=dict)  # unit and hex -> the first step that put it there
    marked: int = 0  # the last step that laid a marker or took one up
    laid: dict[str, int] = field(default_factory=dict)  # place -> the last step that did so there
    fought: bool = False  # does it follow a combat?
    unclear: bool = False  # or one that nobody announced?
    openings: tuple[Action, ...] = ()  # the combat or fire it follows, as it may have been meant: decided by what follows
    opened: int = 0  # the step of its die
    checks: list[Check] = field(default_factory=list)  # dice for morale, in the order in which they were rolled
    taken: dict[str, tuple[str, int]] = field(default_factory=dict)  # hex -> the side whose marker was laid there, and when
    lying: dict[str, OnHex] = field(default_factory=dict)  # piece -> what became of a marker that lies on hexes
    exits: set[str] = field(default_factory=set)  # units that somebody said left the map
    along: set[str] = field(default_factory=set)  # those that were dragged along with somebody whose path was named

    def copy(self) -> Segment:
        """The same, to be gone on with apart."""
        new = copy(self)
        for name in _GATHERED:
            setattr(new, name, getattr(self, name).copy())
        return new

    def says_as(self, other: Segment) -> None:
        """What players said of moves is as in another segment."""
        self.paths, self.modes, self.exits = other.paths, other.modes, other.exits

    def step(self, units: Iterable[str], action: Action | None = None) -> int:
        """When the last of these units was touched: for losses and arrivals its steps, for ways its place."""
        of = self.touched
        if isinstance(action, Lose | Replace | Place):
            of = {**of, **self.turned}
        elif isinstance(action, Move | Retreat | Advance):
            of = {**of, **self.carried}
        return max((of.get(unit, 0) for unit in units), default=0)

    def since(self, unit: str, end: str) -> int:
        """When it came to where it stands in the end, though it may have been put aside and back since."""
        return self.came.get((unit, end), self.touched.get(unit, 0))

    def begun(self, unit: str) -> int:
        """When it was touched first, as far as it did not go back to where it had been."""
        return min((at for (each, _), at in self.came.items() if each == unit), default=self.touched.get(unit, 0))

    def way(self, unit: str, start: str, end: str) -> tuple[str, ...] | None:
        """The path that was named for this way of a unit, or as much of it as it has gone; one that begins or ends elsewhere was
        named for another."""
        path = self.paths.get(unit)
        if path is None or path[0] != start:
            return None
        amid = end in path[1:] and path[-1] not in self.trails.get(unit, ())
        return path if path[-1] == end else path[: path.index(end) + 1] if amid else None

    def way_on(self, unit: str, end: str) -> tuple[str, ...] | None:
        """The path to where it is that was named from a hex in which it had been put down on its way."""
        path = self.paths.get(unit)
        return path if path is not None and path[-1] == end and path[0] in self.trails.get(unit, ()) else None

    def paths_to_go(self, seen: Mapping[str, Standing]) -> dict[str, tuple[str, ...]]:
        """The rest of each path that was named and not yet gone to its end."""
        found = {}
        for unit, path in self.paths.items():
            place = seen[unit].place if unit in seen else ""
            if place in path[1:-1] and path[-1] not in self.trails.get(unit, ()):
                found[unit] = path[path.index(place) :]
        return found


_GATHERED = tuple(each.name for each in fields(Segment) if each.default_factory is not MISSING)


@dataclass(slots=True, eq=False)
class PlayedBoard:
    """The position as it goes from action to action."""

    table: Table
    doubts: list[Memories] = field(default_factory=list)  # what else may be remembered, by other readings of combats
    telling: Telling = NOTHING_TOLD  # what players tell of it
    _last: tuple[Table, Action, Judged] | None = None

    def copy(self) -> PlayedBoard:
        return PlayedBoard(self.table, list(self.doubts), self.telling, self._last)

    def act(self, step: int, action: Action, judged: Judged | None = None) -> Played:
        """Judge an action (unless that has been done) and go on from what it makes of the position."""
        if self.telling.facts:
            self.table = self._telling(step)
        found = self.judged(self.table, action) if judged is None else judged
        if found.verdict is Verdict.ILLEGAL:
            self.table, found = self._by_another_reading(found)
        played = Played(step, found.action, self.table, found)
        self._outlast(action)
        self.table = apply(self.table, action)
        if factname.phase() in self.telling.only_at(step):
            self.table = self.table.after(replace(self.table.state, phase="", active=""))  # it was told of this step alone
        return played

    def doubt(self, otherwise: Iterable[Memories]) -> None:
        """Something may be remembered otherwise."""
        for each in otherwise:
            if each not in self.doubts:
                self.doubts.append(each)

    def _outlast(self, action: Action) -> None:
        """What may be remembered otherwise is in doubt no longer than it is remembered. An activation ends no doubts: which
        of them it was may be one."""
        if isinstance(action, Phase) and self.doubts:
            begun = action.begins(self.table.state)
            lasting = (outlasting(each, begun, self.table.game.lasting) for each in self.doubts)
            self.doubts = [each for each in lasting if each]

    def judged(self, table: Table, action: Action) -> Judged:
        """What the rules say of an action. Who looks before he leaps asks twice."""
        if self._last is None or self._last[0] is not table or self._last[1] != action:
            self._last = table, action, judge(table, action)
        return self._last[2]

    def _telling(self, step: int) -> Table:
        """The table with what is told at a step; a phase told of this step alone is another one than before."""
        table = replace(self.table, told=self.telling.at(step))
        return table.after(replace(table.state, phase="", active="")) if factname.phase() in self.telling.only_at(step) else table

    def _by_another_reading(self, judged: Judged) -> tuple[Table, Judged]:
        """The same action, had a combat that nobody announced been another one, if it is not illegal then."""
        for memories in self.doubts:
            table = self.table.after(self.table.state.taking(memories))
            again = judge(table, judged.action)
            if again.verdict is not Verdict.ILLEGAL:
                return table, again
        return self.table, judged

    def best(self, readings: Iterable[Sequence[Action]]) -> Sequence[Action]:
        """Of several ways to read the same steps the one with the least that is wrong, then the least that is open."""
        found: tuple[tuple[int, int], Sequence[Action]] | None = None
        for reading in readings:
            faults = self.faults(reading)
            if faults == (0, 0):
                return reading
            if found is None or faults < found[0]:
                found = faults, reading
        return found[1] if found is not None else ()

    def faults(self, actions: Iterable[Action]) -> tuple[int, int]:
        """What would be certainly wrong, and what open, if these actions came now."""
        table, wrong, unclear = self.table, 0, 0
        for action in actions:
            for each in self.judged(table, action).findings:
                wrong += each.verdict is Verdict.ILLEGAL
                unclear += each.verdict is Verdict.UNDECIDED
            table = apply(table, action)
        return wrong, unclear

    def settle(self, seen: Mapping[str, Standing]) -> None:
        """Go on from what the pieces show, whatever the actions came to."""
        state = self.table.state
        for unit in differing({unit.id: standing for unit, standing in state.units}, seen):
            state = state.with_standing(unit, seen.get(unit))
        if state is not self.table.state:
            self.table = self.table.after(state)


def differing(before: Mapping[str, Standing], seen: Mapping[str, Standing]) -> list[str]:
    """The units that stand otherwise now. Most stand as they stood, so that is looked at first."""
    both = [unit for unit, old in before.items() if (new := seen.get(unit)) is not old and new != old]
    return both + [unit for unit in seen if unit not in before]


class Positions:
    """Positions that a log was at, in whatever way it was read: what was worked out for one is there when it is come to again."""

    def __init__(self) -> None:
        self._known: dict[object, list[State]] = {}

    def known(self, table: Table) -> Table:
        """The table as it was when it was in the same position before, if it was."""
        state = table.state
        alike = self._known.pop(state.stamp, [])
        found = next((each for each in alike if each.alike(state)), None)
        self._known[state.stamp] = alike if found is not None else [*alike[1 - _ALIKE :], state]
        while len(self._known) > _LAST:
            del self._known[next(iter(self._known))]
        return table if found is None or found is state else table.after(found)


def told(change: Change) -> bool:
    """Does the change say anything, or has the counter only another place in its stack?"""
    old, new = change.before, change.after
    return old is None or new is None or (old.spot, old.levels) != (new.spot, new.levels)
