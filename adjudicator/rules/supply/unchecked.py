"""Units that nobody looked at in the phase in which supply is checked: the markers they keep must still be right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from adjudicator import factname
from adjudicator.engine.actions import Phase
from adjudicator.engine.deeds import BEGUN, CHECKED
from adjudicator.engine.terms import KindWord, PhaseWord, TraitWord
from adjudicator.facts import NO, Truth, all_of, truth, unsure

from ..opinion import Opinion
from ..registry import SHARED
from ..table import Table
from .ageing import IN_SUPPLY, MarkerLadder, ladder_of, marker, right, serving, words
from .survey import Supplied, SupplyView, survey

_NAMED = 3  # units that a doubt names, with the facts that would decide


@SHARED.rule("check.phase", "supply.nobody_forgotten", sort="markers forgotten")
def nobody_forgotten(
    table: Table,
    change: Phase,
    *,
    phase: PhaseWord,
    then: frozenset[PhaseWord],
    not_kinds: frozenset[KindWord] = frozenset(),
    without: frozenset[TraitWord] = frozenset(),
) -> Iterator[Opinion]:
    """When the phase of supply is over, units without a line bear their marker and others none, whoever was looked at.

    It is over when one of the phases in `then` begins, or the next turn: not when the counter only goes back.
    """
    over = change.turn is not None and change.turn > table.state.turn
    if table.state.phase != phase or not (over or change.phase in then):
        return
    for side in table.game.sides:
        seen, ladder = survey(table, side), ladder_of(table, side)
        claims = {id_: marker(ladder, standing) for id_, standing in table.force(side).standings.items()}
        silent = {id_ for id_ in claims if _looked_at(table, id_, not_kinds, without)}
        unclear = [id_ for id_ in claims if id_ in silent and claims[id_] == IN_SUPPLY and _unclear(seen, id_)]
        asked = frozenset(claims) if seen.chain else silent.difference(unclear[_NAMED:])
        doubts: dict[str, Truth] = {}
        for found, served in serving(seen, {id_: claim for id_, claim in claims.items() if id_ in asked}):
            if found.unit in silent:
                said = _kept(seen, ladder, found, served, claims[found.unit], phase)
                if said.no:
                    prove = partial(_opinion, seen, ladder, found, served, claims[found.unit], phase)
                    yield Opinion(NO, units=(found.unit,), proof=prove)
                elif said.open:
                    doubts[found.unit] = said
        if doubts:
            yield _doubt(table, doubts, [id_ for id_ in unclear if id_ not in asked])


def _looked_at(table: Table, id_: str, not_kinds: frozenset[str], without: frozenset[str]) -> bool:
    """Is it one of those that must be right, and that nobody has checked?"""
    unit = table.unit(id_)
    return table.state.has(CHECKED, id_).no and unit.kind not in not_kinds and without.isdisjoint(unit.traits)


def _unclear(seen: SupplyView, id_: str) -> bool:
    """Does it hang on the map whether the unit has a line? Where most of it is unknown that holds for nearly everybody."""
    table, standing = seen.table, seen.table.standing(id_)
    if seen.chain or standing is None or standing.place not in table.grid or not seen.main.doubtful(standing.place):
        return False
    exempt = table.rules.many("supply.exempt", side=seen.side)
    return not any(binding(table, table.unit(id_), standing).yes for binding in exempt)


def _kept(seen: SupplyView, ladder: MarkerLadder, found: Supplied, served: Truth, state: str, phase: str) -> Truth:
    """Is the marker right that the unit has kept?

    Where the phase began before anybody looked, it may have been laid in that phase: then it says how the check came out.
    """
    table, standing = seen.table, seen.table.standing(found.unit)
    said = NO if standing is None else right(ladder, found.unit, standing, state, served, found.limited)
    if table.state.has(BEGUN, phase).yes or state == IN_SUPPLY:
        return said
    laid = ~served & (truth(state == ladder.rungs[0]) | ~found.limited)
    name = factname.marker_before(found.unit, phase)
    return said | (laid & (truth(table.told[name] != state) if name in table.told else unsure(name)))


def _opinion(seen: SupplyView, ladder: MarkerLadder, found: Supplied, served: Truth, state: str, phase: str) -> Opinion:
    message, fix = words(seen, found, state, served, ladder)
    if state != IN_SUPPLY and not served.yes and not found.limited.yes:
        name = seen.table.unit(found.unit).name
        now = "still has no line of supply" if served.no else "is either in supply again or worse off by now"
        message = f"{name} at {seen.table.at(found.hex)} was {state} before this check, and {now}"
    marked = "no marker" if state == IN_SUPPLY else f"the marker for being {state}"
    message = f"{message}; the {phase} phase ended with {marked} on it"
    hexes = found.path or (found.hex,)
    return Opinion(NO, message, seen.proof(found.unit), (found.unit,), hexes, fix)


def _doubt(table: Table, doubts: Mapping[str, Truth], others: Sequence[str]) -> Opinion:
    """All that is open in one opinion for each side, with what would decide it for the first of them."""
    units = (*doubts, *others)
    more = len(units) - _NAMED
    shown = ", ".join(table.unit(unit).name for unit in units[:_NAMED])
    who = f"{shown} and {more} more" if more > 0 else table.names(units)
    message = f"whether the markers of {who} are right hangs on what is not known"
    return Opinion(all_of(doubts[unit] for unit in units[:_NAMED]), message, units=units)
