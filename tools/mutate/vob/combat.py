"""Who attacks whom, where and when he may not (8.1), and the combats with all their numbers right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adjudicator.engine.actions import Action, Attack
from adjudicator.engine.deeds import ATTACKED
from adjudicator.engine.hexes import Hex
from adjudicator.rules.combat.column import columns_of, results_of
from adjudicator.rules.combat.fight import fight_of
from adjudicator.rules.combat.record import last
from tools.selfplay.desk import Desk
from tools.selfplay.vob import fights

from ..planting import Kind, Plant
from .units import Spoil, Wanted, active, fighter, kind, other, place, settled

Sort = str


def follow(desk: Desk) -> None:
    """Carry out the combat that was just fought."""
    fights.settle(desk)


def targets(desk: Desk, side: str) -> list[Hex]:
    """Hexes with enemies that can be attacked."""
    every = sorted({place(desk, unit) for unit in desk.on_map(other(desk, side))})
    return [hex for hex in desk.shuffled(every) if _strong(desk, side, hex)]


def _strong(desk: Desk, side: str, hex: Hex) -> bool:
    return any(not desk.is_hq(unit) for unit in desk.table.enemies_on_the_ground(side, hex))


def resolved(desk: Desk, bare: Attack, shift: int = 0) -> Attack | None:
    """A combat with all its numbers right, or on a column that lies so many beside the right one."""
    fight = fight_of(desk.table, bare)
    found = columns_of(desk.table, fight) if fight.defenders else None
    if found is None or len(found.possible) != 1 or found.possible[0] is None:
        return None
    ladder = found.ladder.columns
    at = ladder.index(found.possible[0]) + shift
    if not 0 <= at < len(ladder):
        return None
    die = desk.die()
    return replace(bare, column=ladder[at], die=die, result=results_of(desk.table, fight, die, ladder[at]).texts[0])


def another(wanted: Wanted, distance: int = 1) -> Spoil:
    """One more attack, by a single unit that may not."""

    def spoil(desk: Desk, action: Action) -> Iterator[Plant]:
        if settled(desk, action):
            yield from _attacks(desk, active(desk), wanted, distance)

    return spoil


def _attacks(desk: Desk, side: str, wanted: Wanted, distance: int = 1) -> Iterator[Plant]:
    for hex in targets(desk, side):
        for unit in desk.shuffled(desk.on_map(side)):
            if desk.table.grid.distance(place(desk, unit), hex) == distance and wanted(desk, unit):
                attack = resolved(desk, Attack((unit,), hex))
                if attack is not None:
                    yield Plant((attack,), also=True, then=follow)


def _again(desk: Desk, unit: str) -> bool:
    """Has it attacked, but not in the last combat: of that a second note may only be a correction."""
    combat = last(desk.table)
    fought = combat is not None and unit in combat.fight.attackers
    return unit in desk.table.state.those(ATTACKED) and not fought


def _other_side(desk: Desk, action: Action) -> Iterator[Plant]:
    if settled(desk, action):
        yield from _attacks(desk, other(desk, active(desk)), fighter)


def _with_a_third(desk: Desk, action: Action) -> Iterator[Plant]:
    """One from two hexes away attacks with those who are there."""
    if not settled(desk, action):
        return
    side = active(desk)
    for hex in targets(desk, side):
        near = fights.ready(desk, side, hex)
        for unit in desk.shuffled(desk.on_map(side)) if near else ():
            if desk.table.grid.distance(place(desk, unit), hex) == 2 and fighter(desk, unit):
                attack = resolved(desk, Attack((*near[:2], unit), hex))
                if attack is not None:
                    yield Plant((attack,), also=True, then=follow)


def _with_the_wrong(sort: Sort) -> Spoil:
    """One that cannot attack is among those who do."""

    def spoil(desk: Desk, action: Action) -> Iterator[Plant]:
        if not settled(desk, action):
            return
        side = active(desk)
        for hex in targets(desk, side):
            near = fights.ready(desk, side, hex)
            beside = [each for at in desk.table.grid.neighbours(hex) for each in desk.table.friends_at(side, at)]
            for unit in [each for each in beside if kind(desk, each) == sort] if near else ():
                attack = resolved(desk, Attack((*near[:2], unit), hex))
                if attack is not None:
                    yield Plant((attack,), also=True, then=follow)

    return spoil


PHASE = frozenset({"combat-phase"})

KINDS = (
    Kind("unit attacks twice", frozenset({"attack-once"}), another(_again), busy=0.7, share=0.6),
    Kind("attack from two hexes away", frozenset({"attack-neighbours"}), another(fighter, distance=2)),
    Kind("help from two hexes away", frozenset({"attack-neighbours"}), _with_a_third),
    Kind("headquarters attacks", frozenset({"attack-combat-units"}), _with_the_wrong("hq"), turns=3, share=1, busy=0.8),
    Kind("attack by the other side", PHASE, _other_side),
)
