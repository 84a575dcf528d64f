"""What one step costs: terrain, hexsides, roads and levels, with bounds where one of them is unknown."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from itertools import product
from operator import attrgetter
from typing import Any, Literal, NamedTuple

from adjudicator import factname
from adjudicator.engine.board import Board
from adjudicator.engine.charts import FREE, Cost, TerrainChart
from adjudicator.engine.hexes import Hex
from adjudicator.engine.terms import ChartWord, ColumnWord, FeatureWord, GroundWord, RouteWord, SeasonWord, TerrainWord, TraitWord
from adjudicator.engine.units import Unit
from adjudicator.factname import FactName
from adjudicator.facts import NO, NOTHING, Known, Unknown, number

from ..circumstances import SEASON
from ..registry import SHARED
from ..table import Table
from .modes import Mode

SHARED.slot("movement.terrain", "Which column of the terrain chart does a unit use, and what bridges a river?")


AllPoints = Literal["all it has", "all that are left"]


class StepPrice(NamedTuple):
    """The price of one step, whether the move ends with it, and whether it takes all points a unit has."""

    cost: float
    stop: bool = False
    everything: bool = False


class Edge(NamedTuple):
    """A step to a neighbour at the least and at the most that it may cost; None where it may be (or is) barred."""

    to: Hex
    low: StepPrice | None
    high: StepPrice | None
    needs: frozenset[FactName]


@dataclass(frozen=True, slots=True)
class Ground:
    """How a unit's feet or wheels meet the map."""

    chart: TerrainChart | None
    columns: tuple[str, ...]  # those it may use: one, unless a trait that decides is unknown
    bridged_by: frozenset[str] = frozenset()
    bridges: frozenset[str] = frozenset()  # hexside features that a bridge takes away
    climb: Mapping[str, float] | None = None  # extra points for each level up
    levels: int = 3
    needs: frozenset[FactName] = frozenset()
    banks: frozenset[str] = frozenset()  # terrain that bridges a hexside from either bank
    lost: frozenset[Hex] = frozenset()  # hexes whose bridges do not carry the unit
    lost_cost: bool = False  # is a side whose bridge is lost paid for along a route too?
    along_too: frozenset[str] = frozenset()  # hexside features that cost their price along a route too
    all_points: AllPoints = "all it has"
    all_printed: float = 0  # so many points at the least are all that a unit may spend
    chart_name: str = "terrain"
    all_cover_leaving: bool = False  # does a step that takes all points take those for leaving a zone of control with them?
    key: Hashable = field(init=False, repr=False, compare=False, default=None)  # all of it but the map: what a price hangs on
    whoever_holds: Hashable = field(init=False, repr=False, compare=False, default=None)  # the same but for who holds what

    def __post_init__(self) -> None:
        climb = None if self.climb is None else tuple(self.climb.items())
        rest = (*_plain_fields(self), climb)
        object.__setattr__(self, "whoever_holds", rest)
        object.__setattr__(self, "key", (*rest, self.lost))


_plain_fields = attrgetter(*(each.name for each in fields(Ground) if each.init and each.name not in ("climb", "lost")))


