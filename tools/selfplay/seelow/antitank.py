"""The antitank fire phases: each armoured unit once, all of a stack if two fire at one of it, advances into emptied hexes."""

from __future__ import annotations

from adjudicator.engine.actions import Fire
from adjudicator.engine.deeds import ADVANCED, FIRED, FIRED_AT
from adjudicator.engine.hexes import Hex
from adjudicator.rules import fire_results
from adjudicator.rules.movement.entering import could_enter

from ..desk import Desk
from .aftermath import advance, alive, guests, suffer_fire, sweep
from .reckon import antitank, antitank_total, fire_result, is_a, light, marked, printed

KIND = "antitank fire"


def fires(desk: Desk, side: str, busy: float) -> None:
    """All that the player likes of what can be fired at."""
    if light(desk.table) == "night":
        return
    enemies = [other for other in desk.table.game.sides if other != side]
    hexes = {
        desk.table.place_of(unit) or "" for enemy in enemies for unit in desk.on_map(enemy) if is_a(desk.table, unit, "armoured")
    }
    for hex in desk.shuffled(sorted(hexes)):
        firers = able(desk, side, hex)
        if firers and desk.chance(0.8 * busy):
            _at_stack(desk, side, hex, firers)


def able(desk: Desk, side: str, hex: Hex) -> list[str]:
    """Units next to the hex that may fire into it."""
    state = desk.table.state
    return [
        unit
        for near in desk.table.grid.neighbours(hex)
        for unit in desk.table.friends_at(side, near)
        if antitank(desk.table, unit) > 0
        and not marked(desk.table, unit, "disrupted")
        and _mode_allows(desk, unit)
        and not state.has(FIRED[KIND], unit).yes
        and not state.has(ADVANCED, unit).yes
        and could_enter(desk.table, desk.table.unit(unit), near, hex, "any" if is_a(desk.table, unit, "artillery") else "now").yes
    ]


def _mode_allows(desk: Desk, unit: str) -> bool:
    return not is_a(desk.table, unit, "artillery") or marked(desk.table, unit, "fire mode") or is_a(desk.table, unit, "flak")


def _at_stack(desk: Desk, side: str, hex: Hex, firers: list[str]) -> None:
    """One unit at each tank first; if all are provided for, the others join in anywhere."""
    state = desk.table.state
    tanks = [unit for unit in desk.table.enemy_units(side, hex) if is_a(desk.table, unit, "armoured")]
    fresh = desk.shuffled(unit for unit in tanks if not state.has(FIRED_AT[KIND], unit).yes)
    firers = desk.shuffled(firers)
    plan = {tank: [firer] for tank, firer in zip(fresh, firers, strict=False)}
    rest = firers[len(plan) :]
    if plan and len(plan) == len(fresh):
        for firer in rest:
            if desk.chance(0.8):
                plan[desk.dice.choice(fresh)].append(firer)
    for tank, chosen in plan.items():
        if desk.table.place_of(tank) == hex:
            _fire(desk, chosen, tank, hex)


def _fire(desk: Desk, chosen: list[str], tank: str, hex: Hex) -> None:
    owner = desk.table.unit(tank).side
    chosen = alive(desk, chosen)
    total, die = antitank_total(desk.table, chosen, hex), desk.die()
    plus = printed(desk.table, tank, "armour") + (2 if light(desk.table) == "dusk" else 0)
    plus -= 2 if marked(desk.table, tank, "disrupted") and desk.chance(0.9) else 0
    result = fire_result(desk.table, total, die + plus)
    lost = guests(desk, owner, hex)
    fire = Fire(tuple(chosen), tank, KIND, total if desk.chance(0.7) else None, die, result)
    if not desk.plays_legally(fire):
        return
    sweep(desk, lost)
    outcome = fire_results.read(result)
    if outcome is not None and desk.table.place_of(tank) == hex:
        suffer_fire(desk, hex, (tank,), outcome)
    advance(desk, chosen, hex)
