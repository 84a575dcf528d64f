"""Odds: two strengths as a ratio in the game's own notation, rounded in favour of the defender."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor
from typing import Literal

from adjudicator.engine.terms import AttackWord, ColumnWord, NewOdds
from adjudicator.factname import FactName
from adjudicator.facts import NOTHING, Interval

from ..registry import SHARED
from ..table import Table

SHARED.slot("combat.odds", "How do two strengths become a column of the chart?")
SHARED.slot("combat.fixed", "Which attacks are resolved on a column of their own, whatever the strengths?", optional=True)

_NOTATION = re.compile(r"\s*(\d+)\s*[-:/]\s*(\d+)\+?\s*")
HOPELESS = -sys.maxsize  # below every column, however it is shifted

Ends = Literal["before shifts", "after shifts"]
Rounding = Literal["for the defender", "nearest"]


@dataclass(frozen=True, slots=True)
class Ladder:
    """The columns of a game, from the worst for the attacker to the best, and what happens beyond them."""

    columns: tuple[str, ...]
    too_low: Literal["impossible", "lowest"] = "impossible"
    ends: Ends = "after shifts"
    rounding: Rounding = "for the defender"

    def at(self, position: int) -> str | None:
        """The column at a position; None where an attack is not possible."""
        if position < 0 and self.too_low == "impossible":
            return None
        return self.columns[self.clamped(position)]

    def all_between(self, low: int, high: int) -> tuple[str | None, ...]:
        """The columns from one position to another."""
        between = self.columns[self.clamped(low) : self.clamped(high)]
        return tuple(dict.fromkeys((self.at(low), *between, self.at(high))))

    def clamped(self, position: int) -> int:
        return min(max(position, 0), len(self.columns) - 1)

    def position(self, column: str) -> int | None:
        """Where a column stands, however its ratio is written; None if it is none of them."""
        return _position(self.columns, column)


@dataclass(frozen=True, slots=True)
class Odds:
    """Positions on the ladder at the least and at the most; numbers beyond its ends mean odds beyond them."""

    ladder: Ladder
    low: int
    high: int
    needs: frozenset[FactName] = NOTHING
    ratio: str = ""
    fixed: bool = False  # shifts do not count: there is no defence left
    perhaps_fixed: bool = False


@lru_cache(maxsize=1024)  # charts have few columns, and every combat looks at all of them
def _position(columns: tuple[str, ...], column: str) -> int | None:
    wanted = ratio_of(column)
    return next((i for i, each in enumerate(columns) if each == column or (wanted and ratio_of(each) == wanted)), None)


@lru_cache(maxsize=256)
def ratio_of(column: str) -> Fraction | None:
    """The ratio a column stands for: `3-1`, `3:1` and `3-1+` are three, `1-2` is a half."""
    found = _NOTATION.fullmatch(column)
    return Fraction(int(found[1]), int(found[2])) if found and int(found[1]) and int(found[2]) else None


@SHARED.rule("combat.odds")
def ratio(
    table: Table,
    attack: Interval,
    defence: Interval,
    *,
    columns: tuple[NewOdds, ...],
    too_low: Literal["impossible", "lowest"] = "impossible",
    ends: Ends = "after shifts",
    no_strength: Literal["last", "impossible"] = "last",
    rounding: Rounding = "for the defender",
) -> Odds:
    """The attack divided by the defence, rounded in favour of the defender (or to the nearest) to a column of the chart.

    Odds beyond the last column are taken at it, before shifts or after them; a defence of nothing puts the attack on the last
    column whatever the shifts, even for an attack of nothing unless that is impossible.
    """
    for column in columns:
        if ratio_of(column) is None:
            raise ValueError(f"{column!r} is no ratio: write 1-2 or 3:1")
    ladder = Ladder(columns, too_low, ends, rounding)
    needs, top = attack.needs | defence.needs, len(columns) - 1
    if attack.high == 0 and no_strength == "impossible":
        return Odds(ladder, HOPELESS, HOPELESS, ratio="no attack")
    if defence.high == 0 and (attack.low > 0 or no_strength == "last"):
        return Odds(ladder, top, top, ratio="no defence", fixed=True)
    if defence.high == 0:
        return Odds(ladder, HOPELESS, top, needs, "no defence", perhaps_fixed=True)
    low = rung(ladder, attack.low, defence.high)
    high = rung(ladder, attack.high, defence.low) if defence.low else max(top, rung(ladder, attack.high, defence.high))
    if ends == "before shifts":
        low, high = ladder.clamped(low), ladder.clamped(high)
    said = f"{attack}:{defence}"
    return Odds(ladder, low, high, needs if low != high else NOTHING, said, perhaps_fixed=defence.low == 0)


@lru_cache(maxsize=1024)
def rung(ladder: Ladder, attack: float, defence: float) -> int:
    """The position of a ratio: the last column it reaches, or the nearest, counted on in whole ratios beyond both ends.

    Half way between two columns it is the defender's.
    """
    if attack <= 0:
        return HOPELESS
    odds = Fraction(attack) / Fraction(defence)
    ratios = [each for column in ladder.columns if (each := ratio_of(column)) is not None]
    if odds < ratios[0]:
        return min(-1, _whole(odds) - _whole(ratios[0]))
    if odds >= ratios[-1] + 1:
        return len(ratios) - 1 + floor(odds) - floor(ratios[-1])
    if ladder.rounding == "nearest":
        return min(range(len(ratios)), key=lambda index: (abs(ratios[index] - odds), index))
    return max(index for index, each in enumerate(ratios) if each <= odds)


def _whole(odds: Fraction) -> int:
    """Whole ratios as steps of one: 2-1 is two, 1-1 one, 1-2 nothing, 1-3 minus one."""
    return floor(odds) or 2 - ceil(1 / odds)


@SHARED.rule("combat.fixed")
def by_kind(table: Table, kind: str, *, columns: Mapping[AttackWord, ColumnWord]) -> str | None:
    """Attacks of certain kinds (a bombardment) start from a column of their own."""
    return columns.get(kind)
