"""Moves that go on after an attack made on the way: what was spent is spent, and who may move on."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from adjudicator import factname
from adjudicator.engine.actions import Attack, Move
from adjudicator.engine.deeds import MOVED
from adjudicator.engine.hexes import Hex
from adjudicator.engine.memory import Lifetime, Memory
from adjudicator.engine.state import State
from adjudicator.engine.terms import AttackWord, DoneWord, Text, TraitWord
from adjudicator.engine.units import Unit
from adjudicator.facts import YES, Interval, Truth, exactly, truth, unsure

from ..opinion import Opinion
from ..registry import SHARED
from ..table import Table
from .checks import attempt
from .modes import Mode, ModeChange, allowance, modes_of
from .search import find, follow

_PLAIN = Mode("")


SPENT: Final = SHARED.family(
    "points spent by {}", Interval, "the points that a unit has spent", lasts=Lifetime.PHASE, default=exactly(0), forbids=True
)


AIMED: Final[Memory[dict[str, Hex]]] = SHARED.memory(
    "attacked on the way",
    dict[str, str],
    "the units that attacked in their move, each with the hex that it attacked last",
    lasts=Lifetime.PHASE,
    default={},
    forbids=True,
)


def spent_by(table: Table, unit: str) -> Interval:
    """The points that a unit has spent in this phase."""
    return table.state.sure(SPENT[unit], exactly(0))


@SHARED.rule("after.move")
def spent(after: Table, move: Move, before: Table) -> State:
    """What a move cost is noted, and what its way of travelling set aside (for an attack) with it."""
    state = after.state
    for id_ in move.units:
        start = before.place_of(id_)
        if start is not None and start in before.grid and move.to in before.grid and start != move.to:
            points = spent_by(before, id_) + _price(before, before.unit(id_), start, move)
            state = state.remember(SPENT[id_], points)
    return state


def _price(table: Table, unit: Unit, start: Hex, move: Move) -> Interval:
    """The price of a move by the way of travelling that explains it; nothing where none does, which other rules see to."""
    tries = [attempt(table, unit, start, move, found) for found in modes_of(table, unit) if move.mode in (None, found[2].name)]
    chosen = next((each for each in tries if each.truth.yes), next((each for each in tries if each.truth.open), None))
    if chosen is None or chosen.way is None or chosen.mode.unlimited:
        return exactly(0)
    aside = max(0.0, allowance(table, unit, _PLAIN)[0].high - chosen.points.high)
    worst = chosen.way.cost  # of a way that is sure; one that is open may cost all there is
    high = worst if chosen.truth.yes else max(worst, chosen.points.high)
    best = find(chosen.terms, start, move.to, high) if move.path is None else follow(chosen.terms, move.path, high)
    low = high if best is None else min(high, best.cost)
    if best is None or low == high:
        return exactly(high + aside)
    legs = (*pairwise(best.path), *pairwise(chosen.way.path))
    steps = ((step, to) for at, to in legs for step in chosen.terms.edges(at))
    asked = frozenset(need for step, to in steps if step.to == to for need in step.needs) | chosen.truth.needs
    return Interval(low + aside, high + aside, asked or frozenset((factname.path(unit.id, move.to),)))


@SHARED.rule("movement.allowance")
def left(table: Table, unit: Unit, mode: Mode) -> ModeChange | None:
    """What a unit spent earlier in the phase it has no more."""
    points = spent_by(table, unit.id)
    if not points.high:
        return None
    return ModeChange(
        "spent before in this phase", plus=-points.high, holds=YES if points.exact else unsure(*sorted(points.needs))
    )


@SHARED.rule("after.attack")
def aimed_at(
    after: Table, attack: Attack, before: Table, *, kind: AttackWord, traits: frozenset[TraitWord] = frozenset()
) -> State:
    """Which hex each unit attacked on its way is remembered, of those with all the traits without which nobody does that."""
    if attack.kind != kind:
        return after.state
    able = [id_ for id_ in attack.attackers if not any(after.unit(id_).has(trait).no for trait in traits)]
    return after.state.remember(AIMED, {**after.state.listed(AIMED), **dict.fromkeys(able, attack.target)})


def has_cleared(table: Table, unit: str) -> Truth | None:
    """Has the unit's last attack on the way cleared the hex? None: it has made none in this phase."""
    target = table.state.listed(AIMED).get(unit)
    return None if target is None else truth(not table.enemies_on_the_ground(table.unit(unit).side, target))


@SHARED.rule("check.move", sort="moving on")
def once(table: Table, move: Move, *, kind: DoneWord, per: Text = "phase") -> Iterator[Opinion]:
    """A unit moves once in a phase, but moves on after an attack of a kind if that cleared the hex, and else no more.

    What flies comes from its box and goes back there as often as its counter is put anywhere.
    """
    for id_ in (each for each in move.units if not table.unit(each).flies):
        cleared, name = has_cleared(table, id_), table.unit(id_).name
        if cleared is None:
            yield Opinion(~table.state.has(MOVED, id_), f"{name} has already moved in this {per}", units=(id_,))
        else:
            target = table.state.listed(AIMED)[id_]
            message = f"{name} made a {kind} on {table.at(target)} that did not clear it, and goes no further"
            yield Opinion(cleared, message, units=(id_,), hexes=(target,))
