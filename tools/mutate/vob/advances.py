"""What players get wrong when they advance, break through and exploit (8.4 to 8.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from adjudicator.engine.actions import Action, Advance, Attack, Phase
from adjudicator.engine.deeds import ATTACKED
from adjudicator.engine.hexes import Hex
from adjudicator.rules.combat.breakthrough import excess
from adjudicator.rules.combat.record import Combat, last
from tools.selfplay.desk import Desk

from ..planting import Kind, Plant
from .units import AFTERMATH, Spoil, free, kind, mobile, near_enemy, place, settled

Who = Callable[[Desk, Combat, str], bool]
Where = Callable[[Desk, Combat, str], list[Hex]]


def _goes(side: str, who: Who, where: Where, broken: bool | None = None) -> Spoil:
    """Somebody goes on where or when he may not, after a combat that is settled."""

    def spoil(desk: Desk, action: Action) -> Iterator[Plant]:
        combat = last(desk.table)
        if not settled(desk, action) or isinstance(action, AFTERMATH) or combat is None or combat.fight.side != side:
            return
        if combat.phase != (desk.table.state.turn, desk.table.state.phase) or desk.table.state.active != side:
            return
        if broken is not None and broken != (excess(desk.table, combat).low > 0):
            return
        for unit in desk.shuffled(each for each in desk.on_map(side) if who(desk, combat, each)):
            for hex in desk.shuffled(where(desk, combat, unit))[:4]:
                if free(desk, unit, hex):
                    yield Plant((Advance((unit,), hex),), also=True)

    return spoil


def _attacked(desk: Desk, combat: Combat, unit: str) -> bool:
    return unit in combat.fight.attackers and unit not in combat.advanced


def _mobile(desk: Desk, combat: Combat, unit: str) -> bool:
    return _attacked(desk, combat, unit) and mobile(desk, unit)


def _foot(desk: Desk, combat: Combat, unit: str) -> bool:
    return _attacked(desk, combat, unit) and not mobile(desk, unit)


def _reserve(desk: Desk, combat: Combat, unit: str) -> bool:
    """Fast, and it took no part in anything yet."""
    fresh = unit not in combat.fight.attackers and unit not in desk.table.state.those(ATTACKED)
    return fresh and mobile(desk, unit) and unit not in combat.advanced


def _engaged(desk: Desk, combat: Combat, unit: str) -> bool:
    return _reserve(desk, combat, unit) and near_enemy(desk, unit)


def _idle(desk: Desk, combat: Combat, unit: str) -> bool:
    return _reserve(desk, combat, unit) and not near_enemy(desk, unit)


def _idle_foot(desk: Desk, combat: Combat, unit: str) -> bool:
    fresh = unit not in combat.fight.attackers and unit not in desk.table.state.those(ATTACKED)
    return fresh and not mobile(desk, unit) and not near_enemy(desk, unit) and kind(desk, unit) in ("infantry", "jager")


def _target(desk: Desk, combat: Combat, unit: str) -> list[Hex]:
    near = desk.table.grid.distance(place(desk, unit), combat.fight.target) <= 4
    return [combat.fight.target] if near and not _held(desk, combat) else []


def _beyond(least: int, most: int) -> Where:
    def where(desk: Desk, combat: Combat, unit: str) -> list[Hex]:
        grid, target = desk.table.grid, combat.fight.target
        if grid.distance(place(desk, unit), target) > 4 or _held(desk, combat):
            return []
        return sorted(hex for hex in grid.within(target, most) if grid.distance(hex, target) >= least)

    return where


def _held(desk: Desk, combat: Combat) -> bool:
    return bool(desk.table.enemies_on_the_ground(combat.fight.side, combat.fight.target))


def _into_another(desk: Desk, action: Action) -> Iterator[Plant]:
    """A German advances into another hex than the one attacked."""
    combat = last(desk.table)
    if isinstance(action, Advance) and combat is not None and combat.fight.side == "german":
        for hex in desk.shuffled(desk.table.grid.neighbours(combat.fight.target)):
            if free(desk, action.units[0], hex) and hex != place(desk, action.units[0]):
                yield Plant((Advance(action.units, hex),))


def _late(desk: Desk, action: Action) -> Iterator[Plant]:
    """One of those who broke through goes only after somebody has exploited it."""
    combat = last(desk.table)
    if not isinstance(action, Attack | Phase) or combat is None or desk.table.state.phase != "allied combat":
        return
    if combat.advanced - set(combat.fight.attackers):
        for unit in combat.fight.attackers:
            fit = place(desk, unit) in desk.table.grid and mobile(desk, unit) and unit not in combat.advanced
            if fit and free(desk, unit, combat.fight.target):
                yield Plant((Advance((unit,), combat.fight.target),), also=True)


THROUGH = frozenset({"breakthrough", "move-phase"})
ADVANCE = frozenset({"advance-length", "advance-who", "move-phase", "excess-leaves"})

KINDS = (
    Kind("breakthrough for nothing", THROUGH, _goes("allied", _mobile, _target, broken=False), busy=0.7, share=0.8),
    Kind("breakthrough too far", THROUGH, _goes("allied", _mobile, _beyond(5, 6), broken=True), busy=0.8, share=1, turns=2),
    Kind("breakthrough on foot", THROUGH, _goes("allied", _foot, _target, broken=True), busy=0.8, share=0.8),
    Kind("exploitation for nothing", THROUGH, _goes("allied", _idle, _target, broken=False), busy=0.7, share=0.8),
    Kind("exploitation too far", THROUGH, _goes("allied", _idle, _beyond(7, 8), broken=True), busy=0.8, share=1, turns=2),
    Kind("exploitation on foot", THROUGH, _goes("allied", _idle_foot, _target, broken=True), busy=0.8, share=1, turns=2),
    Kind("exploitation from beside an enemy", THROUGH, _goes("allied", _engaged, _target, broken=True), busy=0.6, share=0.9),
    Kind("breakthrough after exploitation", frozenset({"exploitation-order"}), _late, busy=0.9, share=1, turns=2),
    Kind("German advance too far", ADVANCE, _into_another, busy=0.8, share=1, turns=2),
    Kind("German advance by another", ADVANCE, _goes("german", _idle, _target), busy=0.8, share=1, turns=2),
)
