"""Who controls a hex: as its marker says, or by who is there, who was there last, and behind whose line it lies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from adjudicator import factname
from adjudicator.engine.actions import Action, Advance, Move, Place, Retreat
from adjudicator.engine.hexes import Hex
from adjudicator.engine.memory import Lifetime
from adjudicator.engine.state import State
from adjudicator.engine.terms import AreaWord, HexWord, KindWord, RatingWord, SideWord, TagWord, TraitWord
from adjudicator.facts import NO, YES, Truth, number, truth, unsure

from ..registry import SHARED
from ..supply.line import lines
from ..supply.sources import ends_of, line_of
from ..table import Table

SHARED.slot("victory.control", "Which side controls a hex? None that is not named does.", optional=True)

MOVED_LAST: Final = SHARED.memory(
    "moved through before",
    dict[str, str],
    "the side that was the last to move through each hex into which others retreated or advanced since",
    lasts=Lifetime.GAME,
    default={},
    forbids=True,
)


@SHARED.rule(name="victory.taken", after=(Move, Advance, Retreat, Place))
def take(
    after: Table,
    action: Action,
    before: Table,
    *,
    tags: frozenset[TagWord] = frozenset(),
    sides: frozenset[SideWord] = frozenset(),
    without: frozenset[TraitWord] = frozenset(),
    never_kinds: frozenset[KindWord] = frozenset({"air"}),
    not_at_zero: RatingWord = "",
) -> State:
    """Hexes that units enter (of some sides, without some traits) pass under their side's control: those with a tag, or all.

    Where they were entered otherwise than by moving, it is remembered who last moved there. Those with
    nothing of some rating take none.
    """
    state, control = after.state, dict(after.state.control)
    moving, before_that = isinstance(action, Move | Place), dict(state.listed(MOVED_LAST))
    one = getattr(action, "unit", None)
    units: tuple[str, ...] = getattr(action, "units", (one,) if isinstance(one, str) else ())
    places = (*(getattr(action, "path", None) or ()), getattr(action, "to", "") or getattr(action, "at", ""))
    for id_ in units:
        unit = after.unit(id_)
        if unit.kind in never_kinds or (sides and unit.side not in sides) or not without.isdisjoint(unit.traits | unit.doubtful):
            continue
        if not_at_zero and number(unit.rating(not_at_zero, after.losses(id_))).high == 0:
            continue
        for hex in places:
            if hex in after.grid and (not tags or not tags.isdisjoint(after.board.tags.get(hex, frozenset()))):
                if moving:
                    before_that.pop(hex, None)
                else:
                    before_that.setdefault(hex, control.get(hex, ""))
                control[hex] = unit.side
    if before_that != state.listed(MOVED_LAST):
        state = state.amend(MOVED_LAST, before_that)
    return state if control == state.control else replace(state, control=control)


@SHARED.rule("victory.control", "victory.by_marker")
def by_marker(table: Table, hex: Hex, *, first: SideWord, given: Mapping[HexWord, SideWord] | None = None) -> Mapping[str, Truth]:
    """As the marker says; one side has all hexes without a marker, except some that are given to others."""
    return {table.state.control.get(hex) or (given or {}).get(hex, first): YES}


@SHARED.rule("victory.control", "victory.by_criteria")
def by_criteria(
    table: Table,
    hex: Hex,
    *,
    behind: Mapping[SideWord, AreaWord],
    at_first: Mapping[SideWord, list[AreaWord]] | None = None,
    by_moving: bool = False,
) -> Mapping[str, Truth]:
    """Whose unit is there; else who last came through, perhaps only by moving; else behind whose line it lies.

    A hex lies behind a side's line if a way free of the enemy leads from it to that side's own edge of the map (an area), and
    none leads to the other's. Where both or neither does, nobody can say; what is beyond all units of a side is not behind them.
    The line may be the one of the beginning: then some areas lay behind it on one side or the other.
    """
    unsaid = unsure(factname.control(hex))
    here = [force.side for force in table.state.forces.values() if force.at(hex)]
    last = table.state.control.get(hex)
    if by_moving:
        last = table.state.listed(MOVED_LAST).get(hex, last)
    if here or last:
        return {last: YES} if last and not here else {side: YES if len(here) == 1 else unsaid for side in here}
    for side, areas in (at_first or {}).items():
        if any(hex in table.board.areas.get(area, frozenset()) for area in areas):
            return {side: YES}
    ends = {side: ends_of(table.board, areas=frozenset((area,))) for side, area in behind.items()}
    said = {side: lines(table, side, line_of(table, side), hexes).at(hex) for side, hexes in ends.items()}
    homes = [side for side, each in said.items() if each.yes]
    alone = len(homes) == 1 and all(each.no for side, each in said.items() if side != homes[0])
    holds = {side: truth(side == homes[0]) if alone else unsaid for side in behind}
    return {side: NO if _beyond(table, side, hex, ends[side]) else each for side, each in holds.items()}


def _beyond(table: Table, side: str, hex: Hex, home: Mapping[Hex, Truth]) -> bool:
    """Is a hex further from a side's own edge than any unit of it and the hexes next to them?"""
    if not home or any(not each.yes for each in home.values()):
        return False
    places = [place for place in table.force(side).by_place if place in table.grid]
    far = max((_distance(table, place, home) for place in places), default=-2)
    return _distance(table, hex, home) > far + 1


def _distance(table: Table, hex: Hex, home: Mapping[Hex, Truth]) -> int:
    return min(table.grid.distance(hex, end) for end in home)


def controls(table: Table, side: str, hex: Hex) -> Truth:
    """Does a side control a hex: by the game's rule, else by the marker, else as somebody told?"""
    rule, marked, fact = table.rules.find("victory.control"), table.state.control.get(hex), factname.control(hex)
    if rule is not None:
        holds: Mapping[str, Truth] = rule(table, hex)
        said = holds.get(side, NO)
    else:
        said = truth(marked == side) if marked else unsure(fact)
    return truth(table.told[fact] == side) if said.open and fact in table.told else said
