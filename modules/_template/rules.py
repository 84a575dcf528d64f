"""What the shared rules cannot say: how many units move in a phase."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from adjudicator.api import Lifetime, Move, Opinion, Row, Table, Unknown, between, deeds, exactly, memory, rule, terms

BELL: Final = memory("bell", str, "whether the bell rings, or is silent", lasts=Lifetime.GAME, default="silent")


@rule("check.move")
def orders(table: Table, move: Move, *, units: int, rung: int, side: terms.SideWord) -> Iterator[Opinion]:
    """So many units move in a phase; those of one side may be more while the bell rings."""
    mover = table.unit(move.units[0]).side
    before = {id_ for id_ in table.state.those(deeds.MOVED) if table.unit(id_).side == mover}
    bell = table.state.recall(BELL)
    if mover != side:
        limit = exactly(units)
    elif isinstance(bell, Unknown):
        limit = between(units, rung, bell.key)
    else:
        limit = exactly(rung if bell.value == "rings" else units)
    moved = before | set(move.units)
    said = exactly(len(moved)).at_most(limit)
    names, player = table.names(tuple(sorted(moved))), table.game.side_name(mover)
    perhaps = "perhaps " if said.open else ""
    yield Opinion(
        said,
        f"{names} moved in one phase, {perhaps}more than the {player} player may move",
        rows=(Row(str(limit), "units may move in the phase"), Row(str(len(moved)), "moved")),
        units=move.units,
    )
