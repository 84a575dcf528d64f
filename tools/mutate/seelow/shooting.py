"""One more fire, or one that is reckoned wrongly: what plants of antitank fire and of barrages have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from adjudicator.engine.actions import Action, Fire, Phase
from adjudicator.engine.deeds import FIRED, FIRED_AT
from adjudicator.engine.hexes import Hex
from adjudicator.rules import fire_results
from adjudicator.rules.firepower import results_of
from tools.selfplay.desk import Desk
from tools.selfplay.seelow.aftermath import suffer_fire
from tools.selfplay.seelow.barrage import KIND as BARRAGE
from tools.selfplay.seelow.reckon import (
    antitank_total,
    barrage_total,
    fire_result,
    is_a,
    light,
    marked,
    printed,
)

from ..planting import Plant
from .units import active, amid_the_phase

Spoil = Callable[[Desk, Action], Iterator[Plant]]
Pair = tuple[tuple[str, ...], str]  # who fires at what
ANTITANK = "antitank fire"
PHASES = {
    ANTITANK: ("first defensive antitank fire", "first antitank fire", "second defensive antitank fire", "second antitank fire"),
    BARRAGE: ("first barrage", "second barrage"),
}


def follow(desk: Desk) -> None:
    """Carry out the fire that was just played."""
    fire = desk.plays[-1].action
    if not isinstance(fire, Fire):
        return
    outcome = fire_results.read(fire.result or "")
    before = desk.plays[-1].before
    hex, hit = fire.target, before.enemy_units(before.unit(fire.firers[0]).side, fire.target)
    if fire.kind == ANTITANK:
        hex, hit = before.place_of(fire.target) or "", (fire.target,)
    else:
        hit = tuple(unit for unit in hit if not is_a(before, unit, "armoured"))
    if outcome is not None and hit:
        suffer_fire(desk, hex, hit, outcome)


def now(desk: Desk, action: Action, kind: str) -> bool:
    """Is there fire of this kind to be made now: before another, or when all have been made?"""
    return isinstance(action, Fire | Phase) and desk.table.state.phase in PHASES[kind]


def shot(desk: Desk, firers: Sequence[str], target: str, kind: str) -> Fire:
    """A fire with all its numbers right."""
    table, die = desk.table, desk.die()
    dusk = 2 if light(table) == "dusk" else 0
    if kind == BARRAGE:
        total = barrage_total(table, firers, target)
        return Fire(tuple(firers), target, kind, total, die, fire_result(table, total, die + dusk))
    total = antitank_total(table, firers, table.place_of(target) or "")
    plus = printed(table, target, "armour") + dusk
    return Fire(tuple(firers), target, kind, total, die, fire_result(table, total, die + plus))


def enemies(desk: Desk) -> list[str]:
    return [unit for side in desk.table.game.sides if side != active(desk) for unit in desk.on_map(side)]


def tank(desk: Desk, unit: str) -> bool:
    return is_a(desk.table, unit, "armoured")


def place(desk: Desk, unit: str) -> Hex:
    return desk.table.place_of(unit) or ""


def beside(desk: Desk, hex: Hex, distance: int = 1) -> list[str]:
    """Units of the side whose phase it is so far from a hex."""
    grid = desk.table.grid
    return [unit for unit in desk.shuffled(desk.on_map(active(desk))) if grid.distance(place(desk, unit), hex) == distance]


def fired(desk: Desk, unit: str, kind: str = ANTITANK) -> bool:
    return desk.table.state.has(FIRED[kind], unit).yes


def target_of(desk: Desk, target: str, kind: str = ANTITANK) -> bool:
    return desk.table.state.has(FIRED_AT[kind], target).yes


def another(kind: str, pairs: Callable[[Desk], Iterator[Pair]], when: Callable[[Desk, Action, str], bool] = now) -> Spoil:
    """One more fire, with all its numbers right, by somebody who may not or at what he may not."""

    def spoil(desk: Desk, action: Action) -> Iterator[Plant]:
        if when(desk, action, kind):
            for firers, target in pairs(desk):
                yield Plant((shot(desk, firers, target, kind),), also=True, then=follow)

    return spoil


def elsewhere(desk: Desk, action: Action, kind: str) -> bool:
    """Amid a phase in which there is no fire of this kind."""
    return desk.table.state.phase not in PHASES[kind] and amid_the_phase(desk, action)


def amid(desk: Desk, action: Action, kind: str) -> bool:
    """Amid a phase in which there is such fire."""
    return desk.table.state.phase in PHASES[kind] and amid_the_phase(desk, action)


def at_night(desk: Desk, action: Action, kind: str) -> bool:
    return light(desk.table) == "night" and now(desk, action, kind)


def miscounted(kind: str, total: Callable[[Desk, Fire], int]) -> Spoil:
    """Another total is said than the right one."""

    def spoil(desk: Desk, action: Action) -> Iterator[Plant]:
        if isinstance(action, Fire) and action.kind == kind:
            wrong, right = total(desk, action), shot(desk, action.firers, action.target, kind).total
            if wrong != right:
                yield Plant((replace(action, total=wrong),))

    return spoil


def misread(kind: str, pairs: Callable[[Desk], Iterator[Pair]], result: Callable[[Desk, Fire], str | None]) -> Spoil:
    """A fire whose result is another than the table gives: the player says so, and carries that out."""

    def spoil(desk: Desk, action: Action) -> Iterator[Plant]:
        if not now(desk, action, kind):
            return
        for firers, target in pairs(desk):
            fire = shot(desk, firers, target, kind)
            wrong = result(desk, fire)
            if wrong is not None and wrong not in results_of(desk.table, fire):
                yield Plant((replace(fire, result=wrong),), also=True, then=follow)

    return spoil


def on_the_die(plus: Callable[[Desk, Fire], int]) -> Callable[[Desk, Fire], str | None]:
    """The result with something else added to the die."""

    def result(desk: Desk, fire: Fire) -> str | None:
        return None if fire.total is None else fire_result(desk.table, fire.total, (fire.die or 1) + plus(desk, fire))

    return result


def dusk(desk: Desk) -> int:
    return 2 if light(desk.table) == "dusk" else 0


def armour(desk: Desk, fire: Fire) -> int:
    return printed(desk.table, fire.target, "armour") if fire.kind == ANTITANK else 0


def in_a_wrong_column(desk: Desk, fire: Fire) -> str | None:
    die = (fire.die or 1) + dusk(desk) + armour(desk, fire)
    return None if not fire.total else fire_result(desk.table, fire.total * 2 + 1, die)


def one_more(desk: Desk, fire: Fire) -> int:
    return (fire.total or shot(desk, fire.firers, fire.target, fire.kind).total or 0) + 1


def in_range(desk: Desk, unit: str, hex: Hex) -> bool:
    return desk.table.grid.distance(place(desk, unit), hex) <= printed(desk.table, unit, "range")


def guns(desk: Desk, mode: str = "fire mode") -> list[str]:
    table = desk.table
    return [
        unit for unit in desk.shuffled(desk.on_map(active(desk))) if is_a(table, unit, "artillery") and marked(table, unit, mode)
    ]
