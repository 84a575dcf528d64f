"""Movement: one unit after the other (4.1@6), and how long an event weighs on a headquarters (events.3, 5, 9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.api import (
    NO,
    YES,
    Draw,
    Move,
    Opinion,
    Phase,
    Remove,
    State,
    Table,
    movement,
    rule,
    unsure,
)

BEGAN = "last moved"  # the units that moved last, each with the hex in which its move of this segment began


@rule("after.move")
def remember_last_move(after: Table, move: Move, before: Table, *, not_kinds: frozenset[str] = frozenset()) -> State:
    """Who moved last, and from where: a unit may be dragged on as long as no other has moved."""
    units = [id_ for id_ in move.units if after.unit(id_).kind not in not_kinds]
    if not units:
        return after.state
    started = _began(before)
    return after.state.noting(**{BEGAN: {id_: started.get(id_, before.place_of(id_) or "") for id_ in units}})


@rule("check.move")
def one_after_the_other(table: Table, move: Move, *, not_kinds: frozenset[str] = frozenset()) -> Iterator[Opinion]:
    """A move is over when another unit moves; one that goes on must be possible as a single move from where it began."""
    started = _began(table)
    for id_ in move.units:
        unit = table.unit(id_)
        if unit.kind in not_kinds or ("moved", id_) not in table.state.done:
            continue
        start = started.get(id_)
        if start is None and started:
            yield Opinion(
                NO if table.state.phase else unsure("phase"),  # without phases it may be another segment
                f"{unit.name} moved on after {table.names(tuple(sorted(started)))} had moved",
                units=(id_,),
                fix=f"put {unit.name} back to {table.place_of(id_)}",
            )
        elif start is not None and start in table.grid and move.to in table.grid and start != move.to:
            whole = Move((id_,), move.to, mode=move.mode)
            there = table.after(table.state.moved(id_, start))
            tries = [movement.checks.attempt(there, unit, start, whole, each) for each in movement.modes.modes_of(there, unit)]
            possible = any(not each.truth.no for each in tries)
            said = YES if possible else NO if table.state.phase else unsure("phase")
            yield Opinion(
                said,
                f"{unit.name} moved from {table.at(start)} to {table.at(move.to)} in two parts, farther than in one move",
                units=(id_,),
                hexes=(start, move.to),
            )


def _began(table: Table) -> Mapping[str, str]:
    """Where the units that moved last began. Once their move is no longer of this segment it is forgotten."""
    noted: Mapping[str, str] = table.state.noted(BEGAN, {})
    return {id_: start for id_, start in noted.items() if ("moved", id_) in table.state.done}


@rule("after.draw")
def segment_over(after: Table, draw: Draw, before: Table) -> State:
    """With the next chit drawn another movement segment may come: all may move again."""
    return after.state.undoing("moved")


@rule("check.remove")
def stays_on_the_map(table: Table, remove: Remove, *, why: frozenset[str]) -> Iterator[Opinion]:
    """Nobody leaves by the edge of the map."""
    if remove.why in why:
        unit = table.unit(remove.unit)
        back = f"put {unit.name} back to {table.place_of(remove.unit)}"
        yield Opinion(NO, f"{unit.name} left the map, which no unit may", units=(unit.id,), fix=back)


@rule("after.phase", "event_over_after_phase")
@rule("after.draw", "event_over_after_draw")
def event_over(
    after: Table, action: Phase | Draw, before: Table, *, notes: frozenset[str], during: frozenset[str] = frozenset()
) -> State:
    """What an event lays on one headquarters ends with its activation: at the next draw, or when other phases come."""
    if isinstance(action, Phase) and after.state.phase in during:
        return after.state
    over = {note: "" for note in notes if after.state.noted(note) == "now"}
    return after.state.noting(**over) if over else after.state
