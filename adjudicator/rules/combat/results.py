"""Combat results as data: what each notation asks of the attacker and of the defender."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from adjudicator.engine.charts import ResultsChart
from adjudicator.engine.terms import AttackWord, LightWord, MarkWord, NoteWord, PhaseWord, ResultsWord, SideWord, Text
from adjudicator.facts import YES, Interval, all_of, any_of, exactly, truth

from ..daylight import is_light
from ..registry import SHARED
from ..table import Table
from .fight import Fight, Role

SHARED.slot("combat.results", "How does the game write the results of combats?")
SHARED.slot("combat.chart", "On which chart is a combat resolved?")
SHARED.slot("combat.die", "What is added to the die of a combat?", "many", optional=True)


@dataclass(frozen=True, slots=True)
class CombatOutcome:
    """What a result asks of one side."""

    losses: int = 0
    retreat: int = 0
    everything: bool = False  # all steps are lost
    morale: int | None = None  # units whose morale is less than this retreat
    unless_retreated: bool = False  # only if the other side did not retreat
    pays: int | None = None  # steps that may be lost instead of retreating
    pinned: bool = False

    @property
    def nothing(self) -> bool:
        return self == CombatOutcome()


@dataclass(frozen=True, slots=True)
class Result:
    """What a result asks of both sides."""

    attacker: CombatOutcome = CombatOutcome()
    defender: CombatOutcome = CombatOutcome()

    def of(self, role: Role) -> CombatOutcome:
        return self.attacker if role == "attacker" else self.defender


_NONE = frozenset(("", "-", "–", "—", "none", "no effect", "ne"))
_PART = re.compile(r"([ad])(\d*)(?:(r)(\d*))?(\*?)")
_PINNED = re.compile(r"([ad])(\d*)(?:r(\d+)|ro(\d+))?(p?)")
_RATIO = re.compile(r"(\d+|-)/(\d+|-)")
_MORALE = re.compile(r"([ad]?)(e|\d)(\+?)")


def _plain(text: str) -> str:
    return re.sub(r"\s+", "", text).lower()


@SHARED.rule("combat.results")
def steps_and_retreats(table: Table, text: str, *, bare_retreat: Literal["one hex", "as losses"] = "one hex") -> Result | None:
    """Letters for the side, a number for steps lost, r and a number for hexes of retreat; a star for a result that hangs on the
    defender staying: D1r2, A1*/Dr. An r without a number is one hex, or as many as steps are lost."""
    plain = _plain(text)
    if plain in _NONE:
        return Result()
    result = Result()
    for part in plain.split("/"):
        found = _PART.fullmatch(part)
        if found is None or not (found[2] or found[3]):
            return None
        bare = max(1, int(found[2] or 0)) if bare_retreat == "as losses" else 1
        retreat = int(found[4] or bare) if found[3] else 0
        outcome = CombatOutcome(int(found[2] or 0), retreat, unless_retreated=bool(found[5]))
        if not result.of("attacker" if found[1] == "a" else "defender").nothing:
            return None
        result = replace(result, attacker=outcome) if found[1] == "a" else replace(result, defender=outcome)
    return result


@SHARED.rule("combat.results")
def steps_retreats_and_pins(table: Table, text: str) -> Result | None:
    """Steps and retreats, Ro and a number for a retreat of one hex or so many steps instead, P for pinned: D1R2, A1/DRo1."""
    plain = _plain(text)
    if plain in _NONE:
        return Result()
    result = Result()
    for part in plain.split("/"):
        found = _PINNED.fullmatch(part)
        if found is None or not any(found.groups()[1:]):
            return None
        retreat = 1 if found[4] else int(found[3] or 0)
        outcome = CombatOutcome(int(found[2] or 0), retreat, pays=int(found[4]) if found[4] else None, pinned=bool(found[5]))
        if not result.of("attacker" if found[1] == "a" else "defender").nothing:
            return None
        result = replace(result, attacker=outcome) if found[1] == "a" else replace(result, defender=outcome)
    return result


@SHARED.rule("combat.results")
def steps_each(table: Table, text: str) -> Result | None:
    """Two numbers, the steps that the attacker and the defender lose: 1/6."""
    plain = _plain(text)
    if plain in _NONE:
        return Result()
    found = _RATIO.fullmatch(plain)
    if found is None:
        return None
    return Result(*(CombatOutcome(0 if each == "-" else int(each)) for each in found.groups()))


@SHARED.rule("combat.results")
def against_morale(table: Table, text: str) -> Result | None:
    """A letter for the side (none: the defender), E for all steps, or a number for morale to reach; + for a step lost besides."""
    plain = _plain(text)
    if plain in _NONE:
        return Result()
    result = Result()
    for part in plain.split("/"):
        found = _MORALE.fullmatch(part)
        if found is None:
            return None
        outcome = CombatOutcome(everything=True) if found[2] == "e" else CombatOutcome(1 if found[3] else 0, morale=int(found[2]))
        result = replace(result, attacker=outcome) if found[1] == "a" else replace(result, defender=outcome)
    return result


def read(table: Table, text: str) -> Result | None:
    """A result in the game's notation; None if it cannot be read."""
    rule = table.rules.find("combat.results")
    found: Result | None = None if rule is None else rule(table, text)
    return found


