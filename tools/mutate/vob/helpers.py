"""What players get wrong about columns, artillery, the Kriegsmarine and aircraft (5.8, 8.3, 8.10, 9.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from adjudicator.engine.actions import Action, Attack, Move, Place, Remove, Support
from adjudicator.engine.deeds import SUPPORTED
from tools.selfplay.desk import Desk
from tools.selfplay.vob import fights

from ..planting import Kind, Plant
from .combat import follow, resolved, targets
from .units import Spoil, active, kind, place, settled

Helping = Callable[[Desk, Attack], Iterator[tuple[str, ...]]]


def _helped(by: Helping, many: int = 4) -> Spoil:
    """One more attack, with help that it cannot have."""

    def spoil(desk: Desk, action: Action) -> Iterator[Plant]:
        if not settled(desk, action):
            return
        for hex in targets(desk, active(desk)):
            near = fights.ready(desk, active(desk), hex)
            bare = Attack(tuple(near[:many]), hex)
            for units in by(desk, bare) if near else ():
                attack = resolved(desk, replace(bare, support=tuple(map(Support, units))))
                if attack is not None:
                    yield Plant((attack,), also=True, then=follow)

    return spoil


def _those(desk: Desk, sort: str) -> list[str]:
    used = desk.table.state.those(SUPPORTED)
    found = [unit for unit in desk.on_map(active(desk)) if kind(desk, unit) == sort and unit not in used]
    return desk.shuffled(found)


def _far(desk: Desk, unit: str, bare: Attack, distance: int = 2) -> bool:
    grid = desk.table.grid
    return all(grid.distance(place(desk, unit), place(desk, each)) >= distance for each in bare.attackers)


def _far_column(desk: Desk, bare: Attack) -> Iterator[tuple[str, ...]]:
    yield from ((unit,) for unit in _those(desk, "column")[:4] if _far(desk, unit, bare))


def _fed(desk: Desk, gun: str) -> list[str]:
    return [unit for unit in _those(desk, "column") if desk.table.grid.distance(place(desk, unit), place(desk, gun)) <= 1]


def _hungry_gun(desk: Desk, bare: Attack) -> Iterator[tuple[str, ...]]:
    yield from ((gun,) for gun in _those(desk, "artillery") if not _far(desk, gun, bare))


def _far_gun(desk: Desk, bare: Attack) -> Iterator[tuple[str, ...]]:
    for gun in _those(desk, "artillery"):
        if _far(desk, gun, bare):
            yield from ((gun, column) for column in _fed(desk, gun)[:1])


def _weak(desk: Desk, bare: Attack) -> Iterator[tuple[str, ...]]:
    for gun in _those(desk, "artillery"):
        if not _far(desk, gun, bare):
            yield from ((gun, column) for column in _fed(desk, gun)[:1])


def _tired(desk: Desk, bare: Attack) -> Iterator[tuple[str, ...]]:
    """Aircraft that have helped in this turn."""
    side = desk.table.unit(bare.attackers[0]).side
    for unit in sorted(desk.table.state.those(SUPPORTED)):
        if kind(desk, unit) == "air" and desk.table.unit(unit).side == side:
            yield (unit,)


def _far_ship(desk: Desk, bare: Attack) -> Iterator[tuple[str, ...]]:
    ship = "de-kriegsmarine"
    if active(desk) == "german" and place(desk, ship) in desk.table.grid and _far(desk, ship, bare):
        yield (ship,)


def _stays(desk: Desk, action: Action) -> Iterator[Plant]:
    """A column that was spent stays on the map."""
    if isinstance(action, Remove) and action.why == "spent":
        yield Plant((), rest=frozenset({action.unit}))


def _inland(desk: Desk, action: Action) -> Iterator[Plant]:
    if isinstance(action, Move) and desk.table.state.phase == "german movement":
        coast = desk.table.board.tagged("coast")
        for hex in desk.shuffled(desk.table.grid.all()):
            if hex not in coast and desk.table.board.is_terrain(hex, frozenset({"sea"})).no:
                yield Plant((Place("de-kriegsmarine", hex, "Kriegsmarine"),), also=True)


REACH = frozenset({"columns-reach"})
GONE = frozenset({"columns-gone-before-attack", "columns-gone-before-phase"})

KINDS = (
    Kind("column far away", REACH, _helped(_far_column)),
    Kind("gun without a column", REACH, _helped(_hungry_gun), share=0.6),
    Kind("gun far away", frozenset({"artillery-beside"}), _helped(_far_gun), share=0.6),
    Kind("gun stronger than the attack", frozenset({"artillery-enough"}), _helped(_weak, many=1), share=0.8),
    Kind("aircraft help twice", frozenset({"aircraft-once"}), _helped(_tired), share=0.8, busy=0.6),
    Kind("Kriegsmarine far away", frozenset({"navy-beside"}), _helped(_far_ship), turns=3, share=1, busy=0.6),
    Kind("spent column stays", GONE, _stays, share=0.8, later=True, busy=0.6),
    Kind("Kriegsmarine inland", frozenset({"navy-placed"}), _inland, share=1, turns=2),
)
