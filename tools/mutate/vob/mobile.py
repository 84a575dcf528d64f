"""What players get wrong in attacks on the move (7.3, 5.5)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.actions import Action, Attack, Move
from adjudicator.engine.deeds import MOVED
from adjudicator.rules.movement.mobile_attacks import began
from tools.selfplay.desk import Desk
from tools.selfplay.vob import fights
from tools.selfplay.vob.marches import ways

from ..planting import Kind, Plant
from .combat import follow, resolved, targets
from .units import Spoil, Wanted, marked, mobile, place

MOBILE = "mobile attack"


def _now(desk: Desk, action: Action) -> bool:
    return desk.table.state.phase == "german movement" and isinstance(action, Move | Attack)


def _by(wanted: Wanted) -> Spoil:
    """A mobile attack by one that may not."""

    def spoil(desk: Desk, action: Action) -> Iterator[Plant]:
        if not _now(desk, action):
            return
        for target in targets(desk, "german"):
            for hex in desk.table.grid.neighbours(target):
                for unit in desk.table.friends_at("german", hex):
                    if wanted(desk, unit) and not desk.is_hq(unit):
                        attack = resolved(desk, Attack((unit,), target, kind=MOBILE))
                        if attack is not None:
                            yield Plant((attack,), also=True, then=follow)

    return spoil


def _fresh(desk: Desk, unit: str) -> bool:
    return not desk.table.state.has(MOVED, unit).yes


def _from_two_stacks(desk: Desk, action: Action) -> Iterator[Plant]:
    """Two that began apart, one of which has come up, attack together."""
    if not _now(desk, action):
        return
    units = [each for each in desk.on_map("german") if mobile(desk, each) and not marked(desk, each) and _fresh(desk, each)]
    for target in targets(desk, "german"):
        for first in desk.shuffled(units):
            hex = place(desk, first)
            if desk.table.grid.distance(hex, target) != 1:
                continue
            for second in desk.shuffled(units)[:12]:
                apart = place(desk, second) != hex and began(desk.table, second) != began(desk.table, first)
                joins = apart and hex in ways(desk, second, "march")
                attack = resolved(desk, Attack((first, second), target, kind=MOBILE)) if joins else None
                if attack is not None:
                    yield Plant((Move((second,), hex), attack), also=True, then=follow)


def _tired(desk: Desk, action: Action) -> Iterator[Plant]:
    """A unit that went as far as it could attacks on the move."""
    if not _now(desk, action):
        return
    for unit in desk.shuffled(each for each in desk.on_map("german") if mobile(desk, each) and _fresh(desk, each))[:10]:
        reach = ways(desk, unit, "march")
        for hex in desk.shuffled(sorted(reach)):
            for target in desk.table.grid.neighbours(hex):
                if reach[hex].cost > 10 and fights.defended(desk, "german", target):
                    attack = resolved(desk, Attack((unit,), target, kind=MOBILE))
                    if attack is not None:
                        yield Plant((Move((unit,), hex), attack), also=True, then=follow)


def _moves_on(desk: Desk, action: Action) -> Iterator[Plant]:
    """Who attacked on the move goes on though the enemy is still there."""
    last = desk.plays[-1].action if desk.plays else None
    combat = next((each.action for each in reversed(desk.plays[-3:]) if isinstance(each.action, Attack)), None)
    if not isinstance(action, Move) or combat is None or combat.kind != MOBILE or isinstance(last, Move):
        return
    if not desk.table.enemies_on_the_ground("german", combat.target):
        return
    for unit in combat.attackers:
        if desk.table.state.has(MOVED, unit).yes and place(desk, unit) in desk.table.grid:
            for hex in desk.shuffled(sorted(ways(desk, unit, "march")))[:6]:
                yield Plant((Move((unit,), hex),), also=True)


KINDS = (
    Kind("mobile attack on foot", frozenset({"mobile-who"}), _by(lambda desk, unit: not mobile(desk, unit)), share=0.5),
    Kind(
        "mobile attack out of supply",
        frozenset({"mobile-supply"}),
        _by(lambda desk, unit: mobile(desk, unit) and marked(desk, unit)),
        turns=4,
        share=1,
        busy=0.8,
    ),
    Kind("mobile attack from two stacks", frozenset({"mobile-stack"}), _from_two_stacks, share=0.8),
    Kind("mobile attack with no points left", frozenset({"mobile-points"}), _tired, share=0.8),
    Kind("moved on past a defender", frozenset({"move-once"}), _moves_on, share=1, busy=0.9, turns=3),
)
