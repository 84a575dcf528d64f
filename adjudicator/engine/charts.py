"""Charts printed on a map or a card: what terrain does, what a die gives, and plain tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from adjudicator.facts import Source

Ground = Literal["hex", "hexside", "route"]


@dataclass(frozen=True, slots=True)
class Cost:
    """What a terrain asks of a mover: a price, an addition to it, all its points, an end of its move, or no entry at all."""

    points: float = 0
    extra: bool = False
    stop: bool = False
    everything: bool = False
    barred: bool = False


FREE = Cost(extra=True)


def read_cost(text: str) -> Cost | None:
    """A cell of a terrain chart: `2`, `+1`, `+1 stop`, `all`, `no`; None for an empty one. ValueError for anything else."""
    words = text.split()
    if not words:
        return None
    stop = "stop" in words[1:]
    if len(words) > 1 + stop:
        raise ValueError(f"{text!r} is not a cost: write 2, ½, +1, +1 stop, all or no")
    first = words[0]
    if first == "no":
        return Cost(barred=True)
    if first == "all":
        return Cost(everything=True, stop=True)
    return Cost(read_points(first.removeprefix("+")), extra=first.startswith("+"), stop=stop)


def read_points(text: str) -> float:
    """A number of points: 2, 1/2, ½, 1½, 0.5. Exact in eighths, or ValueError."""
    plain = text.replace("½", ".5").replace("¼", ".25").replace("¾", ".75")
    over, slash, under = plain.partition("/")
    try:
        value = float(over) / float(under) if slash else float(plain)
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"{text!r} is not a number of points") from None
    if not 0 <= value < 1000 or (value * 8) % 1:
        raise ValueError(f"{text!r} is not a number of points between 0 and 1000 in eighths")
    return value


@dataclass(frozen=True, slots=True)
class TerrainRow:
    """One terrain, with its price for each way of moving and its part in combat."""

    feature: str
    where: Ground
    costs: Mapping[str, Cost] = field(default_factory=dict)
    shift: int = 0  # columns, negative to the left: in favour of the defender
    attack: float = 1  # what becomes of the strength of units that attack into or across it
    source: Source = Source.PLAYER
    cite: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class TerrainChart:
    """The terrain effects chart."""

    rows: Mapping[str, TerrainRow]

    def row(self, feature: str) -> TerrainRow | None:
        return self.rows.get(feature)

    def cost(self, feature: str, mobility: str) -> Cost:
        row = self.rows.get(feature)
        return FREE if row is None else row.costs.get(mobility, FREE)

    def of(self, where: Ground) -> tuple[TerrainRow, ...]:
        return tuple(row for row in self.rows.values() if row.where == where)


@dataclass(frozen=True, slots=True)
class ResultsChart:
    """A combat results table: a column for each ratio (or strength), a row for each number rolled."""

    columns: tuple[str, ...]
    rows: Mapping[int, tuple[str, ...]]
    source: Source = Source.PLAYER

    def look_up(self, die: int, column: str) -> str:
        """The result, taking the first or last row for numbers beyond them: modifiers never lead off the table."""
        row = min(max(die, min(self.rows)), max(self.rows))
        return self.rows[row][self.columns.index(column)]


@dataclass(frozen=True, slots=True)
class PlainChart:
    """Any other table: its rows by their first cell, each a mapping from the heading."""

    rows: Mapping[str, Mapping[str, str]]
    source: Source = Source.PLAYER

    def cell(self, row: str | int, column: str) -> str | None:
        return self.rows.get(str(row), {}).get(column)


Chart = TerrainChart | ResultsChart | PlainChart


def table_of(rows: Iterable[Mapping[str, str]], source: Source = Source.PLAYER) -> PlainChart:
    """A table from rows, by the first cell of each."""
    return PlainChart({next(iter(row.values())): row for row in rows}, source)
