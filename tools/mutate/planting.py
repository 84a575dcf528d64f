"""One violation planted in a game at play: all before it is legal, and so is what is played after it, given what happened."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from adjudicator.engine.actions import Action, Draw, Lose, Mark, Move, Phase, Retreat, Supply
from adjudicator.rules.apply import apply
from adjudicator.rules.judge import judge
from adjudicator.rules.opinion import Judged
from adjudicator.verdict import Verdict
from tools.selfplay.desk import Desk

_TRIED = 24  # ways to plant it that are looked at for one action
_ANYHOW = (Phase, Supply)  # the game goes on even if what was planted makes that illegal


@dataclass(frozen=True, slots=True)
class Plant:
    """What is played instead of a legal action. One of it is illegal; if none is, what comes later is, for lack of something."""

    actions: tuple[Action, ...]
    also: bool = False  # the legal action is played too, after these
    then: Callable[[Desk], None] | None = None  # what the player does upon these before he goes on
    rest: frozenset[str] = frozenset()  # units that stay where they are until the next phase or chit


def lost_just_now(desk: Desk, unit: str) -> bool:
    """Did it lose a step among the last things done? One given back at once looks as if it had never been lost."""
    return any(isinstance(play.action, Lose) and unit in play.action.steps for play in desk.plays[-12:])


def marked_just_now(desk: Desk, unit: str) -> bool:
    """Was it marked among the last things done? A marker taken off at once looks as if it had never been put on."""
    return any(isinstance(play.action, Mark) and play.action.subject == unit for play in desk.plays[-12:])


def retreated_just_now(desk: Desk, unit: str) -> bool:
    """Is it among the last that retreated? A step lost then may have been the price of that."""
    return any(isinstance(play.action, Retreat) and unit in play.action.units for play in desk.plays[-12:])


Spoil = Callable[[Desk, Action], Iterator[Plant]]


@dataclass(frozen=True, slots=True)
class Kind:
    """A sort of violation: how it is planted, and by which rules (of which one is enough) it must be found."""

    name: str
    rules: frozenset[str]
    spoil: Spoil
    turns: int = 1  # so many turns are played
    busy: float = 0.4  # how much is done in them
    share: float = 0.3  # of the chances to plant it that are taken
    later: bool = False  # something is left out: the first action that is illegal for it shows it
    scenarios: frozenset[str] = frozenset()  # those in which it can be planted; none named: all


@dataclass(slots=True, eq=False)
class Saboteur(Desk):
    """A desk at which one violation of a kind is planted, as soon as there is a chance and he feels like it."""

    kind: Kind | None = None
    whims: random.Random = field(default_factory=random.Random)
    planted: tuple[int, int] | None = None  # the first and the last of the plays that are the violation
    omitted: bool = False  # something was left out and nothing shows it yet
    resting: frozenset[str] = frozenset()
    dropped: bool = False  # what was to be played besides the violation could not be played after it
    judged_so: Counter[str] = field(default_factory=Counter)  # what the judge says of tries that are no such violation

    # --- what the player does

    def tries(self, action: Action) -> bool:
        return self._lets(judge(self.table, action)) and self._goes_on(action)

    def plays_legally(self, action: Action) -> bool:
        spoilt = self.omitted or self.planted is not None
        if self._lets(judge(self.table, action)) or (spoilt and isinstance(action, _ANYHOW)):
            return self._goes_on(action)
        return False if spoilt else Desk.plays_legally(self, action)

    def would(self, action: Action) -> bool:
        return self._lets(judge(self.table, action))

    def _lets(self, judged: Judged) -> bool:
        if self._rests(judged.action):
            return False
        return judged.verdict is Verdict.LEGAL or (self.omitted and self._is_it(judged))

    def _rests(self, action: Action) -> bool:
        return isinstance(action, Move) and not self.resting.isdisjoint(action.units)

    def _goes_on(self, action: Action) -> bool:
        """Play it. The player does not go on with what could not be done any more after what was planted before it."""
        self.dropped = False
        self._play(action)
        return not self.dropped

    def _play(self, action: Action) -> None:
        if self.omitted and self._is_it(judge(self.table, action)):
            self.omitted, self.planted = False, (len(self.plays), len(self.plays))
        elif self.planted is None and not self.omitted and self._spoilt(action):
            return
        Desk._play(self, action)
        if isinstance(action, Phase | Draw):
            self.resting = frozenset()

    # --- the violation

    def _spoilt(self, action: Action) -> bool:
        """Is a violation planted instead of this action?"""
        if self.kind is None or self.whims.random() > self.kind.share:
            return False
        for plant in islice(self.kind.spoil(self, action), _TRIED):
            if self._fits(plant):
                self._do(plant)
                movers = (unit for each in plant.actions if isinstance(each, Move) for unit in each.units)
                self.resting = plant.rest.union(movers)  # who goes on from there may well have gone by another way
                if plant.then is not None:
                    plant.then(self)
                if plant.also and not self._rests(action) and judge(self.table, action).verdict is Verdict.LEGAL:
                    Desk._play(self, action)
                else:
                    self.dropped = plant.also
                return True
        return False

    def _fits(self, plant: Plant) -> bool:
        """Is all of it legal but for one action, and that for nothing but the rules of this kind?"""
        if self.kind is None:
            return False
        table, wrong = self.table, 0
        for action in plant.actions:
            judged = judge(table, action)
            if judged.verdict is not Verdict.LEGAL:
                wrong += 1
                if not self._is_it(judged):
                    self.judged_so[", ".join(sorted({f"{each.verdict.value} {each.rule}" for each in judged.findings}))] += 1
                    return False
            table = apply(table, action)
        if wrong != (0 if self.kind.later else 1):
            self.judged_so["legal" if not wrong else "illegal more than once"] += 1
            return False
        return True

    def _is_it(self, judged: Judged) -> bool:
        rules = self.kind.rules if self.kind is not None else frozenset()
        return bool(judged.findings) and all(each.verdict is Verdict.ILLEGAL and each.rule in rules for each in judged.findings)

    def _do(self, plant: Plant) -> None:
        first = len(self.plays)
        for action in plant.actions:
            Desk._play(self, action)
        if self.kind is not None and self.kind.later:
            self.omitted = True
        else:
            self.planted = (first, len(self.plays) - 1)
