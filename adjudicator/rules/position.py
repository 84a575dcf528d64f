"""Judging a position by itself: may units stand so at all, and is a set-up as the scenario lists it?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from adjudicator import factname
from adjudicator.engine.state import Standing
from adjudicator.engine.terms import BoxWord, HexWord, KindWord, MarkWord, PhaseWord, TerrainWord, Text, TraitWord, UnitWord
from adjudicator.facts import NO, all_of, any_of, truth, unsure
from adjudicator.verdict import Verdict

from . import stacking
from .completed import completed_state
from .judge import ruled
from .map_in_play import not_in_play
from .opinion import Opinion, RestsOn, Ruled, verdict_of
from .registry import SHARED
from .supply.ageing import ladder_of
from .table import Table

POSITION: Final = SHARED.slot("check.position", "What must a position obey, whoever moved into it?", "many", optional=True)


@dataclass(frozen=True, slots=True)
class JudgedPosition:
    """A position with everything that was said about it."""

    ruled: tuple[Ruled, ...]
    rests_on: tuple[RestsOn, ...] = ()  # as that of an action

    @property
    def verdict(self) -> Verdict:
        return verdict_of(all_of(each.opinion.truth for each in self.ruled))

    @property
    def findings(self) -> tuple[Ruled, ...]:
        """What is not simply in order."""
        return tuple(each for each in self.ruled if not each.opinion.truth.yes)


def judge_position(table: Table, start: Table | None = None) -> JudgedPosition:
    """The position with the opinions of all rules that look at positions; `start` is the set-up that it should be, if any."""
    table = completed_state(table)
    bindings = table.rules.many("check.position")
    return JudgedPosition(tuple(ruled(table, binding, said) for binding in bindings for said in binding(table, start)))


@SHARED.rule("check.position")
def stacked(
    table: Table, start: Table | None, *, larger_in: frozenset[PhaseWord] = frozenset(), set_up_only: bool = False
) -> Iterator[Opinion]:
    """Every stack is within the limit, but in phases in which it may be larger until they end, or only in a set-up.

    Where nobody kept a tracker of phases it may be one of these, unless it is a set-up that is looked at.
    """
    if table.state.phase in larger_in or (set_up_only and start is None):
        return
    perhaps = unsure(factname.phase()) if larger_in and start is None and not table.state.phase else NO
    for side, force in table.state.forces.items():
        for place, units in sorted(force.by_place.items()):
            if place in table.grid and len(units) > 1:
                said = stacking.together(table, side, place)
                yield Opinion(said.truth | perhaps, said.message, units=said.units, hexes=said.hexes, rule=said.rule)


@SHARED.rule("check.position")
def on_open_ground(
    table: Table, start: Table | None, *, terrain: frozenset[TerrainWord], not_kinds: frozenset[KindWord] = frozenset()
) -> Iterator[Opinion]:
    """Nobody stands in terrain that nobody may enter."""
    for unit, standing in table.state.units:
        if unit.kind in not_kinds or standing.place not in table.grid:
            continue
        said = ~table.board.is_terrain(standing.place, terrain)
        if not said.yes:
            kinds = " or ".join(sorted(terrain))
            word = "is" if said.no else "may be"
            message = f"{unit.name} stands at {table.at(standing.place)}, which {word} {kinds}"
            yield Opinion(said, message, units=(unit.id,), hexes=(standing.place,))


@SHARED.rule("check.position")
def sides_apart(table: Table, start: Table | None, *, not_kinds: frozenset[KindWord] = frozenset()) -> Iterator[Opinion]:
    """No hex holds units of both sides, but for kinds that may be there together with the enemy (air units)."""
    held: dict[str, dict[str, list[str]]] = {}
    for unit, standing in table.state.units:
        if standing.place in table.grid and unit.kind not in not_kinds:
            held.setdefault(standing.place, {}).setdefault(unit.side, []).append(unit.id)
    for place, sides in sorted(held.items()):
        if len(sides) > 1:
            names = [table.names(tuple(units)) for units in sides.values()]
            units = tuple(unit for each in sides.values() for unit in each)
            yield Opinion(NO, f"{' and '.join(names)} stand together at {table.at(place)}", units=units, hexes=(place,))


@SHARED.rule("check.position")
def in_its_box(
    table: Table, start: Table | None, *, boxes: Mapping[BoxWord, list[Text]], not_on_map: frozenset[KindWord] = frozenset()
) -> Iterator[Opinion]:
    """A box holds only units for which it is meant: those of certain kinds, formations, fronts or sides.

    Units of the kinds in `not_on_map` never stand in a hex at all.
    """
    for unit, standing in table.state.units:
        if standing.place in table.grid:
            if unit.kind in not_on_map:
                message = f"{unit.name} stands at {table.at(standing.place)}, where no {unit.kind} stands"
                yield Opinion(NO, message, units=(unit.id,), hexes=(standing.place,))
        elif standing.place in boxes:
            meant = {unit.id, unit.kind, unit.formation, f"{unit.kind} {unit.side}", f"{unit.kind} {unit.formation}"}
            said = truth(not meant.isdisjoint(boxes[standing.place]))
            yield Opinion(said, f"{unit.name} is in {standing.place}, which is not for it", units=(unit.id,))


@SHARED.rule("check.position")
def markers_possible(table: Table, start: Table | None) -> Iterator[Opinion]:
    """No unit shows two states of supply at once, and none that is always in supply is marked as lacking it."""
    for side, force in table.state.forces.items():
        rungs = frozenset(ladder_of(table, side).rungs)
        exempt = table.rules.many("supply.exempt", side=side)
        for id_, standing in sorted(force.standings.items()):
            shown, unit = sorted(standing.marks & rungs), force.units[id_]
            if not shown:
                continue
            hexes = (standing.place,) if standing.place in table.grid else ()
            said = ~any_of(binding(table, unit, standing) for binding in exempt)
            if len(shown) > 1:
                yield Opinion(NO, f"{unit.name} is marked {' and '.join(shown)} at once", units=(id_,), hexes=hexes)
            elif not said.yes:
                word = "is" if said.no else "may be"
                message = f"{unit.name} {word} in supply whatever happens, and is marked {shown[0]}"
                fix = f"take the marker off {unit.name}" if said.no else None
                yield Opinion(said, message, units=(id_,), hexes=hexes, fix=fix)


@SHARED.rule("check.position")
def on_the_map_in_play(table: Table, start: Table | None) -> Iterator[Opinion]:
    """Nobody stands on a part of the map on which the scenario is not played."""
    outside = not_in_play(table)
    for unit, standing in table.state.units:
        if standing.place in outside:
            message = f"{unit.name} stands at {table.at(standing.place)}, which is not in play in this scenario"
            yield Opinion(NO, message, units=(unit.id,), hexes=(standing.place,))


@SHARED.rule("check.position")
def marks_possible(
    table: Table, start: Table | None, *, only_for: Mapping[MarkWord, list[TraitWord]], one_of: frozenset[MarkWord] = frozenset()
) -> Iterator[Opinion]:
    """Some marks are only for units with one of certain traits, and of some a unit bears one at a time."""
    for unit, standing in table.state.units:
        hexes = (standing.place,) if standing.place in table.grid else ()
        both = sorted(standing.marks & one_of)
        if len(both) > 1:
            yield Opinion(NO, f"{unit.name} is marked {' and '.join(both)} at once", units=(unit.id,), hexes=hexes)
        for mark in sorted(standing.marks & only_for.keys()):
            said = any_of(unit.has(trait) for trait in only_for[mark])
            if not said.yes:
                word = "is" if said.no else "may be"
                message = f"{unit.name} {word} no {' or '.join(only_for[mark])}, and is marked {mark}"
                yield Opinion(said, message, units=(unit.id,), hexes=hexes)


@SHARED.rule("check.position")
def as_set_up(
    table: Table,
    start: Table | None,
    *,
    chosen_marks: frozenset[MarkWord] = frozenset(),
    places: Mapping[UnitWord, tuple[HexWord, ...]] | None = None,
) -> Iterator[Opinion]:
    """Every unit stands as the scenario lists it: there, with those steps, and no other is in play.

    Which of some marks a unit begins with may be for its owner to choose. Some units may begin in any of certain hexes (or in
    any hex at all, where none is named), whatever the list says.
    """
    if start is None:
        return
    for force in table.state.forces.values():
        for id_, unit in sorted(force.units.items()):
            listed, found = start.standing(id_), force.standings.get(id_)
            free = (places or {}).get(id_)
            if free is not None and found is not None and found.place in (free or table.grid) and not found.losses:
                continue
            if free is None and _without(listed, chosen_marks) == _without(found, chosen_marks):
                continue
            message = f"{unit.name} is set up {_told(start, listed)}, not {_told(table, found)}"
            fix = f"set {unit.name} up {_told(start, listed)}"
            hexes = tuple(each.place for each in (found, listed) if each is not None and each.place in table.grid)
            yield Opinion(NO, message, units=(id_,), hexes=hexes, fix=fix)


def _without(standing: Standing | None, marks: frozenset[str]) -> Standing | None:
    return None if standing is None else replace(standing, marks=standing.marks - marks)


def _told(table: Table, standing: Standing | None) -> str:
    if standing is None:
        return "nowhere"
    at = f"at {table.at(standing.place)}" if standing.place in table.grid else f"in {standing.place}"
    lost = "1 step lost" if standing.losses == 1 else f"{standing.losses} steps lost"
    return f"{at} with {lost}" if standing.losses else f"{at} at full strength"
