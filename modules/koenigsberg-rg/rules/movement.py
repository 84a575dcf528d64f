"""Movement: nobody leaves by the edge of the map, and what is remembered of refugees (events.5, 9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from adjudicator.api import (
    NO,
    Lifetime,
    Opinion,
    Remove,
    Table,
    memory,
    rule,
    terms,
)


@rule("check.remove")
def stays_on_the_map(table: Table, remove: Remove, *, why: frozenset[terms.ExitWord]) -> Iterator[Opinion]:
    """Nobody leaves by the edge of the map."""
    if remove.why in why:
        unit = table.unit(remove.unit)
        back = f"put {unit.name} back to {table.place_of(remove.unit)}"
        yield Opinion(NO, f"{unit.name} left the map, which no unit may", units=(unit.id,), fix=back)


REFUGEES: Final = memory(
    "refugees",
    str,
    "whether refugees hinder the units of the headquarters in command (now) or of the next one",
    lasts=Lifetime.GAME,
    default="",
    forbids=True,
)
