"""Where a unit may go from where it stands, by each way of travelling, and what keeps it where it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from adjudicator import factname
from adjudicator.engine.actions import Move
from adjudicator.engine.deeds import ACTIVE_HQ
from adjudicator.engine.hexes import Hex
from adjudicator.engine.memory import Lifetime
from adjudicator.factname import FactName
from adjudicator.facts import NOTHING, Interval, points
from adjudicator.verdict import Verdict

from ..judge import judge
from ..table import Table
from .modes import Mode, allowance, modes_of
from .search import reachable, terms_for

_LATER = frozenset((factname.active_headquarters(), factname.phase()))
_FARTHEST = 1_000.0


@dataclass(frozen=True, slots=True)
class Destination:
    """A hex that can be reached, with the points it takes along one cheapest path."""

    hex: Hex
    label: str  # with its name
    points: float
    path: tuple[Hex, ...]
    sure: bool  # False: it hangs on what is not known


@dataclass(frozen=True, slots=True)
class Travel:
    """One way of travelling: regular, strategic, by rail."""

    mode: str
    allowance: Interval
    cite: tuple[str, ...]
    hexes: tuple[Destination, ...]


@dataclass(frozen=True, slots=True)
class Destinations:
    """Everywhere a unit may go."""

    unit: str
    name: str
    at: str
    ways: tuple[Travel, ...]
    refused: str = ""  # where it may go nowhere: what stands against it most often

    @property
    def hexes(self) -> tuple[Hex, ...]:
        return tuple(each.hex for way in self.ways for each in way.hexes)

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield f"{self.name} at {self.at}"
        for way in self.ways:
            yield f"  {way.mode} movement, {way.allowance} points ({', '.join(way.cite)}):"
            for each in way.hexes:
                perhaps = "" if each.sure else "  perhaps"
                yield f"    {points(each.points):>4}  {each.label}  by {' '.join(each.path)}{perhaps}"
        if not self.ways:
            yield f"  nowhere: {self.refused}" if self.refused else "  nowhere"


def whenever_it_is_time(table: Table) -> Table:
    """The position as it would be in some phase in which the unit may move, under a headquarters that commands it."""
    return table.after(replace(table.begins(Lifetime.TURN), phase="", active="").without(ACTIVE_HQ))


def destinations(table: Table, unit: str, *, whenever: bool = False) -> Destinations:
    """A hex stands under the first way that leads to it. `whenever`: whose turn it is and who commands is not asked."""
    granted = _LATER if whenever else NOTHING
    told: set[Hex] = set()
    refused: Counter[str] = Counter()
    ways = []
    for _, cite, mode in modes_of(table, table.unit(unit)):
        span, _ = allowance(table, table.unit(unit), mode)
        found = tuple(_reached(table, unit, mode, min(span.high, _FARTHEST), told, granted, refused))
        if found:
            told.update(each.hex for each in found)
            ways.append(Travel(mode.name, span, cite, found))
    start = table.place_of(unit) or ""
    why = refused.most_common(1)[0][0] if refused and not ways else ""
    return Destinations(unit, table.unit(unit).name, table.at(start), tuple(ways), why)


def _reached(
    table: Table, unit: str, mode: Mode, most: float, told: set[Hex], granted: frozenset[FactName], refused: Counter[str]
) -> Iterator[Destination]:
    start = table.place_of(unit) or ""
    ways = reachable(terms_for(table, table.unit(unit), mode), start, most)
    for hex in sorted(ways.keys() - told - {start}):
        judged = judge(table, Move((unit,), hex, mode=mode.name))
        if judged.verdict is Verdict.ILLEGAL:
            refused.update(each.opinion.message for each in judged.findings if each.verdict is Verdict.ILLEGAL)
            continue
        sure = all(each.opinion.truth.needs <= granted for each in judged.findings)
        yield Destination(hex, table.at(hex), ways[hex].cost, ways[hex].path, sure)
