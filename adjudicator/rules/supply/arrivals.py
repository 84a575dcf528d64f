"""Supply columns that arrive at headquarters: how many, by whether a railway leads there all the way."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.actions import Place
from adjudicator.engine.deeds import PLACED
from adjudicator.engine.terms import TraitWord
from adjudicator.facts import Interval, between, exactly
from adjudicator.finding import Row

from ..opinion import Opinion
from ..registry import SHARED
from ..table import Table
from .sources import SourceLink, chain_of


@SHARED.rule("check.place", "supply.columns_arrive")
def columns_arrive(
    table: Table, place: Place, *, trait: TraitWord, by_rail: int, otherwise: int, nearby: int = 0
) -> Iterator[Opinion]:
    """Columns arrive at headquarters with a line of supply: so many a turn at each that a railway links, else fewer."""
    unit = table.unit(place.unit)
    if trait not in unit.traits or place.at not in table.grid:
        return
    near = [link for link in chain_of(table, unit.side) if table.grid.distance(link.hex, place.at) <= nearby]
    allowed = exactly(0)
    for link in near:
        allowed += _allowed(link, by_rail, otherwise)
    hexes = {hex for link in near for hex in table.grid.within(link.hex, nearby)} | {place.at}
    here = {id_ for hex in hexes for id_ in table.friends_at(unit.side, hex) if trait in table.unit(id_).traits}
    came = len(table.state.those(PLACED) & here - {place.unit}) + 1
    said = exactly(came).at_most(allowed)
    names = table.names(tuple(link.unit for link in near))
    rows = (Row(str(came), f"columns arrived at {names} this turn"), Row(str(allowed), "that its line of supply allows"))
    word = "cannot arrive" if said.no else "perhaps cannot arrive"
    message = "" if said.yes else f"{unit.name} {word} at {table.at(place.at)}: {allowed} a turn may arrive at {names}"
    yield Opinion(said, message, rows=rows, units=(unit.id,), hexes=(place.at,))


def _allowed(link: SourceLink, by_rail: int, otherwise: int) -> Interval:
    """How many may arrive at one headquarters."""
    needs = link.linked.needs | link.fully.needs
    low = by_rail if link.fully.yes else otherwise if link.linked.yes else 0
    high = by_rail if not link.fully.no else otherwise if not link.linked.no else 0
    return between(low, high, *sorted(needs))
