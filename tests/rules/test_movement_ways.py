"""The ways in which units travel, the points they have for them, and what is said of a move that cannot be explained."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.engine.actions import Move
from adjudicator.engine.board import Board
from adjudicator.engine.hexes import Hex
from adjudicator.engine.state import Standing
from adjudicator.engine.units import Unit
from adjudicator.facts import Unknown
from adjudicator.rules.judge import judge
from adjudicator.rules.movement.modes import Mode, ModeChange, allowance
from adjudicator.rules.movement.search import reachable, terms_for
from adjudicator.rules.registry import Binding
from adjudicator.rules.shared import SHARED
from adjudicator.verdict import Verdict
from tests.rules.tables import remembering
from tests.support import named, needed

from .tables import BASICS, bind, board, table, terrain_chart, unit
from .tables_movement import ENEMY, UNIT, only, rules, values, verdict

CORRIDOR = {hex: "lake" for hex in board().grid.all() if not hex.startswith("05")}
LINE = "-".join(f"05{row:02}" for row in range(1, 21))
RAIL = bind("rail", "modes.travel", "2.7", name="rail", only_along=["road"], route_costs={"road": 0}, unlimited=True)
NO_STRENGTH = unit("e", "blue", attack=0, movement=4)


def march(**given: Any) -> tuple[Binding, ...]:
    """Only a march at twice the allowance, for those it is for."""
    return rules(bind("regular", "modes.travel", "2.6", name="march", factor=2, **given))


# --- for whom a way of travelling is


def test_a_way_of_travelling_may_be_for_one_side_only() -> None:
    at = table((unit("1", **UNIT), "0505"), rules=march(sides=["red"]))
    assert verdict(at, "0513") is Verdict.LEGAL
    found = only(table((unit("1", **UNIT), "0505"), rules=march(sides=["blue"])), "0506")
    assert (found.verdict, found.rule) == (Verdict.ILLEGAL, "regular")
    assert "has no way to get" in found.opinion.message


@pytest.mark.parametrize(
    ("given", "about", "expected"),
    [
        ({"only": ["mech"]}, {"traits": "mech"}, Verdict.LEGAL),
        ({"only": ["mech"]}, {}, Verdict.ILLEGAL),
        ({"only": ["mech"]}, {"doubtful": "mech"}, Verdict.UNDECIDED),
        ({"never": ["hq"]}, {}, Verdict.LEGAL),
        ({"never": ["hq"]}, {"traits": "hq"}, Verdict.ILLEGAL),
        ({"never": ["hq"]}, {"doubtful": "hq"}, Verdict.UNDECIDED),
    ],
)
def test_a_way_of_travelling_is_for_those_with_a_trait_and_not_for_others(
    given: dict[str, list[str]], about: dict[str, str], expected: Verdict
) -> None:
    assert verdict(table((unit("1", **UNIT, **about), "0505"), rules=march(**given)), "0508") is expected


@pytest.mark.parametrize(
    ("noted", "expected"),
    [("none", Verdict.LEGAL), ("now", Verdict.ILLEGAL), (Unknown(named("refugees")), Verdict.UNDECIDED)],
)
def test_refugees_on_the_roads_stop_a_march(noted: object, expected: Verdict) -> None:
    at = table((unit("1", **UNIT), "0505"), rules=march(unless={"refugees": ["now"]}))
    assert verdict(remembering(at, refugees=noted), "0508") is expected


# --- points


def test_what_changes_an_allowance_comes_one_after_the_other_and_is_shown() -> None:
    """5 halved is 2, and one less is 1; the other way round it would be 2."""
    halved = bind("thaw", "modes.scaled", "12.6", reason="thaw", times=0.5)
    slowed = bind("refugees", "modes.scaled", "e5", reason="refugees", plus=-1)
    helped = bind("engineers", "modes.scaled", "e6", reason="engineers", plus=2, traits=["engineers"])
    doubled = bind("cavalry", "modes.scaled", "e7", reason="cavalry", times=2, traits=["horse"])
    at = table((unit("1", attack=3, movement=5), "0505"), rules=rules(halved, slowed, helped, doubled))
    assert verdict(at, "0506") is Verdict.LEGAL
    assert values(only(at, "0507")) == ["5", "x0.5, rounded down", "-1", "1", "1", "2"]
    at = table((unit("1", attack=3, movement=5), "0505"), rules=rules(slowed, halved))
    assert verdict(at, "0507") is Verdict.LEGAL
    able = unit("1", attack=3, movement=4, traits="engineers horse")
    at = table((able, "0505"), rules=rules(helped, doubled))
    assert values(only(at, "0518"))[:3] == ["4", "+2", "x2, rounded down"]
    assert verdict(at, "0517") is Verdict.LEGAL


def test_a_quarter_lost_is_shown_with_the_rounding_and_an_unrounded_one_without() -> None:
    for rounding, shown, to in (("up", "x0.75, rounded up", "0510"), ("none", "x0.75", "0509")):
        changed = bind("mud", "modes.scaled", reason="mud", times=0.75, rounding=rounding)
        at = table((unit("1", attack=3, movement=5), "0505"), rules=rules(changed))
        assert values(only(at, to))[:2] == ["5", shown]


def test_an_allowance_never_falls_below_nothing_nor_stays_at_one() -> None:
    slowed = bind("refugees", "modes.scaled", "e5", reason="refugees", plus=-2)
    for points in (1, 2):
        at = table((unit("1", attack=3, movement=points), "0505"), rules=rules(slowed))
        assert verdict(at, "0506") is Verdict.ILLEGAL
    assert verdict(table((unit("1", attack=3, movement=3), "0505"), rules=rules(slowed)), "0506") is Verdict.LEGAL
    more = bind("boats", "modes.scaled", reason="boats", plus=1)  # none left is nought, not two short of it
    assert verdict(table((unit("1", attack=3, movement=0), "0505"), rules=rules(slowed, more)), "0506") is Verdict.LEGAL


def test_a_way_that_says_nothing_of_the_points_gives_those_printed() -> None:
    at = table((unit("1", **UNIT), "0505"))
    points, rows = allowance(at, at.unit("1"), Mode("breakthrough"))
    assert (points.low, points.high, [row.value for row in rows]) == (4, 4, ["4"])


def test_a_rule_of_a_game_that_only_says_why_changes_no_points() -> None:
    own = SHARED.copy()
    own.rule("movement.allowance", "game.whole")(lambda table, unit, mode: ModeChange("whole allowance after it was placed"))
    at = table((unit("1", **UNIT), "0505"), rules=rules(Binding("whole", own.rules["game.whole"])))
    assert verdict(at, "0509") is Verdict.LEGAL
    assert values(only(at, "0510"))[:2] == ["4", "+0"]


def test_a_unit_not_yet_on_the_map_has_the_points_of_its_full_strength() -> None:
    at = table((unit("1", attack=3, movement=4, reduced={"movement": 2}), "0505"))
    waiting = at.after(at.state.with_standing("1", None))
    points, _ = allowance(waiting, at.unit("1"), Mode("regular"))
    assert (points.low, points.high) == (4, 4)


def test_an_unknown_allowance_lies_between_none_and_the_most_that_counters_have() -> None:
    found = only(table((unit("1", attack=3, movement=None), "0505")), "0508")
    assert values(found)[0] == "0 to 99"


@pytest.mark.parametrize(
    ("movement", "expected"), [(0, Verdict.ILLEGAL), (1, Verdict.LEGAL), (5, Verdict.LEGAL), (None, Verdict.UNDECIDED)]
)
@pytest.mark.parametrize("to", ["0502", "0520"])
@pytest.mark.parametrize("free", [True, False])
def test_trains_take_everyone_who_can_move_at_all(movement: int | None, expected: Verdict, to: Hex, free: bool) -> None:
    priced = bind("rail", "modes.travel", "2.7", name="rail", only_along=["road"], unlimited=True)
    at = table((unit("1", attack=3, movement=movement), "0501"), on=board(roads=LINE), rules=rules(RAIL if free else priced))
    assert verdict(at, to, mode="rail") is expected
    path = tuple(f"05{row:02}" for row in range(1, int(to[2:]) + 1))
    assert verdict(at, to, mode="rail", path=path) is expected


def test_a_stated_path_may_take_the_last_point() -> None:
    at = table((unit("1", attack=3, movement=1), "0505"))
    assert verdict(at, "0506", path=("0505", "0506")) is Verdict.LEGAL
    assert verdict(at, "0507", path=("0505", "0506", "0507")) is Verdict.ILLEGAL


def test_every_hex_within_the_allowance_can_be_reached_and_none_beyond() -> None:
    at = table((unit("1", **UNIT), "0909"))
    terms = terms_for(at, at.unit("1"), Mode("regular"))
    found = reachable(terms, "0909", 4)
    assert set(found) == set(at.grid.within("0909", 4))
    assert all(way.cost == at.grid.distance("0909", hex) == len(way.path) - 1 for hex, way in found.items())


def test_trains_run_as_far_as_the_line_when_the_chart_gives_their_price() -> None:
    dear = terrain_chart("clear hex foot=3", "road route foot=2")
    line = bind("rail", "modes.travel", "2.7", name="rail", only_along=["road"], unlimited=True)
    at = table((unit("1", **UNIT), "0501"), on=board(roads=LINE), charts={"terrain": dear}, rules=rules(line))
    assert verdict(at, "0520") is Verdict.LEGAL


# --- enemies in the way


def test_a_unit_of_the_least_strength_drives_over_a_headquarters() -> None:
    hq = unit("hq", "blue", traits="hq", movement=4, attack=0)
    over = rules(bind("overrun", "search.overrun", "2.5", only=["hq"], rating="attack"))
    assert verdict(table((unit("1", attack=1, movement=4), "0505"), (hq, "0507"), rules=over), "0507") is Verdict.LEGAL
    spent = unit("1", attack=1, movement=4, reduced={"attack": 0})
    at = table((spent, Standing("0505", losses=1)), (hq, "0507"), rules=over)
    assert verdict(at, "0507") is Verdict.ILLEGAL


def test_only_a_march_into_enemies_cites_what_is_said_of_them() -> None:
    over = rules(bind("overrun", "search.overrun", "2.5", only=["hq"], rating="attack"))
    at = table((unit("1", attack=3, movement=1), "0505"), (NO_STRENGTH, "0507"), on=board(CORRIDOR), rules=over)
    assert only(at, "0508").rule == "overrun"
    assert "go through enemy units" in only(at, "0508").opinion.message
    hq = unit("hq", "blue", traits="hq", movement=4, attack=0)
    far = table((unit("1", attack=3, movement=1), "0505"), (hq, "0507"), on=board(CORRIDOR), rules=over)
    assert only(far, "0508").cite == ("2.3", "2.2", "2.5")
    clear = table((unit("1", attack=3, movement=1), "0505"), (NO_STRENGTH, "0503"), on=board(CORRIDOR), rules=over)
    assert only(clear, "0508").cite == ("2.3", "2.2")


def test_two_enemies_of_one_side_both_bar_the_way() -> None:
    green = unit("g", "green", attack=0, movement=4)
    sides = ("red", "blue", "green")
    for first, second in (("0507", "0101"), ("0101", "0507")):
        at = table((unit("1", **UNIT), "0505"), (NO_STRENGTH, first), (green, second), on=board(CORRIDOR), sides=sides)
        assert "go through enemy units" in only(at, "0508").opinion.message


# --- who is to blame


def test_a_march_that_ends_at_a_stream_is_not_blamed_on_zones_of_control() -> None:
    rigid = bind("zoc-cost", "zoc.rigid", "1.2")
    on = board(CORRIDOR, sides={"0506/0507": "stream"})
    found = only(table((unit("1", attack=3, movement=9), "0505"), (ENEMY, "0501"), on=on, rules=rules(rigid)), "0509")
    assert (found.rule, "go on where its move had ended" in found.opinion.message) == ("terrain", True)
    watched = table((unit("1", attack=3, movement=9), "0505"), (ENEMY, "0607"), on=board(CORRIDOR), rules=rules(rigid))
    assert only(watched, "0509").rule == "zoc-cost"


def test_the_way_of_travelling_that_comes_closest_is_the_one_explained() -> None:
    """On foot four points of five are there; by road the march may not start next to the enemy."""
    both = rules(
        bind("roads", "modes.travel", "2.6", name="strategic", only_along=["road"], apart=["start"]),
        bind("slow", "modes.travel", "2.8", name="slow", factor=0.5),
    )
    at = table((unit("1", **UNIT), "0501"), (NO_STRENGTH, "0601"), on=board(CORRIDOR, roads=LINE), rules=both)
    found = only(at, "0506")
    assert (found.rule, values(found)[-1], "spend more points" in found.opinion.message) == ("allowance", "5", True)
    assert values(found)[:2] == ["4", "1"]  # not the half of it that the slow march has
    assert found.opinion.hexes == ("0501", "0502", "0503", "0504", "0505", "0506")
    by_road = only(at, "0506", mode="strategic")
    assert by_road.opinion.message.endswith("cannot get there through the enemy's zones of control")
    assert by_road.rule == "roads"


def test_a_road_march_is_no_explanation_where_there_is_no_road() -> None:
    """Between hexes with a road it is what the player meant; without one he walked."""
    roads = bind("roads", "modes.travel", "2.6", name="strategic", only_along=["road"], route_costs={"road": 0.5})
    at = table((unit("1", attack=3, movement=1), "0501"), on=board(CORRIDOR, roads="0501-0502-0503-0504"), rules=rules(roads))
    assert values(only(at, "0504"))[-4:] == ["½", "½", "½", "1.5"]
    assert values(only(at, "0505"))[-2:] == ["1", "4"]


def test_nothing_explains_a_move_where_no_way_of_travelling_has_its_name() -> None:
    found = only(table((unit("1", **UNIT), "0505")), "0506", mode="boat")
    assert (found.verdict, found.rule) == (Verdict.ILLEGAL, "allowance")
    assert found.opinion.message == "1 has no way to get from 0505 to 0506"


# --- facts that decide, and others that do not


@pytest.mark.parametrize(
    ("mover", "enemy", "hexes", "to", "needs"),
    [
        (unit("1", attack=3, movement=None), NO_STRENGTH, {"0605": "?"}, "0508", {"movement of 1"}),
        (unit("1", **UNIT), unit("e", "blue", attack=None), {"0605": "?"}, "0508", {"attack of e"}),
        (unit("1", attack=None, movement=4), unit("e", "blue", traits="hq", attack=0), {"0605": "?"}, "0509", {"attack of 1"}),
    ],
)
def test_unknown_ground_beside_the_way_is_not_what_decides(
    mover: Unit, enemy: Unit, hexes: dict[Hex, str], to: Hex, needs: set[str]
) -> None:
    over = rules(bind("overrun", "search.overrun", "2.5", only=["hq"], rating="attack"))
    found = only(table((mover, "0505"), (enemy, "0509"), on=board(hexes), rules=over), to)
    assert found.verdict is Verdict.UNDECIDED
    assert found.opinion.truth.needs == needed(*needs)


def test_a_hidden_stack_on_the_way_is_named_when_it_alone_decides() -> None:
    marching = march(stacked_en_route=True)
    friends = ((unit("2", **UNIT), "0506"), (unit("3", doubtful="hq", **UNIT), "0506"))
    on: Board = board({**CORRIDOR, "0504": "?"})
    at = table((unit("1", **UNIT), "0505"), *friends, on=on, rules=marching)
    assert only(at, "0508").opinion.truth.needs == needed("is 3 hq")


def test_units_that_move_together_are_each_judged() -> None:
    at = table((unit("1", **UNIT), "0505"), (unit("2", attack=3, movement=2), "0505"), rules=BASICS)
    (found,) = judge(at, Move(("1", "2"), "0508")).findings
    assert found.opinion.units == ("2",)
