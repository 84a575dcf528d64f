"""Step losses after a combat: as many as are due, from those who were in it, the first from the strongest."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator import factname
from adjudicator.engine.actions import Attack, Draw, Lose, Phase
from adjudicator.engine.deeds import PLACED, REBUILT
from adjudicator.engine.terms import AnyFire, LossWord, RatingWord, TraitWord
from adjudicator.facts import NO, YES, Interval, Truth, all_of, any_of, between, exactly, number, unsure
from adjudicator.finding import Row

from .combat.aftermath import Ordered, losses_due, ordered, result_key, steps_left
from .combat.fight import Role
from .combat.record import Combat, last
from .no_retreat import trapped
from .opinion import Opinion
from .registry import SHARED
from .table import Table

_AFTER_COMBAT = frozenset(("combat", "retreat"))


def _of_combat(table: Table, lose: Lose) -> tuple[Combat, Role] | None:
    combat = last(table)
    if lose.because not in _AFTER_COMBAT or combat is None:
        return None
    return combat, combat.role_of(lose.side)


@SHARED.rule("check.lose")
def as_many_as_due(table: Table, lose: Lose, *, because: frozenset[LossWord] = _AFTER_COMBAT) -> Iterator[Opinion]:
    """A side loses the steps that the result asks for, and those that retreats cost, no fewer (while it has any) and no more."""
    if lose.because not in because:
        return
    found = _of_combat(table, lose)
    if found is None:
        if lose.because in _AFTER_COMBAT:
            yield Opinion(
                unsure(factname.last_combat()),
                f"no combat is known in which {table.names(lose.steps)} lost steps",
                units=lose.steps,
            )
        return
    combat, role = found
    due = losses_due(table, combat, role)
    taken = len(combat.lost_by(role)) + len(lose.steps)
    available = combat.had(combat.fight.units(role))
    more = _by_retreating(table, combat, role)
    least = _capped(due.number, available)
    if lose.because == "retreat":
        least = _capped(least + _forced(combat, role), available)
    most = due.number + more
    rows = (*due.rows, Row(str(due.number), "steps to lose"), Row(str(taken), "steps lost"))
    side = table.game.side_name(lose.side)
    enough = least.at_most(exactly(taken))
    said = enough & exactly(taken).at_most(most)
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
        yield Opinion(NO, f"the {side} player lost {taken} steps where at most {most} are due", rows=rows, units=lose.steps)


def _capped(steps: Interval, available: int) -> Interval:
    low, high = min(available, steps.low), min(available, steps.high)
    return between(low, high, *steps.needs)


def _forced(combat: Combat, role: Role) -> Interval:
    """The steps that retreats of one side must have cost it; what the other side's cost is nothing to it."""
    # Those who took no part themselves but went along, or made room, have no role.
    return combat.forced if any(combat.role(unit) in (role, None) for unit, _, _ in combat.retreated) else exactly(0)


def _by_retreating(table: Table, combat: Combat, role: Role) -> Interval:
    """The most steps that retreats, or their not being made, may cost: an interval where that is not certain."""
    most = _forced(combat, role)
    gone = {unit for unit, _, _ in combat.retreated}
    for unit in combat.fight.units(role):
        if unit not in gone:
            order, steps = ordered(table, combat, unit), combat.had((unit,))
            span = (order.length.low, order.length.high)
            ends = [steps if end and order.instead == "elimination" else min(steps, end) for end in span]
            most += between(ends[0], ends[1], *order.length.needs)
    dead = sum(combat.lost.count(unit) for unit in combat.fight.units(role) if not steps_left(table, unit))
    return most + exactly(max(0.0, dead - losses_due(table, combat, role).number.high))


@SHARED.rule("check.lose")
def only_those_involved(table: Table, lose: Lose, *, never: frozenset[TraitWord] = frozenset()) -> Iterator[Opinion]:
    """Only units of that combat lose steps, none more than it has; some (headquarters) have none to lose."""
    found = _of_combat(table, lose)
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
def strongest_first(
    table: Table,
    lose: Lose,
    *,
    attack: RatingWord = "attack",
    defence: RatingWord = "defence",
    without: frozenset[TraitWord] = frozenset(),
    because: frozenset[LossWord] = _AFTER_COMBAT,
) -> Iterator[Opinion]:
    """The first step lost is one of the unit with the highest printed strength, in attack or in defence.

    So is the one that a retreating stack pays for a zone of control. In which order several steps were taken does not matter, as
    long as such a unit took one of them.
    """
    found = _of_combat(table, lose)
    if found is None or not lose.steps or lose.because not in because:
        return
    combat, role = found
    if lose.because == "retreat":
        units, due, taken = combat.run, combat.forced, lose.steps
    else:
        units, due = combat.fight.units(role), losses_due(table, combat, role).number
        taken = (*combat.lost_by(role), *lose.steps)
    available = combat.had(units)
    if due.high < 1 or not set(units).issuperset(taken) or len(taken) < min(due.low, available):
        return
    rating = attack if role == "attacker" else defence
    before = {unit: strength for unit in units if (strength := _printed(table, combat, unit, rating)) is not None}
    losers = [unit for unit in dict.fromkeys(taken) if unit in before]
    if not losers:
        return
    first = max(losers, key=lambda unit: before[unit].high)
    own = before[first]
    others = [
        (other, strength)
        for other, strength in before.items()
        if other not in losers and not any_of(table.unit(other).has(trait) for trait in sorted(without)).yes
    ]
    said = all_of(own.at_least(strength) for _, strength in others)
    if said.no and due.low < 1:
        said = unsure(*sorted(due.needs))
    if not said.yes:
        stronger = tuple(other for other, strength in others if not own.at_least(strength).yes)
        word = "is stronger" if said.no else "is perhaps stronger"
        yield Opinion(
            said,
            f"the first step was lost by {table.unit(first).name}, but {table.names(stronger)} {word}",
            rows=tuple(
                Row(str(strength), f"printed {rating} of {table.unit(unit).name}") for unit, strength in ((first, own), *others)
            ),
            units=(first, *stronger),
            fix=f"take it from {table.names(stronger[:1])}" if said.no else None,
        )


