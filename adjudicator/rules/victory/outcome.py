"""What decides the game: levels of victory by points, hexes held or entered, and what players announce."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from adjudicator.engine.actions import Declare
from adjudicator.engine.hexes import Hex
from adjudicator.engine.terms import AreaWord, MarkWord, NewDeclaration, NewLevel, PhaseWord, PlaceWord, SideWord, TraitWord
from adjudicator.facts import NO, Truth, all_of, any_of, between, exactly, truth
from adjudicator.finding import Row

from ..opinion import Opinion
from ..registry import SHARED
from ..supply.sources import ends_of
from ..table import Table
from .control import controls
from .points import in_its_scenario, scores

SHARED.slot("victory.level", "Which victory do the points make?", "many", optional=True)
SHARED.slot("victory.outcome", "What decides the game, apart from points?", "many", optional=True)


@dataclass(frozen=True, slots=True)
class VictoryOutcome:
    """A victory (or a draw: no side) and whether it has come about."""

    truth: Truth
    side: str
    level: str
    rows: tuple[Row, ...] = ()
    cite: tuple[str, ...] = ()
    order: int = 0  # its place among those looked at one after the other; 0: it has none, and yields to nobody


@SHARED.rule("victory.level", "victory.by_points")
def by_points(
    table: Table,
    *,
    of: SideWord,
    low: int,
    high: float = math.inf,
    winner: SideWord,
    level: NewLevel,
    turns: frozenset[int] = frozenset(),
    phases: frozenset[PhaseWord] = frozenset(),
) -> Iterator[VictoryOutcome]:
    """Points of one side between two numbers make a victory of a level for one side, or a draw if it names none."""
    score = scores(table).get(of)
    counted = (not turns or table.state.turn in turns) and (not phases or table.state.phase in phases)
    if score is not None and counted:
        said = score.points.at_least(exactly(low)) & score.points.at_most(exactly(high))
        yield VictoryOutcome(said, winner, level, (Row(str(score.points), f"points of {table.game.side_name(of)}"),))


@SHARED.rule("victory.outcome", "victory.units_at")
def units_at(
    table: Table,
    *,
    side: SideWord,
    winner: SideWord,
    level: NewLevel,
    hexes: frozenset[PlaceWord] = frozenset(),
    areas: frozenset[AreaWord] = frozenset(),
    but_not: frozenset[PlaceWord] = frozenset(),
    nearby: int = 0,
    nobody: bool = False,
    without: frozenset[TraitWord] = frozenset(),
    unmarked: frozenset[MarkWord] = frozenset(),
    turns: frozenset[int] = frozenset(),
    phases: frozenset[PhaseWord] = frozenset(),
    order: int = 0,
) -> Iterator[VictoryOutcome]:
    """A unit of a side (without some traits and markers) in or near some hexes decides the game; or that there is none."""
    if (turns and table.state.turn not in turns) or (phases and table.state.phase not in phases):
        return
    ends: dict[Hex, Truth] = {}
    for hex, there in ends_of(table.board, hexes, areas=areas).items():
        ends.update((near, there | ends.get(near, NO)) for near in table.grid.within(hex, nearby) if near not in but_not)
    said, rows = NO, list[Row]()
    for id_, standing in table.force(side).standings.items():
        if standing.place not in ends:
            continue
        unit = table.unit(id_)
        counts = all_of(
            (
                ends[standing.place],
                *(~unit.has(trait) for trait in sorted(without)),
                *(~standing.marked(mark, id_) for mark in sorted(unmarked)),
            )
        )
        said |= counts
        if not counts.no:
            rows.append(Row(unit.name, f"at {table.at(standing.place)}"))
    yield VictoryOutcome(~said if nobody else said, winner, level, tuple(rows), order=order)


@SHARED.rule("victory.outcome", "victory.hexes_held")
def hexes_held(
    table: Table,
    *,
    side: SideWord,
    hexes: frozenset[PlaceWord],
    winner: SideWord,
    level: NewLevel,
    at_least: int | None = None,
    and_not: frozenset[PlaceWord] = frozenset(),
    turns: frozenset[int] = frozenset(),
    phases: frozenset[PhaseWord] = frozenset(),
    order: int = 0,
    occupied: bool = False,
) -> Iterator[VictoryOutcome]:
    """So many of some hexes (or all) under one side's control decide, unless it has all of some others too.

    Control may be no more than a unit in the hex.
    """
    if (turns and table.state.turn not in turns) or (phases and table.state.phase not in phases):
        return
    holds = _occupies if occupied else controls
    held = {hex: holds(table, side, hex) for hex in sorted(hexes)}
    low, high = sum(bool(said.answer) for said in held.values()), sum(not said.no for said in held.values())
    needs = {need for said in held.values() for need in said.needs}
    enough = between(low, high, *sorted(needs)).at_least(exactly(len(hexes) if at_least is None else at_least))
    besides = all_of(controls(table, side, hex) for hex in sorted(and_not)) if and_not else NO
    rows = tuple(Row("held" if said.yes else "perhaps", table.at(hex)) for hex, said in held.items() if not said.no)
    yield VictoryOutcome(enough & ~besides, winner, level, rows, order=order)


def _occupies(table: Table, side: str, hex: str) -> Truth:
    return truth(bool(table.friends_at(side, hex)))


def outcomes(table: Table) -> tuple[VictoryOutcome, ...]:
    """Every way in which the game may be won, as things stand: first what decides it apart from points."""
    names = ("victory.outcome", "victory.level")
    found = (
        (binding, played, outcome)
        for name in names
        for binding in table.rules.all_of(name)
        if not (played := in_its_scenario(table, binding)).no
        for outcome in binding(table)
    )
    every = [replace(outcome, truth=outcome.truth & played, cite=binding.cite) for binding, played, outcome in found]
    return (*(_in_its_turn(table, each, every) for each in every), *_drawn(every))


def _in_its_turn(table: Table, each: VictoryOutcome, every: Iterable[VictoryOutcome]) -> VictoryOutcome:
    """What decides the game first, or at the same time for the other side, leaves it nothing to decide."""
    rivals = [one for one in every if 0 < one.order <= each.order and one.side != each.side and not one.truth.no]
    if each.truth.no or not rivals:
        return each
    rows = tuple(row for one in rivals for row in (*one.rows, Row("against it", _named(table, one))))
    cite = tuple(dict.fromkeys(section for one in (each, *rivals) for section in one.cite))
    return replace(each, truth=each.truth & ~any_of(one.truth for one in rivals), rows=(*each.rows, *rows), cite=cite)


def _drawn(every: Sequence[VictoryOutcome]) -> Iterator[VictoryOutcome]:
    """Where conditions of the same order have come about for both sides, nobody has won."""
    for order in sorted({each.order for each in every} - {0}):
        equal = [each for each in every if each.order == order and not each.truth.no]
        sides = sorted({each.side for each in equal})
        if len(sides) > 1:
            earlier = any_of(each.truth for each in every if 0 < each.order < order)
            both = all_of(any_of(each.truth for each in equal if each.side == side) for side in sides)
            rows = tuple(row for each in equal for row in each.rows)
            yield VictoryOutcome(both & ~earlier, "", "draw", rows, tuple(section for each in equal for section in each.cite))


def _named(table: Table, each: VictoryOutcome) -> str:
    return f"{each.level} for {table.game.side_name(each.side)}" if each.side else each.level


def standing(table: Table) -> tuple[Row, ...]:
    """How the game stands: the points of each side with what they are for, and the victories they make."""
    rows: list[Row] = []
    for score in scores(table).values():
        rows += [*score.rows, Row(str(score.points), f"points of {table.game.side_name(score.side)}")]
    for outcome in outcomes(table):
        if not outcome.truth.no:
            word = "victory" if outcome.truth.yes else "perhaps"
            rows += [*outcome.rows, Row(word, _named(table, outcome))]
    return tuple(rows)


@SHARED.rule("check.declare", "victory.claimed")
def claimed(table: Table, declare: Declare, *, what: NewDeclaration = "victory") -> Iterator[Opinion]:
    """A victory that is announced has come about: by the side it names, and at the level if it names one."""
    if declare.what != what:
        return
    values = dict(declare.values)
    side, level = values.get("side", ""), values.get("level")
    found = [each for each in outcomes(table) if each.side == side and level in (None, each.level)]
    said = any_of(each.truth for each in found)
    rows = tuple(dict.fromkeys(row for each in found for row in each.rows))
    name = table.game.side_name(side) if side else "nobody"
    claim = f"{level or 'victory'} for {name}"
    message = (
        "" if said.yes else f"{claim} has not come about" if said.no else f"whether there is a {claim} hangs on what is not known"
    )
    cite = tuple(dict.fromkeys(section for each in found for section in each.cite))
    yield Opinion(said, message, rows=rows, cite=cite)
