"""Advances after combat, breakthroughs and their exploitation."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.engine.actions import Advance, Lose, Remove, Retreat
from adjudicator.engine.deeds import ATTACKED
from adjudicator.engine.state import Standing
from adjudicator.engine.units import Unit
from adjudicator.rules.apply import apply
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

from .tables import BASICS, bind, board, table, unit
from .tables_combat import CHARTS, KG, NORTH, SOUTH, SOUTH_EAST, TARGET, VOB_GRID, fought, needs, verdict

LEGAL, ILLEGAL, UNDECIDED = Verdict.LEGAL, Verdict.ILLEGAL, Verdict.UNDECIDED


def full(name: str, side: str = "red", **more: Any) -> Unit:
    return unit(name, side, **{"attack": 6, "defence": 3, "movement": 4, **more})


A, B, D, M = full("a"), full("b"), full("d", "blue"), full("m", traits="mechanized")
HEAD = unit("hq", attack=0, defence=0, movement=4, traits="hq")


def won(*more: tuple[Unit, str], **ground: Any) -> Table:
    """A and M attacked the target from the south and drove D off; HQ stood with them, B elsewhere."""
    placed = ((A, SOUTH), (M, SOUTH), (HEAD, SOUTH), (B, SOUTH_EAST), (D, TARGET), *more)
    on = board(ground.get("terrain"), ground.get("sides"), roads=str(ground.get("roads", "")))
    game = fought(table(*placed, on=on, rules=KG, charts=CHARTS), "a", "m", result="Dr2")
    return apply(game, Retreat(("d",), "1008"))


def far(game: Table, to: str, *units: str, path: tuple[str, ...] | None = None, rule: str = "advance-far") -> Verdict:
    return verdict(game, Advance(units, to, path), rule)


def test_a_unit_advances_into_the_hex_it_attacked_and_the_mechanized_one_more() -> None:
    game = won()
    assert far(game, TARGET, "a") is LEGAL
    assert far(game, NORTH, "a") is ILLEGAL
    assert far(game, NORTH, "m") is LEGAL
    assert far(game, "1008", "m") is ILLEGAL


def test_the_first_hex_is_the_one_attacked() -> None:
    assert far(won(), "0911", "m", path=(SOUTH, "0912", "0911")) is ILLEGAL
    assert far(won(), SOUTH_EAST, "m") is LEGAL  # by way of the target
    assert far(won(), "1012", "m") is ILLEGAL


@pytest.mark.parametrize("terrain", ["town", "city"])
def test_towns_stop_the_mechanized_in_the_first_hex(terrain: str) -> None:
    game = won(terrain={TARGET: terrain})
    assert far(game, TARGET, "m") is LEGAL
    assert far(game, NORTH, "m") is ILLEGAL


def test_a_river_without_a_bridge_stops_or_closes_an_advance() -> None:
    minor, major = ({f"{TARGET}/{SOUTH}": f"river-{kind}"} for kind in ("minor", "major"))
    assert far(won(sides=minor), TARGET, "m") is LEGAL
    assert far(won(sides=minor), NORTH, "m") is ILLEGAL
    assert far(won(sides=major), TARGET, "m") is ILLEGAL
    assert far(won(sides=major, roads=f"{SOUTH}-{TARGET}"), NORTH, "m") is LEGAL


def test_unknown_ground_leaves_only_the_second_hex_open() -> None:
    game = won(terrain={TARGET: "?"})
    assert far(game, NORTH, "m") is UNDECIDED
    assert needs(game, Advance(("m",), NORTH), "advance-far") == {f"terrain {TARGET}"}
    doubtful = full("m", doubtful="mechanized")
    game = fought(table((doubtful, SOUTH), (D, TARGET), rules=KG, charts=CHARTS), "m", result="Dr2")
    game = apply(game, Retreat(("d",), "1008"))
    assert needs(game, Advance(("m",), NORTH), "advance-far") == {"is m mechanized"}


def test_a_headquarters_advances_as_far_as_those_it_stood_with() -> None:
    game = won()
    together = Advance(("m", "hq"), NORTH)
    assert verdict(game, together, "advance-far") is LEGAL
    assert verdict(game, together, "advance-who") is LEGAL
    assert far(game, TARGET, "hq", rule="advance-who") is ILLEGAL  # nobody goes with it
    assert far(apply(game, Advance(("a",), TARGET)), TARGET, "hq", rule="advance-who") is LEGAL


def test_only_attackers_advance_each_once_and_never_the_defender() -> None:
    game = won()
    assert far(game, TARGET, "a", rule="advance-who") is LEGAL
    assert far(game, TARGET, "b", rule="advance-who") is ILLEGAL
    assert far(game, SOUTH, "d", rule="advance-who") is ILLEGAL
    assert far(apply(game, Advance(("m",), TARGET)), NORTH, "m", rule="advance-who") is ILLEGAL
    bare = table((A, SOUTH), (D, TARGET), rules=KG, charts=CHARTS)
    assert far(bare, TARGET, "a", rule="advance-who") is UNDECIDED


def test_an_advance_after_an_earlier_combat_is_no_hindrance() -> None:
    game = apply(won(), Advance(("a",), TARGET))
    again = fought(game, "a", result="Dr2", target="1009")
    assert far(again, "1009", "a", rule="advance-who") is LEGAL


def test_the_hex_must_be_empty_but_for_a_headquarters() -> None:
    head = unit("bhq", "blue", attack=0, defence=0, movement=4, traits="hq")
    assert far(won(), TARGET, "a", rule="advance-vacant") is LEGAL
    assert far(won((full("e", "blue"), TARGET)), TARGET, "a", rule="advance-vacant") is ILLEGAL
    assert far(won((head, TARGET)), TARGET, "a", rule="advance-vacant") is LEGAL
    assert apply(won((head, TARGET)), Advance(("a",), TARGET)).standing("bhq") is None


@pytest.mark.parametrize(
    ("movement", "traits", "expected"),
    [(4, "", LEGAL), (0, "", ILLEGAL), (None, "", UNDECIDED), (4, "artillery", ILLEGAL)],
)
def test_some_units_never_advance(movement: int | None, traits: str, expected: Verdict) -> None:
    rules = (*(rule for rule in KG if rule.id != "advance-able"), bind("able", "advance.able", "7.78", never=["artillery"]))
    game = table((full("a", movement=movement, traits=traits), SOUTH), (D, TARGET), rules=rules, charts=CHARTS)
    game = apply(fought(game, "a", result="Dr2"), Retreat(("d",), "1008"))
    assert far(game, TARGET, "a", rule="able") is expected


def test_stacks_are_within_the_limit_after_an_advance() -> None:
    game = won((full("c"), NORTH), (full("e"), NORTH))
    assert far(game, TARGET, "a", "m", rule="stack") is far(game, TARGET, "a", "m", rule="advance-stack") is LEGAL
    assert far(game, NORTH, "m", rule="stack") is ILLEGAL


# --- breakthrough and exploitation, with the printed example: three steps lose six

VOB = (
    *(rule for rule in BASICS if rule.id != "zoc-cost"),
    bind("zoc-cost", "zoc.rigid", "3.2"),
    bind("results", "results.steps_each", "8.2"),
    bind("through", "breakthrough.by_excess", "8.5", traits=["mobile"], exploit=True),
)
MECH1, MECH2, TANK = (full(name, traits="mobile", movement=8) for name in ("mech1", "mech2", "tank"))
RESERVE, FOOT = full("reserve", traits="mobile", movement=12), full("foot", movement=12)
TWO = unit("two", "blue", attack=3, defence=3, movement=4, reduced={"attack": 1})
ONE = unit("one", "blue", attack=3, defence=3, movement=4)
FAR_GERMAN = unit("far", "blue", attack=3, defence=3, movement=4)


def broken_through(result: str = "1/6", *more: tuple[Unit, str]) -> Table:
    placed = ((MECH1, "0402"), (MECH2, "0402"), (TANK, "0402"), (RESERVE, "0301"), (TWO, "0502"), (ONE, "0502"), *more)
    game = table(*placed, on=board(grid=VOB_GRID), rules=VOB, charts=CHARTS)
    game = fought(game, "mech1", "mech2", "tank", result=result, target="0502")
    return apply(game, Lose("blue", ("two", "two", "one")))


@pytest.mark.parametrize("to", ["0502", "0503", "0404"])
def test_three_steps_too_many_carry_mobile_attackers_on(to: str) -> None:
    assert far(broken_through(), to, "mech1", rule="through") is LEGAL


def test_a_breakthrough_goes_no_further_than_its_points_and_by_way_of_the_hex() -> None:
    assert far(broken_through(), "0702", "tank", rule="through") is LEGAL
    assert far(broken_through(), "0802", "tank", rule="through") is ILLEGAL
    assert far(broken_through("1/5"), "0702", "tank", rule="through") is ILLEGAL
    assert far(broken_through("1/3"), "0502", "tank", rule="through") is ILLEGAL


def test_zones_of_control_do_not_hold_up_a_breakthrough() -> None:
    assert far(broken_through("1/6", (FAR_GERMAN, "0603")), "0702", "tank", rule="through") is LEGAL


def test_an_unknown_result_leaves_the_breakthrough_open() -> None:
    game = table((TANK, "0402"), (ONE, "0502"), on=board(grid=VOB_GRID), rules=VOB, charts=CHARTS)
    game = apply(fought(game, "tank", result="?", target="0502"), Remove("one"))
    assert far(game, "0502", "tank", rule="through") is UNDECIDED


def test_only_mobile_units_exploit_that_are_free_of_the_enemy_and_of_combat() -> None:
    game = broken_through("1/6", (FOOT, "0301"))
    assert far(game, "0502", "reserve", rule="through") is LEGAL
    assert far(game, "0502", "foot", rule="through") is ILLEGAL
    assert far(broken_through("1/6", (FAR_GERMAN, "0201")), "0502", "reserve", rule="through") is ILLEGAL
    fought_before = game.after(game.state.adding(ATTACKED, "reserve"))
    assert far(fought_before, "0502", "reserve", rule="through") is ILLEGAL


def test_exploitation_has_half_the_movement_rounded_up() -> None:
    distance = VOB_GRID.distance("0301", "0502") + VOB_GRID.distance("0502", "0802")
    assert far(broken_through(), "0802", "reserve", rule="through") is (LEGAL if distance <= 6 else ILLEGAL)
    slow = full("reserve", traits="mobile", movement=5)
    placed = ((TANK, "0402"), (slow, "0301"), (ONE, "0502"))
    game = table(*placed, on=board(grid=VOB_GRID), rules=VOB, charts=CHARTS)
    game = apply(fought(game, "tank", result="0/3", target="0502"), Lose("blue", ("one",)))
    near = VOB_GRID.distance("0301", "0502")
    assert near <= 3
    beyond = next(hex for hex in VOB_GRID.ring("0301", 4) if VOB_GRID.distance(hex, "0502") == 4 - near)
    third = next(hex for hex in ("0502", *VOB_GRID.neighbours("0502")) if VOB_GRID.distance("0301", hex) == 3)
    assert far(game, third, "reserve", rule="through") is LEGAL
    assert far(game, beyond, "reserve", rule="through") is ILLEGAL


def test_losses_marked_on_a_counter_count_less_towards_what_it_had() -> None:
    reduced = Standing("0502", 1)
    game = table((TANK, "0402"), (TWO, reduced), on=board(grid=VOB_GRID), rules=VOB, charts=CHARTS)
    game = apply(fought(game, "tank", result="0/2", target="0502"), Lose("blue", ("two",)))
    assert far(game, "0502", "tank", rule="through") is LEGAL
