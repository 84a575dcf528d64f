"""The arithmetic of fire at its bounds: unknown levels, unknown light, doubtful markers, and the ends of the table."""

from __future__ import annotations

import pytest

from adjudicator.engine.actions import Fire
from adjudicator.engine.state import Standing
from adjudicator.facts import NO, NOTHING, YES, Interval, Unknown, exactly
from adjudicator.rules import firepower, morale
from adjudicator.rules.fire import Aim
from adjudicator.rules.movement.entering import could_enter
from adjudicator.rules.registry import Binding
from adjudicator.rules.table import Table
from tests.support import named, needed

from .tables import bind, unit
from .tables_fire import AT, FIRE_CHART, RULES, changed, ground, table

AIMED = Aim("red", "1011", ("tank",))
TIMES = {0: 1.0, 1: 0.75, 2: 0.5, 3: 0.25}


def duel(
    levels: dict[str, int | None] | None = None,
    marks: str = "",
    rules: tuple[Binding, ...] = RULES,
    light: str | Unknown = "day",
    terrain: dict[str, str] | None = None,
    movement: int = 4,
) -> Table:
    """A gun at 1010 and a tank at 1011 that perhaps carries a marker."""
    gun = unit("gun", "red", antitank=5, combat=3, morale=4, movement=movement)
    tank = unit("tank", "blue", antitank=6, combat=4, morale=None, movement=6, armour=1, traits="armoured")
    standing = Standing("1011", doubtful=frozenset(marks.split()))
    return table((gun, "1010"), (tank, standing), on=ground(terrain, levels=levels), rules=rules, light=light)


def test_fractions_may_be_kept_until_all_that_fires_is_added_up() -> None:
    stream = {
        "stream": bind("stream", "firepower.across", "6.31", when={"kind": AT}, features=["stream"], times=0.5, rounding="none")
    }
    once = (*changed(**stream), bind("whole", "firepower.rounded", "6.31", when={"kind": AT}, rounding="up"))
    banks = ground(sides={"1010/1011": "stream"})
    for rules, total in ((RULES, 6), (once, 5)):  # 3 + 3, or 2.5 + 2.5
        guns = [(unit(name, "red", antitank=5), "1010") for name in "ab"]
        at = table(*guns, (unit("tank", "blue", traits="armoured"), "1011"), on=banks, rules=rules)
        assert firepower.total_of(at, Fire(("a", "b"), "tank", AT), AIMED)[0] == exactly(total)


@pytest.mark.parametrize(
    ("levels", "least", "lacking"),
    [
        ({"1010": 1, "1011": 3}, 0.5, set()),
        ({"1010": 1, "1011": None}, 0.5, {"level 1011"}),  # two levels up at most, for there are three
        ({"1010": None, "1011": 3}, 0.5, {"level 1010"}),
        ({"1010": None, "1011": 2}, 0.75, {"level 1010"}),
        ({"1010": None, "1011": None}, 0.5, {"level 1010", "level 1011"}),
    ],
)
def test_an_unknown_level_is_one_of_three(levels: dict[str, int | None], least: float, lacking: set[str]) -> None:
    here = duel(levels)
    found = firepower.uphill(here, here.unit("gun"), "1010", "1011", times=TIMES, rounding="up")
    assert found is not None
    assert (found.low, found.high, found.needs) == (least, 1 if lacking else least, needed(*lacking))


def test_a_level_that_makes_no_difference_is_not_asked_for() -> None:
    here = duel({"1010": 1, "1011": None})
    found = firepower.uphill(here, here.unit("gun"), "1010", "1011", times={0: 0.5, 1: 0.5, 2: 0.5}, rounding="up")
    assert found is not None
    assert (found.low, found.high, found.needs) == (0.5, 0.5, NOTHING)
    halved = firepower.Factor("perhaps across a stream", 0.5, 1, "up", needed("hexside 1010/1011"))
    assert halved.of(exactly(1)) == exactly(1)  # ½ is rounded up to the 1 that it is anyhow
    assert halved.of(exactly(4)) == Interval(2, 4, needed("hexside 1010/1011"))


@pytest.mark.parametrize(("plus", "low", "high"), [(2, 0, 2), (-2, -2, 0)])
def test_unknown_light_adds_something_or_nothing(plus: int, low: int, high: int) -> None:
    here = duel(light=Unknown(named("light")))
    found = firepower.in_light(here, AIMED, plus={"dusk": plus})
    assert found is not None
    assert found.plus == Interval(low, high, needed("light"))


def test_only_the_light_that_is_named_changes_the_die() -> None:
    assert firepower.in_light(duel(light="day"), AIMED, plus={"dusk": 2}) is None
    found = firepower.in_light(duel(light="dusk"), AIMED, plus={"dusk": 2, "night": 4})
    assert found is not None
    assert (found.reason, found.plus, found.choice) == ("dusk", exactly(2), False)


@pytest.mark.parametrize(("plus", "low", "high"), [(2, 0, 2), (-2, -2, 0)])
def test_a_doubtful_marker_adds_something_or_nothing(plus: int, low: int, high: int) -> None:
    needs = needed("tank is disrupted")
    found = firepower.target_marked(duel(marks="disrupted"), AIMED, mark="disrupted", plus=plus)
    assert found is not None
    assert found.plus == Interval(low, high, needs)
    rated = bind("morale", "morale.printed", marks={"disrupted": plus})
    here = duel(marks="disrupted", rules=tuple(rated if each.id == "morale" else each for each in RULES))
    value, rows = morale.morale_of(here, "tank", "check")
    assert (value.low, value.high) == (low, 9 + high)
    assert [row.value for row in rows] == ["0 to 9", f"{plus:+d}"]


@pytest.mark.parametrize(
    ("total", "columns"),
    [(exactly(0), None), (exactly(1), ("1",)), (exactly(3), ("2-3",)), (exactly(4), ("4-6",)), (exactly(40), ("7+",))],
)
def test_a_total_has_its_column_from_the_first_number_on(total: Interval, columns: tuple[str, ...] | None) -> None:
    assert firepower.columns_of(FIRE_CHART, total) == columns
    assert firepower.columns_of(FIRE_CHART, Interval(3, 4, needed("x"))) == ("2-3", "4-6")


# --- what a gun could never enter


@pytest.mark.parametrize(("movement", "always", "expected"), [(0, True, NO), (1, True, YES), (1, False, NO), (2, False, YES)])
def test_a_unit_could_enter_what_it_can_pay_for_or_always_one_hex_if_it_can_move(
    movement: int, always: bool, expected: object
) -> None:
    rules = (*RULES, bind("minimum", "modes.one_hex")) if always else RULES
    here = duel(rules=rules, terrain={"1011": "forest"}, movement=movement)
    assert could_enter(here, here.unit("gun"), "1010", "1011") == expected
    assert could_enter(here, here.unit("gun"), "1010", "1011", "any") == YES


def test_nobody_could_enter_a_hex_that_is_not_on_the_map() -> None:
    here = duel(rules=RULES, terrain={}, movement=3)
    on, off = next((hex, beyond) for hex in here.grid.all() for beyond in here.grid.beyond(hex))
    assert could_enter(here, here.unit("gun"), on, off) == NO


# --- morale


def test_a_check_after_unknown_fire_adds_anything_from_nothing_to_nine() -> None:
    assert morale.demanded(duel(), "tank")[1] == Interval(0, 9, needed("fire at tank"))
