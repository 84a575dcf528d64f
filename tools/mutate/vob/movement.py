"""What players get wrong when they move (3.2, 4, 5.5, 7.1, 7.4, 8.11, 10.3)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.actions import Action, Attack, Move, Phase
from adjudicator.engine.deeds import ATTACKED
from adjudicator.rules import zoc
from adjudicator.rules.judge import judge
from adjudicator.verdict import Verdict
from tools.selfplay.desk import Desk
from tools.selfplay.vob.marches import ways

from ..planting import Kind, Plant
from .units import (
    COMBATS,
    Change,
    Spoil,
    Wanted,
    active,
    alone,
    free,
    held,
    in_reach,
    kind,
    marchers,
    marked,
    mobile,
    near_enemy,
    other,
    place,
    pretending,
    supplied,
    without,
)


def _anybody(desk: Desk, unit: str) -> bool:
    return True


def _chief(desk: Desk, unit: str) -> bool:
    return desk.is_hq(unit)


def _too_far(wanted: Wanted) -> Spoil:
    """One hex beyond all that it can reach."""

    def spoil(desk: Desk, action: Action) -> Iterator[Plant]:
        for unit in marchers(desk, action, wanted):
            reach = in_reach(desk, unit)
            beside = {hex for inner in reach for hex in desk.table.grid.neighbours(inner)} - reach
            for hex in desk.shuffled(sorted(beside))[:6]:
                if free(desk, unit, hex):
                    yield Plant((Move((unit,), hex),), also=True)

    return spoil


def _far_too_far(desk: Desk, action: Action) -> Iterator[Plant]:
    for unit in marchers(desk, action, lambda desk, unit: not held(desk, unit)):
        start = place(desk, unit)
        far = [hex for hex in desk.table.grid.all() if 22 < desk.table.grid.distance(start, hex) < 30]
        for hex in desk.shuffled(far)[:6]:
            if free(desk, unit, hex):
                yield Plant((Move((unit,), hex),), also=True)


def _as_if(change: Change, wanted: Wanted, mode: str = "march") -> Spoil:
    """A move that would be right if one thing were not as it is."""

    def spoil(desk: Desk, action: Action) -> Iterator[Plant]:
        for unit in marchers(desk, action, wanted):
            reach = in_reach(desk, unit)
            ends = sorted(set(ways(pretending(desk, change, unit), unit, mode)) - reach)
            for hex in desk.shuffled(ends)[:4]:
                if free(desk, unit, hex):
                    yield Plant((Move((unit,), hex),), also=True)

    return spoil


def _out_of(wanted: Wanted) -> Spoil:
    """From one enemy zone of control into the next one."""

    def spoil(desk: Desk, action: Action) -> Iterator[Plant]:
        for unit in marchers(desk, action, lambda desk, unit: held(desk, unit) and wanted(desk, unit)):
            side, start = desk.table.unit(unit).side, place(desk, unit)
            two = sorted(set(desk.table.grid.within(start, 2)) - in_reach(desk, unit))
            for hex in desk.shuffled(two):
                if free(desk, unit, hex) and zoc.controlled(desk.table, side, hex).yes:
                    yield Plant((Move((unit,), hex),), also=True)

    return spoil


def _path_too_dear(desk: Desk, action: Action) -> Iterator[Plant]:
    """The end can be reached, but not on the path that the player names: there and back again."""
    if not isinstance(action, Move) or len(action.units) != 1 or action.to not in desk.table.grid:
        return
    grid, unit = desk.table.grid, action.units[0]
    start = place(desk, unit)
    if kind(desk, unit) == "ship" or start not in grid:
        return
    way = list(ways(desk, unit, "march")[action.to].path) if action.to in ways(desk, unit, "march") else []
    for detour in desk.shuffled(grid.neighbours(start))[:4] if len(way) > 1 else ():
        path = (start, *(detour, start) * 6, *way[1:])
        yield Plant((Move((unit,), action.to, path),))


def _strategically(from_enemy: bool) -> Spoil:
    """Strategic movement that begins or ends beside an enemy."""

    def wanted(desk: Desk, unit: str) -> bool:
        return active(desk) == "allied" and not desk.is_hq(unit) and near_enemy(desk, unit) == from_enemy

    def spoil(desk: Desk, action: Action) -> Iterator[Plant]:
        for unit in marchers(desk, action, wanted):
            reach = in_reach(desk, unit)
            ends = [
                hex
                for hex in sorted(set(ways(pretending(desk, alone, unit), unit, "strategic")) - reach)
                if near_enemy(desk, unit, hex) != from_enemy
            ]
            for hex in desk.shuffled(ends)[:6]:
                if free(desk, unit, hex):
                    yield Plant((Move((unit,), hex, mode="strategic"),), also=True)

    return spoil


def _german_strategic(desk: Desk, action: Action) -> Iterator[Plant]:
    """A German goes twice as far, which only Allies do."""
    for unit in marchers(desk, action, lambda desk, unit: active(desk) == "german" and not desk.is_hq(unit)):
        reach, grid = in_reach(desk, unit), desk.table.grid
        further = {hex for hex in grid.within(place(desk, unit), 14) if hex not in reach}
        for hex in desk.shuffled(sorted(further))[:6]:
            if free(desk, unit, hex) and min(grid.distance(hex, each) for each in reach) > 2:
                yield Plant((Move((unit,), hex),), also=True)


def _fifth(desk: Desk, action: Action) -> Iterator[Plant]:
    """A fifth unit in a hex that none of the four leaves."""
    going = action.units if isinstance(action, Move) else ()
    for unit in marchers(desk, action, lambda desk, unit: kind(desk, unit) != "column"):
        side = desk.table.unit(unit).side
        for hex in desk.shuffled(sorted(desk.table.grid.within(place(desk, unit), 3))):
            beside = [each for each in desk.table.friends_at(side, hex) if kind(desk, each) not in ("column", "air", "ship")]
            if (
                len(beside) == 4
                and not set(going) & set(beside)
                and judge(desk.table, Move((unit,), hex)).verdict is Verdict.ILLEGAL
            ):
                yield Plant((Move((unit,), hex),), also=True, rest=frozenset(beside))  # else one of them may have left before


def _in_combat(desk: Desk, action: Action) -> Iterator[Plant]:
    """Somebody marches when it is time to fight: away from all fights."""
    if not isinstance(action, Phase | Attack) or desk.table.state.phase not in COMBATS:
        return
    done = desk.table.state.those(ATTACKED)
    for unit in desk.shuffled(each for each in desk.on_map(active(desk)) if each not in done):
        if not near_enemy(desk, unit) and not mobile(desk, unit):
            for hex in desk.shuffled(desk.table.grid.neighbours(place(desk, unit))):
                if free(desk, unit, hex) and not near_enemy(desk, unit, hex):
                    yield Plant((Move((unit,), hex),), also=True)


def _out_of_turn(desk: Desk, action: Action) -> Iterator[Plant]:
    """One of the other side moves."""
    if not marchers(desk, action, _anybody):
        return
    for unit in desk.shuffled(desk.on_map(other(desk, active(desk))))[:8]:
        for hex in desk.shuffled(sorted(ways(desk, unit, "march")))[:3]:
            yield Plant((Move((unit,), hex),), also=True)


ALLOWANCE = frozenset({"allowance"})
STRATEGIC = ALLOWANCE | {"strategic", "zoc-stop"}
FAR = ALLOWANCE | {"zoc-stop", "enemies"}

KINDS = (
    Kind("one hex too far", ALLOWANCE, _too_far(lambda desk, unit: not desk.is_hq(unit))),
    Kind("far too far", FAR, _far_too_far),
    Kind("headquarters too far", ALLOWANCE, _too_far(_chief), share=0.8),
    Kind("named path too dear", ALLOWANCE, _path_too_dear),
    Kind("river crossed for nothing", ALLOWANCE, _as_if(without("river"), _anybody), turns=3, share=0.8, busy=0.15),
    Kind("on through a zone of control", frozenset({"zoc-stop"}), _as_if(alone, _anybody)),
    Kind("from zone to zone", frozenset({"zoc-stop"}), _out_of(_anybody), share=0.6),
    Kind("strategic from beside an enemy", STRATEGIC, _strategically(True), share=0.6),
    Kind("strategic to beside an enemy", STRATEGIC, _strategically(False), share=0.6),
    Kind("strategic by a German", ALLOWANCE, _german_strategic),
    Kind("fifth unit in a hex", frozenset({"stack"}), _fifth),
    Kind(
        "full movement out of supply",
        ALLOWANCE,
        _as_if(supplied, lambda desk, unit: marked(desk, unit) and mobile(desk, unit)),
        turns=4,
        share=1,
        busy=0.8,
    ),
    Kind("march in the combat phase", frozenset({"move-phase", "breakthrough"}), _in_combat),
    Kind("march out of turn", frozenset({"move-phase"}), _out_of_turn),
)
