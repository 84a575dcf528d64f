"""Advances after combat: who may go, how far, and through what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from adjudicator import factname
from adjudicator.engine.actions import Advance
from adjudicator.engine.hexes import Hex
from adjudicator.engine.terms import FeatureWord, RatingWord, RouteWord, TerrainWord, TraitOrMark, TraitWord
from adjudicator.engine.units import Unit
from adjudicator.factname import FactName
from adjudicator.facts import NO, YES, Interval, Truth, all_of, any_of, between, exactly, unsure
from adjudicator.finding import Row
from adjudicator.words import noun

from . import stacking
from .combat.record import Combat, combat_after_which, last
from .combat.strength import rated
from .movement.ground import edge
from .movement.modes import Mode
from .opinion import Opinion
from .registry import SHARED
from .table import Table

_WALK = Mode("advance")


@SHARED.rule("advance.waits")
def waits(table: Table, *, until: Literal["activation", "next combat"]) -> bool:
    """Do attackers advance until their activation ends, though others have attacked since?"""
    return until == "activation"


def _combat(table: Table, advance: Advance) -> Combat | None:
    """The combat after which they advance."""
    combat = last(table)
    return None if combat is None else combat_after_which(combat, advance.units, advance.to)


def _in_time(table: Table, combat: Combat, latest: Combat | None) -> bool:
    """Is it the last combat, or one after which attackers may wait?"""
    if latest is not None and latest.fight == combat.fight:
        return True
    rule = table.rules.find("advance.waits", side=combat.fight.side)
    return rule is not None and rule(table)


@SHARED.rule("check.advance")
def only_attackers(table: Table, advance: Advance, *, with_them: frozenset[TraitWord] = frozenset()) -> Iterator[Opinion]:
    """Only units that attacked in that combat advance, each once, and those with certain traits that stood with one that does."""
    combat, latest = _combat(table, advance), last(table)
    if combat is not None and not _in_time(table, combat, latest):
        combat = latest
    if combat is None:
        yield Opinion(
            unsure(factname.last_combat()),
            f"no combat is known after which {table.names(advance.units)} advanced",
            units=advance.units,
        )
        return
    for id_ in advance.units:
        unit = table.unit(id_)
        if id_ in combat.advanced:
            yield Opinion(NO, f"{unit.name} has already advanced", units=(id_,))
        if id_ in combat.fight.attackers:
            continue
        at = table.at(combat.fight.target)
        beside = any_of(unit.has(trait) for trait in sorted(with_them)) if id_ in combat.companions else NO
        if combat.role(id_) == "defender":
            yield Opinion(NO, f"{unit.name} defended at {at}: only the attacker advances", units=(id_,))
        elif beside.yes and not _goes_with(combat, advance, id_):
            yield Opinion(NO, f"{unit.name} can only advance with a unit of its stack that does", units=(id_,))
        elif not beside.yes:
            yield Opinion(beside, f"{unit.name} took no part in the attack on {at}", units=(id_,), fix=f"put {unit.name} back")


def _took_part(combat: Combat, unit: str) -> bool:
    """On the side that may advance, or beside one of those."""
    return unit in combat.fight.attackers or unit in combat.companions


def _goes_with(combat: Combat, advance: Advance, unit: str) -> bool:
    """Does an attacker of its stack advance too, now or before?"""
    return any(other in advance.units or other in combat.advanced for other in _of_its_stack(combat, unit))


def _of_its_stack(combat: Combat, unit: str) -> list[str]:
    """The attackers with which a unit stood that took no part itself."""
    return [other for other in combat.fight.attackers if combat.fight.where.get(other) == combat.companions[unit]]


def _went_on(table: Table, combat: Combat, unit: str) -> bool:
    """Has a unit advanced beyond the hex attacked?"""
    return unit in combat.advanced and table.place_of(unit) != combat.fight.target


@SHARED.rule("check.advance")
def able(
    table: Table,
    advance: Advance,
    *,
    never: frozenset[TraitOrMark] = frozenset(),
    only: frozenset[TraitWord] = frozenset(),
    rating: RatingWord = "movement",
) -> Iterator[Opinion]:
    """Units that cannot move do not advance, nor do those with certain traits or markers; perhaps only those with others do."""
    for id_ in advance.units:
        unit, standing = table.unit(id_), table.standing(id_)
        if standing is None:
            continue
        may = all_of(
            (
                rated(table, id_, rating).at_least(exactly(1)),
                *(~(unit.has(trait) | standing.marked(trait, id_)) for trait in sorted(never)),
                any_of(unit.has(trait) for trait in sorted(only)) if only else YES,
            )
        )
        if not may.yes:
            word = "may not" if may.no else "perhaps may not"
            yield Opinion(
                may, f"{unit.name} {word} advance after combat", units=(id_,), fix=f"put {unit.name} back" if may.no else None
            )


@SHARED.rule("check.advance")
def into_a_vacant_hex(table: Table, advance: Advance, *, overrun: frozenset[TraitWord] = frozenset()) -> Iterator[Opinion]:
    """The hex attacked must be free of enemies (except those that may be driven over) before anybody advances."""
    combat = _combat(table, advance)
    if combat is None or not any(_took_part(combat, unit) for unit in advance.units):
        return  # they do not advance after it at all
    left = [
        unit
        for unit in table.enemy_units(combat.fight.side, combat.fight.target)
        if not any_of(table.unit(unit).has(trait) for trait in sorted(overrun)).yes
    ]
    if left:
        at = table.at(combat.fight.target)
        yield Opinion(
            NO,
            f"{table.names(tuple(left))} still stands at {at}: nobody can advance",
            units=advance.units,
            hexes=(combat.fight.target,),
        )


@SHARED.rule("check.advance")
def stacked_at_the_end(table: Table, advance: Advance) -> Iterator[Opinion]:
    """Where an advance ends, the stack must be within the limit."""
    if advance.to in table.grid and stacking.matters(table, "end of advance"):
        said = stacking.together(table, table.unit(advance.units[0]).side, advance.to, advance.units)
        yield Opinion(said.truth, said.message, units=said.units, hexes=said.hexes, rule=said.rule)


Cause = Literal["length", "way", "closed", "stop"]
_CAUSES: tuple[Cause, ...] = ("length", "way", "closed", "stop")


@dataclass(frozen=True, slots=True)
class Bounds:
    """What an advance may go through."""

    closed: frozenset[str] = frozenset()  # hexside features that end it before them
    stop_across: frozenset[str] = frozenset()
    stop_in: frozenset[str] = frozenset()
    bridged_by: frozenset[str] = frozenset()
    open_to: frozenset[str] = frozenset()  # traits of units that cross what is closed


@SHARED.rule("check.advance")
def so_many_hexes(
    table: Table,
    advance: Advance,
    *,
    hexes: int = 1,
    by_trait: Mapping[TraitWord, int] | None = None,
    with_them: frozenset[TraitWord] = frozenset(),
    closed: frozenset[FeatureWord] = frozenset(),
    stop_across: frozenset[FeatureWord] = frozenset(),
    stop_in: frozenset[TerrainWord] = frozenset(),
    bridged_by: frozenset[RouteWord] = frozenset(),
    open_to: frozenset[TraitWord] = frozenset(),
    further_after_retreat: bool = False,
    about: frozenset[Cause] = frozenset(_CAUSES),
) -> Iterator[Opinion]:
    """An advance leads into the hex attacked first, and for some units on; zones of control do not matter.

    It ends after certain hexsides or in certain terrain, and never crosses some hexsides that are not bridged, but for units with
    traits to which they are open. Some may go further only after a defender who retreated. A game whose
    sections say one thing each binds this once for each, with `about`: how far, the way, what is closed, what ends it.
    """
    combat = _combat(table, advance)
    if combat is None or _not_vacant(table, advance):
        return
    bounds = Bounds(closed, stop_across, stop_in, bridged_by, open_to)
    for id_ in advance.units:
        start = table.place_of(id_)
        if start is None or start not in table.grid or advance.to not in table.grid or not _took_part(combat, id_):
            continue
        further = {} if further_after_retreat and not _fell_back(table, combat) else by_trait or {}
        reach = _reach(table, combat, advance, id_, hexes, further, with_them)
        said, cause = _explained(table, table.unit(id_), start, advance, combat.fight.target, reach, bounds, about)
        if said.yes:
            yield Opinion(YES, units=(id_,), hexes=(start, advance.to))
        elif cause in about:
            word = "cannot" if said.no else "perhaps cannot"
            yield Opinion(
                said,
                f"{table.unit(id_).name} {word} advance from {table.at(start)} to {table.at(advance.to)}",
                rows=(
                    Row(str(reach), f"{noun(reach, 'hex', 'hexes')} it may advance"),
                    Row(table.at(combat.fight.target), "its first hex"),
                ),
                units=(id_,),
                hexes=(start, advance.to),
            )


def _fell_back(table: Table, combat: Combat) -> bool:
    """Did the defender retreat: somebody of his is elsewhere, or paid a step for it? Who was destroyed on the way did retreat."""
    elsewhere = (table.place_of(unit) for unit in combat.fight.present)
    return (
        combat.defender_retreated
        or any(place in table.grid for place in elsewhere)
        or not set(combat.paid).isdisjoint(combat.fight.present)
    )


def _not_vacant(table: Table, advance: Advance) -> bool:
    """Does another rule say already that the hex attacked is not free? Then there is nothing to say of the way."""
    vacant = (
        each
        for each in table.rules.many("check.advance", side=table.unit(advance.units[0]).side)
        if each.rule.function is into_a_vacant_hex
    )
    return any(True for each in vacant for _ in each(table, advance))


def _reach(
    table: Table, combat: Combat, advance: Advance, unit: str, hexes: int, by_trait: Mapping[str, int], with_them: frozenset[str]
) -> Interval:
    """How many hexes a unit may advance; one that goes with others may go as far as the furthest of its stack does."""
    asked_ = [unit]
    if unit in combat.companions and any_of(table.unit(unit).has(trait) for trait in sorted(with_them)).yes:
        asked_ = [other for other in _of_its_stack(combat, unit) if other in advance.units or _went_on(table, combat, other)]
    low = high = hexes
    needs: frozenset[FactName] = frozenset()
    for each in asked_:
        for trait, far in by_trait.items():
            has = table.unit(each).has(trait)
            low = max(low, far) if has.yes else low
            high = high if has.no else max(high, far)
            needs |= has.needs
    return between(low, high, *needs)


def _explained(
    table: Table,
    unit: Unit,
    start: Hex,
    advance: Advance,
    target: Hex,
    reach: Interval,
    bounds: Bounds,
    about: frozenset[Cause],
) -> tuple[Truth, Cause]:
    """Is there a path of so many hexes, by way of the hex attacked, that nothing ends early? If not, what is in the way?"""
    if advance.path is not None:
        paths = [advance.path]
    elif advance.to == target:
        paths = [(start, target)]
    else:
        # Whether it went too far is then for another binding to say: here it went the shortest way.
        near = table.grid.distance(target, advance.to)
        beyond = min(int(reach.high) - 1, near + 1) if "length" in about else near
        paths = _paths(table, start, target, advance.to, beyond)
    said, cause = NO, _CAUSES[0] if advance.path is None else _CAUSES[1]
    for path in paths:
        if path[0] != start or path[1:2] != (target,) or path[-1] != advance.to:
            continue
        every = {"length": exactly(len(path) - 1).at_most(reach), **_passable(table, unit, path, bounds)}
        truths = {each: every[each] for each in _CAUSES if each in about}
        fits = all_of(truths.values())
        if fits.yes:
            return YES, cause
        if said.no:
            said, cause = fits, next(each for each, one in truths.items() if one.no or (fits.open and not one.yes))
    return said, cause


def _paths(table: Table, start: Hex, target: Hex, to: Hex, beyond: int) -> list[tuple[Hex, ...]]:
    found: list[tuple[Hex, ...]] = []
    front: list[tuple[Hex, ...]] = [(start, target)]
    for _ in range(beyond):
        front = [(*path, near) for path in front for near in table.grid.neighbours(path[-1]) if near not in path]
        front = [path for path in front if table.grid.distance(path[-1], to) <= beyond + 2 - len(path)]
        found += [path for path in front if path[-1] == to]
    return found


def _passable(table: Table, unit: Unit, path: tuple[Hex, ...], bounds: Bounds) -> Mapping[Cause, Truth]:
    ground = table.rules.one("movement.terrain", side=unit.side)(table, unit)
    way, closed, stop = YES, YES, YES
    for index in range(len(path) - 1):
        frm, to = path[index], path[index + 1]
        if not table.grid.adjacent(frm, to):
            return {"way": NO, "closed": YES, "stop": YES}
        across = ~_across(table, frm, to, bounds.closed, bounds.bridged_by)
        closed &= across | any_of(unit.has(trait) for trait in sorted(bounds.open_to))
        if across.yes:  # what is closed may be so by the terrain chart too
            step = edge(table.board, ground, _WALK, frm, to)
            way &= NO if step.low is None else unsure(*sorted(step.needs)) if step.high is None else YES
        if table.enemy_units(unit.side, to):
            rule = table.rules.find("movement.enemy", side=unit.side)
            way &= NO if rule is None else rule(table, unit, to)
        if index < len(path) - 2:
            stop &= ~_across(table, frm, to, bounds.stop_across, bounds.bridged_by)
            stop &= ~table.board.is_terrain(to, bounds.stop_in) if bounds.stop_in else YES
    return {"way": way, "closed": closed, "stop": stop}


def _across(table: Table, frm: Hex, to: Hex, features: frozenset[str], bridged_by: frozenset[str]) -> Truth:
    if not features:
        return NO
    there = table.board.has_feature(frm, to, features)
    return there if there.no or not bridged_by else there & ~table.board.has_route(frm, to, bridged_by)
