"""The search for a path against every path there is, and verdicts that facts may settle but never overturn."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.engine.actions import Move
from adjudicator.engine.board import Board, Feature
from adjudicator.engine.hexes import Grid, Hex, Side, side
from adjudicator.engine.units import Unit
from adjudicator.facts import Fact, Known, Unknown
from adjudicator.rules.judge import judge
from adjudicator.rules.movement.modes import Mode
from adjudicator.rules.movement.search import find, terms_for
from adjudicator.rules.registry import Binding
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict
from tests.rules.tables import BASICS, bind, table, unit
from tests.support import named, needed

SMALL = Grid(columns=(1, 4), rows=(1, 3), shifted="odd", rows_grow=180, columns_grow=90)
EDGES = sorted({side(a, b) for a in SMALL.all() for b in SMALL.neighbours(a)})
COST = {"clear": 1.0, "forest": 2.0, "marsh": 3.0}
ZOC = {
    "additive": bind("zoc-cost", "zoc.additive_cost", enter=2, leave=2),
    "rigid": bind("zoc-cost", "zoc.rigid", leave=1, direct=False),
    "stop": bind("zoc-cost", "zoc.rigid", direct=True),
}


@dataclass(frozen=True)
class World:
    """A small board with everything on it, known or not."""

    terrain: dict[Hex, str]
    streams: frozenset[Side]
    roads: frozenset[Side]
    enemies: tuple[Hex, ...]
    zoc: str
    points: int

    def board(self, hidden: frozenset[str] = frozenset()) -> Board:
        def fact(key: str, value: frozenset[str]) -> Fact[frozenset[str]]:
            return Unknown(named(key)) if key in hidden else Known(value)

        features: dict[Side, Fact[frozenset[Feature]]] = {}
        for at in EDGES:
            key = f"hexside {at[0]}/{at[1]}"
            there = frozenset({Feature("stream")}) if at in self.streams else frozenset[Feature]()
            features[at] = Unknown(named(key)) if key in hidden else Known(there)
        return Board(
            SMALL,
            {hex: fact(f"terrain {hex}", frozenset({kind})) for hex, kind in self.terrain.items()},
            features,
            {at: fact(f"route {at[0]}/{at[1]}", frozenset({"road"} if at in self.roads else ())) for at in EDGES},
        )

    def table(self, hidden: frozenset[str] = frozenset()) -> Table:
        mover = unit("1", attack=3, movement=None if "movement of 1" in hidden else self.points)
        placed: list[tuple[Unit, str]] = [(mover, "0101")]
        for number, hex in enumerate(self.enemies):
            placed.append((unit(f"e{number}", "blue", attack=None if f"attack of e{number}" in hidden else 2, movement=4), hex))
        return table(*placed, on=self.board(hidden), rules=rules(self.zoc))

    def keys(self) -> list[str]:
        return [
            "movement of 1",
            *(f"terrain {hex}" for hex in SMALL.all()),
            *(f"{what} {a}/{b}" for what in ("hexside", "route") for a, b in EDGES),
            *(f"attack of e{number}" for number in range(len(self.enemies))),
        ]


def rules(zoc: str) -> tuple[Binding, ...]:
    return tuple(ZOC[zoc] if binding.id == "zoc-cost" else binding for binding in BASICS)


@st.composite
def worlds(draw: st.DrawFn) -> World:
    hexes = SMALL.all()
    enemies = draw(st.lists(st.sampled_from(hexes[1:]), max_size=2, unique=True))
    return World(
        {hex: draw(st.sampled_from(["clear", "clear", "forest", "marsh", "lake"])) for hex in hexes},
        frozenset(draw(st.sets(st.sampled_from(EDGES), max_size=8))),
        frozenset(draw(st.sets(st.sampled_from(EDGES), max_size=8))),
        tuple(enemies),
        draw(st.sampled_from(sorted(ZOC))),
        draw(st.integers(0, 9)),
    )


def every_path(world: World, goal: Hex) -> Iterator[float]:
    """The price of every path without loops, by the rules written out plainly once more."""
    zone = {near for enemy in world.enemies for near in SMALL.neighbours(enemy)}

    def walk(at: Hex, seen: frozenset[Hex], spent: float) -> Iterator[float]:
        if at == goal:
            yield spent
            return
        for to in SMALL.neighbours(at):
            if to in seen or to in world.enemies:
                continue
            edge = side(at, to)
            if edge in world.roads:
                price, halt = 1.0, False
            elif world.terrain[to] == "lake":
                continue
            else:
                halt = edge in world.streams
                price = COST[world.terrain[to]] + halt
            if world.zoc == "additive":
                price += 2 * (to in zone) + 2 * (at in zone)
            else:
                if world.zoc == "rigid":
                    if at in zone and to in zone:
                        continue
                    price += at in zone
                halt = halt or to in zone
            if halt and to != goal:
                continue
            yield from walk(to, seen | {to}, spent + price)

    yield from walk("0101", frozenset({"0101"}), 0.0)


@settings(max_examples=150, deadline=None)
@given(worlds(), st.sampled_from(SMALL.all()[1:]))
def test_the_path_found_is_never_dearer_than_any_other(world: World, goal: Hex) -> None:
    at = world.table()
    way = find(terms_for(at, at.unit("1"), Mode("regular")), "0101", goal, 1000)
    best = min(every_path(world, goal), default=math.inf)
    assert (math.inf if way is None else way.cost) == best


@settings(max_examples=60, deadline=None)
@given(worlds(), st.sampled_from(SMALL.all()[1:]))
def test_the_verdict_on_a_move_is_that_of_the_cheapest_path(world: World, goal: Hex) -> None:
    best = min(every_path(world, goal), default=math.inf)
    assert judge(world.table(), Move(("1",), goal)).verdict is (Verdict.LEGAL if best <= world.points else Verdict.ILLEGAL)


@settings(max_examples=120, deadline=None)
@given(worlds(), st.sampled_from(SMALL.all()[1:]), st.data())
def test_a_fact_may_settle_a_verdict_but_never_overturns_one(world: World, goal: Hex, data: st.DataObject) -> None:
    hidden = frozenset(data.draw(st.sets(st.sampled_from(world.keys()), max_size=6)))
    before = judge(world.table(hidden), Move(("1",), goal)).verdict
    while hidden:
        hidden -= {data.draw(st.sampled_from(sorted(hidden)))}
        after = judge(world.table(hidden), Move(("1",), goal)).verdict
        assert before in (Verdict.UNDECIDED, after)
        before = after
    assert before is not Verdict.UNDECIDED


@settings(max_examples=100, deadline=None)
@given(worlds(), st.sampled_from(SMALL.all()[1:]), st.data())
def test_an_undecided_move_names_only_facts_that_can_decide_it(world: World, goal: Hex, data: st.DataObject) -> None:
    """With all of the facts named known to be good the move is legal; with any one of them left out that is not certain."""
    hidden = frozenset(data.draw(st.sets(st.sampled_from(world.keys()), min_size=1, max_size=5)))
    at = world.table(hidden)
    found = judge(at, Move(("1",), goal))
    if found.verdict is not Verdict.UNDECIDED:
        return
    (finding,) = found.findings
    needs = finding.opinion.truth.needs
    assert needs <= needed(*hidden)
    terms = terms_for(at, at.unit("1"), Mode("regular"))
    points = 99 if named("movement of 1") in needs else 0 if "movement of 1" in hidden else world.points
    assert find(terms.with_facts(needs), "0101", goal, points) is not None
    for fact in needs:
        fewer = 0 if fact == named("movement of 1") else points
        assert find(terms.with_facts(needs - {fact}), "0101", goal, fewer) is None


def test_the_small_board_has_both_kinds_of_paths() -> None:
    """The properties above say nothing if every move is refused or every move is allowed."""
    open_ground = World(dict.fromkeys(SMALL.all(), "clear"), frozenset(), frozenset(), (), "additive", 2)
    assert min(every_path(open_ground, "0103")) == 2
    assert judge(open_ground.table(), Move(("1",), "0103")).verdict is Verdict.LEGAL
    assert judge(open_ground.table(), Move(("1",), "0403")).verdict is Verdict.ILLEGAL
