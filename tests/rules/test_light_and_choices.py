"""What light, markers, choices and scenarios change in rules that games bind with or without them."""

from __future__ import annotations

import pytest

from adjudicator.engine.actions import Attack, Declare, Fire, Mark, Move, Place, Remove, Roll
from adjudicator.engine.charts import ResultsChart
from adjudicator.engine.state import Standing
from adjudicator.engine.units import Unit
from adjudicator.facts import Interval, Known, Unknown, exactly
from adjudicator.rules import map_in_play
from adjudicator.rules.combat import record
from adjudicator.rules.combat.column import results_of
from adjudicator.rules.combat.fight import fight_of
from adjudicator.rules.movement.modes import allowance, modes_of
from adjudicator.rules.registry import Binding
from adjudicator.rules.table import Game, Table
from adjudicator.rules.victory.outcome import outcomes
from adjudicator.rules.victory.points import scores
from adjudicator.verdict import Verdict
from tests.support import named, needed

from . import tables
from .tables import BASICS, bind, unit
from .tables_fire import BARRAGE, changed, ground, play, table, verdict

LEGAL, ILLEGAL, UNDECIDED = Verdict.LEGAL, Verdict.ILLEGAL, Verdict.UNDECIDED
CRT = ResultsChart(("1-1", "2-1"), {1: ("1", "2"), 2: ("2", "3"), 3: ("3", "4"), 4: ("4", "5")})
MORALE = (
    *BASICS,
    bind("strength", "strength.summed", attack="combat", defence="combat", while_marked={"limbered": "limbered"}),
    bind("odds", "odds.ratio", columns=["1-1", "2-1"]),
    bind("chart", "results.named"),
    bind("notation", "results.against_morale"),
    bind("shaken", "results.plus", reason="shaken", plus=-2, defender_marked=["disrupted"], choice=True),
    bind("rolled", "resolution.rolled", "7.2"),
)


def man(name: str, side: str = "red", traits: str = "") -> Unit:
    return unit(name, side, attack=1, combat=4, limbered=2, morale=3, movement=5, traits=traits)


def fight(*marks: str, doubtful: str = "", more: tuple[Binding, ...] = (), light: object = "day") -> Table:
    blue = Standing("1011", marks=frozenset(marks), doubtful=frozenset(doubtful.split()))
    at = table((man("r"), "1010"), (man("b", "blue"), blue), rules=(*MORALE, *more), light=light)  # type: ignore[arg-type]  # any light
    return Table(Game("t", "t", tables.SIDES, at.rules, {**at.game.charts, "crt": CRT}), at.board, at.state)


def rolled(at: Table, result: str, die: int = 3) -> Verdict:
    return verdict(at, Attack(("r",), "1011", die=die, result=result))[0]


@pytest.mark.parametrize(("light", "points"), [("dusk", exactly(3)), ("day", exactly(5))])
def test_light_changes_an_allowance(light: str, points: Interval) -> None:
    halved = bind("dusk", "modes.scaled", reason="dusk", times=0.5, rounding="up", lights=["dusk"])
    at = table((man("r"), "1010"), rules=(*BASICS, halved), light=light)
    (_, _, mode) = modes_of(at, at.unit("r"))[0]
    assert allowance(at, at.unit("r"), mode)[0] == points


def test_unknown_light_leaves_an_allowance_open() -> None:
    halved = bind("dusk", "modes.scaled", reason="dusk", times=0.5, rounding="up", lights=["dusk"])
    at = table((man("r"), "1010"), rules=(*BASICS, halved), light=Unknown(named("light")))
    (_, _, mode) = modes_of(at, at.unit("r"))[0]
    assert allowance(at, at.unit("r"), mode)[0] == Interval(3, 5, needed("light"))


def test_the_attacker_may_do_without_what_he_may_choose() -> None:
    shaken = fight("disrupted")
    assert [rolled(shaken, result) for result in ("1", "3", "2")] == [LEGAL, LEGAL, ILLEGAL]
    assert rolled(fight(), "1") is ILLEGAL
    assert rolled(fight(doubtful="disrupted"), "1") is UNDECIDED


def test_what_nobody_chose_aloud_leaves_the_result_unknown() -> None:
    for marks, known in ((("disrupted",), False), ((), True)):
        fought = play(fight(*marks), Attack(("r",), "1011", die=3))
        last = record.last(fought)
        assert last is not None
        assert (last.result is not None) is known


