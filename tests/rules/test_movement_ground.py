"""What single steps cost: roads and rails, levels, frozen rivers, unknown ground; and the arithmetic shown for it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.engine.actions import Move
from adjudicator.engine.charts import TerrainChart
from adjudicator.engine.hexes import Hex, Side
from adjudicator.facts import Fact, Known, Unknown
from adjudicator.rules.judge import judge
from adjudicator.rules.movement.ground import StepPrice, by_chart, edge
from adjudicator.rules.movement.modes import Mode
from adjudicator.rules.registry import Bindings
from adjudicator.rules.table import Game, Table
from adjudicator.verdict import Verdict
from tests.rules.tables import remembering
from tests.support import named, needed

from .tables import BASICS, CHART, bind, board, table, terrain_chart, unit
from .tables_movement import ENEMY, UNIT, only, rules, values, verdict

SEELOW = bind("terrain", "ground.by_chart", "5.14", column="foot", other_columns={"mech": "mech"}, climb={"foot": 1, "mech": 2})
CORRIDOR = {hex: "lake" for hex in board().grid.all() if not hex.startswith("05")}


def reasons(at: Table, to: Hex, **move: str) -> list[str]:
    """The reasons of the rows that are about hexes entered."""
    return [row.reason for row in only(at, to, **move).opinion.rows if row.reason[:2].isdigit()]


# --- roads


def test_a_road_dearer_than_open_ground_need_not_be_followed() -> None:
    dear = terrain_chart("clear hex foot=1", "forest hex foot=2", "road route foot=1.5")
    at = table((unit("1", **UNIT), "0505"), on=board(CORRIDOR, roads="0505-0506-0507-0508-0509"), charts={"terrain": dear})
    assert verdict(at, "0509") is Verdict.LEGAL
    at = table(
        (unit("1", **UNIT), "0505"),
        on=board({**CORRIDOR, "0506": "forest", "0507": "forest"}, roads="0505-0506-0507-0508"),
        charts={"terrain": dear},
    )
    assert verdict(at, "0508") is Verdict.LEGAL  # 1½ + 1½ along the road, then 1 beside it


def test_a_dear_road_across_a_stream_spares_the_halt() -> None:
    dear = terrain_chart("clear hex foot=1", "stream hexside foot=+0_stop", "road route foot=1.5")
    on = board(CORRIDOR, sides={"0505/0506": "stream"}, roads="0505-0506")
    at = table(
        (unit("1", **UNIT), "0505"),
        on=on,
        charts={"terrain": dear},
        rules=rules(bind("terrain", "ground.by_chart", column="foot")),
    )
    assert verdict(at, "0508") is Verdict.LEGAL  # 1½ + 1 + 1


def test_a_railway_bridges_streams_without_being_a_road_itself() -> None:
    bridging = bind("terrain", "ground.by_chart", column="foot", bridged_by=["rail"], bridges=["stream"])
    rail = {("0505", "0506"): Known(frozenset({"rail"}))}
    for feature, expected in (("stream", Verdict.LEGAL), ("river", Verdict.ILLEGAL)):
        on = board({**CORRIDOR, "0506": "forest"}, sides={"0505/0506": feature}).changed(routes=rail)
        at = table((unit("1", **UNIT), "0505"), on=on, rules=rules(bridging))
        assert verdict(at, "0508") is expected  # 2 for the forest, and the move goes on
        assert verdict(at, "0509") is Verdict.ILLEGAL


def test_rows_name_the_route_that_was_followed_and_no_other() -> None:
    along = bind("march", "modes.travel", "2.6", name="strategic", only_along=["road"], route_costs={"road": 0.5})
    both = {("0501", "0502"): Known(frozenset({"road", "rail"}))}
    on = board(CORRIDOR, roads="0501-0502-0503-0504").changed(routes=both)
    at = table((unit("1", attack=3, movement=1), "0501"), on=on, rules=rules(along))
    assert reasons(at, "0504", mode="strategic") == [f"{hex}, along the road" for hex in ("0502", "0503", "0504")]
    assert values(only(at, "0504", mode="strategic"))[-4:] == ["½", "½", "½", "1.5"]
    assert reasons(at, "0504", mode="regular") == [f"{hex}, along the road" for hex in ("0502", "0503", "0504")]


def test_rows_do_not_claim_that_a_route_without_a_price_was_followed() -> None:
    rail: dict[Side, Fact[frozenset[str]]] = {
        ("0505", "0506"): Known(frozenset({"rail"})),
        ("0506", "0507"): Unknown(named("route 0506/0507")),
    }
    at = table((unit("1", attack=3, movement=1), "0505"), on=board({**CORRIDOR, "0506": "forest"}).changed(routes=rail))
    assert reasons(at, "0507") == ["0506, forest", "0507, clear"]
    paths = bind("regular", "modes.travel", "2.2", name="regular", route_costs={"path": 0.5})
    trodden = {("0505", "0506"): Known(frozenset({"path"})), ("0506", "0507"): Known(frozenset({"rail"}))}
    at = table((unit("1", attack=3, movement=1), "0505"), on=board(CORRIDOR).changed(routes=trodden), rules=rules(paths))
    assert reasons(at, "0507") == ["0506, along the path", "0507, clear"]


def test_rows_cite_those_sections_of_the_rule_that_the_chart_gives_for_the_ground() -> None:
    sections = {"clear": "2.1", "forest": "2.11", "stream": "2.12"}
    chart = TerrainChart({name: replace(row, cite=(sections.get(name, "2.19"),)) for name, row in CHART.rows.items()})
    ground = bind("terrain", "ground.by_chart", "2.1", "2.11", "2.12", column="foot")
    on = board({**CORRIDOR, "0507": "forest"}, sides={"0506/0507": "stream"})
    at = table((unit("1", attack=3, movement=2), "0505"), on=on, charts={"terrain": chart}, rules=rules(ground))
    rows = {row.reason[:4]: row.cite for row in only(at, "0507").opinion.rows}
    assert rows["0506"] == ("2.1",)
    assert rows["0507"] == ("2.11", "2.12")


# --- levels


@pytest.mark.parametrize(
    ("traits", "below", "above", "road", "enough", "legal"),
    [
        ("", 1, 1, False, 1, True),  # on the flat nothing is added
        ("", 1, 2, False, 1, False),
        ("", 1, 2, False, 2, True),
        ("", 1, 3, False, 2, False),
        ("", 1, 3, False, 3, True),
        ("", 3, 1, False, 1, True),  # nor downhill
        ("mech", 1, 2, False, 2, False),
        ("mech", 1, 2, False, 3, True),
        ("mech", 1, 3, False, 4, False),
        ("mech", 1, 3, False, 5, True),
        ("mech", 1, 3, True, 1, True),  # nor along a road
    ],
)
def test_each_level_up_costs_extra_but_not_along_a_road(
    traits: str, below: int, above: int, road: bool, enough: int, legal: bool
) -> None:
    heights = {"0505": Known(below), "0506": Known(above)}
    on = board(CORRIDOR, roads="0505-0506" if road else "").changed(level=heights)
    at = table((unit("1", attack=3, movement=enough, traits=traits), "0505"), on=on, rules=rules(SEELOW))
    assert verdict(at, "0506") is (Verdict.LEGAL if legal else Verdict.ILLEGAL)


def test_a_kind_of_unit_of_which_nothing_is_said_climbs_freely() -> None:
    only_wheels = bind("terrain", "ground.by_chart", column="foot", climb={"mech": 2})
    on = board(CORRIDOR).changed(level={"0506": Known(3)})
    at = table((unit("1", attack=3, movement=1), "0505"), on=on, rules=rules(only_wheels))
    assert verdict(at, "0506") is Verdict.LEGAL


def test_an_unknown_height_may_be_any_of_three_levels() -> None:
    on = board(CORRIDOR).changed(level={"0506": Unknown(named("level 0506"))})
    for points, said in ((1, Verdict.UNDECIDED), (2, Verdict.UNDECIDED), (3, Verdict.LEGAL)):
        at = table((unit("1", attack=3, movement=points), "0505"), on=on, rules=rules(SEELOW))
        assert verdict(at, "0506") is said
    found = only(table((unit("1", attack=3, movement=2), "0505"), on=on, rules=rules(SEELOW)), "0506")
    assert found.opinion.truth.needs == needed("level 0506")
    assert values(found) == ["2", "1 to 3"]
    on = board(CORRIDOR).changed(level={"0505": Unknown(named("level 0505")), "0506": Known(3)})
    found = only(table((unit("1", attack=3, movement=2), "0505"), on=on, rules=rules(SEELOW)), "0506")
    assert values(found) == ["2", "1 to 3"]


# --- what lies on the way


def test_frozen_rivers_stop_nobody_and_thawed_ones_do() -> None:
    ice = bind("terrain", "ground.by_chart", "6.2", column="foot", free_features={"river": ["frost"]})
    on = board(CORRIDOR, sides={"0505/0506": "river", "0507/0508": "stream"})
    at = table((unit("1", **UNIT), "0505"), on=on, rules=rules(ice))
    assert verdict(at, "0506") is Verdict.ILLEGAL
    assert verdict(remembering(at, season="thaw"), "0506") is Verdict.ILLEGAL
    frost = remembering(at, season="frost")
    assert verdict(frost, "0506") is Verdict.LEGAL
    assert verdict(frost, "0509") is Verdict.ILLEGAL  # the stream has not frozen, and the lake of 0406 has not either
    assert verdict(frost, "0406") is Verdict.ILLEGAL


def test_the_dearest_ground_of_a_hex_counts_and_additions_come_on_top() -> None:
    chart = terrain_chart("clear hex foot=1", "forest hex foot=2", "ruins hex foot=+1", "lake hex foot=no", "village hex foot=+0")
    alone = bind("terrain", "ground.by_chart", column="foot")
    on = board({**CORRIDOR, "0506": "clear forest ruins", "0507": "village"})
    at = table((unit("1", attack=3, movement=3), "0505"), on=on, charts={"terrain": chart}, rules=rules(alone))
    assert verdict(at, "0506") is Verdict.LEGAL
    assert verdict(at, "0507", path=("0505", "0506", "0507")) is Verdict.LEGAL  # nothing is printed for the village but +0
    assert verdict(at, "0508", path=("0505", "0506", "0507", "0508")) is Verdict.ILLEGAL


def test_all_points_must_be_there_for_a_step_that_takes_them_all() -> None:
    chart = terrain_chart("clear hex foot=1", "lake hex foot=no", "canal hexside foot=all")
    ground = bind("terrain", "ground.by_chart", "2.1", column="foot")
    on = board(CORRIDOR, sides={"0506/0507": "canal"})
    at = table((unit("1", **UNIT), "0505"), (unit("2", **UNIT), "0506"), on=on, charts={"terrain": chart}, rules=rules(ground))
    found = only(at, "0507")
    assert (found.rule, found.opinion.hexes) == ("terrain", ("0505", "0506", "0507"))
    assert "go on where its move had ended" in found.opinion.message
    assert values(found)[:3] == ["4", "1", "all points"]
    begun = table((unit("1", **UNIT), "0506"), on=on, charts={"terrain": chart}, rules=rules(ground))
    assert verdict(begun, "0507") is Verdict.LEGAL
    assert "go on where its move had ended" in only(begun, "0508").opinion.message


def test_closed_ground_is_shown_as_no_entry_and_counts_one_point() -> None:
    at = table((unit("1", **UNIT), "0505"), on=board({**CORRIDOR, "0506": "lake"}))
    found = only(at, "0507")
    assert "terrain closed to it" in found.opinion.message
    assert (found.rule, values(found)) == ("terrain", ["4", "no entry", "1", "2"])


def test_without_a_chart_no_distance_is_too_far() -> None:
    at = table((unit("1", **UNIT), "0505"))
    at = Table(Game("test", "A test", at.game.sides, Bindings(BASICS)), at.board, at.state)
    for path in (None, tuple(f"05{row:02}" for row in range(5, 16))):
        found = only(at, "0515", path=path)
        assert found.opinion.truth.needs == needed("chart terrain")
        assert set(values(found)) == {"4", "0 or no entry"}


def test_a_unit_of_unknown_kind_is_judged_by_both_columns() -> None:
    at = table((unit("1", attack=3, movement=2, doubtful="mech"), "0505"), on=board({"0506": "forest"}))
    ground = by_chart(at, at.unit("1"), column="foot", other_columns={"mech": "mech"})
    step = edge(at.board, ground, Mode("regular"), "0505", "0506")
    assert (step.low, step.high, step.needs) == (StepPrice(2), StepPrice(3), needed("is 1 mech"))


def test_at_most_three_of_those_who_watch_a_hex_are_named() -> None:
    watchers = [(unit(f"e{index}", "blue", attack=1, movement=4), "0507") for index in range(4)]
    at = table((unit("1", attack=3, movement=2), "0505"), (ENEMY, "0101"), *watchers)
    (row,) = (row for row in only(at, "0506").opinion.rows if row.reason.startswith("enters"))
    assert row.reason == "enters the zone of control of e0, e1 and e2"


@pytest.mark.parametrize(("turn", "expected"), [(1, 2), (2, 2), (3, 3)])
def test_in_some_turns_terrain_is_as_if_it_were_not_there(turn: int, expected: float) -> None:
    frozen = bind("terrain", "ground.by_chart", "2.1", column="foot", free_turns={"stream": [1, 2]})
    rules = (*(each for each in BASICS if each.id != "terrain"), frozen)
    chart = terrain_chart("clear hex foot=1", "stream hexside foot=+1")
    foot = unit("foot", movement=2)
    at = table((foot, "0505"), on=board(sides={"0505/0506": "stream"}), rules=rules, charts={"terrain": chart}, turn=turn)
    said = judge(at, Move(("foot",), "0507", ("0505", "0506", "0507"))).verdict
    assert (said is Verdict.LEGAL) is (expected == 2)


@pytest.mark.parametrize(
    ("column", "barring", "verdict"), [("hq", [], "legal"), ("hq", ["stream"], "illegal"), ("foot", ["stream"], "legal")]
)
def test_what_costs_nothing_in_some_turns_may_still_bar(column: str, barring: list[str], verdict: str) -> None:
    frozen = bind("terrain", "ground.by_chart", "2.1", column=column, free_turns={"stream": [1]}, free_but_barring=barring)
    rules = (*(each for each in BASICS if each.id != "terrain"), frozen)
    chart = terrain_chart("clear hex foot=1 hq=1", "stream hexside foot=+1 hq=no")
    ice, staff = board(sides={"0505/0506": "stream"}), (unit("hq", movement=2), "0505")
    at = table(staff, on=ice, rules=rules, charts={"terrain": chart}, turn=1)
    assert judge(at, Move(("hq",), "0507", ("0505", "0506", "0507"))).verdict.value == verdict
