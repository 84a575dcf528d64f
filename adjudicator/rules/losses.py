"""Step losses after a combat: as many as are due, from those who were in it, the first from the strongest."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from adjudicator import factname
from adjudicator.engine.actions import Lose, Retreat
from adjudicator.engine.terms import LossWord, TraitWord
from adjudicator.facts import NO, NOTHING, YES, Interval, any_of, between, exactly, unsure
from adjudicator.finding import Row
from adjudicator.words import noun, plural

from .combat.aftermath import could_move, losses_due, ordered, retreat_rows, steps_left
from .combat.fight import Role
from .combat.record import Combat, last, with_retreat
from .combat.routes import manner_of, routes
from .no_retreat import trapped
from .opinion import Opinion
from .registry import SHARED
from .retreat import ways
from .table import Table

AFTER_COMBAT = frozenset(("combat", "retreat"))


def of_combat(table: Table, lose: Lose) -> tuple[Combat, Role] | None:
    combat = last(table)
    if lose.because not in AFTER_COMBAT or combat is None:
        return None
    return combat, combat.role_of(lose.side)


@SHARED.rule("check.lose")
def as_many_as_due(table: Table, lose: Lose, *, because: frozenset[LossWord] = AFTER_COMBAT) -> Iterator[Opinion]:
    """A side loses the steps that the result asks for, and those that retreats cost, no fewer (while it has any) and no more."""
    if lose.because not in because:
        return
    found = of_combat(table, lose)
    if found is None:
        if lose.because in AFTER_COMBAT:
            yield Opinion(
                unsure(factname.last_combat()),
                f"no combat is known in which {table.names(lose.steps)} lost steps",
                units=lose.steps,
            )
        return
    combat, role = found
    due = losses_due(table, combat, role)
    units = combat.fight.units(role)
    taken = len(combat.lost_by(role)) + len(lose.steps)
    strange = _of_nobody(lose, units)
    available = combat.had(units)
    more = _by_retreating(table, combat, role)
    least = _capped(due.number, available)
    if lose.because == "retreat":
        least = _capped(least + combat.forced(role), available)
    most = due.number + more
    summed = (Row(str(due.number), "steps to lose"),) if len(due.rows) != 1 or not due.number.exact else ()
    rows = (*due.rows, *summed, *retreat_rows(table, combat, role), Row(str(taken), f"{noun(taken, 'step')} lost"))
    side = table.game.side_name(lose.side)
    enough = least.at_most(exactly(taken))
    said = enough & exactly(taken - strange).at_most(most)
    if said.yes:
        yield Opinion(YES, rows=rows, units=lose.steps)
    elif said.open:
        yield Opinion(
            said, f"how many steps the {side} player has to lose hangs on what is not known", rows=rows, units=lose.steps
        )
    elif enough.no:
        short = least.low - taken
        yield Opinion(
            NO,
            f"the {side} player lost {taken} of {least} steps that are due",
            rows=rows,
            units=lose.steps,
            fix=f"take {short:g} more",
        )
    else:
        yield Opinion(
            NO, f"the {side} player lost {plural(taken, 'step')} where at most {most} are due", rows=rows, units=lose.steps
        )


def _of_nobody(lose: Lose, units: Collection[str]) -> int:
    """Steps of units that were not in the combat, as far as it is known who was: that is for another rule to say."""
    return sum(unit not in units for unit in lose.steps) if units and lose.because == "combat" else 0


def _capped(steps: Interval, available: int) -> Interval:
    low, high = min(available, steps.low), min(available, steps.high)
    return between(low, high, *steps.needs)


def _by_retreating(table: Table, combat: Combat, role: Role) -> Interval:
    """The most steps that retreats, or their not being made, may cost: an interval where that is not certain."""
    most = combat.forced(role)
    stuck: dict[str | None, list[tuple[int, Interval]]] = {}  # a stack loses one step for each hex, however many are in it
    for unit in combat.fight.units(role):
        if unit in combat.retreated:
            continue
        order, steps = ordered(table, combat, unit), combat.had((unit,))
        span = (order.length.low, order.length.high)
        ends = [steps if end and order.instead == "elimination" else min(steps, end) for end in span]
        each = between(ends[0], ends[1], *order.length.needs)
        if order.instead == "a step for each hex" and order.price is None and could_move(table, combat, unit).yes:
            stuck.setdefault(combat.fight.where.get(unit), []).append((steps, order.length))
        else:
            most += each
    for stack in stuck.values():
        had, lengths = sum(steps for steps, _ in stack), [length for _, length in stack]
        low, high = max(each.low for each in lengths), max(each.high for each in lengths)
        most += between(min(had, low), min(had, high), *NOTHING.union(*(each.needs for each in lengths)))
    dead = sum(combat.lost.count(unit) for unit in combat.fight.units(role) if not steps_left(table, unit))
    return most + exactly(max(0.0, dead - losses_due(table, combat, role).number.high))


@SHARED.rule("check.retreat")
def none_for_nothing(table: Table, retreat: Retreat) -> Iterator[Opinion]:
    """A step that was lost before a retreat which might have cost it was lost for nothing if the retreat cost none."""
    combat = last(table)
    if combat is None:
        return
    made = with_retreat(combat, ways(table, retreat))
    for role in sorted({role for unit in retreat.units if (role := combat.role(unit)) is not None}):
        due, taken = losses_due(table, combat, role), len(combat.lost_by(role))
        before = exactly(taken).at_most(due.number + _by_retreating(table, combat, role))
        now = exactly(taken).at_most(due.number + _by_retreating(table, made, role))
        if now.yes or not before.yes:
            continue  # all were due, or it was said when they were lost
        lost = tuple(dict.fromkeys(combat.lost_by(role)))
        rows = (*due.rows, *retreat_rows(table, made, role), Row(str(taken), f"{noun(taken, 'step')} lost"))
        side = table.game.side_name(combat.fight.side_of(role))
        most = due.number + made.forced(role)
        said = f"where at most {most} are due" if now.no else f"of which perhaps only {most.low:g} were due"
        yield Opinion(now, f"the {side} player lost {plural(taken, 'step')} {said}", rows, units=lost)


@SHARED.rule("check.lose")
def alive_if_it_can_go(table: Table, lose: Lose) -> Iterator[Opinion]:
    """Beyond what the result takes, no unit loses its last step that could have retreated without losing any."""
    found = of_combat(table, lose)
    if found is None:
        return
    combat, role = found
    due = losses_due(table, combat, role).number
    over = len(combat.lost_by(role)) + len(lose.steps) - due.high - combat.forced(role).high
    gone = [unit for unit in dict.fromkeys(lose.steps) if lose.steps.count(unit) >= steps_left(table, unit)]
    waiting = [unit for unit in combat.fight.units(role) if steps_left(table, unit) and unit not in combat.retreated]
    going = [unit for unit in waiting if ordered(table, combat, unit).length.high]
    free = [unit for unit in gone if unit in going]
    if over <= 0 or not due.exact or not free or not all(_goes_for_nothing(table, combat, unit) for unit in going):
        return  # somebody may owe a step for his retreat, or for not making it
    names = table.names(tuple(free))
    yield Opinion(NO, f"{names} could have retreated without losing a step more, and was eliminated", units=tuple(free))


def _goes_for_nothing(table: Table, combat: Combat, unit: str) -> bool:
    """Is there surely a lawful retreat for a unit, and does none of those that come first cost it a step?"""
    order, manner, place = ordered(table, combat, unit), manner_of(table, unit), table.place_of(unit)
    if order.instead != "a step for each hex" or order.price is not None or not order.length.low:
        return False
    if manner is None or place is None or place not in table.grid or not could_move(table, combat, unit).yes:
        return False
    ways = routes(table, (unit,), place, int(order.length.high), manner)
    sure = [way for way in ways if way.open.yes and len(way.path) > 1 and combat.exits.get(unit, {}).get(way.path[1], NO).yes]
    first = [way for way in ways if not any(other.worst < way.best for other in sure)]
    return bool(sure) and all(way.steps.high == 0 for way in first)


@SHARED.rule("check.lose")
def only_those_involved(table: Table, lose: Lose, *, never: frozenset[TraitWord] = frozenset()) -> Iterator[Opinion]:
    """Only units of that combat lose steps, none more than it has; some (headquarters) have none to lose."""
    found = of_combat(table, lose)
    for unit in dict.fromkeys(lose.steps):
        counter = table.unit(unit)
        stepless = any_of(counter.has(trait) for trait in sorted(never))
        if stepless.yes:
            yield Opinion(NO, f"{counter.name} has no step to lose", units=(unit,))
            continue
        left = steps_left(table, unit)
        if lose.steps.count(unit) > left:
            yield Opinion(NO, f"{counter.name} lost {lose.steps.count(unit)} steps but had {left}", units=(unit,))
        if found is not None and unit not in found[0].fight.units(found[1]):
            at = table.at(found[0].fight.target)
            yield Opinion(NO, f"{counter.name} took no part in the combat at {at}, and cannot lose a step in it", units=(unit,))


@SHARED.rule("check.lose")
def spread(table: Table, lose: Lose, *, unless_it_dies: bool = False) -> Iterator[Opinion]:
    """Where several units are involved, no unit loses two steps by one result, unless all steps are to be lost.

    One may do so where the second step would have been the last of every other.
    """
    found = of_combat(table, lose)
    if found is None:
        return
    combat, role = found
    outcome = combat.outcome(role)
    if outcome is None or outcome.everything or len(combat.fight.units(role)) < 2:
        return
    all_lost = (*combat.lost_by(role), *lose.steps)
    for unit in dict.fromkeys(lose.steps):
        # One that had to retreat and could not loses all its steps by another rule.
        spared = unless_it_dies and all(_dies(combat, other) for other in combat.fight.units(role) if other != unit)
        if all_lost.count(unit) > 1 and not spared and trapped(table, combat, role, unit, lose.steps).no:
            yield Opinion(
                NO, f"{table.unit(unit).name} lost {all_lost.count(unit)} steps; each must be another unit's", units=(unit,)
            )


def _dies(combat: Combat, unit: str) -> bool:
    """Had a unit one step only before the combat?"""
    return combat.steps.get(unit, 1) == 1


@SHARED.rule("check.lose")
def paid_by_those_who_would_go(table: Table, lose: Lose) -> Iterator[Opinion]:
    """The step that is lost so that units may stay is one of a unit that would have had to retreat."""
    found = of_combat(table, lose)
    if found is None:
        return
    combat, role = found
    orders = {unit: ordered(table, combat, unit) for unit in combat.fight.units(role) if steps_left(table, unit)}
    due = losses_due(table, combat, role).number
    paid = max(0, len(combat.lost_by(role)) + len(lose.steps) - int(due.high))
    going = any_of(orders[unit].length.at_least(exactly(1)) for unit in dict.fromkeys(lose.steps) if unit in orders)
    stays = any(order.price and order.length.high for order in orders.values())
    if paid and stays and due.exact:
        names = table.names(tuple(dict.fromkeys(lose.steps)))
        yield Opinion(going, f"{names} lost a step for those who retreat, and had not to retreat", units=lose.steps)
