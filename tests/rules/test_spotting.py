"""Spotting and lines of sight: how far, what blocks, what the two examples of 8.2 and 8.3 give, and what nobody can tell."""

from __future__ import annotations

from math import dist
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator import factname
from adjudicator.engine.actions import Fire
from adjudicator.engine.board import Board
from adjudicator.engine.hexes import Hex
from adjudicator.engine.state import Standing
from adjudicator.engine.units import Unit
from adjudicator.facts import NO, YES, Interval, Known, Truth, Unknown, exactly, unsure
from adjudicator.rules import sightline, spotting
from adjudicator.rules.judge import judge
from adjudicator.rules.registry import Binding
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict
from tests.support import named, needed

from .tables import bind, unit
from .tables_fire import BARRAGE, GRID, changed, ground, table, verdict

DISRUPTED = frozenset({"disrupted"})
READY = Standing("1001", marks=frozenset({"fire mode"}))


def scout(name: str = "scout", side: str = "red", /, traits: str = "") -> Unit:
    return unit(name, side, combat=2, antitank=1, morale=4, movement=4, traits=traits)


def gun() -> Unit:
    return unit("gun", "red", combat=5, antitank=0, morale=3, movement=0, range=9, traits="artillery")


def sees(a: Hex, b: Hex, on: Board | None = None, rules: tuple[Binding, ...] | None = None, **more: Any) -> Truth:
    """May a unit in one hex spot into another?"""
    asked = table((scout(), a), on=on, **more) if rules is None else table((scout(), a), on=on, rules=rules, **more)
    return spotting.spots_hex(asked, "scout", b)


def free(a: Hex, b: Hex, on: Board | None = None, *, notes: dict[str, Any] | None = None, **given: Any) -> Truth:
    """Is the line between two hexes free?"""
    rules = changed(sight=bind("sight", "sightline.by_levels", **{"symbols": ["village", "town", "woods"], **given}))
    return spotting.clear(table((scout(), a), on=on, rules=rules, notes=notes or {}), "red", a, b)


# How far


@pytest.mark.parametrize(
    ("mine", "its", "farthest"), [(1, 1, 3), (1, 2, 3), (1, 3, 3), (2, 2, 3), (2, 1, 4), (3, 2, 4), (3, 3, 3), (3, 1, 5)]
)
def test_the_lower_the_target_the_further_one_spots(mine: int, its: int, farthest: int) -> None:
    for away in range(1, 8):
        goal = f"10{5 + away:02}"
        on = ground(levels={"1005": mine, goal: its})
        assert sees("1005", goal, on).yes == (away <= farthest)


@pytest.mark.parametrize(("light", "farthest"), [("day", 3), ("dusk", 2), ("night", 0)])
def test_bad_light_shortens_the_view(light: str, farthest: int) -> None:
    assert [away for away in range(1, 6) if sees("1005", f"10{5 + away:02}", light=light).yes] == list(range(1, farthest + 1))


def test_unknown_light_and_levels_leave_only_what_they_decide_open() -> None:
    dim = Unknown(named("light"))
    assert sees("1005", "1006", light=dim) == unsure(named("light"))
    assert sees("1005", "1009", light=dim) == NO
    assert sees("1005", "1009", ground(levels={"1005": 2, "1009": None})).needs >= needed("level 1009")
    assert sees("1005", "1008", ground(levels={"1005": 3, "1008": None})) == YES
    assert sees("1005", "1011", ground(levels={"1005": None, "1011": None})) == NO


def test_reach_has_bounds_where_a_level_is_unknown() -> None:
    on = ground(levels={"1005": None})
    assert spotting.reach_of(table((scout(), "1005"), on=on), scout(), "1005", "1009") == Interval(3, 5, needed("level 1005"))


@pytest.mark.parametrize(
    ("level", "light", "farthest"), [(1, "day", 3), (2, "day", 6), (3, "day", 6), (3, "dusk", 2), (3, "night", 0)]
)
def test_the_marshal_spots_three_hexes_further_from_high_ground_by_day(level: int, light: str, farthest: int) -> None:
    """10.12; that dusk limits him like anybody is how 8.26 reads."""
    on = ground(levels={f"10{row:02}": level for row in range(1, 18)})
    marshal = scout(traits="zhukov")
    assert spotting.reach_of(table((marshal, "1005"), on=on, light=light), marshal, "1005", "1006") == exactly(farthest)


