"""The combat phase: who attacks what, on which column, and what comes of it."""

from __future__ import annotations

from adjudicator.engine.actions import Attack
from adjudicator.engine.deeds import ADVANCED, ATTACKED, RETREATED, TARGETS
from adjudicator.engine.hexes import Hex
from adjudicator.rules.combat.results import read
from adjudicator.rules.movement.entering import could_enter

from ..desk import Desk
from .aftermath import advance, guests, suffer_combat, sweep
from .reckon import ODDS, column, combat, combat_result, is_a, light, marked


def attacks(desk: Desk, side: str, busy: float) -> None:
    """The player attacks what he likes, mostly where the odds are not hopeless."""
    if light(desk.table) == "night":
        return
    enemies = [other for other in desk.table.game.sides if other != side]
    hexes = sorted({desk.table.place_of(unit) or "" for enemy in enemies for unit in desk.on_map(enemy)})
    for hex in desk.shuffled(hexes):
        defenders = defending(desk, side, hex)
        if not defenders or desk.table.state.has(TARGETS, hex).yes or not desk.chance(0.85 * busy):
            continue
        near = able(desk, side, hex)
        if not near:
            continue
        chosen = near if desk.chance(0.7) else desk.shuffled(near)[: max(1, len(near) // 2)]
        good = ODDS.index(column(desk.table, chosen, defenders, hex)) >= ODDS.index("1:1")
        if good or desk.chance(0.15):
            _attack(desk, chosen, defenders, hex)


def defending(desk: Desk, side: str, hex: Hex) -> tuple[str, ...]:
    """The enemy's units that count: those without armour that were not driven there in this phase."""
    return tuple(
        unit
        for unit in desk.table.enemy_units(side, hex)
        if not is_a(desk.table, unit, "armoured") and not desk.table.state.has(RETREATED, unit).yes
    )


def able(desk: Desk, side: str, hex: Hex) -> list[str]:
    state = desk.table.state
    return [
        unit
        for near in desk.table.grid.neighbours(hex)
        for unit in desk.table.friends_at(side, near)
        if combat(desk.table, unit) > 0
        and not marked(desk.table, unit, "disrupted")
        and not marked(desk.table, unit, "move mode")
        and not state.has(ATTACKED, unit).yes
        and not state.has(ADVANCED, unit).yes
        and could_enter(desk.table, desk.table.unit(unit), near, hex, "any" if is_a(desk.table, unit, "artillery") else "now").yes
    ]


def _attack(desk: Desk, chosen: list[str], defenders: tuple[str, ...], hex: Hex) -> None:
    on, die = column(desk.table, chosen, defenders, hex), desk.die()
    shaken = any(marked(desk.table, unit, "disrupted") for unit in defenders)
    plus = 2 if light(desk.table) == "dusk" else 0
    plus -= 2 if shaken and desk.chance(0.9) else 0
    result = combat_result(desk.table, on, die + plus)
    owner = desk.table.unit(defenders[0]).side
    lost = guests(desk, owner, hex)
    said = shaken or desk.chance(0.7)  # without a choice the die says it all
    if not desk.plays_legally(Attack(tuple(chosen), hex, column=on, die=die, result=result if said else None)):
        return
    sweep(desk, lost)
    outcome = read(desk.table, result)
    if outcome is None:
        return
    froms = tuple(dict.fromkeys(desk.table.place_of(unit) or "" for unit in chosen))
    suffer_combat(desk, defenders, (hex,), outcome.defender)
    suffer_combat(desk, chosen, froms, outcome.attacker)
    advance(desk, chosen, hex)
