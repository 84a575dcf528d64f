"""The desk at which a game is played: every action is judged before it is played, and only legal ones are."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from adjudicator.engine.actions import Action, Attack
from adjudicator.engine.charts import PlainChart
from adjudicator.facts import Known
from adjudicator.games import LoadedGame
from adjudicator.rules.apply import apply
from adjudicator.rules.chits import chit
from adjudicator.rules.judge import judge
from adjudicator.rules.opinion import Judged
from adjudicator.rules.printed import Line
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class Play:
    """One action that was played, with the position before it."""

    action: Action
    before: Table


@dataclass(frozen=True, slots=True, eq=False)
class Refusal:
    """An action that the player took for legal and the judge did not."""

    judged: Judged
    before: Table

    @property
    def rules(self) -> str:
        return ", ".join(sorted({each.rule for each in self.judged.findings}))


@dataclass(slots=True, eq=False)
class Desk:
    """A game in play: the position, what was played, and what the judge did not let pass."""

    loaded: LoadedGame
    table: Table
    dice: random.Random
    plays: list[Play] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)
    over: bool = False
    refrains: frozenset[str] = frozenset()  # rules that this player knows to obey, though he does not look for them beforehand

    def tries(self, action: Action) -> bool:
        """Play an action if it is legal. The player does not know whether it is."""
        judged = judge(self.table, action)
        if judged.verdict is not Verdict.LEGAL:
            return False
        self._play(action)
        return True

    def plays_legally(self, action: Action) -> bool:
        """Play an action that the player takes for legal; if the judge does not, that is remembered."""
        judged = judge(self.table, action)
        if judged.verdict is not Verdict.LEGAL:
            if judged.verdict is not Verdict.ILLEGAL or not self.refrains.issuperset(each.rule for each in judged.findings):
                self.refused.append(Refusal(judged, self.table))
            return False
        self._play(action)
        return True

    def would(self, action: Action) -> bool:
        return judge(self.table, action).verdict is Verdict.LEGAL

    def _play(self, action: Action) -> None:
        self.plays.append(Play(action, self.table))
        self.table = apply(self.table, action)

    # --- chance

    def die(self) -> int:
        return self.dice.randint(1, 6)

    def chance(self, share: float) -> bool:
        return self.dice.random() < share

    def shuffled(self, things: Iterable[T]) -> list[T]:
        found = list(things)
        self.dice.shuffle(found)
        return found

    # --- looking at the position

    def on_map(self, side: str) -> Iterator[str]:
        """The ground units of a side that are on the map."""
        for unit, standing in self.table.force(side).standings.items():
            if standing.place in self.table.grid and self.table.unit(unit).kind not in ("air", "ship"):
                yield unit

    def is_hq(self, unit: str) -> bool:
        return self.table.unit(unit).has("hq").yes

    def chit(self, name: str) -> Line:
        return chit(self.table, "chits", name) or {}

    def chart(self, name: str) -> PlainChart:
        found = self.table.game.chart(name, PlainChart)
        if found is None:
            raise LookupError(f"{self.loaded.slug} has no chart {name}")
        return found

    def note(self, key: str) -> object:
        return self.table.known(key)

    def would_move(self, unit: str) -> bool:
        """Can it move at all?"""
        stated = self.table.unit(unit).rating("movement", self.table.losses(unit))
        return isinstance(stated, Known) and stated.value > 0

    def plays_attack(self) -> Attack:
        """The last attack played."""
        return next(play.action for play in reversed(self.plays) if isinstance(play.action, Attack))
