"""What players of Königsberg '45 (Three Crowns) get wrong: most of what players of the other edition do, and what differs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

from adjudicator.engine.actions import Action, Advance, Attack, Declare, Draw, Mark, Move, Phase, Place, Remove, Replace, Roll
from adjudicator.engine.deeds import PLACED
from adjudicator.games import load
from adjudicator.rules.combat.record import Combat
from adjudicator.rules.movement.search import Relaxed
from adjudicator.rules.table import Game
from tools.selfplay.desk import Desk
from tools.selfplay.koenigsberg.fights import column_of
from tools.selfplay.koenigsberg.marches import ways
from tools.selfplay.koenigsberg.older import play_turn
from tools.selfplay.koenigsberg.refugees import GOALS, MILITIA, REFUGEES, ROADS, there_are

from ..logs import Workshop
from ..planting import Kind, Plant
from . import aftermath, combat, entry, flow, movement
from .movement import dry, march_of, reach, room

Spoil = Callable[[Desk, Action], Iterator[Plant]]
SEGMENT = "refugee deployment"
_NEAR = 4  # hexes
ELSEWHERE = frozenset({"refugees ignored", "replacement out of supply", "back in a wrong hex"})  # rules of the other edition


# --- refugees (12.2, 12.3, events 5 and 9)


def roads(desk: Desk) -> Iterator[str]:
    grid, board = desk.table.grid, desk.table.board
    for hex in desk.shuffled(grid.all()):
        if any(board.has_route(hex, to, ROADS).yes for to in grid.neighbours(hex)):
            yield hex


def sent_on(desk: Desk) -> bool:
    """Was a counter just taken up to be laid elsewhere?"""
    last = desk.plays[-1].action if desk.plays else None
    return isinstance(last, Mark) and not last.on


def near_goals(desk: Desk, hex: str) -> int:
    return min(desk.table.grid.distance(hex, goal) for goal in GOALS)


def _laid(phase: str, wanted: Callable[[Desk, str, str], bool]) -> Spoil:
    """A counter is laid elsewhere; `wanted` sees the right hex and the wrong one."""

    def spoil(desk: Desk, action: Action) -> Iterator[Plant]:
        if isinstance(action, Mark) and action.on and desk.table.state.phase == phase:
            yield from (Plant((Mark(hex, REFUGEES),)) for hex in roads(desk) if wanted(desk, action.subject, hex))

    return spoil


def _too_far_on(desk: Desk, right: str, hex: str) -> bool:
    return sent_on(desk) and near_goals(desk, hex) <= near_goals(desk, right)


def _back(desk: Desk, right: str, hex: str) -> bool:
    left = desk.plays[-1].action if desk.plays else None
    start = left.subject if isinstance(left, Mark) else right
    return sent_on(desk) and desk.table.grid.distance(start, hex) <= 3 and near_goals(desk, hex) > near_goals(desk, start)


def _new(desk: Desk, right: str, hex: str) -> bool:
    return not sent_on(desk)


def _among_troops(desk: Desk, right: str, hex: str) -> bool:
    return any(standing.place == hex and not desk.is_hq(unit.id) for unit, standing in desk.table.state.units)


def _at_an_headquarters(desk: Desk, right: str, hex: str) -> bool:
    leaders = [desk.table.place_of(unit) or "" for unit in desk.on_map("german") if desk.is_hq(unit)]
    return any(desk.table.grid.distance(hex, place) <= 1 for place in leaders)


def _off_the_road(desk: Desk, action: Action) -> Iterator[Plant]:
    if isinstance(action, Mark) and action.on and desk.table.state.phase == SEGMENT:
        for hex in desk.shuffled(desk.table.grid.neighbours(action.subject)):
            if dry(desk, hex):
                yield Plant((Mark(hex, REFUGEES),))


def _second_counter(desk: Desk, action: Action) -> Iterator[Plant]:
    if isinstance(action, Phase) and desk.table.state.phase == SEGMENT:
        yield from (Plant((Mark(hex, REFUGEES),), also=True) for hex in roads(desk))


def _out_of_nowhere(desk: Desk, action: Action) -> Iterator[Plant]:
    """A counter is laid while chits are drawn, and no event brought it."""
    if isinstance(action, Draw):
        yield from (Plant((Mark(hex, REFUGEES),), also=True) for hex in roads(desk))


def _nobody_drove(desk: Desk, action: Action) -> Iterator[Plant]:
    if isinstance(action, Draw):
        yield from (Plant((Mark(hex, REFUGEES, on=False),), also=True) for hex in desk.shuffled(sorted(there_are(desk))))


def _near_refugees(desk: Desk, action: Action) -> Iterator[str]:
    """Units of the side that is about to march which stand near refugees."""
    unit, crowds = march_of(desk, action), there_are(desk)
    if unit is not None and crowds and desk.table.unit(unit).side == "german":
        for other in desk.shuffled(desk.on_map("german")):
            place = desk.table.place_of(other) or ""
            if any(desk.table.grid.distance(place, hex) <= _NEAR for hex in crowds) and not desk.is_hq(other):
                yield other


def _through_refugees(desk: Desk, action: Action) -> Iterator[Plant]:
    """As far as it could go if no refugees were on the roads."""
    nobody = desk.table.state.remember(desk.table.game.memories["refugees on"], frozenset())
    empty = Desk(desk.loaded, desk.table.after(nobody), desk.dice)
    for unit in _near_refugees(desk, action):
        beyond = reach(empty, unit) - reach(desk, unit) - there_are(desk)
        for hex in desk.shuffled(sorted(beyond)):
            if room(desk, unit, hex):
                yield Plant((Move((unit,), hex),))


def _among_refugees(desk: Desk, action: Action) -> Iterator[Plant]:
    for unit in _near_refugees(desk, action):
        yield from (Plant((Move((unit,), hex),)) for hex in desk.shuffled(sorted(there_are(desk) & reach(desk, unit))))


def _armed_for_nothing(desk: Desk, action: Action) -> Iterator[Plant]:
    """A further Volkssturm unit is taken, and nobody drove through refugees."""
    if isinstance(action, Draw):
        new = [unit for unit in MILITIA if desk.table.place_of(unit) is None]
        yield from (Plant((Place(unit, "volkssturm", "event"),), also=True) for unit in new[:1])


# --- what is right by the other edition


@cache
def _other() -> Game:
    return load("koenigsberg-rg").game


def _column_of_the_other(kind: str) -> Spoil:
    """A combat is resolved on the column that it would have in the other edition."""

    def spoil(desk: Desk, action: Action) -> Iterator[Plant]:
        if isinstance(action, Attack) and action.kind == kind:
            over_there = Desk(desk.loaded, replace(desk.table, game=_other()), desk.dice)
            column = column_of(over_there, replace(action, column=None, die=None, result=None))
            if column is not None and column != action.column:
                yield Plant((replace(action, column=column, result=None),))

    return spoil


def _after_they_fell(desk: Desk, fought: Combat, unit: str) -> bool:
    """A mechanized attacker whose enemies did not retreat: all of them fell."""
    fell = all(desk.table.place_of(other) is None for other in fought.fight.defenders)
    here = desk.table.place_of(unit) in (fought.fight.where.get(unit), fought.fight.target)
    return fell and here and unit in fought.fight.attackers and desk.table.unit(unit).has("mechanized").yes


def _two_hexes_on(desk: Desk, action: Action) -> Iterator[Plant]:
    fought = aftermath.fresh(desk)
    if fought is None or not isinstance(action, Advance | Draw | Phase):
        return
    for unit in desk.shuffled([unit for unit in fought.fight.attackers if _after_they_fell(desk, fought, unit)]):
        for hex in desk.shuffled(desk.table.grid.neighbours(fought.fight.target)):
            if hex != desk.table.place_of(unit) and not desk.table.enemy_units(fought.fight.side, hex):
                yield Plant((Advance((unit,), hex),), also=not isinstance(action, Advance))


def _germans_first(desk: Desk, action: Action) -> Iterator[Plant]:
    if isinstance(action, Replace) and desk.table.unit(action.unit).side == "soviet":
        for unit in desk.shuffled(desk.on_map("german")):
            if desk.table.losses(unit):
                yield Plant((Replace(unit, 1), action))


def _acted_upon_too_late(desk: Desk, action: Action) -> Iterator[Plant]:
    """A barrage chit drawn when its front had had all its activations is acted upon."""
    if isinstance(action, Draw) and desk.chit(action.chit).get("kind") == "bombardment":
        yield Plant((action, Roll(f"bombardment {desk.chit(action.chit)['front']}", (desk.die(),))))


def _by_train(desk: Desk, action: Action) -> Iterator[Plant]:
    """One of the two that Army Group Centre moves goes by train."""
    unit = march_of(desk, action)
    if unit is not None:
        for hex in desk.shuffled(sorted(ways(desk, unit, "rail"))):
            yield Plant((Declare(f"!mode {unit} rail"), Move((unit,), hex, None, "rail")))


def _train_to_the_enemy(desk: Desk, action: Action) -> Iterator[Plant]:
    """A unit that has just come goes by train right up to the enemy."""
    unit = action.units[0] if isinstance(action, Move) and action.to in desk.table.grid else ""
    if unit and desk.table.state.phase == "reinforcement" and desk.table.state.has(PLACED, unit).yes:
        allowed = ways(desk, unit, "rail")
        for hex, path in movement.farther(desk, unit, Relaxed(zoc=True), ("rail",)):
            if hex not in allowed and room(desk, unit, hex) and hex != desk.table.place_of(unit):
                yield Plant((Declare(f"!mode {unit} rail"), Move((unit,), hex, path, "rail")))


def _leader_stays(desk: Desk, action: Action) -> Iterator[Plant]:
    """A headquarters that commands nobody any more stays when the reinforcements have come."""
    if isinstance(action, Remove) and desk.is_hq(action.unit) and desk.table.state.phase == "reinforcement":
        yield Plant(())


def _leader_goes_later(desk: Desk, action: Action) -> Iterator[Plant]:
    """A headquarters is taken off in the replacement segment, as in the other edition."""
    if isinstance(action, Phase) and desk.table.state.phase == "replacement":
        leaders = [unit for side in desk.table.game.sides for unit in desk.on_map(side) if desk.is_hq(unit)]
        yield from (Plant((Remove(unit),), also=True) for unit in desk.shuffled(leaders))


LAID, COLUMN = frozenset({"refugees-laid"}), frozenset({"column"})

DIFFERING = (
    Kind("refugees too far on", LAID, _laid(SEGMENT, _too_far_on), share=0.7, turns=3, busy=0.2),
    Kind("refugees sent back", LAID, _laid(SEGMENT, _back), share=0.7, turns=3, busy=0.2),
    Kind("refugees not five hexes from the front", LAID, _laid(SEGMENT, _new), share=0.7, busy=0.2),
    Kind("refugees off the road", LAID, _off_the_road, share=0.7, busy=0.2),
    Kind("refugees among troops", LAID, _laid(SEGMENT, _among_troops), share=0.7, turns=2, busy=0.2),
    Kind("second refugee counter in a turn", LAID, _second_counter, share=0.7, busy=0.2),
    Kind("refugees without an event", LAID, _out_of_nowhere, share=0.1, busy=0.2),
    Kind("refugees of an event beside an HQ", LAID, _laid("command", _at_an_headquarters), share=1, turns=4, busy=0.2),
    Kind("refugees gone though nobody came", frozenset({"refugees-taken-up"}), _nobody_drove, share=0.2, turns=2, busy=0.2),
    Kind("through refugees for nothing", frozenset({"allowance"}), _through_refugees, share=1, turns=5, busy=0.6),
    Kind("among refugees", frozenset({"refugees-fill"}), _among_refugees, share=1, turns=5, busy=0.6),
    Kind("Volkssturm armed for nothing", frozenset({"volkssturm-more"}), _armed_for_nothing, share=0.1, busy=0.2),
    Kind("barrage at the odds of the other edition", COLUMN, _column_of_the_other("bombardment"), share=0.7),
    Kind("odds of the other edition", COLUMN, _column_of_the_other("attack"), share=0.7, turns=2, busy=0.8),
    Kind("two hexes on after they fell", frozenset({"advance-length"}), _two_hexes_on, share=1, turns=3, busy=1),
    Kind("attack out of its zone", frozenset({"attack-in-zone"}), combat.WITH_ANOTHER_NEAR, share=1, busy=1, turns=2),
    Kind("Germans replace first", frozenset({"replacement-soviets-first"}), _germans_first, share=1, turns=4, busy=1),
    Kind("barrage chit acted upon too late", frozenset({"barrage-in-time"}), _acted_upon_too_late, share=1, turns=3, busy=0.2),
    Kind("by train under Army Group Centre", frozenset({"army-group-chit-by-rail"}), _by_train, share=1, turns=3, busy=0.8),
    Kind("reinforcement by train to the enemy", frozenset({"rail"}), _train_to_the_enemy, share=1, turns=4, busy=0.2),
    Kind("HQ without units stays", frozenset({"hq-without-units"}), _leader_stays, share=1, turns=5, busy=0.8, later=True),
    Kind("HQ taken off in the wrong segment", frozenset({"hq-removed"}), _leader_goes_later, share=0.7, turns=2, busy=0.2),
)
SAME = (*movement.KINDS, *combat.KINDS, *aftermath.KINDS, *entry.KINDS, *flow.KINDS)
WORKSHOP = Workshop(("campaign",), play_turn, (*(kind for kind in SAME if kind.name not in ELSEWHERE), *DIFFERING))
