"""The reinforcement phase: withdrawals, columns, replacements, reinforcements, headquarters that return."""

from __future__ import annotations

from adjudicator.engine.actions import Place, Remove, Replace
from adjudicator.engine.hexes import Hex
from adjudicator.rules.entry import GONE
from adjudicator.rules.printed import lines
from adjudicator.rules.supply.sources import base_sources, chain_of, merged
from adjudicator.rules.table import Table

from ..desk import Desk

FULL = 4


def everything(desk: Desk) -> None:
    _withdrawals(desk)
    for side in desk.table.game.sides:
        _columns(desk, side)
        _replacements(desk, side)
        _reinforcements(desk, side)
        _headquarters(desk, side)


def _withdrawals(desk: Desk) -> None:
    for row in lines(desk.table, "withdrawals", "turn", str(desk.table.state.turn)) or ():
        unit = row.get("unit", row[""])
        if desk.table.place_of(unit) in desk.table.grid:
            desk.plays_legally(Remove(unit, "withdrawal"))


def _columns(desk: Desk, side: str) -> None:
    """As many as the turn gives, beside headquarters: those with a railway may take several."""
    given = next(row for row in lines(desk.table, "turns") or () if row["turn"] == str(desk.table.state.turn))
    idle = [unit.id for unit in desk.table.force(side).units.values() if unit.kind == "column"]
    idle = [unit for unit in idle if desk.table.place_of(unit) is None]
    count = int(given[f"columns_{side}"])
    for link in desk.shuffled(chain_of(desk.table, side)):
        for _ in range(3 if link.fully.yes else 1 if link.linked.yes else 0):
            if count and idle and desk.plays_legally(Place(idle[0], link.hex, "column")):
                idle.pop(0)
                count -= 1


def _replacements(desk: Desk, side: str) -> None:
    """Points are spent on units with a line to a headquarters, and on lost ones at sources."""
    force = desk.table.force(side)
    hurt = [unit for unit, each in force.standings.items() if each.losses and each.place in desk.table.grid]
    for unit in desk.shuffled(sorted(hurt))[:8]:
        desk.tries(Replace(unit))
    lost = [unit for unit, (_, why) in desk.table.state.listed(GONE).items() if why == "eliminated" and unit in force.units]
    for unit in desk.shuffled(sorted(lost))[:4]:
        free = sources(desk.table, side)
        if free and desk.table.unit(unit).kind not in ("hq", "column"):
            desk.tries(Replace(unit, desk.dice.randint(1, 2), desk.dice.choice(free)))


def _reinforcements(desk: Desk, side: str) -> None:
    force = desk.table.force(side)
    for row in lines(desk.table, "arrivals", "turn", str(desk.table.state.turn)) or ():
        unit = row.get("unit", row[""])
        if unit in force.units and desk.table.place_of(unit) is None and unit not in desk.table.state.listed(GONE):
            entry = row.get("entry", "")
            places = sorted(desk.table.board.areas.get(f"entry-{entry}", ())) if entry else sources(desk.table, side)
            places = [hex for hex in places if _room(desk.table, side, hex)]
            if places:
                desk.plays_legally(Place(unit, desk.dice.choice(places)))


def _headquarters(desk: Desk, side: str) -> None:
    for unit, (turn, why) in sorted(desk.table.state.listed(GONE).items()):
        if (
            unit in desk.table.force(side).units
            and desk.is_hq(unit)
            and why == "eliminated"
            and turn + 3 <= desk.table.state.turn
        ):
            tagged = sorted(desk.table.board.tagged(f"source-{side}"))
            places = [hex for hex in tagged if _room(desk.table, side, hex)]
            if places:
                desk.plays_legally(Place(unit, desk.dice.choice(places), "return"))


def sources(table: Table, side: str) -> list[Hex]:
    """Where lines end and somebody may still be put."""
    return [hex for hex in sorted(merged(base_sources(table, side))) if _room(table, side, hex)]


def _room(table: Table, side: str, hex: Hex) -> bool:
    land = table.board.is_terrain(hex, frozenset({"sea"})).no
    return land and not table.enemy_units(side, hex) and len(table.friends_at(side, hex)) < FULL
