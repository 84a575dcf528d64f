"""What is known, from whom, and what a judgement lacks: facts, three-valued truth and intervals."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Final, Generic, TypeAlias, TypeVar

from adjudicator.factname import FactName

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

NOTHING: Final[frozenset[FactName]] = frozenset()


class Source(Enum):
    """Who says so. Which of them may decide is for the judge of the file to say, not for the fact."""

    RULEBOOK = "rulebook"  # the text states it
    PRINTED = "printed"  # the module in play shows it
    PLAYER = "player"  # surveyed or typed in by the user, or stated in a case
    RECONSTRUCTION = "reconstruction"  # ours: plausible, not the published thing


@dataclass(frozen=True, slots=True)
class Known(Generic[T_co]):
    """A fact with its source."""

    value: T_co
    source: Source = Source.PLAYER


@dataclass(frozen=True, slots=True)
class Unknown:
    """A fact that nobody has stated, by the name under which it can be supplied: `terrain 0714`, `attack of 21`."""

    key: FactName


Fact: TypeAlias = Known[T] | Unknown


def trusted(fact: Fact[T], sources: frozenset[Source], key: FactName) -> Fact[T]:
    """The fact, if its source is one of those that may decide; otherwise it is as unknown as if nobody had stated it."""
    return fact if isinstance(fact, Unknown) or fact.source in sources else Unknown(key)


@dataclass(frozen=True, slots=True)
class Truth:
    """Yes, no, or not to be said without the facts in `needs` (Kleene's strong logic, which names what it lacks)."""

    answer: bool | None
    needs: frozenset[FactName] = NOTHING

    def __bool__(self) -> bool:
        raise TypeError("a truth has three values; ask for `.yes`, `.no` or `.open`")

    @property
    def yes(self) -> bool:
        return self.answer is True

    @property
    def no(self) -> bool:
        return self.answer is False

    @property
    def open(self) -> bool:
        return self.answer is None

    def __and__(self, other: Truth) -> Truth:
        return all_of((self, other))

    def __or__(self, other: Truth) -> Truth:
        return any_of((self, other))

    def __invert__(self) -> Truth:
        return self if self.answer is None else (NO if self.answer else YES)


YES: Final = Truth(True)
NO: Final = Truth(False)


def truth(answer: bool) -> Truth:
    return YES if answer else NO


def unsure(*keys: FactName) -> Truth:
    """Undecided for lack of the facts named."""
    if not keys:
        raise ValueError("an open question names at least one fact that would decide it")
    return Truth(None, frozenset(keys))


def all_of(truths: Iterable[Truth]) -> Truth:
    """No if one is; open if one is and none is no; else yes. Only the facts of open ones matter then."""
    return _combined(truths, decisive=False)


def any_of(truths: Iterable[Truth]) -> Truth:
    return _combined(truths, decisive=True)


def _combined(truths: Iterable[Truth], *, decisive: bool) -> Truth:
    needs: frozenset[FactName] = NOTHING
    for each in truths:
        if each.answer is decisive:
            return YES if decisive else NO
        needs |= each.needs
    return Truth(None, needs) if needs else truth(not decisive)


@dataclass(frozen=True, slots=True)
class Interval:
    """A number between two bounds, and the facts that would narrow them. Points are multiples of 1/8, exact as floats."""

    low: float
    high: float
    needs: frozenset[FactName] = NOTHING

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError(f"an interval from {self.low} to {self.high}")
        if self.low < self.high and not self.needs:
            raise ValueError("an interval with two ends names the facts that would narrow it")

    @property
    def exact(self) -> bool:
        return self.low == self.high

    def __add__(self, other: Interval) -> Interval:
        return Interval(self.low + other.low, self.high + other.high, self.needs | other.needs)

    def at_most(self, other: Interval) -> Truth:
        """Is this no more than the other?"""
        if self.high <= other.low:
            return YES
        if self.low > other.high:
            return NO
        return Truth(None, self.needs | other.needs)

    def at_least(self, other: Interval) -> Truth:
        return other.at_most(self)

    def __str__(self) -> str:
        return points(self.low) if self.exact else f"{points(self.low)} to {points(self.high)}"


@lru_cache(maxsize=512, typed=True)  # most numbers of a game are small, and intervals never change
def exactly(value: float) -> Interval:
    return Interval(value, value)


def between(low: float, high: float, *needs: FactName) -> Interval:
    return exactly(low) if low == high else Interval(low, high, frozenset(needs))


def number(fact: Fact[int], low: int = 0, high: float = math.inf) -> Interval:
    """A rating as an interval: unknown ones lie between the bounds that counters can have."""
    if isinstance(fact, Known):
        return exactly(fact.value)
    return Interval(low, high, frozenset((fact.key,)))


_FRACTIONS: Final = {0.5: "½", 0.25: "¼", 0.75: "¾"}


def points(value: float) -> str:
    """A number as players write it: 6, 2½, ½; without end where nothing limits it."""
    if value == math.inf:
        return "any number"
    whole, rest = divmod(abs(value), 1)
    text = (f"{int(whole)}" if whole or not rest else "") + (_FRACTIONS.get(rest, f"{rest:g}"[1:]) if rest else "")
    return f"-{text}" if value < 0 else text
