"""Units that leave play and those that come back: what is remembered of them, withdrawals, returns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator import factname
from adjudicator.engine import actions as act
from adjudicator.engine.deeds import CHIT, LEFT
from adjudicator.engine.state import State
from adjudicator.engine.terms import (
    ChartWord,
    ChitWord,
    EntryWord,
    ExitWord,
    FormationWord,
    KindWord,
    MarkWord,
    Text,
    TraitWord,
)
from adjudicator.engine.units import Unit
from adjudicator.factname import FactName
from adjudicator.facts import YES, Truth, Unknown, any_of, between, exactly, truth, unsure
from adjudicator.finding import Row

from .chits import IDLE
from .entry import GONE
from .opinion import Opinion
from .printed import hexes_called, lines
from .registry import SHARED
from .supply.sources import is_anothers
from .supply.survey import has_line
from .table import Table


@SHARED.rule(after=(act.Remove, act.Lose, act.Move, act.Attack, act.Retreat, act.Advance, act.Fire, act.Place))
def remember(after: Table, action: Any, before: Table) -> State:
    """Who has left play is remembered with the turn and the reason; who is back is forgotten."""
    gone = dict(after.state.listed(GONE))
    why = action.why if isinstance(action, act.Remove) else "eliminated"
    for side, force in before.state.forces.items():
        if after.state.forces[side] is force:
            continue
        now = after.state.forces[side].standings
        gone.update({unit: (before.state.turn, why) for unit in force.standings if unit not in now})
    if isinstance(action, act.Remove) and action.why != "eliminated":
        gone[action.unit] = (before.state.turn, action.why)
    if isinstance(action, act.Place):
        gone.pop(action.unit, None)
    return after.state if gone == after.state.listed(GONE) else after.state.amend(GONE, gone)


@SHARED.rule("check.place")
def returns_later(
    table: Table,
    place: act.Place,
    *,
    trait: TraitWord,
    turns: int,
    at: Text,
    why: frozenset[EntryWord] = frozenset({"reinforcement", "return"}),
    held: bool = False,
) -> Iterator[Opinion]:
    """An eliminated unit of this sort comes back so many turns later, at hexes (`source-{side}`), perhaps not the enemy's."""
    unit = table.unit(place.unit)
    gone = table.state.listed(GONE).get(unit.id)
    if place.why not in why or unit.has(trait).no or (gone is None and place.why != "return"):
        return
    lost = table.told.get(factname.lost_turn(unit.id)) if gone is None else gone[0]
    if lost is None:
        yield Opinion(unsure(factname.lost_turn(unit.id)), f"when {unit.name} was lost is not known", units=(unit.id,))
    else:
        back = lost + turns
        rows = (Row(str(lost), "the turn it was lost"), Row(f"+{turns}", "turns until it returns"))
        yield Opinion(
            truth(table.state.turn >= back), f"{unit.name} returns in turn {back} at the earliest", rows, units=(unit.id,)
        )
    hexes = hexes_called(table, at, unit.side)
    where = unsure(factname.hexes(at.replace("{side}", unit.side))) if hexes is None else truth(place.at in hexes)
    where &= truth(not (held and is_anothers(table, place.at, unit.side)))
    yield Opinion(where, f"{unit.name} does not return at {table.at(place.at)}", units=(unit.id,), hexes=(place.at,))


