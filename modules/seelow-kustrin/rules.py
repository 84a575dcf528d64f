"""What the shared rules cannot say: closed streams, where a scenario is played, who is hit again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from adjudicator.api import (
    NO,
    Action,
    Advance,
    Attack,
    Cost,
    Fire,
    Hex,
    Lifetime,
    Move,
    Opinion,
    Phase,
    Place,
    Remove,
    Replace,
    Retreat,
    State,
    Table,
    TerrainChart,
    TerrainRow,
    Truth,
    Unit,
    Unknown,
    all_of,
    any_of,
    combat,
    deeds,
    factname,
    map_in_play,
    memory,
    morale,
    movement,
    rule,
    terms,
    truth,
    unsure,
    victory,
)

# --- movement (5)

CLOSED = "closed "  # before the name of a column: the same, with certain hexsides closed


@rule("movement.terrain")
def by_chart(
    table: Table,
    unit: Unit,
    *,
    chart: terms.ChartWord = "terrain",
    column: terms.ColumnWord,
    other_columns: Mapping[terms.TraitWord, terms.ColumnWord],
    climb: Mapping[terms.ColumnWord, float],
    closed_when: Mapping[terms.MarkWord, list[terms.FeatureWord]],
    closed_to: frozenset[terms.TraitWord],
    phases: frozenset[terms.PhaseWord],
    closed_in_retreats: bool = False,
    paid_along: frozenset[terms.FeatureWord] = frozenset(),
    lower_along: frozenset[terms.FeatureWord] = frozenset(),
    instead: Mapping[terms.FeatureWord, Mapping[terms.ColumnWord, float]] | None = None,
    all_points: movement.ground.AllPoints = "all it has",
    all_printed: bool = False,
    all_cover_leaving: bool = True,
) -> movement.ground.Ground:
    """As the terrain chart says, but units of some columns do not cross certain hexsides while they carry a marker.

    That is so in some phases only: whoever retreats is marked for that very reason, and not held by it; by another reading those
    that were marked before are. Hexsides of `paid_along` and `lower_along` are paid along routes too, and some additions of the
    chart may be others `instead`.
    """
    found = movement.ground.by_chart(
        table,
        unit,
        chart=chart,
        column=column,
        other_columns=other_columns,
        climb=climb,
        along_too=paid_along | lower_along,
        all_points=all_points,
        all_printed=all_printed,
        all_cover_leaving=all_cover_leaving,
    )
    if instead and found.chart is not None:
        found = replace(found, chart=_priced_otherwise(table, found.chart, instead))
    moving = not table.state.phase or table.state.phase in phases
    if not moving and not closed_in_retreats:
        return found
    columns, needs = found.columns, found.needs
    for mark in sorted(closed_when):
        carried = _carried(table, unit, mark, moving)
        others = tuple(CLOSED + each if each in closed_to else each for each in found.columns)
        if others != found.columns and not carried.no:
            columns, needs = (others, needs) if carried.yes else ((*columns, *others), needs | carried.needs)
    if columns == found.columns or found.chart is None:
        return found
    features = frozenset(feature for each in closed_when.values() for feature in each)
    rows, key = found.chart.rows.items(), ("closed to some", found.chart, features, closed_to)
    closed = table.board.cached(key, lambda: TerrainChart({name: _also_closed(row, features, closed_to) for name, row in rows}))
    steep = {**climb, **{CLOSED + each: points for each, points in climb.items()}}
    return replace(found, chart=closed, columns=tuple(dict.fromkeys(columns)), climb=steep, needs=needs)


def _carried(table: Table, unit: Unit, mark: str, moving: bool) -> Truth:
    """Does a unit carry a marker; in a retreat, did it carry one before the combat?"""
    standing = table.standing(unit.id)
    if standing is None:
        return NO
    if moving:
        return standing.marked(mark, unit.id)
    last = combat.record.last(table)
    return truth(last is not None and mark in last.marks.get(unit.id, frozenset()))


def _priced_otherwise(table: Table, chart: TerrainChart, instead: Mapping[str, Mapping[str, float]]) -> TerrainChart:
    """A chart with other additions for certain features, by column."""

    def priced() -> TerrainChart:
        others = {name: {each: Cost(points, extra=True) for each, points in prices.items()} for name, prices in instead.items()}
        return TerrainChart({name: replace(row, costs={**row.costs, **others.get(name, {})}) for name, row in chart.rows.items()})

    prices = frozenset((name, each, points) for name, found in instead.items() for each, points in found.items())
    return table.board.cached(("other prices", chart, prices), priced)


def _also_closed(row: TerrainRow, features: frozenset[str], columns: frozenset[str]) -> TerrainRow:
    """A row of the chart with a second price for some columns: the same, or none where it is closed."""
    barred = Cost(barred=True)
    also = {CLOSED + each: barred if row.feature in features else row.costs[each] for each in columns if each in row.costs}
    return replace(row, costs={**row.costs, **also})


@rule("movement.enemy")
def never_into_enemies(table: Table, unit: Unit, hex: Hex) -> Truth:
    """Nobody enters a hex with an enemy unit."""
    return truth(not table.enemy_units(unit.side, hex))


# --- scenarios (5.29, 11.0, 11.21, 12.31)


def _played(table: Table, scenario: str) -> Truth:
    said = table.said("scenario")
    return unsure(factname.scenario()) if isinstance(said, Unknown) or said.value is None else truth(said.value == scenario)


@rule(on=(Move, Remove))
def stays_in_turn(
    table: Table, action: Move | Remove, *, side: terms.SideWord, turns: frozenset[int], scenario: terms.ScenarioWord
) -> Iterator[Opinion]:
    """The units of a side do not move in some turns of a scenario, nor do they leave the map."""
    held = tuple(id_ for id_ in map_in_play.movers(table, action) if table.unit(id_).side == side)
    if held and table.state.turn in turns:
        text = f"{table.names(held)} moved, and no {table.game.side_name(side)} unit moves in turn {table.state.turn}"
        yield Opinion(~_played(table, scenario), text, units=held, fix=f"put {table.names(held)} back")


@rule(on=(Move, Retreat, Advance))
def stays_within(
    table: Table, action: Move | Retreat | Advance, *, area: terms.AreaWord, scenario: terms.ScenarioWord
) -> Iterator[Opinion]:
    """In a scenario that is played on a part of the map nobody goes beyond it."""
    inside = table.board.areas.get(area)
    if inside is None:
        return
    outside = tuple(hex for hex in (*(action.path or ()), action.to) if hex in table.grid and hex not in inside)
    played = _played(table, scenario)
    if not played.no:
        at = table.at(outside[0]) if outside else ""
        text = f"{table.names(action.units)} went to {at}, which is not on the map of this scenario"
        yield Opinion(~played | truth(not outside), text, units=action.units, hexes=outside)


@rule("check.place")
def nobody_arrives(table: Table, place: Place, *, scenario: terms.ScenarioWord) -> Iterator[Opinion]:
    """A scenario without reinforcements."""
    text = f"{table.unit(place.unit).name} arrived, and nobody receives reinforcements in this scenario"
    yield Opinion(~_played(table, scenario), text, units=(place.unit,))


# --- after fire and combat (6.73, 7.42, 7.56)

DISRUPTED: Final = memory(
    "is to be disrupted", frozenset[str], "who had to retreat", lasts=Lifetime.PHASE, default=frozenset(), forbids=True
)
DOOMED: Final = memory(
    "retreated and was hit again",
    frozenset[str],
    "who had retreated into a hex that was then attacked or fired at",
    lasts=Lifetime.PHASE,
    default=frozenset(),
    forbids=True,
)
SHAKEN: Final = memory(
    "retreated and was bombarded again",
    frozenset[str],
    "who had retreated into a hex at which fire was then aimed that does to it what it does to others",
    lasts=Lifetime.PHASE,
    default=frozenset(),
    forbids=True,
)


@rule("check.replace")
def never_recovers(table: Table, replacement: Replace) -> Iterator[Opinion]:
    """Steps that were lost are lost for good."""
    yield Opinion(NO, f"{table.unit(replacement.unit).name} got back a step, and no unit recovers", units=(replacement.unit,))


@rule("after.retreat")
def remember_who_is_disrupted(after: Table, retreat: Retreat, before: Table) -> State:
    """Units that had to retreat (not those that went along) are disrupted."""
    last = combat.record.last(before)
    if last is None:
        return after.state
    took_part = (id_ for id_ in retreat.units if last.role(id_) is not None)
    had_to = (id_ for id_ in took_part if combat.aftermath.ordered(before, last, id_).length.low)
    return after.state.adding(DISRUPTED, *had_to)


@rule("check.phase")
def carries_its_marker(table: Table, phase: Phase, *, mark: terms.MarkWord) -> Iterator[Opinion]:
    """When the phase ends, those who had to retreat carry the marker. Of those who failed a check another rule says so."""
    failed = {id_ for _, units in table.state.every(morale.FAILURES) for id_, _, _ in units}
    for id_ in sorted(table.state.those(DISRUPTED) - failed):
        standing = table.standing(id_)
        if standing is not None and standing.place in table.grid and table.state.has(deeds.RETREATED, id_).yes:
            name = table.unit(id_).name
            yield Opinion(
                standing.marked(mark, id_), f"{name} retreated and is not {mark}", units=(id_,), fix=f"mark {name} {mark}"
            )


@rule(after=(Attack, Fire))
def remember_hit_again(
    after: Table, action: Attack | Fire, before: Table, *, milder: frozenset[terms.FireWord] = frozenset()
) -> State:
    """Units that retreated into a friendly hex in this phase are lost when that hex is attacked or fired at.

    Whether they are by `milder` kinds of fire is for another rule to say.
    """
    actors = action.attackers if isinstance(action, Attack) else action.firers
    if not actors:  # of a combat that nobody announced the attackers may not be known
        return after.state
    place = action.target if action.target in before.grid else before.place_of(action.target)
    side = before.unit(actors[0]).side
    there = before.enemy_units(side, place or "")
    guests = tuple(id_ for id_ in there if before.state.has(deeds.RETREATED, id_).yes)
    if len(guests) == len(there):
        return after.state
    return after.state.adding(SHAKEN if action.kind in milder else DOOMED, *guests)


@rule(on=(Attack, Fire, Phase))
def hit_again_is_gone(table: Table, action: Action, *, by_any_fire: bool = False) -> Iterator[Opinion]:
    """Whoever was hit again in the hex it had retreated to is eliminated before anything else happens.

    It is by milder kinds of fire only if it is by any.
    """
    for id_ in sorted(table.state.those(DOOMED) | (table.state.those(SHAKEN) if by_any_fire else frozenset())):
        text = f"{table.unit(id_).name} had retreated into a hex that was then attacked, and still stands"
        here = table.standing(id_) is not None and table.state.has(deeds.RETREATED, id_).yes
        yield Opinion(truth(not here), text, units=(id_,))


# --- victory (12.45)


@rule("victory.outcome")
def nobody_has_all_or_any(
    table: Table,
    *,
    all_of: terms.SideWord,
    any_of: terms.SideWord,
    hexes: frozenset[terms.PlaceWord],
    level: terms.NewLevel,
    turns: frozenset[int],
    phases: frozenset[terms.PhaseWord],
) -> Iterator[victory.outcome.VictoryOutcome]:
    """A draw: one side does not control all of some hexes, nor the other any of them."""
    if table.state.turn in turns and table.state.phase in phases:
        said = _draw(table, all_of, any_of, sorted(hexes))
        yield victory.outcome.VictoryOutcome(said, "", level)


def _draw(table: Table, whole: str, part: str, hexes: list[Hex]) -> Truth:
    all_held = all_of(victory.control.controls(table, whole, hex) for hex in hexes)
    one_held = any_of(victory.control.controls(table, part, hex) for hex in hexes)
    return ~all_held & ~one_held
