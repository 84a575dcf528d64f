"""Where counters are put down: not among the enemy, and only on ground on which somebody can stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.engine import actions as act
from adjudicator.engine.terms import EntryWord, KindWord, TerrainWord
from adjudicator.facts import NO

from .opinion import Opinion
from .registry import SHARED
from .table import Table


@SHARED.rule(on=(act.Place, act.Replace))
def on_firm_ground(
    table: Table,
    action: act.Place | act.Replace,
    *,
    terrain: frozenset[TerrainWord],
    thawed: Mapping[TerrainWord, list[int]] | None = None,
    why: frozenset[EntryWord],
    not_kinds: frozenset[KindWord] = frozenset(),
    doubted: bool = False,
) -> Iterator[Opinion]:
    """Nothing is put into terrain that nobody enters, which some terrain is not in certain turns.

    `why`: of those that are placed only these are looked at, and not some kinds. Where nobody knows what is in the hex it is
    asked only if `doubted`: elsewhere the rules of their entry already ask where units come in.
    """
    hex, unit = action.at, table.unit(action.unit)
    if (
        hex is None
        or hex not in table.grid
        or unit.kind in not_kinds
        or (isinstance(action, act.Place) and action.why not in why)
    ):
        return
    closed = [word for word in sorted(terrain) if table.state.turn not in (thawed or {}).get(word, ())]
    found = next((word for word in closed if table.board.is_terrain(hex, frozenset((word,))).yes), None)
    if found is not None:
        yield Opinion(NO, f"{unit.name} was put into the {found} at {table.at(hex)}", units=(unit.id,), hexes=(hex,))
    elif doubted:
        message = f"{unit.name} was perhaps put into the {' or '.join(closed)} at {table.at(hex)}"
        yield Opinion(~table.board.is_terrain(hex, frozenset(closed)), message, units=(unit.id,), hexes=(hex,))


@SHARED.rule("check.replace")
def not_among_enemies(table: Table, replacement: act.Replace) -> Iterator[Opinion]:
    """Nobody comes back where enemy units stand; what only helps from afar may lie there."""
    unit, at = table.unit(replacement.unit), replacement.at
    enemies = table.enemies_on_the_ground(unit.side, at) if at is not None and at in table.grid else ()
    if enemies:
        yield Opinion(NO, f"{unit.name} was put on {table.names(enemies)}", units=(unit.id, *enemies), hexes=(at or "",))
