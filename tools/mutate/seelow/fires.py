"""What players get wrong in antitank fire (6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from adjudicator.engine.actions import Action, Advance, Fire, Phase
from adjudicator.engine.deeds import ADVANCED
from tools.selfplay.desk import Desk
from tools.selfplay.seelow.reckon import (
    antitank,
    antitank_total,
    level,
    marked,
)

from ..planting import Kind, Plant
from .shooting import (
    ANTITANK,
    Pair,
    amid,
    another,
    armour,
    at_night,
    beside,
    dusk,
    elsewhere,
    enemies,
    fired,
    follow,
    in_a_wrong_column,
    miscounted,
    misread,
    now,
    on_the_die,
    one_more,
    place,
    shot,
    tank,
    target_of,
)
from .units import active

Spoil = Callable[[Desk, Action], Iterator[Plant]]


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
    return desk.table.state.has(ADVANCED, unit).yes and not target_of(desk, target)


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


def _shaken(desk: Desk, fire: Fire) -> int:
    """Two less, as if the target were disrupted."""
    return dusk(desk) + armour(desk, fire) - 2


COUNTED, READ = frozenset({"antitank-total"}), frozenset({"antitank-result"})
ONCE, DARK = frozenset({"antitank-once"}), frozenset({"no-fire-at-night"})

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
    Kind(
        "antitank fire in the other's phase",
        frozenset({"antitank-phase"}),
        another(ANTITANK, _by_the_other_side, amid),
        turns=4,
        busy=0.8,
        share=0.8,
    ),
    Kind("antitank fire out of phase", frozenset({"antitank-phase"}), another(ANTITANK, _at_armour(_fresh), elsewhere), turns=2),
    Kind("antitank fire at night", DARK, another(ANTITANK, _at_armour(_fresh), at_night), turns=7, busy=0.2, share=0.9),
    Kind("two at one of a stack", frozenset({"antitank-owed"}), _two_at_one, turns=3, busy=0.4, share=0.9, later=True),
    Kind("antitank total wrong", COUNTED, miscounted(ANTITANK, one_more), turns=2, busy=0.7),
    Kind("halving across a stream forgotten", COUNTED, miscounted(ANTITANK, _plain_sum), turns=3, busy=0.8, share=0.8),
    Kind("halving uphill forgotten", COUNTED, miscounted(ANTITANK, _level_forgotten), turns=4, busy=0.9, share=1),
    Kind("halves rounded down", COUNTED, miscounted(ANTITANK, _rounded_down), turns=3, busy=0.9, share=1),
    Kind(
        "armour forgotten",
        READ,
        misread(ANTITANK, _at_armour(_fresh), on_the_die(lambda desk, fire: dusk(desk))),
        turns=2,
        share=0.5,
    ),
    Kind("dusk forgotten in antitank fire", READ, misread(ANTITANK, _at_armour(_fresh), on_the_die(armour)), share=0.7, busy=0.7),
    Kind("wrong column of the fire table", READ, misread(ANTITANK, _at_armour(_fresh), in_a_wrong_column), turns=2, share=0.5),
    Kind("fire at one taken for disrupted", READ, misread(ANTITANK, _at_armour(_fresh), on_the_die(_shaken)), turns=2, share=0.5),
)
