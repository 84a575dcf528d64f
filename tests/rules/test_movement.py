"""Movement on a blank map with made-up units: what it costs, what stands in the way, and what is not known."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.engine.actions import Move
from adjudicator.engine.board import Board
from adjudicator.engine.deeds import MOVED
from adjudicator.engine.state import Standing
from adjudicator.engine.units import Unit
from adjudicator.rules.judge import judge
from adjudicator.rules.registry import Bindings
from adjudicator.rules.table import Game, Table
from adjudicator.verdict import Verdict
from tests.rules.tables import remembering
from tests.support import needed

from .tables import BASICS, bind, board, table, unit
from .tables_movement import ENEMY, UNIT, only, rules, values, verdict


def test_a_unit_may_spend_exactly_its_allowance_and_no_more() -> None:
    at = table((unit("1", **UNIT), "0505"))
    assert verdict(at, "0509") is Verdict.LEGAL
    found = only(at, "0510")
    assert (found.verdict, found.rule, found.cite) == (Verdict.ILLEGAL, "allowance", ("2.3", "2.2"))
    assert values(found) == ["4", "1", "1", "1", "1", "1", "5"]
    assert "1 cannot move from 0505 to 0510" in found.opinion.message


def test_a_reduced_unit_has_the_allowance_of_its_reduced_side() -> None:
    at = table((unit("1", attack=3, movement=4, reduced={"movement": 2}), Standing("0505", losses=1)))
    assert verdict(at, "0507") is Verdict.LEGAL
    assert verdict(at, "0508") is Verdict.ILLEGAL


@pytest.mark.parametrize(
    ("terrain", "traits", "to", "expected"),
    [
        ("forest", "", "0507", Verdict.LEGAL),  # 2 + 2
        ("forest", "", "0508", Verdict.ILLEGAL),
        ("forest", "mech", "0506", Verdict.LEGAL),  # 3
        ("forest", "mech", "0507", Verdict.ILLEGAL),  # 6
        ("marsh", "", "0506", Verdict.LEGAL),
        ("marsh", "mech", "0506", Verdict.ILLEGAL),  # closed to it
        ("forest town", "", "0507", Verdict.LEGAL),  # the town adds nothing
    ],
)
def test_each_hex_costs_what_its_terrain_says_for_the_kind_of_unit(terrain: str, traits: str, to: str, expected: Verdict) -> None:
    everywhere = board({f"{column:02}{row:02}": terrain for column in range(1, 21) for row in range(1, 21)})
    assert verdict(table((unit("1", traits=traits, **UNIT), "0505"), on=everywhere), to) is expected


def test_a_road_is_followed_only_through_hexsides_that_it_crosses() -> None:
    forest = {f"{column:02}{row:02}": "forest" for column in range(1, 21) for row in range(1, 21)}
    at = table((unit("1", **UNIT), "0505"), on=board(forest, roads="0505-0506-0507-0508-0509 0601-0602"))
    assert verdict(at, "0509") is Verdict.LEGAL
    beside = table((unit("1", **UNIT), "0601"), on=board(forest, roads="0505-0506 0602-0603"))
    assert verdict(beside, "0604") is Verdict.ILLEGAL  # 2 for 0602, then 1 along the road, then 2


def test_a_stream_costs_a_point_and_ends_the_move_unless_bridged() -> None:
    wall = {"0405/0505": "stream", "0505/0506": "stream", "0505/0504": "stream", "0505/0604": "stream", "0505/0605": "stream"}
    wall |= {"0404/0505": "stream"}
    at = table((unit("1", **UNIT), "0505"), on=board(sides=wall))
    assert verdict(at, "0506") is Verdict.LEGAL
    found = only(at, "0507")
    assert found.rule == "terrain"
    assert "go on where its move had ended" in found.opinion.message
    bridged = table((unit("1", **UNIT), "0505"), on=board(sides=wall, roads="0505-0506"))
    assert verdict(bridged, "0509") is Verdict.LEGAL


def test_enemy_zones_of_control_cost_entering_and_leaving() -> None:
    at = table((unit("1", attack=3, movement=3), "0505"), (ENEMY, "0507"))
    assert verdict(at, "0506") is Verdict.LEGAL  # 1 + 2
    assert verdict(table((unit("1", attack=3, movement=2), "0505"), (ENEMY, "0507")), "0506") is Verdict.ILLEGAL
    away = table((unit("1", attack=3, movement=4), "0506"), (ENEMY, "0507"))
    assert verdict(away, "0504") is Verdict.LEGAL  # 2 + 1 + 1
    found = only(away, "0406")  # out of one and into the next: 2 + 1 + 2
    assert (found.rule, values(found)) == ("allowance", ["4", "1", "+2", "+2", "5"])
    assert {row.cite for row in found.opinion.rows if row.value == "+2"} == {("1.2", "1.1")}  # what they cost, and who has them


def test_units_without_strength_exert_no_zone_of_control() -> None:
    weak = unit("e", "blue", attack=0, movement=4)
    at = table((unit("1", attack=3, movement=2), "0505"), (weak, "0508"))
    assert verdict(at, "0507") is Verdict.LEGAL
    assert verdict(table((unit("1", attack=3, movement=2), "0505"), (ENEMY, "0508")), "0507") is Verdict.ILLEGAL


RIGID = bind("zoc-cost", "zoc.rigid", "1.2")


def test_a_rigid_zone_of_control_ends_the_move() -> None:
    at = table((unit("1", attack=3, movement=9), "0505"), (ENEMY, "0508"), rules=rules(RIGID))
    assert verdict(at, "0507") is Verdict.LEGAL
    walls = board({hex: "lake" for hex in at.grid.all() if not hex.startswith("05")})
    through = table((unit("1", attack=3, movement=9), "0505"), (ENEMY, "0408"), on=walls, rules=rules(RIGID))
    found = only(through, "0510")
    assert found.rule == "zoc-cost"


def test_a_rigid_zone_of_control_is_not_left_straight_for_another() -> None:
    corridor = board({hex: "lake" for hex in table((ENEMY, "0101")).grid.all() if not hex.startswith("05")})
    at = table((unit("1", attack=3, movement=9), "0507"), (ENEMY, "0407"), on=corridor, rules=rules(RIGID))
    assert only(at, "0508").rule == "zoc-cost"
    direct = bind("zoc-cost", "zoc.rigid", "1.2", direct=True)
    assert (
        verdict(table((unit("1", attack=3, movement=9), "0507"), (ENEMY, "0407"), on=corridor, rules=rules(direct)), "0508")
        is Verdict.LEGAL
    )


@pytest.mark.parametrize(("marks", "light", "expected"), [("", "day", True), ("disrupted", "day", False), ("", "night", False)])
def test_some_may_not_enter_a_zone_of_control_at_all(marks: str, light: str, expected: bool) -> None:
    barred = bind("zoc-cost", "zoc.rigid", "1.2", barred_to=["disrupted"], barred_when={"light": ["night"]})
    at = table((unit("1", **UNIT), Standing("0505", marks=frozenset(marks.split()))), (ENEMY, "0508"), rules=rules(barred))
    at = remembering(at, light=light)
    assert (verdict(at, "0507") is Verdict.LEGAL) is expected


def test_zones_of_control_do_not_reach_where_the_rules_stop_them() -> None:
    reach = bind("zoc-river", "zoc.not_across", "1.3", features=["river"], bridged_by=["road"])
    into = bind("zoc-lake", "zoc.not_into", "1.3", terrain=["marsh"])
    at = table(
        (unit("1", attack=3, movement=2), "0505"),
        (ENEMY, "0508"),
        on=board(sides={"0507/0508": "river"}),
        rules=rules(reach, into),
    )
    assert verdict(at, "0507") is Verdict.LEGAL
    over = board(sides={"0507/0508": "river"}, roads="0507-0508")
    assert (
        verdict(table((unit("1", attack=3, movement=2), "0505"), (ENEMY, "0508"), on=over, rules=rules(reach)), "0507")
        is Verdict.ILLEGAL
    )
    marsh = table(
        (unit("1", attack=3, movement=4), "0505"), (ENEMY, "0508"), on=board({"0507": "marsh"}), rules=rules(reach, into)
    )
    assert verdict(marsh, "0507") is Verdict.LEGAL


def test_nobody_enters_a_hex_with_enemies_but_some_drive_over_lone_headquarters() -> None:
    over = bind("overrun", "search.overrun", "2.5", only=["hq"], rating="attack")
    hq = unit("hq", "blue", traits="hq", movement=4, attack=0)
    assert only(table((unit("1", **UNIT), "0505"), (hq, "0507")), "0507").verdict is Verdict.ILLEGAL
    assert verdict(table((unit("1", **UNIT), "0505"), (hq, "0507"), rules=rules(over)), "0507") is Verdict.LEGAL
    guarded = table((unit("1", attack=3, movement=9), "0505"), (hq, "0507"), (ENEMY, "0507"), rules=rules(over))
    assert only(guarded, "0507").rule == "overrun"
    weak = table((unit("1", attack=0, movement=4), "0505"), (hq, "0507"), rules=rules(over))
    assert verdict(weak, "0507") is Verdict.ILLEGAL
    unknown = table((unit("1", attack=None, movement=4), "0505"), (hq, "0507"), rules=rules(over))
    assert only(unknown, "0507").opinion.truth.needs == needed("attack of 1")


ROADS: dict[str, Any] = {"only_along": ["road"], "route_costs": {"road": 0.5}, "never_in_zoc": True, "stacked_en_route": True}
MARCH = bind("march", "modes.travel", "2.6", name="strategic", **ROADS)


def test_a_march_along_roads_goes_twice_as_far_but_never_into_a_zone_of_control() -> None:
    road = board(roads="0501-0502-0503-0504-0505-0506-0507-0508-0509-0510")
    assert verdict(table((unit("1", **UNIT), "0501"), on=road, rules=rules(MARCH)), "0509") is Verdict.LEGAL
    assert verdict(table((unit("1", **UNIT), "0501"), on=road, rules=rules(MARCH)), "0510") is Verdict.ILLEGAL
    watched = table((unit("1", **UNIT), "0501"), (ENEMY, "0707"), on=road, rules=rules(MARCH))
    assert watched.grid.distance("0707", "0507") == 2
    closer = table((unit("1", **UNIT), "0501"), (ENEMY, "0607"), on=road, rules=rules(MARCH))
    assert only(closer, "0509", mode="strategic").rule == "march"
    off = table((unit("1", **UNIT), "0601"), on=road, rules=rules(MARCH))
    assert verdict(off, "0509") is Verdict.ILLEGAL


def test_a_march_does_not_pass_through_a_full_stack() -> None:
    road = board(roads="0501-0502-0503-0504-0505-0506-0507-0508-0509")
    full = table(
        (unit("1", **UNIT), "0501"), (unit("2", **UNIT), "0505"), (unit("3", **UNIT), "0505"), on=road, rules=rules(MARCH)
    )
    found = only(full, "0509", mode="strategic")
    assert found.rule == "march"
    assert verdict(full, "0505", mode="regular") is Verdict.ILLEGAL  # it would make three


RAIL = bind(
    "rail", "modes.travel", "2.7", name="rail", only_along=["road"], unlimited=True, start_free_of_zoc=True, stops_in_zoc=True
)


def test_unlimited_travel_is_for_units_that_can_move_and_start_free() -> None:
    line = "-".join(f"05{row:02}" for row in range(1, 21))
    assert verdict(table((unit("1", **UNIT), "0501"), on=board(roads=line), rules=rules(RAIL)), "0520") is Verdict.LEGAL
    assert (
        verdict(table((unit("1", attack=3, movement=0), "0501"), on=board(roads=line), rules=rules(RAIL)), "0520")
        is Verdict.ILLEGAL
    )
    pinned = table((unit("1", **UNIT), "0501"), (ENEMY, "0601"), on=board(roads=line), rules=rules(RAIL))
    assert only(pinned, "0520", mode="rail").rule == "rail"
    halted = table((unit("1", **UNIT), "0501"), (ENEMY, "0610"), on=board(roads=line), rules=rules(RAIL))
    assert verdict(halted, "0510", mode="rail") is Verdict.LEGAL
    assert verdict(halted, "0515", mode="rail") is Verdict.ILLEGAL


def test_apart_from_the_enemy_means_not_next_to_any_of_his_units() -> None:
    doubled = bind("march", "modes.travel", "2.6", name="strategic", factor=2, apart=["start", "end"])
    weak = unit("e", "blue", attack=0, movement=4)
    at = table((unit("1", **UNIT), "0501"), (weak, "0510"), rules=rules(doubled))
    assert verdict(at, "0508") is Verdict.LEGAL
    assert verdict(at, "0509") is Verdict.ILLEGAL
    beside = table((unit("1", **UNIT), "0501"), (weak, "0502"), rules=rules(doubled))
    assert verdict(beside, "0507") is Verdict.ILLEGAL


@pytest.mark.parametrize(("rounding", "reach"), [("down", 2), ("up", 3)])
def test_a_halved_allowance_is_rounded_as_the_game_says(rounding: str, reach: int) -> None:
    halved = bind("thaw", "modes.scaled", "12.6", reason="thaw", times=0.5, rounding=rounding, noted={"season": ["thaw"]})
    at = table((unit("1", attack=3, movement=5), "0505"), rules=rules(halved))
    at = remembering(at, season="thaw")
    assert verdict(at, f"{505 + reach:04}") is Verdict.LEGAL
    found = only(at, f"{506 + reach:04}")
    assert any(row.reason == "thaw" and row.cite == ("12.6",) for row in found.opinion.rows)


def test_a_marker_that_may_be_there_makes_the_allowance_uncertain() -> None:
    halved = bind("isolated", "modes.scaled", "10", reason="isolated", times=0.5, marked=["isolated"])
    at = table((unit("1", **UNIT), Standing("0505", doubtful=frozenset({"isolated"}))), rules=rules(halved))
    assert verdict(at, "0507") is Verdict.LEGAL
    assert only(at, "0509").opinion.truth.needs == needed("1 is isolated")
    assert verdict(at, "0510") is Verdict.ILLEGAL


def test_fewer_points_for_all_while_something_is_noted() -> None:
    slowed = bind("refugees", "modes.scaled", "e5", reason="refugees", plus=-1, noted={"refugees": ["yes"]}, modes=["regular"])
    at = table((unit("1", **UNIT), "0505"), rules=rules(slowed))
    assert verdict(at, "0509") is Verdict.LEGAL
    assert verdict(remembering(at, refugees="yes"), "0509") is Verdict.ILLEGAL


def test_a_unit_may_always_move_one_hex_where_the_rules_say_so() -> None:
    walls = board({"0506": "marsh"})
    at = table((unit("1", attack=3, movement=1), "0505"), on=walls)
    assert verdict(at, "0506") is Verdict.ILLEGAL
    always = rules(bind("minimum", "modes.one_hex", "7.1"))
    assert verdict(table((unit("1", attack=3, movement=1), "0505"), on=walls, rules=always), "0506") is Verdict.LEGAL
    assert verdict(table((unit("1", attack=3, movement=0), "0505"), on=walls, rules=always), "0506") is Verdict.ILLEGAL
    lake = board({"0506": "lake"})
    assert verdict(table((unit("1", attack=3, movement=1), "0505"), on=lake, rules=always), "0506") is Verdict.ILLEGAL


def test_one_hex_is_free_to_all_whether_the_path_is_named_or_not() -> None:
    walls, always = board({"0506": "marsh", "0507": "marsh"}), rules(bind("minimum", "modes.one_hex", "7.1"))
    at = table((unit("1", attack=3, movement=1), "0505"), on=walls, rules=always)
    assert verdict(at, "0506", path=("0505", "0506")) is Verdict.LEGAL
    assert verdict(at, "0507", path=("0505", "0506", "0507")) is Verdict.ILLEGAL


def test_the_path_that_players_name_is_the_one_judged() -> None:
    at = table((unit("1", **UNIT), "0505"), on=board({"0506": "forest"}))
    assert verdict(at, "0508", path=("0505", "0506", "0507", "0508")) is Verdict.LEGAL  # 2 + 1 + 1
    marsh = table((unit("1", **UNIT), "0505"), on=board({"0506": "marsh"}))
    assert verdict(marsh, "0508", path=("0505", "0506", "0507", "0508")) is Verdict.ILLEGAL


def test_a_path_leads_from_where_the_unit_stands_to_where_it_goes() -> None:
    at = table((unit("1", **UNIT), "0505"))
    assert verdict(at, "0520", path=("0518", "0519", "0520")) is Verdict.ILLEGAL
    assert verdict(at, "0520", path=("0505", "0506", "0507")) is Verdict.ILLEGAL


def test_stacks_are_counted_where_a_move_ends_and_headquarters_do_not_count() -> None:
    friends = ((unit("2", **UNIT), "0507"), (unit("3", **UNIT), "0507"))
    found = only(table((unit("1", **UNIT), "0505"), *friends), "0507")
    assert (found.rule, found.opinion.hexes) == ("stack", ("0507",))
    hq = ((unit("2", **UNIT), "0507"), (unit("3", traits="hq", **UNIT), "0507"))
    assert verdict(table((unit("1", **UNIT), "0505"), *hq), "0507") is Verdict.LEGAL
    perhaps = ((unit("2", **UNIT), "0507"), (unit("3", doubtful="hq", **UNIT), "0507"))
    assert only(table((unit("1", **UNIT), "0505"), *perhaps), "0507").opinion.truth.needs == needed("is 3 hq")


def test_large_units_may_count_for_more() -> None:
    counted = bind("stack", "stacking.at_most", "4.12", limit=3, what="units", count={"battalion": 2})
    at = table(
        (unit("1", size="battalion", **UNIT), "0505"),
        (unit("2", **UNIT), "0507"),
        (unit("3", **UNIT), "0507"),
        rules=rules(counted),
    )
    assert verdict(at, "0507") is Verdict.ILLEGAL
    small = table((unit("1", **UNIT), "0505"), (unit("2", **UNIT), "0507"), (unit("3", **UNIT), "0507"), rules=rules(counted))
    assert verdict(small, "0507") is Verdict.LEGAL


def test_phases_and_turns_of_others_are_no_time_to_move() -> None:
    phases = rules(bind("phase", "sequence.in_phase", "3", on=("move",), phases=["movement"]), bind("once", "checks.once", "6.1"))
    start = table((unit("1", **UNIT), "0505"), rules=phases, phase="movement", active="red")
    assert verdict(start, "0506") is Verdict.LEGAL
    assert only(table((unit("1", **UNIT), "0505"), rules=phases, phase="combat", active="red"), "0506").rule == "phase"
    assert only(table((unit("1", **UNIT), "0505"), rules=phases, phase="movement", active="blue"), "0506").rule == "phase"
    assert verdict(table((unit("1", **UNIT), "0505"), rules=phases), "0506") is Verdict.LEGAL  # nobody keeps a tracker
    assert only(start.after(start.state.adding(MOVED, "1")), "0506").rule == "once"


WALL = dict.fromkeys(("0405", "0406", "0605", "0606"), "lake")


@pytest.mark.parametrize(
    ("units", "on", "to", "needs"),
    [
        ([unit("1", **UNIT)], board(WALL | {"0506": "?"}), "0508", {"terrain 0506"}),
        ([unit("1", attack=3, movement=None)], board(), "0508", {"movement of 1"}),
        ([unit("1", **UNIT), unit("e", "blue", attack=None)], board(), "0508", {"attack of e"}),
        ([unit("1", attack=3, movement=2, doubtful="mech")], board({"0506": "forest"}), "0506", {"is 1 mech"}),
        ([unit("1", attack=3, movement=1)], board(sides={"0505/0506": "?"}), "0506", {"hexside 0505/0506"}),
    ],
)
def test_what_would_decide_is_named_and_nothing_else(units: list[Unit], on: Board, to: str, needs: set[str]) -> None:
    found = only(table(*zip(units, ("0505", "0509"), strict=False), on=on), to)
    assert found.verdict is Verdict.UNDECIDED
    assert found.opinion.truth.needs == needed(*needs)


def test_facts_that_cannot_matter_are_not_named() -> None:
    at = table(
        (unit("1", attack=3, movement=3), "0505"),
        on=board({"0506": "?", "0406": "lake", "0606": "lake", "0605": "?", "0901": "?"}),
    )
    found = judge(at, Move(("1",), "0506")).findings
    assert all(each.opinion.truth.needs == needed("terrain 0506") for each in found)


def test_without_a_chart_nothing_can_be_said_but_that_it_lacks() -> None:
    at = table((unit("1", **UNIT), "0505"))
    game = Game("test", "A test", at.game.sides, Bindings(BASICS))
    at = Table(game, at.board, at.state)
    assert only(at, "0508").opinion.truth.needs == needed("chart terrain")


def test_a_hex_that_has_only_additions_to_a_price_is_no_wall_for_the_search() -> None:
    towns = board({f"05{row:02}": "town" for row in range(6, 12)})
    assert verdict(table((unit("1", attack=3, movement=1), "0505"), on=towns), "0511") is Verdict.LEGAL
