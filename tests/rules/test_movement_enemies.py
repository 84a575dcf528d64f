"""Enemies in a mover's way, aircraft over it, ways of travelling that are closed, and the sections a march has to do with."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.engine.actions import Move
from adjudicator.facts import Unknown
from adjudicator.rules.apply import apply
from adjudicator.rules.judge import judge
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict
from tests.rules.tables import remembering
from tests.support import named, needed

from .tables import BASICS, bind, board, table, unit

TANK = unit("1", attack=3, movement=6)
STAFF = unit("hq", "blue", kind="hq", traits="hq", movement=4)
PLANE = unit("air", "blue", kind="air")
OVERRUN = bind("overrun", "search.overrun", "6.3", only=["hq"], rating="attack", never=["hq"], not_kinds=["air"])
TRAIN = bind(
    "rail", "modes.travel", "6.5", name="rail", only_along=["road"], route_costs={"road": 0}, unlimited=True, overruns=False
)


def verdict(at: Table, to: str, mode: str | None = None, who: str = "1") -> Verdict:
    return judge(at, Move((who,), to, mode=mode)).verdict


def test_a_strong_unit_overruns_a_staff_but_no_staff_does() -> None:
    rules = (*BASICS, OVERRUN)
    assert verdict(table((TANK, "0505"), (STAFF, "0506"), rules=rules), "0506") is Verdict.LEGAL
    staff = unit("2", traits="hq", attack=3, movement=6)
    assert verdict(table((staff, "0505"), (STAFF, "0506"), rules=rules), "0506", who="2") is Verdict.ILLEGAL


def test_some_ways_of_travelling_overrun_nobody() -> None:
    at = table((TANK, "0505"), (STAFF, "0507"), rules=(*BASICS, OVERRUN, TRAIN), on=board(roads="0505-0506-0507-0508"))
    assert verdict(at, "0506", "rail") is Verdict.LEGAL
    assert verdict(at, "0507", "rail") is Verdict.ILLEGAL
    (found,) = judge(at, Move(("1",), "0508", mode="rail")).findings
    assert (found.rule, set(found.cite)) == ("overrun", {"6.3", "6.5"})


def test_aircraft_bar_no_way_and_are_not_driven_over() -> None:
    at = table((TANK, "0505"), (PLANE, "0506"), (STAFF, "0506"), rules=(*BASICS, OVERRUN))
    assert verdict(at, "0506") is Verdict.LEGAL
    after = apply(at, Move(("1",), "0506"))
    assert (after.place_of("air"), after.place_of("hq")) == ("0506", None)


def test_aircraft_drive_over_nobody_on_the_map_or_in_a_box() -> None:
    at = table((PLANE, "ready"), (TANK, "0505"), (unit("red", kind="air"), "refit"))
    assert apply(at, Move(("air",), "0505")).place_of("1") == "0505"
    assert apply(at, Move(("air",), "refit")).place_of("red") == "refit"


def test_aircraft_have_no_zone_of_control_where_the_game_says_so() -> None:
    zones = bind("zoc-who", "zoc.by_rating", "1.1", rating="attack", never=["air"])
    rules = (zones, *(each for each in BASICS if each.id != "zoc-who"))
    weak = unit("1", attack=3, movement=1)
    assert verdict(table((weak, "0505"), (PLANE, "0507"), rules=rules), "0506") is Verdict.LEGAL


def test_aircraft_do_not_fill_a_hex_where_they_are_not_counted() -> None:
    limit = bind("stack", "stacking.at_most", "3.1", limit=1, what="units", not_kinds=["air"])
    rules = (limit, *(each for each in BASICS if each.id != "stack"))
    ours = unit("plane", kind="air")
    assert verdict(table((TANK, "0505"), (ours, "0506"), rules=rules), "0506") is Verdict.LEGAL
    assert verdict(table((TANK, "0505"), (unit("2", movement=1), "0506"), rules=rules), "0506") is Verdict.ILLEGAL


def test_a_unit_without_points_takes_no_free_ride() -> None:
    still = unit("1", attack=3, movement=0)
    at = table((still, "0505"), rules=(*BASICS, TRAIN), on=board(roads="0505-0506-0507"))
    assert verdict(at, "0507", "rail") is Verdict.ILLEGAL


def test_a_way_that_is_closed_for_now_is_itself_at_fault_and_unknown_while_nobody_noted_it() -> None:
    march = bind("fast", "modes.travel", "6.4", name="fast", unless={"refugees": ["now"]})
    at = table((TANK, "0505"), rules=(*BASICS, march))
    assert verdict(at, "0507", "fast") is Verdict.LEGAL
    (found,) = judge(remembering(at, refugees="now"), Move(("1",), "0507", mode="fast")).findings
    assert (found.verdict, found.rule) == (Verdict.ILLEGAL, "fast")
    doubt = remembering(at, refugees=Unknown(named("refugees")))
    (open_,) = judge(doubt, Move(("1",), "0507", mode="fast")).findings
    assert open_.opinion.truth.needs == needed("refugees")
    assert "6.4" in open_.cite


def test_fewer_points_are_uncertain_while_nobody_noted_what_lowers_them() -> None:
    slowed = bind("slow", "modes.scaled", "e5", reason="refugees", plus=-1, noted={"refugees": ["now"]})
    at = table((TANK, "0505"), rules=(*BASICS, slowed))
    doubt = remembering(at, refugees=Unknown(named("refugees")))
    assert verdict(doubt, "0510") is Verdict.LEGAL
    assert verdict(doubt, "0511") is Verdict.UNDECIDED


def test_without_a_terrain_chart_only_the_chart_is_asked_for() -> None:
    at = table((TANK, "0505"), (unit("e", "blue", movement=4), "0909"))  # nobody has read its attack strength
    bare = replace(at, game=replace(at.game, charts={}))
    (found,) = judge(bare, Move(("1",), "0506")).findings
    assert found.opinion.truth.needs == needed("chart terrain")


def test_no_sum_is_shown_that_the_rows_above_it_do_not_come_to() -> None:
    """A path through enemies is sought as if there were no zones of control, but its rows show what they take."""
    at = table((unit("1", attack=3, movement=9), "0505"), (unit("9", "blue", attack=4), "0507"))
    (found,) = judge(at, Move(("1",), "0507")).findings
    reasons = [row.reason for row in found.opinion.rows]
    assert any("zone of control" in reason for reason in reasons)
    assert not any(reason.startswith("needed") for reason in reasons)
    (plain,) = judge(table((unit("1", attack=3, movement=1), "0505")), Move(("1",), "0507")).findings
    assert [row.value for row in plain.opinion.rows if row.reason.startswith("needed")] == ["2"]