def same(table: Table, said: str, right: str) -> bool:
    """Do two texts mean the same result?"""
    first, second = read(table, said), read(table, right)
    return first == second if first is not None and second is not None else _plain(said) == _plain(right)


@SHARED.rule("combat.chart")
def named(
    table: Table, fight: Fight, *, chart: ResultsWord = "crt", by_kind: Mapping[AttackWord, ResultsWord] | None = None
) -> str:
    """Combats are resolved on one chart, some kinds of attack perhaps on another."""
    return (by_kind or {}).get(fight.kind, chart)


@dataclass(frozen=True, slots=True)
class Modifier:
    """What is added to a die, at the least and at the most."""

    plus: Interval
    reason: str
    choice: bool = False  # only if the attacker wants it
    void_below: int | None = None  # a number that it makes lower than this has no effect


@SHARED.rule("combat.die")
def plus(
    table: Table,
    fight: Fight,
    *,
    reason: Text,
    plus: int,
    kinds: frozenset[AttackWord] = frozenset(),
    turns: frozenset[int] = frozenset(),
    phases: frozenset[PhaseWord] = frozenset(),
    sides: frozenset[SideWord] = frozenset(),
    noted: Mapping[NoteWord, list[Text]] | None = None,
    defender_marked: frozenset[MarkWord] = frozenset(),
    lights: frozenset[LightWord] = frozenset(),
    bystanders: bool = False,
    choice: bool = False,
    void_below: int | None = None,
) -> Modifier | None:
    """Something is added to the die: for kinds of attack, in some turns or light, or if a defender has a marker.

    Those in the hex that do not defend it may count too. It may be for the attacker to say whether he wants it. A number that it
    makes too low is read on the first line of the chart, or has no effect.
    """
    marked = fight.present if bystanders else fight.defenders
    bearers = [(unit, standing) for unit in marked if (standing := table.standing(unit)) is not None]
    holds = all_of(
        (
            truth(not kinds or fight.kind in kinds),
            truth(not turns or table.state.turn in turns),
            truth(not phases or table.state.phase in phases),
            truth(not sides or fight.side in sides),
            is_light(table, lights) if lights else YES,
            *(table.is_said(name, values) for name, values in (noted or {}).items()),
            any_of(standing.marked(mark, unit) for mark in sorted(defender_marked) for unit, standing in bearers)
            if defender_marked
            else YES,
        )
    )
    if holds.no:
        return None
    span = exactly(plus) if holds.yes else Interval(min(0, plus), max(0, plus), holds.needs)
    return Modifier(span, reason, choice, void_below)


def looked_up(chart: ResultsChart, columns: tuple[str, ...], dice: Interval) -> tuple[str, ...]:
    """The results that certain columns and numbers on the die may give."""
    rolled = range(int(dice.low), int(dice.high) + 1)
    return tuple(dict.fromkeys(chart.look_up(die, column) for column in columns for die in rolled))
