"""The barrage phase: indirect fire at what somebody spots, and guns that are limbered up."""

from __future__ import annotations

from adjudicator.engine.actions import Fire, Mark
from adjudicator.engine.deeds import FIRED
from adjudicator.engine.hexes import Hex
from adjudicator.facts import Truth
from adjudicator.rules import fire_results
from adjudicator.rules.spotting import spotted

from ..desk import Desk
from .aftermath import suffer_fire
from .reckon import barrage_total, fire_result, is_a, light, marked, printed

KIND = "barrage"


def guns(desk: Desk, side: str, mode: str) -> list[str]:
    return [unit for unit in desk.on_map(side) if is_a(desk.table, unit, "artillery") and marked(desk.table, unit, mode)]


def barrages(desk: Desk, side: str, busy: float) -> None:
    """Guns fire, one hex after the other, as long as there are guns and hexes."""
    dark = light(desk.table) == "night"
    free = [] if dark else [unit for unit in guns(desk, side, "fire mode") if not marked(desk.table, unit, "disrupted")]
    for target in desk.shuffled(_targets(desk, side)):
        if not free:
            break
        near = [unit for unit in free if _in_range(desk, unit, target)]
        if not near or not desk.chance(0.5 * busy) or not _soft(desk, side, target):
            continue
        seen = spotted(desk.table, side, target, KIND)[0]
        if seen.no:
            continue
        chosen = desk.shuffled(near)[: desk.dice.choice((1, 1, 2, 2, 3, 4))]
        if _fire(desk, chosen, target, seen):
            free = [unit for unit in free if unit not in chosen]
    limber(desk, side)


def _targets(desk: Desk, side: str) -> list[Hex]:
    enemies = [other for other in desk.table.game.sides if other != side]
    return sorted({desk.table.place_of(unit) or "" for enemy in enemies for unit in desk.on_map(enemy)})


def _soft(desk: Desk, side: str, hex: Hex) -> tuple[str, ...]:
    """Those whom indirect fire affects."""
    return tuple(unit for unit in desk.table.enemy_units(side, hex) if not is_a(desk.table, unit, "armoured"))


def _in_range(desk: Desk, unit: str, target: Hex) -> bool:
    return 1 <= desk.table.grid.distance(desk.table.place_of(unit) or "", target) <= printed(desk.table, unit, "range")


def _fire(desk: Desk, chosen: list[str], target: Hex, seen: Truth) -> bool:
    side = desk.table.unit(chosen[0]).side
    total, die = barrage_total(desk.table, chosen, target), desk.die()
    plus = 2 if light(desk.table) == "dusk" else 0
    result = fire_result(desk.table, total, die + plus)
    fire = Fire(tuple(chosen), target, KIND, total if desk.chance(0.7) else None, die, result)
    hit = _soft(desk, side, target)
    if not (desk.plays_legally(fire) if seen.yes else desk.tries(fire)):
        return False
    outcome = fire_results.read(result)
    if outcome is not None:
        suffer_fire(desk, target, hit, outcome)
    return True


def limber(desk: Desk, side: str) -> None:
    """Guns far from the enemy are made ready to move, and now and then another."""
    targets = _targets(desk, side)
    for unit in guns(desk, side, "fire mode"):
        if desk.table.state.has(FIRED[KIND], unit).yes:
            continue
        idle = not any(_in_range(desk, unit, target) for target in targets)
        if desk.chance(0.3 if idle or is_a(desk.table, unit, "flak") else 0.06):
            desk.plays_legally(Mark(unit, "move mode"))


def unlimber(desk: Desk, side: str) -> None:
    """In the rally phase of the night guns are made ready to fire again."""
    if light(desk.table) == "night":
        for unit in guns(desk, side, "move mode"):
            if desk.chance(0.8):
                desk.plays_legally(Mark(unit, "fire mode"))