@pytest.mark.parametrize(("light", "farthest"), [("day", 6), ("dusk", 5), ("night", 0)])
def test_a_game_may_limit_the_view_before_the_marshal_adds_to_it(light: str, farthest: int) -> None:
    dim = bind("spot-light", "spotting.limited_by_light", "8.26", most={"dusk": 2, "night": 0}, before_additions=["dusk"])
    on, marshal = ground(levels={"1005": 2, "1006": 2}), scout(traits="zhukov")
    at = table((marshal, "1005"), on=on, light=light, rules=changed(spot_light=dim))
    assert spotting.reach_of(at, marshal, "1005", "1006") == exactly(farthest)


def test_the_marshal_on_the_heights_spots_eight_hexes_down() -> None:
    on = ground(levels={"1005": 3})
    marshal = scout(traits="zhukov")
    assert spotting.reach_of(table((marshal, "1005"), on=on), marshal, "1005", "1013") == exactly(8)


# Who, and whom


def barrage(
    *placed: tuple[Unit, str] | tuple[Unit, Standing], on: Board | None = None
) -> tuple[Verdict, dict[str, frozenset[str]]]:
    return verdict(table((gun(), READY), *placed, on=on), Fire(("gun",), "1007", BARRAGE))


def test_a_barrage_needs_somebody_who_spots_its_target() -> None:
    enemy = (scout("enemy", "blue"), "1007")
    assert barrage(enemy, (scout(), "1005")) == (Verdict.LEGAL, {})
    assert barrage(enemy, (scout(), "1003")) == (Verdict.ILLEGAL, {"spotted": frozenset()})
    assert barrage(enemy, (scout(), "a box")) == (Verdict.ILLEGAL, {"spotted": frozenset()})


def test_disrupted_units_spot_nothing() -> None:
    enemy = (scout("enemy", "blue"), "1007")
    assert barrage(enemy, (scout(), Standing("1006", marks=DISRUPTED))) == (Verdict.ILLEGAL, {"spotted": frozenset()})
    perhaps = (scout(), Standing("1006", doubtful=DISRUPTED))
    assert barrage(enemy, perhaps) == (Verdict.UNDECIDED, {"spotted": frozenset({"scout is disrupted"})})
    assert barrage(enemy, perhaps, (scout("two"), "1008")) == (Verdict.LEGAL, {})


def test_the_marshal_is_never_spotted_by_the_other_side_but_his_company_is() -> None:
    marshal = (scout("marshal", "blue", traits="zhukov"), "1007")
    assert barrage(marshal, (scout(), "1006")) == (Verdict.ILLEGAL, {"spotted": frozenset()})
    assert barrage(marshal, (scout("guard", "blue"), "1007"), (scout(), "1006")) == (Verdict.LEGAL, {})
    other = table((scout("marshal", "red", traits="zhukov"), "1007"), (scout("b", "blue"), "1006"))
    assert spotting.spots(other, "b", "1007") == YES  # only one side is blind to him


def test_the_report_says_who_spots_and_from_how_far() -> None:
    at = table((gun(), READY), (scout(), "1005"), (scout("enemy", "blue"), "1007"))
    (said,) = [ruled for ruled in judge(at, Fire(("gun",), "1007", BARRAGE)).ruled if ruled.rule == "spotted"]
    assert [(row.value, row.reason) for row in said.opinion.rows] == [("2 of 3", "hexes from scout at 1005")]


# Lines on one level


@pytest.mark.parametrize("symbol", ["village", "town", "woods"])
def test_symbols_on_the_line_block_it_but_not_at_its_ends(symbol: str) -> None:
    assert free("1005", "1007", ground({"1006": symbol})) == NO
    assert free("1005", "1007", ground({"1005": symbol, "1007": symbol})) == YES
    assert free("1005", "1006", ground({"1005": symbol, "1006": symbol})) == YES


