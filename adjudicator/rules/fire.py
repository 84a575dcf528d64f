"""Fire: who may fire at whom, when, and how often. How strong it is and what it does is the matter of `firepower`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from adjudicator.engine.actions import Fire, Phase
from adjudicator.engine.deeds import FIRED, FIRED_AT, has_done
from adjudicator.engine.hexes import Hex
from adjudicator.engine.memory import Family, Lifetime
from adjudicator.engine.state import State
from adjudicator.engine.terms import DoneWord, FireWord, LightWord, MarkWord, RatingWord, TraitWord
from adjudicator.engine.units import Unit
from adjudicator.facts import NO, NOTHING, YES, Interval, Truth, Unknown, all_of, any_of, between, exactly, number, truth

from .daylight import is_light, light
from .modes_of_guns import in_mode
from .movement.entering import Points, could_enter
from .opinion import Opinion
from .registry import SHARED
from .table import Table

SHARED.slot("fire.rating", "With which of its numbers does a unit fire?")
SHARED.slot("fire.affects", "Does fire of this kind do anything to a unit?")


@dataclass(frozen=True, slots=True)
class Aim:
    """Who is fired at, by which side, and where: one unit, or all enemies in a hex."""

    side: str
    hex: Hex
    units: tuple[str, ...]


def aim(table: Table, fire: Fire) -> Aim | None:
    """What a fire is aimed at; None where nobody fires, or the target is not on the map."""
    if not fire.firers:
        return None
    side = table.unit(fire.firers[0]).side
    if fire.target in table.grid:
        return Aim(side, fire.target, table.enemy_units(side, fire.target))
    if not any(fire.target in force.units for force in table.state.forces.values()):
        return None
    place = table.place_of(fire.target)
    return None if place is None or place not in table.grid else Aim(side, place, (fire.target,))


@SHARED.rule("fire.rating")
def printed(
    table: Table, unit: Unit, *, rating: RatingWord, while_marked: Mapping[MarkWord, RatingWord] | None = None
) -> Interval:
    """A unit fires with one of its printed numbers, or with another of them while it carries a certain marker."""
    standing = table.standing(unit.id)
    options, needs = [rating], NOTHING
    for mark, other in (while_marked or {}).items():
        carried = standing.marked(mark, unit.id) if standing is not None else NO
        if carried.yes:
            options, needs = [other], NOTHING
        elif carried.open:
            options, needs = [*options, other], needs | carried.needs
    values = [number(unit.rating(name, table.losses(unit.id))) for name in options]
    low, high = min(value.low for value in values), max(value.high for value in values)
    return between(low, high, *needs.union(*(value.needs for value in values)))


@SHARED.rule("fire.affects")
def by_trait(
    table: Table, unit: Unit, *, only: frozenset[TraitWord] = frozenset(), never: frozenset[TraitWord] = frozenset()
) -> Truth:
    """Fire does something only to units with certain traits, or without."""
    return all_of((*(unit.has(trait) for trait in sorted(only)), *(~unit.has(trait) for trait in sorted(never))))


def rating_of(table: Table, unit: Unit, kind: str) -> Interval:
    """The number with which a unit fires."""
    value: Interval = table.rules.one("fire.rating", kind=kind, side=unit.side)(table, unit)
    return value


def affected(table: Table, unit: str, kind: str) -> Truth:
    """Does fire of this kind do anything to a unit?"""
    target = table.unit(unit)
    said: Truth = table.rules.one("fire.affects", kind=kind, side=target.side)(table, target)
    return said


def _refusal(said: Truth, sure: str, perhaps: str) -> str:
    return sure if said.no else perhaps


@SHARED.rule("check.fire")
def able(
    table: Table,
    fire: Fire,
    *,
    kind: FireWord,
    only: frozenset[TraitWord] = frozenset(),
    limbered: frozenset[TraitWord] = frozenset(),
    except_for: frozenset[TraitWord] = frozenset(),
    never_marked: frozenset[MarkWord] = frozenset(),
) -> Iterator[Opinion]:
    """Units fire that have a value for it above zero, are of the right sort, and carry no marker that forbids it.

    Of `limbered` guns (except for some) that another rule keeps from firing the value is not looked at.
    """
    if fire.kind != kind:
        return
    for id_ in fire.firers:
        unit, standing = table.unit(id_), table.standing(id_)
        rated = rating_of(table, unit, kind).at_least(exactly(1))
        if rated.no and _is_limbered(table, unit, limbered, except_for):
            rated = YES  # that it fires limbered up is the fault
        yield Opinion(rated, f"{unit.name} {_refusal(rated, 'has', 'may have')} no value for {kind}", units=(id_,))
        sort = all_of(unit.has(trait) for trait in sorted(only))
        yield Opinion(sort, f"{unit.name} {_refusal(sort, 'is', 'may be')} no unit for {kind}", units=(id_,))
        for mark in sorted(never_marked):
            free = ~standing.marked(mark, id_) if standing is not None else YES
            yield Opinion(free, f"{unit.name} cannot fire if it is {mark}", units=(id_,))


def _is_limbered(table: Table, unit: Unit, guns: frozenset[str], except_for: frozenset[str]) -> bool:
    """Is a gun (but for some) in move mode, in which it has no value and another rule has it not fire?"""
    gun = any_of(unit.has(trait) for trait in sorted(guns)) & ~any_of(unit.has(trait) for trait in sorted(except_for))
    return (gun & in_mode(table, unit.id, "move mode")).yes


@SHARED.rule("check.fire")
def not_in_the(
    table: Table, fire: Fire, *, lights: frozenset[LightWord], kinds: frozenset[FireWord] = frozenset()
) -> Iterator[Opinion]:
    """Nobody fires at night (or in another light)."""
    if kinds and fire.kind not in kinds:
        return
    now = light(table)
    what = "perhaps " + " or ".join(sorted(lights)) if isinstance(now, Unknown) else now.value
    yield Opinion(~is_light(table, lights), f"no {fire.kind} in this light: it is {what}", units=fire.firers)


SPARED: Final[Family[frozenset[tuple[str, Hex, str]]]] = SHARED.family(
    "owed {}",
    frozenset[tuple[str, str, str]],
    "the units that must be fired at so too: each with its hex, and the unit beside it at which several fired",
    lasts=Lifetime.PHASE,
    default=frozenset(),
    forbids=True,
)


@SHARED.rule("check.fire")
def once(table: Table, fire: Fire, *, kind: FireWord, spent: frozenset[DoneWord] = frozenset()) -> Iterator[Opinion]:
    """In a phase a unit fires once and a target is fired at once; units that have done certain other things fire no more."""
    if fire.kind != kind:
        return
    state = table.state
    for id_ in dict.fromkeys(fire.firers):
        name = table.unit(id_).name
        again = truth(fire.firers.count(id_) > 1) | state.has(FIRED[kind], id_)
        yield Opinion(~again, f"{name} fires more than once in this phase", units=(id_,))
        for what in sorted(spent):
            yield Opinion(~has_done(state, what, id_), f"{name} has {what} in this phase and fires no more", units=(id_,))
    aimed = aim(table, fire)
    if aimed is not None:
        yield Opinion(
            ~state.has(FIRED_AT[kind], fire.target),
            f"{_target(table, fire)} has already been the target of {kind} in this phase",
            units=aimed.units,
            hexes=(aimed.hex,),
            fix="put all that fires at one target together in a single fire",
        )


def _target(table: Table, fire: Fire) -> str:
    known = next((force.units[fire.target] for force in table.state.forces.values() if fire.target in force.units), None)
    return table.at(fire.target) if known is None else known.name


@SHARED.rule("check.fire", sort="right target")
def right_target(table: Table, fire: Fire, *, kind: FireWord) -> Iterator[Opinion]:
    """The target is an enemy unit that such fire affects, or a hex with one."""
    if fire.kind != kind:
        return
    aimed = aim(table, fire)
    if aimed is None:
        yield Opinion(truth(not fire.firers), f"{kind} at {_target(table, fire)}, which is not on the map", units=fire.firers)
        return
    enemies = [id_ for id_ in aimed.units if table.unit(id_).side != aimed.side]
    said = any_of(affected(table, id_, kind) for id_ in enemies)
    at = f"{_target(table, fire)}{_refusal(said, ':', ': perhaps')}"
    yield Opinion(said, f"{kind} at {at} nothing there that it affects", units=aimed.units, hexes=(aimed.hex,))


@SHARED.rule("check.fire")
def in_range(
    table: Table,
    fire: Fire,
    *,
    kind: FireWord,
    hexes: int | None = None,
    rating: RatingWord = "range",
    only: frozenset[TraitWord] = frozenset(),
) -> Iterator[Opinion]:
    """The target is within so many hexes, or within the range printed on each unit that fires.

    Where `only` units with certain traits have a range, it is for another rule to say that the others cannot fire.
    """
    aimed = aim(table, fire)
    if fire.kind != kind or aimed is None:
        return
    for id_ in fire.firers:
        unit, standing = table.unit(id_), table.standing(id_)
        if standing is None or standing.place not in table.grid:
            yield Opinion(NO, f"{unit.name} fires, and is not on the map", units=(id_,))
            continue
        if any(unit.has(trait).no for trait in only):
            continue
        reach = exactly(hexes) if hexes is not None else number(unit.rating(rating, standing.losses))
        far = table.grid.distance(standing.place, aimed.hex)
        within = truth(far >= 1) & exactly(far).at_most(reach)
        yield Opinion(
            within,
            f"{unit.name} at {table.at(standing.place)} is {far} from {table.at(aimed.hex)}, its range is {reach}",
            units=(id_,),
            hexes=(standing.place, aimed.hex),
        )


@SHARED.rule("check.fire")
def not_where_it_cannot_go(
    table: Table, fire: Fire, *, kind: FireWord, exempt: frozenset[TraitWord] = frozenset(), points: Points = "now"
) -> Iterator[Opinion]:
    """No fire into a neighbouring hex that the unit could never enter: closed to it, or dearer than all its points.

    Of exempt guns that stand ready to fire the points do not count: only what is closed to any number of points is.
    """
    aimed = aim(table, fire)
    if fire.kind != kind or aimed is None:
        return
    for id_ in fire.firers:
        unit, place = table.unit(id_), table.place_of(id_)
        if place is None or place not in table.grid or not table.grid.adjacent(place, aimed.hex):
            continue
        said = could_enter(table, unit, place, aimed.hex, points)
        free = any_of(unit.has(trait) for trait in sorted(exempt))
        if not said.yes and not free.no:
            said |= free & in_mode(table, id_, "fire mode") & could_enter(table, unit, place, aimed.hex, "any")
        yield Opinion(
            said,
            f"{unit.name} {_refusal(said, 'could never', 'perhaps could not')} enter {table.at(aimed.hex)} from {place}",
            units=(id_,),
            hexes=(place, aimed.hex),
        )


@SHARED.rule("check.fire")
def spread(table: Table, fire: Fire, *, kind: FireWord, at_once: bool = False, one_is_enough: bool = False) -> Iterator[Opinion]:
    """Two units at one target only if the others of its stack are fired at too: before it, or at any time in the phase.

    Of several others each, or one, must be.
    """
    if fire.kind != kind:
        return
    for other, said in _spared(table, fire, one_is_enough):
        name = table.unit(other).name
        text = f"{len(fire.firers)} units fire at {_target(table, fire)}, and {name} in the same hex has not been fired at"
        yield Opinion(~said if at_once else YES, text, units=(fire.target, other))


def _spared(table: Table, fire: Fire, one_is_enough: bool) -> Iterator[tuple[str, Truth]]:
    """The others in the target's hex that such fire (perhaps) affects and that have not been fired at, if several units fire."""
    aimed = aim(table, fire)
    if aimed is None or len(fire.firers) < 2 or fire.target in table.grid:
        return
    others = [other for other in table.enemy_units(aimed.side, aimed.hex) if other != fire.target]
    hit = table.state.those(FIRED_AT[fire.kind]).intersection(others)
    for other in others if not (one_is_enough and hit) else ():
        if other not in hit:
            said = affected(table, other, fire.kind)
            if not said.no:
                yield other, said


