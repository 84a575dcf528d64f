"""How fast the rules judge: moves per second, and as a ratio to a bare breadth-first search over the same hexes; a supply check.

A board of 1,500 hexes with mixed terrain, rivers and roads, and 150 units of two sides facing each other. Every move is judged
on the position that the moves before it made, as in a log. The floor searches the hexes that a unit's allowance spans, with
nothing but neighbours and a set: what any referee has to look at to know where a unit could have gone.
"""

from __future__ import annotations

import gc
import random
import time
from collections import deque
from collections.abc import Callable

from adjudicator import sweeping
from adjudicator.engine.actions import Move
from adjudicator.engine.board import Board, Feature
from adjudicator.engine.charts import TerrainChart, TerrainRow, read_cost
from adjudicator.engine.hexes import Grid, Hex, side
from adjudicator.engine.state import Standing, state_of
from adjudicator.engine.units import Unit
from adjudicator.facts import Known
from adjudicator.rules.apply import apply
from adjudicator.rules.judge import judge
from adjudicator.rules.registry import Binding, Bindings
from adjudicator.rules.shared import SHARED
from adjudicator.rules.supply.capacity import Assignment
from adjudicator.rules.supply.survey import states
from adjudicator.rules.table import Game, Table

LEAST_PER_SECOND = 3_000
MOST_TIMES_THE_FLOOR = 12.0
MOST_SECONDS_OF_SUPPLY = 0.025
MOST_TIMES_A_BARE_PASS = 120.0
SIDES = ("red", "blue")
ALLOWANCE = 6


def chart() -> TerrainChart:
    cells = {
        "clear": ("hex", "1"),
        "forest": ("hex", "2"),
        "marsh": ("hex", "3"),
        "stream": ("hexside", "+1 stop"),
        "road": ("route", "1"),
    }
    rows = {}
    for name, (where, cell) in cells.items():
        cost = read_cost(cell)
        if cost is not None:
            rows[name] = TerrainRow(name, where, {"foot": cost})  # type: ignore[arg-type]  # one of the three, from the table above
    return TerrainChart(rows)


def bindings() -> Bindings:
    def bind(id_: str, use: str, **given: object) -> Binding:
        return Binding(id_, SHARED.rules[use], ("1",), given)

    return Bindings(
        (
            bind("zoc-who", "zoc.by_rating", rating="attack"),
            bind("zoc-cost", "zoc.additive_cost", enter=2, leave=2),
            bind("terrain", "ground.by_chart", column="foot", bridged_by=["road"], bridges=["stream"]),
            bind("regular", "modes.travel", name="regular"),
            bind("march", "modes.travel", name="march", only_along=["road"], route_costs={"road": 0.5}, never_in_zoc=True),
            bind("allowance", "checks.within_allowance"),
            bind("stack", "stacking.at_most", limit=2, what="units"),
            bind("stack-when", "stacking.looked_at", moments=["end of move"]),
            bind("stack-move", "checks.stacked_at_the_end"),
            bind("zoc-friends", "zoc.friends_negate", purposes=["supply"]),
            bind("line", "supply.line", free=4, routes=["road"]),
            bind("sources", "supply.places", tags=["source"]),
        )
    )


def battlefield(seed: int = 1) -> Table:
    """1,500 hexes, 150 units along a front."""
    rng = random.Random(seed)
    grid = Grid(columns=(1, 50), rows=(1, 30), shifted="even", rows_grow=180, columns_grow=90)
    terrain = {hex: Known(frozenset({rng.choice(("clear",) * 6 + ("forest", "forest", "marsh"))})) for hex in grid.all()}
    features = {
        side(hex, near): Known(frozenset({Feature("stream")}))
        for hex in grid.all()
        for near in grid.neighbours(hex)
        if hex < near and rng.random() < 0.06
    }
    routes = {
        side(f"{column:02}{row:02}", f"{column:02}{row + 1:02}"): Known(frozenset({"road"}))
        for column in range(2, 51, 6)
        for row in range(1, 30)
    }
    units, standings = {}, {}
    for number in range(150):
        name = SIDES[number % 2]
        id_ = f"{name}-{number}"
        units[id_] = Unit(id_, id_, name, ratings=({"attack": Known(3), "defence": Known(3), "movement": Known(ALLOWANCE)},))
        row = rng.randint(2, 13) if name == "red" else rng.randint(17, 29)
        standings[id_] = Standing(f"{1 + (number * 7) % 50:02}{row:02}")
    game = Game("bench", "A battlefield", SIDES, bindings(), {"terrain": chart()})
    edges = {f"{column:02}{row:02}": frozenset({"source"}) for column in range(2, 51, 6) for row in (1, 30)}
    return Table(game, Board(grid, terrain, features, routes, tags=edges), state_of(units, standings, SIDES))


def orders(table: Table, count: int, seed: int = 2) -> list[Move]:
    """Moves as players make them: mostly a few hexes ahead, one in ten too far."""
    rng = random.Random(seed)
    ids = [unit.id for unit, _ in table.state.units]
    home = {unit.id: standing.place for unit, standing in table.state.units}
    places = dict(home)
    moves = []
    for number in range(count):
        if number % len(ids) == 0:
            places = dict(home)
        id_ = ids[number % len(ids)]
        reach = rng.choice((1, 2, 3, 3, 4, 4, 5, 5, 6, 8))
        to = rng.choice([hex for hex in table.grid.within(places[id_], reach) if hex != places[id_]])
        moves.append(Move((id_,), to))
        places[id_] = to
    return moves


