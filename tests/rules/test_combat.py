"""Strengths, shifts, columns and results of combats, with the examples that rulebooks print."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.engine.actions import Attack, Support
from adjudicator.engine.board import Feature
from adjudicator.engine.charts import Chart, ResultsChart
from adjudicator.engine.hexes import side
from adjudicator.engine.state import Standing
from adjudicator.engine.units import Unit
from adjudicator.facts import Known, Unknown
from adjudicator.rules.registry import Binding
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict
from tests.support import named, needed

from .tables import bind, board, table, terrain_chart, unit
from .tables_combat import (
    CHARTS,
    KG,
    NORTH,
    NORTH_EAST,
    NORTH_WEST,
    SEELOW_GRID,
    SOUTH,
    SOUTH_EAST,
    SOUTH_WEST,
    TARGET,
    VOB_GRID,
    about,
    column,
    columns,
    needs,
    values,
    verdict,
)
from .tables_combat import CRT as KG_CRT


def fighter(name: str, attack: int | None = 6, defence: int | None = 3, side: str = "red", traits: str = "") -> Unit:
    return unit(name, side, attack=attack, defence=defence, movement=4, traits=traits)


A, B, C = fighter("a"), fighter("b"), fighter("c")
D = fighter("d", 2, 3, "blue")


def kg(*placed: tuple[Unit, str] | tuple[Unit, Standing], **more: Any) -> Table:
    return table(*placed, rules=KG, charts=CHARTS, **more)


# --- strengths


def test_halvings_multiply_to_a_quarter() -> None:
    on = board(sides={f"{TARGET}/{SOUTH}": "river-minor"})
    game = kg((fighter("a", 12), Standing(SOUTH, 0, frozenset({"out of supply"}))), (D, TARGET), on=on)
    found = columns(game, "a")
    assert found.possible == ("1-1",)  # 12 to 3 for good troops
    assert values(found)["a: out of supply"] == "x½ = 6"
    assert values(found)["a: attacks across river-minor"] == "x½ = 3"


def test_fractions_are_added_up_before_the_sum_is_rounded_down() -> None:
    out = frozenset({"out of supply"})
    game = kg((fighter("a", 5), Standing(SOUTH, 0, out)), (fighter("b", 7), Standing(SOUTH, 0, out)), (D, TARGET))
    assert column(game, "a", "b") == "2-1"  # 2½ and 3½ are 6; rounded one by one they would be 5
    assert values(columns(game, "a", "b"))["attack in all"] == "6"


def test_rounding_each_unit_is_another_rule() -> None:
    out = frozenset({"out of supply"})
    each = bind("strength", "strength.summed", each="down", rounding="none")
    rules = (*(rule for rule in KG if rule.id != "strength"), each)
    game = table(
        (fighter("a", 5), Standing(SOUTH, 0, out)),
        (fighter("b", 7), Standing(SOUTH, 0, out)),
        (D, TARGET),
        rules=rules,
        charts=CHARTS,
    )
    assert column(game, "a", "b") == "1-1"


def test_the_defence_of_isolated_units_is_halved_but_not_of_those_only_out_of_supply() -> None:
    for mark, expected in (("isolated", "4-1"), ("out of supply", "2-1")):
        game = kg((A, SOUTH), (fighter("d", 2, 3, "blue"), Standing(TARGET, 0, frozenset({mark}))))
        assert column(game, "a") == ("6-1" if mark == "isolated" else expected)


def test_a_bridge_takes_away_the_halving() -> None:
    sides = {f"{TARGET}/{SOUTH}": "river-minor"}
    assert column(kg((A, SOUTH), (D, TARGET), on=board(sides=sides)), "a") == "1-1"
    assert column(kg((A, SOUTH), (D, TARGET), on=board(sides=sides, roads=f"{SOUTH}-{TARGET}")), "a") == "2-1"


def test_a_headquarters_defends_with_nothing() -> None:
    game = kg((A, SOUTH), (D, TARGET), (fighter("hq", None, None, "blue", "hq"), TARGET))
    assert column(game, "a") == "2-1"


def test_an_unknown_strength_leaves_several_columns_and_is_named() -> None:
    game = kg((fighter("a", None), SOUTH), (D, TARGET))
    found = columns(game, "a")
    assert found.possible == (None, "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1")
    assert found.needs == needed("attack of a")


def test_an_unknown_hexside_leaves_the_halving_open() -> None:
    game = kg((A, SOUTH), (D, TARGET), on=board(sides={f"{TARGET}/{SOUTH}": "?"}))
    assert verdict(game, Attack(("a",), TARGET, column="2-1"), "column") is Verdict.UNDECIDED
    assert f"hexside {TARGET}/{SOUTH}" in needs(game, Attack(("a",), TARGET, column="2-1"), "column")
    assert verdict(game, Attack(("a",), TARGET, column="4-1"), "column") is Verdict.ILLEGAL


def test_a_defence_rounded_down_to_nothing_is_attacked_on_the_last_column_in_any_terrain() -> None:
    weak = (fighter("d", 2, 1, "blue"), Standing(TARGET, 0, frozenset({"isolated"})))
    assert column(kg((fighter("a", 1), SOUTH), weak, on=board({TARGET: "city"})), "a") == "7-1"


# --- shifts


def test_terrains_of_the_hex_add_up() -> None:
    assert column(kg((fighter("a", 12), SOUTH), (D, TARGET), on=board({TARGET: "forest town"})), "a") == "2-1"


def test_odds_beyond_the_chart_may_be_shifted_back_onto_it() -> None:
    assert column(kg((fighter("a", 30), SOUTH), (D, TARGET), on=board({TARGET: "city"})), "a") == "7-1"


def test_shifts_may_make_an_attack_impossible() -> None:
    game = kg((A, SOUTH), (fighter("d", 2, 6, "blue"), TARGET), on=board({TARGET: "city"}))
    assert column(game, "a") is None
    attack = Attack(("a",), TARGET, column="1-2")
    assert verdict(game, attack, "column") is Verdict.ILLEGAL
    assert "not possible" in about(game, attack, "column")[0].message


def test_unknown_terrain_can_only_lower_the_column() -> None:
    game = kg((A, SOUTH), (D, TARGET), on=board({TARGET: "?"}))
    said = {text: verdict(game, Attack(("a",), TARGET, column=text), "column") for text in ("3-1", "2-1", "1-1")}
    assert said == {"3-1": Verdict.ILLEGAL, "2-1": Verdict.UNDECIDED, "1-1": Verdict.UNDECIDED}


def line(kinds: dict[str, str]) -> Table:
    """Attackers from the south and the south-east, with lines of blue that protect the target."""
    features = {side(TARGET, frm): Known(frozenset({Feature(kind, TARGET)})) for frm, kind in kinds.items()}
    return kg((A, SOUTH), (B, SOUTH_EAST), (D, TARGET), on=board().changed(features=features))


def test_a_line_shifts_only_if_all_attack_across_it() -> None:
    assert column(line({SOUTH: "defensive-line"}), "a", "b") == "4-1"
    assert column(line({SOUTH: "defensive-line", SOUTH_EAST: "defensive-line"}), "a", "b") == "3-1"
    assert column(line({SOUTH: "defensive-line"}), "a") == "1-1"


def test_among_mixed_lines_the_festung_counts() -> None:
    assert column(line({SOUTH: "defensive-line", SOUTH_EAST: "festung-line"}), "a", "b") == "2-1"


def test_a_line_that_protects_the_other_hex_does_not_shift() -> None:
    features = {side(TARGET, SOUTH): Known(frozenset({Feature("defensive-line", SOUTH)}))}
    assert column(kg((A, SOUTH), (D, TARGET), on=board().changed(features=features)), "a") == "2-1"


def test_a_line_serves_only_its_own_side() -> None:
    game = kg((fighter("x", 6, 3, "blue"), SOUTH), (fighter("y", 2, 3), TARGET), on=line({SOUTH: "defensive-line"}).board)
    assert column(game, "x") == "2-1"


@pytest.mark.parametrize(("how", "expected"), [(("normal",), "3-1"), (("full",), "4-1"), (("full", "normal"), "5-1")])
def test_air_units_shift_by_the_manner_of_their_attack(how: tuple[str, ...], expected: str) -> None:
    wings = [unit(f"air{number}", "red", kind="air") for number in range(len(how))]
    game = kg((A, SOUTH), (D, TARGET), *((wing, "air box") for wing in wings))
    support = tuple(Support(wing.id, manner) for wing, manner in zip(wings, how, strict=True))
    assert column(game, "a", support=support) == expected


def test_a_bombardment_starts_at_its_own_column_and_ignores_woods_and_lines_but_not_towns() -> None:
    for terrain, expected in (("clear", "2-1"), ("forest", "2-1"), ("town", "1-1")):
        game = kg((A, SOUTH), (D, TARGET), on=board({TARGET: terrain}), active="red")
        assert column(game, kind="bombardment") == expected


# --- Vistula-Oder-Berlin

VOB_LADDER = [f"1:{number}" for number in (3, 2)] + [f"{number}:1" for number in range(1, 11)]
VOB = (
    bind("strength", "strength.summed", "8.2", rounding="none"),
    bind("odds", "odds.ratio", "8.2", columns=VOB_LADDER, too_low="lowest"),
    bind("fortified", "shifts.lines", "8.7", values={"fortification": -1}, share="half", defender="blue"),
    bind("concentric", "shifts.concentric", "8.9", never_in=["big-city"]),
    bind("columns", "air.by_manner", "5.8.1", kinds=["supply column"], worth={"": 1}, group="columns"),
    bind("columns-most", "shifts.capped", "5.8.1", group="columns", most=3),
    bind("air", "air.each_cancels_one", "9.2"),
    bind("air-most", "shifts.capped", "9.2", group="air", most=2),
    bind("mobile", "shifts.by_kind", "7.3", kinds={"mobile attack": -1}),
    bind("early", "shifts.by_turn", "8.12", turns={"1": 2, "2": 1}, attacker="red"),
    bind("extended-attack", "shifts.marked", "5.6", mark="over-extended", role="attacker", columns=-1),
    bind("extended-defence", "shifts.marked", "5.6", mark="over-extended", role="defender", columns=1),
)
LC = [unit(f"lc{number}", "red", kind="supply column") for number in range(5)]


def vob(*placed: tuple[Unit, str] | tuple[Unit, Standing], **more: Any) -> Table:
    on = more.pop("on", board(grid=VOB_GRID))
    return table(*placed, rules=VOB, charts=CHARTS, on=on, **{"turn": 5, **more})


def spent(number: int) -> tuple[Support, ...]:
    return tuple(Support(each.id) for each in LC[:number])


def test_thirty_against_five_is_six_to_one_and_a_supply_column_makes_it_seven() -> None:
    game = vob((fighter("x", 18), "0606"), (fighter("y", 12), "0606"), (fighter("d", 2, 5, "blue"), "0506"), (LC[0], "0607"))
    assert column(game, "x", "y", target="0506") == "6:1"
    assert column(game, "x", "y", target="0506", support=spent(1)) == "7:1"


def test_supply_columns_shift_by_three_at_most() -> None:
    game = vob((fighter("x", 5), "0606"), (fighter("d", 2, 5, "blue"), "0506"), *((each, "0607") for each in LC))
    assert [column(game, "x", target="0506", support=spent(number)) for number in (2, 3, 5)] == ["3:1", "4:1", "4:1"]
    assert "columns: at most 3 columns together" in values(columns(game, "x", target="0506", support=spent(5)))


@pytest.mark.parametrize(("attackers", "expected"), [(("0606", "0407"), "5:1"), (("0606", "0607"), "4:1")])
def test_attackers_face_to_face_are_concentric(attackers: tuple[str, ...], expected: str) -> None:
    game = vob(*((fighter(f"x{hex}", 10), hex) for hex in attackers), (fighter("d", 2, 5, "blue"), "0506"))
    assert column(game, *(f"x{hex}" for hex in attackers), target="0506") == expected


def test_three_attackers_in_a_triangle_are_concentric_but_not_against_a_city() -> None:
    placed = [(fighter(f"x{hex}", 10), hex) for hex in ("0407", "0607", "0505")]
    names = [each.id for each, _ in placed]
    defender = (fighter("d", 2, 5, "blue"), "0506")
    assert column(vob(*placed, defender), *names, target="0506") == "7:1"
    assert column(vob(*placed, defender, on=board({"0506": "big-city"}, grid=VOB_GRID)), *names, target="0506") == "6:1"


@pytest.mark.parametrize(("across", "beside", "expected"), [(10, 12, "5:1"), (11, 11, "4:1"), (12, 10, "4:1")])
def test_a_fortification_counts_unless_less_than_half_of_the_strength_crosses_it(across: int, beside: int, expected: str) -> None:
    on = board(sides={"0304/0405": "fortification"}, grid=VOB_GRID)
    game = vob((fighter("x", across), "0304"), (fighter("y", beside), "0505"), (fighter("d", 2, 5, "blue"), "0405"), on=on)
    assert VOB_GRID.adjacent("0304", "0405")
    assert VOB_GRID.adjacent("0505", "0405")
    assert VOB_GRID.opposed("0405", ("0304", "0505"))  # so it is concentric besides
    assert column(game, "x", "y", target="0405") == expected


def test_each_air_unit_cancels_one_and_no_more_than_two_columns_are_left() -> None:
    wings = [unit(f"red{number}", "red", kind="air") for number in range(4)]
    flak = [unit(f"blue{number}", "blue", kind="air") for number in range(4)]
    game = vob((fighter("x", 25), "0606"), (fighter("d", 2, 5, "blue"), "0506"), *((each, "air") for each in (*wings, *flak)))

    def with_air(ours: int, theirs: int) -> str | None:
        support = tuple(Support(each.id) for each in wings[:ours])
        defence = tuple(Support(each.id) for each in flak[:theirs])
        return column(game, "x", target="0506", support=support, defence=defence)

    assert [with_air(1, 0), with_air(2, 2), with_air(4, 1), with_air(1, 4)] == ["6:1", "5:1", "7:1", "3:1"]


@pytest.mark.parametrize(("turn", "expected"), [(1, "7:1"), (2, "6:1"), (3, "5:1")])
def test_the_first_turns_favour_the_attacker(turn: int, expected: str) -> None:
    game = vob((fighter("x", 25), "0606"), (fighter("d", 2, 5, "blue"), "0506"), turn=turn)
    assert column(game, "x", target="0506") == expected


def test_a_mobile_attack_costs_a_column() -> None:
    game = vob((fighter("x", 28, side="blue"), "1214"), (fighter("s", 3, 5), "1213"))
    assert column(game, "x", target="1213", kind="mobile attack") == "4:1"
    assert column(game, "x", target="1213") == "5:1"


def test_over_extension_hurts_attackers_and_defenders_once_each() -> None:
    far = frozenset({"over-extended"})
    placed = [(fighter("x", 10), Standing("0606", 0, far)), (fighter("y", 10), Standing("0606", 0, far))]
    assert column(vob(*placed, (fighter("d", 2, 5, "blue"), "0506")), "x", "y", target="0506") == "3:1"
    game = vob((fighter("x", 20, side="blue"), "0606"), (fighter("d", 2, 5), Standing("0506", 0, far)))
    assert column(game, "x", target="0506") == "5:1"


def test_a_shift_may_be_for_the_attacks_of_one_side() -> None:
    early = bind("early", "shifts.by_turn", "8.12", turns={"5": 1}, when={"side": "red"})
    rules = (*(rule for rule in VOB if rule.id != "early"), early)
    placed = ((fighter("x", 25), "0606"), (fighter("d", 25, 5, "blue"), "0506"))
    game = table(*placed, rules=rules, charts=CHARTS, on=board(grid=VOB_GRID), turn=5)
    assert column(game, "x", target="0506") == "6:1"
    assert column(game, "d", target="0606") == "8:1"


# --- Seelow

SEELOW = (
    bind("defends", "fight.without", "7.12", traits=["armoured"]),
    bind("strength", "strength.summed", "7.2", attack="combat", defence="combat", rounding="none"),
    bind(
        "odds",
        "odds.ratio",
        "7.2",
        columns=["1:3", "1:2", *(f"{number}:1" for number in range(1, 9))],
        too_low="lowest",
        ends="before shifts",
    ),
    bind("terrain-shift", "shifts.terrain", "7.32"),
    bind("stream", "shifts.lines", "7.33", values={"stream": -2}),
    bind("height", "shifts.height", "7.34"),
    bind("armour", "shifts.on_one_side", "7.35", trait="armoured", attacker=1, defender=-1, what="armour"),
    bind("somebody", "who.somebody_there", "7.12"),
)
SEELOW_TERRAIN: dict[str, Chart] = {"terrain": terrain_chart("woods hex foot=2 shift=-2")}


def seelow_unit(name: str, combat: int, side: str = "red", traits: str = "") -> Unit:
    return unit(name, side, combat=combat, movement=4, morale=5, traits=traits)


def seelow(*placed: tuple[Unit, str], level: int = 1, terrain: str = "clear", **more: Any) -> Table:
    on = board({"1112": terrain}, grid=SEELOW_GRID, **more)
    on = on.changed(level={"1112": Known(level)})
    return table(*placed, rules=SEELOW, charts=SEELOW_TERRAIN, on=on)


def test_thirteen_against_three_is_four_to_one_and_one_to_one_uphill_into_woods() -> None:
    placed = [(seelow_unit("x", 7), "1113"), (seelow_unit("y", 6), "1113"), (seelow_unit("d", 3, "blue"), "1112")]
    assert column(seelow(*placed), "x", "y", target="1112") == "4:1"
    assert column(seelow(*placed, level=2, terrain="woods"), "x", "y", target="1112") == "1:1"


def test_the_highest_attacker_decides_how_far_uphill_it_is() -> None:
    placed = [(seelow_unit("x", 7), "1113"), (seelow_unit("y", 6), "1013"), (seelow_unit("d", 3, "blue"), "1112")]
    game = seelow(*placed, level=2)
    game = Table(game.game, game.board.changed(level={"1013": Known(2)}), game.state)
    assert column(game, "x", "y", target="1112") == "4:1"


def test_odds_above_eight_to_one_are_cut_before_the_shifts() -> None:
    placed = [(seelow_unit("x", 40), "1113"), (seelow_unit("d", 3, "blue"), "1112")]
    assert column(seelow(*placed, terrain="woods"), "x", target="1112") == "6:1"


def test_a_stream_shifts_only_if_all_attack_across_it() -> None:
    placed = [(seelow_unit("x", 7), "1113"), (seelow_unit("y", 6), "1013"), (seelow_unit("d", 3, "blue"), "1112")]
    game = seelow(*placed, sides={"1112/1113": "stream"})
    assert column(game, "x", "y", target="1112") == "4:1"
    assert column(game, "x", target="1112") == "1:2"


def test_armour_on_one_side_shifts_and_armoured_defenders_add_no_strength() -> None:
    tank, infantry = seelow_unit("t", 5, "blue", "armoured"), (seelow_unit("d", 3, "blue"), "1112")
    assert column(seelow((seelow_unit("x", 13), "1113"), infantry, (tank, "1112")), "x", target="1112") == "3:1"
    panzer = (seelow_unit("p", 13, "red", "armoured"), "1113")
    assert column(seelow(panzer, infantry), "p", target="1112") == "5:1"
    assert column(seelow(panzer, infantry, (tank, "1112")), "p", target="1112") == "4:1"


def test_armour_alone_cannot_be_attacked() -> None:
    tank = (seelow_unit("t", 5, "blue", "armoured"), "1112")
    attack = Attack(("x",), "1112")
    assert verdict(seelow((seelow_unit("x", 13), "1113"), tank), attack, "somebody") is Verdict.ILLEGAL
    both = seelow((seelow_unit("x", 13), "1113"), tank, (seelow_unit("d", 3, "blue"), "1112"))
    assert verdict(both, attack, "somebody") is Verdict.LEGAL


# --- results


@pytest.mark.parametrize(
    ("die", "column_", "result", "expected"),
    [
        (6, "2-1", "Dr2", Verdict.LEGAL),
        (6, "2-1", " dR2 ", Verdict.LEGAL),
        (6, "2-1", "D1r2", Verdict.ILLEGAL),
        (6, None, "Dr2", Verdict.LEGAL),
        (6, "3-1", "D1r2", Verdict.LEGAL),
        (None, "2-1", "Dr2", Verdict.UNDECIDED),
    ],
)
def test_a_result_is_looked_up_on_the_column_the_players_used(
    die: int | None, column_: str | None, result: str, expected: Verdict
) -> None:
    game = kg((A, SOUTH), (D, TARGET))
    assert verdict(game, Attack(("a",), TARGET, column=column_, die=die, result=result), "rolled") is expected


def test_without_its_chart_no_result_is_wrong() -> None:
    game = table((A, SOUTH), (D, TARGET), rules=KG, charts={"terrain": CHARTS["terrain"]})
    attack = Attack(("a",), TARGET, column="2-1", die=6, result="Dr2")
    assert verdict(game, attack, "rolled") is Verdict.UNDECIDED
    assert needs(game, attack, "rolled") == {"chart crt"}


def test_a_modifier_of_the_die_moves_the_row_but_never_off_the_chart() -> None:
    game = kg((A, SOUTH), (D, TARGET), turn=1, active="red")
    for die, result in ((6, "Dr"), (1, "A1")):
        assert verdict(game, Attack((), TARGET, die=die, result=result, kind="bombardment"), "rolled") is Verdict.LEGAL


def test_a_result_is_open_while_an_unknown_strength_leaves_it_open() -> None:
    game = kg((fighter("a", None), SOUTH), (D, TARGET))
    assert verdict(game, Attack(("a",), TARGET, die=6, result="Dr2"), "rolled") is Verdict.UNDECIDED
    assert verdict(game, Attack(("a",), TARGET, die=6, result="A2r"), "rolled") is Verdict.ILLEGAL


# --- properties

SHIFTS = [rule for rule in VOB if "combat.shift" in rule.slots]


@settings(deadline=None, max_examples=60)
@given(st.permutations(SHIFTS), st.integers(1, 40), st.integers(1, 9), st.integers(0, 5), st.integers(1, 3))
def test_the_order_of_shifts_does_not_matter(order: list[Binding], attack: int, defence: int, columns_: int, turn: int) -> None:
    placed = ((fighter("x", attack), "0606"), (fighter("y", attack), "0407"), (fighter("d", 2, defence, "blue"), "0506"))
    supply = tuple((each, "0607") for each in LC)
    rest = tuple(rule for rule in VOB if rule not in SHIFTS)
    first = table(*placed, *supply, rules=VOB, charts=CHARTS, on=board(grid=VOB_GRID), turn=turn)
    second = table(*placed, *supply, rules=(*rest, *order), charts=CHARTS, on=board(grid=VOB_GRID), turn=turn)
    support = spent(columns_)
    assert column(first, "x", "y", target="0506", support=support) == column(second, "x", "y", target="0506", support=support)


KINDS = st.sampled_from(["clear", "forest", "town", "city", "forest town"])
HEXES = (SOUTH, SOUTH_WEST, NORTH_WEST, NORTH, NORTH_EAST, SOUTH_EAST)


@settings(deadline=None, max_examples=60)
@given(
    KINDS,
    st.sampled_from(["", "river-minor", "river-major"]),
    st.integers(0, 20),
    st.integers(0, 9),
    st.sets(st.sampled_from("adht")),
)
def test_the_right_column_stays_possible_whatever_is_left_unknown(
    terrain: str, across: str, attack: int, defence: int, hidden: set[str]
) -> None:
    def game(hide: set[str]) -> Table:
        attacker = fighter("a", None if "a" in hide else attack)
        defender = fighter("d", 2, None if "d" in hide else defence, "blue")
        on = board(
            {TARGET: "?" if "t" in hide else terrain},
            {f"{TARGET}/{SOUTH}": "?" if "h" in hide else across} if across or "h" in hide else None,
        )
        return kg((attacker, SOUTH), (defender, TARGET), on=on)

    right = column(game(set()), "a")
    assert right in columns(game(hidden), "a").possible
    if right is not None:
        assert verdict(game(hidden), Attack(("a",), TARGET, column=right), "column") is not Verdict.ILLEGAL


@settings(deadline=None, max_examples=60)
@given(st.sets(st.sampled_from(HEXES), min_size=1, max_size=3), st.integers(1, 12))
def test_the_order_of_attackers_does_not_matter(hexes: set[str], attack: int) -> None:
    placed = [(fighter(f"x{hex}", attack), hex) for hex in sorted(hexes)]
    game = kg(*placed, (D, TARGET))
    found = {column(game, *(each.id for each, _ in order)) for order in permutations(placed)}
    assert len(found) == 1


def test_the_chart_of_these_tests_has_a_row_for_every_number_of_a_die() -> None:
    assert isinstance(KG_CRT, ResultsChart)
    assert sorted(KG_CRT.rows) == [1, 2, 3, 4, 5, 6]
    assert {len(row) for row in KG_CRT.rows.values()} == {len(KG_CRT.columns)}


def test_levels_and_armour_that_are_not_known_leave_both_columns() -> None:
    placed = [(seelow_unit("x", 13), "1113"), (seelow_unit("d", 3, "blue"), "1112")]
    game = seelow(*placed)
    hidden = Table(game.game, game.board.changed(level={"1113": Unknown(named("level 1113"))}), game.state)
    assert columns(hidden, "x", target="1112").possible == ("4:1",)  # nobody stands lower than level 1
    high = seelow(*placed, level=2)
    hidden = Table(high.game, high.board.changed(level={"1113": Unknown(named("level 1113"))}), high.state)
    found = columns(hidden, "x", target="1112")
    assert found.possible == ("3:1", "4:1")
    assert found.needs == needed("level 1113")
    perhaps = unit("t", "blue", combat=5, movement=4, morale=5, doubtful="armoured")
    found = columns(seelow(*placed, (perhaps, "1112")), "x", target="1112")
    assert named("is t armoured") in found.needs
    assert {"3:1", "1:1"} <= set(found.possible)  # with armour, and without


def test_a_fortification_is_open_while_the_strengths_that_cross_it_are_not_known() -> None:
    on = board(sides={"0304/0405": "fortification"}, grid=VOB_GRID)
    game = vob((fighter("x", 10), "0304"), (fighter("y", 12), "0505"), (fighter("d", 2, 5, "blue"), "0405"), on=on)
    hexside = on.changed(features={side("0304", "0405"): Unknown(named("hexside 0304/0405"))})
    hidden = Table(game.game, hexside, game.state)
    assert column(hidden, "x", "y", target="0405") == "5:1"  # ten are less than half whatever they cross
    open_ = vob((fighter("x", 12), "0304"), (fighter("y", 10), "0505"), (fighter("d", 2, 5, "blue"), "0405"), on=hexside)
    found = columns(open_, "x", "y", target="0405")
    assert found.possible == ("4:1", "5:1")
    assert found.needs == needed("hexside 0304/0405")


def test_without_the_terrain_chart_its_shift_and_halving_are_open() -> None:
    game = table((A, SOUTH), (D, TARGET), rules=KG, charts={})
    bare = Table(replace(game.game, charts={}), game.board, game.state)
    attack = Attack(("a",), TARGET, column="2-1")
    assert verdict(bare, attack, "column") is Verdict.UNDECIDED
    assert needs(bare, attack, "column") == {"chart terrain"}
    assert verdict(bare, Attack(("a",), TARGET, column="3-1"), "column") is Verdict.ILLEGAL
