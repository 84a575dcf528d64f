"""Which units can go wrong now, and what a player thinks who forgets a rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from adjudicator.engine.actions import Action, Advance, Attack, Lose, Move, Phase, Remove
from adjudicator.engine.board import Board, Feature
from adjudicator.engine.deeds import ATTACKED, MOVED, PLACED
from adjudicator.engine.hexes import Hex
from adjudicator.facts import Fact, Known
from adjudicator.rules import stacking, zoc
from adjudicator.rules.combat.strength import rated
from adjudicator.rules.table import Table
from tools.selfplay.desk import Desk
from tools.selfplay.vob import fights
from tools.selfplay.vob.marches import ways

from ..planting import Plant

Spoil = Callable[[Desk, Action], Iterator[Plant]]
Wanted = Callable[[Desk, str], bool]
Change = Callable[[Table, str], Table]
MARCHES, COMBATS = ("allied movement", "german movement"), ("allied combat", "german combat")
AFTERMATH = (Lose, Advance, Remove)  # a combat is not over while these come
OUT = "out of supply"
LOOKED_AT = 10  # units, for one that could go wrong


def active(desk: Desk) -> str:
    return str(desk.table.state.active)


def other(desk: Desk, side: str) -> str:
    return next(each for each in desk.table.game.sides if each != side)


def place(desk: Desk, unit: str) -> Hex:
    return desk.table.place_of(unit) or ""


def kind(desk: Desk, unit: str) -> str:
    return desk.table.unit(unit).kind


def mobile(desk: Desk, unit: str) -> bool:
    return desk.table.unit(unit).has("mobile").yes


def marked(desk: Desk, unit: str) -> bool:
    standing = desk.table.standing(unit)
    return standing is not None and OUT in standing.marks


def fighter(desk: Desk, unit: str) -> bool:
    """Can it attack, and has it not yet?"""
    strong = kind(desk, unit) not in fights.HELPERS and rated(desk.table, unit, "attack").low > 0
    return strong and unit not in desk.table.state.those(ATTACKED)


def near_enemy(desk: Desk, unit: str, hex: Hex = "") -> bool:
    side = desk.table.unit(unit).side
    return any(desk.table.enemies_on_the_ground(side, each) for each in desk.table.grid.neighbours(hex or place(desk, unit)))


def held(desk: Desk, unit: str) -> bool:
    """Does it stand in an enemy zone of control?"""
    return zoc.controlled(desk.table, desk.table.unit(unit).side, place(desk, unit)).yes


def free(desk: Desk, unit: str, hex: Hex) -> bool:
    """Land without enemies, with room for the unit."""
    side = desk.table.unit(unit).side
    land = desk.table.board.is_terrain(hex, frozenset({"sea", "lake"})).no
    return land and not desk.table.enemy_units(side, hex) and stacking.fits(desk.table, side, hex, (unit,)).yes


def marchers(desk: Desk, action: Action, wanted: Wanted) -> list[str]:
    """Units that have not moved and could go wrong now: when another moves, or all have."""
    state = desk.table.state
    going = isinstance(action, Move) and len(action.units) == 1 and action.to in desk.table.grid
    if state.phase not in MARCHES or not (going or isinstance(action, Phase)):
        return []
    if isinstance(action, Move) and kind(desk, action.units[0]) == "ship":
        return []
    fresh = [unit for unit in desk.on_map(active(desk)) if not (state.has(MOVED, unit) | state.has(PLACED, unit)).yes]
    return [unit for unit in desk.shuffled(fresh) if wanted(desk, unit)][:LOOKED_AT]


def in_reach(desk: Desk, unit: str) -> frozenset[Hex]:
    """Where it can go in any way of moving."""
    return frozenset(hex for mode in ("march", "strategic") for hex in ways(desk, unit, mode)) | {place(desk, unit)}


def settled(desk: Desk, action: Action) -> bool:
    """Is the last combat over, in a phase of combats?"""
    return desk.table.state.phase in COMBATS and isinstance(action, Attack | Phase)


# --- tables on which one thing is not as it is


def without(*kinds: str) -> Change:
    """No hexside is of these kinds."""

    def left(stated: Fact[frozenset[Feature]]) -> Fact[frozenset[Feature]]:
        return Known(frozenset(each for each in stated.value if each.kind not in kinds)) if isinstance(stated, Known) else stated

    def change(table: Table, unit: str) -> Table:
        def made() -> Board:
            return table.board.changed(features={at: left(stated) for at, stated in table.board.features_of.items()})

        board: Board = table.board.cached(("pretend without", kinds), made)
        return replace(table, board=board)

    return change


def alone(table: Table, unit: str) -> Table:
    """There are no enemies."""
    state = table.state
    for force in table.enemies(table.unit(unit).side):
        for enemy in force.standings:
            state = state.with_standing(enemy, None)
    return table.after(state)


def supplied(table: Table, unit: str) -> Table:
    return table.after(table.state.marked(unit, without=frozenset({OUT})))


def pretending(desk: Desk, change: Change, unit: str) -> Desk:
    return Desk(desk.loaded, change(desk.table, unit), desk.dice)


def stacks(desk: Desk, units: Sequence[str]) -> dict[Hex, list[str]]:
    found: dict[Hex, list[str]] = {}
    for unit in units:
        found.setdefault(place(desk, unit), []).append(unit)
    return found
