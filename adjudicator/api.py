"""All that a game's own rules.py may import: the world it looks at, the words of a judgement, and the shared rules' helpers.

    from adjudicator.api import Move, Opinion, Table, rule, truth

    @rule("check.move")
    def not_on_the_first_turn(table: Table, move: Move, *, turn: int = 1) -> Iterator[Opinion]:
        '''Nobody moves on the first turn.'''
        yield Opinion(truth(table.state.turn > turn), f"{table.names(move.units)} moved on turn {turn}", units=move.units)

rules.toml then binds it as `own.not_on_the_first_turn`. A rule that asks a question of its own names it by a `Slot` in the
same file. The rooms of the shared rules are namespaces: `zoc.controlled(...)`, `stacking.fits(...)`, `printed.cell(...)`. Which
kind of word a parameter takes is said by its type: `marked: frozenset[terms.MarkWord]`.
"""

from __future__ import annotations

from adjudicator import factname
from adjudicator.engine import deeds, terms
from adjudicator.engine.actions import (
    Action,
    Activate,
    Advance,
    Attack,
    Declare,
    Draw,
    Fire,
    Lose,
    Mark,
    Move,
    Phase,
    Place,
    Remove,
    Replace,
    Retreat,
    Roll,
    Supply,
    Support,
)
from adjudicator.engine.board import Board, Feature
from adjudicator.engine.charts import Chart, Cost, PlainChart, ResultsChart, TerrainChart, TerrainRow, read_points
from adjudicator.engine.hexes import DIRECTIONS, Grid, Hex, Side, column_row, hex_of, opposite, side
from adjudicator.engine.memory import Family, Lifetime, Memory, memory
from adjudicator.engine.state import Force, Standing, State
from adjudicator.engine.units import Unit
from adjudicator.facts import (
    NO,
    YES,
    Fact,
    Interval,
    Known,
    Source,
    Truth,
    Unknown,
    all_of,
    any_of,
    between,
    exactly,
    number,
    points,
    truth,
    unsure,
)
from adjudicator.finding import Row
from adjudicator.games.own import rule
from adjudicator.rules import (
    advance,
    air,
    chits,
    circumstances,
    combat,
    command,
    daylight,
    entry,
    events,
    fire,
    losses,
    map_in_play,
    militia,
    morale,
    movement,
    printed,
    replacements,
    retreat,
    sequence,
    settling,
    sightline,
    spotting,
    stacking,
    supply,
    victory,
    zoc,
)
from adjudicator.rules.apply import apply
from adjudicator.rules.judge import judge
from adjudicator.rules.opinion import Judged, Opinion
from adjudicator.rules.registry import Binding, Slot
from adjudicator.rules.table import Game, Table
from adjudicator.verdict import Verdict
