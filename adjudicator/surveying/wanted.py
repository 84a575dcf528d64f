"""Which facts to look up first: those on which most verdicts hang, and as few of them as settle the most."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from adjudicator.factname import KINDS, FactName
from adjudicator.games import LoadedGame
from adjudicator.games.questions import answer, as_table, question
from adjudicator.words import plural

FILE = "facts-asked.csv"


@dataclass(frozen=True, slots=True)
class WantedFact:
    """A fact to look up, and how many verdicts are settled once this and all before it are known."""

    name: FactName
    settled: int


def shown(names: Iterable[FactName]) -> frozenset[FactName]:
    """Those that map, counters and charts show."""
    return frozenset(name for name in names if KINDS[name.kind].by == "shown")


def in_order(open_: Sequence[frozenset[FactName]]) -> list[WantedFact]:
    """`open_` are the facts that each open verdict lacks. What settles most verdicts for the fewest questions comes first.

    A verdict that hangs on something of the moment too, which nobody can look up, is settled by none.
    """
    left = Counter(needs for needs in open_ if needs and shown(needs) == needs)
    found: list[WantedFact] = []
    settled = 0
    while left:
        hanging = Counter[FactName]()
        for needs, number in left.items():
            hanging.update(dict.fromkeys(needs, number))
        best = max(left, key=lambda needs: (_gain(needs, left), -len(needs), tuple(map(str, sorted(needs)))))
        for name in sorted(best, key=lambda name: (-hanging[name], name)):
            done = sum(number for needs, number in left.items() if needs <= {name})
            settled += done
            left = _without(left, name)
            found.append(WantedFact(name, settled))
    return found


def _gain(needs: frozenset[FactName], left: Mapping[frozenset[FactName], int]) -> float:
    return sum(number for other, number in left.items() if other <= needs) / len(needs)


def _without(left: Mapping[frozenset[FactName], int], name: FactName) -> Counter[frozenset[FactName]]:
    found = Counter[frozenset[FactName]]()
    for needs, number in left.items():
        rest = needs - {name}
        if rest:
            found[rest] += number
    return found


def table_of(wanted: Sequence[WantedFact], game: LoadedGame, old: str | None) -> str:
    """A table to fill in. Rows of an earlier one that have answers stay; those that nobody has answered are asked anew."""
    answered = [
        (row.get("fact") or "", row.get("value") or "", row.get("note") or "")
        for row in csv.DictReader(io.StringIO(old or ""))
        if (row.get("value") or "").strip()
    ]
    there = {" ".join(fact.split()) for fact, _, _ in answered}
    asked = ((str(each.name), "", _note(each, game)) for each in wanted if str(each.name) not in there)
    return as_table([*answered, *asked])


def _note(each: WantedFact, game: LoadedGame) -> str:
    gain = f"with all above it settles {plural(each.settled, 'verdict')}"
    return f"{question(each.name, game)} Write {answer(each.name, game)}. ({gain})"
