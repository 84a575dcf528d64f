"""Tables with combats on them: bindings as three games have them, and short ways to ask for opinions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.engine.actions import Action, Attack
from adjudicator.engine.charts import Chart, ResultsChart
from adjudicator.engine.hexes import Grid, Hex
from adjudicator.rules.apply import apply
from adjudicator.rules.combat.column import Columns, columns_of
from adjudicator.rules.combat.fight import fight_of
from adjudicator.rules.judge import judge
from adjudicator.rules.opinion import Opinion
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

from .tables import BASICS, bind, terrain_chart

VOB_GRID = Grid((1, 32), (1, 30), "odd", rows_grow=270, columns_grow=180)
SEELOW_GRID = Grid((1, 36), (1, 25), "odd", rows_grow=180, columns_grow=90)

# Target 1010 with its neighbours on the plain grid of the tables, clockwise from the south.
TARGET, SOUTH, SOUTH_WEST, NORTH_WEST, NORTH, NORTH_EAST, SOUTH_EAST = "1010", "1011", "0911", "0910", "1009", "1110", "1111"

LADDER = ("1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1")
COMBAT_CHART = terrain_chart(
    "clear hex foot=1 mech=1",
    "forest hex foot=2 mech=3 shift=-1",
    "village hex foot=+0 mech=+0",
    "town hex foot=+0 mech=+0 shift=-1",
    "city hex foot=+0 mech=+0 shift=-2",
    "lake hex foot=no mech=no",
    "river-minor hexside foot=+1_stop mech=+1_stop attack=0.5",
    "river-major hexside foot=no mech=no attack=0.5",
    "water hexside foot=no mech=no attack=0",
    "defensive-line hexside shift=-1",
    "festung-line hexside shift=-2",
    "road route foot=1 mech=1",
)
CRT = ResultsChart(
    LADDER,
    {
        1: ("A2r", "A1r", "A1", "A1", "-", "A1*/Dr", "Dr", "D1r"),
        2: ("A1r", "A1", "A1", "-", "A1*/Dr", "Dr", "D1r", "D1r2"),
        3: ("A1r", "A1", "-", "A1*/Dr", "Dr", "D1r", "D1r", "D1r2"),
        4: ("A1", "-", "A1*/Dr", "Dr", "D1r", "D1r", "D2r", "D2r2"),
        5: ("-", "A1*/Dr", "Dr", "Dr2", "D1r2", "D1r2", "D2r2", "D2r2"),
        6: ("A1*/Dr", "Dr", "Dr2", "D1r2", "D1r2", "D2r2", "D2r2", "D2r2"),
    },
)
CHARTS: Mapping[str, Chart] = {"terrain": COMBAT_CHART, "crt": CRT}

_GROUND = (
    *(each for each in BASICS if each.id not in ("terrain", "stack-when")),
    bind(
        "terrain",
        "ground.by_chart",
        "2.1",
        column="foot",
        other_columns={"mechanized": "mech"},
        bridged_by=["road"],
        bridges=["river-minor", "river-major"],
    ),
    bind("stack-when", "stacking.looked_at", "3.2", moments=["end of move", "end of retreat", "end of advance"]),
    bind("overrun", "search.overrun", "6.3", only=["hq"], rating="attack"),
)
LINES = ["festung-line", "defensive-line"]
IN_TOWN: Mapping[str, Any] = {"losses": 1, "roles": ["defender"], "terrain": ["town", "city"]}

KG = (
    *_GROUND,
    bind("defends", "fight.without", "9.0", traits=["hq"]),
    bind("strength", "strength.summed", "2.1.2", rounding="down", nothing=["hq"]),
    bind("no-supply", "strength.scaled", "9.3", reason="out of supply", times=0.5, roles=["attacker"], marked=["out of supply"]),
    bind("isolated", "strength.scaled", "9.3", reason="isolated", times=0.5, marked=["isolated"]),
    bind("across", "strength.across", "9.3", bridged_by=["road"], bridges=["river-minor", "river-major"]),
    bind("odds", "odds.ratio", "9.3", columns=LADDER),
    bind("bombard-column", "odds.by_kind", "2.5.1", columns={"bombardment": "2-1"}),
    bind("terrain-shift", "shifts.terrain", "9.3.1", ignored={"bombardment": ["forest", "marsh"]}),
    bind(
        "line-shift",
        "shifts.lines",
        "9.3.1",
        values={"festung-line": -2, "defensive-line": -1},
        first=LINES,
        defender="blue",
        facing=True,
        never_kinds=["bombardment"],
    ),
    bind("air-shift", "air.by_manner", "12.1", worth={"normal": 1, "full": 2}),
    bind("results", "results.steps_and_retreats", "9.1"),
    bind("chart", "results.named", "2.2.3", chart="crt"),
    bind("first-day", "results.plus", "3.0", reason="first turn", plus=-1, kinds=["bombardment"], turns=[1]),
    bind("column", "resolution.announced", "9.3"),
    bind("rolled", "resolution.rolled", "2.2.3"),
    bind("loss-in-town", "aftermath.negated", "9.4.4", **IN_TOWN),
    bind("loss-festung", "aftermath.negated", "9.4.4", losses=1, sides=["blue"], only_across=LINES, some_across=LINES[:1]),
    bind(
        "retreat-in-town",
        "aftermath.negated",
        "9.5.7",
        retreats=1,
        roles=["attacker", "defender"],
        terrain=["village", "town", "city"],
    ),
    bind("retreat-festung", "aftermath.negated", "9.5.7", retreats=1, sides=["blue"], only_across=LINES, some_across=LINES[:1]),
    bind("retreat-line", "aftermath.negated", "9.5.8", retreats=99, sides=["blue"], only_across=LINES[1:]),
    bind(
        "combined",
        "aftermath.negated",
        "9.5.9",
        losses=1,
        retreats=99,
        sides=["blue"],
        terrain=["town", "city"],
        only_across=LINES,
    ),
    bind("retreat", "aftermath.by_result", "9.5"),
    bind("manner", "routes.away", "9.5", toward={"red": [180, 90], "blue": [0, 270]}, within=60, beyond=60),
    bind("retreat-where", "retreat.explained", "9.5.2"),
    bind("retreat-able", "retreat.able", "9.5.5"),
    bind("retreat-who", "retreat.of_that_combat", "9.5"),
    bind("losses", "losses.as_many_as_due", "9.4"),
    bind("losses-who", "losses.only_those_involved", "9.4", never=["hq"]),
    bind("losses-first", "losses.strongest_first", "9.4.1", without=["hq"]),
    bind("settled", "losses.settled", "9.1", on=("attack",)),
    bind("advance-who", "advance.only_attackers", "9.6", with_them=["hq"]),
    bind("advance-able", "advance.able", "9.6"),
    bind("advance-vacant", "advance.into_a_vacant_hex", "9.6", overrun=["hq"]),
    bind("advance-stack", "advance.stacked_at_the_end", "9.6"),
    bind(
        "advance-far",
        "advance.so_many_hexes",
        "9.6.3",
        hexes=1,
        by_trait={"mechanized": 2},
        with_them=["hq"],
        closed=["river-major"],
        stop_across=["river-minor", "river-major"],
        stop_in=["town", "city"],
        bridged_by=["road"],
    ),
)


def about(table: Table, action: Action, rule: str) -> list[Opinion]:
    """What one rule says of an action."""
    return [each.opinion for each in judge(table, action).ruled if each.rule == rule]


def verdict(table: Table, action: Action, rule: str) -> Verdict:
    said = {each.verdict for each in judge(table, action).ruled if each.rule == rule}
    return Verdict.ILLEGAL if Verdict.ILLEGAL in said else Verdict.UNDECIDED if Verdict.UNDECIDED in said else Verdict.LEGAL


def needs(table: Table, action: Action, rule: str) -> set[str]:
    return {str(need) for opinion in about(table, action, rule) for need in opinion.truth.needs}


def columns(table: Table, *attackers: str, target: Hex = TARGET, **more: Any) -> Columns:
    return columns_of(table, fight_of(table, Attack(attackers, target, **more)))


def column(table: Table, *attackers: str, target: Hex = TARGET, **more: Any) -> str | None:
    """The one column a combat must have."""
    found = columns(table, *attackers, target=target, **more)
    if len(found.possible) != 1:
        raise ValueError(f"several columns are possible: {found.possible}")
    return found.possible[0]


def fought(table: Table, *attackers: str, result: str, target: Hex = TARGET, **more: Any) -> Table:
    return apply(table, Attack(attackers, target, result=result, **more))


def values(found: Columns) -> Mapping[str, str]:
    return {row.reason: row.value for row in found.rows}
