"""What players get wrong when they move (4, 5, 8.3, 10.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from adjudicator.engine.actions import Action, Move, Phase, Remove
from adjudicator.engine.deeds import MOVED
from adjudicator.rules import zoc
from adjudicator.rules.judge import judge
from adjudicator.verdict import Verdict
from tools.selfplay.desk import Desk
from tools.selfplay.seelow.marches import ways
from tools.selfplay.seelow.reckon import across_stream, level, light, marked

from ..planting import Kind, Plant
from . import pretend
from .pretend import Change
from .units import (
    LOOKED_AT,
    MARCHES,
    Wanted,
    active,
    amid_the_phase,
    anybody,
    disrupted,
    free,
    gun,
    held,
    march_of,
    marchers,
    motorised,
    near,
    on_foot,
    room,
)

Spoil = Callable[[Desk, Action], Iterator[Plant]]


# --- too far


def _one_hex_too_far(desk: Desk, action: Action) -> Iterator[Plant]:
    for unit in marchers(desk, action, anybody):
        reach = near(desk, unit)
        beside = {hex for inner in reach for hex in desk.table.grid.neighbours(inner)} - reach
        for hex in desk.shuffled(sorted(beside)):
            if free(desk, unit, hex):
                yield Plant((Move((unit,), hex),), also=True)


def _far_too_far(desk: Desk, action: Action) -> Iterator[Plant]:
    for unit in marchers(desk, action, anybody):
        start = desk.table.place_of(unit) or ""
        far = [hex for hex in desk.table.grid.all() if desk.table.grid.distance(start, hex) > 9]
        for hex in desk.shuffled(far)[:8]:
            if free(desk, unit, hex):
                yield Plant((Move((unit,), hex),), also=True)


def _on_a_path_too_dear(desk: Desk, action: Action) -> Iterator[Plant]:
    """The end can be reached, but not on the path that the player names."""
    unit, grid = march_of(desk, action), desk.table.grid
    if unit is None or not isinstance(action, Move):
        return
    start = desk.table.place_of(unit) or ""
    for first in desk.shuffled(grid.neighbours(start)):
        for second in desk.shuffled(grid.neighbours(first)):
            for third in desk.shuffled(grid.neighbours(second)):
                if len({start, first, second, third, action.to}) == 5 and action.to in grid.neighbours(third):
                    yield Plant((Move((unit,), action.to, (start, first, second, third, action.to)),))


def as_if(change: Change, wanted: Wanted, share: float = 0.4) -> Spoil:
    """A move that would be right if one thing were not as it is; `share`: how often its player names the path."""

    def spoil(desk: Desk, action: Action) -> Iterator[Plant]:
        for unit in marchers(desk, action, wanted):
            reach = near(desk, unit)
            other = Desk(desk.loaded, change(desk.table, unit), desk.dice)
            for hex, way in desk.shuffled(sorted(ways(other, unit).items())):
                if hex not in reach and room(desk, unit, hex):
                    yield Plant((Move((unit,), hex, way.path if desk.chance(share) else None),), also=True)

    return spoil


def _uphill(wanted: Wanted) -> Wanted:
    """Units with a higher hex beside them."""

    def may(desk: Desk, unit: str) -> bool:
        place = desk.table.place_of(unit) or ""
        near_ = desk.table.grid.neighbours(place)
        return wanted(desk, unit) and any(level(desk.table, hex) > level(desk.table, place) for hex in near_)

    return may


def _at_a_stream(wanted: Wanted) -> Wanted:
    def may(desk: Desk, unit: str) -> bool:
        place = desk.table.place_of(unit) or ""
        return wanted(desk, unit) and any(across_stream(desk.table, place, hex) for hex in desk.table.grid.neighbours(place))

    return may


# --- zones of control, enemies, stacks


def _from_zone_to_zone(desk: Desk, action: Action) -> Iterator[Plant]:
    for unit in marchers(desk, action, held):
        side, reach = desk.table.unit(unit).side, near(desk, unit)
        for hex in desk.shuffled(desk.table.grid.neighbours(desk.table.place_of(unit) or "")):
            if hex not in reach and free(desk, unit, hex) and zoc.controlled(desk.table, side, hex).yes:
                yield Plant((Move((unit,), hex),), also=True)


def _into_a_zone(wanted: Wanted) -> Spoil:
    """A unit goes into a zone of control that must keep out."""

    def spoil(desk: Desk, action: Action) -> Iterator[Plant]:
        for unit in marchers(desk, action, wanted):
            side = desk.table.unit(unit).side
            zones = zoc.zones(desk.table, side)[0]
            close = {hex for inner in near(desk, unit) for hex in desk.table.grid.neighbours(inner)} & zones
            for hex in desk.shuffled(sorted(close)):
                if free(desk, unit, hex) and hex != desk.table.place_of(unit):
                    yield Plant((Move((unit,), hex),), also=True)

    return spoil


def _onto_the_enemy(desk: Desk, action: Action) -> Iterator[Plant]:
    for unit in marchers(desk, action, anybody):
        reach, side = near(desk, unit), desk.table.unit(unit).side
        for hex in desk.shuffled(sorted({each for inner in reach for each in desk.table.grid.neighbours(inner)} - reach)):
            if desk.table.enemy_units(side, hex):
                yield Plant((Move((unit,), hex),), also=True)


def _onto_a_full_stack(desk: Desk, action: Action) -> Iterator[Plant]:
    for unit in marchers(desk, action, anybody):
        side = desk.table.unit(unit).side
        for inner in desk.shuffled(sorted(near(desk, unit))):
            for hex in desk.shuffled(desk.table.grid.neighbours(inner)):
                if desk.table.friends_at(side, hex) and not room(desk, unit, hex) and hex != desk.table.place_of(unit):
                    yield Plant((Move((unit,), hex),), also=True)


# --- who moves, and when


def _moved_again(desk: Desk, action: Action) -> Iterator[Plant]:
    """A unit goes on after others have moved, farther than in one go: else a log shows only that its player changed his mind."""
    if march_of(desk, action) is None and not (isinstance(action, Phase) and desk.table.state.phase in MARCHES):
        return
    moved = [unit for unit in desk.on_map(active(desk)) if desk.table.state.has(MOVED, unit).yes and anybody(desk, unit)]
    for unit in desk.shuffled(moved):
        began = next(play.before for play in desk.plays[::-1] if isinstance(play.action, Move) and unit in play.action.units)
        for hex in desk.shuffled(desk.table.grid.neighbours(desk.table.place_of(unit) or "")):
            if free(desk, unit, hex) and judge(began, Move((unit,), hex)).verdict is Verdict.ILLEGAL:
                yield Plant((Move((unit,), hex),), also=True)


def _other_side(desk: Desk, action: Action) -> Iterator[Plant]:
    if march_of(desk, action) is None:
        return
    others = [unit for side in desk.table.game.sides if side != active(desk) for unit in desk.on_map(side)]
    for unit in desk.shuffled(others)[:LOOKED_AT]:
        for hex in desk.shuffled(sorted(near(desk, unit) - {desk.table.place_of(unit) or ""}))[:3]:
            yield Plant((Move((unit,), hex),), also=True)


def _out_of_phase(desk: Desk, action: Action) -> Iterator[Plant]:
    if desk.table.state.phase not in MARCHES and amid_the_phase(desk, action):
        for unit in [each for each in desk.shuffled(desk.on_map(active(desk))) if anybody(desk, each)][:LOOKED_AT]:
            for hex in desk.shuffled(sorted(near(desk, unit) - {desk.table.place_of(unit) or ""}))[:3]:
                yield Plant((Move((unit,), hex),), also=True)


def _germans_in_turn_1(desk: Desk, action: Action) -> Iterator[Plant]:
    state = desk.table.state
    if isinstance(action, Phase) and state.phase == "second movement" and state.turn == 1:
        for unit in [each for each in desk.shuffled(desk.on_map("german")) if anybody(desk, each)][:LOOKED_AT]:
            for hex in desk.shuffled(sorted(near(desk, unit) - {desk.table.place_of(unit) or ""}))[:3]:
                yield Plant((Move((unit,), hex),), also=True)


def _in_fire_mode(desk: Desk, unit: str) -> bool:
    return gun(desk, unit) and marked(desk.table, unit, "fire mode")


def _in_move_mode(desk: Desk, unit: str) -> bool:
    return gun(desk, unit) and marked(desk.table, unit, "move mode")


# --- off the map


def _left_from_inland(desk: Desk, action: Action) -> Iterator[Plant]:
    for unit in marchers(desk, action, anybody):
        yield Plant((Remove(unit, "exit"),), also=True)


def _left_out_of_phase(desk: Desk, action: Action) -> Iterator[Plant]:
    if desk.table.state.phase not in MARCHES and amid_the_phase(desk, action):
        for unit in [each for each in desk.shuffled(desk.on_map(active(desk))) if anybody(desk, each)]:
            yield Plant((Remove(unit, "exit"),), also=True)


def _dark(*lights: str) -> Callable[[Wanted], Wanted]:
    def only(wanted: Wanted) -> Wanted:
        return lambda desk, unit: light(desk.table) in lights and wanted(desk, unit)

    return only


ALLOWANCE, ZONES = frozenset({"allowance"}), frozenset({"zoc-stop", "allowance"})
DUSK, NIGHT = _dark("dusk"), _dark("night")

KINDS = (
    Kind("one hex too far", ALLOWANCE, _one_hex_too_far),
    Kind("far too far", ALLOWANCE, _far_too_far),
    Kind("path too dear", ALLOWANCE, _on_a_path_too_dear),
    Kind("stream for nothing on foot", ALLOWANCE, as_if(pretend.without("stream"), _at_a_stream(on_foot)), turns=2),
    Kind("stream for nothing motorised", ALLOWANCE, as_if(pretend.without("stream"), _at_a_stream(motorised)), turns=2),
    Kind("uphill for nothing on foot", ALLOWANCE, as_if(pretend.flat, _uphill(on_foot)), turns=3),
    Kind("uphill for nothing motorised", ALLOWANCE, as_if(pretend.flat, _uphill(motorised)), turns=3),
    Kind("across the Oder", frozenset({"terrain"}), as_if(pretend.without("river"), anybody)),
    Kind("on through a zone of control", ZONES, as_if(pretend.unzoned, anybody)),
    Kind("zone of control left for nothing", ZONES, as_if(pretend.unzoned, held)),
    Kind("from zone to zone", ZONES, _from_zone_to_zone),
    Kind("through enemies", frozenset({"enemy", "zoc-stop"}), as_if(pretend.alone, anybody)),
    Kind("onto the enemy", frozenset({"enemy"}), _onto_the_enemy),
    Kind("disrupted as if it were not", ALLOWANCE, as_if(pretend.fresh, disrupted), turns=2, busy=0.7),
    Kind("disrupted into a zone", frozenset({"zones-disrupted"}), _into_a_zone(disrupted), turns=2, busy=0.7),
    Kind("gun into a zone", frozenset({"zones-artillery"}), _into_a_zone(_in_move_mode), turns=4, share=0.8),
    Kind("gun moves in fire mode", frozenset({"artillery-moves"}), as_if(pretend.limbered, _in_fire_mode), turns=2),
    Kind("gun moves at dusk", frozenset({"artillery-dark"}), as_if(pretend.limbered, DUSK(_in_move_mode)), share=0.8, busy=0.7),
    Kind("dusk forgotten", ALLOWANCE, as_if(pretend.bright, DUSK(anybody))),
    Kind("night forgotten", ALLOWANCE, as_if(pretend.bright, NIGHT(anybody)), turns=7, busy=0.15),
    Kind("into a zone at night", frozenset({"zones-dark"}), _into_a_zone(NIGHT(anybody)), turns=7, busy=0.2, share=0.8),
    Kind("two Soviet units in a hex", frozenset({"stack-soviet"}), _onto_a_full_stack),
    Kind("German stack too large", frozenset({"stack-german"}), _onto_a_full_stack, turns=2),
    Kind("moved on after others", frozenset({"one-by-one", "allowance", "zoc-stop"}), _moved_again),
    Kind("enemy unit moved", frozenset({"move-phase"}), _other_side),
    Kind("moved out of phase", frozenset({"move-phase"}), _out_of_phase),
    Kind("Germans move in turn 1", frozenset({"stand-fast"}), _germans_in_turn_1, scenarios=frozenset({"seelow"})),
    Kind(
        "beyond the scenario's map",
        frozenset({"play-area-moves", "allowance"}),
        as_if(pretend.whole_map, anybody),
        scenarios=frozenset({"kuestrin"}),
    ),
    Kind("left the map from inland", frozenset({"exit"}), _left_from_inland),
    Kind("left the map out of phase", frozenset({"exit-phase"}), _left_out_of_phase, turns=2),
)
