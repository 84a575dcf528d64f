"""The set-up of Königsberg (Revolution Games) as the scenario builds it, and each of its units in a wrong place."""

from __future__ import annotations

from functools import cache

import pytest

from adjudicator.games import LoadedGame, load
from adjudicator.rules.position import judge_position
from adjudicator.rules.table import Table
from tests.support import ROOT

SEA = "3527"


@cache
def game() -> LoadedGame:
    return load(ROOT / "modules" / "koenigsberg-rg")


@cache
def start() -> Table:
    return game().table("campaign")


def listed() -> list[str]:
    return sorted(unit.id for unit, _ in start().state.units)


def found(table: Table) -> list[tuple[str, frozenset[str]]]:
    """The findings on a position that should be the set-up: which rule, about which units."""
    return sorted((each.rule, frozenset(each.opinion.units)) for each in judge_position(table, start()).findings)


def moved(unit: str, place: str) -> Table:
    return start().after(start().state.moved(unit, place))


def of_the_map() -> list[str]:
    return [unit for unit in listed() if start().place_of(unit) in start().grid]


def empty_land() -> str:
    taken = {standing.place for _, standing in start().state.units}
    clear = frozenset({"clear"})
    return next(hex for hex in start().grid.all() if hex not in taken and start().board.is_terrain(hex, clear).yes)


def test_the_set_up_has_no_finding() -> None:
    assert found(start()) == []
    assert len(listed()) == 157


@pytest.mark.parametrize("unit", of_the_map())
def test_a_unit_in_an_empty_hex_is_found_there(unit: str) -> None:
    assert found(moved(unit, empty_land())) == [("set-up", frozenset({unit}))]


@pytest.mark.parametrize("unit", of_the_map())
def test_a_unit_in_the_sea_is_found_twice(unit: str) -> None:
    assert start().board.is_terrain(SEA, frozenset({"sea", "lagoon", "lake"})).yes
    assert found(moved(unit, SEA)) == [("position-ground", frozenset({unit})), ("set-up", frozenset({unit}))]


@pytest.mark.parametrize("unit", of_the_map())
def test_a_unit_among_enemies_is_found_twice(unit: str) -> None:
    enemy, place = ("su-65a-18", "0309") if start().unit(unit).side == "german" else ("de-562", "0321")
    assert start().enemy_units(start().unit(unit).side, place) == (enemy,)
    assert found(moved(unit, place)) == [("position-sides", frozenset({unit, enemy})), ("set-up", frozenset({unit}))]


FULL = {"german": "1739", "soviet": "0709"}


@pytest.mark.parametrize("unit", [unit for unit in of_the_map() if start().place_of(unit) not in FULL.values()])
def test_a_unit_on_a_full_stack_is_found_twice(unit: str) -> None:
    there = start().unit(unit)
    if there.kind == "hq":
        place, rule = ("0626", "stack-hq") if there.side == "german" else ("0308", "stack-hq")
        others = {"0626": "0722", "0308": "0506"}
        place = others[place] if start().place_of(unit) == place else place
    else:
        place, rule = FULL[there.side], "stack-units"
    stack = frozenset((*start().friends_at(there.side, place), unit))
    assert found(moved(unit, place)) == [("set-up", frozenset({unit})), (rule, stack)]


@pytest.mark.parametrize("unit", [unit for unit in listed() if start().place_of(unit) not in start().grid])
def test_a_unit_of_a_box_in_another_box_is_found_twice(unit: str) -> None:
    other = "volkssturm" if start().unit(unit).kind == "air" else "luftwaffe"
    assert found(moved(unit, other)) == [("position-boxes", frozenset({unit})), ("set-up", frozenset({unit}))]


@pytest.mark.parametrize("unit", ["su-air-4aa-1", "de-air"])
def test_an_air_unit_in_the_box_of_another_air_army_is_found_twice(unit: str) -> None:
    assert found(moved(unit, "air-army-1")) == [("position-boxes", frozenset({unit})), ("set-up", frozenset({unit}))]


@pytest.mark.parametrize("unit", listed())
def test_a_unit_that_lacks_or_is_weaker_than_listed_is_found(unit: str) -> None:
    gone = start().after(start().state.with_standing(unit, None))
    assert found(gone) == [("set-up", frozenset({unit}))]


def test_a_division_that_lost_a_step_is_not_as_listed() -> None:
    assert found(start().after(start().state.lost("de-56"))) == [("set-up", frozenset({"de-56"}))]


def test_a_unit_too_many_is_found() -> None:
    assert found(moved("de-15-ss", empty_land())) == [("set-up", frozenset({"de-15-ss"}))]


def test_the_ship_on_land_is_found_twice() -> None:
    assert found(moved("de-hipper", empty_land())) == [
        ("position-boxes", frozenset({"de-hipper"})),
        ("set-up", frozenset({"de-hipper"})),
    ]


def test_without_a_scenario_only_what_can_never_be_is_found() -> None:
    there = moved("de-56", empty_land())
    assert judge_position(there).findings == ()
    assert [each.rule for each in judge_position(moved("de-56", SEA)).findings] == ["position-ground"]


def test_whether_an_unknown_hex_is_water_stays_open() -> None:
    blind = load(ROOT / "modules" / "koenigsberg-rg", trust=frozenset()).table("campaign")
    open_ = [each for each in judge_position(blind).findings if each.rule == "position-ground"]
    assert open_
    assert all(each.opinion.truth.open for each in open_)
