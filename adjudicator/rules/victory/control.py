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
from adjudicator.engine.terms import AreaWord, HexWord, KindWord, SideWord, TagWord, TraitWord
from adjudicator.facts import Fact, Known, Truth, Unknown, truth, unsure

from ..registry import SHARED
from ..supply.line import lines
from ..supply.sources import line_of, places_of
from ..table import Table

SHARED.slot("victory.control", "Who controls a hex?", optional=True)

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
) -> State:
    """Hexes that units enter (of some sides, without some traits) pass under their side's control: those with a tag, or all.

    Where they were entered otherwise than by moving, it is remembered who last moved there.
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
def by_marker(table: Table, hex: Hex, *, first: SideWord, given: Mapping[HexWord, SideWord] | None = None) -> Fact[str]:
    """As the marker says; one side has all hexes without a marker, except some that are given to others."""
    return Known(table.state.control.get(hex) or (given or {}).get(hex, first))


@SHARED.rule("victory.control", "victory.by_criteria")
def by_criteria(
    table: Table,
    hex: Hex,
    *,
    behind: Mapping[SideWord, AreaWord],
    at_first: Mapping[SideWord, list[AreaWord]] | None = None,
    by_moving: bool = False,
) -> Fact[str]:
    """Whose unit is there; else who last came through, perhaps only by moving; else behind whose line it lies.

    A hex lies behind a side's line if a way free of the enemy leads from it to that side's own edge of the map (an area), and
    none leads to the other's. Where both or neither does, nobody can say. The line may be the one of the beginning: then some
    areas lay behind it on one side or the other.
    """
    here = [force.side for force in table.state.forces.values() if force.at(hex)]
    if here:
        return Known(here[0]) if len(here) == 1 else Unknown(factname.control(hex))
    last = table.state.control.get(hex)
    if by_moving:
        last = table.state.listed(MOVED_LAST).get(hex, last)
    if last:
        return Known(last)
    for side, areas in (at_first or {}).items():
        if any(hex in table.board.areas.get(area, frozenset()) for area in areas):
            return Known(side)
    ends = {side: places_of(table.board, areas=frozenset((area,))) for side, area in behind.items()}
    said = {side: lines(table, side, line_of(table, side), hexes).at(hex) for side, hexes in ends.items()}
    homes = [side for side, each in said.items() if each.yes]
    if len(homes) == 1 and all(each.no for side, each in said.items() if side != homes[0]):
        return Known(homes[0])
    return Unknown(factname.control(hex))


def controller(table: Table, hex: Hex) -> Fact[str]:
    """Which side controls a hex: by the game's rule, else by the marker."""
    rule = table.rules.find("victory.control")
    if rule is not None:
        found: Fact[str] = rule(table, hex)
    else:
        side = table.state.control.get(hex)
        found = Known(side) if side else Unknown(factname.control(hex))
    told = table.told.get(factname.control(hex))
    return Known(told) if isinstance(found, Unknown) and told is not None else found


def controls(table: Table, side: str, hex: Hex) -> Truth:
    found = controller(table, hex)
    return unsure(found.key) if isinstance(found, Unknown) else truth(found.value == side)
