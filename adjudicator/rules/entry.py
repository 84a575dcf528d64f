"""Units that come into play: when they are due, where they enter, and what it costs them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from adjudicator import factname
from adjudicator.engine import actions as act
from adjudicator.engine.deeds import PLACED, Units
from adjudicator.engine.hexes import Hex
from adjudicator.engine.memory import Lifetime, Memory
from adjudicator.engine.state import State
from adjudicator.engine.terms import (
    ChartWord,
    EntryWord,
    FormationWord,
    HexWord,
    NoteWord,
    OptionWord,
    SectionWord,
    SideWord,
    Term,
    Text,
    TraitWord,
    UnitWord,
)
from adjudicator.engine.units import Unit
from adjudicator.facts import NO, YES, Truth, Unknown, all_of, any_of, exactly, truth, unsure
from adjudicator.finding import Row

from . import stacking, zoc
from .opinion import Opinion
from .printed import UNSAID, Line, count, guessed, hexes_called, lines
from .registry import SHARED
from .table import Table

CALLED: Final = SHARED.memory(
    "called",
    Units,
    "the units that an event or a chit has brought, beside those that come by the calendar",
    lasts=Lifetime.GAME,
    default=Unknown(factname.memory("called")),
    words=(Term.UNIT,),
)
GONE: Final[Memory[dict[str, tuple[int, str]]]] = SHARED.memory(
    "gone",
    dict[str, tuple[int, str]],
    "the units that have left play, each with the turn and the reason",
    lasts=Lifetime.GAME,
    default={},
    words=(Term.UNIT,),
)
ENTRANTS = frozenset({"reinforcement", "return"})


def arrivals(table: Table, chart: str, unit: str) -> tuple[Line, ...] | None:
    """What the chart of arrivals says of a unit; None if nobody stated it."""
    return lines(table, chart, "unit", unit)


def is_called(table: Table, unit: str) -> Truth:
    """Has an event or a chit brought the unit? Open where nobody has said which were."""
    said = table.state.has(CALLED, unit)
    return table.asks(factname.brought(unit)) if said.open else said


def calling(state: State, units: frozenset[str]) -> State:
    """The position once these units have been brought."""
    return state.adding(CALLED, *units)


@SHARED.rule("check.place")
def due(
    table: Table,
    place: act.Place,
    *,
    chart: ChartWord = "arrivals",
    why: frozenset[EntryWord] = ENTRANTS,
    delay: bool = False,
    exempt: frozenset[TraitWord] = frozenset(),
    only_called: frozenset[UnitWord] = frozenset(),
    lost_return: frozenset[FormationWord] = frozenset(),
) -> Iterator[Opinion]:
    """A reinforcement comes in its turn (or later, where that is allowed), or when an event or a chit brings it; never twice.

    Some come only when they are called, whatever the calendar says. Those of some formations that were eliminated come again
    when they are.
    """
    if place.why not in why:
        return
    unit = table.unit(place.unit)
    if table.place_of(place.unit) in table.grid:
        yield Opinion(NO, f"{unit.name} is on the map already, at {table.at(table.place_of(place.unit) or '')}", units=(unit.id,))
        return
    gone, rows = table.state.listed(GONE).get(unit.id), arrivals(table, chart, unit.id)
    turn = table.told.get(factname.arrival(unit.id))
    rows = rows if turn is None else ({"turn": str(turn)},)
    cite = tuple(dict.fromkeys(section for row in rows or () for section in row.get("cite", "").split()))
    again = unit.formation in lost_return and is_called(table, unit.id).yes
    if gone is not None and gone[1] != "withdrawal" and not again and exempt.isdisjoint(unit.traits | unit.doubtful):
        yield Opinion(NO, f"{unit.name} left play for good in turn {gone[0]} ({gone[1]})", units=(unit.id,), cite=cite)
        return
    if not exempt.isdisjoint(unit.traits | unit.doubtful) and gone is not None:
        return
    if rows is None or not rows:
        yield Opinion(
            unsure(factname.chart(chart) if rows is None else factname.arrival(unit.id)),
            f"nobody has stated when {unit.name} arrives",
            units=(unit.id,),
        )
        return
    now = table.state.turn
    by_turn = (_in_time(table, unit, row.get("turn", ""), now, delay) for row in rows)
    waits = turn is None and unit.id in only_called
    said = is_called(table, unit.id) if waits else any_of(by_turn)
    if turn is None and not waits and guessed(table, chart, "unit", unit.id):
        said |= unsure(factname.arrival(unit.id))
    turns = [row["turn"] for row in rows if row.get("turn", "").isdigit()]
    when = f"turn {' or '.join(turns)}" if turns else "an event or a chit brings it"
    message = f"{unit.name} arrives when {when}" if not turns else f"{unit.name} arrives in {when}"
    told = tuple(Row(turn, "its turn of arrival") for turn in turns)
    shown = (*told, Row(str(now), "the turn"))
    yield Opinion(said, f"{message}, and this is turn {now}", shown, units=(unit.id,), cite=cite)


def _in_time(table: Table, unit: Unit, turn: str, now: int, delay: bool) -> Truth:
    if turn == UNSAID:
        return unsure(factname.arrival(unit.id))
    if not turn.isdigit():
        return is_called(table, unit.id)
    return truth(now >= int(turn) if delay else now == int(turn))


def blocked(table: Table, side: str, hex: Hex, zoc_blocks: bool) -> Truth:
    """May no reinforcement be put here: enemies in the hex, or (where that counts) their zone of control?"""
    here = truth(bool(table.enemy_units(side, hex)))
    return here | zoc.controlled(table, side, hex, "reinforcement") if zoc_blocks else here


@SHARED.rule("check.place")
def at_entry(
    table: Table,
    place: act.Place,
    *,
    chart: ChartWord = "arrivals",
    why: frozenset[EntryWord] = ENTRANTS,
    otherwise: Text = "",
    along_edge: int = 0,
    zoc_blocks: bool = True,
    nearest: bool = False,
) -> Iterator[Opinion]:
    """A reinforcement enters at its entry hexes; if those are blocked, perhaps so many hexes along the same map edge.

    That may have to be the nearest hex that is not blocked.

    `otherwise` names the hexes of units with no entry of their own: an area or a mark such as `source-{side}`.
    """
    if place.why not in why or place.at not in table.grid:
        return
    unit = table.unit(place.unit)
    rows = arrivals(table, chart, unit.id)
    words = {row.get("entry", "") or otherwise for row in rows or ()} or {otherwise}
    told = table.told.get(factname.entry(unit.id))
    open_ = unsure(factname.chart(chart)) if rows is None and told is None else NO
    if told is None and not open_.open and (not rows or guessed(table, chart, "unit", unit.id)):
        open_ = unsure(factname.entry(unit.id))
    places = {word: hexes_called(table, word, unit.side) if word else None for word in words}
    places = places if told is None else {"": frozenset(told)}
    said = any_of(
        _at(table, unit, place.at, hexes, along_edge, zoc_blocks, nearest)
        if hexes is not None
        else unsure(factname.entry(unit.id))
        for hexes in (places.values() if rows or otherwise or told else ())
    )
    said |= open_
    known = sorted(hex for hexes in places.values() for hex in hexes or ())
    where = ", ".join(table.at(hex) for hex in known[:4]) + (" and others" if len(known) > 4 else "")
    beside = " (free of the enemy)" if along_edge and place.at in _edge(table, known, along_edge) else ""
    barred = along_edge > 0 and any(table.enemy_units(unit.side, hex) for hex in known)
    beside = f" or, as the enemy is there, within {along_edge} hexes along the edge" if barred else beside
    yield Opinion(
        said,
        f"{unit.name} enters at {where}{beside}, not at {table.at(place.at)}"
        if known
        else f"nobody has stated where {unit.name} enters",
        units=(unit.id,),
        hexes=(place.at, *known),
        fix=f"put {unit.name} at {known[0]}" if said.no and len(known) == 1 and not barred else None,
    )


def _edge(table: Table, hexes: list[Hex], n: int) -> frozenset[Hex]:
    return frozenset(near for hex in hexes for near in table.grid.along_edge(hex, n))


def _at(table: Table, unit: Unit, at: Hex, entry: frozenset[Hex], along: int, zoc_blocks: bool, nearest: bool) -> Truth:
    if at in entry:
        return YES
    if not along or at not in _edge(table, sorted(entry), along):
        return NO
    far = next(n for n in range(1, along + 1) if at in _edge(table, sorted(entry), n))
    nearer = _edge(table, sorted(entry), far - 1) if nearest and far > 1 else frozenset[Hex]()
    return all_of(blocked(table, unit.side, hex, zoc_blocks) for hex in sorted(entry | nearer))


@SHARED.rule("check.place")
def clear_of_enemies(
    table: Table, place: act.Place, *, why: frozenset[EntryWord] = ENTRANTS, zoc_blocks: bool = True
) -> Iterator[Opinion]:
    """Nothing is put on enemy units, nor (where that counts) into their zones of control."""
    if place.why not in why or place.at not in table.grid:
        return
    unit = table.unit(place.unit)
    enemies = table.enemy_units(unit.side, place.at)
    if enemies:
        yield Opinion(NO, f"{unit.name} was put on {table.names(enemies)}", units=(unit.id, *enemies), hexes=(place.at,))
    elif zoc_blocks:
        there = zoc.controlled(table, unit.side, place.at, "reinforcement")
        who = zoc.controllers(table, unit.side, place.at)
        perhaps = "" if there.yes else "perhaps "
        message = f"{unit.name} was put {perhaps}into the zone of control of {table.names(who)} at {table.at(place.at)}"
        yield Opinion(~there, message, units=(unit.id, *who), hexes=(place.at,))


@SHARED.rule("check.place")
def stacked_on_entry(table: Table, place: act.Place, *, sections: tuple[SectionWord, ...] = ()) -> Iterator[Opinion]:
    """Where a unit is put, the stack must be within the limit, if the game looks at it then and not only later.

    `sections` say so of those that enter, besides those that limit stacks.
    """
    if place.at in table.grid and stacking.matters(table, "placement"):
        said = stacking.together(table, table.unit(place.unit).side, place.at, (place.unit,))
        yield Opinion(said.truth, said.message, units=said.units, hexes=said.hexes, rule=said.rule, cite=sections)


@SHARED.rule("check.place")
def strength_on_entry(
    table: Table,
    place: act.Place,
    *,
    reduced: frozenset[UnitWord] = frozenset(),
    lost_reduced: frozenset[FormationWord] = frozenset(),
    why: frozenset[EntryWord] = ENTRANTS,
) -> Iterator[Opinion]:
    """Units come at full strength, except those that always come reduced; one that was taken off comes back as it was.

    Those of some formations that were eliminated come back reduced.
    """
    if place.why not in why:
        return
    unit, before = table.unit(place.unit), table.standing(place.unit)
    if before is not None:
        losses, reason = before.losses, "it left as it is to return"
    elif table.state.listed(GONE).get(unit.id, ("", ""))[1] == "withdrawal":
        key = factname.steps_left(unit.id)
        if key not in table.told:
            yield Opinion(unsure(key), f"with how many steps {unit.name} was withdrawn is not known", units=(unit.id,))
            return
        losses, reason = unit.steps - table.told[key], "it left as it is to return"
    elif unit.formation in lost_reduced and unit.id in table.state.listed(GONE):
        losses, reason = max(0, unit.steps - 1), "it was eliminated and returns reduced"
    else:
        losses, reason = int(unit.id in reduced), "it enters reduced" if unit.id in reduced else "it enters at full strength"
    rows = (Row(str(place.losses), "steps lost on entry"), Row(str(losses), reason))
    yield Opinion(
        truth(place.losses == losses), f"{unit.name} came with {place.losses} steps lost: {reason}", rows, units=(unit.id,)
    )


@SHARED.rule("check.place")
def as_many_as_given(
    table: Table,
    place: act.Place,
    *,
    trait: TraitWord,
    why: frozenset[EntryWord] = frozenset({"reinforcement"}),
    chart: ChartWord,
    column: Text,
    more_in: Mapping[NoteWord, Mapping[SideWord, int]] | None = None,
) -> Iterator[Opinion]:
    """Of units with a trait (supply columns) a side receives so many a turn: a number in the calendar (`columns_{side}`).

    In the turn that is noted under some names it receives more.
    """
    unit = table.unit(place.unit)
    if place.why not in why or unit.has(trait).no:
        return
    came = [table.unit(id_) for id_ in sorted(table.state.those(PLACED))]
    came = [each for each in came if each.side == unit.side and trait in each.traits and each.id != unit.id]
    given = count(table, chart, str(table.state.turn), column.replace("{side}", unit.side))
    for name, more in (more_in or {}).items():
        if table.is_said(name, (str(table.state.turn),)).yes:
            given += exactly(more.get(unit.side, 0))
    total = exactly(len(came) + 1)
    rows = (Row(str(total), f"{trait} units with {unit.name}"), Row(str(given), f"arrive in turn {table.state.turn}"))
    said = ~unit.has(trait) | total.at_most(given)
    yield Opinion(said, f"{unit.name} is one more than arrives in turn {table.state.turn}", rows, units=(unit.id,))


@SHARED.rule(after=(act.Move, act.Advance, act.Place))
def called_by_approach(
    after: Table,
    action: Any,
    before: Table,
    *,
    units: frozenset[UnitWord],
    to: HexWord,
    within: int,
    by: SideWord,
    anybody: bool = False,
    option: OptionWord = "",
) -> State:
    """Some units come once a unit of one side (or of any) has been within so many hexes of a place."""
    around = hexes_called(after, to)
    if around is None or (option and option not in after.game.options):
        return after.state
    moved = tuple(after.state.forces.values()) if anybody else (after.force(by),)
    places = [standing.place for force in moved for standing in force.standings.values() if standing.place in after.grid]
    near = any(after.grid.distance(hex, place) <= within for hex in around for place in places)
    return calling(after.state, units) if near else after.state