def test_other_terrain_blocks_nothing() -> None:
    assert free("1005", "1007", ground({"1006": "swamp"})) == YES


def test_higher_ground_between_blocks_and_lower_ground_does_not() -> None:
    assert free("1005", "1007", ground(levels={"1006": 2})) == NO
    high = {"1005": 2, "1007": 2}
    assert free("1005", "1007", ground({"1006": "woods"}, levels={**high, "1006": 1})) == YES
    assert free("1005", "1007", ground({"1006": "woods"}, levels={**high, "1006": 2})) == NO


def test_unknown_ground_between_is_named_and_only_where_it_matters() -> None:
    assert free("1005", "1007", ground({"1006": "?"})) == unsure(named("terrain 1006"))
    assert free("1005", "1007", ground(levels={"1006": None})) == unsure(named("level 1006"))
    assert free("1005", "1007", ground({"1006": "?"}, levels={"1006": 2})) == NO
    assert free("1005", "1008", ground({"1006": "?", "1007": "woods"})) == NO


# Lines off the middle of a hex, and along hexsides


def test_a_line_that_clips_a_village_is_for_somebody_with_a_thread_to_say() -> None:
    village = ground({"1612": "village"})
    key = factname.sight("1412", "1712")
    assert free("1412", "1712", village) == unsure(key)
    assert free("1412", "1712", village, notes={str(key): Known(True)}) == YES
    assert free("1412", "1712", village, notes={str(key): Known(False)}) == NO
    assert free("1412", "1712", ground()) == YES
    assert free("1412", "1712", ground({"1612": "?"})) == unsure(key, named("terrain 1612"))


def test_a_game_may_rule_on_clipped_symbols() -> None:
    village = ground({"1612": "village"})
    assert free("1412", "1712", village, clips="clear") == YES
    assert free("1412", "1712", village, clips="blocks") == NO
    assert free("1412", "1712", village, middle=0.5) == NO


def test_a_stated_line_does_not_outweigh_what_is_sure() -> None:
    key = factname.sight("1005", "1007")
    assert free("1005", "1007", ground({"1006": "woods"}), notes={str(key): Known(True)}) == NO


@given(st.sampled_from(GRID.within("2008", 4)), st.sampled_from(GRID.within("2008", 4)), st.sampled_from(GRID.within("2008", 4)))
def test_how_far_a_line_passes_from_the_middle_of_a_hex(a: Hex, b: Hex, hex: Hex) -> None:
    """Against the same in plain geometry, from where the centres lie on the printed map."""
    if a != b:
        (x, y), (to_x, to_y), (at_x, at_y) = GRID.centre(a), GRID.centre(b), GRID.centre(hex)
        area = abs((to_x - x) * (at_y - y) - (to_y - y) * (at_x - x))
        assert sightline.off_centre(GRID, a, b, hex) == pytest.approx(area / dist((x, y), (to_x, to_y)), abs=1e-9)


def test_along_a_hexside_one_blocking_hex_is_not_enough_to_be_sure() -> None:
    one = ground({"2311": "village"})
    assert free("2212", "2412", one) == unsure(named("line of sight 2212/2412"))
    assert free("2212", "2412", one, one_side="clear") == YES
    assert free("2212", "2412", one, one_side="blocks") == NO
    assert free("2212", "2412", ground({"2311": "village", "2312": "?"})) == unsure(
        named("line of sight 2212/2412"), named("terrain 2312")
    )


def test_along_the_edge_of_the_map_only_the_hex_on_it_counts() -> None:
    assert free("1001", "1201", ground({"1101": "woods"})) == unsure(named("line of sight 1001/1201"))
    assert free("1001", "1201", ground()) == YES


# The printed examples

SEELOW = {  # what Example B leaves to be inferred, under the profile assumed below
    "bare": {"3-2-1": "clear", "2-3-3": "blocks"},
    "covered": {"3-1-1 next": "blocks", "2-1-1 next": "blocks"},
}
PROFILE = {f"20{row:02}": 3 if row <= 4 else 2 if row == 5 else 1 for row in range(2, 12)}


