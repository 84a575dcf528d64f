"""What players get wrong after fire and combat: checks (6.6), losses (7.4), retreats (7.5), markers (7.6), advances (7.7)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from adjudicator.engine.actions import Action, Advance, Attack, Fire, Lose, Phase, Remove, Replace, Retreat
from adjudicator.rules import stacking
from adjudicator.rules.apply import apply
from adjudicator.rules.combat.aftermath import ordered, steps_left
from adjudicator.rules.combat.record import Combat, last
from adjudicator.rules.judge import judge
from adjudicator.rules.map_in_play import beyond
from adjudicator.verdict import Verdict
from tools.selfplay.desk import Desk
from tools.selfplay.seelow.aftermath import FAR, SCENARIO_MAPS
from tools.selfplay.seelow.reckon import is_a

from ..planting import Kind, Plant, lost_just_now, retreated_just_now
from .shooting import place

Spoil = Callable[[Desk, Action], Iterator[Plant]]


def fresh(desk: Desk) -> Combat | None:
    """The last combat or fire, as long as nothing else has begun since."""
    breaks = (Attack, Fire, Phase)
    latest = next((play.action for play in reversed(desk.plays) if isinstance(play.action, breaks)), None)
    return None if latest is None or isinstance(latest, Phase) else last(desk.table)


def over(action: Action) -> bool:
    """Does something else begin?"""
    return isinstance(action, Attack | Fire | Phase)


# --- losses


def _no_step_lost(desk: Desk, action: Action) -> Iterator[Plant]:
    if isinstance(action, Lose) and action.because == "combat" and fresh(desk) is not None:
        yield Plant(())


def _one_step_more(desk: Desk, action: Action) -> Iterator[Plant]:
    combat = fresh(desk)
    if combat is not None and isinstance(action, Lose):
        after = apply(desk.table, action)
        for unit in desk.shuffled(combat.fight.units(combat.role_of(action.side))):
            more = Lose(action.side, (unit,), "retreat")  # it may be read as the price to stay
            if unit in combat.steps and steps_left(after, unit) and judge(after, more).verdict is Verdict.ILLEGAL:
                yield Plant((Lose(action.side, (*action.steps, unit), action.because),))


def _for_nothing(desk: Desk, action: Action) -> Iterator[Plant]:
    """A step is lost though the result asks for none."""
    combat = fresh(desk)
    if combat is None or not over(action):
        return
    for unit in desk.shuffled(combat.fight.defenders):
        if desk.table.place_of(unit) == combat.fight.target and unit in combat.steps:
            yield Plant((Lose(desk.table.unit(unit).side, (unit,)),), also=True)


def _by_a_bystander(desk: Desk, action: Action) -> Iterator[Plant]:
    """A step is lost by one of the hex that had no part in it, such as armour that was not fired at."""
    combat = fresh(desk)
    if combat is None or not isinstance(action, Lose) or combat.role_of(action.side) != "defender":
        return
    for unit in desk.shuffled(combat.fight.present):
        there = unit not in combat.fight.defenders and desk.table.place_of(unit) == combat.fight.target
        if there and action.because != "retreat" and not retreated_just_now(desk, unit):
            yield Plant((replace(action, steps=(unit,) * min(len(action.steps), steps_left(desk.table, unit))),))


def _both_steps_of_one(desk: Desk, action: Action) -> Iterator[Plant]:
    """The loss of the result and the one instead of a retreat are taken by the same unit of several."""
    combat = fresh(desk)
    if combat is None or not isinstance(action, Lose):
        return
    before = combat.lost_by(combat.role_of(action.side))
    for unit in before:
        if steps_left(desk.table, unit) and unit not in action.steps:
            yield Plant((replace(action, steps=(unit,) * len(action.steps)),))


def _given_back(desk: Desk, action: Action) -> Iterator[Plant]:
    if isinstance(action, Phase | Fire | Attack):
        for side in desk.table.game.sides:
            for unit in desk.shuffled(desk.on_map(side)):
                if desk.table.losses(unit) and not lost_just_now(desk, unit):
                    yield Plant((Replace(unit, 1),), also=True)


def _eliminated(desk: Desk, action: Action) -> Iterator[Plant]:
    """A unit that could have retreated is taken off."""
    combat = fresh(desk)
    if combat is not None and isinstance(action, Retreat):
        units = [unit for unit in action.units if ordered(desk.table, combat, unit).length.low]
        steps = tuple(unit for unit in units for _ in range(steps_left(desk.table, unit)))
        if len(units) == len(action.units):
            yield Plant((Lose(desk.table.unit(units[0]).side, steps, "retreat"),))


def _survives(desk: Desk, action: Action) -> Iterator[Plant]:
    """What had no way, or cannot retreat, stays where it is."""
    if isinstance(action, Lose) and action.because == "retreat" and fresh(desk) is not None:
        yield Plant(())


def _hit_again_and_stays(desk: Desk, action: Action) -> Iterator[Plant]:
    if isinstance(action, Remove) and action.why != "exit":
        yield Plant(())


# --- retreats


def _stays(desk: Desk, action: Action) -> Iterator[Plant]:
    if isinstance(action, Retreat) and fresh(desk) is not None:
        yield Plant(())


def _elsewhere(wanted: Callable[[Desk, Retreat, str], bool]) -> Spoil:
    """A retreat to another hex."""

    def spoil(desk: Desk, action: Action) -> Iterator[Plant]:
        if not isinstance(action, Retreat) or action.to not in desk.table.grid:
            return
        grid, start, side = desk.table.grid, place(desk, action.units[0]), desk.table.unit(action.units[0]).side
        outside = beyond(desk.table, SCENARIO_MAPS)
        near = [hex for hex in grid.all() if 0 < grid.distance(start, hex) <= FAR + 2 and hex != action.to and hex not in outside]
        for hex in desk.shuffled(near):
            if not desk.table.enemy_units(side, hex) and wanted(desk, action, hex):
                yield Plant((Retreat(action.units, hex),))

    return spoil


def _so_far(distance: int) -> Callable[[Desk, Retreat, str], bool]:
    def wanted(desk: Desk, retreat: Retreat, hex: str) -> bool:
        return desk.table.grid.distance(place(desk, retreat.units[0]), hex) == distance

    return wanted


def _full(desk: Desk, retreat: Retreat, hex: str) -> bool:
    side = desk.table.unit(retreat.units[0]).side
    return _so_far(FAR)(desk, retreat, hex) and stacking.fits(desk.table, side, hex, retreat.units).no


def _not_due(desk: Desk, action: Action) -> Iterator[Plant]:
    """A defender goes back though the result, or his check, lets him stay."""
    combat = fresh(desk)
    if combat is None or not over(action):
        return
    grid = desk.table.grid
    for unit in desk.shuffled(combat.fight.defenders):
        start, side = place(desk, unit), desk.table.unit(unit).side
        if start == combat.fight.target and not is_a(desk.table, unit, "artillery"):
            for hex in desk.shuffled(each for each in grid.all() if grid.distance(each, start) == FAR):
                if not desk.table.enemy_units(side, hex) and stacking.fits(desk.table, side, hex, (unit,)).yes:
                    yield Plant((Retreat((unit,), hex),), also=True)


def _gun_retreats(desk: Desk, action: Action) -> Iterator[Plant]:
    """A gun that should be eliminated retreats."""
    if not isinstance(action, Lose) or action.because != "retreat" or fresh(desk) is None:
        return
    units = tuple(dict.fromkeys(action.steps))
    if not all(is_a(desk.table, unit, "artillery") for unit in units):
        return
    grid, start, side = desk.table.grid, place(desk, units[0]), desk.table.unit(units[0]).side
    for hex in desk.shuffled(each for each in grid.all() if grid.distance(each, start) == FAR):
        if not desk.table.enemy_units(side, hex) and stacking.fits(desk.table, side, hex, units).yes:
            yield Plant((Retreat(units, hex),))


# --- advances


def _advance(wanted: Callable[[Desk, Combat, str], bool], farthest: int = 0) -> Spoil:
    """Somebody advances who may not, or so far beyond the hex attacked."""

    def spoil(desk: Desk, action: Action) -> Iterator[Plant]:
        combat = fresh(desk)
        if combat is None or not (over(action) or isinstance(action, Advance)) or combat.fight.kind == "barrage":
            return
        target, grid, side = combat.fight.target, desk.table.grid, combat.fight.side
        ends = [hex for hex in grid.all() if grid.distance(hex, target) == farthest and not desk.table.enemy_units(side, hex)]
        for unit in desk.shuffled(each for each in desk.on_map(side) if wanted(desk, combat, each))[:6]:
            start = place(desk, unit)
            for hex in desk.shuffled(ends)[:8]:
                onward = not farthest or grid.distance(hex, start) > farthest
                if onward and hex != start and stacking.fits(desk.table, side, hex, (unit,)).yes:
                    yield Plant((Advance((unit,), hex),), also=not isinstance(action, Advance))

    return spoil


def _attacker(desk: Desk, combat: Combat, unit: str) -> bool:
    """One that stands where it attacked from."""
    there = unit in combat.fight.attackers and place(desk, unit) == combat.fight.where.get(unit)
    return there and not is_a(desk.table, unit, "artillery")


def _gun(desk: Desk, combat: Combat, unit: str) -> bool:
    return unit in combat.fight.attackers and is_a(desk.table, unit, "artillery")


def _beside(desk: Desk, combat: Combat, unit: str) -> bool:
    near = desk.table.grid.adjacent(place(desk, unit), combat.fight.target)
    return near and unit not in combat.fight.attackers and not is_a(desk.table, unit, "artillery")


def _held(desk: Desk, combat: Combat, unit: str) -> bool:
    """The defender still stands in the hex."""
    return _attacker(desk, combat, unit) and bool(desk.table.enemy_units(combat.fight.side, combat.fight.target))


def _past(desk: Desk, combat: Combat, unit: str) -> bool:
    return _attacker(desk, combat, unit) and not _held(desk, combat, unit)


def _too_many(desk: Desk, action: Action) -> Iterator[Plant]:
    """All who attacked advance, more than there is room for."""
    combat = fresh(desk)
    if combat is not None and isinstance(action, Advance):
        left = tuple(unit for unit in combat.fight.attackers if _attacker(desk, combat, unit) and unit not in action.units)
        yield Plant((Advance((*action.units, *left), action.to),))


SETTLED = frozenset({"settled-before-attack", "settled-after-combat", "settled-before-fire", "settled-after-fire"})
DUE = frozenset({"losses-due", "eliminated-trapped"})
FAILED = frozenset({"check-failed", *SETTLED, "retreated-disrupted"})
LENGTH, WAY = frozenset({"retreat-length"}), frozenset({"retreat-way"})
HIT_AGAIN = frozenset({"hit-again-before-attack", "hit-again-before-fire", "hit-again-before-phase"})

KINDS = (
    Kind("no step lost", SETTLED, _no_step_lost, turns=2, busy=0.6, share=0.6, later=True),
    Kind("one step too many", DUE, _one_step_more, turns=2, busy=0.7, share=0.6),
    Kind("step lost for nothing", DUE, _for_nothing, turns=2, busy=0.6),
    Kind("step lost by a bystander", frozenset({"losses-who", *DUE}), _by_a_bystander, turns=3, busy=1, share=1),
    Kind("both steps of one unit", frozenset({"losses-spread"}), _both_steps_of_one, turns=4, busy=1, share=1),
    Kind("step given back", frozenset({"no-recovery"}), _given_back, turns=2, busy=0.6),
    Kind("eliminated though it could retreat", DUE, _eliminated, turns=2, busy=0.5, share=0.5),
    Kind("stays though it cannot retreat", FAILED, _survives, turns=2, busy=0.7, share=0.6, later=True),
    Kind("hit again and stays", HIT_AGAIN, _hit_again_and_stays, turns=6, busy=1, share=1, later=True),
    Kind("no retreat", FAILED, _stays, turns=2, busy=0.5, share=0.5, later=True),
    Kind("retreat too short", LENGTH, _elsewhere(_so_far(1)), turns=2, busy=0.5, share=0.5),
    Kind("retreat one hex too far", LENGTH, _elsewhere(_so_far(3)), turns=2, busy=0.5, share=0.5),
    Kind("retreat two hexes too far", LENGTH, _elsewhere(_so_far(4)), turns=2, busy=0.5, share=0.5),
    Kind("retreat through a zone or a river", WAY, _elsewhere(_so_far(FAR)), turns=2, busy=0.6, share=0.6),
    Kind("retreat not into a vacant hex", frozenset({"retreat-vacant"}), _elsewhere(_so_far(FAR)), turns=2, busy=0.7, share=0.6),
    Kind("retreat onto a full stack", frozenset({"retreat-stack"}), _elsewhere(_full), turns=2, busy=0.7, share=0.7),
    Kind("retreat that was not due", LENGTH, _not_due, turns=2, busy=0.6, share=0.5),
    Kind("gun retreats", frozenset({"retreat-immobile"}), _gun_retreats, turns=6, busy=1, share=1),
    Kind("advance beyond the hex", frozenset({"advance-length"}), _advance(_past, 1), turns=2, busy=0.7, share=0.7),
    Kind(
        "advance past a defender",
        frozenset({"advance-vacant", "advance-length", "advance-way"}),
        _advance(_held, 1),
        turns=2,
        busy=0.7,
        share=0.6,
    ),
    Kind("advance of a bystander", frozenset({"advance-who", "move-phase"}), _advance(_beside), turns=2, busy=0.7, share=0.7),
    Kind("gun advances", frozenset({"advance-artillery"}), _advance(_gun), turns=6, busy=1, share=1),
    Kind(
        "advance of too many",
        frozenset({"advance-stack", "stack-german", "stack-soviet"}),
        _too_many,
        turns=3,
        busy=0.8,
        share=0.8,
    ),
)
