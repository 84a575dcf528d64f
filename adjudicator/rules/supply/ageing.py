"""What becomes of units without a line, and whether the markers of a supply check are right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from adjudicator.engine.actions import Supply
from adjudicator.engine.deeds import CHECKED
from adjudicator.engine.memory import Lifetime, Memory
from adjudicator.engine.state import Standing, State
from adjudicator.engine.terms import MarkWord, TraitWord
from adjudicator.facts import NO, Truth, all_of, any_of, truth

from ..opinion import Opinion
from ..registry import SHARED
from ..table import Table
from .survey import Supplied, SupplyView, scarce, survey

SHARED.slot("supply.ageing", "What becomes of a unit that has no line of supply?", optional=True)

IN_SUPPLY = "in supply"

BEFORE: Final[Memory[dict[str, str]]] = SHARED.memory(
    "markers before the check",
    dict[str, str],
    "the units that were checked, each with the state in which the check of this turn found it",
    lasts=Lifetime.TURN,
    default={},
    forbids=True,
)


@dataclass(frozen=True, slots=True)
class MarkerLadder:
    """The markers of units without a line, from the first check they fail to the last that makes a difference."""

    rungs: tuple[str, ...] = ("out of supply",)

    def before(self, unit: str, standing: Standing, rung: int) -> Truth:
        """Does the unit carry this marker (0: none of them)?"""
        if rung:
            return standing.marked(self.rungs[rung - 1], unit)
        return all_of(~standing.marked(mark, unit) for mark in self.rungs)

    def after(self, unit: str, standing: Standing, rung: int) -> Truth:
        """Does one more check without a line leave the unit with this marker?"""
        top = len(self.rungs)
        return any_of(self.before(unit, standing, old) for old in range(top + 1) if min(old + 1, top) == rung)


@SHARED.rule("supply.ageing", "supply.worsens")
def worsens(table: Table, side: str, *, states: Sequence[MarkWord]) -> MarkerLadder:
    """A unit without a line gets the first marker, and in each later check the next one, until it has a line again."""
    return MarkerLadder(tuple(states))


def ladder_of(table: Table, side: str) -> MarkerLadder:
    rule = table.rules.find("supply.ageing", side=side)
    found: MarkerLadder = MarkerLadder() if rule is None else rule(table, side)
    return found


@SHARED.rule("check.supply", "supply.markers_right")
def markers_right(table: Table, supply: Supply, *, without: frozenset[TraitWord] = frozenset()) -> Iterator[Opinion]:
    """Each marker must be the one that the unit's line, or its lack of one, and its marker so far lead to."""
    said = dict(supply.states)
    for side in table.game.sides:
        standings = table.force(side).standings
        named = {id_: state for id_, state in said.items() if id_ in standings}
        if named:
            seen, ladder = survey(table, side), ladder_of(table, side)
            claims = named
            if seen.chain:  # what headquarters can give is shared with those that are not named
                claims = {**named, **{id_: marker(ladder, each) for id_, each in standings.items() if id_ not in named}}
            for found, served in serving(seen, claims):
                standing = table.standing(found.unit)
                if found.unit in named and standing is not None and without.isdisjoint(table.unit(found.unit).traits):
                    state, standing = named[found.unit], _as_found(table, ladder, found.unit, standing)
                    known = right(ladder, found.unit, standing, state, served, found.limited)
                    prove = partial(_opinion, seen, found, state, known, served, ladder)
                    yield Opinion(known, units=(found.unit,), proof=prove)


@SHARED.rule("after.supply", "supply.remember_markers")
def remember_markers(after: Table, supply: Supply, before: Table) -> State:
    """What a unit showed before it was first checked in a turn counts however often its marker is changed in that turn.

    Where no phase is stated each check may be that of another turn.
    """
    if not before.state.phase:
        return after.state
    found = dict(before.state.listed(BEFORE))
    for id_, _ in supply.states:
        standing, ladder = before.standing(id_), ladder_of(before, before.unit(id_).side)
        if standing is not None and standing.doubtful.isdisjoint(ladder.rungs) and before.state.has(CHECKED, id_).no:
            found[id_] = marker(ladder, standing)
    return after.state.remember(BEFORE, found)


def _as_found(table: Table, ladder: MarkerLadder, unit: str, standing: Standing) -> Standing:
    """A unit with the markers with which the check of this turn found it."""
    state = table.state.listed(BEFORE).get(unit)
    if state is None:
        return standing
    shown = frozenset() if state == IN_SUPPLY else frozenset((state,))
    rungs = frozenset(ladder.rungs)
    return replace(standing, marks=standing.marks - rungs | shown, doubtful=standing.doubtful - rungs)


