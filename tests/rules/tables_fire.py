"""A small game of fire for tests: antitank fire, barrage, spotting, morale and guns with two modes, as Seelow has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.engine.actions import Action
from adjudicator.engine.board import Board
from adjudicator.engine.charts import ResultsChart
from adjudicator.engine.hexes import Grid, Hex
from adjudicator.engine.state import Standing
from adjudicator.engine.units import Unit
from adjudicator.facts import Fact, Known, Unknown
from adjudicator.rules.apply import apply
from adjudicator.rules.judge import judge
from adjudicator.rules.registry import Binding
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict
from tests.support import named

from . import tables
from .tables import BASICS, bind, board

GRID = Grid((1, 36), (1, 17), "odd", rows_grow=180, columns_grow=90)
AT, BARRAGE = "antitank fire", "barrage"

FIRE_CHART = ResultsChart(
    ("1", "2-3", "4-6", "7+"),
    {
        1: ("2+", "3+", "E", "E"),
        2: ("1", "2", "3", "E"),
        3: ("M", "1", "2", "4+"),
        4: ("-", "M", "1", "3"),
        5: ("-", "-", "M", "2"),
        6: ("-", "-", "-", "1"),
    },
)

SIGHT = bind("sight", "sightline.by_levels", "8.22", symbols=["village", "town", "woods"])

RULES: tuple[Binding, ...] = (
    *BASICS,
    bind("rating", "fire.printed", when={"kind": AT}, rating="antitank", while_marked={"move mode": "antitank moving"}),
    bind("strength", "fire.printed", when={"kind": BARRAGE}, rating="combat"),
    bind("armoured", "fire.by_trait", when={"kind": AT}, only=["armoured"]),
    bind("soft", "fire.by_trait", when={"kind": BARRAGE}, never=["armoured"]),
    bind("able", "fire.able", "6.17", kind=AT, never_marked=["disrupted"]),
    bind("guns-only", "fire.able", "8.14", kind=BARRAGE, only=["artillery"], never_marked=["disrupted"]),
    bind("night", "fire.not_in_the", "10.25", lights=["night"]),
    bind("antitank-phase", "sequence.in_phase", "6.11", on=("fire",), only=[AT], phases=[AT]),
    bind("barrage-phase", "sequence.in_phase", "8.17", on=("fire",), only=[BARRAGE], phases=[BARRAGE]),
    bind("once", "fire.once", "6.14", kind=AT, spent=["advanced"]),
    bind("barrage-once", "fire.once", "8.18", kind=BARRAGE),
    bind("target", "fire.right_target", "6.12", kind=AT),
    bind("barrage-target", "fire.right_target", "8.11", kind=BARRAGE),
    bind("adjacent", "fire.in_range", "6.13", kind=AT, hexes=1),
    bind("range", "fire.in_range", "8.13", kind=BARRAGE, only=["artillery"]),
    bind("enterable", "fire.not_where_it_cannot_go", "6.18", kind=AT, exempt=["artillery"]),
    bind("spread", "fire.spread", "6.15", kind=AT),
    bind("owed-later", "fire.leaves_owed", kind=AT),
    bind("owed", "fire.owed", "6.15", kind=AT),
    bind("stream", "firepower.across", "6.31", when={"kind": AT}, features=["stream"], times=0.5, rounding="up"),
    bind("climb", "firepower.uphill", "6.32", when={"kind": AT}, times={1: 0.5, 2: 0.25}, rounding="up"),
    bind(
        "cover",
        "firepower.into",
        "8.14",
        when={"kind": BARRAGE},
        terrain=["village", "town", "woods", "swamp"],
        times=0.5,
        rounding="down",
    ),
    bind("armour", "firepower.armour", "6.41", when={"kind": AT}, rating="armour"),
    bind("easy", "firepower.target_marked", "6.42", when={"kind": AT}, mark="disrupted", plus=-2, choice=True),
    bind("dusk", "firepower.in_light", "10.24", plus={"dusk": 2}),
    bind("total", "firepower.counted", "6.14", kind=AT),
    bind("barrage-total", "firepower.counted", "8.14", kind=BARRAGE),
    bind("result", "firepower.looked_up", "6.2", kind=AT, chart="fire"),
    bind("barrage-result", "firepower.looked_up", "8.14", kind=BARRAGE, chart="fire"),
    bind("shot", "fire_results.remembered", kinds=[AT, BARRAGE]),
    bind("settled", "fire_results.settled_before_fire", "6.2", kinds=[AT, BARRAGE]),
    bind("settled-later", "fire_results.settled_before_the_next", "6.2", kinds=[AT, BARRAGE]),
    bind("gun-mode", "modes_of_guns.fires_in", "8.31", kind=BARRAGE, guns=["artillery"]),
    bind("gun-antitank", "modes_of_guns.fires_in", "8.31", kind=AT, guns=["artillery"], exempt=["flak"]),
    bind("gun-moves", "modes_of_guns.moves_in", "8.31", guns=["artillery"], never_in_light=["dusk", "night"]),
    bind(
        "limber",
        "modes_of_guns.changed",
        "8.32",
        mode="move mode",
        guns=["artillery"],
        phases=[BARRAGE],
        own_phase=True,
        unless_done=[BARRAGE],
    ),
    bind("unlimber", "modes_of_guns.changed", "8.35", mode="fire mode", guns=["artillery"], phases=["rally"], lights=["night"]),
    bind("one-mode", "modes_of_guns.one_at_a_time"),
    bind("spot-range", "spotting.by_level", "8.24", hexes=3, lower={1: 4, 2: 5}),
    bind("marshal", "spotting.farther", "10.12", trait="zhukov", plus=3, from_level=2),
    bind("spot-light", "spotting.limited_by_light", "8.26", most={"dusk": 2, "night": 0}),
    bind("spotter", "spotting.not_marked", "7.63", marks=["disrupted"]),
    bind("unseen", "spotting.never", "10.13", trait="zhukov", by=["red"]),
    SIGHT,
    bind("spotted", "spotting.target_spotted", "8.19", kind=BARRAGE),
    bind("morale", "morale.printed", "6.64", marks={"disrupted": -2}, as_printed_for=["rally"]),
    bind("short-of-everything", "morale.plus", "11.32", when={"side": "red", "purpose": "rally"}, plus=2, reason="short of fuel"),
    bind("check", "morale.checked", "6.62"),
    bind("rally", "morale.rallied", "7.66"),
    bind("check-noted", "morale.remembered"),
    bind("rally-noted", "morale.remembered", purpose="rally", counts_as="rally"),
    bind("disrupted", "morale.disrupted", "7.6"),
    bind("failed", "morale.owed", "6.63", gone=["artillery"]),
)


def changed(**others: Binding) -> tuple[Binding, ...]:
    """The rules with some of them replaced, by id (`_` for `-`)."""
    by_id = {name.replace("_", "-"): binding for name, binding in others.items()}
    return tuple(by_id.get(binding.id, binding) for binding in RULES)


def without(*ids: str) -> tuple[Binding, ...]:
    return tuple(binding for binding in RULES if binding.id not in ids)


def ground(
    terrain: Mapping[Hex, str] | None = None,
    sides: Mapping[str, str] | None = None,
    levels: Mapping[Hex, int | None] | None = None,
) -> Board:
    """A map as Seelow numbers it; a level of None is unknown."""
    stated: dict[Hex, Fact[int]] = {
        hex: Unknown(named(f"level {hex}")) if level is None else Known(level) for hex, level in (levels or {}).items()
    }
    return board(terrain, sides, grid=GRID).changed(level=stated)


def table(
    *placed: tuple[Unit, str] | tuple[Unit, Standing],
    on: Board | None = None,
    rules: tuple[Binding, ...] = RULES,
    light: str | Unknown | None = "day",
    charted: bool = True,
    **state: Any,
) -> Table:
    notes = {**state.pop("notes", {})}
    if light is not None:
        notes["light"] = light if isinstance(light, Unknown) else Known(light)
    charts = {"fire": FIRE_CHART} if charted else {}
    return tables.table(*placed, on=on or ground(), rules=rules, charts=charts, notes=notes, **state)


def play(at: Table, *actions: Action) -> Table:
    """The table after some actions, legal or not."""
    for action in actions:
        at = apply(at, action)
    return at


def verdict(at: Table, action: Action) -> tuple[Verdict, dict[str, frozenset[str]]]:
    """The verdict, and each rule that is not simply content, with the facts it lacks."""
    judged = judge(at, action)
    return judged.verdict, {each.rule: frozenset(map(str, each.opinion.truth.needs)) for each in judged.findings}
