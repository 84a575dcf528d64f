"""What the rulebook's arithmetic comes to, worked out apart from the rules that judge it: totals, dice, columns, results."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from adjudicator.engine.charts import ResultsChart
from adjudicator.engine.hexes import Hex
from adjudicator.facts import Known
from adjudicator.rules.daylight import light as light_of
from adjudicator.rules.table import Table

ODDS = ("1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1", "8:1")
COVER = frozenset(("village", "town", "woods", "swamp"))
SHIFTS = {"village": -1, "town": -2, "woods": -2, "swamp": -2}


def printed(table: Table, unit: str, rating: str) -> int:
    """A number on the side of the counter that shows; nothing where none is printed."""
    stated = table.unit(unit).ratings[table.losses(unit)].get(rating)
    return stated.value if isinstance(stated, Known) else 0


def marked(table: Table, unit: str, mark: str) -> bool:
    standing = table.standing(unit)
    return standing is not None and mark in standing.marks


def is_a(table: Table, unit: str, trait: str) -> bool:
    return trait in table.unit(unit).traits


def light(table: Table) -> str:
    """Day, dusk or night, as noted or as the turn has it."""
    now = light_of(table)
    return now.value if isinstance(now, Known) else ""


def terrain(table: Table, hex: Hex) -> Collection[str]:
    stated = table.board.terrain(hex)
    return stated.value if isinstance(stated, Known) else ()


def level(table: Table, hex: Hex) -> int:
    stated = table.board.level(hex)
    return stated.value if isinstance(stated, Known) else 1


def across_stream(table: Table, frm: Hex, to: Hex) -> bool:
    return table.board.has_feature(frm, to, frozenset(("stream",))).yes


def combat(table: Table, unit: str) -> int:
    """Its strength in combat: artillery in move mode has that in brackets."""
    return printed(table, unit, "moving_combat" if marked(table, unit, "move mode") else "combat")


def antitank(table: Table, unit: str) -> int:
    return printed(table, unit, "moving_antitank" if marked(table, unit, "move mode") else "antitank")


# --- fire


def antitank_total(table: Table, firers: Sequence[str], to: Hex) -> int:
    """Each halved across a stream and uphill, quartered two levels up; fractions rounded up each time."""
    total = 0
    for unit in firers:
        frm, value = table.place_of(unit) or "", antitank(table, unit)
        if across_stream(table, frm, to):
            value = -(-value // 2)
        up = level(table, to) - level(table, frm)
        if up > 0:
            value = -(-value // (2 if up == 1 else 4))
        total += value
    return total


def barrage_total(table: Table, firers: Sequence[str], to: Hex) -> int:
    """All strengths together, halved in cover with fractions dropped."""
    total = sum(printed(table, unit, "combat") for unit in firers)
    return total if COVER.isdisjoint(terrain(table, to)) else total // 2


def fire_result(table: Table, total: int, die: int) -> str:
    """What the fire table says, with its ends for dice and totals beyond them."""
    chart = table.game.chart("fire", ResultsChart)
    if chart is None:
        raise LookupError("the game has no fire table")
    starts = [int(label.rstrip("+").partition("-")[0]) for label in chart.columns]
    at = [index for index, start in enumerate(starts) if start <= total]
    return chart.look_up(die, chart.columns[at[-1]]) if at else "-"


# --- combat


def column(table: Table, attackers: Sequence[str], defenders: Sequence[str], to: Hex) -> str:
    """The ratio in favour of the defender, with the shifts of the rulebook."""
    attack = sum(combat(table, unit) for unit in attackers)
    defence = sum(combat(table, unit) for unit in defenders)
    if not defence:
        return ODDS[-1]
    at = 1 + attack // defence if attack >= defence else max(0, 3 - -(-defence // attack)) if attack else 0
    at = min(at, len(ODDS) - 1) + shifts(table, attackers, to)
    return ODDS[min(max(at, 0), len(ODDS) - 1)]


def shifts(table: Table, attackers: Sequence[str], to: Hex) -> int:
    froms = [table.place_of(unit) or "" for unit in attackers]
    side = table.unit(attackers[0]).side
    found = sum(SHIFTS.get(kind, 0) for kind in terrain(table, to))
    found -= 2 * all(across_stream(table, frm, to) for frm in froms)
    found -= max(0, level(table, to) - max(level(table, frm) for frm in froms))
    ours = any(is_a(table, unit, "armoured") for unit in attackers)
    theirs = any(is_a(table, unit, "armoured") for unit in table.enemy_units(side, to))
    return found + ours - theirs


def combat_result(table: Table, on: str, die: int) -> str:
    chart = table.game.chart("combat", ResultsChart)
    if chart is None:
        raise LookupError("the game has no combat table")
    return chart.look_up(die, on)
