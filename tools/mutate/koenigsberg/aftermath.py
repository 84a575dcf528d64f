"""What players get wrong after a combat: losses (9.4), retreats (9.5), advances (9.6), headquarters (11.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from adjudicator.engine.actions import Action, Activate, Advance, Attack, Draw, Lose, Phase, Remove, Retreat, Roll
from adjudicator.facts import Known
from adjudicator.rules.combat.aftermath import steps_left
from adjudicator.rules.combat.record import Combat, last
from adjudicator.rules.retreat import ways
from tools.selfplay.desk import Desk

from ..planting import Kind, Plant

Spoil = Callable[[Desk, Action], Iterator[Plant]]


def fought(desk: Desk, action: Action) -> Combat | None:
    """The combat whose losses are about to be taken."""
    combat = last(desk.table)
    return combat if combat is not None and isinstance(action, Lose) and action.because == "combat" else None


def _strength(desk: Desk, combat: Combat, unit: str) -> int:
    counter = desk.table.unit(unit)
    rating = "attack" if combat.role(unit) == "attacker" else "defence"
    stated = counter.rating(rating, counter.steps - combat.steps.get(unit, 0))
    return stated.value if isinstance(stated, Known) else 0


def fresh(desk: Desk) -> Combat | None:
    """The last combat, as long as nothing has been announced, rolled or drawn since."""
    breaks = (Attack, Roll, Draw, Phase, Activate)
    latest = next((play.action for play in reversed(desk.plays) if isinstance(play.action, breaks)), None)
    return last(desk.table) if isinstance(latest, Attack) else None


# --- losses


def _one_step_less(desk: Desk, action: Action) -> Iterator[Plant]:
    if fought(desk, action) is not None and isinstance(action, Lose) and len(action.steps) > 1:
        yield Plant((Lose(action.side, action.steps[:-1]),))


def _one_step_more(desk: Desk, action: Action) -> Iterator[Plant]:
    combat = fought(desk, action)
    if combat is not None and isinstance(action, Lose):
        for unit in desk.shuffled(combat.fight.units(combat.role_of(action.side))):
            if unit in combat.steps and steps_left(desk.table, unit) > action.steps.count(unit):
                yield Plant((Lose(action.side, (*action.steps, unit)),))


def _weakest_first(desk: Desk, action: Action) -> Iterator[Plant]:
    """The strongest unit is spared."""
    combat = fought(desk, action)
    if combat is None or not isinstance(action, Lose):
        return
    units = [unit for unit in combat.fight.units(combat.role_of(action.side)) if combat.steps.get(unit)]
    units.sort(key=lambda unit: _strength(desk, combat, unit))
    for unit in units[:-1]:
        if steps_left(desk.table, unit) >= len(action.steps):
            yield Plant((Lose(action.side, (unit,) * len(action.steps)),))


def _other_side_too(desk: Desk, action: Action) -> Iterator[Plant]:
    combat = fought(desk, action)
    if combat is not None and isinstance(action, Lose):
        role = "attacker" if combat.role_of(action.side) == "defender" else "defender"
        side = combat.fight.side_of("attacker" if role == "attacker" else "defender")
        for unit in desk.shuffled(combat.fight.units("attacker" if role == "attacker" else "defender")):
            if unit in combat.steps and steps_left(desk.table, unit):
                yield Plant((Lose(side, (unit,)),), also=True)


def _left_out(desk: Desk, action: Action) -> Iterator[Plant]:
    """Nobody loses anything, though a step is due."""
    if fought(desk, action) is not None:
        yield Plant(())


# --- retreats


def _nobody_retreats(desk: Desk, action: Action) -> Iterator[Plant]:
    if isinstance(action, Retreat):
        yield Plant(())


def _retreat(apart: Callable[[int, int], bool]) -> Spoil:
    """A retreat to another hex; `apart`: how far the hex lies from where it began, against how far the right one does."""

    def spoil(desk: Desk, action: Action) -> Iterator[Plant]:
        if not isinstance(action, Retreat) or any(way.cost.high for way in ways(desk.table, action)):
            return  # what the right way costs would be lost for the wrong one
        grid, start = desk.table.grid, desk.table.place_of(action.units[0]) or ""
        right = grid.distance(start, action.to)
        near = [hex for hex in grid.all() if 0 < grid.distance(start, hex) <= right + 2 and hex != action.to]
        side = desk.table.unit(action.units[0]).side
        for hex in desk.shuffled(near):
            if apart(grid.distance(start, hex), right) and not desk.table.enemy_units(side, hex):
                yield Plant((Retreat(action.units, hex),))

    return spoil


def _retreat_not_due(desk: Desk, action: Action) -> Iterator[Plant]:
    """A defender goes back one hex, though the result lets him stay."""
    combat = fresh(desk)
    if combat is None or not isinstance(action, Draw | Phase):
        return
    for unit in desk.shuffled(combat.fight.defenders):
        if desk.table.place_of(unit) == combat.fight.target and desk.would_move(unit):
            for hex in desk.shuffled(desk.table.grid.neighbours(combat.fight.target)):
                if not desk.table.enemy_units(desk.table.unit(unit).side, hex):
                    yield Plant((Retreat((unit,), hex),), also=True)


# --- advances


def _advance(wanted: Callable[[Desk, Combat, str], bool], farthest: int) -> Spoil:
    """Somebody advances who may not, or so far (from the hex attacked) as he may not."""

    def spoil(desk: Desk, action: Action) -> Iterator[Plant]:
        combat = fresh(desk)
        if combat is None or not isinstance(action, Advance | Draw | Phase):
            return
        target, grid = combat.fight.target, desk.table.grid
        ends = [hex for hex in grid.all() if grid.distance(hex, target) <= farthest]
        units = [unit for side in desk.table.game.sides for unit in desk.on_map(side) if wanted(desk, combat, unit)]
        for unit in desk.shuffled(units)[:6]:
            for hex in desk.shuffled(ends)[:8]:
                free = not desk.table.enemy_units(desk.table.unit(unit).side, hex)
                start = desk.table.place_of(unit) or ""
                onward = grid.distance(hex, start) > farthest or farthest < 2  # else it would be a retreat
                if hex != start and free and onward and grid.distance(hex, target) == farthest:
                    yield Plant((Advance((unit,), hex),), also=not isinstance(action, Advance))

    return spoil


def _attacker(desk: Desk, combat: Combat, unit: str) -> bool:
    """One that has not advanced or retreated yet, and stands where it attacked from."""
    return unit in combat.fight.attackers and desk.table.place_of(unit) == combat.fight.where.get(unit)


def _companion(desk: Desk, combat: Combat, unit: str) -> bool:
    return unit in combat.companions and desk.table.place_of(unit) == combat.companions[unit]


def _beside(desk: Desk, combat: Combat, unit: str) -> bool:
    """One of the attacking side next to the hex that took no part."""
    near = desk.table.grid.adjacent(desk.table.place_of(unit) or "", combat.fight.target)
    ours = desk.table.unit(unit).side == combat.fight.side and not desk.is_hq(unit)
    return near and ours and unit not in combat.fight.attackers


def _not_vacant(desk: Desk, action: Action) -> Iterator[Plant]:
    """The attacker goes past a defender who held."""
    combat = fresh(desk)
    if combat is None or not isinstance(action, Draw | Phase):
        return
    grid, side = desk.table.grid, combat.fight.side
    if desk.table.enemy_units(side, combat.fight.target):
        for unit in desk.shuffled([each for each in combat.fight.attackers if _attacker(desk, combat, each)]):
            for hex in desk.shuffled(grid.neighbours(combat.fight.target)):
                if not desk.table.enemy_units(side, hex) and hex != desk.table.place_of(unit):
                    yield Plant((Advance((unit,), hex),), also=True)


# --- headquarters


def _headquarters_stays(desk: Desk, action: Action) -> Iterator[Plant]:
    if isinstance(action, Remove) and desk.is_hq(action.unit) and desk.table.state.phase != "replacement":
        yield Plant(())


def _headquarters_goes(desk: Desk, action: Action) -> Iterator[Plant]:
    """A headquarters is taken off for no reason."""
    if isinstance(action, Draw):
        leaders = [unit for side in desk.table.game.sides for unit in desk.on_map(side) if desk.is_hq(unit)]
        for unit in desk.shuffled(leaders):
            yield Plant((Remove(unit),), also=True)


SETTLED = frozenset({"settled-before-attack", "settled-before-draw", "settled-before-phase"})
ALONG = frozenset({"hq-along-before-attack", "hq-along-before-phase"})
GONE = frozenset(f"hq-with-its-stack-before-{what}" for what in ("attack", "draw", "phase"))
DUE, LENGTH = frozenset({"losses-due"}), frozenset({"retreat-length"})
NOBODY = frozenset({"advance-who", "move-first", "commanded-move"})  # it may be read as a march too, which came too late

KINDS = (
    Kind("one step too few", DUE, _one_step_less, share=1, busy=1),
    Kind("one step too many", DUE, _one_step_more, share=0.6, busy=0.7),
    Kind("strongest unit spared", frozenset({"losses-first"}), _weakest_first, share=0.8, busy=1),
    Kind("other side loses a step too", DUE, _other_side_too, share=0.6, busy=0.7),
    Kind("no step lost", SETTLED, _left_out, share=0.6, busy=0.7, later=True),
    Kind("no retreat", SETTLED | ALONG, _nobody_retreats, share=0.7, busy=1, later=True),
    Kind("retreat one hex too far", LENGTH, _retreat(lambda far, right: far == right + 1), share=0.7, busy=1),
    Kind("retreat two hexes too far", LENGTH, _retreat(lambda far, right: far == right + 2), share=0.7, busy=1),
    Kind("retreat too short", LENGTH, _retreat(lambda far, right: far < right), share=1, busy=1),
    Kind("retreat into a zone for nothing", frozenset({"retreat-zones"}), _retreat(int.__eq__), share=0.8, busy=1),
    Kind("retreat in a wrong direction", frozenset({"retreat-direction"}), _retreat(int.__eq__), share=0.8, busy=1),
    Kind("retreat onto a full stack", frozenset({"retreat-stack"}), _retreat(int.__eq__), share=1, busy=1),
    Kind("retreat the way that is closed", frozenset({"retreat-way"}), _retreat(int.__eq__), share=1, busy=1),
    Kind("retreat that was not due", LENGTH, _retreat_not_due, share=0.7, busy=0.8),
    Kind("advance too far", frozenset({"advance-length"}), _advance(_attacker, 1), share=0.8, busy=1),
    Kind("advance two hexes too far", frozenset({"advance-length"}), _advance(_attacker, 2), share=0.8, busy=1),
    Kind("advance over a river that stops", frozenset({"advance-stop"}), _advance(_attacker, 1), share=1, busy=1),
    Kind("advance over a closed hexside", frozenset({"advance-way", "advance-river"}), _advance(_attacker, 1), share=1, busy=1),
    Kind("advance past a defender", frozenset({"advance-vacant", "advance-way"}), _not_vacant, share=0.7, busy=0.8),
    Kind("advance of a bystander", NOBODY, _advance(_beside, 0), share=0.8, busy=0.8),
    Kind("advance of an HQ alone", NOBODY, _advance(_companion, 0), share=0.8, busy=1),
    Kind("advance onto a full stack", frozenset({"advance-stack", "stack-units"}), _advance(_attacker, 1), share=1, busy=1),
    Kind("HQ outlives its stack", GONE, _headquarters_stays, share=1, busy=1, later=True),
    Kind("HQ taken off", frozenset({"hq-removed"}), _headquarters_goes, share=0.2),
)
