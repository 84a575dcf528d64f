"""Points of victory: for hexes, for losses of the enemy, for units with a line of communication."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from adjudicator import factname
from adjudicator.engine.actions import Action, Advance, Attack, Fire, Lose, Move, Remove, Retreat
from adjudicator.engine.deeds import NOBODY, Units
from adjudicator.engine.memory import Lifetime
from adjudicator.engine.state import State
from adjudicator.engine.terms import AreaWord, BoxWord, ExitOrLoss, SideWord, TagWord, Term, TraitWord, UnitWord
from adjudicator.facts import NO, YES, Interval, Truth, Unknown, any_of, between, exactly, truth, unsure
from adjudicator.finding import Row

from .. import zoc
from ..entry import GONE
from ..registry import SHARED, Binding
from ..supply.line import lines
from ..supply.sources import ends_of, line_of
from ..table import Table
from .control import controls

SHARED.slot("victory.score", "What gives points of victory?", "many", optional=True)

LOSSES: Final = SHARED.memory(
    "units lost", Units, "the units lost so far", lasts=Lifetime.GAME, default=NOBODY, words=(Term.UNIT,)
)


@dataclass(frozen=True, slots=True)
class Score:
    """Points of one side, with what they are for."""

    side: str
    points: Interval
    rows: tuple[Row, ...] = ()


@SHARED.rule("victory.score", "victory.hexes")
def hexes(
    table: Table,
    *,
    tag: TagWord = "",
    worth: Mapping[TagWord, int] | None = None,
    each: int = 1,
    sides: frozenset[SideWord] = frozenset(),
) -> Iterator[Score]:
    """Hexes give points to the side that controls them: those with a tag, all the same or each its own number."""
    values = {**dict.fromkeys(table.board.tagged(tag) if tag else (), each), **(worth or {})}
    for side in table.game.sides:
        if sides and side not in sides:
            continue
        rows: list[Row] = []
        total = exactly(0)
        for hex, value in sorted(values.items()):
            said = controls(table, side, hex)
            if not said.no:
                points = exactly(value) if said.yes else between(0, value, *said.needs)
                total += points
                rows.append(Row(str(points), table.at(hex)))
        yield Score(side, total, tuple(rows))


@SHARED.rule("victory.score", "victory.losses")
def losses(
    table: Table,
    *,
    of: SideWord,
    to: SideWord,
    each: int = 1,
    without: frozenset[TraitWord] = frozenset(),
    left: frozenset[ExitOrLoss] = frozenset(),
    boxes: frozenset[BoxWord] = frozenset(),
) -> Iterator[Score]:
    """Each unit that one side lost gives points to the other; those that `left` for some reasons, or lie in some boxes, too."""
    noted = table.state.recall(LOSSES)
    if isinstance(noted, Unknown):
        yield Score(to, between(0, each * len(table.force(of).units), noted.key))
        return
    force = table.force(of)
    away = {id_ for id_, (_, why) in table.state.listed(GONE).items() if why in left}
    away |= {id_ for id_, standing in force.standings.items() if standing.place in boxes}
    lost = sorted(id_ for id_ in away | set(noted.value) if id_ in force.units and without.isdisjoint(table.unit(id_).traits))
    rows = tuple(Row(str(each), f"{table.unit(id_).name} lost") for id_ in lost)
    yield Score(to, exactly(each * len(lost)), rows)


@SHARED.rule(name="victory.count_losses", after=(Lose, Move, Retreat, Advance, Fire, Remove, Attack))
def count_losses(
    after: Table, action: Action, before: Table, *, reasons: frozenset[ExitOrLoss] = frozenset({"eliminated"})
) -> State:
    """Units that were in play before an action and are not after it are noted as lost (those removed only for some reasons)."""
    if getattr(action, "why", "eliminated") not in reasons:
        return after.state
    gone = {unit.id for unit, _ in before.state.units if after.standing(unit.id) is None}
    return after.state.adding(LOSSES, *gone)


@SHARED.rule("victory.score", "victory.units_with_a_line")
def units_with_a_line(
    table: Table,
    *,
    side: SideWord,
    areas: frozenset[AreaWord],
    each: int,
    traits: frozenset[TraitWord] = frozenset(),
    units: frozenset[UnitWord] = frozenset(),
    start_free: bool = False,
) -> Iterator[Score]:
    """Each of certain units that has a line of communication to a map edge gives points.

    It may have to stand outside enemy zones of control itself, though its own hex cuts no line.
    """
    there = lines(table, side, line_of(table, side), ends_of(table.board, areas=areas))
    total, rows = exactly(0), list[Row]()
    for id_, standing in table.force(side).standings.items():
        unit = table.unit(id_)
        if id_ not in units and traits.isdisjoint(unit.traits):
            continue
        said = there.at(standing.place)
        if start_free:
            said &= ~any_of(zoc.field(table, force.side).get(standing.place, NO) for force in table.enemies(side))
        if not said.no:
            points = exactly(each) if said.yes else between(0, each, *said.needs)
            total += points
            rows.append(Row(str(points), f"{unit.name}: {' '.join(there.path(standing.place))}"))
    yield Score(side, total, tuple(rows))


def scores(table: Table) -> Mapping[str, Score]:
    """The points of each side that has any rule to score by."""
    found: dict[str, Score] = {}
    for binding in table.rules.all_of("victory.score"):
        played = in_its_scenario(table, binding)
        for score in binding(table) if not played.no else ():
            points = score.points if played.yes else between(0, score.points.high, *(score.points.needs | played.needs))
            before = found.get(score.side, Score(score.side, exactly(0)))
            found[score.side] = Score(score.side, before.points + points, (*before.rows, *score.rows))
    return found


def in_its_scenario(table: Table, binding: Binding) -> Truth:
    """Is the scenario played that a rule is for (`when = { scenario = "..." }`), if it is for one only?"""
    meant, noted = binding.when.get("scenario"), table.said("scenario")
    if meant is None:
        return YES
    return unsure(factname.scenario()) if isinstance(noted, Unknown) or noted.value is None else truth(noted.value == meant)
