"""What players get wrong with guns: barrages (8.1) and who sees what they are at (8.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from adjudicator.engine.actions import Fire
from adjudicator.engine.hexes import Hex
from tools.selfplay.desk import Desk
from tools.selfplay.seelow.barrage import KIND as BARRAGE
from tools.selfplay.seelow.reckon import (
    COVER,
    is_a,
    printed,
    terrain,
)

from ..planting import Kind
from .shooting import (
    Pair,
    another,
    at_night,
    beside,
    elsewhere,
    enemies,
    fired,
    guns,
    in_a_wrong_column,
    in_range,
    miscounted,
    misread,
    on_the_die,
    one_more,
    place,
    tank,
    target_of,
)


def _cover_forgotten(desk: Desk, fire: Fire) -> int:
    return sum(printed(desk.table, unit, "combat") for unit in fire.firers)


def _rounded_up(desk: Desk, fire: Fire) -> int:
    total = _cover_forgotten(desk, fire)
    return total if COVER.isdisjoint(terrain(desk.table, fire.target)) else -(-total // 2)


def _soft_hexes(desk: Desk) -> list[Hex]:
    return desk.shuffled(sorted({place(desk, unit) for unit in enemies(desk) if not tank(desk, unit)}))


def _barrage(wanted: Callable[[Desk, str, Hex], bool], mode: str = "fire mode") -> Callable[[Desk], Iterator[Pair]]:
    def pairs(desk: Desk) -> Iterator[Pair]:
        for hex in _soft_hexes(desk):
            for unit in guns(desk, mode):
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
        for unit in guns(desk):
            if _in_reach(desk, unit, hex):
                yield (unit,), hex


SHELLED, SHELLS = frozenset({"barrage-total"}), frozenset({"barrage-result"})
ONCE, DARK = frozenset({"barrage-once"}), frozenset({"no-fire-at-night", "spotted"})

KINDS = (
    Kind("barrage out of range", frozenset({"barrage-range"}), another(BARRAGE, _barrage(_too_far)), turns=2),
    Kind("barrage at what nobody sees", frozenset({"spotted"}), another(BARRAGE, _barrage(_in_reach))),
    Kind("gun fires twice", ONCE, another(BARRAGE, _barrage(_gun_again)), turns=2, busy=0.7, share=0.7),
    Kind("hex shelled twice", ONCE, another(BARRAGE, _barrage(_hex_again)), turns=2, busy=0.7, share=0.7),
    Kind(
        "barrage in move mode",
        frozenset({"barrage-mode"}),
        another(BARRAGE, _barrage(_in_reach, "move mode")),
        turns=3,
        share=0.8,
    ),
    Kind("barrage by no artillery", frozenset({"barrage-able", "spotted"}), another(BARRAGE, _by_infantry)),
    Kind("barrage at armour alone", frozenset({"barrage-target"}), another(BARRAGE, _at_armour_alone), turns=2),
    Kind("barrage out of phase", frozenset({"barrage-phase"}), another(BARRAGE, _barrage(_in_reach), elsewhere)),
    Kind("barrage at night", DARK, another(BARRAGE, _barrage(_in_reach), at_night), turns=7, busy=0.15, share=0.9),
    Kind("cover forgotten", SHELLED, miscounted(BARRAGE, _cover_forgotten), turns=3, busy=0.8, share=0.8),
    Kind("half in cover rounded up", SHELLED, miscounted(BARRAGE, _rounded_up), turns=3, busy=0.9, share=1),
    Kind("barrage total wrong", SHELLED, miscounted(BARRAGE, one_more), turns=2, busy=0.7),
    Kind(
        "dusk forgotten in a barrage", SHELLS, misread(BARRAGE, _barrage(_in_reach), on_the_die(lambda desk, fire: 0)), share=0.7
    ),
    Kind("barrage in a wrong column", SHELLS, misread(BARRAGE, _barrage(_in_reach), in_a_wrong_column), turns=2, share=0.5),
)
