"""Bombardments that a die grants: how many, by whom, and upon whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

from adjudicator import factname
from adjudicator.engine import actions as act
from adjudicator.engine.deeds import CHIT, DRAWN
from adjudicator.engine.hexes import Hex
from adjudicator.engine.memory import Family, Lifetime
from adjudicator.engine.state import State
from adjudicator.engine.terms import (
    AttackWord,
    ChartWord,
    ChitChart,
    ChitKindWord,
    ColumnWord,
    DieWord,
    KindWord,
    PhaseWord,
    SideOrFront,
    SideWord,
)
from adjudicator.engine.units import Unit
from adjudicator.facts import NO, Interval, Truth, Unknown, any_of, between, exactly, truth, unsure
from adjudicator.finding import Row
from adjudicator.words import listed

from .chits import COMMANDS, chit, drawn, drawn_of, limit, none_yet
from .opinion import Opinion
from .printed import Line, count
from .registry import SHARED
from .table import Table


@dataclass(frozen=True, slots=True)
class Grant:
    """How many bombardments a group still has, and the hexes it has chosen."""

    left: Interval
    hexes: frozenset[Hex] = frozenset()


GRANTS: Final[Family[Grant]] = SHARED.family(
    "bombardments {}",
    Grant,
    "the bombardments that a group still has, and the hexes it has chosen",
    lasts=Lifetime.GAME,
    default=Unknown(factname.memory("bombardments {}")),
)


def granted(state: State, group: str, more: Interval) -> State:
    """The position once a group has been granted so many more."""
    before = state.sure(GRANTS[group], None)
    now = Grant(more) if before is None or before.left.high <= 0 else replace(before, left=before.left + more)
    return state.remember(GRANTS[group], now)


@SHARED.rule("after.roll")
def rolled(
    after: Table,
    roll: act.Roll,
    before: Table,
    *,
    purpose: DieWord = "bombardment",
    chart: ChartWord = "bombardment",
    column: ColumnWord = "attacks",
    summed: bool = False,
    first_plus: int = 0,
    first_phase: PhaseWord = "",
) -> State:
    """Each die rolled for bombardments grants a group (named after the purpose: `bombardment 2BF`) what the chart says.

    They may be summed and read as one, within the lines of the chart; in the first phase something may be added to each.
    """
    word, _, group = roll.purpose.partition(" ")
    if word != purpose or not group:
        return after.state
    total = exactly(0)
    plus = first_plus if before.state.phase == first_phase else 0
    for die in (sum(roll.dice),) if summed else roll.dice:
        total += count(before, chart, str(min(6, max(1, die + plus))), column)
    return granted(after.state, group, total)


@SHARED.rule("after.phase")
def lapse(after: Table, phase: act.Phase, before: Table, *, groups: frozenset[SideOrFront], first_phase: PhaseWord = "") -> State:
    """What is left of them is lost with the first phase, and with the turn."""
    state = after.state
    ended = before.state.phase == first_phase != after.state.phase or before.state.turn != after.state.turn
    for group in sorted(groups) if ended and before.state.phase else ():
        if state.sure(GRANTS[group], None) is not None:
            state = state.remember(GRANTS[group], Grant(exactly(0)))
    return state


@SHARED.rule("check.roll")
def in_time(
    table: Table,
    roll: act.Roll,
    *,
    limits: Mapping[SideOrFront, ColumnWord],
    purpose: DieWord = "bombardment",
    chart: ChitChart = "chits",
    turns_chart: ChartWord = "turns",
    commands: frozenset[ChitKindWord] = COMMANDS,
) -> Iterator[Opinion]:
    """A chit that brings bombardments is acted upon only if its group still had activations left when it was drawn."""
    word, _, group = roll.purpose.partition(" ")
    if word != purpose or group not in limits or not drawn(table):
        return
    before = drawn_of(table, chart, group, commands, table.state.sure(CHIT, ""))
    most = limit(table, group, limits[group], turns_chart)
    rows = (Row(str(before), f"chits of {group} drawn before"), Row(str(most), "activations allowed"))
    yield Opinion(~before.at_least(most), f"all activations of {group} were over, so that no {purpose} is rolled for it", rows)


def thrown_for(table: Table, row: Line) -> Iterator[str]:
    """For what dice are thrown when a chit is drawn."""
    for rule in table.rules.sort("thrown by chit"):
        for group, kind in rule.values["brought_by"].items():
            if row.get("kind") == kind and group in (row.get("front"), row.get("side")):
                yield f"{rule.values['purpose']} {group}"


@SHARED.rule("check.roll", sort="thrown by chit")
def brought(
    table: Table,
    roll: act.Roll,
    *,
    groups: frozenset[SideOrFront],
    brought_by: Mapping[SideOrFront, ChitKindWord],
    purpose: DieWord = "bombardment",
    chart: ChartWord = "chits",
    first_phase: PhaseWord = "",
    phases: frozenset[PhaseWord] = frozenset(),
) -> Iterator[Opinion]:
    """After the first phase dice are rolled for bombardments only if a chit that brings some was drawn; some groups have none.

    Chits are drawn in certain `phases`, and in no other one. Where none at all is ever drawn players draw without telling the
    file.
    """
    word, _, group = roll.purpose.partition(" ")
    if word != purpose or group not in groups or table.state.phase in ("", first_phase):
        return
    never = group not in brought_by or (bool(phases) and table.state.phase not in phases)
    without = never or (bool(drawn(table)) and _none_brought(table, group, brought_by, chart) is not None)
    unseen = not without and none_yet(table) and factname.chit_drawn() not in table.told
    said = unsure(factname.chit_drawn()) if unseen else truth(not without)
    yield Opinion(said, f"no chit was drawn for which a die is rolled for bombardments of {group}")


@SHARED.rule("check.attack", sort="grants")
def as_granted(
    table: Table,
    attack: act.Attack,
    *,
    groups: Mapping[SideOrFront, SideWord],
    kind: AttackWord = "bombardment",
    reach: int = 1,
    first_reach: int = 1,
    first_phase: PhaseWord = "",
    first_nearest: int = 0,
    not_kinds: frozenset[KindWord] = frozenset(),
    part: Literal["all", "first", "later"] = "all",
    brought_by: Mapping[SideOrFront, ChitKindWord] | None = None,
    chart: ChartWord = "chits",
    again: bool = False,
    anywhere: frozenset[SideOrFront] = frozenset(),
) -> Iterator[Opinion]:
    """A bombardment is one of those granted, upon an enemy unit near a unit of the group, and not upon the same hex twice.

    Some games let the same hex be bombarded `again`, and some groups bombard `anywhere`.

    `groups` are those that bombard, each with its side; in a first phase of bombardments they may reach further, and perhaps upon
    nobody nearer than so many hexes. With `part` this
    looks at bombardments of that phase alone, or at all others. `brought_by` is the kind of chit without which a group has
    none in the later phases.
    """
    if attack.kind != kind or (part != "all" and (part == "first") != (table.state.phase == first_phase)):
        return
    sides = {side for side in groups.values() if table.enemy_units(side, attack.target)}
    if not sides:
        yield Opinion(NO, f"nobody stands at {table.at(attack.target)} to be bombarded", hexes=(attack.target,))
        return
    far = _how_far(table, reach, first_reach, first_phase)
    off = first_nearest if table.state.phase == first_phase else 0
    near = [
        group
        for group, side in groups.items()
        if side in sides and (group in anywhere or _sees(table, group, side, attack.target, far, off, not_kinds))
    ]
    message = f"{table.at(attack.target)} is not within {far} hexes of a unit that could direct a bombardment"
    yield Opinion(truth(bool(near)), message, hexes=(attack.target,))
    if near:
        without = {} if table.state.phase in ("", first_phase) else brought_by or {}
        left = {group: _grant(table, group) or _none_brought(table, group, without, chart) for group in near}
        said = any_of(_may(grant, group, "" if again else attack.target) for group, grant in left.items())
        rows = tuple(Row(str(_left(grant, group)), f"bombardments left to {group}") for group, grant in left.items())
        whose = listed([f"the {table.game.side_name(group)} side" if group in table.game.sides else group for group in left])
        before = "" if again else ", or it was bombarded before"
        message = f"no bombardment is left for {table.at(attack.target)} to {whose}{before}"
        yield Opinion(said, message, rows, hexes=(attack.target,))


def _how_far(table: Table, reach: int, first_reach: int, first_phase: str) -> int:
    """Where the phase is not stated, it may be the one that allows more."""
    if not table.state.phase:
        return max(reach, first_reach)
    return first_reach if table.state.phase == first_phase else reach


def _sees(table: Table, group: str, side: str, target: Hex, far: int, off: int = 0, blind: frozenset[str] = frozenset()) -> bool:
    force = table.force(side)
    return any(
        off <= table.grid.distance(standing.place, target) <= far
        for id_, standing in force.standings.items()
        if standing.place in table.grid and _of(force.units[id_], group) and force.units[id_].kind not in blind
    )


def _of(unit: Unit, group: str) -> bool:
    return unit.side == group or unit.formation.partition("/")[0] == group


def _grant(table: Table, group: str) -> Grant | None:
    grant, told = table.state.sure(GRANTS[group], None), table.told.get(factname.bombardments(group))
    return grant if told is None or grant is not None else Grant(exactly(told))


def _none_brought(table: Table, group: str, brought_by: Mapping[str, str], chart: str) -> Grant | None:
    """A group has none while no chit that brings some was drawn this turn; None where that is not known."""
    said = table.state.stated(DRAWN)
    if group not in brought_by or said is None or isinstance(said, Unknown):
        return None
    rows = [row for name in said.value if (row := chit(table, chart, name)) is not None]
    if len(rows) < len(said.value) or any(_brings(row, group, brought_by[group]) for row in rows):
        return None
    return Grant(exactly(0))


def _brings(row: Line, group: str, kind: str) -> bool:
    """Is it a chit of the kind, of this group or of nobody in particular?"""
    return row.get("kind") == kind and row.get("front", "") in ("", group)


def _left(grant: Grant | None, group: str) -> Interval:
    return Interval(0, float("inf"), frozenset({GRANTS[group].asks})) if grant is None else grant.left


def _may(grant: Grant | None, group: str, target: Hex) -> Truth:
    if grant is None:
        return unsure(GRANTS[group].asks)
    return truth(target not in grant.hexes) & exactly(1).at_most(grant.left)


@SHARED.rule("after.attack")
def carried_out(
    after: Table,
    attack: act.Attack,
    before: Table,
    *,
    groups: Mapping[SideOrFront, SideWord],
    kind: AttackWord = "bombardment",
    reach: int = 2,
    again: bool = False,
    anywhere: frozenset[SideOrFront] = frozenset(),
) -> State:
    """One of those granted to a group that could see the hex is used up. If two groups could, which is not known."""
    if attack.kind != kind:
        return after.state
    state = after.state
    seeing = [
        group
        for group, side in groups.items()
        if before.enemy_units(side, attack.target)
        and (group in anywhere or _sees(before, group, side, attack.target, reach))
        and not _may(_grant(before, group), group, "" if again else attack.target).no
        and _grant(before, group) is not None
    ]
    whose = factname.whose_bombardment(attack.target)
    seeing = [group for group in seeing if before.told.get(whose, group) == group]
    for group in seeing:
        grant = _grant(before, group)
        if grant is not None:
            sure = len(seeing) == 1
            low, high = max(0, grant.left.low - 1), max(0, grant.left.high - 1) if sure else grant.left.high
            needs = grant.left.needs if sure else grant.left.needs | {whose}
            hexes = grant.hexes | {attack.target} if sure else grant.hexes
            state = state.remember(GRANTS[group], Grant(between(low, high, *needs), hexes))
    return state