@SHARED.rule("check.remove")
def withdrawn_as_listed(
    table: Table,
    remove: act.Remove,
    *,
    chart: ChartWord = "withdrawals",
    why: ExitWord = "withdrawal",
    same: tuple[frozenset[KindWord], ...] = (),
    cut_off: frozenset[MarkWord] = frozenset({"out of supply", "isolated"}),
    freely: bool = False,
) -> Iterator[Opinion]:
    """The units listed for the turn are withdrawn. For one that is lost or cut off another of the same sort goes instead.

    `same` groups kinds that count as one sort. With `freely` another may always go instead.
    """
    if remove.why != why:
        return
    unit, turn = table.unit(remove.unit), table.state.turn
    listed = lines(table, chart, "turn", str(turn))
    if listed is None:
        yield Opinion(unsure(factname.chart(chart)), "nobody has stated which units are withdrawn", units=(unit.id,))
        return
    due = tuple(row.get("unit", row[""]) for row in listed)
    if unit.id in due:
        yield Opinion(YES, rows=(Row(str(turn), f"{unit.name} is withdrawn"),), units=(unit.id,))
        return
    done = table.state.those(LEFT[why])
    alike = [table.unit(id_) for id_ in due if id_ not in done and _alike(table.unit(id_), unit, same)]
    stood_in = len([id_ for id_ in done if id_ not in due and _alike(table.unit(id_), unit, same)])
    yes = no = 0
    needs: frozenset[FactName] = frozenset()
    for each in alike:
        lacking = YES if freely else _lacking(table, each, cut_off)
        yes, no = yes + lacking.yes, no + lacking.no
        needs |= lacking.needs
    wanted = between(yes, len(alike) - no, *sorted(needs))
    said = exactly(stood_in + 1).at_most(wanted)
    names = table.names(tuple(each.id for each in alike))
    message = f"{unit.name} goes for {names}, who can still go" if alike else f"{unit.name} is not to be withdrawn in turn {turn}"
    which = "" if freely else " that are lost or cut off"
    rows = (Row(str(wanted), f"units of its sort to be withdrawn{which} ({names})"),)
    yield Opinion(said, message, rows, units=(unit.id,), fix=f"withdraw {names}" if alike else f"put {unit.name} back")


def _alike(a: Unit, b: Unit, same: tuple[frozenset[str], ...]) -> bool:
    return a.side == b.side and (a.kind == b.kind or any(a.kind in group and b.kind in group for group in same))


def _lacking(table: Table, unit: Unit, cut_off: frozenset[str]) -> Truth:
    """Is the unit lost, or without a line of communications?"""
    standing = table.standing(unit.id)
    if standing is None:
        return YES
    if table.rules.many("supply.sources", side=unit.side):
        return ~has_line(table, unit.id)
    marked = any_of(standing.marked(mark, unit.id) for mark in sorted(cut_off))
    # A marker shows the state at the last supply check; without one the line may be cut by now.
    return marked if marked.yes else ~table.asks(factname.communications(unit.id))


@SHARED.rule(on=(act.Draw, act.Activate, act.Phase), sort="leaving in time")
def withdrawn_at_once(table: Table, action: Any, *, chits: frozenset[ChitWord], formation: FormationWord) -> Iterator[Opinion]:
    """When its chit is drawn a whole formation leaves the map, before anything else happens."""
    idle: frozenset[str] = table.state.those(IDLE)
    if table.state.sure(CHIT, None) not in chits - idle:
        return
    left = tuple(u.id for u, standing in table.state.units if u.formation == formation and standing.place in table.grid)
    hexes = tuple(place for unit in left if (place := table.place_of(unit)) is not None)
    yield Opinion(
        truth(not left), f"{table.names(left)} had to leave the map at once", units=left, hexes=hexes, fix="take them off the map"
    )


@SHARED.rule("check.remove")
def withdrawn_by_chit(
    table: Table, remove: act.Remove, *, chits: frozenset[ChitWord], formation: FormationWord, why: ExitWord = "withdrawal"
) -> Iterator[Opinion]:
    """A formation is taken off only when its chit has just been drawn."""
    unit = table.unit(remove.unit)
    if remove.why != why or unit.formation != formation:
        return
    chit = table.state.recall(CHIT)
    idle: frozenset[str] = table.state.those(IDLE)
    said = unsure(chit.key) if isinstance(chit, Unknown) else truth(chit.value in chits - idle)
    yield Opinion(said, f"{unit.name} leaves the map only when its withdrawal is drawn", units=(unit.id,))
