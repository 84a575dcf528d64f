"""Small tables for tests of rules: a blank map, units made up on the spot, and a handful of bindings."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from adjudicator import factname
from adjudicator.engine.board import Board, Feature
from adjudicator.engine.charts import Chart, TerrainChart, TerrainRow, read_cost
from adjudicator.engine.hexes import Grid, Hex, Side, side
from adjudicator.engine.memory import Lifetime, Memory, memory
from adjudicator.engine.state import Standing, state_of
from adjudicator.engine.units import Roles, Unit
from adjudicator.facts import Fact, Known, Unknown
from adjudicator.rules.registry import Binding, Bindings
from adjudicator.rules.shared import SHARED
from adjudicator.rules.stating import memory_named
from adjudicator.rules.table import Game, Table
from tests.support import named

GRID = Grid(columns=(1, 20), rows=(1, 20), shifted="even", rows_grow=180, columns_grow=90)
SIDES = ("red", "blue")
ROLES = Roles(leads=frozenset({"hq"}), flies=frozenset({"air"}), helps=frozenset({"ship"}))


def unit(name: str, side: str = "red", /, **ratings: Any) -> Unit:
    """A unit: `traits`, `kind` and such by name, every other keyword a rating; `reduced` gives those of its second step."""
    about = {key: ratings.pop(key) for key in ("kind", "size", "formation", "traits", "doubtful") if key in ratings}
    reduced = ratings.pop("reduced", None)
    steps = tuple(_facts(values) for values in ([ratings] if reduced is None else [ratings, {**ratings, **reduced}]))
    for key in ("traits", "doubtful"):
        about[key] = frozenset(str(about.get(key, "")).split())
    return Unit(id=name, name=name, side=side, ratings=steps, roles=ROLES, **about)


def _facts(ratings: Mapping[str, int | None]) -> dict[str, Fact[int]]:
    return {name: Known(value) for name, value in ratings.items() if value is not None}


def terrain_chart(*lines: str) -> TerrainChart:
    """Lines such as `forest hex foot=2 mech=3 shift=-1`, with `_` for a blank: `river hexside foot=+1_stop`."""
    rows: dict[str, TerrainRow] = {}
    for line in lines:
        name, where, *cells = line.split()
        values = dict(cell.split("=") for cell in cells)
        shift, attack = int(values.pop("shift", "0")), float(values.pop("attack", "1"))
        costs = {column: cost for column, text in values.items() if (cost := read_cost(text.replace("_", " "))) is not None}
        rows[name] = TerrainRow(name, where, costs, shift, attack)  # type: ignore[arg-type]  # the literal is read from text
    return TerrainChart(rows)


CHART = terrain_chart(
    "clear hex foot=1 mech=1",
    "forest hex foot=2 mech=3 shift=-1",
    "marsh hex foot=3 mech=no",
    "town hex foot=+0 mech=+0 shift=-1",
    "lake hex foot=no mech=no",
    "stream hexside foot=+1_stop mech=+1_stop attack=0.5",
    "river hexside foot=no mech=no attack=0.5",
    "road route foot=1 mech=1",
)


def board(
    terrain: Mapping[Hex, str] | None = None, sides: Mapping[str, str] | None = None, roads: str = "", grid: Grid = GRID
) -> Board:
    """A clear map with some hexes (`?`: unknown), hexsides ("0101/0102": "stream" or `?`) and roads along paths."""
    terrain_of: dict[Hex, Fact[frozenset[str]]] = {}
    for hex, kinds in (terrain or {}).items():
        terrain_of[hex] = Unknown(named(f"terrain {hex}")) if kinds == "?" else Known(frozenset(kinds.split()))
    features_of: dict[Side, Fact[frozenset[Feature]]] = {}
    for at, kinds in (sides or {}).items():
        known = Known(frozenset(Feature(kind) for kind in kinds.split()))
        features_of[side(*at.split("/"))] = Unknown(named(f"hexside {at}")) if kinds == "?" else known
    found = Board(grid, terrain_of, features_of)
    steps = [path.split("-") for path in roads.split()]
    routes = {side(a, b): Known(frozenset({"road"})) for path in steps for a, b in pairwise(path)}
    return found.changed(routes=routes)


def bind(id_: str, use: str, *cite: str, when: Mapping[str, str] | None = None, **given: Any) -> Binding:
    """A rule under an id. `on` says to which of its actions it is bound, every other keyword is a parameter."""
    on = given.pop("on", ())
    return Binding(id_, SHARED.rules[use], cite, given, when or {}, on=on)


BRIDGES = {"bridged_by": ["road"], "bridges": ["stream", "river"]}
BASICS = (
    bind("zoc-who", "zoc.by_rating", "1.1", rating="attack"),
    bind("zoc-cost", "zoc.additive_cost", "1.2", enter=2, leave=2),
    bind(
        "terrain",
        "ground.by_chart",
        "2.1",
        column="foot",
        other_columns={"mech": "mech"},
        bridged_by=["road"],
        bridges=["stream", "river"],
    ),
    bind("regular", "modes.travel", "2.2", name="regular"),
    bind("allowance", "checks.within_allowance", "2.3"),
    bind("stack", "stacking.at_most", "3.1", limit=2, what="combat units", without=["hq"]),
    bind("stack-when", "stacking.looked_at", "3.2", moments=["end of move"]),
    bind("stack-move", "checks.stacked_at_the_end", "3.2"),
)


MEMORIES: Mapping[str, Memory[Any]] = {
    **SHARED.memories,
    "refugees": memory("refugees", str, "an event that one game has", lasts=Lifetime.GAME, default="", forbids=True),
    "pool": memory("pool", int, "a number that events add to", lasts=Lifetime.GAME, default=Unknown(factname.memory("pool"))),
}


def remembering(table: Table, **memories: Any) -> Table:
    """The table at which this is remembered, by name; an underscore stands for a blank, a word for what is one of a family."""
    state = table.state
    for key, value in memories.items():
        found = memory_named(table.game, key.replace("_", " "))
        assert found is not None, key
        if isinstance(value, Unknown):
            state = state.forget(found, value.key)
        else:
            state = state.remember(found, value.value if isinstance(value, Known) else value)
    return table.after(state)


def table(
    *placed: tuple[Unit, str] | tuple[Unit, Standing],
    on: Board | None = None,
    rules: tuple[Binding, ...] = BASICS,
    charts: Mapping[str, Chart] | None = None,
    sides: tuple[str, ...] = SIDES,
    notes: Mapping[str, Any] | None = None,
    **state: Any,
) -> Table:
    """A table with these units on it. Bindings of `rules` with the id of a basic one replace it if the caller says so."""
    units = {each.id: each for each, _ in placed}
    standings = {each.id: where if isinstance(where, Standing) else Standing(where) for each, where in placed}
    game = Game("test", "A test", sides, Bindings(rules), {"terrain": CHART, **(charts or {})}, memories=MEMORIES)
    return remembering(Table(game, on or board(), state_of(units, standings, sides, **state)), **(notes or {}))
