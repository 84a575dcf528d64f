"""Antitank fire and barrage on a map with made-up counters and a made-up table: who, at whom, how strong, what comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.engine.actions import Fire, Move, Phase
from adjudicator.engine.charts import ResultsChart
from adjudicator.engine.deeds import ADVANCED
from adjudicator.engine.state import Standing
from adjudicator.engine.units import Unit
from adjudicator.facts import Interval, Known, Unknown, exactly
from adjudicator.rules import fire as firing
from adjudicator.rules import fire_results, firepower
from adjudicator.rules.daylight import LIGHT
from adjudicator.rules.fire_results import FireOutcome, read, same
from adjudicator.rules.judge import judge
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict
from tests.support import named, needed

from .tables import bind, unit
from .tables_fire import AT, BARRAGE, FIRE_CHART, RULES, changed, ground, play, table, verdict, without

LEGAL, ILLEGAL, UNDECIDED = Verdict.LEGAL, Verdict.ILLEGAL, Verdict.UNDECIDED
DISRUPTED = frozenset({"disrupted"})


def pak(name: str = "pak", /, value: int | None = 5, **about: object) -> Unit:
    return unit(name, "red", antitank=value, combat=3, morale=4, movement=4, **about)


def tank(name: str = "tank", /, armour: int | None = 1, **about: object) -> Unit:
    return unit(name, "blue", antitank=6, combat=4, morale=5, movement=6, armour=armour, traits="armoured", **about)


def gun(name: str = "gun", /, combat: int | None = 6, reach: int | None = 5, **about: object) -> Unit:
    return unit(name, "red", antitank=2, combat=combat, range=reach, morale=3, movement=4, **{"traits": "artillery", **about})


def foot(name: str = "foot", /) -> Unit:
    return unit(name, "blue", antitank=1, combat=4, morale=4, movement=4, reduced={"combat": 2, "morale": 3})


def at(*firers: str, target: str = "tank", **rest: object) -> Fire:
    return Fire(firers or ("pak",), target, AT, **rest)  # type: ignore[arg-type]  # total, die and result as given


def barrage(*firers: str, target: str = "1012", **rest: object) -> Fire:
    return Fire(firers or ("gun",), target, BARRAGE, **rest)  # type: ignore[arg-type]  # total, die and result as given


def duel(firer: Unit | None = None, target: Unit | None = None, **more: object) -> Table:
    """A gun at 1010 and a tank beside it at 1011."""
    return table((firer or pak(), "1010"), (target or tank(), "1011"), **more)  # type: ignore[arg-type]


def test_who_is_not_on_the_map_neither_fires_nor_is_fired_at() -> None:
    assert verdict(table((pak(), "a box"), (tank(), "1011")), at()) == (ILLEGAL, {"adjacent": frozenset()})
    assert verdict(table((pak(), "1010"), (tank(), "a box")), at()) == (ILLEGAL, {"target": frozenset()})
    assert verdict(duel(), at(target="9999")) == (ILLEGAL, {"target": frozenset()})


def test_a_gun_that_may_be_limbered_up_fires_with_one_of_two_values() -> None:
    flak = unit("pak", "red", movement=4, traits="artillery flak", antitank=5, **{"antitank moving": 2})
    at_least = table((flak, Standing("1010", doubtful=frozenset({"move mode"}))), (tank(), "1011"))
    assert total(at_least, at()) == Interval(2, 5, needed("pak is move mode"))


def test_no_fire_is_owed_to_a_neighbour_that_it_cannot_harm() -> None:
    beside = table((pak(), "1010"), (pak("p2"), "1010"), (tank(), "1011"), (foot(), "1011"))
    assert verdict(play(beside, at("pak", "p2")), Phase("combat", "red")) == (LEGAL, {})


def test_night_may_be_no_bar_to_some_kinds_of_fire() -> None:
    rules = changed(night=bind("night", "fire.not_in_the", lights=["night"], kinds=[BARRAGE]))
    assert verdict(duel(light="night", rules=rules), at())[0] is LEGAL
    assert verdict(battery(light="night", rules=rules), barrage())[1]["night"] == frozenset()


def test_a_gun_fires_at_the_tank_beside_it() -> None:
    assert verdict(duel(), at()) == (LEGAL, {})


def test_a_tank_two_hexes_away_is_out_of_reach() -> None:
    far = table((pak(), "1010"), (tank(), "1012"))
    assert verdict(far, at()) == (ILLEGAL, {"adjacent": frozenset()})


@pytest.mark.parametrize(
    ("value", "expected"),
    [(0, (ILLEGAL, {"able": frozenset()})), (1, (LEGAL, {})), (None, (UNDECIDED, {"able": frozenset({"antitank of pak"})}))],
)
def test_only_units_with_a_value_fire(value: int | None, expected: object) -> None:
    assert verdict(duel(pak(value=value)), at()) == expected


def test_disrupted_units_do_not_fire() -> None:
    sure = table((pak(), Standing("1010", marks=DISRUPTED)), (tank(), "1011"))
    perhaps = table((pak(), Standing("1010", doubtful=DISRUPTED)), (tank(), "1011"))
    assert verdict(sure, at()) == (ILLEGAL, {"able": frozenset()})
    assert verdict(perhaps, at()) == (UNDECIDED, {"able": frozenset({"pak is disrupted"})})


@pytest.mark.parametrize(("light", "expected"), [("day", LEGAL), ("dusk", LEGAL), ("night", ILLEGAL)])
def test_nobody_fires_at_night(light: str, expected: Verdict) -> None:
    assert verdict(duel(light=light), at())[0] is expected


def test_whether_it_is_night_may_be_unknown_and_is_named() -> None:
    assert verdict(duel(light=Unknown(named("light"))), at()) == (UNDECIDED, {"night": frozenset({"light"})})
    assert verdict(duel(light=None), at()) == (UNDECIDED, {"night": frozenset({"light"})})


def test_the_turn_tells_the_light_where_nothing_notes_it() -> None:
    rules = (*RULES, bind("light", "daylight.by_turn", "3.21", turns={1: "dusk", 6: "dusk", 7: "night", 8: "dusk"}))
    assert verdict(duel(light=None, rules=rules, turn=7), at())[0] is ILLEGAL
    assert verdict(duel(light=None, rules=rules, turn=9), at())[0] is LEGAL


def test_the_light_that_is_noted_holds_for_its_turn() -> None:
    rules = (*RULES, bind("light", "daylight.by_turn", turns={7: "night"}))
    at_six = duel(rules=rules, turn=6)
    assert verdict(play(at_six, Phase(AT, "red", 7)), at())[0] is ILLEGAL
    assert verdict(play(at_six, Phase(AT, "red", 7), Phase(AT, "red", 8)), at())[0] is LEGAL


def test_fire_belongs_to_its_phase_and_to_the_side_whose_phase_it_is() -> None:
    assert verdict(duel(phase=AT, active="red"), at()) == (LEGAL, {})
    assert verdict(duel(phase="combat", active="red"), at()) == (ILLEGAL, {"antitank-phase": frozenset()})
    assert verdict(duel(phase=AT, active="blue"), at()) == (ILLEGAL, {"antitank-phase": frozenset()})


def test_only_armour_is_fired_at() -> None:
    assert verdict(table((pak(), "1010"), (foot(), "1011")), at(target="foot")) == (ILLEGAL, {"target": frozenset()})
    doubtful = unit("tank", "blue", armour=1, doubtful="armoured")
    assert verdict(duel(target=doubtful), at()) == (UNDECIDED, {"target": frozenset({"is tank armoured"})})


def test_nobody_fires_at_friends() -> None:
    friend = unit("tank", "red", armour=1, traits="armoured")
    assert verdict(table((pak(), "1010"), (friend, "1011")), at())[1] == {"target": frozenset()}


def test_a_unit_fires_once_in_a_phase_and_again_in_the_next() -> None:
    before = table((pak(), "1010"), (tank(), "1011"), (tank("other"), "0910"), phase=AT)
    after = play(before, at())
    assert verdict(after, at(target="other")) == (ILLEGAL, {"once": frozenset()})
    assert verdict(play(after, Phase(AT, "red")), at(target="other")) == (LEGAL, {})


def test_a_target_is_fired_at_once_in_a_phase() -> None:
    before = table((pak(), "1010"), (pak("two"), "1010"), (tank(), "1011"))
    assert verdict(before, at("pak", "two")) == (LEGAL, {})
    assert verdict(play(before, at()), at("two")) == (ILLEGAL, {"once": frozenset()})


def test_nobody_counts_twice_in_one_fire() -> None:
    assert verdict(duel(), at("pak", "pak"))[1] == {"once": frozenset()}


def test_a_unit_that_advanced_fires_no_more() -> None:
    game = duel()
    assert verdict(game.after(game.state.adding(ADVANCED, "pak")), at()) == (ILLEGAL, {"once": frozenset()})


@pytest.mark.parametrize(
    ("terrain", "expected"),
    [
        ("forest", (LEGAL, {})),
        ("lake", (ILLEGAL, {"enterable": frozenset()})),
        ("?", (UNDECIDED, {"enterable": frozenset({"terrain 1011"})})),
    ],
)
def test_no_fire_into_a_hex_the_unit_could_never_enter(terrain: str, expected: object) -> None:
    assert verdict(duel(on=ground({"1011": terrain})), at()) == expected


def test_no_fire_into_a_hex_dearer_than_all_points() -> None:
    poor = unit("pak", antitank=5, movement=1)
    assert verdict(duel(poor, on=ground({"1011": "forest"})), at()) == (ILLEGAL, {"enterable": frozenset()})
    rules = changed(enterable=bind("enterable", "fire.not_where_it_cannot_go", kind=AT, points="any"))
    assert verdict(duel(poor, on=ground({"1011": "forest"}), rules=rules), at()) == (LEGAL, {})


def test_guns_that_stand_fast_fire_all_the_same() -> None:
    fast = unit("pak", antitank=5, movement=0, traits="artillery")
    ready = table((fast, Standing("1010", marks=frozenset({"fire mode"}))), (tank(), "1011"))
    assert verdict(ready, at()) == (LEGAL, {})


# Everybody in a stack first: 6.15


def stack(**more: object) -> Table:
    two = (tank(), "1011"), (tank("second"), "1011")
    return table((pak(), "1010"), (pak("p2"), "1010"), (pak("p3"), "1010"), *two, phase=AT, **more)  # type: ignore[arg-type]


def test_two_guns_at_one_tank_are_in_order_if_its_neighbour_is_fired_at_later() -> None:
    first = at("pak", "p2")
    assert verdict(stack(), first) == (LEGAL, {})
    assert verdict(play(stack(), first, at("p3", target="second")), Phase("combat", "red")) == (LEGAL, {})


def test_two_guns_at_one_tank_are_illegal_if_its_neighbour_is_spared() -> None:
    (finding,) = judge(play(stack(), at("pak", "p2")), Phase("combat", "red")).findings
    assert (finding.rule, finding.verdict, finding.opinion.units) == ("owed", ILLEGAL, ("tank", "second"))


def test_one_gun_at_one_tank_owes_nobody_anything() -> None:
    assert verdict(play(stack(), at("pak")), Phase("combat", "red")) == (LEGAL, {})


def test_a_neighbour_that_left_the_hex_is_owed_no_fire() -> None:
    after = play(stack(), at("pak", "p2"), Move(("second",), "1013"))
    assert verdict(after, Phase("combat", "red")) == (LEGAL, {})


def test_a_neighbour_that_may_be_armoured_leaves_the_question_open() -> None:
    doubtful = unit("second", "blue", doubtful="armoured")
    before = table((pak(), "1010"), (pak("p2"), "1010"), (tank(), "1011"), (doubtful, "1011"))
    found = verdict(play(before, at("pak", "p2")), Phase("combat", "red"))
    assert found == (UNDECIDED, {"owed": frozenset({"is second armoured"})})


def test_a_game_may_want_the_neighbours_fired_at_before() -> None:
    rules = changed(spread=bind("spread", "fire.spread", kind=AT, at_once=True))
    assert verdict(stack(rules=rules), at("pak", "p2")) == (ILLEGAL, {"spread": frozenset()})
    assert verdict(play(stack(rules=rules), at("p3", target="second")), at("pak", "p2")) == (LEGAL, {})


# What it adds up to


def total(on: Table, fire: Fire) -> Interval:
    aimed = firing.aim(on, fire)
    assert aimed is not None
    return firepower.total_of(on, fire, aimed)[0]


@pytest.mark.parametrize(
    ("sides", "levels", "expected"),
    [
        ({}, {}, 5),
        ({"1010/1011": "stream"}, {}, 3),  # 2½ up
        ({}, {"1010": 1, "1011": 2}, 3),
        ({}, {"1010": 1, "1011": 3}, 2),  # 1¼ up
        ({}, {"1010": 3, "1011": 1}, 5),
        ({"1010/1011": "stream"}, {"1011": 2}, 2),
        ({"1010/1011": "stream"}, {"1011": 3}, 1),
    ],
)
def test_streams_and_slopes_weaken_each_gun_and_add_up(
    sides: Mapping[str, str], levels: Mapping[str, int], expected: int
) -> None:
    assert total(duel(on=ground(sides=sides, levels=levels)), at()) == exactly(expected)


def test_each_gun_is_halved_for_itself() -> None:
    both = table(
        (pak(), "1010"), (pak("p2", 3), "0910"), (tank(), "1011"), on=ground(sides={"1010/1011": "stream", "0910/1011": "stream"})
    )
    assert total(both, at("pak", "p2")) == exactly(5)  # 3 + 2, not 8/2


def test_what_is_unknown_gives_bounds_with_its_name() -> None:
    unsure = total(duel(on=ground(sides={"1010/1011": "?"}, levels={"1011": None})), at())
    assert (unsure.low, unsure.high) == (1, 5)
    assert unsure.needs == needed("hexside 1010/1011", "level 1011")


@pytest.mark.parametrize(("stated", "expected"), [(3, LEGAL), (5, ILLEGAL)])
def test_the_total_the_players_used_must_add_up(stated: int, expected: Verdict) -> None:
    (said,) = [r for r in judge(duel(on=ground(sides={"1010/1011": "stream"})), at(total=stated)).ruled if r.rule == "total"]
    assert said.verdict is expected
    assert [row.value for row in said.opinion.rows] == ["5", "x½", "3"]


def test_a_total_between_the_bounds_is_open_and_one_beyond_them_is_not() -> None:
    unsure = duel(on=ground(sides={"1010/1011": "?"}))
    assert verdict(unsure, at(total=3))[1]["total"] == {"hexside 1010/1011"}
    assert verdict(unsure, at(total=6))[1]["total"] == frozenset()


# The die and the table


@pytest.mark.parametrize(
    ("die", "armour", "light", "result", "expected"),
    [
        (1, 1, "day", "3", LEGAL),  # 1 + 1: row 2, column 4-6
        (1, 1, "day", "E", ILLEGAL),
        (1, 1, "dusk", "1", LEGAL),  # 1 + 1 + 2
        (6, 3, "dusk", "-", LEGAL),  # beyond the last row
        (2, None, "day", "E", ILLEGAL),  # no armour makes it a 1
        (2, None, "day", "3", UNDECIDED),
    ],
)
def test_the_result_is_what_the_table_gives(die: int, armour: int | None, light: str, result: str, expected: Verdict) -> None:
    assert verdict(duel(target=tank(armour=armour), light=light), at(die=die, result=result))[0] is expected


def test_an_unknown_armour_is_named() -> None:
    assert verdict(duel(target=tank(armour=None)), at(die=2, result="3"))[1] == {"result": frozenset({"armour of tank"})}


def test_who_fires_at_a_disrupted_target_may_take_two_from_the_die_or_not() -> None:
    shaken = table((pak(), "1010"), (tank(), Standing("1011", marks=DISRUPTED)))
    for result, expected in (("E", LEGAL), ("2", LEGAL), ("3", ILLEGAL)):  # a 2 with 1 for armour: 3, or 1
        assert verdict(shaken, at(die=2, result=result))[0] is expected


def test_without_the_table_nothing_is_decided() -> None:
    assert verdict(duel(charted=False), at(die=2, result="E")) == (UNDECIDED, {"result": frozenset({"chart fire"})})
    assert verdict(duel(charted=False), at()) == (LEGAL, {})


def test_a_total_below_the_table_is_not_guessed() -> None:
    high = ResultsChart(("10-19", "20+"), {1: ("M", "1")})
    assert firepower.columns_of(high, exactly(5)) is None
    assert firepower.columns_of(high, exactly(99)) == ("20+",)
    assert firepower.columns_of(high, Interval(12, 20, needed("x"))) == ("10-19", "20+")


def test_columns_that_do_not_grow_are_refused() -> None:
    with pytest.raises(ValueError, match="numbers that grow"):
        firepower.columns_of(ResultsChart(("4+", "1-3"), {1: ("M", "1")}), exactly(5))


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("M", FireOutcome(check=True)),
        ("3", FireOutcome(check=True, plus=3)),
        ("2 +", FireOutcome(check=True, plus=2, steps=1)),
        ("e", FireOutcome(eliminated=True)),
        ("-", FireOutcome()),
        ("boom", None),
    ],
)
def test_results_are_read(text: str, outcome: FireOutcome | None) -> None:
    assert read(text) == outcome


def test_two_ways_to_write_a_result_are_the_same() -> None:
    assert same("m", "M")
    assert same("–", "-")
    assert not same("2", "2+")
    assert not same("boom", "M")


def test_a_unit_that_was_eliminated_may_not_go_on_standing() -> None:
    after = play(duel(), at(die=1, result="E"))
    assert verdict(after, Phase("combat", "red")) == (ILLEGAL, {"settled-later": frozenset()})
    gone = after.after(after.state.with_standing("tank", None))
    assert verdict(gone, Phase("combat", "red")) == (LEGAL, {})


def test_a_step_that_a_result_takes_is_lost_before_the_next_fire() -> None:
    soft = table((gun(), "1010"), (gun("g2"), "1010"), (foot(), "1012"), (foot("f2"), "1013"), rules=without("gun-mode"))
    after = play(soft, barrage(result="2+"))
    assert verdict(after, barrage("g2", target="1013")) == (ILLEGAL, {"settled": frozenset()})
    assert verdict(after.after(after.state.lost("foot")), barrage("g2", target="1013")) == (LEGAL, {})


# Barrage


def battery(*, mode: str = "fire mode", on: object = None, target: Unit | None = None, **more: object) -> Table:
    placed = (gun(), Standing("1010", marks=frozenset({mode} if mode else ())))
    return table(placed, (target or foot(), "1012"), on=on, **more)  # type: ignore[arg-type]


def test_guns_fire_over_some_distance_at_infantry_that_is_spotted() -> None:
    assert verdict(battery(phase=BARRAGE, active="red"), barrage()) == (LEGAL, {})


@pytest.mark.parametrize(
    ("reach", "expected"),
    [(2, (LEGAL, {})), (1, (ILLEGAL, {"range": frozenset()})), (None, (UNDECIDED, {"range": frozenset({"range of gun"})}))],
)
def test_the_range_does_not_count_the_guns_own_hex(reach: int | None, expected: object) -> None:
    ready = Standing("1010", marks=frozenset({"fire mode"}))
    assert verdict(table((gun(reach=reach), ready), (foot(), "1012")), barrage()) == expected


def test_only_guns_ready_to_fire_do_so() -> None:
    assert verdict(battery(mode="move mode"), barrage()) == (ILLEGAL, {"gun-mode": frozenset()})
    assert verdict(battery(mode=""), barrage()) == (UNDECIDED, {"gun-mode": frozenset({"mode of gun"})})


def test_infantry_fires_no_barrage() -> None:
    other = unit("gun", combat=4, range=3, antitank=1, movement=4)
    assert verdict(table((other, "1010"), (foot(), "1012")), barrage()) == (ILLEGAL, {"guns-only": frozenset()})


def test_nobody_is_asked_for_the_range_of_infantry() -> None:
    other = unit("gun", combat=4, antitank=1, movement=4)
    assert verdict(table((other, "1010"), (foot(), "1012")), barrage()) == (ILLEGAL, {"guns-only": frozenset()})


def test_a_barrage_does_nothing_to_armour_but_to_what_stands_beside_it() -> None:
    """The example of 8.15: one armoured and one other unit in the hex, a result of 1: only the other checks its morale."""
    assert verdict(battery(target=tank()), barrage()) == (ILLEGAL, {"barrage-target": frozenset()})
    ready = Standing("1010", marks=frozenset({"fire mode"}))
    mixed = table((gun(), ready), (tank(armour=3), "1012"), (foot(), "1012"))
    fire = barrage(die=4, result="1", total=6)  # the armour adds nothing to the die
    assert verdict(mixed, fire) == (LEGAL, {})
    shot = fire_results.last(play(mixed, fire))
    assert shot is not None
    assert shot.units == ("foot",)
    assert shot.outcome == FireOutcome(check=True, plus=1)


@pytest.mark.parametrize(
    ("terrain", "combat", "expected"), [("clear", 5, 5), ("woods", 5, 2), ("village", 6, 3), ("swamp", 1, 0), ("town", 7, 3)]
)
def test_cover_halves_the_whole_barrage_downwards(terrain: str, combat: int, expected: int) -> None:
    ready = table((gun(combat=combat), "1010"), (foot(), "1012"), on=ground({"1012": terrain}))
    assert total(ready, barrage()) == exactly(expected)


def test_guns_add_up_before_they_are_halved() -> None:
    two = table((gun(combat=5), "1010"), (gun("g2", 3), "1011"), (foot(), "1012"), on=ground({"1012": "woods"}))
    assert total(two, barrage("gun", "g2")) == exactly(4)  # not 2 + 1


def test_a_hex_is_the_target_of_one_barrage_in_a_phase() -> None:
    ready = frozenset({"fire mode"})
    two = table((gun(), Standing("1010", marks=ready)), (gun("g2"), Standing("1010", marks=ready)), (foot(), "1012"))
    assert verdict(two, barrage("gun", "g2")) == (LEGAL, {})
    assert verdict(play(two, barrage()), barrage("g2")) == (ILLEGAL, {"barrage-once": frozenset()})
    assert verdict(play(two, barrage(), Phase(BARRAGE, "red")), barrage("g2")) == (LEGAL, {})


def test_an_empty_hex_is_no_target() -> None:
    assert verdict(battery(), barrage(target="1013"))[1] == {"barrage-target": frozenset()}


def test_dusk_adds_to_the_die_of_a_barrage() -> None:
    assert verdict(battery(), barrage(die=2, result="3"))[0] is LEGAL
    assert verdict(battery(light="dusk"), barrage(die=2, result="3"))[0] is ILLEGAL
    assert verdict(battery(light="dusk"), barrage(die=2, result="1"))[0] is LEGAL


def test_flak_that_is_limbered_up_fires_at_armour_with_its_lesser_value() -> None:
    flak = unit("pak", "red", movement=4, traits="artillery flak", antitank=5, **{"antitank moving": 2})
    limbered = table((flak, Standing("1010", marks=frozenset({"move mode"}))), (tank(), "1011"))
    assert verdict(limbered, at(total=2)) == (LEGAL, {})
    assert verdict(limbered, at(total=5)) == (ILLEGAL, {"total": frozenset()})
    plain = unit("pak", "red", movement=4, traits="artillery", antitank=5, **{"antitank moving": 2})
    assert verdict(table((plain, Standing("1010", marks=frozenset({"move mode"}))), (tank(), "1011")), at()) == (
        ILLEGAL,
        {"gun-antitank": frozenset()},
    )


# Whatever is learnt, a verdict that was given stays


FACTS = st.fixed_dictionaries(
    {
        "terrain": st.sampled_from(["clear", "forest", "lake"]),
        "side": st.sampled_from(["", "stream", "river"]),
        "levels": st.tuples(st.integers(1, 3), st.integers(1, 3)),
        "armour": st.integers(0, 4),
        "value": st.integers(0, 9),
        "light": st.sampled_from(["day", "dusk", "night"]),
        "disrupted": st.booleans(),
    }
)
HIDDEN = st.sets(st.sampled_from(["terrain", "side", "levels", "armour", "value", "light", "disrupted"]))


def _known(facts: Mapping[str, Any], hidden: frozenset[str]) -> Table:
    """The duel with some of the facts withheld."""
    told = {name: None if name in hidden else value for name, value in facts.items()}
    mine, its = told["levels"] or (None, None)
    sure, doubtful = DISRUPTED if told["disrupted"] else frozenset(), DISRUPTED if "disrupted" in hidden else frozenset()
    edge = {"1010/1011": "?" if told["side"] is None else told["side"]}
    return table(
        (pak(value=told["value"]), "1010"),
        (tank(armour=told["armour"]), Standing("1011", 0, sure, doubtful)),
        on=ground({"1011": told["terrain"] or "?"}, edge, {"1010": mine, "1011": its}),
        light=told["light"] or Unknown(named("light")),
    )


@given(FACTS, HIDDEN, st.integers(1, 6), st.sampled_from(sorted({cell for row in FIRE_CHART.rows.values() for cell in row})))
def test_facts_that_come_later_never_overturn_a_verdict(
    facts: Mapping[str, Any], hidden: set[str], die: int, result: str
) -> None:
    fire = at(die=die, result=result, total=3)
    early = verdict(_known(facts, frozenset(hidden)), fire)[0]
    late = verdict(_known(facts, frozenset()), fire)[0]
    assert late is not UNDECIDED
    assert early in (UNDECIDED, late)


def test_aim_finds_no_target_where_none_stands() -> None:
    away = table((pak(), "1010"), (tank(), "a box"))
    assert firing.aim(away, at()) is None
    assert firing.aim(away, Fire((), "tank", AT)) is None
    assert isinstance(away.state.recall(LIGHT), Known)


def test_an_unknown_slope_may_put_a_hex_beyond_a_units_points() -> None:
    slope = bind("terrain", "ground.by_chart", column="foot", climb={"foot": 1})
    weak = unit("pak", antitank=5, movement=2)
    unknown = ground(levels={"1011": None})
    assert verdict(duel(weak, on=unknown, rules=changed(terrain=slope)), at()) == (
        UNDECIDED,
        {"enterable": frozenset({"level 1011"})},
    )
    steep = ground(levels={"1011": 3})
    assert verdict(duel(weak, on=steep, rules=changed(terrain=slope)), at()) == (ILLEGAL, {"enterable": frozenset()})
    assert verdict(duel(unit("pak", antitank=5, movement=3), on=unknown, rules=changed(terrain=slope)), at()) == (LEGAL, {})


@pytest.mark.parametrize(
    ("levels", "sides", "rows"),
    [
        ({"1011": 2}, {}, [("5", "pak"), ("x½", "1 level up, fractions up"), ("3", f"total of the {AT}")]),
        ({"1011": 3}, {}, [("5", "pak"), ("x¼", "2 levels up, fractions up"), ("2", f"total of the {AT}")]),
        ({"1011": None}, {}, [("5", "pak"), ("x¼ to 1", "perhaps uphill, fractions up"), ("2 to 5", f"total of the {AT}")]),
        ({}, {"1010/1011": "?"}, [("5", "pak"), ("x½ to 1", "across stream, fractions up"), ("3 to 5", f"total of the {AT}")]),
    ],
)
def test_the_report_shows_every_halving(
    levels: Mapping[str, int | None], sides: Mapping[str, str], rows: list[tuple[str, str]]
) -> None:
    (said,) = [each for each in judge(duel(on=ground(levels=levels, sides=sides)), at()).ruled if each.opinion.rows]
    assert [(row.value, row.reason) for row in said.opinion.rows] == rows


def test_the_report_shows_what_is_added_to_the_die() -> None:
    dim = table((pak(), "1010"), (tank(armour=None), Standing("1011", doubtful=DISRUPTED)), light=Unknown(named("light")))
    aimed = firing.aim(dim, at())
    assert aimed is not None
    dice, rows = firepower.dice_of(dim, at(), aimed, 3)
    assert [(row.value, row.reason) for row in rows] == [
        ("3", "die"),
        ("+0 to +9", "armour of tank"),
        ("-2 to +0", "the target is disrupted, if wanted"),
        ("+0 to +2", "perhaps bad light"),
    ]
    assert [(die.low, die.high) for die in dice] == [(1, 14), (3, 14)]


def test_a_factor_that_strengthens_has_bounds_too() -> None:
    rules = changed(stream=bind("stream", "firepower.across", when={"kind": AT}, features=["stream"], times=2, rounding="up"))
    unsure = total(duel(on=ground(sides={"1010/1011": "?"}), rules=rules), at())
    assert (unsure.low, unsure.high) == (5, 10)
    assert total(duel(on=ground(sides={"1010/1011": "stream"}), rules=rules), at()) == exactly(10)


def test_halvings_of_an_unknown_value_stay_unbounded() -> None:
    unsure = total(duel(pak(value=None), on=ground(sides={"1010/1011": "stream"})), at())
    assert (unsure.low, unsure.high, unsure.needs) == (0, float("inf"), needed("antitank of pak"))


def test_what_is_wrong_and_what_is_only_doubtful_are_told_apart() -> None:
    said = {each.rule: each.opinion.message for each in judge(duel(pak(value=0)), at()).findings}
    assert said == {"able": f"pak has no value for {AT}"}
    said = {each.rule: each.opinion.message for each in judge(duel(pak(value=None)), at()).findings}
    assert said == {"able": f"pak may have no value for {AT}"}
    said = {each.rule: each.opinion.message for each in judge(duel(on=ground({"1011": "lake"})), at()).findings}
    assert said == {"enterable": "pak could never enter 1011 from 1010"}


def test_one_step_of_any_unit_in_the_hex_is_enough_for_a_barrage() -> None:
    soft = table((gun(), "1010"), (gun("g2"), "1010"), (foot(), "1012"), (foot("f2"), "1012"), rules=without("gun-mode"))
    after = play(soft, barrage(result="2+"))
    end = Phase("movement", "red")
    assert verdict(after, end) == (ILLEGAL, {"settled-later": frozenset()})
    assert verdict(after.after(after.state.lost("f2")), end) == (LEGAL, {})


def test_a_reduced_unit_fires_with_the_value_that_shows() -> None:
    worn = unit("pak", "red", antitank=5, movement=4, reduced={"antitank": 2})
    assert total(table((worn, Standing("1010", 1)), (tank(), "1011")), at()) == exactly(2)


@pytest.mark.parametrize(
    ("terrain", "mark", "expected"),
    [
        ("forest", "fire mode", (LEGAL, {})),  # dearer than its point, which nobody counts
        ("forest", "move mode", (ILLEGAL, {"enterable": frozenset()})),
        ("forest", "", (UNDECIDED, {"enterable": frozenset({"mode of pak"})})),
        ("lake", "fire mode", (ILLEGAL, {"enterable": frozenset()})),  # closed to everybody
    ],
)
def test_of_exempt_guns_only_the_points_do_not_count(terrain: str, mark: str, expected: object) -> None:
    rules = changed(enterable=bind("enterable", "fire.not_where_it_cannot_go", kind=AT, exempt=["artillery", "rockets"]))
    rockets = unit("pak", antitank=5, movement=1, traits="rockets", **{"antitank moving": 5})
    stands = (rockets, Standing("1010", marks=frozenset({mark} - {""})))
    assert verdict(table(stands, (tank(), "1011"), on=ground({"1011": terrain}), rules=rules), at()) == expected
