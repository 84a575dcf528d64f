"""From strengths to a column and a result where something is at its limit, not known, or for some attacks only."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from adjudicator.engine.actions import Attack, Support
from adjudicator.engine.charts import Chart, ResultsChart
from adjudicator.engine.state import Standing
from adjudicator.engine.units import Unit
from adjudicator.facts import Known, Unknown
from adjudicator.rules.combat.fight import fight_of
from adjudicator.rules.combat.odds import Ladder, rung
from adjudicator.rules.registry import Binding
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict
from tests.support import named, needed

from .tables import bind, board, table, terrain_chart, unit
from .tables_combat import CHARTS, KG, SOUTH, SOUTH_EAST, TARGET, about, column, columns, values, verdict

LEGAL, ILLEGAL, UNDECIDED = Verdict.LEGAL, Verdict.ILLEGAL, Verdict.UNDECIDED


def fighter(name: str, attack: int | None = 6, defence: int | None = 3, side: str = "red", **more: Any) -> Unit:
    return unit(name, side, attack=attack, defence=defence, movement=4, **more)


A, B, D = fighter("a"), fighter("b"), fighter("d", 2, 3, "blue")
BARE = tuple(rule for rule in KG if rule.id not in ("terrain-shift", "line-shift", "air-shift", "first-day"))


def kg(*placed: tuple[Unit, str] | tuple[Unit, Standing], rules: tuple[Binding, ...] = KG, **more: Any) -> Table:
    return table(*placed, rules=rules, **{"charts": CHARTS, **more})


def chartless(game: Table) -> Table:
    return Table(replace(game.game, charts={}), game.board, game.state)


def other(id_: str, use: str, **given: Any) -> tuple[Binding, ...]:
    """The rules with one of them as another game has it."""
    return (*(rule for rule in BARE if rule.id != id_), bind(id_, use, "9.0", **given))


# --- odds


@pytest.mark.parametrize(
    ("columns_", "attack", "defence", "expected"),
    [
        (("2-1", "3-1"), 3, 3, -1),
        (("2-1", "3-1"), 3, 6, -2),
        (("3-1", "4-1"), 6, 6, -2),
        (("1-2", "1-1"), 2, 6, -1),
        (("1-2", "1-1"), 2, 8, -2),
    ],
)
def test_odds_below_the_chart_are_counted_down_from_its_lowest_column(
    columns_: tuple[str, ...], attack: int, defence: int, expected: int
) -> None:
    assert rung(Ladder(columns_), attack, defence) == expected


LADDER = ("1-2", "1-1", "2-1", "3-1")


def strict(attack: int | None, defence: int | None) -> tuple[str | None, ...]:
    rules = other("odds", "odds.ratio", columns=LADDER, no_strength="impossible")
    return columns(kg((fighter("a", attack), SOUTH), (fighter("d", 2, defence, "blue"), TARGET), rules=rules), "a").possible


def test_an_attack_of_nothing_may_be_impossible_even_against_nothing() -> None:
    assert strict(0, 3) == strict(0, 0) == (None,)
    assert strict(1, 0) == ("3-1",)
    assert strict(None, 0) == (None, *LADDER)
    assert column(kg((fighter("a", 0), SOUTH), (fighter("d", 2, 0, "blue"), TARGET)), "a") == "7-1"


def test_a_defence_that_may_be_nothing_leaves_the_last_column_open_in_any_terrain() -> None:
    game = kg((A, SOUTH), (fighter("d", 2, None, "blue"), TARGET), on=board({TARGET: "city"}))
    assert columns(game, "a").possible[-1] == "7-1"
    assert columns(game, "a").needs == needed("defence of d")


def test_what_cannot_change_the_column_is_not_asked_for() -> None:
    game = kg((fighter("a", 30), SOUTH), (D, TARGET), on=board({TARGET: "?"}))
    assert columns(game, "a").possible == ("7-1",)
    assert columns(game, "a").needs == set()


def test_the_arithmetic_names_odds_below_and_above_the_chart() -> None:
    low, least, high = (kg((fighter("a", attack), SOUTH), (D, TARGET)) for attack in (1, 2, 30))
    assert values(columns(low, "a"))["odds of 1:3"] == "below 1-2"
    assert values(columns(least, "a"))["odds of 2:3"] == "1-2"
    assert values(columns(high, "a"))["odds of 30:3"] == "above 7-1"


def test_a_bombardment_has_its_column_whoever_stands_there() -> None:
    game = kg((D, TARGET), (fighter("e", 2, 30, "blue"), TARGET), active="red")
    assert column(game, kind="bombardment") == "2-1"
    wrong = tuple(rule for rule in KG if rule.id != "bombard-column")
    wrong = (*wrong, bind("bombard-column", "odds.by_kind", columns={"bombardment": "9-1"}))
    with pytest.raises(ValueError, match="9-1 is no column"):
        column(kg((D, TARGET), rules=wrong, active="red"), kind="bombardment")


# --- who is who


@pytest.mark.parametrize("active", ["", "red", "blue"])
def test_a_bombardment_is_made_by_the_side_that_is_not_hit(active: str) -> None:
    bombardment = Attack((), TARGET, kind="bombardment")
    fight = fight_of(kg((D, TARGET), active=active), bombardment)
    assert (fight.side, fight.enemy) == ("red", "blue")
    fight = fight_of(kg((A, TARGET), active=active), bombardment)
    assert (fight.side, fight.enemy) == ("blue", "red")


def test_the_enemy_of_an_attack_on_an_empty_hex_is_the_other_side() -> None:
    fight = fight_of(kg((A, SOUTH)), Attack(("a",), TARGET))
    assert (fight.side, fight.enemy) == ("red", "blue")


# --- strengths


def test_an_unknown_strength_is_at_most_what_a_counter_can_have() -> None:
    found = columns(kg((fighter("a", None), SOUTH), (D, TARGET)), "a")
    assert values(found)["attack strength of a"] == "0 to 99"


def test_a_unit_that_is_perhaps_a_headquarters_perhaps_adds_nothing() -> None:
    perhaps = fighter("p", 2, 3, "blue", doubtful="hq")
    assert columns(kg((A, SOUTH), (D, TARGET), (perhaps, TARGET)), "a").possible == ("1-1", "2-1")


def test_a_multiplier_may_be_for_one_kind_of_attack() -> None:
    rules = (*BARE, bind("rush", "strength.scaled", reason="in a hurry", times=0.5, roles=["attacker"], kinds=["rush"]))
    game = kg((A, SOUTH), (D, TARGET), rules=rules)
    assert column(game, "a", kind="rush") == "1-1"
    assert column(game, "a") == "2-1"


def test_without_the_terrain_chart_an_attack_may_count_for_nothing() -> None:
    found = columns(chartless(kg((A, SOUTH), (D, TARGET), rules=BARE)), "a")
    assert found.possible == (None, "1-2", "1-1", "2-1")
    assert found.needs == needed("chart terrain")


def test_unknown_ground_is_asked_for_only_where_some_ground_weakens_an_attack() -> None:
    hidden = board({TARGET: "?"}, {f"{TARGET}/{SOUTH}": "?"})
    assert columns(kg((A, SOUTH), (D, TARGET), rules=BARE, on=hidden), "a").needs == needed(f"hexside {TARGET}/{SOUTH}")
    swamp = terrain_chart("clear hex foot=1", "marsh hex foot=2 attack=0.5")
    found = columns(kg((A, SOUTH), (D, TARGET), rules=BARE, on=board({TARGET: "?"}), charts={"terrain": swamp}), "a")
    assert found.needs == needed(f"terrain {TARGET}")
    assert found.possible == ("1-1", "2-1")


def test_a_supporter_that_is_in_no_box_lends_its_full_strength() -> None:
    ship = unit("ship", kind="ship", attack=6)
    rules = (*BARE, bind("ships", "air.lends_strength", kinds=["ship"], rating="attack"))
    game = kg((A, SOUTH), (D, TARGET), (ship, "sea"), rules=rules)
    away = game.after(game.state.with_standing("ship", None))
    assert column(away, "a", support=(Support("ship"),)) == "4-1"


# --- the die and the chart


def result(game: Table, text: str, **more: Any) -> Verdict:
    return verdict(game, Attack(("a",), TARGET, result=text, **{"die": 5, **more}), "rolled")


def plus(**given: Any) -> tuple[Binding, ...]:
    return (*BARE, bind("plus", "results.plus", "9.0", reason="fog", **given))


def test_the_die_is_changed_in_some_phases_or_some_weather_only() -> None:
    fog, fair = {"notes": {"weather": Known("fog")}}, {"notes": {"weather": Known("fair")}}
    for given, yes, no in (
        ({"phases": ["night"]}, {"phase": "night"}, {"phase": "day"}),
        ({"noted": {"weather": ["fog"]}}, fog, fair),
        ({"turns": [2]}, {"turn": 2}, {"turn": 1}),
    ):
        placed, rules = ((A, SOUTH), (D, TARGET)), plus(plus=1, **given)
        assert result(kg(*placed, rules=rules, **yes), "Dr2") is LEGAL
        assert result(kg(*placed, rules=rules, **no), "Dr") is LEGAL


def test_a_marker_that_perhaps_lies_on_the_defender_leaves_the_row_open() -> None:
    doubtful = (D, Standing(TARGET, 0, doubtful=frozenset({"dug in"})))
    less, more = (kg((A, SOUTH), doubtful, rules=plus(plus=number, defender_marked=["dug in"])) for number in (-1, 2))
    assert {text: result(less, text) for text in ("A1*/Dr", "Dr", "Dr2")} == {
        "A1*/Dr": UNDECIDED,
        "Dr": UNDECIDED,
        "Dr2": ILLEGAL,
    }
    found = {text: result(more, text, die=4) for text in ("-", "A1*/Dr", "Dr", "Dr2")}
    assert found == {"-": ILLEGAL, "A1*/Dr": UNDECIDED, "Dr": UNDECIDED, "Dr2": UNDECIDED}


def test_a_wrong_result_is_put_right_only_where_the_right_one_is_sure() -> None:
    (sure,) = about(kg((A, SOUTH), (D, TARGET)), Attack(("a",), TARGET, die=6, result="A1"), "rolled")
    assert sure.fix == "apply Dr2"
    (open_,) = about(kg((fighter("a", None), SOUTH), (D, TARGET)), Attack(("a",), TARGET, die=6, result="A2r"), "rolled")
    assert open_.truth.no
    assert open_.fix is None


def test_a_result_in_words_nobody_can_read_is_right_if_the_chart_has_the_same_words() -> None:
    chart = ResultsChart(("2-1",), {number: ("rout" if number == 6 else "panic",) for number in range(1, 7)})
    game = kg((A, SOUTH), (D, TARGET), rules=BARE, charts={**CHARTS, "crt": chart})
    assert result(game, "Rout", die=6) is LEGAL
    assert result(game, "panic", die=6) is ILLEGAL


def test_a_chart_may_head_its_columns_in_its_own_way() -> None:
    chart = ResultsChart(("1:1", "2:1"), dict.fromkeys(range(1, 7), ("A1", "D1")))
    game = kg((A, SOUTH), (D, TARGET), rules=BARE, charts={**CHARTS, "crt": chart})
    assert result(game, "D1") is LEGAL
    assert result(game, "A1") is ILLEGAL


# --- shifts


def shifted(*placed: tuple[Unit, str] | tuple[Unit, Standing], use: str, attack: int = 9, **more: Any) -> tuple[str | None, ...]:
    """The columns of an attack of nine (3-1) with one shift and nothing else."""
    charts = more.pop("charts", None)
    kinds = {key: more.pop(key) for key in ("on", "kind", "turn") if key in more}
    kind = {"kind": kinds.pop("kind")} if "kind" in kinds else {}
    rules = (*(rule for rule in BARE if rule.id != "across"), bind("it", use, "9.0", **more))
    game = kg((fighter("a", attack), SOUTH), (D, TARGET), *placed, rules=rules, charts=charts or {}, **kinds)
    return columns(chartless(game) if charts is None else game, "a", **kind).possible


GROUNDS: dict[str, Chart] = {
    "terrain": terrain_chart("woods hex foot=1 shift=-1", "city hex foot=1 shift=-2", "ridge hex foot=1 shift=1")
}


@pytest.mark.parametrize(
    ("terrain", "together", "expected"),
    [
        ("woods city", "sum", ("1-2",)),
        ("woods city", "most", ("1-1",)),
        ("ridge", "sum", ("4-1",)),
        ("ridge", "most", ("3-1",)),
        ("heath", "most", ("3-1",)),
        ("?", "sum", ("1-2", "1-1", "2-1", "3-1", "4-1")),
        ("?", "most", ("1-1", "2-1", "3-1", "4-1")),
    ],
)
def test_terrains_add_up_or_the_best_of_them_counts_also_where_it_is_not_known(
    terrain: str, together: str, expected: tuple[str, ...]
) -> None:
    found = shifted(use="shifts.terrain", charts=GROUNDS, on=board({TARGET: terrain}), together=together)
    assert found == expected


def test_unknown_ground_may_be_nothing_special() -> None:
    ridge: dict[str, Chart] = {"terrain": terrain_chart("ridge hex foot=1 shift=1")}
    for together in ("sum", "most"):
        assert shifted(use="shifts.terrain", charts=ridge, on=board({TARGET: "?"}), together=together) == ("3-1", "4-1")


def test_without_its_chart_terrain_or_a_line_shifts_by_three_at_most() -> None:
    assert shifted(use="shifts.terrain", attack=15) == ("2-1", "3-1", "4-1", "5-1")
    on = board(sides={f"{TARGET}/{SOUTH}": "wall"})
    assert shifted(use="shifts.lines", attack=15, on=on, chart="walls", first=["wall"]) == ("2-1", "3-1", "4-1", "5-1")


def test_a_line_is_worth_what_its_chart_says() -> None:
    walls: dict[str, Chart] = {"walls": terrain_chart("wall hexside shift=-2")}
    for kind, expected in (("wall", ("1-1",)), ("hedge", ("3-1",))):
        on = board(sides={f"{TARGET}/{SOUTH}": kind})
        assert shifted(use="shifts.lines", charts=walls, on=on, chart="walls", first=["wall", "hedge"]) == expected


def test_a_line_that_is_perhaps_there_perhaps_shifts() -> None:
    on = board(sides={f"{TARGET}/{SOUTH}": "?"})
    assert shifted(use="shifts.lines", on=on, values={"wall": -2, "hedge": -1}) == ("1-1", "2-1", "3-1")
    assert shifted(use="shifts.lines", on=on, values={"gap": 1}) == ("3-1", "4-1")


def test_the_weakest_attacker_across_an_unknown_hexside_leaves_the_line_open() -> None:
    on = board(sides={f"{TARGET}/{SOUTH}": "?"})
    found = shifted(use="shifts.lines", attack=1, on=on, values={"wall": 2}, share="half")
    assert found == (None, "1-2", "1-1")


@pytest.mark.parametrize(("across", "beside", "expected"), [(11, 12, ("7-1",)), (12, 12, ("6-1",)), (0, 12, ("4-1",))])
def test_half_of_the_strength_must_cross_a_line(across: int, beside: int, expected: tuple[str, ...]) -> None:
    on = board(sides={f"{TARGET}/{SOUTH}": "wall"})
    rules = (*(rule for rule in BARE if rule.id != "across"), bind("it", "shifts.lines", values={"wall": -2}, share="half"))
    game = kg((fighter("a", across), SOUTH), (fighter("b", beside), SOUTH_EAST), (D, TARGET), rules=rules, on=on)
    assert columns(game, "a", "b").possible == expected


@pytest.mark.parametrize(("columns_", "expected"), [(2, ("3-1", "4-1", "5-1")), (-2, ("1-1", "2-1", "3-1"))])
def test_a_marker_that_is_perhaps_there_perhaps_shifts(columns_: int, expected: tuple[str, ...]) -> None:
    doubtful = (fighter("e", 0, 0, "blue"), Standing(TARGET, 0, doubtful=frozenset({"dug in"})))
    assert shifted(doubtful, use="shifts.marked", mark="dug in", role="defender", columns=columns_) == expected


def test_a_marker_may_count_for_one_side_only() -> None:
    dug_in = (fighter("e", 0, 0, "blue"), Standing(TARGET, 0, frozenset({"dug in"})))
    for side, expected in (("blue", ("2-1",)), ("red", ("3-1",))):
        assert shifted(dug_in, use="shifts.marked", mark="dug in", role="defender", columns=-1, side=side) == expected


def test_armour_that_is_perhaps_there_shifts_perhaps_for_its_own_side_only() -> None:
    armour: dict[str, Any] = {"use": "shifts.on_one_side", "trait": "tank", "attacker": 1, "defender": -1, "what": "armour"}
    assert shifted((fighter("e", 0, 0, "blue", doubtful="tank"), TARGET), **armour) == ("2-1", "3-1")


def test_an_unknown_height_is_one_of_the_levels_there_are() -> None:
    on = replace(board(), level_of={TARGET: Unknown(named(f"level {TARGET}"))})
    assert shifted(use="shifts.height", on=on) == ("1-1", "2-1", "3-1")


def test_only_the_kind_of_attack_that_is_named_is_shifted() -> None:
    assert shifted(use="shifts.by_kind", kinds={"rush": -1}, kind="rush") == ("2-1",)
    assert shifted(use="shifts.by_kind", kinds={"rush": -1}) == ("3-1",)


# --- who may attack


def on_rule(use: str, *placed: tuple[Unit, str] | tuple[Unit, Standing], **given: Any) -> Table:
    more = {key: given.pop(key) for key in ("on", "charts") if key in given}
    return kg(*placed, rules=(*KG, bind("it", f"who.{use}", "9.0", **given)), **more)


def test_a_rule_on_empty_hexes_may_be_for_one_kind_of_attack() -> None:
    game = on_rule("somebody_there", (A, SOUTH), kinds=["rush"])
    assert verdict(game, Attack(("a",), TARGET, kind="rush"), "it") is ILLEGAL
    assert verdict(game, Attack(("a",), TARGET), "it") is LEGAL


def test_a_bar_may_be_for_one_side_or_one_kind_of_attack() -> None:
    for given in ({"sides": ["red"]}, {"kinds": ["attack"]}):
        assert verdict(on_rule("barred", (A, SOUTH), (D, TARGET), because="so", **given), Attack(("a",), TARGET), "it") is ILLEGAL
    for given in ({"sides": ["blue"]}, {"kinds": ["rush"]}):
        assert verdict(on_rule("barred", (A, SOUTH), (D, TARGET), because="so", **given), Attack(("a",), TARGET), "it") is LEGAL


def test_a_strength_of_one_is_enough_to_attack() -> None:
    game = on_rule("not_alone_at_nothing", (fighter("a", 1), SOUTH), (D, TARGET))
    assert verdict(game, Attack(("a",), TARGET), "it") is LEGAL


@pytest.mark.parametrize(("movement", "expected"), [(0, ILLEGAL), (1, LEGAL), (None, UNDECIDED)])
def test_a_hex_that_takes_all_points_can_be_attacked_with_any(movement: int | None, expected: Verdict) -> None:
    charts = {**CHARTS, "terrain": terrain_chart("clear hex foot=1", "swamp hex foot=all")}
    attacker = unit("a", attack=6, defence=3, movement=movement)
    game = on_rule("could_enter", (attacker, SOUTH), (D, TARGET), on=board({TARGET: "swamp"}), charts=charts)
    assert verdict(game, Attack(("a",), TARGET), "it") is expected


# --- rivers that freeze, and odds that hang on a marker


@pytest.mark.parametrize(
    ("given", "state", "expected"),
    [
        ({"free": {"river-minor": ["winter"]}}, {"notes": {"season": Known("winter")}}, "2-1"),
        ({"free": {"river-minor": ["winter"]}}, {"notes": {"season": Known("spring")}}, "1-1"),
        ({"free_turns": {"river-minor": [1, 2]}}, {"turn": 2}, "2-1"),
        ({"free_turns": {"river-minor": [1, 2]}}, {"turn": 3}, "1-1"),
    ],
)
def test_a_river_halves_attackers_unless_it_is_frozen(given: dict[str, Any], state: dict[str, Any], expected: str) -> None:
    on = board(sides={f"{TARGET}/{SOUTH}": "river-minor"})
    game = kg((A, SOUTH), (D, TARGET), rules=other("across", "strength.across", **given), on=on, **state)
    assert column(game, "a") == expected


def test_a_multiplier_may_hang_on_something_noted() -> None:
    rules = (*BARE, bind("fog", "strength.scaled", reason="fog", times=0.5, roles=["attacker"], noted={"weather": ["fog"]}))
    for weather, expected in (("fog", "1-1"), ("fair", "2-1")):
        game = kg((A, SOUTH), (D, TARGET), rules=rules, notes={"weather": Known(weather)})
        assert column(game, "a") == expected


@pytest.mark.parametrize(("times", "expected"), [(0.5, ("1-1", "2-1")), (2, ("2-1", "3-1", "4-1"))])
def test_a_multiplier_that_perhaps_holds_counts_once_at_least_or_at_most(times: float, expected: tuple[str, ...]) -> None:
    rules = (*BARE, bind("drill", "strength.scaled", reason="drilled", times=times, roles=["attacker"], marked=["drilled"]))
    attacker = (A, Standing(SOUTH, 0, doubtful=frozenset({"drilled"})))
    assert columns(kg(attacker, (D, TARGET), rules=rules), "a").possible == expected
