"""Retreats that end where there is no room: the units go on, and all that stood in the crowded hex are marked for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from adjudicator import factname
from adjudicator.engine.actions import Phase, Retreat
from adjudicator.engine.hexes import Hex
from adjudicator.engine.memory import Lifetime, Memory
from adjudicator.engine.state import State
from adjudicator.engine.terms import MarkWord
from adjudicator.facts import NO, YES, Truth

from .combat.aftermath import ordered
from .combat.record import Combat, last
from .combat.routes import manner_of, routes
from .opinion import Opinion
from .registry import SHARED
from .table import Table

Crowd = frozenset[tuple[str, Hex]]
CROWDED: Final[Memory[Crowd]] = SHARED.memory(
    "crowded",
    frozenset[tuple[str, str]],
    "the units of a hex that was surely too full after a retreat, each with where it stood or went on to",
    lasts=Lifetime.PHASE,
    default=frozenset(),
    forbids=True,
)
PERHAPS: Final[Memory[Crowd]] = SHARED.memory(
    "perhaps crowded",
    frozenset[tuple[str, str]],
    "the same of a hex that may have been too full",
    lasts=Lifetime.PHASE,
    default=frozenset(),
    forbids=True,
)


@SHARED.rule("after.retreat")
def remembered(after: Table, retreat: Retreat, before: Table) -> State:
    """Who went on from a crowded hex, and who stood in it, is noted: surely, if every way there leads on from that hex."""
    if retreat.to not in before.grid:
        return after.state
    starts: dict[Hex, list[str]] = {}
    for unit in retreat.units:
        place = before.place_of(unit)
        if place is not None and place in before.grid:
            starts.setdefault(place, []).append(unit)
    state = after.state
    for start, units in starts.items():
        ways = _ways(before, tuple(units), start, retreat)
        for hex in frozenset[Hex]().union(*ways):
            word = CROWDED if all(hex in way for way in ways) else PERHAPS
            hosts = before.friends_at(before.unit(units[0]).side, hex)
            state = state.adding(word, *((unit, after.place_of(unit) or hex) for unit in (*hosts, *units)))
    return state


def _ways(table: Table, units: tuple[str, ...], start: Hex, retreat: Retreat) -> list[tuple[Hex, ...]]:
    """For each way that explains a retreat the crowded hexes on it: those from its proper length on, before its end."""
    combat, manner = last(table), manner_of(table, units[0])
    far = 0 if combat is None else _far(table, combat, units)
    if manner is None or not manner.displaced or not far:
        return []
    if retreat.path is not None:
        return [retreat.path[far:-1]]
    return [route.path[far:-1] for route in routes(table, units, start, far, manner) if route.path[-1] == retreat.to]


def _far(table: Table, combat: Combat, units: tuple[str, ...]) -> int:
    """How many hexes the units retreat; those who only go along go as far as the others of their hex."""
    own = [ordered(table, combat, unit).length for unit in units]
    if not any(length.high for length in own):
        own = [ordered(table, combat, unit).length for unit in (*combat.fight.present, *combat.fight.attackers)]
    return max((int(length.high) for length in own), default=0)


def is_crowded(table: Table, unit: str) -> Truth:
    """Was the unit's hex (or its retreat) crowded in this phase?"""
    if any(id_ == unit for id_, _ in table.state.those(CROWDED)):
        return YES
    return table.asks(factname.why_marked(unit)) if any(id_ == unit for id_, _ in table.state.those(PERHAPS)) else NO


@SHARED.rule("check.phase")
def all_marked(table: Table, phase: Phase, *, mark: MarkWord) -> Iterator[Opinion]:
    """When the phase ends, all that stood in a crowded hex, and all that went on from it, carry the marker."""
    for id_, place in sorted(table.state.those(CROWDED)):
        standing = table.standing(id_)
        if standing is not None and standing.place == place:
            name = table.unit(id_).name
            text = f"{name} was in a hex too full after a retreat and is not {mark}"
            yield Opinion(standing.marked(mark, id_), text, units=(id_,), hexes=(place,), fix=f"mark {name} {mark}")
