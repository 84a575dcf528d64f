"""What comes and is put down: reinforcements at sources, the Kriegsmarine, and who needs no supply."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.api import NO, Move, Opinion, Place, Standing, Table, Truth, Unit, factname, rule, supply, terms, truth, unsure


@rule("check.place")
def at_a_source(table: Table, place: Place, *, why: frozenset[terms.EntryWord], side: terms.SideWord) -> Iterator[Opinion]:
    """Reinforcements of a side come on its sources of supply."""
    unit = table.unit(place.unit)
    if place.why not in why or unit.side != side or place.at not in table.grid:
        return
    ends = supply.sources.merged(supply.sources.base_sources(table, side))
    said = ends.get(place.at, truth(False))
    message = f"{unit.name} comes on a source of supply, not at {table.at(place.at)}"
    yield Opinion(said, message, units=(unit.id,), hexes=(place.at, *sorted(ends)))


@rule(on=(Place, Move))
def put_on_the_coast(
    table: Table,
    action: Place | Move,
    *,
    kind: terms.KindWord,
    why: terms.EntryWord,
    coast: terms.TagWord,
    phases: frozenset[terms.PhaseWord],
) -> Iterator[Opinion]:
    """The ship is put on any hex of the coast, from its box or from another such hex, in the movement phase of its side."""
    units, to = ((action.unit,), action.at) if isinstance(action, Place) else (action.units, action.to)
    ships = tuple(id_ for id_ in units if table.unit(id_).kind == kind)
    if not ships or to not in table.grid:
        return
    wrong = isinstance(action, Place) and action.why != why
    if wrong or (table.state.phase and table.state.phase not in phases):
        yield Opinion(NO, f"{table.names(ships)} is put down in the movement phase of its side", units=ships)
    tagged = table.board.tagged(coast) or table.told.get(factname.hexes(coast), ())
    said = truth(to in tagged) if tagged else unsure(factname.hexes(coast))
    message = f"{table.names(ships)} is put on the coast, and {table.at(to)} is not on it"
    yield Opinion(said, message, units=ships, hexes=(to,))


@rule("supply.exempt")
def needs_no_supply(table: Table, unit: Unit, standing: Standing, *, kinds: frozenset[terms.KindWord]) -> Truth:
    """Columns, aircraft and ships draw on no headquarters."""
    return truth(unit.kind in kinds)
