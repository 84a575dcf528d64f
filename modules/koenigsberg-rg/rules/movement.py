"""Movement: a new segment with each chit (4.1@6), and how long an event weighs on a headquarters (events.3, 5, 9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from adjudicator.api import (
    NO,
    Draw,
    Lifetime,
    Opinion,
    Phase,
    Remove,
    State,
    Table,
    memory,
    rule,
    terms,
)


@rule("check.remove")
def stays_on_the_map(table: Table, remove: Remove, *, why: frozenset[terms.ExitWord]) -> Iterator[Opinion]:
    """Nobody leaves by the edge of the map."""
    if remove.why in why:
        unit = table.unit(remove.unit)
        back = f"put {unit.name} back to {table.place_of(remove.unit)}"
        yield Opinion(NO, f"{unit.name} left the map, which no unit may", units=(unit.id,), fix=back)


REFUGEES: Final = memory(
    "refugees",
    str,
    "whether refugees hinder the units of the headquarters in command (now) or of the next one",
    lasts=Lifetime.GAME,
    default="",
    forbids=True,
)


@rule(after=(Phase, Draw))
def event_over(
    after: Table,
    action: Phase | Draw,
    before: Table,
    *,
    notes: frozenset[terms.NoteWord],
    during: frozenset[terms.PhaseWord] = frozenset(),
) -> State:
    """What an event lays on one headquarters ends with its activation: at the next draw, or when other phases come."""
    if isinstance(action, Phase) and after.state.phase in during:
        return after.state
    state = after.state
    for note in notes:
        said = before.game.memories[note]
        state = state.remember(said, "") if state.sure(said, "") == "now" else state
    return state