@SHARED.rule("movement.terrain")
def by_chart(
    table: Table,
    unit: Unit,
    *,
    chart: ChartWord = "terrain",
    column: ColumnWord,
    other_columns: Mapping[TraitWord, ColumnWord] | None = None,
    bridged_by: frozenset[RouteWord] = frozenset(),
    bridges: frozenset[FeatureWord] = frozenset(),
    climb: Mapping[ColumnWord, float] | None = None,
    free_features: Mapping[FeatureWord, list[SeasonWord]] | None = None,
    free_turns: Mapping[GroundWord, list[int]] | None = None,
    free_but_barring: frozenset[GroundWord] = frozenset(),
    bridge_towns: frozenset[TerrainWord] = frozenset(),
    bridges_held: bool = False,
    lost_bridges_cost: bool = False,
    along_too: frozenset[FeatureWord] = frozenset(),
    all_points: AllPoints = "all it has",
    all_printed: bool = False,
    all_cover_leaving: bool = False,
) -> Ground:
    """A unit pays by one column of the terrain chart, or by another if it has a certain trait; routes bridge certain hexsides.

    So may towns (or other terrain) on either bank; in a season or in some turns terrain is as if it were not there, or costs
    nothing and still bars those whom the chart bars from it. Bridges, those of routes too, may carry only those who hold both
    banks; a hex that nobody is said to hold is taken to be one's own. Along a route a side whose bridge is lost bars those whom
    it bars anywhere, and `lost_bridges_cost` others its price. What lies `along_too` is paid even along a route. A step that
    takes all points is the first of a move, or takes those that are left; it may want as many as are printed, and may cover
    what leaving a zone costs.
    """
    columns: tuple[str, ...] = (column,)
    needs: frozenset[FactName] = frozenset()
    for trait, other in (other_columns or {}).items():
        has = unit.has(trait)
        if has.yes:
            columns, needs = (other,), frozenset()
        elif has.open:
            columns, needs = (*columns, other), needs | has.needs
    frozen = frozenset(
        feature for feature, when in (free_features or {}).items() if table.state.sure(SEASON, "") in when
    )  # frozen rivers
    frozen |= frozenset(feature for feature, turns in (free_turns or {}).items() if table.state.turn in turns)
    found = table.game.chart(chart, TerrainChart)
    lost = _held_by_others(table, unit.side) if bridges_held else frozenset[Hex]()
    return Ground(
        _without(table.board, found, frozen, free_but_barring),
        columns,
        bridged_by,
        bridges,
        climb,
        needs=needs,
        banks=bridge_towns,
        lost=lost,
        lost_cost=lost_bridges_cost,
        along_too=along_too,
        all_points=all_points,
        all_printed=number(unit.rating("movement", table.losses(unit.id)), 0).low if all_printed else 0,
        chart_name=chart,
        all_cover_leaving=all_cover_leaving,
    )


def _held_by_others(table: Table, side: str) -> frozenset[Hex]:
    """The hexes that others hold: always the same object for the same hexes, so that it is compared at once."""
    lost = frozenset(hex for hex, holder in table.state.control.items() if holder != side)
    return table.board.lately(("held by others", lost), lambda: lost)


def _without(board: Board, chart: TerrainChart | None, features: frozenset[str], barring: frozenset[str]) -> TerrainChart | None:
    if chart is None or not features:
        return chart
    rest = {name: row for name, row in chart.rows.items() if name not in features}
    for name in features & barring & chart.rows.keys():
        bars = {column: cost for column, cost in chart.rows[name].costs.items() if cost.barred}
        rest[name] = replace(chart.rows[name], costs=bars)
    return board.cached(("chart without", chart, features, barring), lambda: TerrainChart(rest))


def edges(table: Table, ground: Ground, mode: Mode, frm: Hex) -> tuple[Edge, ...]:
    """Every step from a hex."""
    known = known_edges(table.board, ground, mode)
    found = known.get(frm)
    if found is None:
        found = known[frm] = tuple(_edges_from(table, ground, mode, frm))
    return found


def _edges_from(table: Table, ground: Ground, mode: Mode, frm: Hex) -> Iterator[Edge]:
    """Each step is worked out once for who holds both its banks and once for all others, however often hexes change hands."""
    kept: dict[tuple[Hex, Hex, bool], Edge] = table.board.lately(
        ("edges whoever holds", ground.whoever_holds, mode.only_along, mode.route_costs), dict
    )
    for to in table.grid.neighbours(frm):
        held = ground.lost.isdisjoint((frm, to))
        found = kept.get((frm, to, held))
        if found is None:
            found = kept[frm, to, held] = edge(table.board, ground, mode, frm, to)
        yield found


def edge_to(table: Table, ground: Ground, mode: Mode, frm: Hex, to: Hex) -> Edge | None:
    """The step to a neighbour; None if it or the hex itself is off the map."""
    return next((each for each in edges(table, ground, mode, frm) if each.to == to), None)


def known_edges(board: Board, ground: Ground, mode: Mode) -> dict[Hex, tuple[Edge, ...]]:
    """The steps that were looked at so far. Kept with the board: terrain does not change."""
    return board.lately(("edges", ground.key, mode.only_along, mode.route_costs), dict)


