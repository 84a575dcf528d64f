"""What a rule says about an action: a truth with its proof."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

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
    proof: Callable[[], Opinion] | None = field(default=None, repr=False, compare=False)  # the same with its proof, if dear


@dataclass(frozen=True, slots=True)
class RestsOn:
    """A ruling on a defect of the rulebook, and the other readings under which a finding would not be what it is."""

    defect: str
    readings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ruled:
    """An opinion, and the rule of the game it comes from.

    Who reads a log tries many ways, and asks of most only whether they are wrong. So what is dear to prove is proved when
    somebody asks for the proof, or for the rule at fault (`later`): until then the fields that tell of it are not there yet.
    """

    rule: str
    cite: tuple[str, ...]
    opinion: Opinion
    rests_on: tuple[RestsOn, ...] = ()  # where somebody looked (rulings.py)
    truth: Truth = field(init=False, repr=False, compare=False)
    units: tuple[str, ...] = field(init=False, repr=False, compare=False)
    _prove: Callable[[], Ruled] | None = field(init=False, repr=False, compare=False, default=None)

    def __post_init__(self) -> None:
        object.__setattr__(self, "truth", self.opinion.truth)
        object.__setattr__(self, "units", self.opinion.units)

    @classmethod
    def later(cls, truth: Truth, units: tuple[str, ...], prove: Callable[[], Ruled]) -> Ruled:
        new = object.__new__(cls)
        for name, value in (("rests_on", ()), ("truth", truth), ("units", units), ("_prove", prove)):
            object.__setattr__(new, name, value)
        return new

    if not TYPE_CHECKING:

        def __getattr__(self, name):
            if name not in ("rule", "cite", "opinion") or self._prove is None:
                raise AttributeError(name)
            proved = self._prove()
            for each in ("rule", "cite", "opinion"):
                object.__setattr__(self, each, getattr(proved, each))
            object.__setattr__(self, "_prove", None)
            return getattr(self, name)

    @property
    def verdict(self) -> Verdict:
        return verdict_of(self.truth)


@dataclass(frozen=True, slots=True)
class Judged:
    """An action with everything that was said about it."""

    action: Action
    ruled: tuple[Ruled, ...]
    rests_on: tuple[RestsOn, ...] = ()  # on which it rests that the action as a whole is what it is, where somebody looked

    @property
    def verdict(self) -> Verdict:
        return verdict_of(all_of(each.truth for each in self.ruled))

    @property
    def findings(self) -> tuple[Ruled, ...]:
        """What is not simply in order."""
        return tuple(each for each in self.ruled if not each.truth.yes)


def verdict_of(said: Truth) -> Verdict:
    if said.open:
        return Verdict.UNDECIDED
    return Verdict.LEGAL if said.yes else Verdict.ILLEGAL