def test_a_choice_is_left_out_where_it_is_not_wanted() -> None:
    at = fight("disrupted")
    there = fight_of(at, Attack(("r",), "1011"))
    assert results_of(at, there, 3).texts == ("1",)
    assert results_of(at, there, 3, wanted=False).texts == ("3",)


def test_light_changes_the_die_of_a_combat() -> None:
    dusk = bind("dusk", "results.plus", reason="dusk", plus=1, lights=["dusk"])
    assert rolled(fight(more=(dusk,), light="dusk"), "4") is LEGAL
    assert rolled(fight(more=(dusk,)), "4") is ILLEGAL
    assert rolled(fight(more=(dusk,), light=Unknown(named("light"))), "4") is UNDECIDED


def test_a_marked_unit_counts_with_another_number() -> None:
    for marks, doubtful, texts in (("limbered", "", ("2",)), ("", "", ("1",)), ("", "limbered", ("1", "2"))):
        at = fight(*marks.split(), doubtful=doubtful)
        assert results_of(at, fight_of(at, Attack(("r",), "1011")), 1).texts == texts


def test_nobody_attacks_in_a_light_that_forbids_it() -> None:
    night = bind("night", "who.barred", because="at night", lights=["night"])
    found = [
        verdict(fight(more=(night,), light=light), Attack(("r",), "1011"))[0]
        for light in ("night", "day", Unknown(named("light")))
    ]
    assert found == [ILLEGAL, LEGAL, UNDECIDED]


def test_an_attacker_could_enter_with_the_points_it_has_now() -> None:
    slow = bind("slow", "modes.scaled", reason="dusk", times=0.1, lights=["dusk"])
    for now, expected in ((True, ILLEGAL), (False, LEGAL)):
        enter = bind("enter", "who.could_enter", by_allowance=now)
        assert verdict(fight(more=(slow, enter), light="dusk"), Attack(("r",), "1011"))[0] is expected


KEPT_OUT = (
    bind("guns", "checks.out_of_zones", "1.1", traits=["artillery"]),
    bind("shaken", "checks.out_of_zones", "1.2", marked=["disrupted"]),
    bind("dark", "checks.out_of_zones", "1.3", lights=["night"]),
)


@pytest.mark.parametrize(
    ("traits", "marks", "light", "broken"),
    [("artillery", "", "day", "guns"), ("", "disrupted", "day", "shaken"), ("", "", "night", "dark"), ("", "", "day", None)],
)
def test_some_units_stay_out_of_zones_of_control(traits: str, marks: str, light: str, broken: str | None) -> None:
    standing = Standing("1010", marks=frozenset(marks.split()))
    at = table((man("r", traits=traits), standing), (man("b", "blue"), "1012"), rules=(*BASICS, *KEPT_OUT), light=light)
    assert verdict(at, Move(("r",), "1011"))[1] == ({} if broken is None else {broken: frozenset()})
    assert verdict(at, Move(("r",), "1009"))[0] is LEGAL
    assert verdict(at, Move(("r",), "1010"))[0] is LEGAL


def test_whether_a_unit_is_kept_out_may_be_open() -> None:
    doubtful = Standing("1010", doubtful=frozenset({"disrupted"}))
    at = table((man("r"), doubtful), (man("b", "blue"), "1012"), rules=(*BASICS, *KEPT_OUT), light="day")
    assert verdict(at, Move(("r",), "1011")) == (UNDECIDED, {"shaken": frozenset({"r is disrupted"})})


def test_newcomers_stay_out_of_zones_in_the_same_way() -> None:
    dark = bind("dark", "map_edge.enters_out_of_zones", lights=["night"])
    for light, expected in (("night", ILLEGAL), ("day", LEGAL)):
        at = table((man("r"), "off"), (man("b", "blue"), "1002"), rules=(*BASICS, dark), light=light)
        assert verdict(at, Place("r", "1001"))[0] is expected
        assert verdict(at, Place("r", "1001", "militia"))[0] is LEGAL


def test_guns_may_be_held_by_light_alone() -> None:
    held = bind("held", "modes_of_guns.moves_in", guns=["artillery"], mode="", never_in_light=["night"])
    for light, expected in (("night", ILLEGAL), ("day", LEGAL)):
        at = table((man("r", traits="artillery"), "1010"), rules=(*BASICS, held), light=light)
        assert verdict(at, Move(("r",), "1011"))[0] is expected


