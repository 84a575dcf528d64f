"""What comes and is put down: reinforcements at sources, the Kriegsmarine, and who needs no supply."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.api import NO, Opinion, Place, Standing, Table, Truth, Unit, factname, rule, supply, terms, truth, unsure


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


@rule("check.place")
def put_on_the_coast(
    table: Table,
    place: Place,
    *,
    kind: terms.KindWord,
    why: terms.EntryWord,
    coast: terms.TagWord,
    phases: frozenset[terms.PhaseWord],
) -> Iterator[Opinion]:
    """The ship is put on any hex of the coast, in the movement phase of its side."""
    unit = table.unit(place.unit)
    if unit.kind != kind:
        return
    if place.why != why or (table.state.phase and table.state.phase not in phases):
        yield Opinion(NO, f"{unit.name} is put down in the movement phase of its side", units=(unit.id,))
    if place.at in table.grid:
        tagged = place.at in table.board.tagged(coast)
        message = f"{unit.name} is put on the coast, and {table.at(place.at)} is not on it"
        known = bool(table.board.tagged(coast))
        said = truth(tagged) if known else unsure(factname.hexes(coast))
        yield Opinion(said, message, units=(unit.id,), hexes=(place.at,))


@rule("supply.exempt")
def needs_no_supply(table: Table, unit: Unit, standing: Standing, *, kinds: frozenset[terms.KindWord]) -> Truth:
    """Columns, aircraft and ships draw on no headquarters."""
    return truth(unit.kind in kinds)
