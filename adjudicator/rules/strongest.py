"""Who loses steps first: the strongest, as printed on the side that lies up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from adjudicator.engine.actions import Lose
from adjudicator.engine.terms import LossWord, RatingWord, TraitWord
from adjudicator.facts import NO, YES, Interval, Truth, all_of, any_of, exactly, number, unsure
from adjudicator.finding import Row

from .combat.aftermath import losses_due, one_of
from .combat.record import Combat, RetreatWay
from .losses import AFTER_COMBAT, of_combat
from .opinion import Opinion
from .registry import SHARED
from .table import Table


@SHARED.rule("check.lose", "losses.strongest_first")
def strongest_first(
    table: Table,
    lose: Lose,
    *,
    attack: RatingWord = "attack",
    defence: RatingWord = "defence",
    without: frozenset[TraitWord] = frozenset(),
    because: frozenset[LossWord] = AFTER_COMBAT,
) -> Iterator[Opinion]:
    """The first step lost is one of the unit with the highest printed strength, in attack or in defence.

    So is each that a retreating stack pays for a zone of control: then that counts which lies up by now. In which order several
    steps were taken does not matter, as long as there is an order in which each such step was the strongest one's.
    """
    found = of_combat(table, lose)
    if found is None or not lose.steps or lose.because not in because:
        return
    combat, role = found
    rating = attack if role == "attacker" else defence
    if lose.because == "retreat":
        for way in combat.ways:
            yield from _paid_by_strongest(table, combat, way, lose, rating, without)
        return
    units, due = combat.fight.units(role), losses_due(table, combat, role).number
    taken = (*combat.lost_by(role), *lose.steps)
    if due.high < 1 or not set(units).issuperset(taken) or len(taken) < min(due.low, combat.had(units)):
        return
    left = {unit: combat.steps[unit] for unit in units if unit in combat.steps}
    yield from _by_strength(table, _Payment(left, taken, 1, rating, without), due)


def _paid_by_strongest(
    table: Table, combat: Combat, way: RetreatWay, lose: Lose, rating: str, without: frozenset[str]
) -> Iterator[Opinion]:
    """What a stack pays for zones of control, each step by the strongest of that moment, once all of it is paid."""
    if not way.for_zones or way.cost.low != way.cost.high or set(way.units).isdisjoint(lose.steps):
        return
    left = {unit: combat.steps[unit] - combat.by_result[unit] for unit in way.units if unit in combat.steps}
    taken = tuple(unit for unit in (*combat.paid, *lose.steps) if unit in left)
    due = losses_due(table, combat, combat.role_of(lose.side)).number
    told = combat.by_result.total() >= due.low  # else a step that the result takes first may be told later
    if told and len(taken) == min(way.cost.low, sum(left.values())):
        yield from _by_strength(table, _Payment(left, taken, len(taken), rating, without), way.cost)


@dataclass(frozen=True, slots=True)
class _Payment:
    """Steps taken from units that had so many left, of which the first few are the strongest's."""

    left: Mapping[str, int]
    taken: tuple[str, ...]
    bound: int
    rating: str
    without: frozenset[str]  # traits of units that have no step to lose

    def strengths(self, table: Table, gone: Sequence[str]) -> Mapping[str, Interval]:
        """What is printed on the sides that lie up once these steps are gone."""
        found: dict[str, Interval] = {}
        for unit, steps in self.left.items():
            counter, now = table.unit(unit), steps - gone.count(unit)
            if now > 0 and not one_of(table, unit, self.without):
                found[unit] = number(counter.rating(self.rating, counter.steps - now))
        return found


def _by_strength(table: Table, payment: _Payment, due: Interval) -> Iterator[Opinion]:
    """Is there an order in which each of the steps that are bound was the strongest one's?"""
    bound = min(payment.bound, len(payment.taken))
    orders = [_tried(table, payment, order) for order in dict.fromkeys(permutations(payment.taken, bound))]
    said = any_of(each.said for each in orders)
    if said.yes or not orders:
        return
    if said.no and due.low < 1:
        said = unsure(*sorted(due.needs))
    nearest = max((each for each in orders if not each.said.yes), key=lambda each: (each.right, each.own.high))
    names, stronger = table.unit(nearest.unit).name, tuple(nearest.stronger)
    word = "is stronger" if said.no else "is perhaps stronger"
    shown = ((nearest.unit, nearest.own), *nearest.stronger.items())
    yield Opinion(
        said,
        f"the {_ORDINALS[nearest.right]} step was lost by {names}, but {table.names(stronger)} {word}",
        rows=tuple(Row(str(strength), f"printed {payment.rating} of {table.unit(unit).name}") for unit, strength in shown),
        units=(nearest.unit, *stronger),
        fix=f"take it from {table.names(stronger[:1])}" if said.no else None,
    )


_ORDINALS = ("first", "second", "third", "fourth")


@dataclass(frozen=True, slots=True)
class _Order:
    """Steps taken in an order: how many were rightly the strongest one's, and whose was not."""

    said: Truth
    right: int
    unit: str
    own: Interval
    stronger: Mapping[str, Interval]


def _tried(table: Table, payment: _Payment, order: tuple[str, ...]) -> _Order:
    said: Truth = YES
    for at, unit in enumerate(order):
        strengths = payment.strengths(table, order[:at])
        own = strengths.get(unit)
        if own is None:
            return _Order(NO, at - 1, unit, exactly(0), {})
        said = all_of(own.at_least(each) for each in strengths.values())
        if not said.yes:
            stronger = {other: each for other, each in strengths.items() if not own.at_least(each).yes}
            return _Order(said, at, unit, own, stronger)
    return _Order(YES, len(order), "", exactly(0), {})