def test_what_is_noted_changes_a_rally_and_may_be_unknown() -> None:
    rules = (
        *BASICS,
        bind("morale", "morale.printed"),
        bind("short", "morale.plus", plus=2, reason="short", noted={"scenario": ["first"]}),
        bind("rally", "morale.rallied"),
    )
    shaken = Standing("1010", marks=frozenset({"disrupted"}))
    notes = {"first": Known("first"), "second": Known("second"), "unknown": Unknown(named("scenario"))}
    found = {
        name: verdict(table((man("r"), shaken), rules=rules, notes={"scenario": note}), Roll("rally", (2,), "rallied", "r"))
        for name, note in notes.items()
    }
    assert [each[0] for each in found.values()] == [ILLEGAL, LEGAL, UNDECIDED]
    assert found["unknown"][1] == {"rally": frozenset({"scenario"})}


@pytest.mark.parametrize(
    ("note", "points", "won"),
    [
        (Known("first"), exactly(3), True),
        (Known("second"), exactly(0), False),
        (Unknown(named("scenario")), None, None),
        (None, None, None),
    ],
)
def test_points_and_victories_of_one_scenario_count_in_it_only(note: object, points: Interval | None, won: bool | None) -> None:
    rules = (
        *BASICS,
        bind("held", "victory.hexes", worth={"1010": 3}, sides=["red"], when={"scenario": "first"}),
        bind("all", "victory.hexes", worth={"1111": 1}, sides=["red"]),
        bind("marker", "victory.by_marker", first="red", given={"1111": "blue"}),
        bind("here", "victory.units_at", side="red", winner="red", level="total", hexes=["1010"], when={"scenario": "first"}),
        bind("claim", "victory.claimed"),
    )
    at = table((man("r"), "1010"), rules=rules, notes={} if note is None else {"scenario": note})
    expected = Interval(0, 3, needed("scenario")) if points is None else points
    assert scores(at)["red"].points == expected
    assert [each.truth.answer for each in outcomes(at)] == ([] if won is False else [won])
    claim = verdict(at, Declare("victory", (("side", "red"),)))[0]
    assert claim is (UNDECIDED if won is None else LEGAL if won else ILLEGAL)


def test_a_marker_that_goes_takes_its_number_with_it() -> None:
    at = play(fight("limbered"), Mark("b", "limbered", on=False))
    assert results_of(at, fight_of(at, Attack(("r",), "1011")), 1).texts == ("1",)


@pytest.mark.parametrize(
    ("below", "nothing", "first"), [("nothing", LEGAL, ILLEGAL), ("first", ILLEGAL, LEGAL), ("open", UNDECIDED, UNDECIDED)]
)
def test_a_total_before_the_first_column_of_a_fire_table(below: str, nothing: Verdict, first: Verdict) -> None:
    rule = bind("barrage-result", "firepower.looked_up", "8.14", kind=BARRAGE, chart="fire", below=below)
    gun = unit("gun", "red", combat=1, range=5, morale=3, movement=3, traits="artillery")
    placed = ((gun, Standing("1010", marks=frozenset({"fire mode"}))), (man("b", "blue"), "1012"))
    at = table(*placed, on=ground({"1012": "woods"}), rules=changed(barrage_result=rule))
    for result, expected in (("-", nothing), ("2+", first)):
        assert verdict(at, Fire(("gun",), "1012", BARRAGE, die=1, result=result))[0] is expected


def test_a_scenario_may_be_played_on_a_part_of_the_map() -> None:
    part = frozenset(hex for hex in ground().grid.all() if hex[2:] <= "05")
    on = ground().changed(areas={"part": part})
    leave = bind("leave", "map_edge.leaves_by_the_edge", maps={"small": "part"})
    for scenario, start, expected in (("small", "1005", LEGAL), ("small", "1003", LEGAL), ("large", "1005", ILLEGAL)):
        slow = unit("r", "red", attack=1, movement=3)
        at = table((slow, start), on=on, rules=(*BASICS, leave), notes={"scenario": Known(scenario)})
        assert verdict(at, Remove("r", "exit"))[0] is expected
    assert map_in_play.beyond(table((man("r"), "1005"), on=on), {"small": "part"}) == frozenset()