@SHARED.rule("after.fire")
def leaves_owed(after: Table, fire: Fire, before: Table, *, kind: FireWord) -> State:
    """After several units have fired at one, the others of its stack are owed a fire in the same phase."""
    if fire.kind != kind:
        return after.state
    aimed = aim(before, fire)
    at = aimed.hex if aimed is not None else ""
    return after.state.adding(SPARED[kind], *((other, at, fire.target) for other, _ in _spared(before, fire, False)))


@SHARED.rule("check.phase")
def owed(
    table: Table, phase: Phase, *, kind: FireWord, one_is_enough: bool = False, unless_nobody_can: bool = False
) -> Iterator[Opinion]:
    """When the phase ends, nobody is still owed a fire: several units fired at one, so its neighbours had to be fired at too.

    One of several neighbours may be enough; and it may bind only as far as some unit is left that could fire.
    """
    hit = table.state.those(FIRED_AT[kind])
    for other, hex, target in sorted(table.state.those(SPARED[kind])):
        if other in hit or table.place_of(other) != hex:
            continue  # one that has left the hex can no longer be fired at there
        beside = (id_ for id_ in table.force(table.unit(other).side).at(hex) if id_ not in (other, target))
        if one_is_enough and not hit.isdisjoint(beside):
            continue
        said = ~affected(table, other, kind)
        if unless_nobody_can:
            said |= ~_somebody_could(table, other, kind)
        if not said.yes:
            name, first = table.unit(other).name, table.unit(target).name
            text = f"several units fired at {first} in {table.at(hex)}, and nobody at {name} beside it"
            yield Opinion(said, text, units=(target, other), hexes=(hex,))


def _somebody_could(table: Table, target: str, kind: str) -> Truth:
    """Is a unit left that may still fire at a target in this phase?"""
    side = table.state.active or next(name for name in table.game.sides if name != table.unit(target).side)
    place = table.place_of(target) or ""
    near = (id_ for hex in table.grid.neighbours(place) for id_ in table.friends_at(side, hex))
    shots = (Fire((id_,), target, kind) for id_ in near)
    return any_of(
        all_of(said.truth for binding in table.rules.many("check.fire") for said in binding(table, shot)) for shot in shots
    )
