"""The set-up of Vistula-Oder-Berlin as the scenarios build it: legal by 13.1, and each of its units in a wrong place."""

from __future__ import annotations

import csv
from collections import Counter
from functools import cache

import pytest

from adjudicator.games import LoadedGame, load
from adjudicator.rules.position import judge_position
from adjudicator.rules.supply.sources import chain_of
from adjudicator.rules.supply.survey import states
from adjudicator.rules.table import Table
from tests.support import ROOT

FOLDER = ROOT / "modules" / "vistula-oder-berlin"
SCENARIOS = ("red-storm", "deutschland-kaputt")
FAR = "1722"  # nobody is set up within ten hexes
SEA = "0425"


@cache
def game() -> LoadedGame:
    return load(FOLDER)


@cache
def start(scenario: str = "red-storm") -> Table:
    return game().table(scenario)


@cache
def zones() -> list[dict[str, str]]:
    with (FOLDER / "charts" / "zones.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def listed() -> list[str]:
    return sorted(unit.id for unit, _ in start().state.units)


def of_the_map() -> list[str]:
    return [unit for unit in listed() if start().place_of(unit) in start().grid]


def found(table: Table) -> set[tuple[str, frozenset[str]]]:
    """The findings on a position that should be the set-up: which rule, about which units."""
    return {(each.rule, frozenset(each.opinion.units)) for each in judge_position(table, start()).findings}


def moved(unit: str, place: str) -> Table:
    return start().after(start().state.moved(unit, place))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_set_up_has_no_finding(scenario: str) -> None:
    assert judge_position(start(scenario), start(scenario)).findings == ()


def test_both_scenarios_begin_alike() -> None:
    first, second = (game().scenarios[scenario].standings for scenario in SCENARIOS)
    assert first == second


def test_as_many_units_are_set_up_as_the_text_lists() -> None:
    kinds = Counter(
        (unit.side, "air" if unit.kind == "air" else "column" if unit.kind == "column" else "") for unit, _ in start().state.units
    )
    # 13.1: two and eight air markers, two and eight columns; the Kriegsmarine of 8.10 waits in its box.
    assert (kinds["german", "air"], kinds["german", "column"]) == (2, 2)
    assert (kinds["allied", "air"], kinds["allied", "column"]) == (8, 8)
    own = {unit.id for unit, _ in start().state.units if unit.kind not in ("air", "column", "ship")}
    assert own == {row["unit"] for row in zones()}


def test_no_hex_holds_more_than_four_or_both_sides() -> None:
    stacks: dict[str, list[str]] = {}
    for unit in of_the_map():
        stacks.setdefault(start().place_of(unit) or "", []).append(unit)
    assert max(len(stack) for stack in stacks.values()) == 4
    assert all(len({start().unit(unit).side for unit in stack}) == 1 for stack in stacks.values())


def test_every_hex_of_every_line_is_held() -> None:
    held = {start().place_of(unit) for unit in of_the_map()}
    lines = [area for area in start().board.areas if area.startswith("front-") and not area.endswith("-exchanged")]
    assert len(lines) == 10
    # At 2802 and 2803 the printed lines cross: a division at 2802 would stand behind the Soviets, cut off.
    assert [hex for area in lines for hex in start().board.areas[area] if hex not in held] == ["2802"]


@pytest.mark.parametrize("side", ["german", "allied"])
def test_everybody_begins_in_supply(side: str) -> None:
    assert [unit for unit, state in states(start(), side).items() if not state.truth.yes] == []


def test_the_fronts_begin_as_the_examples_of_10_2_have_them() -> None:
    links = {link.unit: (link.linked.yes, link.fully.yes) for link in chain_of(start(), "allied")}
    assert links == {
        "su-hq-3bf": (True, True),
        "su-hq-2bf": (True, True),
        "su-hq-1bf": (True, False),
        "su-hq-1uf": (True, True),
    }


def test_nobody_is_set_up_in_the_sea_and_reserves_do_not_touch_the_enemy() -> None:
    grid, board = start().grid, start().board
    assert [unit for unit in of_the_map() if board.is_terrain(start().place_of(unit) or "", frozenset({"sea"})).yes] == []
    reserves = [row["unit"] for row in zones() if row["most"] != "0"]
    assert len(reserves) > 30
    for unit in reserves:
        near = grid.neighbours(start().place_of(unit) or "")
        assert [hex for hex in near if start().enemy_units(start().unit(unit).side, hex)] == [], unit


@pytest.mark.parametrize("unit", of_the_map())
def test_a_unit_far_from_its_zone_is_found_there(unit: str) -> None:
    rule = "set-up-columns" if start().unit(unit).kind == "column" else "set-up"
    assert (rule, frozenset({unit})) in found(moved(unit, FAR))
    others = {("set-up-columns", frozenset({each})) for each in of_the_map() if start().unit(each).kind == "column"}
    # Without its headquarters a column stands beside nobody's.
    assert found(moved(unit, FAR)) - {(rule, frozenset({unit}))} <= (others if start().unit(unit).kind == "hq" else set())


@pytest.mark.parametrize("unit", ["de-549-vg", "su-69", "de-hq-9a", "su-lc-1"])
def test_a_unit_in_the_sea_is_found(unit: str) -> None:
    assert any(unit in units for _, units in found(moved(unit, SEA)))


@pytest.mark.parametrize("unit", [unit for unit in listed() if game().roster[unit].kind == "air"])
def test_an_air_marker_on_the_map_is_found(unit: str) -> None:
    assert ("set-up-boxes", frozenset({unit})) in found(moved(unit, FAR))


@pytest.mark.parametrize("unit", ["de-1", "de-5-pz", "su-113", "su-2gtk"])
def test_a_unit_that_lacks_or_is_weaker_than_listed_is_found(unit: str) -> None:
    assert found(start().after(start().state.with_standing(unit, None))) == {("set-up", frozenset({unit}))}
    assert ("set-up", frozenset({unit})) in found(start().after(start().state.lost(unit)))


def test_units_of_a_line_may_stand_on_any_hex_of_it() -> None:
    """13: the hexes of our set-up are one choice of many."""
    assert found(moved("de-549-vg", "0502")) == set()
    assert found(moved("de-19-pz", "1709")) == set()
