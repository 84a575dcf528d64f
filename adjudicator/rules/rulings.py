"""On which rulings a finding rests: those whose other reading would change it, found by judging again under each of them.

Only a reading that answers otherwise a question which was asked can change anything, or one under which something else would be
remembered by now: that a corps was released, how far a beaten unit goes. The game under another reading has rules of its own, so
nothing that was worked out under the reading taken is mistaken for what holds under the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from adjudicator.engine.hexes import Hex
from adjudicator.engine.kinds import Action
from adjudicator.engine.memory import Remembered
from adjudicator.engine.state import State
from adjudicator.verdict import Verdict

from .apply import apply
from .judge import judge
from .opinion import Judged, RestsOn, Ruled
from .position import JudgedPosition, judge_position
from .recording import Recorded, overheard
from .table import Game, OtherReading, Table

J = TypeVar("J", Judged, JudgedPosition)
Key = tuple[str, tuple[str, ...], Verdict]

REPLAYS = 300  # judgements under other readings that the findings of a log are worth: beyond that nobody plays who plays the game


@dataclass(frozen=True, slots=True)
class Remembrance:
    """What is remembered otherwise than it is; None: it is not remembered at all."""

    memories: Mapping[str, Remembered[Any] | None]
    control: Mapping[Hex, str | None]

    def __bool__(self) -> bool:
        return bool(self.memories or self.control)

    def put_into(self, state: State) -> State:
        memories = {name: each for name, each in state.memories.items() if name not in self.memories}
        memories.update((name, each) for name, each in self.memories.items() if each is not None)
        control = {hex: side for hex, side in state.control.items() if hex not in self.control}
        control.update((hex, side) for hex, side in self.control.items() if side is not None)
        return replace(state, memories=memories, control=control)


def _parted(here: State, there: State) -> Remembrance:
    """What is remembered there otherwise than here. Where the units stand is as it was played."""
    names = [name for name in {**here.memories, **there.memories} if here.memories.get(name) != there.memories.get(name)]
    hexes = [hex for hex in {**here.control, **there.control} if here.control.get(hex) != there.control.get(hex)]
    return Remembrance({name: there.memories.get(name) for name in names}, {hex: there.control.get(hex) for hex in hexes})


@dataclass(frozen=True, slots=True)
class Unplayed:
    """What would be remembered by now if the game had been played under another reading, for each under which it differs."""

    under: Mapping[OtherReading, Remembrance] = field(default_factory=dict)

    def after(self, table: Table, action: Action) -> Unplayed:
        """The same after an action."""
        if not table.game.others:
            return self
        watched = overheard(table.game)
        here = apply(replace(table, game=watched), action).state
        found: dict[OtherReading, Remembrance] = {}
        for other in table.game.others:
            if other in self.under or _asked(watched, other):
                differs = _parted(here, apply(self.table(table, other), action).state)
                if differs:
                    found[other] = differs
        return Unplayed(found)

    def table(self, table: Table, other: OtherReading) -> Table:
        """The table under another reading."""
        remembered = self.under.get(other)
        return replace(table, game=other.game, state=remembered.put_into(table.state) if remembered else table.state)


@dataclass(slots=True)
class Replays:
    """How many more actions may be judged again."""

    left: int


AS_STATED = Unplayed()  # of a position that came from nothing but what was stated


def naming_rulings(played: Iterable[tuple[Table, Judged]]) -> Iterator[Judged | None]:
    """Actions one after the other, each with the table before it: their findings say on which rulings they rest.

    Nothing is played again after the last finding, and so nothing at all where everything is in order. None for each action from
    the one on at which too much has been found wrong to look into all of it: on what its findings rest nobody knows.
    """
    steps, unplayed, replays = tuple(played), AS_STATED, Replays(REPLAYS)
    last = max((at for at, (_, judged) in enumerate(steps) if judged.findings), default=-1)
    for at, (table, judged) in enumerate(steps):
        if replays.left <= 0:
            yield None
            continue
        yield action_with_rulings(table, judged, unplayed, replays=replays)
        if at < last:
            unplayed = unplayed.after(table, judged.action)


def action_with_rulings(
    table: Table, judged: Judged, unplayed: Unplayed = AS_STATED, *, legal: bool = False, replays: Replays | None = None
) -> Judged:
    """An action whose findings say on which rulings they rest. With `legal` also one that is in order."""
    if not judged.findings and not legal:
        return judged

    def again(at: Table) -> Judged:
        found = judge(at, judged.action)
        if replays is not None:
            replays.left -= 1 + any(each.verdict is Verdict.ILLEGAL for each in found.ruled)  # what is illegal has to be proved
        return found

    return _with_rulings(table, judged, unplayed, again)


def position_with_rulings(
    table: Table, judged: JudgedPosition, start: Table | None = None, *, legal: bool = False
) -> JudgedPosition:
    """The same for a position by itself."""
    if not judged.findings and not legal:
        return judged
    return _with_rulings(table, judged, AS_STATED, lambda at: judge_position(at, start))


def _with_rulings(table: Table, judged: J, unplayed: Unplayed, again: Callable[[Table], J]) -> J:
    if not table.game.others:
        return judged
    watched = overheard(table.game)
    here = _said(again(replace(table, game=watched)))
    differing = [other for other in table.game.others if other in unplayed.under or _asked(watched, other)]
    others = [(other, _said(again(unplayed.table(table, other)))) for other in differing]

    def resting(each: Ruled) -> tuple[RestsOn, ...]:
        # The verdict may since have been softened by who read a log: what the rule said of these units is what counts. Where it
        # found something wrong, what it found right besides does not.
        own = frozenset(key for key in here if key[:2] == (each.rule, each.opinion.units))
        own = _wrong(own) or own
        return _named(other for other, there in others if any(not _stands(key, here, there) for key in own))

    wrong = _wrong(here)
    return replace(
        judged,
        ruled=tuple(replace(each, rests_on=resting(each)) for each in judged.ruled),
        rests_on=_named(other for other, there in others if _wrong(there) != wrong),
    )


def _asked(watched: Game, other: OtherReading) -> bool:
    return isinstance(watched.rules, Recorded) and not watched.rules.asked.isdisjoint(other.slots)


def _said(judged: Judged | JudgedPosition) -> frozenset[Key]:
    """What makes a finding the same under another reading: the rule, the units and the verdict."""
    return frozenset((each.rule, each.opinion.units, each.verdict) for each in judged.ruled)


def _stands(key: Key, here: frozenset[Key], there: frozenset[Key]) -> bool:
    """Is it found under the other reading too, or is the same said of these units there by a rule that is content here?

    Who is told to take the other reading, and accused all the same, was told wrong.
    """
    return key in there or (key[2] is not Verdict.LEGAL and any(each[1:] == key[1:] for each in there - here))


def _wrong(said: frozenset[Key]) -> frozenset[Key]:
    return frozenset(key for key in said if key[2] is not Verdict.LEGAL)


def _named(others: Iterable[OtherReading]) -> tuple[RestsOn, ...]:
    readings: dict[str, list[str]] = {}
    for other in others:
        readings.setdefault(other.defect, []).append(other.key)
    return tuple(RestsOn(defect, tuple(keys)) for defect, keys in readings.items())