def helped_edges(board: Board, ground: Ground, mode: Mode) -> dict[tuple[Hex, Hex, frozenset[FactName]], Edge]:
    """The same of steps with some of their facts taken for the best."""
    return board.lately(("edges with facts", ground.key, mode.only_along, mode.route_costs), dict)


def edge(board: Board, ground: Ground, mode: Mode, frm: Hex, to: Hex, given: Collection[FactName] | None = None) -> Edge:
    """One step. With `given`, the least it costs if those facts turn out for the best and all others for the worst."""
    if ground.chart is None:
        lacks = factname.chart(ground.chart_name)
        return Edge(to, StepPrice(0), StepPrice(0) if given is not None and lacks in given else None, frozenset((lacks,)))
    questions = tuple(_questions(board, ground, ground.chart, frm, to))
    open_ = [names for names, options in questions if len(options) > 1]
    if not open_:  # nearly always
        price = _price(ground, mode, [options[0] for _, options in questions])
        return Edge(to, price, price, NOTHING)
    known: _Bounds = board.lately(("bounds", ground.key, mode.only_along, mode.route_costs), dict)
    low = _bound(ground, mode, questions, open_, known)
    high = _bound(ground, mode, questions, [] if given is None else [names for names in open_ if names.issubset(given)], known)
    return Edge(to, low, high, NOTHING.union(*open_) if low != high else NOTHING)


_Question = tuple[frozenset[FactName], tuple[object, ...]]  # the facts that it hangs on; none if it is known


def _questions(board: Board, ground: Ground, chart: TerrainChart, frm: Hex, to: Hex) -> Iterator[_Question]:
    """The things a step depends on, each with what it may be: one option if it is known. Levels only where they cost."""
    terrain, features, routes = board.terrain(to), board.features(frm, to), board.routes(frm, to)
    yield (
        (frozenset((terrain.key,)), tuple(frozenset((row.feature,)) for row in chart.of("hex")))
        if isinstance(terrain, Unknown)
        else (NOTHING, (terrain.value,))
    )
    yield (
        (frozenset((features.key,)), (frozenset(), *(frozenset((row.feature,)) for row in chart.of("hexside"))))
        if isinstance(features, Unknown)
        else (NOTHING, (frozenset(each.kind for each in features.value),))
    )
    yield (
        (frozenset((routes.key,)), (frozenset(), *(frozenset((row.feature,)) for row in chart.of("route"))))
        if isinstance(routes, Unknown)
        else (NOTHING, (routes.value,))
    )
    yield ground.needs, ground.columns
    for hex in (frm, to):
        town = board.is_terrain(hex, ground.banks) if ground.banks else NO
        yield (town.needs, (False, True)) if town.open else (NOTHING, (town.yes,))
    yield NOTHING, (ground.lost.isdisjoint((frm, to)),)
    span = tuple(range(1, ground.levels + 1))
    for level in (board.level(frm), board.level(to)) if ground.climb else ():
        yield (frozenset((level.key,)), span) if isinstance(level, Unknown) else (NOTHING, (level.value,))


_Bounds = dict[tuple[tuple[bool, tuple[object, ...]], ...], StepPrice | None]


def _bound(
    ground: Ground, mode: Mode, questions: tuple[_Question, ...], best: Collection[frozenset[FactName]], known: _Bounds
) -> StepPrice | None:
    """The price with the facts of `best` for the best and all others for the worst; None if the step may then be barred.

    What may be is the same at most hexsides of a map that nobody has looked at, so it is worked out once.
    """
    asked = tuple((names in best, options) for names, options in questions)
    if asked not in known:
        known[asked] = _worked_out(ground, mode, asked)
    return known[asked]


def _worked_out(ground: Ground, mode: Mode, asked: tuple[tuple[bool, tuple[object, ...]], ...]) -> StepPrice | None:
    hoped = [options if good else (None,) for good, options in asked]
    feared = [(None,) if good else options for good, options in asked]
    worst: list[StepPrice] = []
    for fear in product(*feared):
        prices = [
            _price(ground, mode, [b if b is not None else a for a, b in zip(fear, hope, strict=True)]) for hope in product(*hoped)
        ]
        passable = [price for price in prices if price is not None]
        if not passable:
            return None
        worst.append(_merged(passable, min, all))
    return _merged(worst, max, any)