def test_example_a_a_village_hides_what_lies_behind_it() -> None:
    """The text: unit B may not spot 1712, because the village of 1612 blocks. Where B stands is only drawn.

    Assumed: B stands at 1511 or 1411, from where the line runs through the middle of 1612; all on one level. From 1412 and 1510
    it passes 1612 off its middle, from 1512 and 1611 along one of its hexsides; from everywhere else 1712 is surely spotted.
    """
    village = ground({"1612": "village"})
    assert sees("1511", "1712", village) == NO
    assert sees("1511", "1612", village) == YES
    seen = {hex: sees(hex, "1712", village) for hex in GRID.within("1712", 3) if hex != "1712"}
    assert {hex for hex, said in seen.items() if said.no} == {"1411", "1511"}
    assert {hex for hex, said in seen.items() if said.open} == {"1412", "1510", "1512", "1611"}


def test_example_a_a_village_on_both_sides_of_a_hexside_hides_what_lies_behind_it() -> None:
    """The text: units A and D may not spot 2412, because of the village of 2311 and 2312. Where they stand is only drawn.

    Assumed: one of them at 2212, level with the hexside, and the other at 2211 or 2213, where the line is not along the hexside;
    all on one level.
    """
    villages = ground({"2311": "village", "2312": "village"})
    assert sees("2212", "2412", villages) == NO
    assert not sees("2211", "2412", villages).yes
    assert not sees("2213", "2412", villages).yes
    assert sees("2212", "2311", villages) == YES
    assert sees("2413", "2412", villages) == YES


@pytest.mark.parametrize(
    ("who", "stands", "first", "last"),
    [("A", "2004", 2002, 2008), ("B", "2005", 2004, 2008), ("C", "2010", 2008, 2011), ("C", "2011", 2008, 2011)],
)
def test_example_b_what_each_unit_spots_along_column_20(who: str, stands: str, first: int, last: int) -> None:
    """The text: A spots 2002 to 2008, and not 2009 because of the woods of 2008; B 2004 to 2008, not 2003 nor 2009; C only 2008
    to 2011. Where they stand, and the level of each hex, are only drawn.

    Assumed: the strip drawn is 2002 to 2011; it falls from level 3 (to 2004) by level 2 (2005) to level 1; A stands at 2004, B at
    2005, C at 2010 or 2011. That the woods are at 2008 the text gives. The reading then: one looks down from level 3 across
    level 2, but not up from level 2 beyond the brim of a plateau (B, 2003), nor down from any height on a target that woods on
    its own level touch from the front (A and B, 2009).
    """
    rules = changed(sight=bind("sight", "sightline.by_levels", symbols=["village", "town", "woods"], **SEELOW))
    on = ground({"2008": "woods"}, levels=PROFILE)
    others = [hex for hex in PROFILE if hex != stands]
    seen = {hex: sees(stands, hex, on, rules) for hex in others}
    assert {hex for hex, said in seen.items() if said.yes} == {hex for hex in others if first <= int(hex) <= last}, who
    assert not any(said.open for said in seen.values())


def test_without_the_reading_of_example_b_lines_between_levels_stay_open() -> None:
    on = ground({"2008": "woods"}, levels=PROFILE)
    assert sees("2004", "2009", on) == unsure(named("line of sight 2004/2009"))
    assert sees("2005", "2003", on) == unsure(named("line of sight 2003/2005"))
    assert sees("2010", "2007", on) == NO  # woods on one level need no reading


def test_an_entry_for_a_hex_next_to_the_target_says_nothing_of_others() -> None:
    on = ground({"2007": "woods"}, levels=PROFILE)
    assert free("2004", "2009", on, **SEELOW) == unsure(named("line of sight 2004/2009"))
    assert free("2004", "2008", on, **SEELOW) == NO
    assert free("2004", "2009", on, bare=SEELOW["bare"], covered={"3-1-1": "clear"}) == YES


# Properties

HEXES = st.sampled_from(GRID.within("2008", 3))
KINDS = st.sampled_from(["clear", "woods", "village", "swamp", "?"])
TERRAIN = st.dictionaries(HEXES, KINDS, max_size=20)
LEVELS = st.dictionaries(HEXES, st.sampled_from([1, 2, 3, None]), max_size=20)