def marker(ladder: MarkerLadder, standing: Standing) -> str:
    """What a unit shows of its supply."""
    return next((mark for mark in reversed(ladder.rungs) if mark in standing.marks), IN_SUPPLY)


def serving(seen: SupplyView, claims: Mapping[str, str]) -> Iterator[tuple[Supplied, Truth]]:
    """Is each unit in supply? What headquarters can give goes to those said to be, in the order of the claims.

    What is left goes to as many of the others as it reaches: so many of their markers are wrong, and no more.
    """
    room = seen.room()
    units = {id_: found for id_ in claims if (found := seen.supplied(id_)) is not None}
    others = frozenset(need for found in units.values() for need in found.needs)
    served: dict[str, Truth] = {}
    for id_, found in units.items():
        if claims[id_] == IN_SUPPLY:
            served[id_] = room.serves(found, others)
            room.take(found)
    for id_, found in units.items():
        if id_ not in served:
            served[id_] = room.serves(found, others)
            if served[id_].yes:  # its marker is wrong, and it draws on what is left like the others
                room.take(found)
        yield found, served[id_]


def right(ladder: MarkerLadder, unit: str, standing: Standing, state: str, served: Truth, limited: Truth) -> Truth:
    """Is this the unit's marker after the check?"""
    if state == IN_SUPPLY:
        return served
    if state not in ladder.rungs:
        return NO
    rung = ladder.rungs.index(state) + 1
    return ~served & ((limited & truth(rung == 1)) | (~limited & ladder.after(unit, standing, rung)))


def _opinion(seen: SupplyView, found: Supplied, state: str, said: Truth, served: Truth, ladder: MarkerLadder) -> Opinion:
    table, unit = seen.table, seen.table.unit(found.unit)
    rows = seen.proof(unit.id)
    hexes = found.path or (found.hex,)
    if said.yes:
        return Opinion(said, rows=rows, units=(unit.id,), hexes=hexes)
    at = table.at(found.hex)
    if said.open:
        message = f"whether {unit.name} at {at} is {state} hangs on what is not known"
        return Opinion(said, message, rows=rows, units=(unit.id,), hexes=hexes)
    message, fix = words(seen, found, state, served, ladder)
    return Opinion(said, message, rows=rows, units=(unit.id,), hexes=hexes, fix=fix)


def words(seen: SupplyView, found: Supplied, state: str, served: Truth, ladder: MarkerLadder) -> tuple[str, str | None]:
    """What is wrong with a marker, and which one is right if there is only one."""
    table, unit = seen.table, seen.table.unit(found.unit)
    standing, named = table.standing(found.unit), f"{unit.name} at {table.at(found.hex)}"
    standing = None if standing is None else _as_found(table, ladder, found.unit, standing)
    if served.yes:
        return f"{named} is in supply and needs no marker for being {state}", f"take the marker off {unit.name}"
    proper = next(
        (rung for rung in ladder.rungs if standing and right(ladder, unit.id, standing, rung, served, found.limited).yes), None
    )
    fix = None if proper is None else f"mark {unit.name} as {proper}"
    if state != IN_SUPPLY:
        limited = found.limited.yes and state in ladder.rungs[1:]
        why = "draws on a limited source" if limited else f"{_had(ladder, standing, state)} before this check"
        return f"{named} cannot be {state}: it {why}", fix
    if any(said.yes and link.linked.yes for link, said in found.by):
        return f"{named} is beyond what the headquarters in reach can supply", fix
    return f"{named} has no line of supply", fix


def _had(ladder: MarkerLadder, standing: Standing | None, state: str) -> str:
    """What a unit showed of its supply before the check that is said to have left it in a state."""
    before = IN_SUPPLY if standing is None else marker(ladder, standing)
    if before == IN_SUPPLY:
        return "had no marker"
    return "was so already" if before == state else f"was {before}"


def next_markers(table: Table, side: str) -> Mapping[str, str | None]:
    """Each unit's state after a supply check now, where it is certain and its owner has no choice."""
    seen, ladder = survey(table, side), ladder_of(table, side)
    short, standings = scarce(seen), table.force(side).standings
    found: dict[str, str | None] = {}
    for id_, each in seen.everybody().items():
        certain = (
            state
            for state in (IN_SUPPLY, *ladder.rungs)
            if id_ not in short and right(ladder, id_, standings[id_], state, each.line, each.limited).yes
        )
        found[id_] = next(certain, None)
    return found
