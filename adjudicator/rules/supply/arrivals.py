"""Supply columns that arrive at headquarters: how many, by whether a railway leads there all the way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.engine.actions import Place
from adjudicator.engine.deeds import PLACED
from adjudicator.engine.terms import TraitWord
from adjudicator.facts import NO, YES, Interval, between, exactly, unsure
from adjudicator.finding import Row

from ..opinion import Opinion
from ..registry import SHARED
from ..table import Table
from .capacity import Assignment
from .sources import SourceLink, chain_of


@SHARED.rule("check.place", "supply.columns_arrive")
def columns_arrive(
    table: Table, place: Place, *, trait: TraitWord, by_rail: int, otherwise: int, nearby: int = 0
) -> Iterator[Opinion]:
    """Columns arrive at headquarters with a line of supply: so many a turn at each that a railway links, else fewer."""
    unit = table.unit(place.unit)
    if trait not in unit.traits or place.at not in table.grid:
        return
    chain = chain_of(table, unit.side)
    came = [id_ for id_ in sorted(table.state.those(PLACED)) if id_ != place.unit and _is_column(table, id_, unit.side, trait)]
    spots = {id_: table.place_of(id_) or "" for id_ in came} | {place.unit: place.at}
    reach = {id_: tuple(link.unit for link in chain if _near(table, link, spot, nearby)) for id_, spot in spots.items()}
    allowed = {link.unit: _allowed(link, by_rail, otherwise) for link in chain}
    near = [link for link in chain if link.unit in reach[place.unit]]
    if not near:
        where = f"stands at {table.at(place.at)} or next to it" if nearby else f"stands at {table.at(place.at)}"
        yield Opinion(
            NO,
            f"{unit.name} cannot arrive at {table.at(place.at)}: no headquarters of its side {where}",
            units=(unit.id,),
            hexes=(place.at,),
        )
        return
    sure, perhaps = (_fits(reach, {hq: getattr(each, end) for hq, each in allowed.items()}) for end in ("low", "high"))
    needs = {need for each in allowed.values() for need in each.needs}
    said = YES if sure else unsure(*sorted(needs)) if perhaps else NO
    total = exactly(0)
    for link in near:
        total += allowed[link.unit]
    mine = {link.unit for link in near}
    count = sum(not mine.isdisjoint(each) for each in reach.values())
    names = table.names(tuple(link.unit for link in near))
    rows = (Row(str(count), f"columns arrived at {names} this turn"), Row(str(total), "that its line of supply allows"))
    word = "cannot arrive" if said.no else "perhaps cannot arrive"
    most = f"no more than {total} a turn" if total.high else "none"
    message = "" if said.yes else f"{unit.name} {word} at {table.at(place.at)}: {names} can receive {most}"
    yield Opinion(said, message, rows=rows, units=(unit.id,), hexes=(place.at,))


def _is_column(table: Table, id_: str, side: str, trait: str) -> bool:
    return table.unit(id_).side == side and trait in table.unit(id_).traits and table.place_of(id_) in table.grid


def _near(table: Table, link: SourceLink, hex: str, nearby: int) -> bool:
    return table.grid.distance(link.hex, hex) <= nearby


def _fits(reach: Mapping[str, tuple[str, ...]], capacity: Mapping[str, float]) -> bool:
    """Is there room for the last of them at the headquarters beside which they stand? Those for whom there was none took none."""
    given = Assignment(capacity)
    return [given.add(id_, near) for id_, near in reach.items()][-1]


def _allowed(link: SourceLink, by_rail: int, otherwise: int) -> Interval:
    """How many may arrive at one headquarters."""
    needs = link.linked.needs | link.fully.needs
    low = by_rail if link.fully.yes else otherwise if link.linked.yes else 0
    high = by_rail if not link.fully.no else otherwise if not link.linked.no else 0
    return between(low, high, *sorted(needs))