def _merged(
    steps: list[StepPrice], pick: Callable[[Iterator[float]], float], both: Callable[[Iterator[bool]], bool]
) -> StepPrice:
    return StepPrice(pick(s.cost for s in steps), both(s.stop for s in steps), both(s.everything for s in steps))


def _price(ground: Ground, mode: Mode, answers: list[Any]) -> StepPrice | None:
    """The price once each question has its answer, in the order in which they are asked."""
    chart = ground.chart
    if chart is None:
        return None
    terrain, features, routes, column, here, there, held, *levels = answers
    roads = [price for route in sorted(routes) if (price := _along(chart, mode, route, column)) is not None]
    if roads and not held:
        roads = _over_lost_bridges(min(roads), [chart.cost(kind, column) for kind in features & ground.bridges], ground.lost_cost)
    if mode.only_along:
        return StepPrice(min(roads)) if roads else None
    bridged = held and (here or there or not ground.bridged_by.isdisjoint(routes))
    off = _off_road(ground, chart, terrain, features, bridged, column)
    if off is not None and ground.climb:
        below, above = levels
        off = off._replace(cost=off.cost + ground.climb.get(column, 0) * max(0, above - below))
    if not roads:
        return off
    along = _with_sides(StepPrice(min(roads)), [chart.cost(kind, column) for kind in features & ground.along_too])
    return along if off is None or off.stop else min(along, off)


def _with_sides(step: StepPrice, across: list[Cost]) -> StepPrice:
    """A step along a route over hexsides that cost their price all the same; where they are closed but for routes, all points."""
    everything = any(each.everything or each.barred for each in across)
    return StepPrice(step.cost + sum(each.points for each in across if each.extra), everything, everything)


def _over_lost_bridges(price: float, across: list[Cost], costs: bool) -> list[float]:
    """The price of a step along a route over sides whose bridges do not carry the unit; none where it may not cross them."""
    if any(each.barred for each in across):
        return []
    return [price + sum(each.points for each in across if each.extra and costs)]


def _along(chart: TerrainChart, mode: Mode, route: str, column: str) -> float | None:
    """What a step along a route costs; None if the mode or the chart gives it no price of its own."""
    if mode.only_along and route not in mode.only_along:
        return None
    special = dict(mode.route_costs).get(route)
    if special is not None:
        return special
    row = chart.row(route)
    cost = None if row is None else row.costs.get(column)
    return None if cost is None or cost.barred else cost.points


def _off_road(
    ground: Ground, chart: TerrainChart, terrain: frozenset[str], features: frozenset[str], bridged: bool, column: str
) -> StepPrice | None:
    parts = [chart.cost(kind, column) for kind in terrain]
    across = [FREE if bridged and kind in ground.bridges else chart.cost(kind, column) for kind in features]
    if any(part.barred for part in (*parts, *across)):
        return None
    base = max((part.points for part in parts if not part.extra), default=0)
    extra = sum(part.points for part in (*parts, *across) if part.extra)
    return StepPrice(base + extra, any(p.stop for p in (*parts, *across)), any(p.everything for p in (*parts, *across)))


def cheapest(board: Board, ground: Ground, mode: Mode) -> float:
    """No step costs less than this: nothing, where a hex has only terrain that adds to a price."""
    chart = ground.chart
    if chart is not None and board.cached(("unpriced", chart, ground.columns), lambda: _unpriced(board, ground, chart)):
        return 0
    prices = [price for _, price in mode.route_costs]
    for row in ground.chart.rows.values() if ground.chart is not None else ():
        prices += [cost.points for cost in row.costs.values() if not cost.extra and not cost.barred and not cost.everything]
    return min(prices, default=0)


def _unpriced(board: Board, ground: Ground, chart: TerrainChart) -> bool:
    known = {each.value for each in board.terrain_of.values() if isinstance(each, Known)}
    return any(all(chart.cost(kind, column).extra for kind in kinds) for kinds in known for column in ground.columns)
