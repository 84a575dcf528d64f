"""Who may have helped in a combat that nobody announced: what the counters tell of it, and whose help leaves no trace.

Where a game says where aircraft land, they fly only if they are put there; in others their markers lie where they lay. Columns
that were spent are gone. Others that help from afar stay where they are, and so do guns, for each of which a column was spent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from adjudicator.engine.actions import Support
from adjudicator.engine.deeds import SUPPORTED
from adjudicator.engine.hexes import Hex
from adjudicator.rules.table import Table

from ..fights import from_afar, helping

MOST = 2  # of a kind that are taken to have helped unseen
_NEAR = 2  # hexes from the target that a helper may be: beside an attacker


@dataclass(frozen=True, slots=True)
class Help:
    """Who helps the attacker, and who the defender."""

    support: tuple[Support, ...] = ()
    defence: tuple[Support, ...] = ()

    def __add__(self, other: Help) -> Help:
        return Help((*self.support, *other.support), (*self.defence, *other.defence))

    def traced(self, table: Table) -> Help:
        """Only those whose counters tell that they helped."""
        silent = unseen_kinds(table)
        kept = (tuple(each for each in side if table.unit(each.unit).kind not in silent) for side in (self.support, self.defence))
        return Help(*kept)


def spent_kinds(table: Table) -> Mapping[str, str]:
    """Kinds of units that are spent for their help, and as what they are then taken off."""
    rules = (binding.values for binding in table.rules.sort("spent"))
    return {kind: str(values["why"]) for values in rules for kind in values["kinds"]}


def unseen_kinds(table: Table) -> frozenset[str]:
    """Kinds whose help leaves no trace on the map."""
    landing = frozenset[str]().union(*(binding.values["kinds"] for binding in table.rules.sort("landing")))
    return helping(table) - landing - spent_kinds(table).keys()


def spent_beside(table: Table, gone: Iterable[str], side: str, target: Hex) -> tuple[str, ...]:
    """Of the units that are gone those of a side that were spent for a combat there, and were not themselves attacked."""
    kinds = spent_kinds(table)
    return tuple(
        unit
        for unit in gone
        if table.unit(unit).kind in kinds
        and table.unit(unit).side == side
        and 0 < table.grid.distance(table.place_of(unit) or target, target) <= _NEAR
    )


def with_guns(table: Table, side: str, target: Hex, spent: tuple[str, ...]) -> Iterator[tuple[Support, ...]]:
    """What was spent may each have been for itself, or for a gun nearby."""
    columns = tuple(map(Support, spent))
    kinds = unseen_kinds(table) - from_afar(table) if spent else frozenset[str]()
    near = table.grid.within(target, _NEAR) if kinds else ()
    guns = sorted(unit for hex in near for unit in table.friends_at(side, hex) if table.unit(unit).kind in kinds)
    for count in range(min(len(spent), MOST) + 1):
        for some in combinations(guns, count):
            yield (*columns, *map(Support, some))


def unseen(table: Table, side: str, enemy: str) -> Iterator[Help]:
    """Help of either side that nothing shows; of markers that are all alike the first will do."""
    kinds = unseen_kinds(table)
    counters = {unit: table.unit(unit) for unit in table.force(side).standings}
    yield from (Help((Support(unit),)) for unit, each in counters.items() if each.helps_from_afar and not each.flies)
    if not any(each.flies and each.kind in kinds for each, _ in table.state.units):
        return
    for count in range(1, MOST + 1):
        yield from (Help(some) for some in [_ready(table, side, count)] if some)
    for count in range(1, MOST + 1):
        yield from (Help((), some) for some in [_ready(table, enemy, count)] if some)


def _ready(table: Table, side: str, count: int) -> tuple[Support, ...]:
    """So many aircraft of a side that wait in a box and have not been used; none, if there are not so many."""
    used = table.state.those(SUPPORTED)
    waiting = [
        unit
        for unit, standing in sorted(table.force(side).standings.items())
        if table.unit(unit).flies and standing.place not in table.grid and unit not in used
    ]
    return tuple(map(Support, waiting[:count])) if len(waiting) >= count else ()
