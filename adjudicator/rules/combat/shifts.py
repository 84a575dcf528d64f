"""Column shifts: each a row of its own, summed at the end, with a cap on some groups of them. To the left is negative."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from adjudicator import factname
from adjudicator.engine.charts import TerrainChart
from adjudicator.engine.hexes import Hex
from adjudicator.engine.terms import (
    AttackWord,
    ChartWord,
    FeatureWord,
    GroupWord,
    MarkWord,
    NewGroup,
    RatingWord,
    RouteWord,
    SideWord,
    TerrainWord,
    Text,
    TraitWord,
)
from adjudicator.factname import FactName
from adjudicator.facts import NO, NOTHING, Interval, Known, Truth, Unknown, all_of, any_of, between, exactly, number, truth
from adjudicator.finding import Row

from ..registry import SHARED
from ..table import Table
from .fight import Fight, Role, crossings
from .strength import rated

SHARED.slot("combat.shift", "What shifts the column of a combat?", "many", optional=True)
SHARED.slot("combat.cap", "How far may several shifts of one group lead together?", "many", optional=True)

HIGHEST_LEVEL = 3


@dataclass(frozen=True, slots=True)
class Shift:
    """Columns to the right (negative: to the left), at the least and at the most."""

    columns: Interval
    reason: str
    group: str = ""


@dataclass(frozen=True, slots=True)
class Cap:
    """The shifts of a group count together at the least and at the most so much."""

    group: str
    least: int
    most: int


@SHARED.rule("combat.cap")
def capped(table: Table, *, group: GroupWord, most: int, least: int | None = None) -> Cap:
    """All shifts of one group together are worth at most so many columns in either direction."""
    return Cap(group, -most if least is None else least, most)


def _perhaps(holds: Truth, columns: int, reason: str, group: str = "") -> Shift | None:
    if holds.no:
        return None
    span = exactly(columns) if holds.yes else Interval(min(0, columns), max(0, columns), holds.needs)
    return Shift(span, reason, group) if columns else None


@SHARED.rule("combat.shift")
def terrain(
    table: Table,
    fight: Fight,
    *,
    chart: ChartWord = "terrain",
    ignored: Mapping[AttackWord, list[TerrainWord]] | None = None,
    together: Literal["sum", "most"] = "sum",
    group: NewGroup = "",
) -> Shift | None:
    """The terrain of the hex attacked shifts the column as the terrain chart says.

    Several terrains in one hex add up, or only the best of them counts; some kinds of attack ignore certain terrain.
    """
    found = table.game.chart(chart, TerrainChart)
    if found is None:
        return Shift(Interval(-3, 0, frozenset((factname.chart(chart),))), "terrain of the hex", group)
    stated = table.board.terrain(fight.target)
    skip = (ignored or {}).get(fight.kind, ())

    def worth(kinds: Collection[str]) -> int:
        shifts = [row.shift for kind in kinds if kind not in skip and (row := found.row(kind)) is not None and row.where == "hex"]
        return sum(shifts) if together == "sum" else min((0, *shifts))

    if isinstance(stated, Known):
        columns = worth(stated.value)
        named = ", ".join(sorted(kind for kind in stated.value if worth((kind,))))
        return Shift(exactly(columns), named, group) if columns else None
    each = [row.shift for row in found.of("hex") if row.feature not in skip]
    least = sum(sorted(min(0, shift) for shift in each)[:2]) if together == "sum" else min((0, *each))
    most = max((0, *each))
    return (
        None
        if least == most
        else Shift(Interval(least, most, frozenset((stated.key,))), f"terrain of {fight.target} is not known", group)
    )


def _lines_of(table: Table, fight: Fight, name: str, same: tuple[Any, ...]) -> Shift | None:
    """What hexsides of one kind alone do."""
    values, chart, *rest = same
    keys = ("share", "defender", "facing", "bridged_by", "printed", "never_kinds", "free_turns", "reason")
    mine = None if values is None else {key: value for key, value in values.items() if key == name}
    return lines(table, fight, values=mine, chart=chart, first=(name,), **dict(zip(keys, rest, strict=True)))


@SHARED.rule("combat.shift")
def lines(
    table: Table,
    fight: Fight,
    *,
    values: Mapping[FeatureWord, int] | None = None,
    chart: ChartWord = "",
    first: tuple[FeatureWord, ...] = (),
    share: Literal["all", "half"] = "all",
    defender: SideWord = "",
    facing: bool = False,
    bridged_by: frozenset[RouteWord] = frozenset(),
    printed: RatingWord | None = None,
    never_kinds: frozenset[AttackWord] = frozenset(),
    free_turns: frozenset[int] = frozenset(),
    reason: Text = "",
    of_one_kind: bool = False,
) -> Shift | None:
    """Hexsides shift the column if all attackers attack across them, or at least half of the attacking strength does.

    Strength is what each attacker fights with, or a `printed` number. They may have to be of one kind.

    Where different ones are crossed the first of `first` counts. A line may have to face the defender, and be his. What each is
    worth says `values`, or for those of `first` the terrain chart.
    """
    if of_one_kind:
        same = (values, chart, share, defender, facing, bridged_by, printed, never_kinds, free_turns, reason)
        found = [_lines_of(table, fight, name, same) for name in first]
        return next((each for each in found if each is not None), None)
    ways = [(unit, frm) for unit, frm in crossings(fight) if table.grid.adjacent(frm, fight.target)]
    if not ways or (defender and fight.enemy != defender) or fight.kind in never_kinds or table.state.turn in free_turns:
        return None
    worth, unstated = _worth(table, values or {}, chart, first)
    order = (*first, *(name for name in sorted(worth, key=lambda name: worth[name].low) if name not in first))
    if share == "all":
        crossed = all_of(crosses(table, frm, fight.target, frozenset(worth), facing, bridged_by) for _, frm in ways)
    else:
        crossed = _half(table, fight, ways, frozenset(worth), facing, bridged_by, printed)
    if crossed.no:
        return None
    options: list[tuple[Interval, str]] = []
    needs: frozenset[FactName] = crossed.needs | unstated
    for name in order:
        there = any_of(crosses(table, frm, fight.target, frozenset((name,)), facing, bridged_by) for _, frm in ways)
        if not there.no:
            options.append((worth[name], name))
            needs |= there.needs
        if there.yes:
            break
    if not options:
        return None
    low, high = min(each.low for each, _ in options), max(each.high for each, _ in options)
    if crossed.open:
        low, high = min(0, low), max(0, high)
    said = reason or ("the attack is across " + " or ".join(name for _, name in options))
    return Shift(between(low, high, *needs), said)


def _worth(
    table: Table, values: Mapping[str, int], chart: str, names: tuple[str, ...]
) -> tuple[Mapping[str, Interval], frozenset[FactName]]:
    """What each kind of hexside shifts, and the chart that would have said it."""
    if not chart:
        return {name: exactly(value) for name, value in values.items()}, NOTHING
    found = table.game.chart(chart, TerrainChart)
    if found is None:
        unstated = frozenset((factname.chart(chart),))
        return dict.fromkeys(names, Interval(-3, 0, unstated)), unstated
    rows = {name: found.row(name) for name in names}
    return {name: exactly(0 if row is None else row.shift) for name, row in rows.items()}, NOTHING


def crosses(
    table: Table, frm: Hex, target: Hex, features: frozenset[str], facing: bool = False, bridged_by: frozenset[str] = frozenset()
) -> Truth:
    """Does an attack from a hex cross one of these hexside features (which protects the target)?"""
    if not table.grid.adjacent(frm, target):
        return NO
    there = table.board.has_feature(frm, target, features, target if facing else "")
    return there if there.no or not bridged_by else there & ~table.board.has_route(frm, target, bridged_by)


def _half(
    table: Table,
    fight: Fight,
    ways: list[tuple[str, Hex]],
    features: frozenset[str],
    facing: bool,
    bridged_by: frozenset[str],
    printed: str | None,
) -> Truth:
    """Does at least half of the attacking strength cross? If it is exactly half the line counts."""
    fights_with = table.rules.one("combat.strength", side=fight.side)
    across, beside = exactly(0), exactly(0)
    for unit_id, frm in ways:
        alone = replace(fight, attackers=(unit_id,))
        strength: Interval = fights_with(table, alone, "attacker").strength if printed is None else rated(table, unit_id, printed)
        over = crosses(table, frm, fight.target, features, facing, bridged_by)
        if over.open:
            strength = Interval(0, strength.high, strength.needs | over.needs) if strength.high else strength
            across, beside = across + strength, beside + strength
        elif over.yes:
            across += strength
        else:
            beside += strength
    return across.at_least(beside) if across.high else NO


@SHARED.rule("combat.shift")
def concentric(
    table: Table,
    fight: Fight,
    *,
    columns: int = 1,
    never_in: frozenset[TerrainWord] = frozenset(),
    never_kinds: frozenset[AttackWord] = frozenset(),
) -> Shift | None:
    """Attackers on opposite sides of the hex, two face to face or three in a triangle, shift the column."""
    if fight.kind in never_kinds or not table.grid.opposed(fight.target, fight.hexes):
        return None
    return _perhaps(~table.board.is_terrain(fight.target, never_in), columns, "attacked from opposite sides")


@SHARED.rule("combat.shift")
def height(table: Table, fight: Fight, *, per_level: int = -1, levels: int = HIGHEST_LEVEL) -> Shift | None:
    """A hex higher than the highest attacker shifts the column for each level."""
    above = _level(table, fight.target, levels)
    froms = [_level(table, frm, levels) for frm in fight.hexes]
    if not froms:
        return None
    low = max(0, above.low - max(each.high for each in froms))
    high = max(0, above.high - max(each.low for each in froms))
    if high == 0:
        return None
    needs = above.needs.union(*(each.needs for each in froms))
    ends = sorted((per_level * low, per_level * high))
    return Shift(between(ends[0], ends[1], *needs), "the defender stands higher than every attacker")


def _level(table: Table, hex: Hex, levels: int) -> Interval:
    stated = table.board.level(hex)
    return number(stated, 1, levels) if isinstance(stated, Unknown) else exactly(stated.value)


@SHARED.rule("combat.shift")
def on_one_side(table: Table, fight: Fight, *, trait: TraitWord, attacker: int, defender: int, what: Text) -> Shift | None:
    """Units with a trait (armour) shift the column for their side, unless the other side has one too."""
    ours = any_of(table.unit(unit).has(trait) for unit in fight.attackers)
    theirs = any_of(table.unit(unit).has(trait) for unit in fight.present)
    if (ours & ~theirs).yes or (theirs & ~ours).yes:
        return Shift(
            exactly(attacker if ours.yes else defender), f"{what} only with the {'attacker' if ours.yes else 'defender'}"
        )
    needs = (ours & ~theirs).needs | (theirs & ~ours).needs
    if not needs:
        return None
    values = [0]
    values += [] if (ours & ~theirs).no else [attacker]
    values += [] if (theirs & ~ours).no else [defender]
    return Shift(Interval(min(values), max(values), needs), f"{what} perhaps with one side only")


@SHARED.rule("combat.shift")
def by_turn(table: Table, fight: Fight, *, turns: Mapping[Text, int], attacker: SideWord = "") -> Shift | None:
    """In certain turns every attack of a side is shifted."""
    columns = turns.get(str(table.state.turn), 0)
    return _perhaps(truth(not attacker or fight.side == attacker), columns, f"turn {table.state.turn}")


@SHARED.rule("combat.shift")
def by_kind(table: Table, fight: Fight, *, kinds: Mapping[AttackWord, int]) -> Shift | None:
    """A kind of attack (a mobile attack) is shifted."""
    return Shift(exactly(kinds[fight.kind]), fight.kind) if fight.kind in kinds else None


@SHARED.rule("combat.shift")
def marked(table: Table, fight: Fight, *, mark: MarkWord, role: Role, columns: int, side: SideWord = "") -> Shift | None:
    """Units with a marker among those of a side shift the column, once for all of them."""
    if side and fight.side_of(role) != side:
        return None
    bearers = [(unit, standing) for unit in fight.units(role) if (standing := table.standing(unit)) is not None]
    return _perhaps(any_of(standing.marked(mark, unit) for unit, standing in bearers), columns, f"a unit of the {role} is {mark}")


def shifted(table: Table, fight: Fight) -> tuple[Interval, tuple[Row, ...]]:
    """All shifts together, each group cut to what it may be worth, with a row for each."""
    rows: list[Row] = []
    groups: dict[str, Interval] = {}
    for binding in table.rules.many("combat.shift", side=fight.side):
        shift: Shift | None = binding(table, fight)
        if shift is not None:
            rows.append(Row(_signed(shift.columns), shift.reason, binding.cite))
            groups[shift.group] = groups.get(shift.group, exactly(0)) + shift.columns
    for binding in table.rules.many("combat.cap", side=fight.side):
        cap: Cap = binding(table)
        if cap.group not in groups:
            continue
        before = groups[cap.group]
        low, high = (min(max(end, cap.least), cap.most) for end in (before.low, before.high))
        if (low, high) != (before.low, before.high):
            # What is cut off is a row of its own, so that the rows still add up.
            groups[cap.group] = between(low, high, *before.needs)
            cut = _signed(exactly(low - before.low)) if before.exact else f"cut to {_signed(groups[cap.group])}"
            rows.append(Row(cut, f"{cap.group}: at most {cap.most} columns together", binding.cite))
    total = exactly(0)
    for each in groups.values():
        total += each
    return total, tuple(rows)


def _signed(columns: Interval) -> str:
    return f"{columns.low:+g}" if columns.exact else f"{columns.low:+g} to {columns.high:+g}"
