"""Combats: who attacks what with whose help, and what follows from the result by the rules' own reckoning."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudicator.engine.actions import Advance, Attack, Lose, Remove, Retreat, Support
from adjudicator.engine.hexes import Hex
from adjudicator.facts import Known
from adjudicator.rules.combat.aftermath import losses_due, ordered, steps_left
from adjudicator.rules.combat.column import columns_of, results_of
from adjudicator.rules.combat.fight import Role, fight_of
from adjudicator.rules.combat.record import Combat, last
from adjudicator.rules.combat.routes import RetreatRoute, manner_of, routes

from ..desk import Desk


def column_of(desk: Desk, attack: Attack) -> str | None:
    """The column of an attack, if it is certain and there is one."""
    found = columns_of(desk.table, fight_of(desk.table, attack))
    return found.possible[0] if len(found.possible) == 1 else None


def defended(desk: Desk, side: str, hex: Hex) -> bool:
    """Is there a combat unit of an enemy to attack?"""
    units = (desk.table.unit(unit) for unit in desk.table.enemy_units(side, hex))
    return any(unit.has("hq").no and unit.kind not in ("air", "ship") for unit in units)


def attack(desk: Desk, units: Sequence[str], target: Hex, helpers: Iterable[Support] = ()) -> bool:
    """Attack a hex with as many of these units as the player likes, and see it through."""
    support: tuple[Support, ...] = ()
    bare = Attack(tuple(units), target)
    for each in helpers:
        if desk.would(Attack(bare.attackers, target, (*support, each))):
            support = (*support, each)
    bare = Attack(bare.attackers, target, support)
    column = column_of(desk, bare)
    if column is None:
        return False
    die = desk.die()
    result = results_of(desk.table, fight_of(desk.table, bare), die, column).texts[0] if desk.chance(0.3) else None
    if not desk.plays_legally(Attack(bare.attackers, target, support, column=column, die=die, result=result)):
        return False
    settle(desk)
    return True


def bombard(desk: Desk, target: Hex) -> bool:
    """One bombardment; most are not worth a thought, so the player asks first whether it is allowed."""
    bare = Attack((), target, kind="bombardment")
    if not desk.would(bare):
        return False
    column = column_of(desk, bare)
    if column is None or not desk.plays_legally(Attack((), target, column=column, die=desk.die(), kind="bombardment")):
        return False
    settle(desk)
    return True


def settle(desk: Desk) -> None:
    """Losses, retreats and advances of the last combat: the defender first."""
    combat = last(desk.table)
    if combat is None:
        return
    for role in ("defender", "attacker"):
        if combat.fight.units(role):
            _side(desk, role)
    _leaderless(desk)
    _advances(desk)


def _combat(desk: Desk) -> Combat:
    combat = last(desk.table)
    if combat is None:
        raise LookupError("the combat just played is not on record")
    return combat


def _side(desk: Desk, role: Role) -> None:
    """What one side has to suffer."""
    combat = _combat(desk)
    side = combat.fight.side_of(role)
    units = combat.fight.units(role)
    due = int(losses_due(desk.table, combat, role).number.high)
    _lose(desk, side, _chosen(desk, combat, units, role, due), "combat")
    hexes = (combat.fight.target,) if role == "defender" else combat.fight.hexes
    for hex in hexes:
        _retreat(desk, role, hex)


def _chosen(desk: Desk, combat: Combat, units: Sequence[str], role: Role, due: int) -> list[str]:
    """Whose steps are lost: first of the strongest, then as the player likes."""
    rating = "attack" if role == "attacker" else "defence"

    def printed(unit: str) -> int:
        counter = desk.table.unit(unit)
        stated = counter.rating(rating, counter.steps - combat.steps[unit])
        return stated.value if isinstance(stated, Known) else 0

    steps = {unit: steps_left(desk.table, unit) for unit in units if unit in combat.steps and steps_left(desk.table, unit)}
    found: list[str] = []
    while len(found) < due and any(steps.values()):
        left = [unit for unit, count in steps.items() if count]
        strongest = max(left, key=printed) if not found else desk.dice.choice(left)
        found.append(strongest)
        steps[strongest] -= 1
    return found


def _lose(desk: Desk, side: str, steps: Sequence[str], because: str) -> None:
    if steps:
        desk.plays_legally(Lose(side, tuple(steps), because))


def _stack(desk: Desk, combat: Combat, role: Role, hex: Hex) -> list[str]:
    """Those of a hex who must go, with the headquarters that goes along."""
    beside = [unit for unit, place in combat.companions.items() if place == hex and desk.is_hq(unit)]
    units = combat.fight.present if role == "defender" else (*combat.fight.attackers, *beside)
    gone = combat.retreated
    there = [unit for unit in units if desk.table.place_of(unit) == hex and unit not in gone]
    return there if any(not desk.is_hq(unit) for unit in there) else []


def _retreat(desk: Desk, role: Role, hex: Hex) -> None:
    combat = _combat(desk)
    stack = _stack(desk, combat, role, hex)
    lengths = {unit: int(ordered(desk.table, combat, unit).length.high) for unit in stack}
    length = max(lengths.values(), default=0)
    if not length:
        return
    side = combat.fight.side_of(role)
    able = [unit for unit in stack if desk.would_move(unit)]
    fixed = [unit for unit in stack if unit not in able and not desk.is_hq(unit)]
    gone = _way(desk, able, hex, length)
    if gone is not None and desk.plays_legally(Retreat(tuple(able), gone.path[-1], gone.path if desk.chance(0.5) else None)):
        combat = _combat(desk)
        cost = int(gone.steps.high)
        runners = [unit for unit in able if not desk.is_hq(unit)]
        _lose(desk, side, _chosen(desk, combat, runners, role, cost), "retreat")
    elif able:
        stuck = [unit for unit in able if not desk.is_hq(unit) for _ in range(steps_left(desk.table, unit))]
        _lose(desk, side, desk.shuffled(stuck)[:length], "retreat")
    if fixed:
        _lose(desk, side, [unit for unit in fixed for _ in range(min(length, steps_left(desk.table, unit)))], "retreat")


def _way(desk: Desk, units: Sequence[str], start: Hex, length: int) -> RetreatRoute | None:
    """One of the best ways to retreat; None where nobody goes anywhere."""
    manner = manner_of(desk.table, units[0]) if units else None
    if manner is None:
        return None
    found = [route for route in routes(desk.table, tuple(units), start, length, manner) if route.open.yes]
    best = min((route.worst for route in found), default=None)
    fitting = [route for route in found if route.worst == best and len(route.path) > 1]
    return desk.dice.choice(fitting) if fitting else None


def _leaderless(desk: Desk) -> None:
    """Headquarters whose whole stack was lost leave the game."""
    combat = _combat(desk)
    for unit in (*combat.fight.present, *combat.companions):
        if desk.is_hq(unit) and desk.table.place_of(unit) in desk.table.grid:
            hex = combat.companions.get(unit, combat.fight.target)
            were = combat.fight.present if unit in combat.fight.present else _with(combat, hex)
            were = tuple(other for other in were if not desk.is_hq(other))
            if were and not any(desk.table.place_of(other) in desk.table.grid for other in were):
                desk.plays_legally(Remove(unit))


def _with(combat: Combat, hex: Hex) -> tuple[str, ...]:
    attackers = [unit for unit in combat.fight.attackers if combat.fight.where.get(unit) == hex]
    return (*attackers, *(unit for unit, place in combat.companions.items() if place == hex))


def _advances(desk: Desk) -> None:
    """Attackers that did not retreat go into the empty hex, if they like; some of them go on."""
    combat = _combat(desk)
    retreated = combat.retreated
    target = combat.fight.target
    for unit in desk.shuffled(combat.fight.attackers):
        if unit in retreated or desk.table.place_of(unit) is None or desk.chance(0.35):
            continue
        ends = [target]
        if desk.table.unit(unit).has("mechanized").yes:
            ends = desk.shuffled((*desk.table.grid.neighbours(target), target))
        for to in ends:
            if desk.tries(Advance((unit,), to)):
                break