def spread(table: Table, start: Hex) -> int:
    """A bare breadth-first search as far as the allowance carries over open ground."""
    seen, queue = {start}, deque([(start, 0)])
    neighbours = table.grid.neighbours
    while queue:
        hex, spent = queue.popleft()
        if spent == ALLOWANCE:
            continue
        for near in neighbours(hex):
            if near not in seen:
                seen.add(near)
                queue.append((near, spent + 1))
    return len(seen)


def _seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def measure(count: int = 6_000) -> tuple[float, float, dict[str, int]]:
    """Moves judged per second, the ratio to the floor, and how many were of which verdict."""
    table = battlefield()
    moves = orders(table, count)
    starts = []
    tally: dict[str, int] = {}
    at = table
    for move in moves[:300]:  # caches that a real log warms within its first turn
        judge(at, move)
    began = time.process_time()  # asked once: it takes a twentieth of what a move does
    for number, move in enumerate(moves):
        if number % 150 == 0:  # a log has many turns: begin again before the sides are mixed up beyond any game
            at = table
        starts.append(at.place_of(move.units[0]) or move.to)
        verdict = judge(at, move).verdict.value
        tally[verdict] = tally.get(verdict, 0) + 1
        at = apply(at, move)
    judged = time.process_time() - began
    floor = _seconds(lambda: [spread(table, start) for start in starts])
    return count / judged, judged / floor, tally


def supply() -> tuple[float, int, int]:
    """Seconds for a full check of both sides on a position not seen before, and how many units have a line and how many not."""
    table = battlefield()
    for side_ in SIDES:
        states(table, side_)  # the board's own links are worked out once for a whole game
    taken, lines, none = 0.0, 0, 0
    for move in orders(table, 40, seed=3):
        table = apply(table, move)
        fresh = Table(table.game, table.board, state_of(*_everything(table), SIDES))
        gc.collect()  # what the checks before it left behind is none of this one's
        began = time.process_time()
        found = [state for side_ in SIDES for state in states(fresh, side_).values()]
        taken = max(taken, time.process_time() - began)
        lines, none = sum(state.truth.yes for state in found), sum(state.truth.no for state in found)
    return taken, lines, none


def _everything(table: Table) -> tuple[dict[str, Unit], dict[str, Standing]]:
    units = {unit.id: unit for unit, _ in table.state.units}
    return units, {unit.id: standing for unit, standing in table.state.units}


def sharing(rounds: int = 20) -> tuple[float, float, int]:
    """Seconds to share out 300 units among eight headquarters, as a ratio to a pass that shifts nobody, and how many fit."""
    dice = random.Random(1)
    names = [f"hq{number}" for number in range(8)]
    wanted = {f"u{number}": dice.sample(names, dice.randint(1, 4)) for number in range(300)}

    def bare() -> int:
        room = dict.fromkeys(names, 18)
        for reach in wanted.values():
            first = next((name for name in reach if room[name]), None)
            if first is not None:
                room[first] -= 1
        return sum(room.values())

    def shared() -> int:
        assignment = Assignment(dict.fromkeys(names, 18))
        return sum(assignment.add(one, reach) for one, reach in wanted.items())

    best, floor = (min(_seconds(work) for _ in range(rounds)) for work in (shared, bare))
    return best, best / floor, shared()


def report() -> list[tuple[str, str, str, bool]]:
    """Title, value, limit, and whether it is kept, for each measurement."""
    gc.collect()
    gc.freeze()  # what other measurements left behind is none of this one's
    sweeping.seldom()  # as the program itself has it
    rate, ratio, tally = measure()
    counts = ", ".join(f"{number} {verdict}" for verdict, number in sorted(tally.items()))
    seconds, lines, none = supply()
    checked = f"supply of 150 units ({lines} with a line, {none} without)"
    shared, times, served = sharing()
    fitted = f"300 units shared out among 8 HQs ({served} served): {shared * 1000:.1f} ms"
    return [
        (f"judged moves a second ({counts})", f"{rate:,.0f}", f">{LEAST_PER_SECOND:,}", rate >= LEAST_PER_SECOND),
        ("judged moves against a bare search", f"{ratio:.2f} x", f"{MOST_TIMES_THE_FLOOR:.1f} x", ratio <= MOST_TIMES_THE_FLOOR),
        (checked, f"{seconds * 1000:.1f} ms", f"{MOST_SECONDS_OF_SUPPLY * 1000:.0f} ms", seconds <= MOST_SECONDS_OF_SUPPLY),
        (fitted, f"{times:.0f} x", f"{MOST_TIMES_A_BARE_PASS:.0f} x", times <= MOST_TIMES_A_BARE_PASS),
    ]


def main() -> int:
    lines = report()
    for title, value, limit, well in lines:
        print(f"{title:56} {value:>10}   limit {limit:>8}   {'ok' if well else 'BROKEN'}")
    return 0 if all(well for *_, well in lines) else 1


if __name__ == "__main__":
    raise SystemExit(main())
