"""Combats: who attacks what with whose help, and what follows from the result by the rules' own reckoning."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from adjudicator.engine.actions import Advance, Attack, Declare, Lose, Remove, Retreat, Support
from adjudicator.engine.deeds import ATTACKED, SUPPORTED
from adjudicator.engine.hexes import Hex
from adjudicator.rules.combat.aftermath import losses_due, steps_left
from adjudicator.rules.combat.breakthrough import excess
from adjudicator.rules.combat.column import columns_of, results_of
from adjudicator.rules.combat.fight import Role, fight_of
from adjudicator.rules.combat.record import Combat, last
from adjudicator.rules.combat.strength import rated

from ..desk import Desk

DEPTH = 5  # the first turn of defence in depth: March II
HELPERS = frozenset({"hq", "artillery", "column", "ship", "air"})


def defended(desk: Desk, side: str, hex: Hex) -> bool:
    """Is there anybody of the enemy to attack, and may it be attacked?"""
    there = [unit for unit in desk.table.enemy_units(side, hex) if desk.table.unit(unit).kind not in ("air", "ship")]
    return bool(there) and not (side == "allied" and desk.table.state.control.get(hex) == "western allies")


def attacks(desk: Desk, side: str, busy: float) -> None:
    """Hexes with enemies are attacked by those next to them, if that promises anything."""
    targets = {
        near
        for unit in desk.on_map(side)
        for near in desk.table.grid.neighbours(desk.table.place_of(unit) or "")
        if defended(desk, side, near)
    }
    for target in desk.shuffled(sorted(targets)):
        if desk.chance(0.7 * busy) and defended(desk, side, target):
            attack(desk, side, target)


def ready(desk: Desk, side: str, target: Hex) -> list[str]:
    """The units next to a hex that can attack it."""
    found: list[str] = []
    for hex in desk.table.grid.neighbours(target):
        for unit in desk.table.friends_at(side, hex):
            strong = desk.table.unit(unit).kind not in HELPERS and rated(desk.table, unit, "attack").low > 0
            if strong and unit not in desk.table.state.those(ATTACKED):
                found.append(unit)
    return desk.shuffled(found)


def attack(desk: Desk, side: str, target: Hex) -> None:
    units = ready(desk, side, target)
    if not units:
        return
    bare = Attack(tuple(units[: desk.dice.randint(1, len(units))]), target)
    found = columns_of(desk.table, fight_of(desk.table, bare)) if _strong(desk, side, target) else None
    if found is not None and found.possible[0] in ("1:2", "1:1") and desk.chance(0.8):
        return
    resolve(desk, bare, helpers(desk, side, bare))


def _strong(desk: Desk, side: str, target: Hex) -> bool:
    return any(not desk.is_hq(unit) for unit in desk.table.enemy_units(side, target))


def aircraft(desk: Desk, side: str) -> list[str]:
    box = [unit for unit, each in desk.table.force(side).standings.items() if each.place == "air"]
    return [unit for unit in sorted(box) if unit not in desk.table.state.those(SUPPORTED)][: desk.dice.randint(0, 2)]


def helpers(desk: Desk, side: str, bare: Attack) -> list[tuple[str, ...]]:
    """Aircraft, guns with a column each, more columns, the Kriegsmarine: what may help is tried, each with what it needs."""
    found: list[tuple[str, ...]] = [(unit,) for unit in aircraft(desk, side)]
    near = {hex for unit in bare.attackers for hex in desk.table.grid.within(desk.table.place_of(unit) or "", 1)}
    near |= {further for hex in near for further in desk.table.grid.within(hex, 1)}
    those = [unit for hex in sorted(near) for unit in desk.table.friends_at(side, hex)]
    kinds = {unit: desk.table.unit(unit).kind for unit in those}
    columns = [unit for unit in those if kinds[unit] == "column"]
    for gun in [unit for unit in those if kinds[unit] == "artillery" and desk.chance(0.9)]:
        place = desk.table.place_of(gun) or ""
        fed = [unit for unit in columns if desk.table.grid.distance(desk.table.place_of(unit) or "", place) <= 1]
        if fed:
            columns.remove(fed[0])
            found.append((gun, fed[0]))
    found += [(unit,) for unit in those if kinds[unit] == "ship" and desk.chance(0.6)]
    return [*found, *((unit,) for unit in columns if desk.chance(0.3))]


def resolve(desk: Desk, bare: Attack, support: Iterable[tuple[str, ...]]) -> bool:
    """Announce an attack with all who may help it, roll, and see it through."""
    for each in support:
        more = replace(bare, support=(*bare.support, *map(Support, each)))
        if desk.would(more):
            bare = more
    enemy = "german" if desk.table.unit(bare.attackers[0]).side == "allied" else "allied"
    for unit in aircraft(desk, enemy):
        more = replace(bare, defence=(*bare.defence, Support(unit)))
        if desk.would(more):
            bare = more
    if _goes_back_in_depth(desk, bare):
        return True
    fight = fight_of(desk.table, bare)
    if not fight.defenders:  # a headquarters alone
        played = desk.plays_legally(bare)
        settle(desk)
        return played
    found = columns_of(desk.table, fight)
    column = found.possible[0]
    if len(found.possible) != 1 or column is None:
        return False
    die = desk.die()
    result = results_of(desk.table, fight, die, column).texts[0] if desk.chance(0.5) else None
    if not desk.plays_legally(replace(bare, column=column, die=die, result=result)):
        return False
    settle(desk)
    return True


def _goes_back_in_depth(desk: Desk, bare: Attack) -> bool:
    """The German may go back a hex instead of being hit; the attackers follow, and may attack anew (12.3)."""
    there = list(desk.table.enemy_units("allied", bare.target))
    able = "defence-in-depth" in desk.table.game.options and desk.table.state.turn >= DEPTH and bare.kind == "attack"
    if not able or desk.table.unit(bare.attackers[0]).side != "allied" or not desk.chance(0.4):
        return False
    bare = replace(bare, support=(), defence=())
    announced = bare if desk.would(bare) else None
    if announced is None or not desk.plays_legally(announced):
        return False
    desk.plays_legally(Declare("defence in depth"))
    wests = [hex for hex in desk.table.grid.neighbours(bare.target) if desk.would(Retreat(tuple(there), hex))]
    if not wests or not desk.plays_legally(Retreat(tuple(there), desk.dice.choice(wests))):
        return True
    for unit in bare.attackers:
        if desk.chance(0.8):
            desk.tries(Advance((unit,), bare.target))
    anew = tuple(unit for unit in bare.attackers if desk.table.place_of(unit) == bare.target)
    near = [hex for hex in desk.table.grid.neighbours(bare.target) if defended(desk, "allied", hex)]
    if anew and near:
        resolve(desk, Attack(anew, desk.dice.choice(near), kind="second attack"), ())
    return True


def settle(desk: Desk) -> None:
    """Losses of both sides, headquarters and columns that are gone, and advances."""
    combat = last(desk.table)
    if combat is None:
        return
    roles: tuple[Role, ...] = ("defender", "attacker")
    for role in roles if combat.fight.defenders else ():
        _lose(desk, combat, role)
    for unit in combat.fight.present:
        if desk.is_hq(unit) and desk.table.place_of(unit) == combat.fight.target and _alone(desk, combat):
            desk.plays_legally(Remove(unit))
    for each in (*combat.fight.support, *combat.fight.defence):
        if desk.table.unit(each.unit).kind == "column" and desk.table.place_of(each.unit) in desk.table.grid:
            desk.plays_legally(Remove(each.unit, "spent"))
    _advances(desk)


def _alone(desk: Desk, combat: Combat) -> bool:
    here = [unit for unit in combat.fight.present if desk.table.place_of(unit) == combat.fight.target]
    return all(desk.is_hq(unit) for unit in here)


def _lose(desk: Desk, combat: Combat, role: Role) -> None:
    due = int(losses_due(desk.table, combat, role).number.high)
    units = combat.fight.units(role)
    steps = desk.shuffled([unit for unit in units for _ in range(steps_left(desk.table, unit))])[:due]
    if steps:
        desk.plays_legally(Lose(combat.fight.side_of(role), tuple(steps)))


def _advances(desk: Desk) -> None:
    combat = last(desk.table)
    if combat is None or desk.table.enemy_units(combat.fight.side, combat.fight.target):
        return
    target, side = combat.fight.target, combat.fight.side
    alive = [unit for unit in combat.fight.attackers if desk.table.place_of(unit) in desk.table.grid]
    if side == "german":
        if combat.fight.kind == "attack":
            _follow(desk, alive, target)
        return
    if combat.fight.defenders and excess(desk.table, combat).low > 0:
        for unit in alive:
            if desk.table.unit(unit).has("mobile").yes and desk.chance(0.7):
                _through(desk, unit, target, 3)
        for unit in desk.shuffled(_near(desk, side, target))[:4]:
            if desk.table.unit(unit).has("mobile").yes and unit not in combat.fight.attackers:
                _through(desk, unit, target, 4)


def _follow(desk: Desk, units: Sequence[str], target: Hex) -> None:
    for unit in units:
        if desk.chance(0.5):
            desk.tries(Advance((unit,), target))  # four of them fill the hex


def _near(desk: Desk, side: str, target: Hex) -> list[str]:
    around = sorted(desk.table.grid.within(target, 4))
    return [unit for hex in around for unit in desk.table.friends_at(side, hex)]


def _through(desk: Desk, unit: str, target: Hex, reach: int) -> None:
    """Through the gap, as far as it goes."""
    ends = desk.shuffled(sorted(desk.table.grid.within(target, reach)))[:6]
    for to in (*ends, target):
        if to != desk.table.place_of(unit) and desk.tries(Advance((unit,), to)):
            return