@given(HEXES, HEXES, TERRAIN, LEVELS, st.integers(1, 3))
def test_between_hexes_of_one_level_sight_is_mutual(
    a: Hex, b: Hex, terrain: dict[Hex, str], levels: dict[Hex, int | None], level: int
) -> None:
    on = ground(terrain, levels={**levels, a: level, b: level})
    assert free(a, b, on) == free(b, a, on)


@given(HEXES, HEXES, TERRAIN, LEVELS, st.data())
def test_what_is_learnt_later_never_overturns_what_was_sure(
    a: Hex, b: Hex, terrain: dict[Hex, str], levels: dict[Hex, int | None], data: st.DataObject
) -> None:
    early = free(a, b, ground(terrain, levels=levels), **SEELOW)
    told = {hex: data.draw(st.sampled_from(["clear", "woods"])) if kind == "?" else kind for hex, kind in terrain.items()}
    known = {hex: data.draw(st.integers(1, 3)) if level is None else level for hex, level in levels.items()}
    late = free(a, b, ground(told, levels=known), **SEELOW)
    assert early.open or early == late
    assert late.needs <= {factname.sight(a, b)}
    assert not free(a, b, ground(told, levels=known), notes={str(factname.sight(a, b)): Known(True)}, **SEELOW).open


@given(HEXES, HEXES, TERRAIN)
def test_the_facts_named_are_enough_to_decide(a: Hex, b: Hex, terrain: dict[Hex, str]) -> None:
    said = free(a, b, ground(terrain))
    told = {hex: "clear" if factname.terrain(hex) in said.needs else kind for hex, kind in terrain.items()}
    assert not free(a, b, ground(told), notes={str(key): Known(True) for key in said.needs}).open


def test_who_is_not_on_the_map_spots_nothing() -> None:
    at: Table = table((scout(), "a box"))
    assert spotting.spots_hex(at, "scout", "1005") == NO
    assert spotting.spots_hex(table((scout(), "1005")), "scout", "9999") == NO


def test_what_is_hidden_and_what_is_only_doubtful_are_told_apart() -> None:
    enemy, fire = (scout("enemy", "blue"), "1007"), Fire(("gun",), "1007", BARRAGE)
    (hidden,) = judge(table((gun(), READY), enemy), fire).findings
    assert hidden.opinion.message == "nobody spots 1007"
    assert hidden.opinion.units == ("gun",)
    shaky = (scout(), Standing("1006", doubtful=DISRUPTED))
    (doubtful,) = judge(table((gun(), READY), enemy, shaky), fire).findings
    assert doubtful.opinion.message == "whether anybody spots 1007 hangs on what is not known"
    assert doubtful.opinion.units == ("scout",)


def test_whoever_is_barred_by_one_of_two_rules_spots_nothing() -> None:
    rules = (*changed(), bind("blind", "spotting.not_marked", marks=["blind"]))
    at = table((scout(), Standing("1005", marks=DISRUPTED)), rules=rules)
    assert spotting.spots_hex(at, "scout", "1006") == NO


def test_the_smaller_of_two_limits_holds_after_every_addition() -> None:
    fog = bind("fog", "spotting.limited_by_light", most={"dusk": 4})
    marshal = scout(traits="zhukov")
    on = ground(levels={"1005": 3})
    at = table((marshal, "1005"), on=on, light="dusk", rules=(fog, *changed()))
    assert spotting.reach_of(at, marshal, "1005", "1006") == exactly(2)
    dim = table((marshal, "1005"), on=on, light=Unknown(named("light")))
    assert spotting.reach_of(dim, marshal, "1005", "1006") == Interval(0, 8, needed("light"))


def test_whether_somebody_is_the_marshal_may_be_unknown() -> None:
    perhaps = unit("scout", "red", doubtful="zhukov", movement=4)
    at = table((perhaps, "1005"), on=ground(levels={"1005": 2, "1010": 2}))
    assert spotting.reach_of(at, perhaps, "1005", "1006") == Interval(4, 7, needed("is scout zhukov"))
