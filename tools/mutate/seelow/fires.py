"""What players get wrong when they fire: at armour (6), and with guns (8.1, 8.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from adjudicator.engine.actions import Action, Advance, Fire, Phase
from adjudicator.engine.hexes import Hex
from adjudicator.rules import shots
from adjudicator.rules.firepower import results_of
from tools.selfplay.desk import Desk
from tools.selfplay.seelow.aftermath import suffer_fire
from tools.selfplay.seelow.barrage import KIND as BARRAGE
from tools.selfplay.seelow.reckon import (
    COVER,
    antitank,
    antitank_total,
    barrage_total,
    fire_result,
    is_a,
    level,
    light,
    marked,
    printed,
    terrain,
)

from ..planting import Kind, Plant
from .movement import active

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
    outcome = shots.read(fire.result or "")
    before = desk.plays[-1].before
    if fire.kind == ANTITANK:
        hex, hit = before.place_of(fire.target) or "", (fire.target,)
    else:
        side = before.unit(fire.firers[0]).side
        hex, hit = (
            fire.target,
            tuple(unit for unit in before.enemy_units(side, fire.target) if not is_a(before, unit, "armoured")),
        )
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
    return (kind, unit) in desk.table.state.done


def target_of(desk: Desk, target: str, kind: str = ANTITANK) -> bool:
    return (f"target of {kind}", target) in desk.table.state.done


def another(kind: str, pairs: Callable[[Desk], Iterator[Pair]], when: Callable[[Desk, Action, str], bool] = now) -> Spoil:
    """One more fire, with all its numbers right, by somebody who may not or at what he may not."""

    def spoil(desk: Desk, action: Action) -> Iterator[Plant]:
        if when(desk, action, kind):
            for firers, target in pairs(desk):
                yield Plant((shot(desk, firers, target, kind),), also=True, then=follow)

    return spoil


# --- antitank fire


def _two_hexes_away(desk: Desk) -> Iterator[Pair]:
    for target in desk.shuffled(filter(lambda each: tank(desk, each) and not target_of(desk, each), enemies(desk))):
        for unit in beside(desk, place(desk, target), 2):
            if antitank(desk.table, unit) and not fired(desk, unit):
                yield (unit,), target


def _not_at_armour(desk: Desk) -> Iterator[Pair]:
    for target in desk.shuffled(unit for unit in enemies(desk) if not tank(desk, unit)):
        for unit in beside(desk, place(desk, target)):
            if antitank(desk.table, unit) and not fired(desk, unit):
                yield (unit,), target


def _at_armour(wanted: Callable[[Desk, str, str], bool]) -> Callable[[Desk], Iterator[Pair]]:
    """A unit beside a tank; `wanted` sees both."""

    def pairs(desk: Desk) -> Iterator[Pair]:
        for target in desk.shuffled(unit for unit in enemies(desk) if tank(desk, unit)):
            for unit in beside(desk, place(desk, target)):
                if antitank(desk.table, unit) and wanted(desk, unit, target):
                    yield (unit,), target

    return pairs


def _fires_again(desk: Desk, unit: str, target: str) -> bool:
    return fired(desk, unit) and not target_of(desk, target)


def _fired_at_again(desk: Desk, unit: str, target: str) -> bool:
    return target_of(desk, target) and not fired(desk, unit)


def _fresh(desk: Desk, unit: str, target: str) -> bool:
    return not target_of(desk, target) and not fired(desk, unit)


def _disrupted(desk: Desk, unit: str, target: str) -> bool:
    return _fresh(desk, unit, target) and marked(desk.table, unit, "disrupted")


def _advanced(desk: Desk, unit: str, target: str) -> bool:
    return ("advanced", unit) in desk.table.state.done and not target_of(desk, target)


def _advances_again(desk: Desk, action: Action) -> Iterator[Plant]:
    """Units that have advanced fire from where they stand now, though they had not fired before their advance."""
    if isinstance(action, Advance | Fire | Phase):
        yield from another(ANTITANK, _at_armour(_advanced))(desk, action)


def _by_the_other_side(desk: Desk) -> Iterator[Pair]:
    side = active(desk)
    for target in desk.shuffled(unit for unit in desk.on_map(side) if tank(desk, unit)):
        for near in desk.table.grid.neighbours(place(desk, target)):
            for unit in desk.table.enemy_units(side, near):
                if antitank(desk.table, unit):
                    yield (unit,), target


def _elsewhere(desk: Desk, action: Action, kind: str) -> bool:
    """A phase in which there is no fire of this kind is about to end."""
    others = (*PHASES[kind], "rally", "turn renewal", "")
    return isinstance(action, Phase) and desk.table.state.phase not in others and action.turn is None


def _at_night(desk: Desk, action: Action, kind: str) -> bool:
    return light(desk.table) == "night" and now(desk, action, kind)


def _two_at_one(desk: Desk, action: Action) -> Iterator[Plant]:
    """Two units fire at one of a stack, and nobody at the others."""
    if not now(desk, action, ANTITANK):
        return
    for target in desk.shuffled(unit for unit in enemies(desk) if tank(desk, unit)):
        hex = place(desk, target)
        others = [unit for unit in desk.table.enemy_units(active(desk), hex) if unit != target and tank(desk, unit)]
        able = [unit for unit in beside(desk, hex) if antitank(desk.table, unit) and not fired(desk, unit)]
        if others and len(able) > 1 and not any(target_of(desk, unit) for unit in (target, *others)):
            yield Plant((shot(desk, able[:2], target, ANTITANK),), also=True, then=follow)


# --- what it comes to


def _miscounted(kind: str, total: Callable[[Desk, Fire], int]) -> Spoil:
    """Another total is said than the right one."""

    def spoil(desk: Desk, action: Action) -> Iterator[Plant]:
        if isinstance(action, Fire) and action.kind == kind:
            wrong, right = total(desk, action), shot(desk, action.firers, action.target, kind).total
            if wrong != right:
                yield Plant((replace(action, total=wrong),))

    return spoil


def _plain_sum(desk: Desk, fire: Fire) -> int:
    return sum(antitank(desk.table, unit) for unit in fire.firers)


def _level_forgotten(desk: Desk, fire: Fire) -> int:
    """As if nobody fired uphill."""
    to, total = place(desk, fire.target), 0
    for unit in fire.firers:
        value = antitank(desk.table, unit)
        uphill = level(desk.table, to) > level(desk.table, place(desk, unit))
        total += value if uphill else antitank_total(desk.table, (unit,), to)
    return total


def _rounded_down(desk: Desk, fire: Fire) -> int:
    to = place(desk, fire.target)
    exact = [(antitank(desk.table, unit), antitank_total(desk.table, (unit,), to)) for unit in fire.firers]
    return sum(part - (part < value and part * 2 > value) for value, part in exact)


def _cover_forgotten(desk: Desk, fire: Fire) -> int:
    return sum(printed(desk.table, unit, "combat") for unit in fire.firers)


def _rounded_up(desk: Desk, fire: Fire) -> int:
    total = _cover_forgotten(desk, fire)
    return total if COVER.isdisjoint(terrain(desk.table, fire.target)) else -(-total // 2)


def _one_more(desk: Desk, fire: Fire) -> int:
    return (fire.total or shot(desk, fire.firers, fire.target, fire.kind).total or 0) + 1


def _misread(kind: str, result: Callable[[Desk, Fire], str | None]) -> Spoil:
    """A fire whose result is another than the table gives: the player says so, and carries that out."""

    def spoil(desk: Desk, action: Action) -> Iterator[Plant]:
        if not now(desk, action, kind):
            return
        for firers, target in _possible(desk, kind):
            fire = shot(desk, firers, target, kind)
            wrong = result(desk, fire)
            if wrong is not None and wrong not in results_of(desk.table, fire):
                yield Plant((replace(fire, result=wrong),), also=True, then=follow)

    return spoil


def _possible(desk: Desk, kind: str) -> Iterator[Pair]:
    if kind == ANTITANK:
        yield from _at_armour(_fresh)(desk)
        return
    for hex in desk.shuffled(sorted({place(desk, unit) for unit in enemies(desk) if not tank(desk, unit)})):
        for unit in _guns(desk):
            if not target_of(desk, hex, BARRAGE) and not fired(desk, unit, BARRAGE) and in_range(desk, unit, hex):
                yield (unit,), hex


def _on_the_die(plus: Callable[[Desk, Fire], int]) -> Callable[[Desk, Fire], str | None]:
    """The result with something else added to the die."""

    def result(desk: Desk, fire: Fire) -> str | None:
        return None if fire.total is None else fire_result(desk.table, fire.total, (fire.die or 1) + plus(desk, fire))

    return result


def _dusk(desk: Desk) -> int:
    return 2 if light(desk.table) == "dusk" else 0


def _armour(desk: Desk, fire: Fire) -> int:
    return printed(desk.table, fire.target, "armour") if fire.kind == ANTITANK else 0


def _in_a_wrong_column(desk: Desk, fire: Fire) -> str | None:
    die = (fire.die or 1) + _dusk(desk) + _armour(desk, fire)
    return None if not fire.total else fire_result(desk.table, fire.total * 2 + 1, die)


def _shaken(desk: Desk, fire: Fire) -> int:
    """Two less, as if the target were disrupted."""
    return _dusk(desk) + _armour(desk, fire) - 2


# --- guns


def _guns(desk: Desk, mode: str = "fire mode") -> list[str]:
    table = desk.table
    return [
        unit for unit in desk.shuffled(desk.on_map(active(desk))) if is_a(table, unit, "artillery") and marked(table, unit, mode)
    ]


def in_range(desk: Desk, unit: str, hex: Hex) -> bool:
    return desk.table.grid.distance(place(desk, unit), hex) <= printed(desk.table, unit, "range")


def _soft_hexes(desk: Desk) -> list[Hex]:
    return desk.shuffled(sorted({place(desk, unit) for unit in enemies(desk) if not tank(desk, unit)}))


def _barrage(wanted: Callable[[Desk, str, Hex], bool], mode: str = "fire mode") -> Callable[[Desk], Iterator[Pair]]:
    def pairs(desk: Desk) -> Iterator[Pair]:
        for hex in _soft_hexes(desk):
            for unit in _guns(desk, mode):
                if wanted(desk, unit, hex):
                    yield (unit,), hex

    return pairs


def _in_reach(desk: Desk, unit: str, hex: Hex) -> bool:
    """A gun that has not fired, within range of a hex that was not fired at."""
    return in_range(desk, unit, hex) and not fired(desk, unit, BARRAGE) and not target_of(desk, hex, BARRAGE)


def _too_far(desk: Desk, unit: str, hex: Hex) -> bool:
    return not in_range(desk, unit, hex) and not fired(desk, unit, BARRAGE) and not target_of(desk, hex, BARRAGE)


def _gun_again(desk: Desk, unit: str, hex: Hex) -> bool:
    return in_range(desk, unit, hex) and fired(desk, unit, BARRAGE) and not target_of(desk, hex, BARRAGE)


def _hex_again(desk: Desk, unit: str, hex: Hex) -> bool:
    return in_range(desk, unit, hex) and not fired(desk, unit, BARRAGE) and target_of(desk, hex, BARRAGE)


def _by_infantry(desk: Desk) -> Iterator[Pair]:
    for hex in _soft_hexes(desk):
        for unit in beside(desk, hex):
            if not is_a(desk.table, unit, "artillery") and not target_of(desk, hex, BARRAGE):
                yield (unit,), hex


def _at_armour_alone(desk: Desk) -> Iterator[Pair]:
    soft = set(_soft_hexes(desk))
    for hex in desk.shuffled(sorted({place(desk, unit) for unit in enemies(desk)} - soft)):
        for unit in _guns(desk):
            if _in_reach(desk, unit, hex):
                yield (unit,), hex


COUNTED, READ = frozenset({"antitank-total"}), frozenset({"antitank-result"})
SHELLED, SHELLS = frozenset({"barrage-total"}), frozenset({"barrage-result"})
ONCE, SHELL_ONCE = frozenset({"antitank-once"}), frozenset({"barrage-once"})
DARK = frozenset({"no-fire-at-night", "spotted"})

KINDS = (
    Kind("antitank fire from two hexes away", frozenset({"antitank-adjacent"}), another(ANTITANK, _two_hexes_away)),
    Kind("antitank fire at no armour", frozenset({"antitank-target"}), another(ANTITANK, _not_at_armour)),
    Kind("unit fires twice", ONCE, another(ANTITANK, _at_armour(_fires_again)), turns=2, busy=0.8, share=0.8),
    Kind("target fired at twice", ONCE, another(ANTITANK, _at_armour(_fired_at_again)), turns=2, busy=0.8),
    Kind(
        "disrupted unit fires",
        frozenset({"antitank-able"}),
        another(ANTITANK, _at_armour(_disrupted)),
        turns=3,
        busy=0.8,
        share=0.9,
    ),
    Kind("fire after an advance", ONCE, _advances_again, turns=3, busy=1, share=1),
    Kind("antitank fire in the other's phase", frozenset({"antitank-phase"}), another(ANTITANK, _by_the_other_side), turns=2),
    Kind("antitank fire out of phase", frozenset({"antitank-phase"}), another(ANTITANK, _at_armour(_fresh), _elsewhere), turns=2),
    Kind("antitank fire at night", DARK, another(ANTITANK, _at_armour(_fresh), _at_night), turns=7, busy=0.2, share=0.9),
    Kind("two at one of a stack", frozenset({"antitank-owed"}), _two_at_one, turns=3, busy=0.4, share=0.9, later=True),
    Kind("antitank total wrong", COUNTED, _miscounted(ANTITANK, _one_more), turns=2, busy=0.7),
    Kind("halving across a stream forgotten", COUNTED, _miscounted(ANTITANK, _plain_sum), turns=3, busy=0.8, share=0.8),
    Kind("halving uphill forgotten", COUNTED, _miscounted(ANTITANK, _level_forgotten), turns=4, busy=0.9, share=1),
    Kind("halves rounded down", COUNTED, _miscounted(ANTITANK, _rounded_down), turns=3, busy=0.9, share=1),
    Kind("armour forgotten", READ, _misread(ANTITANK, _on_the_die(lambda desk, fire: _dusk(desk))), turns=2, share=0.5),
    Kind("dusk forgotten in antitank fire", READ, _misread(ANTITANK, _on_the_die(_armour)), share=0.7, busy=0.7),
    Kind("wrong column of the fire table", READ, _misread(ANTITANK, _in_a_wrong_column), turns=2, share=0.5),
    Kind("fire at one taken for disrupted", READ, _misread(ANTITANK, _on_the_die(_shaken)), turns=2, share=0.5),
    Kind("barrage out of range", frozenset({"barrage-range"}), another(BARRAGE, _barrage(_too_far)), turns=2),
    Kind("barrage at what nobody sees", frozenset({"spotted"}), another(BARRAGE, _barrage(_in_reach))),
    Kind("gun fires twice", SHELL_ONCE, another(BARRAGE, _barrage(_gun_again)), turns=2, busy=0.7, share=0.7),
    Kind("hex shelled twice", SHELL_ONCE, another(BARRAGE, _barrage(_hex_again)), turns=2, busy=0.7, share=0.7),
    Kind(
        "barrage in move mode",
        frozenset({"barrage-mode"}),
        another(BARRAGE, _barrage(_in_reach, "move mode")),
        turns=3,
        share=0.8,
    ),
    Kind("barrage by no artillery", frozenset({"barrage-able", "spotted"}), another(BARRAGE, _by_infantry)),
    Kind("barrage at armour alone", frozenset({"barrage-target"}), another(BARRAGE, _at_armour_alone), turns=2),
    Kind("barrage out of phase", frozenset({"barrage-phase"}), another(BARRAGE, _barrage(_in_reach), _elsewhere)),
    Kind("barrage at night", DARK, another(BARRAGE, _barrage(_in_reach), _at_night), turns=7, busy=0.15, share=0.9),
    Kind("cover forgotten", SHELLED, _miscounted(BARRAGE, _cover_forgotten), turns=3, busy=0.8, share=0.8),
    Kind("half in cover rounded up", SHELLED, _miscounted(BARRAGE, _rounded_up), turns=3, busy=0.9, share=1),
    Kind("barrage total wrong", SHELLED, _miscounted(BARRAGE, _one_more), turns=2, busy=0.7),
    Kind("dusk forgotten in a barrage", SHELLS, _misread(BARRAGE, _on_the_die(lambda desk, fire: 0)), share=0.7),
    Kind("barrage in a wrong column", SHELLS, _misread(BARRAGE, _in_a_wrong_column), turns=2, share=0.5),
)
