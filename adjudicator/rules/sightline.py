"""Lines of sight: what stands between two hexes, by levels and by the symbols printed on the map.

A line that passes a hex near its middle surely crosses what is printed there. One that only clips it may or may not: nobody
can tell from numbers, so that is a fact of its own, `line of sight 1412/1712`, that a player with a thread and the map supplies.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import sqrt
from typing import Final, Literal

from adjudicator import factname
from adjudicator.engine.hexes import Grid, Hex
from adjudicator.engine.memory import Lifetime
from adjudicator.engine.sight import SightStep, line
from adjudicator.engine.terms import TerrainWord, Text
from adjudicator.factname import FactName
from adjudicator.facts import NO, YES, Source, Truth, Unknown, any_of, truth, unsure

from .registry import SHARED
from .table import Table

SHARED.slot("spotting.line", "Is the line of sight between two hexes free?")

Answer = Literal["blocks", "clear"]
Doubt = Literal["blocks", "clear", "open"]


@dataclass(frozen=True, slots=True)
class Sight:
    """How a game looks along a line."""

    symbols: frozenset[str]
    bare: Mapping[str, Answer]
    covered: Mapping[str, Answer]
    middle: float
    clips: Doubt
    one_side: Doubt
    levels: int


@SHARED.rule("spotting.line")
def by_levels(
    table: Table,
    frm: Hex,
    to: Hex,
    *,
    symbols: frozenset[TerrainWord],
    bare: Mapping[Text, Answer] | None = None,
    covered: Mapping[Text, Answer] | None = None,
    middle: float = 0.25,
    clips: Doubt = "open",
    one_side: Doubt = "open",
    levels: int = 3,
    reconstructed: bool = False,
) -> Truth:
    """Ground higher than both ends blocks; at one level so do symbols on that level. What blocks between two levels is a table.

    Its keys are the levels of spotter, hex between and target, `3-1-1`, or `3-1-1 next` where the hex between touches the target:
    `bare` for open ground, `covered` for symbols. What it does not say is open. `middle` is how far from the centre of a hex
    (the centres of neighbours are 1 apart) a line surely crosses what is printed in it; `clips` says what becomes of lines
    further off, and `one_side` of those along a hexside with something on one side of it only. A `reconstructed` table was read
    off pictures that nobody has, and decides only where a reconstruction may.
    """
    if reconstructed and Source.RECONSTRUCTION not in table.game.trusted:
        bare = covered = None
    sight = Sight(symbols, bare or {}, covered or {}, middle, clips, one_side, levels)
    key = factname.sight(frm, to)
    said = ~any_of(_step_blocks(table, sight, frm, to, step, key) for step in line(table.grid, frm, to)[:-1])
    return _stated(table, key, said) if said.open else said


FREE: Final = SHARED.family(
    "line of sight {}", bool, "whether it is free", lasts=Lifetime.GAME, default=Unknown(factname.memory("line of sight {}"))
)


def _stated(table: Table, key: FactName, otherwise: Truth) -> Truth:
    """What somebody with the map before them says of the line, if anybody does."""
    stated = table.state.sure(FREE["/".join(key.about)], None)
    if stated is not None:
        return truth(stated)
    return table.asks(key) if key in table.told else otherwise


def _step_blocks(table: Table, sight: Sight, frm: Hex, to: Hex, step: SightStep, key: FactName) -> Truth:
    """Does what the line passes here block it: a hex, or the two between which it runs along their hexside?"""
    on_map = [hex for hex in step.hexes if hex in table.grid]
    found = [_hex_blocks(table, sight, frm, hex, to, key) for hex in on_map]
    if not found:
        return NO
    if step.along_side or len(step.hexes) > len(on_map):
        both = found[0] & found[1] if len(found) == 2 else NO
        return both | (any_of(found) & _doubt(sight.one_side, key))
    return found[0] & (YES if off_centre(table.grid, frm, to, on_map[0]) <= sight.middle else _doubt(sight.clips, key))


def _doubt(doubt: Doubt, key: FactName) -> Truth:
    return unsure(key) if doubt == "open" else truth(doubt == "blocks")


def off_centre(grid: Grid, a: Hex, b: Hex, hex: Hex) -> float:
    """How far the centre of a hex lies from the line through two others; the centres of neighbours are 1 apart.

    Exact up to the root: a line through a centre gives 0.
    """
    (column, step), (to_column, to_step), (at, along) = grid.spot(a), grid.spot(b), grid.spot(hex)
    across, up = to_column - column, to_step - step
    turned = across * (along - step) - up * (at - column)
    return sqrt(Fraction(3 * turned * turned, 4 * (3 * across * across + up * up)))


def _hex_blocks(table: Table, sight: Sight, frm: Hex, hex: Hex, to: Hex, key: FactName) -> Truth:
    """Does what stands in a hex block a line through the middle of it, for every value of what is not known?"""
    levels = [table.board.level(each) for each in (frm, hex, to)]
    symbol = table.board.is_terrain(hex, sight.symbols)
    spans = [range(1, sight.levels + 1) if isinstance(level, Unknown) else (level.value,) for level in levels]
    covers = (True, False) if symbol.answer is None else (symbol.answer,)
    touching = table.grid.adjacent(hex, to)
    answers = {_answer(sight, s, b, t, cover, touching) for (s, b, t), cover in product(product(*spans), covers)}
    if len(answers) == 1 and None not in answers:
        return truth(True in answers)
    needs = symbol.needs | {level.key for level in levels if isinstance(level, Unknown)}
    return unsure(*(needs or (key,)))


def _answer(sight: Sight, spotter: int, between: int, target: int, covered: bool, touching: bool) -> bool | None:
    """Does a hex of that level block; None if the game does not say."""
    low, high = min(spotter, target), max(spotter, target)
    if between > high:
        return True
    if between < low:
        return False
    if low == high:
        return covered
    bare = False if between == low else _entry(sight.bare, spotter, between, target, touching)
    if not covered or bare:
        return bare
    return _entry(sight.covered, spotter, between, target, touching)


def _entry(entries: Mapping[str, Answer], spotter: int, between: int, target: int, touching: bool) -> bool | None:
    key = f"{spotter}-{between}-{target}"
    word = (entries.get(f"{key} next") if touching else None) or entries.get(key)
    return None if word is None else word == "blocks"
