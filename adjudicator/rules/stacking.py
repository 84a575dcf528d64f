"""Stacking: how many units may share a hex, and when that is looked at."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from adjudicator.engine.hexes import Hex
from adjudicator.engine.terms import KindWord, Text, TraitOrSize, TraitWord
from adjudicator.engine.units import Unit
from adjudicator.factname import FactName
from adjudicator.facts import YES, Truth, all_of, any_of, between, exactly, truth

from .opinion import Opinion
from .registry import SHARED
from .table import Table

# Rules of this slot look at the units by themselves, at nothing else of the table: which may stand together is kept.
SHARED.slot("stacking.limit", "Which units may share a hex?", "many")
SHARED.slot("stacking.filled", "Is a hex full by something on it that is no unit?", optional=True)
SHARED.slot("stacking.time", "When must stacks be within the limit?")

WELL = Opinion(YES)  # of stacks nearly always, and nobody reads what is said of those

Moment = Literal["en route", "end of move", "end of phase", "end of retreat", "end of advance", "placement"]


@SHARED.rule("stacking.limit")
def at_most(
    table: Table,
    units: Sequence[Unit],
    *,
    limit: int,
    what: Text,
    traits: frozenset[TraitWord] = frozenset(),
    without: frozenset[TraitWord] = frozenset(),
    count: Mapping[TraitOrSize, int] | None = None,
    not_kinds: frozenset[KindWord] = frozenset(),
) -> Opinion:
    """At most so many units in a hex: of those with a trait, or of those without; some (by size or trait) count for more.

    Units of certain kinds (aircraft over a battle) do not count at all.
    """
    low = high = 0
    needs: frozenset[FactName] = frozenset()
    but, only = sorted(without), sorted(traits)
    for unit in units:
        if unit.kind in not_kinds:
            continue
        weight = 1
        if count:
            weight = max((value for key, value in count.items() if key == unit.size or key in unit.traits), default=1)
        counted = _counts(unit, but, only) if but or only else YES
        if counted.answer is not False:
            high += weight
            low += weight if counted.answer else 0
            needs |= counted.needs
    if high <= limit:
        return WELL
    within = between(low, high, *sorted(needs)).at_most(exactly(limit))
    return Opinion(
        within, f"more than {limit} {what} in one hex" if within.no else f"perhaps more than {limit} {what} in one hex"
    )


def _counts(unit: Unit, but: Sequence[str], only: Sequence[str]) -> Truth:
    """Is it without these traits, and has it one of those, if there are any?"""
    without = (~unit.has(trait) for trait in but)
    return all_of((*without, any_of(unit.has(trait) for trait in only) if only else YES))


@SHARED.rule("stacking.time")
def looked_at(table: Table, *, moments: frozenset[Moment]) -> frozenset[str]:
    """Stacks must be within the limit at these moments; between them they may be larger."""
    return frozenset(moments)


def together(
    table: Table, side: str, hex: Hex, also: Sequence[str] = (), without: Sequence[str] = (), *, passing: bool = False
) -> Opinion:
    """May these units of a side stand together: those in the hex, and some more, without some that have left it?

    They may only be `passing` through: then the rule for what else lies there may say otherwise than where they stay.
    """
    ids = tuple(id_ for id_ in dict.fromkeys((*table.friends_at(side, hex), *also)) if id_ not in without)
    filled = table.rules.find("stacking.filled", side=side)
    may: set[tuple[str, ...]] = table.force(side).kept.setdefault(("stand together", table.rules), set())
    if filled is None and ids in may:
        return WELL
    units = [table.unit(id_) for id_ in ids]
    opinions = [(binding, binding(table, units)) for binding in table.rules.many("stacking.limit", side=side)]
    if filled is not None:
        opinions.append((filled, filled(table, hex, units, passing)))
    said = all_of(opinion.truth for _, opinion in opinions)
    for binding, opinion in opinions:
        if not opinion.truth.yes:
            names = table.names(tuple(unit.id for unit in units))
            return Opinion(
                said,
                f"{opinion.message}: {names} at {table.at(hex)}",
                units=tuple(unit.id for unit in units),
                hexes=(hex,),
                rule=binding.id,
            )
    if filled is None:
        may.add(ids)
    return WELL


def fits(
    table: Table, side: str, hex: Hex, also: Sequence[str] = (), without: Sequence[str] = (), *, passing: bool = False
) -> Truth:
    """The same as a bare truth, quick for hexes that nobody is in."""
    if not (table.friends_at(side, hex) or also[1:]) and table.rules.find("stacking.filled", side=side) is None:
        return truth(True)
    return together(table, side, hex, also, without, passing=passing).truth


def manned(table: Table, side: str) -> Collection[Hex] | None:
    """Where alone a single unit may find no room: among its own. None: perhaps anywhere, since other things fill hexes too."""
    return table.force(side).by_place if table.rules.find("stacking.filled", side=side) is None else None


def matters(table: Table, moment: Moment) -> bool:
    return moment in table.rules.one("stacking.time")(table)
