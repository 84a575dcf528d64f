"""What players get wrong when they attack (7.1 to 7.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import floor

from adjudicator.engine.actions import Action, Advance, Attack, Phase
from adjudicator.engine.deeds import ADVANCED, ATTACKED, RETREATED, TARGETS
from adjudicator.engine.hexes import Hex
from adjudicator.rules.combat.results import read
from adjudicator.rules.movement.entering import could_enter
from tools.selfplay.desk import Desk
from tools.selfplay.seelow.aftermath import suffer_combat
from tools.selfplay.seelow.combats import able, defending
from tools.selfplay.seelow.reckon import (
    ODDS,
    SHIFTS,
    across_stream,
    column,
    combat,
    combat_result,
    is_a,
    level,
    light,
    marked,
    terrain,
)

from ..planting import Kind, Plant
from .shooting import place
from .units import active, amid_the_phase

Spoil = Callable[[Desk, Action], Iterator[Plant]]
When = Callable[[Desk, Action], bool]
Wanted = Callable[[Desk, str, Hex], bool]
PHASES = ("first combat", "second combat")


def follow(desk: Desk) -> None:
    """Carry out the combat that was just fought."""
    attack, before = desk.plays[-1].action, desk.plays[-1].before
    outcome = read(desk.table, attack.result or "") if isinstance(attack, Attack) else None
    if not isinstance(attack, Attack) or outcome is None:
        return
    side = before.unit(attack.attackers[0]).side
    enemies = before.enemy_units(side, attack.target)
    defenders = [unit for unit in enemies if not is_a(before, unit, "armoured") and not before.state.has(RETREATED, unit).yes]
    froms = tuple(dict.fromkeys(before.place_of(unit) or "" for unit in attack.attackers))
    if defenders:
        suffer_combat(desk, defenders, (attack.target,), outcome.defender)
    suffer_combat(desk, attack.attackers, froms, outcome.attacker)


def now(desk: Desk, action: Action) -> bool:
    return isinstance(action, Attack | Phase) and desk.table.state.phase in PHASES


def assault(desk: Desk, attackers: Sequence[str], hex: Hex, shift: int = 0) -> Attack | None:
    """A combat with all its numbers right, or on a column that lies so many beside the right one."""
    defenders = defending(desk, desk.table.unit(attackers[0]).side, hex)
    right = ODDS.index(column(desk.table, attackers, defenders, hex)) + shift
    if not 0 <= right < len(ODDS):
        return None
    die = desk.die()
    plus = 2 if light(desk.table) == "dusk" else 0
    plus -= 2 if any(marked(desk.table, unit, "disrupted") for unit in defenders) else 0
    return Attack(tuple(attackers), hex, column=ODDS[right], die=die, result=combat_result(desk.table, ODDS[right], die + plus))


def targets(desk: Desk) -> list[Hex]:
    """Hexes with enemies that can be attacked."""
    side = active(desk)
    every = sorted({place(desk, unit) for other in desk.table.game.sides if other != side for unit in desk.on_map(other)})
    return [hex for hex in desk.shuffled(every) if defending(desk, side, hex)]


def attacked(desk: Desk, hex: Hex) -> bool:
    return desk.table.state.has(TARGETS, hex).yes


def has_attacked(desk: Desk, unit: str) -> bool:
    return desk.table.state.has(ATTACKED, unit).yes


def another(wanted: Wanted, when: When = now, distance: int = 1) -> Spoil:
    """One more attack, by a single unit that may not, or on a hex that it may not attack."""

    def spoil(desk: Desk, action: Action) -> Iterator[Plant]:
        if not when(desk, action):
            return
        grid = desk.table.grid
        for hex in targets(desk):
            for unit in desk.shuffled(desk.on_map(active(desk))):
                if grid.distance(place(desk, unit), hex) == distance and wanted(desk, unit, hex):
                    attack = assault(desk, (unit,), hex)
                    if attack is not None:
                        yield Plant((attack,), also=True, then=follow)

    return spoil


# --- who attacks whom


def _fit(desk: Desk, unit: str) -> bool:
    fresh = not has_attacked(desk, unit) and not desk.table.state.has(ADVANCED, unit).yes
    return combat(desk.table, unit) > 0 and fresh


def _again(desk: Desk, unit: str, hex: Hex) -> bool:
    return has_attacked(desk, unit) and not attacked(desk, hex)


def _hex_again(desk: Desk, unit: str, hex: Hex) -> bool:
    return attacked(desk, hex) and _fit(desk, unit)


def _fresh(desk: Desk, unit: str, hex: Hex) -> bool:
    return _fit(desk, unit) and not attacked(desk, hex)


def _disrupted(desk: Desk, unit: str, hex: Hex) -> bool:
    return _fresh(desk, unit, hex) and marked(desk.table, unit, "disrupted")


def _advanced(desk: Desk, unit: str, hex: Hex) -> bool:
    return desk.table.state.has(ADVANCED, unit).yes and not attacked(desk, hex)


def _barred(desk: Desk, unit: str, hex: Hex) -> bool:
    return _fresh(desk, unit, hex) and could_enter(desk.table, desk.table.unit(unit), place(desk, unit), hex).no


def _at_night(desk: Desk, action: Action) -> bool:
    return light(desk.table) == "night" and now(desk, action)


def _elsewhere(desk: Desk, action: Action) -> bool:
    return desk.table.state.phase not in PHASES and amid_the_phase(desk, action)


def _after_an_advance(desk: Desk, action: Action) -> bool:
    return isinstance(action, Advance) or now(desk, action)


def _at_armour_alone(desk: Desk, action: Action) -> Iterator[Plant]:
    if not now(desk, action):
        return
    side = active(desk)
    for other in desk.table.game.sides:
        for enemy in desk.shuffled(unit for unit in desk.on_map(other) if other != side):
            hex = place(desk, enemy)
            near = able(desk, side, hex)
            if near and not defending(desk, side, hex):
                yield Plant((Attack(tuple(near[:1]), hex, column="1:1", die=desk.die()),), also=True)


def _with_a_third(desk: Desk, action: Action) -> Iterator[Plant]:
    """An attack in which a unit from two hexes away helps."""
    if not now(desk, action):
        return
    side, grid = active(desk), desk.table.grid
    for hex in targets(desk):
        near = [] if attacked(desk, hex) else able(desk, side, hex)
        for unit in desk.shuffled(desk.on_map(side)) if near else ():
            if grid.distance(place(desk, unit), hex) == 2 and _fresh(desk, unit, hex) and not is_a(desk.table, unit, "artillery"):
                attack = assault(desk, (*near, unit), hex)
                if attack is not None:
                    yield Plant((attack,), also=True, then=follow)


def _other_side(desk: Desk, action: Action) -> Iterator[Plant]:
    """A unit of the side whose phase it is not attacks."""
    if not now(desk, action):
        return
    side = active(desk)
    for unit in desk.shuffled(unit for other in desk.table.game.sides if other != side for unit in desk.on_map(other)):
        mine = desk.table.unit(unit).side
        for hex in desk.shuffled(desk.table.grid.neighbours(place(desk, unit))):
            if combat(desk.table, unit) and not marked(desk.table, unit, "disrupted") and defending(desk, mine, hex):
                attack = assault(desk, (unit,), hex)
                if attack is not None:
                    yield Plant((attack,), also=True, then=follow)


# --- columns


def _beside(shift: Callable[[Desk, Sequence[str], Hex], int]) -> Spoil:
    """An attack so many columns from the right one."""

    def spoil(desk: Desk, action: Action) -> Iterator[Plant]:
        if not now(desk, action):
            return
        for hex in targets(desk):
            near = [] if attacked(desk, hex) else able(desk, active(desk), hex)
            for chosen in (near, [unit for unit in near if across_stream(desk.table, place(desk, unit), hex)], near[:1]):
                columns = shift(desk, chosen, hex) if chosen else 0
                attack = assault(desk, chosen, hex, columns) if columns else None
                if attack is not None:
                    yield Plant((attack,), also=True, then=follow)

    return spoil


def _terrain(desk: Desk, attackers: Sequence[str], hex: Hex) -> int:
    return -sum(SHIFTS.get(kind, 0) for kind in terrain(desk.table, hex))


def _stream(desk: Desk, attackers: Sequence[str], hex: Hex) -> int:
    return 2 * all(across_stream(desk.table, place(desk, unit), hex) for unit in attackers)


def _one_stream(desk: Desk, attackers: Sequence[str], hex: Hex) -> int:
    """The stream counts though one attacks across clear ground."""
    across = [across_stream(desk.table, place(desk, unit), hex) for unit in attackers]
    return -2 * (any(across) and not all(across))


def _height(desk: Desk, attackers: Sequence[str], hex: Hex) -> int:
    return max(0, level(desk.table, hex) - max(level(desk.table, place(desk, unit)) for unit in attackers))


def _armour(desk: Desk, attackers: Sequence[str], hex: Hex) -> int:
    ours = any(is_a(desk.table, unit, "armoured") for unit in attackers)
    theirs = any(is_a(desk.table, unit, "armoured") for unit in desk.table.enemy_units(active(desk), hex))
    return theirs - ours


def _rounded(desk: Desk, attackers: Sequence[str], hex: Hex) -> int:
    """Odds rounded as at school, where they are to be rounded for the defender."""
    ours = sum(combat(desk.table, unit) for unit in attackers)
    theirs = sum(combat(desk.table, unit) for unit in defending(desk, active(desk), hex))
    odds = Fraction(ours, theirs) if theirs else Fraction(0)
    return int(1 < odds < 8 and odds - floor(odds) >= Fraction(1, 2))


COLUMN = frozenset({"column"})

KINDS = (
    Kind("unit attacks twice", frozenset({"attack-once"}), another(_again), turns=2, busy=0.8, share=0.6),
    Kind("hex attacked twice", frozenset({"target-once"}), another(_hex_again), turns=2, busy=0.6, share=0.6),
    Kind("attack on armour alone", frozenset({"attack-somebody"}), _at_armour_alone, turns=3, busy=0.6, share=0.8),
    Kind("disrupted unit attacks", frozenset({"attack-disrupted"}), another(_disrupted), turns=2, busy=0.7, share=0.8),
    Kind(
        "attack after an advance",
        frozenset({"attack-advanced", "attack-once"}),
        another(_advanced, _after_an_advance),
        turns=3,
        busy=0.7,
        share=1,
    ),
    Kind("attack where it could not go", frozenset({"attack-enterable"}), another(_barred), share=0.8),
    Kind("attack from two hexes away", frozenset({"attack-neighbours"}), another(_fresh, distance=2), turns=2),
    Kind("help from two hexes away", frozenset({"attack-neighbours"}), _with_a_third, turns=2),
    Kind("attack at night", frozenset({"attack-night"}), another(_fresh, _at_night), turns=7, busy=0.15, share=0.9),
    Kind("attack out of phase", frozenset({"attack-phase"}), another(_fresh, _elsewhere)),
    Kind("attack by the other side", frozenset({"attack-phase"}), _other_side),
    Kind("one column too good", COLUMN, _beside(lambda desk, near, hex: 1)),
    Kind("one column too bad", COLUMN, _beside(lambda desk, near, hex: -1)),
    Kind("three columns too good", COLUMN, _beside(lambda desk, near, hex: 3)),
    Kind("odds rounded up", COLUMN, _beside(_rounded), share=0.5),
    Kind("terrain shift forgotten", COLUMN, _beside(_terrain), turns=2, share=0.5),
    Kind("stream shift forgotten", COLUMN, _beside(_stream), turns=5, share=1, busy=0.7),
    Kind("stream shift for one of two", COLUMN, _beside(_one_stream), turns=3, share=0.9, busy=0.6),
    Kind("height shift forgotten", COLUMN, _beside(_height), turns=4, share=0.9, busy=0.6),
    Kind("armour shift forgotten", COLUMN, _beside(_armour), turns=2, share=0.7),
)