def _printed(table: Table, combat: Combat, unit: str, rating: str) -> Interval | None:
    """What was printed on the side that lay up before the combat."""
    counter = table.unit(unit)
    if unit not in combat.steps:
        return None
    return number(counter.rating(rating, counter.steps - combat.steps[unit]))


@SHARED.rule("check.lose")
def spread(table: Table, lose: Lose, *, unless_it_dies: bool = False) -> Iterator[Opinion]:
    """Where several units are involved, no unit loses two steps by one result, unless all steps are to be lost.

    One may do so where the second step would have been the last of every other.
    """
    found = _of_combat(table, lose)
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
    found = _of_combat(table, lose)
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


@SHARED.rule(on=(Attack, Draw, Phase))
def settled(
    table: Table,
    action: Attack | Draw | Phase,
    *,
    only: frozenset[TraitWord] = frozenset(),
    never: frozenset[TraitWord] = frozenset(),
    not_kinds: frozenset[AnyFire] = frozenset(),
) -> Iterator[Opinion]:
    """Losses and retreats of a combat are carried out before anything else is attacked or drawn, and before its phase ends.

    What retreats cost is lost too. With `only`, this looks at units with certain traits alone (headquarters, which go with those
    they stood with); with `never`, at all but those. Fire that other rules see to is of `not_kinds`.
    """
    combat = last(table)
    if combat is None or combat.fight.kind in not_kinds or combat.phase != (table.state.turn, table.state.phase):
        return
    roles: tuple[Role, ...] = ("defender", "attacker")
    for role in roles:
        units = combat.fight.units(role)
        if not units:
            continue  # nobody on the ground attacks in a bombardment
        if any(table.state.has(came, unit).yes for came in (REBUILT, PLACED) for unit in units):
            continue
        due, rows = _with_retreats(table, combat, role)
        available = combat.had(units)
        taken = available - sum(steps_left(table, unit) for unit in units)
        said: Truth = exactly(min(due.low, available)).at_most(exactly(taken))
        if due.high > taken and combat.outcome(role) is None:
            said = unsure(result_key(combat))
        elif said.yes and min(due.high, available) > taken:
            said = unsure(*sorted(due.needs))
        if not said.yes and not only:
            side = table.game.side_name(combat.fight.side_of(role))
            word = "has not lost" if said.no else "has perhaps not lost"
            steps = "step" if str(due) == "1" else f"{due} steps"
            yield Opinion(
                said,
                f"the {side} player {word} the {steps} due for the combat at {table.at(combat.fight.target)}",
                rows,
                units=units,
                hexes=(combat.fight.target,),
            )
        yield from _still_there(table, combat, role, taken - due.low, only, never)


def _with_retreats(table: Table, combat: Combat, role: Role) -> tuple[Interval, tuple[Row, ...]]:
    """The steps that a side has to lose by the result and by the retreats it made since."""
    due = losses_due(table, combat, role)
    if not combat.forced.high or not any(combat.role(unit) == role for unit, _, _ in combat.retreated):
        return due.number, due.rows
    return due.number + combat.forced, (*due.rows, Row(str(combat.forced), "steps that retreating costs"))


def _still_there(
    table: Table, combat: Combat, role: Role, more: float, only: frozenset[str], never: frozenset[str]
) -> Iterator[Opinion]:
    """Who had to retreat and is still in its hex must have lost steps instead, beyond those of the result."""
    fight = combat.fight
    truths: list[tuple[str, Truth, Ordered]] = []
    gone = {unit for unit, _, _ in combat.retreated}  # whoever is back since then came by another move
    for unit in fight.present if role == "defender" else (*fight.attackers, *(combat.companions if only else ())):
        if unit in gone or (only and not _one_of(table, unit, only)) or _one_of(table, unit, never):
            continue
        place = fight.target if role == "defender" else fight.where.get(unit, combat.companions.get(unit))
        if only and not any(steps_left(table, other) for other in _stack_of(combat, unit, role)):
            continue  # lost with its stack: it has nobody to go with
        if steps_left(table, unit) and table.place_of(unit) == place:
            order = ordered(table, combat, unit)
            price = order.price or order.length.low
            if order.length.high and more < (price or 1):
                truths.append((unit, order.length.at_most(exactly(0)), order))
    for unit, said, order in truths:
        length = order.length
        word = "has not retreated" if said.no else "has perhaps not retreated"
        hexes = "hex" if str(length) == "1" else "hexes"
        reason = f"{table.unit(unit).name} {word} the {length} {hexes} that it must"
        yield Opinion(said, reason, order.rows, units=(unit,), hexes=(fight.target,))


def _one_of(table: Table, unit: str, traits: frozenset[str]) -> bool:
    return any_of(table.unit(unit).has(trait) for trait in sorted(traits)).yes


def _stack_of(combat: Combat, unit: str, role: Role) -> tuple[str, ...]:
    """Those in the combat that stood in the same hex."""
    if role == "defender":
        return tuple(other for other in combat.fight.defenders if other != unit)
    hex = combat.companions.get(unit, combat.fight.where.get(unit))
    return tuple(other for other in combat.fight.attackers if other != unit and combat.fight.where.get(other) == hex)
