"""Looking for a path: the cheapest that explains where a unit went, or the proof that none exists.

Every search can be made for the best or for the worst: unknown costs at their least or at their most, unknown zones of
control absent or present. A path that is affordable at the worst is legal whatever the facts; if none is affordable at the
best, no fact can help.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from itertools import pairwise

from adjudicator.engine.deeds import PLACED, RETURNED
from adjudicator.engine.hexes import Hex
from adjudicator.engine.terms import KindWord, RatingWord, TraitWord
from adjudicator.engine.units import Unit
from adjudicator.factname import FactName
from adjudicator.facts import YES, Truth, all_of, exactly, number

from .. import stacking, zoc
from ..map_in_play import NOWHERE, not_in_play
from ..registry import SHARED
from ..table import Table
from ..zoc import ZocEffect
from .ground import Edge, Ground, StepPrice, cheapest, edge, edges, helped_edges, known_edges
from .modes import Mode

SHARED.slot("movement.enemy", "May a unit enter a hex with enemy units in it?", optional=True)
SHARED.slot("movement.closed", "Which hexes are closed to a unit, though they are in play?", optional=True)
SHARED.slot("movement.burden", "What else do steps into a hex cost, by where they begin?", "many", optional=True)


@SHARED.rule("movement.enemy")
def overrun(
    table: Table,
    unit: Unit,
    hex: Hex,
    *,
    only: frozenset[TraitWord],
    rating: RatingWord,
    at_least: int = 1,
    never: frozenset[TraitWord] = frozenset(),
    not_kinds: frozenset[KindWord] = frozenset(),
) -> Truth:
    """A unit strong enough may enter a hex where only units of a certain kind stand, and so removes them.

    Units with certain traits never may. Enemies of certain kinds (aircraft) stand in nobody's way.
    """
    enemies = [enemy for enemy in map(table.unit, table.enemy_units(unit.side, hex)) if enemy.kind not in not_kinds]
    if not enemies:
        return YES
    strong = number(unit.rating(rating, table.losses(unit.id))).at_least(exactly(at_least))
    able = (~unit.has(trait) for trait in sorted(never))
    return all_of((*able, strong, *(enemy.has(trait) for enemy in enemies for trait in sorted(only))))


@dataclass(frozen=True, slots=True)
class Way:
    """A path with its price."""

    path: tuple[Hex, ...]
    cost: float


@dataclass(frozen=True, slots=True)
class Relaxed:
    """Restrictions left out of a search, to find out which of them stands in the way."""

    stops: bool = False
    zoc: bool = False
    enemies: bool = False
    barred: bool = False
    stacking: bool = False
    closed: bool = False

    @property
    def names(self) -> frozenset[str]:
        return frozenset(each.name for each in fields(self) if getattr(self, each.name))


@dataclass(frozen=True, slots=True)
class Terms:
    """All that decides where one unit may go by one way of travelling."""

    table: Table
    unit: Unit
    mode: Mode
    ground: Ground
    effect: ZocEffect
    given: frozenset[FactName] | None = None  # facts taken for the best while all others are taken for the worst
    worst: bool = False
    relaxed: Relaxed = Relaxed()
    companions: tuple[str, ...] = ()  # who moves along
    zone: frozenset[Hex] = frozenset()  # the enemy's zones of control, as this search takes them
    occupied: frozenset[Hex] = frozenset()  # hexes with enemy units
    outside: frozenset[Hex] = frozenset()  # hexes that are not in play
    closed: frozenset[Hex] = frozenset()  # hexes that nobody such as it may enter
    burdens: Mapping[Hex, Mapping[Hex, float]] = field(
        default_factory=dict
    )  # what else steps into a hex cost, by where they begin
    burdened_by: tuple[str, ...] = ()  # the sections that say so
    _known: Mapping[Hex, tuple[Edge, ...]] = field(init=False, repr=False, compare=False)  # steps that were looked at already
    _helped: dict[tuple[Hex, Hex, frozenset[FactName]], Edge] = field(init=False, repr=False, compare=False)  # with facts
    manned: Collection[str] | None = None  # where alone there may be no room; None: perhaps anywhere
    _room: dict[Hex, Truth] = field(default_factory=dict, repr=False, compare=False)  # where it was asked, however it is taken

    bitten: set[str] = field(default_factory=set, repr=False, compare=False)  # of stops and stacking, what cut a path short
    shut: frozenset[Hex] = field(init=False, repr=False, compare=False)  # hexes that it may not go through
    peopled: Collection[str] | None = field(init=False, repr=False, compare=False)  # where alone `may_pass` may say no; or None

    def __post_init__(self) -> None:
        object.__setattr__(self, "_known", known_edges(self.table.board, self.ground, self.mode))
        object.__setattr__(self, "_helped", helped_edges(self.table.board, self.ground, self.mode))
        object.__setattr__(self, "shut", self.outside if self.relaxed.closed else self.outside | self.closed)
        crowded = self.mode.stacked_en_route and not self.relaxed.stacking
        met = None if self.manned is None else self.occupied.union(self.manned)
        object.__setattr__(self, "peopled", met if crowded else self.occupied)

    def fears(self) -> Mapping[Hex, frozenset[FactName]]:
        """The hexes that are perhaps in a zone of control, each with what would tell."""
        _, perhaps = self._zones()
        return {hex: zoc.controlled(self.table, self.unit.side, hex).needs for hex in perhaps}

    def with_facts(self, given: frozenset[FactName], fears: Mapping[Hex, frozenset[FactName]] | None = None) -> Terms:
        """These facts taken for the best, all others for the worst; who asks often has looked for the `fears` once."""
        sure, _ = self._zones()
        feared = {hex for hex, needs in (self.fears() if fears is None else fears).items() if not needs <= given}
        return replace(self, given=given, worst=True, zone=sure | feared)

    def at_worst(self) -> Terms:
        sure, perhaps = self._zones()
        return replace(self, worst=True, zone=sure | perhaps if perhaps else sure)

    def _zones(self) -> tuple[frozenset[Hex], frozenset[Hex]]:
        return _zones(self.table, self.unit, self.mode, self.companions)

    def without(self, relaxed: Relaxed) -> Terms:
        return replace(self, relaxed=relaxed, bitten=set())

    def holds(self, said: Truth, hoped: bool) -> bool:
        """Take a truth for the best or the worst, where `hoped` is the answer that helps the mover."""
        if said.answer is not None:
            return said.answer
        helped = not self.worst or (self.given is not None and said.needs <= self.given)
        return hoped if helped else not hoped

    def edges(self, hex: Hex, only: Hex | None = None) -> tuple[Edge, ...]:
        """The steps from a hex; `only` that to one of its neighbours."""
        plain, given = self._known.get(hex), self.given
        if plain is None:
            plain = edges(self.table, self.ground, self.mode, hex)
        if only is not None:
            plain = tuple(each for each in plain if each.to == only)
        if given is None:
            return plain
        return tuple(each if each.needs.isdisjoint(given) else self._edge(hex, each, given) for each in plain)

    def _edge(self, hex: Hex, plain: Edge, given: frozenset[FactName]) -> Edge:
        """A step some of whose facts are taken for the best."""
        if plain.needs <= given:
            return plain._replace(high=plain.low)
        key = hex, plain.to, plain.needs & given
        found = self._helped.get(key)
        if found is None:
            found = self._helped[key] = edge(self.table.board, self.ground, self.mode, hex, plain.to, given)
        return found

    def may_pass(self, hex: Hex, goal: Hex) -> bool:
        """May the unit be in the hex at all: enemies there, and stacking where it counts on the way?"""
        table, side = self.table, self.unit.side
        if hex in self.occupied and not self.relaxed.enemies:
            rule = table.rules.find("movement.enemy", side=side)
            if rule is None or not self.mode.overruns or not self.holds(rule(table, self.unit, hex), hoped=True):
                return False
        if hex != goal and self.mode.stacked_en_route and not self.relaxed.stacking:
            room = self._room.get(hex)
            if room is None:
                room = self._room[hex] = stacking.fits(table, side, hex, (self.unit.id,), passing=True)
            if not self.holds(room, hoped=True):
                self.bitten.add("stacking")
                return False
        return True

    def next_to_enemy(self, hex: Hex) -> bool:
        near = (id_ for each in self.table.grid.neighbours(hex) for id_ in self.table.enemies_on_the_ground(self.unit.side, each))
        return any(self.table.unit(id_).kind not in self.mode.not_apart_from for id_ in near)


def terms_for(table: Table, unit: Unit, mode: Mode, companions: tuple[str, ...] = ()) -> Terms:
    ground: Ground = table.rules.one("movement.terrain", side=unit.side)(table, unit)
    effect: ZocEffect = table.rules.one("zoc.movement", side=unit.side)(table, unit)
    if mode.stops_in_zoc:
        effect = replace(effect, stop=True)
    if mode.never_in_zoc:
        effect = replace(effect, barred=True)
    occupied = table.cached(("enemies of", unit.side), lambda: _occupied(table, unit.side))
    sure, _ = _zones(table, unit, mode, companions)
    manned, outside, closed = stacking.manned(table, unit.side), not_in_play(table), closed_to(table, unit)
    found = Terms(table, unit, mode, ground, effect, companions=companions, zone=sure, occupied=occupied, manned=manned)
    found = replace(found, outside=outside, closed=closed) if outside or closed else found
    return _burdened(found) if table.rules.all_of("movement.burden") else found


def closed_to(table: Table, unit: Unit) -> frozenset[Hex]:
    """The hexes in play that nobody such as a unit may enter or pass, whoever is there."""
    rule = table.rules.find("movement.closed", side=unit.side)
    found: frozenset[Hex] = NOWHERE if rule is None else rule(table, unit)
    return found


def _occupied(table: Table, side: str) -> frozenset[Hex]:
    """The hexes with enemy units."""
    return frozenset[Hex]().union(*(force.by_place for force in table.enemies(side)))


def _burdened(terms: Terms) -> Terms:
    """With what else steps cost, and who says so."""
    burdens: dict[Hex, dict[Hex, float]] = {}
    cite: tuple[str, ...] = ()
    for binding in terms.table.rules.many("movement.burden", side=terms.unit.side):
        for to, more in binding(terms.table, terms.unit).items():
            cite = (*cite, *binding.cite)
            for frm, points in more.items():
                burdens.setdefault(to, {})[frm] = burdens.get(to, {}).get(frm, 0) + points
    return replace(terms, burdens=burdens, burdened_by=tuple(dict.fromkeys(cite)))


def _zones(table: Table, unit: Unit, mode: Mode, companions: tuple[str, ...]) -> tuple[frozenset[Hex], frozenset[Hex]]:
    """The hexes that are certainly, and those that are perhaps, in zones of control that count."""
    sure, perhaps = zoc.zones(table, unit.side)
    return (sure | zoc.of_friends(table, unit.side, (unit.id, *companions)) if mode.any_zone else sure), perhaps


def starts(terms: Terms, start: Hex) -> bool:
    """May the unit begin this way of travelling where it stands?"""
    if not terms.holds(terms.mode.may, hoped=True):
        return False
    mode, free = terms.mode, terms.mode.back_from_zoc and terms.table.state.has(RETURNED, terms.unit.id).yes
    if not (terms.relaxed.zoc or free) and (mode.start_free_of_zoc or mode.never_in_zoc) and start in terms.zone:
        return False
    return not ("start" in terms.mode.apart and not terms.relaxed.zoc and terms.next_to_enemy(start))


def too_near(terms: Terms, start: Hex, goal: Hex) -> str:
    """What is wrong with ending so near to the enemy; empty if nothing is."""
    table, mode, apart = terms.table, terms.mode, terms.mode.newcomers_apart
    if terms.relaxed.zoc:
        return ""
    new = apart and table.state.has(PLACED, terms.unit.id).yes
    if new and any(table.grid.distance(goal, hex) <= apart for hex in terms.occupied if hex in table.grid):
        return f"came into play this turn and would end within {apart} hexes of the enemy"
    if "end" in mode.apart and terms.next_to_enemy(goal):
        return "would end next to the enemy"
    if mode.one_zone and start != goal and start in terms.zone and terms.next_to_enemy(goal):
        return "left a zone of control and would end next to the enemy"
    return ""


def _to_be_entered(terms: Terms, goal: Hex) -> bool:
    """Is there a step into a hex at all? Else who has all the points there are would look for one through the whole map."""
    near = terms.table.grid.neighbours(goal)
    return any(to == goal for hex in near for to, _, _ in _steps(terms, goal, hex, 0, math.inf))


def find(terms: Terms, start: Hex, goal: Hex, points: float) -> Way | None:
    """The cheapest path within so many points, or None. Without any points not even a free step is taken."""
    if points <= 0:
        return None
    if not starts(terms, start) or start not in terms.table.grid or goal not in terms.table.grid or too_near(terms, start, goal):
        return None
    if math.isinf(points) and start != goal and not _to_be_entered(terms, goal):
        return None
    distance = terms.table.grid.distance_to(goal)
    least = cheapest(terms.table.board, terms.ground, terms.mode)
    if distance(start) * least > points:
        return None
    straight = terms.given is not None  # any path will do: of those that may be as cheap try the nearest to the goal first
    queue: list[tuple[float, float, float, Hex, bool]] = [(distance(start) * least, 0.0, 0.0, start, False)]
    came: dict[tuple[Hex, bool], tuple[Hex, bool] | None] = {(start, False): None}
    best: dict[tuple[Hex, bool], float] = {(start, False): 0.0}
    while queue:
        _, _, spent, hex, stopped = heapq.heappop(queue)
        node = (hex, stopped)
        if spent > best[node]:
            continue
        if hex == goal:
            return Way(_path(came, node), spent)
        if stopped:
            continue
        for to, price, halt in _steps(terms, goal, hex, spent, points):
            cost, reached = spent + price, (to, halt)
            if cost >= best.get(reached, math.inf):
                continue
            guess = cost + distance(to) * least
            if guess <= points:
                best[reached], came[reached] = cost, node
                heapq.heappush(queue, (guess, distance(to) if straight else cost, cost, to, halt))
    return None


def _steps(
    terms: Terms, goal: Hex, hex: Hex, spent: float, points: float, only: Hex | None = None
) -> Iterator[tuple[Hex, float, bool]]:
    """The steps the unit may take from a hex (`only` to one other): where to, for how much, and whether its move ends there."""
    effect, relaxed, worst, outside = terms.effect, terms.relaxed, terms.worst, terms.shut
    zone: frozenset[Hex] = frozenset() if relaxed.zoc else terms.zone
    peopled = terms.peopled
    leaving = hex in zone
    leave = effect.leave if leaving else 0
    for to, low, high, _ in terms.edges(hex, only):
        if to in outside and to != goal:  # that nobody may be at the goal itself is for another rule to say
            continue
        step = high if worst else low
        if step is None:
            if not relaxed.barred:
                continue
            step = low or high or StepPrice(1)
        if (peopled is None or to in peopled) and not terms.may_pass(to, goal):
            continue
        cost, halt, everything = step
        if everything:
            late = bool(spent) and terms.ground.all_points == "all it has"
            if late and not relaxed.stops:
                terms.bitten.add("stops")
                continue
            if spent >= points or points < terms.ground.all_printed:
                continue
            cost = _all_points(terms.ground, cost, points - spent, leave)
        if to in zone:
            if effect.barred or (leaving and not effect.direct):
                continue
            cost += effect.enter
            halt = halt or effect.stop
        if terms.burdens:
            cost += terms.burdens.get(to, {}).get(hex, 0)
        if halt and not relaxed.stops:
            terms.bitten.add("stops")
        yield to, cost + leave, halt and not relaxed.stops


def _all_points(ground: Ground, cost: float, left: float, leave: float) -> float:
    """What a step costs that takes all points, apart from leaving a zone of control."""
    if not math.isfinite(left):
        return cost
    return max(0, left - leave) if ground.all_cover_leaving else left


def follow(terms: Terms, path: tuple[Hex, ...], points: float) -> Way | None:
    """A path that the players named: its price, or None if it cannot be travelled within so many points."""
    if points <= 0 or not starts(terms, path[0]) or too_near(terms, path[0], path[-1]):
        return None
    spent, halted = 0.0, False
    for hex, to in pairwise(path):
        step = next(_steps(terms, path[-1], hex, spent, points, only=to), None)
        if halted or step is None:
            return None
        spent, halted = spent + step[1], step[2]
        if spent > points:
            return None
    return Way(path, spent)


def _path(came: dict[tuple[Hex, bool], tuple[Hex, bool] | None], node: tuple[Hex, bool]) -> tuple[Hex, ...]:
    path: list[Hex] = []
    step: tuple[Hex, bool] | None = node
    while step is not None:
        path.append(step[0])
        step = came[step]
    return tuple(reversed(path))


def reachable(terms: Terms, start: Hex, points: float) -> dict[Hex, Way]:
    """Every hex the unit can reach within so many points, with the cheapest way."""
    if not starts(terms, start):
        return {}
    queue: list[tuple[float, Hex, bool]] = [(0.0, start, False)]
    came: dict[tuple[Hex, bool], tuple[Hex, bool] | None] = {(start, False): None}
    best: dict[tuple[Hex, bool], float] = {(start, False): 0.0}
    found: dict[Hex, Way] = {}
    while queue:
        spent, hex, stopped = heapq.heappop(queue)
        if spent > best[(hex, stopped)]:
            continue
        if hex not in found and not too_near(terms, start, hex):
            found[hex] = Way(_path(came, (hex, stopped)), spent)
        if stopped:
            continue
        for to, price, halt in _steps(terms, "", hex, spent, points):
            cost, reached = spent + price, (to, halt)
            if cost <= points and cost < best.get(reached, math.inf):
                best[reached], came[reached] = cost, (hex, stopped)
                heapq.heappush(queue, (cost, to, halt))
    return found
