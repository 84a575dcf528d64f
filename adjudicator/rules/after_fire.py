"""Losses, retreats and advances after fire go by the rules for combats: a fire is remembered as a combat of its own kind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from adjudicator import factname
from adjudicator.engine.actions import Attack, Fire
from adjudicator.engine.state import State
from adjudicator.engine.terms import FireWord, MarkWord, RatingWord, RollWord, TraitWord
from adjudicator.facts import Interval, exactly

from . import fire_results
from .combat import aftermath, record, results
from .combat.aftermath import Ordered
from .combat.fight import Role
from .combat.record import Combat
from .fire import affected, aim
from .morale import outcome_of
from .registry import SHARED
from .table import Table


@SHARED.rule("after.fire")
def as_a_combat(after: Table, fire: Fire, before: Table, *, kinds: frozenset[FireWord]) -> State:
    """The last combat is this fire: who fired may advance, who was hit loses steps or retreats with those beside it."""
    aimed = aim(before, fire)
    if fire.kind not in kinds or aimed is None:
        return after.state
    combat = record.combat_of(before, Attack(fire.firers, aimed.hex, kind=fire.kind))
    hit = tuple(unit for unit in aimed.units if not affected(before, unit, fire.kind).no)
    outcome = None if fire.result is None else fire_results.read(fire.result)
    asked = None if outcome is None else results.CombatOutcome(losses=outcome.steps, everything=outcome.eliminated)
    noted = replace(
        combat,
        fight=replace(combat.fight, defenders=hit),
        result=None if asked is None else results.Result(defender=asked),
    )
    return after.state.remember(record.COMBAT, noted)


@SHARED.rule("combat.retreat")
def by_check_or_morale(
    table: Table,
    combat: Combat,
    role: Role,
    unit: str,
    *,
    kinds: frozenset[FireWord],
    purpose: RollWord = "morale",
    length: int = 2,
    rating: RatingWord = "morale",
    mark: MarkWord = "disrupted",
    minus: int = 2,
    price: int = 1,
    price_after: Mapping[FireWord, int] | None = None,
    unaffected: frozenset[TraitWord] = frozenset(),
    before_losses: bool = False,
    dead_have_failed: bool = False,
) -> Ordered:
    """After fire, units that failed their check retreat; after other combats, those whose morale is below the result.

    One that the fire has eliminated has no check to make, or counts as having failed it, for those that go along.
    """
    if combat.fight.kind in kinds:
        price = (price_after or {}).get(combat.fight.kind, 0)
        return Ordered(_after_check(table, combat, unit, purpose, length, dead_have_failed), "elimination", price)
    return aftermath.by_morale(
        table,
        combat,
        role,
        unit,
        length=length,
        rating=rating,
        mark=mark,
        minus=minus,
        price=price,
        unaffected=unaffected,
        before_losses=before_losses,
    )


def _after_check(table: Table, combat: Combat, unit: str, purpose: str, length: int, dead_have_failed: bool) -> Interval:
    """How far a unit retreats after fire: only if it was fired at, had to check, and failed."""
    shot = fire_results.last(table)
    if unit not in combat.fight.defenders or (shot is not None and shot.outcome is not None and not shot.outcome.check):
        return exactly(0)
    if table.standing(unit) is None and outcome_of(table, purpose, unit) is None:
        return exactly(length if dead_have_failed else 0)
    passed = outcome_of(table, purpose, unit)
    if passed is None:
        return Interval(0, length, frozenset((factname.check(purpose, unit),)))
    return exactly(0 if passed else length)
