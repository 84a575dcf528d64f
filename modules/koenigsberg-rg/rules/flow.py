"""The course of a turn (3.0), random events (2.5.2) and Grossdeutschland's box (2.5.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from adjudicator.api import (
    NO,
    YES,
    Draw,
    Known,
    Lifetime,
    Move,
    Opinion,
    Phase,
    PlainChart,
    Roll,
    State,
    Table,
    Unknown,
    deeds,
    factname,
    memory,
    rule,
    terms,
    truth,
    unsure,
)


# --- the course of a turn (3.0): the next command segment, and movement before combat
@rule("after.draw")
def draw_opens_a_command_segment(
    after: Table, draw: Draw, before: Table, *, phase: terms.PhaseWord, over: frozenset[terms.PhaseWord]
) -> State:
    """Whoever draws a chit has begun the next command segment."""
    state = after.state
    return replace(state, phase=phase) if state.phase in over else state


@rule("check.move")
def moves_come_before_combats(table: Table, move: Move, *, not_kinds: frozenset[terms.KindWord]) -> Iterator[Opinion]:
    """Once one unit of an activation has attacked none of it moves any more; units that just arrived still do."""
    if move.to not in table.grid or not table.state.those(deeds.ATTACKED):
        return
    movers = tuple(id_ for id_ in move.units if table.unit(id_).kind not in not_kinds and not _just_came(table, id_))
    if not movers:
        return
    side = table.unit(movers[0]).side
    fought = tuple(sorted(id_ for id_ in table.state.those(deeds.ATTACKED) if table.unit(id_).side == side))
    # Without record of the activation the attack may have belonged to an earlier one.
    said = YES if not fought else unsure(deeds.ACTIVE_HQ.asks) if isinstance(table.state.recall(deeds.ACTIVE_HQ), Unknown) else NO
    doubt = "perhaps in the same activation" if said.open else "in the same activation"
    message = f"{table.names(movers)} moved after {table.names(fought)} had attacked, {doubt}"
    yield Opinion(said, message, units=(*movers, *fought))


def _just_came(table: Table, unit: str) -> bool:
    return any(table.state.has(came, unit).yes for came in (deeds.PLACED, deeds.RETURNED))


# --- random events (2.5.2) and Grossdeutschland's box (2.5.4)
DUE: Final = memory(
    "event due", bool, "whether an event chit was drawn and nothing rolled yet", lasts=Lifetime.TURN, default=False, forbids=True
)


@rule("after.draw")
def event_is_due(after: Table, draw: Draw, before: Table, *, kind: terms.ChitKindWord, chits: terms.ChartWord = "chits") -> State:
    """The chit of random events asks for a roll; any other draw lets it be."""
    chart = before.game.chart(chits, PlainChart)
    row = None if chart is None else chart.rows.get(draw.chit)
    asked = row is not None and row.get("kind") == kind
    return after.state.remember(DUE, asked) if asked or after.state.sure(DUE, False) else after.state


@rule("after.roll")
def event_is_rolled(after: Table, roll: Roll, before: Table, *, purpose: terms.RollWord) -> State:
    return after.state.remember(DUE, False) if roll.purpose == purpose else after.state


@rule("check.roll")
def event_is_thrown_for(table: Table, roll: Roll, *, purpose: terms.RollWord, dice: int = 2) -> Iterator[Opinion]:
    """Dice are thrown for an event once its chit is drawn, and once. Two that are too many may have been a slip: which of them
    count is a question."""
    if roll.purpose != purpose or len(roll.dice) != dice or not table.state.phase or table.state.sure(DUE, False):
        return
    over, drawn = table.state.stated(DUE) is not None, table.state.recall(deeds.DRAWN)
    if over or (table.known("draws shown") and isinstance(drawn, Known)):
        said = YES if factname.event() in table.told else unsure(factname.event())
        yield Opinion(said, "dice were thrown for an event, and none was to be thrown for just then")


@rule("check.draw")
def event_comes_first(table: Table, draw: Draw) -> Iterator[Opinion]:
    """The event is rolled and happens before the next chit is drawn. A roll that is not on record may still have been made."""
    if table.state.stated(DUE) is not None:
        said = unsure(factname.event()) if table.state.sure(DUE, False) and factname.event() not in table.told else YES
        yield Opinion(said, f"no event was seen to be rolled before {draw.chit} was drawn")


@rule("check.phase")
def chits_were_drawn(table: Table, phase: Phase, *, before: frozenset[terms.PhaseWord]) -> Iterator[Opinion]:
    """A turn does not go on to some phases before any chit was drawn in it."""
    drawn = table.state.stated(deeds.DRAWN)
    if phase.phase in before and table.state.phase not in before and not isinstance(drawn, Unknown):
        said = unsure(factname.chit_drawn()) if drawn is None else truth(bool(drawn.value))
        yield Opinion(said, f"the {phase.phase} phase began before a chit was drawn in turn {table.state.turn}")


@rule("check.move")
def boxed_by_chit(
    table: Table, move: Move, *, box: terms.BoxWord, chit: terms.ChitWord, formation: terms.FormationWord
) -> Iterator[Opinion]:
    """Units of a formation, and no others, go into its box when their withdrawal was drawn, and not otherwise."""
    if move.to != box:
        return
    last = table.state.recall(deeds.CHIT)
    drawn = unsure(last.key) if isinstance(last, Unknown) else truth(last.value == chit)
    for id_ in move.units:
        unit = table.unit(id_)
        said = truth(unit.formation == formation) & drawn
        message = f"{unit.name} leaves the map for the box only by the chit of the withdrawal, and only with its corps"
        yield Opinion(said, message, units=(id_,), fix=f"put {unit.name} back to {table.place_of(id_)}")
