"""Columns of odds that are not the right ones (5.5, 5.6, 7.3, 8.2, 8.7 to 8.12, 9.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from adjudicator.engine.actions import Action, Attack
from adjudicator.rules.combat.fight import fight_of
from tools.selfplay.desk import Desk
from tools.selfplay.vob import fights

from ..planting import Kind, Plant
from .combat import follow, resolved, targets
from .units import Spoil, active, marked, place, settled

Shift = Callable[[Desk, Attack], int]


def _beside(shift: Shift, few: bool = False) -> Spoil:
    """An attack so many columns from the right one, by all who can or by some of them."""

    def spoil(desk: Desk, action: Action) -> Iterator[Plant]:
        if not settled(desk, action):
            return
        for hex in targets(desk, active(desk)):
            near = fights.ready(desk, active(desk), hex)
            for many in (1, 2) if few else (3, len(near)):
                bare = Attack(tuple(near[:many]), hex)
                columns = shift(desk, bare) if near else 0
                attack = resolved(desk, bare, columns) if columns else None
                if attack is not None:
                    yield Plant((attack,), also=True, then=follow)

    return spoil


def _by_rule(*rules: str) -> Shift:
    """As if some shifts did not count."""

    def shift(desk: Desk, bare: Attack) -> int:
        fight, total = fight_of(desk.table, bare), 0.0
        for binding in desk.table.rules.many("combat.shift", side=fight.side):
            found = binding(desk.table, fight) if binding.id in rules else None
            if found is not None and found.columns.exact:
                total -= found.columns.low
        return int(total)

    return shift


def _concentric(desk: Desk, bare: Attack) -> int:
    """A shift for an attack from all sides that is none."""
    places = {place(desk, unit) for unit in bare.attackers}
    return int(len(places) == 1)


def _whole(desk: Desk, bare: Attack) -> int:
    """Strengths of units out of supply are not halved."""
    if not any(marked(desk, unit) for unit in bare.attackers):
        return 0
    table, right = desk.table, resolved(desk, bare)
    state = table.state
    for unit in bare.attackers:
        state = state.marked(unit, without=frozenset({"out of supply"}))
    other = Desk(desk.loaded, table.after(state), desk.dice)
    wrong = resolved(other, bare)
    return 0 if right is None or wrong is None else _at(wrong.column) - _at(right.column)


def _at(column: str | None) -> int:
    first, second = (int(part) for part in str(column).split(":"))
    return first if first > 1 else 2 - second


def _right(columns: int) -> Shift:
    return lambda desk, bare: columns


def _aided(desk: Desk, action: Action) -> Iterator[Plant]:
    """Aircraft of both sides, and those of the enemy do not count."""
    if isinstance(action, Attack) and action.defence and action.die is not None:
        attack = resolved(desk, Attack(action.attackers, action.target, action.support, action.defence), len(action.defence))
        if attack is not None:
            yield Plant((attack,), then=follow)


COLUMN = frozenset({"column"})

KINDS = (
    Kind("one column too good", COLUMN, _beside(_right(1))),
    Kind("one column too bad", COLUMN, _beside(_right(-1))),
    Kind("three columns too good", COLUMN, _beside(_right(3), few=True)),
    Kind("terrain shift forgotten", COLUMN, _beside(_by_rule("terrain-shift")), share=0.6),
    Kind("river shift forgotten", COLUMN, _beside(_by_rule("river-shift"), few=True), turns=4, share=1, busy=0.5),
    Kind("first turns forgotten", COLUMN, _beside(_by_rule("first-turns")), share=0.6),
    Kind("concentric shift forgotten", COLUMN, _beside(_by_rule("concentric")), turns=3, share=1, busy=0.7),
    Kind("concentric shift for nothing", COLUMN, _beside(_concentric, few=True), share=0.6),
    Kind("strength out of supply not halved", COLUMN, _beside(_whole, few=True), turns=4, share=1, busy=0.8),
    Kind("enemy aircraft not counted", COLUMN, _aided, share=0.8, turns=2, busy=0.7),
)
