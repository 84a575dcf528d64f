"""What a correction is: one unit that shall stand otherwise at the end, and why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from adjudicator.engine.state import Standing
from adjudicator.explain.causes import Traced, put_back
from adjudicator.rules.table import Table
from adjudicator.rules.words import said

Kind = Literal["place", "steps", "marker"]
Apply = Literal["safe", "suggested", "markers"]


@dataclass(frozen=True, slots=True)
class Correction:
    """A unit put right. Safe: there is exactly one legal outcome. Suggested: the likeliest, for the players to agree to."""

    index: int  # of the action at fault among all that were played
    step: int
    unit: str
    name: str
    kind: Kind
    was: Standing | None  # at the end, as played
    now: Standing | None
    before: str  # the same in words
    after: str
    why: str
    rule: str
    cite: tuple[str, ...]
    safe: bool
    reason: str  # why it is safe, or why it is only suggested

    def of(self, standing: Standing | None) -> Standing | None:
        """How the unit would have stood at an earlier moment, had the action at fault been as the correction has it."""
        if self.was is None or self.now is None or standing is None:
            return self.now if standing == self.was else standing
        place = self.now.place if self.kind == "place" else standing.place  # wherever it went on from there
        losses = max(0, standing.losses + self.now.losses - self.was.losses)
        marks = (standing.marks - (self.was.marks - self.now.marks)) | (self.now.marks - self.was.marks)
        return replace(standing, place=place, losses=losses, marks=marks)


@dataclass(frozen=True, slots=True)
class Left:
    """Something illegal that is not corrected, and why not."""

    step: int | None  # None: it is wrong with a position by itself
    what: str
    why: str


@dataclass(frozen=True, slots=True)
class Plan:
    """What is corrected, in the order in which it is done, what could be, and what could not."""

    made: tuple[Correction, ...] = ()
    offered: tuple[Correction, ...] = ()
    left: tuple[Left, ...] = ()


def correction(
    found: Traced, end: Table, unit: str, kind: Kind, now: Standing | None, *, safe: bool, reason: str, why: str = ""
) -> Correction:
    was = end.standing(unit)
    return Correction(
        index=found.index,
        step=found.played.step,
        unit=unit,
        name=end.unit(unit).name,
        kind=kind,
        was=was,
        now=now,
        before=_told(end, unit, kind, was),
        after=_told(end, unit, kind, now),
        why=why or message(found),
        rule=found.ruled.rule,
        cite=found.ruled.cite,
        safe=safe,
        reason=reason,
    )


def message(found: Traced) -> str:
    return found.ruled.opinion.message or said(found.played.before, found.played.action)


def left(found: Traced, why: str) -> Left:
    return Left(found.played.step, message(found), why)


def corrected(table: Table, made: Iterable[Correction], before: int | None = None) -> Table:
    """The table as it would be with these corrections; only those of actions before one, where that is given."""
    for each in made:
        if before is None or each.index < before:
            table = put_back(table, {each.unit: each.of(table.standing(each.unit))})
    return table


def _told(table: Table, unit: str, kind: Kind, standing: Standing | None) -> str:
    if standing is None:
        return "out of play"
    if kind == "marker":
        return " and ".join(sorted(standing.marks)) or ("in supply" if table.rules.all_of("check.supply") else "no marker")
    if kind == "steps":
        lost = "1 step lost" if standing.losses == 1 else f"{standing.losses} steps lost"
        return lost if standing.losses else "full strength"
    return table.at(standing.place) if standing.place in table.grid else standing.place
