"""What a combat asks of both sides is done before the next one: steps lost, retreats made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from adjudicator.engine.actions import Attack, Draw, Phase
from adjudicator.engine.deeds import PLACED, REBUILT
from adjudicator.engine.hexes import Hex
from adjudicator.engine.terms import AnyFire, SectionWord, TraitWord
from adjudicator.facts import Interval, Truth, exactly, truth, unsure
from adjudicator.finding import Row

from .combat.aftermath import Ordered, could_move, losses_due, one_of, ordered, result_key, retreat_rows, steps_left
from .combat.fight import Role
from .combat.record import Combat, last
from .combat.routes import leaves
from .opinion import Opinion
from .registry import SHARED
from .table import Table


@SHARED.rule(name="losses.settled", on=(Attack, Draw, Phase), sort="settling")
def settled(
    table: Table,
    action: Attack | Draw | Phase,
    *,
    only: frozenset[TraitWord] = frozenset(),
    never: frozenset[TraitWord] = frozenset(),
    not_kinds: frozenset[AnyFire] = frozenset(),
    of_retreats: tuple[SectionWord, ...] = (),
    with_bystanders: bool = False,
) -> Iterator[Opinion]:
    """Losses and retreats of a combat are carried out before anything else is attacked or drawn, and before its phase ends.

    What retreats cost is lost too. With `only`, this looks at units with certain traits alone (headquarters, which go with those
    they stood with, unless they may stay `with_bystanders` who did not fight); with `never`, at all but those. Fire that other
    rules see to is of `not_kinds`; `of_retreats` are the sections that say who may not stay.
    """
    combat = last(table)
    if combat is None or combat.fight.kind in not_kinds or combat.phase != (table.state.turn, table.state.phase):
        return
    roles: tuple[Role, ...] = ("defender", "attacker")
    for role in roles:
        units = combat.fight.units(role)
        if not units or not combat.fight.defenders:
            continue  # nobody on the ground attacks in a bombardment, or there was nobody to fight
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
        for opinion in _still_there(table, combat, role, taken - due.low, only, never, with_bystanders):
            yield replace(opinion, cite=of_retreats)


def _with_retreats(table: Table, combat: Combat, role: Role) -> tuple[Interval, tuple[Row, ...]]:
    """The steps that a side has to lose by the result and by the retreats it made since."""
    due, forced = losses_due(table, combat, role), combat.forced(role)
    return due.number + forced, (*due.rows, *retreat_rows(table, combat, role))


def _bystanders(table: Table, combat: Combat, hex: Hex, but: frozenset[str]) -> bool:
    """Does somebody still stand in a hex who was there and took no part?"""
    beside = (unit for unit, place in combat.companions.items() if place == hex and table.place_of(unit) == hex)
    return any(not one_of(table, unit, but) for unit in beside)


@dataclass(frozen=True, slots=True)
class _Stayed:
    """One who had to retreat and is still in its hex."""

    unit: str
    hex: Hex
    order: Ordered
    moves: Truth
    could: Truth  # go where it had to: then no step pays for staying


def _still_there(
    table: Table, combat: Combat, role: Role, more: float, only: frozenset[str], never: frozenset[str], with_bystanders: bool
) -> Iterator[Opinion]:
    """Who had to retreat and is still in its hex could not, and has lost steps instead, beyond those of the result."""
    stayed = [each for each in _who_stayed(table, combat, role, only) if not one_of(table, each.unit, never)]
    owed = _owed_for_staying(table, combat, role, stayed)
    for each in stayed:
        unit, order = each.unit, each.order
        if only:
            mates = _stack_of(combat, unit, role)
            if not any(steps_left(table, other) for other in mates):
                continue  # lost with its stack: it has nobody to go with
            if with_bystanders and _bystanders(table, combat, each.hex, only):
                continue
            paid = truth(more >= max(order.length.low, 1) and combat.retreated.isdisjoint(mates))
        elif order.instead != "a step for each hex" or order.price is not None:
            paid = truth(more >= (order.price or order.length.low or 1))
        else:
            paid = truth(more >= (owed or 1)) & ~each.could
        said = order.length.at_most(exactly(0)) | paid
        if said.yes:
            continue
        hexes = "1 hex" if str(order.length) == "1" else f"{order.length} hexes"
        word = "has not retreated" if said.no else "has perhaps not retreated"
        text = f"{table.unit(unit).name} {word} the {hexes} that it must"
        if each.could.yes and more >= 1 and not only:
            text += ": who can retreat may not lose a step instead"
        yield Opinion(said, text, order.rows, units=(unit,), hexes=tuple(dict.fromkeys((combat.fight.target, each.hex))))


def _who_stayed(table: Table, combat: Combat, role: Role, only: frozenset[str]) -> Iterator[_Stayed]:
    fight = combat.fight
    for unit in fight.present if role == "defender" else (*fight.attackers, *(combat.companions if only else ())):
        # Whoever retreated and is back since then came by another move.
        if unit in combat.retreated or (only and not one_of(table, unit, only)):
            continue
        hex = fight.target if role == "defender" else fight.where.get(unit, combat.companions.get(unit))
        if hex is None or not steps_left(table, unit) or table.place_of(unit) != hex:
            continue
        order = ordered(table, combat, unit)
        if order.length.high:
            moves = could_move(table, combat, unit)
            could = leaves(table, unit, hex, int(order.length.high), combat.exits.get(unit, {}))
            yield _Stayed(unit, hex, order, moves, moves & could)


def _owed_for_staying(table: Table, combat: Combat, role: Role, stayed: Sequence[_Stayed]) -> float:
    """The steps that those lose who could not retreat: each that cannot move its own, a stack one for each hex."""
    stuck: dict[Hex, float] = {}
    for each in stayed:
        if not each.moves.no:
            stuck[each.hex] = max(stuck.get(each.hex, 0), each.order.length.low)
    fixed = 0.0
    for unit in combat.fight.units(role):
        if could_move(table, combat, unit).no:
            left = combat.had((unit,)) - combat.by_result[unit]
            fixed += max(0.0, min(ordered(table, combat, unit).length.low, left))
    return fixed + sum(stuck.values())


def _stack_of(combat: Combat, unit: str, role: Role) -> tuple[str, ...]:
    """Those in the combat that stood in the same hex."""
    if role == "defender":
        return tuple(other for other in combat.fight.defenders if other != unit)
    hex = combat.companions.get(unit, combat.fight.where.get(unit))
    return tuple(other for other in combat.fight.attackers if other != unit and combat.fight.where.get(other) == hex)
