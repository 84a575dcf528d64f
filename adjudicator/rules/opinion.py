"""What a rule says about an action: a truth with its proof."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.engine.actions import Action
from adjudicator.engine.hexes import Hex
from adjudicator.facts import Truth, all_of
from adjudicator.finding import Row
from adjudicator.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Opinion:
    """Is the action as this rule demands? `message` says in one sentence what is wrong with it, or what hangs in the balance."""

    truth: Truth
    message: str = ""
    rows: tuple[Row, ...] = ()
    units: tuple[str, ...] = ()
    hexes: tuple[Hex, ...] = ()
    fix: str | None = None
    cite: tuple[str, ...] = ()  # sections beyond those of the rule's own binding
    rule: str | None = None  # the id of another binding of the game that is at fault, where the check found out which


@dataclass(frozen=True, slots=True)
class RestsOn:
    """A ruling on a defect of the rulebook, and the other readings under which a finding would not be what it is."""

    defect: str
    readings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ruled:
    """An opinion, and the rule of the game it comes from."""

    rule: str
    cite: tuple[str, ...]
    opinion: Opinion
    rests_on: tuple[RestsOn, ...] = ()  # where somebody looked (rulings.py)

    @property
    def verdict(self) -> Verdict:
        return verdict_of(self.opinion.truth)


@dataclass(frozen=True, slots=True)
class Judged:
    """An action with everything that was said about it."""

    action: Action
    ruled: tuple[Ruled, ...]
    rests_on: tuple[RestsOn, ...] = ()  # on which it rests that the action as a whole is what it is, where somebody looked

    @property
    def verdict(self) -> Verdict:
        return verdict_of(all_of(each.opinion.truth for each in self.ruled))

    @property
    def findings(self) -> tuple[Ruled, ...]:
        """What is not simply in order."""
        return tuple(each for each in self.ruled if not each.opinion.truth.yes)


def verdict_of(said: Truth) -> Verdict:
    if said.open:
        return Verdict.UNDECIDED
    return Verdict.LEGAL if said.yes else Verdict.ILLEGAL
