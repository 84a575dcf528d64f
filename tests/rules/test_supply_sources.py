"""Sources that are linked, taken or named; what a proof of supply shows, and how many hexes it names."""

from __future__ import annotations

from itertools import pairwise

import pytest

from adjudicator.engine.actions import Move
from adjudicator.engine.board import Board
from adjudicator.engine.hexes import Hex
from adjudicator.facts import NO, YES, Known, Truth, unsure
from adjudicator.rules.apply import apply
from adjudicator.rules.supply.line import trace
from adjudicator.rules.supply.links import LinkLine
from adjudicator.rules.supply.sources import SupplySource, chain_of, link, name_at
from adjudicator.rules.supply.survey import has_line, survey
from tests.support import named

from .tables import bind, board, table, unit
from .test_supply import CONTESTED, PRINTED, SOURCE, TAKING, enemy, fronts, hq, railway, rules, soldier, sourced


def proof(placed: list[tuple[str, Hex]], on: Board, start: Hex = "1505") -> list[tuple[str, str]]:
    """The rows of the proof for a unit, with enemies who hold hexes but have no zones of control."""
    enemies = [(enemy(name, attack=0), hex) for name, hex in placed]
    at = table((soldier(), start), *enemies, on=on, rules=rules(SOURCE, blocked_features=["river"]))
    return [(row.value, row.reason) for row in survey(at, "red").proof("1")]


def test_a_headquarters_without_a_line_gives_nothing() -> None:
    (alone,) = chain_of(table((hq("HQ"), "1505"), on=board(), rules=fronts()), "red")
    assert (alone.capacity(best=False), alone.capacity(best=True)) == (0, 0)


def test_a_contested_source_is_not_taken_by_a_march_elsewhere() -> None:
    on = sourced(board(), "0505", tag="both")
    at = table((soldier(), "0808"), (enemy(), "0503"), on=on, rules=rules(CONTESTED, *TAKING))
    assert has_line(apply(at, Move(("e",), "0303", ("0503", "0403", "0303"))), "1").yes


def test_a_link_along_a_route_follows_it_from_the_first_hex_on() -> None:
    way = [f"05{row:02}" for row in range(6, 12)]
    on = board().changed(routes={(a, b): Known(frozenset({"autobahn"})) for a, b in pairwise(way)})
    at = table((soldier(), "0101"), on=on, rules=rules(SOURCE, **{**PRINTED, "routes": ["autobahn"]}))
    assert link(at, "red", "0506", "0511", routes=frozenset({"autobahn"})) == YES
    assert link(at, "red", "0505", "0511", routes=frozenset({"autobahn"})) == NO  # one hex beside its end
    assert link(at, "red", "0505", "0511") == YES


def test_a_headquarters_beside_a_railway_is_not_supplied_by_rail() -> None:
    on = sourced(railway("0505-0506-0507-0508"), "0508")
    at = table((hq("on it"), "0505"), (hq("beside it"), "0504"), on=on, rules=fronts())
    assert [(each.unit, each.linked, each.fully) for each in chain_of(at, "red")] == [
        ("on it", YES, YES),
        ("beside it", YES, NO),
    ]


def test_a_source_is_called_by_its_name_and_a_hex_without_one_by_its_number() -> None:
    sources = (SupplySource({"0101": YES}, "Berlin"), SupplySource({"0202": YES}, "Stettin"))
    assert [name_at(sources, hex) for hex in ("0101", "0202", "0303")] == ["Berlin", "Stettin", "0303"]


def test_units_that_move_at_all_are_not_fortresses() -> None:
    spared = bind("garrisons", "supply.immobile", "10.3.3")
    units = [(unit(f"m{points}", attack=1, movement=points), "1805") for points in (0, 1)]
    at = table(*units, on=board(), rules=rules(SOURCE, spared, **PRINTED))
    assert [has_line(at, name) for name in ("m0", "m1")] == [YES, NO]


@pytest.mark.parametrize(("start", "length"), [("1505", "0 hexes"), ("1506", "1 hex"), ("1507", "2 hexes"), ("1508", "3 hexes")])
def test_a_proof_tells_the_length_of_the_line(start: Hex, length: str) -> None:
    assert proof([], sourced(board(), "1505"), start)[0][0] == length


@pytest.mark.parametrize(("inside", "blocking"), [(1, 6), (2, 8), (3, 9), (7, 12)])
def test_a_proof_names_eight_hexes_that_block_and_counts_the_others(inside: int, blocking: int) -> None:
    grid = board().grid
    near = grid.neighbours("1505")
    held = ["1505", *near][:inside]
    around = sorted({hex for each in held for hex in grid.neighbours(each)} - set(held))
    assert len(around) == blocking
    rows = proof([(f"e{hex}", hex) for hex in around], sourced(board(), "0505"))
    assert {value for value, reason in rows if reason.startswith("held by")} <= set(around)
    assert len([value for value, _ in rows if value in around]) == min(8, blocking)
    assert rows[8:] == ([] if blocking <= 8 else [(f"{blocking - 8} more", "hexes with enemies or their zones of control")])


def test_an_enemy_behind_a_river_blocks_nothing() -> None:
    grid = board().grid
    on = sourced(board(sides={"1505/1506": "river"}), "0505")
    rows = proof([(f"e{hex}", hex) for hex in grid.neighbours("1505")], on)
    assert {value for value, _ in rows} == set(grid.neighbours("1505")) - {"1506"}


# --- lines that are limited in length, or hang on several facts

ALONG = LinkLine(maximum=3, free=0, routes=frozenset({"road"}))


@pytest.mark.parametrize(("start", "expected"), [("0507", YES), ("0508", YES), ("0509", NO), ("0608", NO)])
def test_a_line_along_a_road_is_so_many_hexes_long_and_no_longer(start: Hex, expected: Truth) -> None:
    on = board(roads="0505-0506-0507-0508-0509-0510")
    assert trace(table((soldier(), start), on=on), "red", start, ALONG, ["0505"])[0] == expected


def test_a_short_way_across_country_counts_where_the_road_makes_a_long_one() -> None:
    road = "0505-0605-0705-0706-0707-0607-0507"
    open_ground = {*road.split("-"), "0506", "0508", "0509"}
    on = board({hex: "lake" for hex in board().grid.all() if hex not in open_ground}, roads=road)
    at = table((soldier(), "0509"), on=on)
    for maximum, expected in ((6, YES), (4, YES), (3, NO)):
        line = LinkLine(maximum=maximum, free=4, routes=frozenset({"road"}), blocked_terrain=frozenset({"lake"}))
        said, path = trace(at, "red", "0509", line, ["0505"])
        assert said == expected
        assert path == (("0509", "0508", "0507", "0506", "0505") if expected.yes else ())


def test_unknown_ground_that_a_line_can_go_around_is_not_what_decides() -> None:
    grid = board().grid
    open_ground = {*grid.within("0506", 1), "0508", "0509"}
    walls = {hex: "lake" for hex in grid.all() if hex not in open_ground}
    at = table((soldier(), "0505"), on=board({**walls, "0506": "?", "0508": "?"}))
    line = LinkLine(blocked_terrain=frozenset({"lake"}))
    assert trace(at, "red", "0505", line, ["0509"])[0] == unsure(named("terrain 0508"))
