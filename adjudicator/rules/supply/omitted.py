"""Units that nobody looked at in the phase in which supply is checked: the markers they keep must still be right."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.actions import Phase
from adjudicator.facts import NO, Truth, all_of, truth, unsure

from ..opinion import Opinion
from ..registry import SHARED
from ..table import Table
from .ageing import IN_SUPPLY, Ladder, ladder_of, marker, right, serving, words
from .survey import Supplied, Survey, survey

_NAMED = 6  # units that a doubt names


@SHARED.rule("check.phase", "supply.nobody_forgotten")
def nobody_forgotten(
    table: Table,
    change: Phase,
    *,
    phase: str,
    then: frozenset[str],
    not_kinds: frozenset[str] = frozenset(),
    without: frozenset[str] = frozenset(),
) -> Iterator[Opinion]:
    """When the phase of supply is over, units without a line bear their marker and others none, whoever was looked at.

    It is over when one of the phases in `then` begins, or the next turn: not when the counter only goes back.
    """
    over = change.turn is not None and change.turn > table.state.turn
    if table.state.phase != phase or not (over or change.phase in then):
        return
    for side in table.game.sides:
        seen, ladder = survey(table, side), ladder_of(table, side)
        standings = table.force(side).standings
        claims = {id_: marker(ladder, standing) for id_, standing in standings.items()}
        doubts: list[tuple[str, Truth]] = []
        for found, served in serving(seen, claims):
            unit = table.unit(found.unit)
            if ("checked", unit.id) in table.state.done or unit.kind in not_kinds or not without.isdisjoint(unit.traits):
                continue
            said = _kept(seen, ladder, found, served, claims[unit.id], phase)
            if said.no:
                yield _opinion(seen, ladder, found, served, claims[unit.id], phase)
            elif said.open:
                doubts.append((unit.id, said))
        if doubts:
            yield _doubt(table, doubts)


def _kept(seen: Survey, ladder: Ladder, found: Supplied, served: Truth, state: str, phase: str) -> Truth:
    """Is the marker right that the unit has kept?

    Where the phase began before anybody looked, it may have been laid in that phase: then it says how the check came out.
    """
    table, standing = seen.table, seen.table.standing(found.unit)
    said = NO if standing is None else right(ladder, found.unit, standing, state, served, found.limited)
    if ("begun", phase) in table.state.done or state == IN_SUPPLY:
        return said
    laid = ~served & (truth(state == ladder.rungs[0]) | ~found.limited)
    return said | (laid & unsure(f"marker of {found.unit} before the {phase} phase"))


def _opinion(seen: Survey, ladder: Ladder, found: Supplied, served: Truth, state: str, phase: str) -> Opinion:
    message, fix = words(seen, found, state, served, ladder)
    if state != IN_SUPPLY and not served.yes and not found.limited.yes:
        name = seen.table.unit(found.unit).name
        message = f"{name} at {seen.table.at(found.hex)} was {state} before this check, and still has no line of supply"
    marked = "no marker" if state == IN_SUPPLY else f"the marker for being {state}"
    message = f"{message}; the {phase} phase ended with {marked} on it"
    hexes = found.path or (found.hex,)
    return Opinion(NO, message, seen.proof(found.unit), (found.unit,), hexes, fix)


def _doubt(table: Table, doubts: list[tuple[str, Truth]]) -> Opinion:
    """All that is open in one opinion for each side: where the map is not known it is open for nearly everybody."""
    units = tuple(unit for unit, _ in doubts)
    shown, more = table.names(units[:_NAMED]), len(units) - _NAMED
    who = f"{shown} and {more} more" if more > 0 else shown
    message = f"whether the markers of {who} are right hangs on what is not known"
    return Opinion(all_of(said for _, said in doubts), message, units=units)
