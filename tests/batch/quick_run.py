"""A run whose files take no time to judge, so that nearly all of it is remembering: `python -m tests.batch.quick_run FILE N`."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from adjudicator.batch.memory import Hangs, ResultMemory
from adjudicator.batch.run import Item
from adjudicator.batch.unit import Reply, WorkUnit, encoded
from adjudicator.finding import Finding, Where
from adjudicator.report.judged import ToldFile, ToldFinding
from adjudicator.report.record import FacesShown, Record
from adjudicator.verdict import Verdict

FINDINGS = 20


class QuickWorkers:
    """Finds as much in every file."""

    alike = False

    def kept_open(self, units: Iterable[Any], arrived: Callable[[Any, Reply], None]) -> Iterator[tuple[Any, Reply]]:
        for item in units:
            reply = item.known
            if reply is None:
                reply = Reply(encoded(_record(item.unit.name)), {"html": item.unit.name * 1_000})
                arrived(item, reply)
            yield item, reply

    def close(self) -> None:
        pass


def _record(name: str) -> Record:
    found = tuple(
        ToldFinding(Finding("game/rule", f"{name} is wrong", Where(name, step), verdict=Verdict.ILLEGAL))
        for step in range(FINDINGS)
    )
    told = ToldFile(name, "A game", found, 7)
    return Record(name, "judged", Verdict.ILLEGAL, game="game", told=told, dice=(FacesShown("Anna", 6, (1, 2, 3, 4, 5, 6)),))


def main(place: Path, count: int) -> None:
    hangs = Hangs("program", "choices", "modules")
    with ResultMemory(place) as memory:
        units = [WorkUnit(str(number), str(number), hashlib.sha256(str(number).encode()).hexdigest()) for number in range(count)]
        items = (Item(unit, hangs, memory.find(hangs.key(unit), ("html",)), ("html",)) for unit in units)
        for item, reply in QuickWorkers().kept_open(items, lambda item, reply: memory.keep(item.unit, hangs, reply)):
            sys.stdout.write(f"{item.unit.label} {len(reply.record)} {item.known is not None}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
