"""Supply: lines against every simple path, what headquarters can give against every assignment, and the markers of a check."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator import factname
from adjudicator.engine.actions import Advance, Move, Place, Supply
from adjudicator.engine.board import Board, Feature
from adjudicator.engine.hexes import Grid, Hex, Side, side
from adjudicator.engine.state import Standing
from adjudicator.engine.units import Unit
from adjudicator.facts import NO, YES, Fact, Known, Truth, Unknown, unsure
from adjudicator.rules.apply import apply
from adjudicator.rules.judge import judge
from adjudicator.rules.opinion import Opinion
from adjudicator.rules.registry import Binding
from adjudicator.rules.supply.ageing import next_markers
from adjudicator.rules.supply.capacity import Assignment
from adjudicator.rules.supply.line import trace
from adjudicator.rules.supply.links import LinkLine
from adjudicator.rules.supply.sources import chain_of
from adjudicator.rules.supply.stretched import too_far
from adjudicator.rules.supply.survey import has_line, hex_in_supply, states, survey
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict
from tests.rules.tables import remembering
from tests.support import named

from .tables import BASICS, bind, board, table, unit

NEGATION = bind("friends", "zoc.friends_negate", "5.5", purposes=["supply"])
CHECKS = (
    bind("markers", "supply.markers_right", "11.0"),
    bind("forgotten", "supply.nobody_forgotten", "11.0", phase="supply", then=["later"], not_kinds=["air"], without=["hq"]),
)


def rules(*more: Binding, **line: Any) -> tuple[Binding, ...]:
    return (*BASICS, NEGATION, *CHECKS, bind("line", "supply.line", "10.1", **line), *more)


SOURCE = bind("source", "supply.places", "10.2", tags=["source"])
AGEING = bind("ageing", "supply.worsens", "10.3", states=["out of supply", "isolated"])
PRINTED: dict[str, Any] = {  # four hexes anywhere, the rest by road or rail, no lakes, no unbridged rivers
    "free": 4,
    "routes": ["road", "rail"],
    "blocked_terrain": ["lake"],
    "blocked_features": ["river"],
    "bridged_by": ["road", "rail"],
}


def sourced(on: Board, *hexes: Hex, tag: str = "source") -> Board:
    return on.changed(tags={hex: frozenset((tag,)) for hex in hexes})


def soldier(name: str = "1", **more: Any) -> Unit:
    return unit(name, attack=3, movement=4, **more)


def enemy(name: str = "e", **more: Any) -> Unit:
    return unit(name, "blue", **{"attack": 1, "movement": 4, **more})


# --- lines against brute force ---------------------------------------------------------------------------------------------

SMALL = Grid(columns=(1, 4), rows=(1, 4), shifted="even", rows_grow=180, columns_grow=90)
HEXES = SMALL.all()
SIDES: tuple[Side, ...] = tuple(sorted({side(a, b) for a in HEXES for b in SMALL.neighbours(a)}))
LINES = st.builds(
    LinkLine,
    maximum=st.none() | st.integers(1, 6),
    free=st.none() | st.integers(0, 3),
    routes=st.just(frozenset({"road"})),
    follow=st.sampled_from(["along", "hexes"]),
    blocked_terrain=st.just(frozenset({"lake"})),
    blocked_features=st.just(frozenset({"river"})),
    bridged_by=st.sampled_from([frozenset[str](), frozenset({"road"})]),
    count_start=st.booleans(),
    start_in_zone=st.booleans(),
)


@st.composite
def positions(draw: st.DrawFn) -> tuple[Board, list[tuple[Unit, str]], Hex, frozenset[Hex]]:
    """A small board with at most three unknown facts, some units, a start and some sources."""
    unknown = 3

    def fact(value: Any, key: str) -> Any:
        nonlocal unknown
        if unknown and draw(st.integers(0, 5)) == 0:
            unknown -= 1
            return Unknown(named(key))
        return Known(value)

    lakes = draw(st.sets(st.sampled_from(HEXES), max_size=5))
    rivers = draw(st.sets(st.sampled_from(SIDES), max_size=8))
    roads = draw(st.sets(st.sampled_from(SIDES), max_size=14))
    on = Board(
        SMALL,
        terrain_of={hex: fact(frozenset({"lake"}), f"terrain {hex}") for hex in sorted(lakes)},
        features_of={at: fact(frozenset({Feature("river")}), f"hexside {at[0]}/{at[1]}") for at in sorted(rivers)},
        routes_of={at: fact(frozenset({"road"}), f"route {at[0]}/{at[1]}") for at in sorted(roads)},
    )
    start, *others = draw(st.permutations(HEXES))
    placed = [(soldier(), start)]
    for index, hex in enumerate(others[: draw(st.integers(0, 3))]):
        attack = fact(draw(st.integers(0, 1)), f"attack of e{index}")
        known = {} if isinstance(attack, Unknown) else {"attack": attack.value}
        placed.append((unit(f"e{index}", "blue", movement=4, **known), hex))
    placed += [(soldier(f"f{index}"), hex) for index, hex in enumerate(others[4 : 4 + draw(st.integers(0, 2))])]
    goals = draw(st.frozensets(st.sampled_from(HEXES), min_size=1, max_size=2))
    return on, placed, start, goals


def completions(on: Board, placed: list[tuple[Unit, str]]) -> Iterator[tuple[Board, list[tuple[Unit, str]]]]:
    """Every way in which the unknown facts may turn out."""
    parts: list[list[tuple[str, Any, Fact[Any]]]] = []
    options: tuple[tuple[str, Mapping[Any, Fact[Any]], tuple[Any, ...]], ...] = (
        ("terrain", on.terrain_of, (frozenset({"clear"}), frozenset({"lake"}))),
        ("features", on.features_of, (frozenset[Feature](), frozenset({Feature("river")}))),
        ("routes", on.routes_of, (frozenset[str](), frozenset({"road"}))),
    )
    for name, facts, values in options:
        parts += [[(name, at, Known(value)) for value in values] for at, fact in facts.items() if isinstance(fact, Unknown)]
    blank = [each for each, _ in placed if isinstance(each.rating("attack"), Unknown)]
    parts += [[("attack", each.id, Known(value)) for value in (0, 1)] for each in blank]
    for chosen in product(*parts):
        changes: dict[str, dict[Any, Any]] = {"terrain": {}, "features": {}, "routes": {}, "attack": {}}
        for name, at, value in chosen:
            changes[name][at] = value
        attacks = changes.pop("attack")
        told = [
            (replace(each, ratings=({**each.ratings[0], "attack": attacks[each.id]},)) if each.id in attacks else each, hex)
            for each, hex in placed
        ]
        yield on.changed(**changes), told


def by_hand(on: Board, placed: list[tuple[Unit, str]], line: LinkLine, start: Hex, goals: frozenset[Hex]) -> bool:
    """Is there a line, by trying every simple path on a board where all is known?"""
    foes = {hex: each for each, hex in placed if each.side == "blue"}
    friends = {hex for each, hex in placed if each.side == "red"}
    zones = {near for hex, each in foes.items() if each.rating("attack") == Known(1) for near in SMALL.neighbours(hex)} - friends
    longest = 99 if line.maximum is None else line.maximum - line.count_start
    free = 99 if line.free is None else line.free - line.count_start

    def has(facts: Mapping[Side, Fact[Any]], a: Hex, b: Hex) -> bool:
        fact = facts.get(side(a, b))
        return isinstance(fact, Known) and bool(fact.value)

    def road(hex: Hex) -> bool:
        return any(has(on.routes_of, hex, near) for near in SMALL.neighbours(hex))

    def step(path: list[Hex], to: Hex) -> bool:
        hex, number = path[-1], len(path)
        if to in path or to in foes or number > longest:
            return False
        terrain = on.terrain(to)
        lake = isinstance(terrain, Known) and "lake" in terrain.value
        along = has(on.routes_of, hex, to)
        if (lake or has(on.features_of, hex, to)) and not (along and line.bridged_by):
            return False
        return number <= free or (along if line.follow == "along" else road(to))

    def search(path: list[Hex]) -> bool:
        if path[-1] in zones and len(path) > 1:
            return False
        return path[-1] in goals or any(step(path, to) and search([*path, to]) for to in SMALL.neighbours(path[-1]))

    return (line.start_in_zone or start not in zones) and search([start])


@settings(max_examples=250, deadline=None)
@given(positions(), LINES)
def test_a_line_is_there_exactly_when_some_simple_path_is_one(
    position: tuple[Board, list[tuple[Unit, str]], Hex, frozenset[Hex]], line: LinkLine
) -> None:
    on, placed, start, goals = position
    at = table(*placed, on=on, rules=(*BASICS, NEGATION))
    said, path = trace(at, "red", start, line, goals)
    answers = {by_hand(board_, told, line, start, goals) for board_, told in completions(on, placed)}
    assert said.answer is (answers == {True} if len(answers) == 1 else None)
    assert bool(path) is (True in answers)


@settings(max_examples=80, deadline=None)
@given(positions(), LINES)
def test_supplying_a_fact_never_turns_a_yes_or_a_no(
    position: tuple[Board, list[tuple[Unit, str]], Hex, frozenset[Hex]], line: LinkLine
) -> None:
    on, placed, start, goals = position
    before, _ = trace(table(*placed, on=on, rules=(*BASICS, NEGATION)), "red", start, line, goals)
    for board_, told in completions(on, placed):
        after, _ = trace(table(*told, on=board_, rules=(*BASICS, NEGATION)), "red", start, line, goals)
        assert before.open or after == before


@settings(max_examples=80, deadline=None)
@given(positions(), LINES)
def test_the_facts_named_make_the_line_if_they_turn_out_well(
    position: tuple[Board, list[tuple[Unit, str]], Hex, frozenset[Hex]], line: LinkLine
) -> None:
    on, placed, start, goals = position
    said, _ = trace(table(*placed, on=on, rules=(*BASICS, NEGATION)), "red", start, line, goals)
    good = on.changed(
        terrain={hex: Known(frozenset({"clear"})) for hex in HEXES if factname.terrain(hex) in said.needs},
        features={at: Known(frozenset()) for at in SIDES if factname.hexside(*at) in said.needs},
        routes={at: Known(frozenset({"road"})) for at in SIDES if factname.route(*at) in said.needs},
    )
    told = [
        (replace(each, ratings=({**each.ratings[0], "attack": Known(0)},)) if each.key("attack") in said.needs else each, hex)
        for each, hex in placed
    ]
    after, _ = trace(table(*told, on=good, rules=(*BASICS, NEGATION)), "red", start, line, goals)
    assert after == (YES if said.open else said)


# --- lines by name ---------------------------------------------------------------------------------------------------------

ROAD = "-".join(f"05{row:02}" for row in range(5, 16))


@pytest.mark.parametrize(
    ("start", "enemies", "expected"),
    [
        ("0505", (), YES),  # on the road
        ("0105", (), YES),  # four hexes from the road
        ("0905", (), YES),
        ("1005", (), NO),  # five
        ("0505", ("0510",), NO),  # an enemy on the road
        ("0505", ("0709",), YES),  # his zone ends beside the road
        ("0505", ("0609",), NO),  # his zone lies on it
    ],
)
def test_the_first_four_hexes_may_be_anywhere_and_the_rest_follow_the_road(
    start: Hex, enemies: tuple[Hex, ...], expected: Truth
) -> None:
    placed = [(soldier(), start), *((enemy(f"e{hex}"), hex) for hex in enemies)]
    at = table(*placed, on=sourced(board(roads=ROAD), "0515"), rules=rules(SOURCE, AGEING, **PRINTED))
    assert has_line(at, "1") == expected


def test_a_friend_in_the_hex_takes_the_enemy_zone_away_for_supply() -> None:
    on = sourced(board(roads=ROAD), "0515")
    placed = [(soldier(), "0505"), (enemy(), "0410")]
    kept = table(*placed, (soldier("2"), "0510"), (soldier("3"), "0511"), on=on, rules=rules(SOURCE, **PRINTED))
    assert has_line(table(*placed, on=on, rules=rules(SOURCE, **PRINTED)), "1").no
    assert has_line(kept, "1").yes


def test_a_bridge_leads_a_line_across_a_river_and_no_other_way_does() -> None:
    river = {f"{hex}/{near}": "river" for hex in ("0507",) for near in board().grid.neighbours("0507")}
    on = sourced(board(sides=river), "0507")
    assert has_line(table((soldier(), "0505"), on=on, rules=rules(SOURCE, **PRINTED)), "1").no
    bridged = sourced(board(sides=river, roads="0506-0507"), "0507")
    assert has_line(table((soldier(), "0505"), on=bridged, rules=rules(SOURCE, **PRINTED)), "1").yes


def test_an_unknown_strength_beside_the_only_road_decides() -> None:
    placed = [(soldier(), "0505"), (enemy(attack=None), "0609")]
    at = table(*placed, on=sourced(board(roads=ROAD), "0515"), rules=rules(SOURCE, **PRINTED))
    assert has_line(at, "1") == unsure(named("attack of e"))


def test_a_line_of_communication_reaches_a_map_edge_but_not_across_a_river_without_a_road() -> None:
    edge = frozenset(f"01{row:02}" for row in range(1, 21))
    river = {
        f"03{row:02}/{near}": "river"
        for row in range(1, 21)
        for near in board().grid.neighbours(f"03{row:02}")
        if near[:2] == "04"
    }
    line = LinkLine(blocked_features=frozenset({"river"}), bridged_by=frozenset({"road", "track", "rail"}))
    closed = table((soldier(), "0810"), on=board(sides=river), rules=(*BASICS, NEGATION))
    assert trace(closed, "red", "0810", line, edge) == (NO, ())
    opened = table((soldier(), "0810"), on=board(sides=river, roads="0410-0310"), rules=(*BASICS, NEGATION))
    said, path = trace(opened, "red", "0810", line, edge)
    assert said.yes
    assert {"0410", "0310"} < set(path)


def test_harmless_enemies_do_not_cut_a_line_and_doubtful_ones_leave_it_open() -> None:
    line = {**PRINTED, "harmless": ["air"]}
    for more, expected in (({"traits": "air"}, YES), ({}, NO), ({"doubtful": "air"}, unsure(named("is e air")))):
        placed = [(soldier(), "0505"), (enemy(attack=0, **more), "0510")]
        at = table(*placed, on=sourced(board(roads=ROAD), "0515"), rules=rules(SOURCE, **line))
        assert has_line(at, "1") == expected


# --- sources that change -----------------------------------------------------------------------------------------------------

CONTESTED = bind("contested", "supply.contested", "10.2.1", tag="both", first="red", then="blue")
TAKING = (
    bind("taken", "supply.taken", "10.2.1", on=("move",), tag="both", by="blue", without=["hq"]),
    bind("taken-after-combat", "supply.taken", "10.2.1", on=("advance",), tag="both", by="blue"),
)


def test_a_contested_source_is_lost_for_good_once_the_other_side_has_been_there() -> None:
    on = sourced(board(), "0505", tag="both")
    at = table((soldier(), "0808"), (enemy(), "0503"), on=on, rules=rules(CONTESTED, *TAKING))
    assert has_line(at, "1").yes
    assert has_line(at, "e").no
    gone = apply(apply(at, Move(("e",), "0506", ("0503", "0504", "0505", "0506"))), Move(("e",), "0515"))
    assert has_line(gone, "1").no
    assert has_line(gone, "e").yes
    assert has_line(apply(at, Advance(("e",), "0505")), "1").no


def test_a_headquarters_does_not_take_a_source_and_an_unstated_history_decides() -> None:
    on = sourced(board(), "0505", tag="both")
    at = table((soldier(), "0808"), (enemy(traits="hq"), "0503"), on=on, rules=rules(CONTESTED, *TAKING))
    passed = apply(at, Move(("e",), "0515", ("0503", "0504", "0505", "0506", "0515")))
    assert has_line(passed, "1").yes
    unknown = remembering(at, **{"sources taken": Unknown(named("who took 0505"))})
    assert has_line(unknown, "1") == unsure(named("who took 0505"))


LINKED = bind(
    "fortress",
    "supply.linked",
    "10.2.2",
    hex="0505",
    to="0515",
    via=["0506", "0406"],
    routes=["autobahn"],
    limited_length=10,
)


def autobahn() -> Board:
    way = [f"05{row:02}" for row in range(5, 16)]
    kinds = Known(frozenset({"autobahn"}))
    return board().changed(routes={side(a, b): kinds for a, b in pairwise(way)})


@pytest.mark.parametrize(
    ("start", "cut", "marker", "verdict"),
    [
        ("0504", False, "in supply", Verdict.LEGAL),
        ("0504", True, "in supply", Verdict.ILLEGAL),  # limited: without supply although it has a line
        ("0504", True, "out of supply", Verdict.LEGAL),
        ("0504", True, "isolated", Verdict.ILLEGAL),
        ("1505", True, "out of supply", Verdict.LEGAL),  # ten hexes away
        ("1605", True, "out of supply", Verdict.ILLEGAL),  # eleven: it ages like any other
        ("1605", True, "isolated", Verdict.LEGAL),
    ],
)
def test_a_limited_source_leaves_units_without_supply_but_never_isolated(
    start: Hex, cut: bool, marker: str, verdict: Verdict
) -> None:
    placed: list[tuple[Unit, Any]] = [
        (soldier(), Standing(start, marks=frozenset({"out of supply"}))),
        *([(enemy(), "0510")] if cut else []),
    ]
    at = table(*placed, on=autobahn(), rules=rules(LINKED, AGEING, **{**PRINTED, "routes": ["autobahn"]}))
    assert judge(at, Supply((("1", marker),))).verdict is verdict


@pytest.mark.parametrize(
    ("given_", "cut", "expected"),
    [
        ({"routes": ["autobahn"]}, False, YES),  # the way itself, without naming hexes on it
        ({"routes": ["autobahn"]}, True, NO),
        ({"via": ["0905"]}, False, YES),  # any line of supply through the hex
        ({"via": ["1105"]}, False, NO),  # too far from the way
    ],
)
def test_a_link_may_be_any_line_or_one_way_only(given_: dict[str, Any], cut: bool, expected: Truth) -> None:
    linked = bind("fortress", "supply.linked", hex="0505", to="0515", **given_)
    placed = [(soldier(), "0505"), *([(enemy(), "0510")] if cut else [])]
    at = table(*placed, on=autobahn(), rules=rules(linked, AGEING, **{**PRINTED, "routes": ["autobahn"]}))
    assert has_line(at, "1") == expected


# --- markers -----------------------------------------------------------------------------------------------------------------

MARKS = ("in supply", "out of supply", "isolated")


@pytest.mark.parametrize("cut", [False, True])
@pytest.mark.parametrize("before", MARKS)
def test_exactly_one_marker_is_right(before: str, cut: bool) -> None:
    walls = [(enemy(f"e{hex}"), hex) for hex in board().grid.neighbours("0515")] if cut else []
    marks = frozenset({before}) - {"in supply"}
    at = table(
        (soldier(), Standing("0505", marks=marks)),
        *walls,
        on=sourced(board(roads=ROAD), "0515"),
        rules=rules(SOURCE, AGEING, **PRINTED),
    )
    right = "in supply" if not cut else "out of supply" if before == "in supply" else "isolated"
    legal = [mark for mark in MARKS if judge(at, Supply((("1", mark),))).verdict is Verdict.LEGAL]
    assert legal == [right]
    assert next_markers(at, "red")["1"] == right


def test_each_wrong_marker_is_its_own_finding_with_the_line_or_the_blocking_hexes() -> None:
    placed = [(soldier("1"), "0505"), (soldier("2"), "0605"), (soldier("3"), "1505"), (enemy(), "1506")]
    ring = [(enemy(f"e{hex}"), hex) for hex in board().grid.ring("1505", 2)]
    at = table(*placed, *ring, on=sourced(board(roads=ROAD), "0515", "1705"), rules=rules(SOURCE, AGEING, **PRINTED))
    claims = (("1", "out of supply"), ("2", "in supply"), ("3", "in supply"))
    first, second = judge(at, Supply(claims)).findings
    assert first.opinion.units == ("1",)
    assert first.opinion.rows[0].value == "10 hexes"
    assert first.opinion.fix == "take the marker off 1"
    assert second.opinion.units == ("3",)
    blocking = {row.value: row.reason for row in second.opinion.rows}
    assert blocking.keys() == set(at.grid.neighbours("1505"))
    assert blocking["1506"] == "held by e"
    assert blocking["1504"].startswith("in the zone of control of ")
    assert second.opinion.fix == "mark 3 as out of supply"


def test_units_that_cannot_move_are_never_out_of_supply() -> None:
    exempt = bind("garrisons", "supply.immobile", "10.3.3")
    fort, unknown = unit("fort", attack=0, movement=0), unit("fort?", attack=0)
    at = table((fort, "1805"), (unknown, "1806"), on=sourced(board(), "0515"), rules=rules(SOURCE, AGEING, exempt, **PRINTED))
    assert judge(at, Supply((("fort", "in supply"),))).ruled[0].verdict is Verdict.LEGAL
    assert judge(at, Supply((("fort", "out of supply"),))).ruled[0].verdict is Verdict.ILLEGAL
    for marker in ("in supply", "out of supply"):
        assert judge(at, Supply((("fort?", marker),))).ruled[0].opinion.truth == unsure(named("movement of fort?"))


def test_units_off_the_map_and_those_the_rule_leaves_out_are_not_judged() -> None:
    spared = bind("markers", "supply.markers_right", without=["hq"])
    bindings = (*(each for each in rules(SOURCE, AGEING, **PRINTED) if each.id != "markers"), spared)
    at = table((soldier(), "box"), (hq("HQ"), "1805"), on=sourced(board(), "0515"), rules=bindings)
    assert not judge(at, Supply((("1", "in supply"), ("HQ", "in supply")))).ruled
    assert has_line(at, "1").no
    assert "1" not in next_markers(at, "red")


def test_a_marker_the_game_does_not_have_is_wrong() -> None:
    at = table((soldier(), "1805"), on=sourced(board(), "0515"), rules=rules(SOURCE, AGEING, **PRINTED))
    assert judge(at, Supply((("1", "starving"),))).verdict is Verdict.ILLEGAL


def test_a_marker_nobody_can_see_leaves_the_next_one_open() -> None:
    at = table(
        (soldier(), Standing("1805", doubtful=frozenset({"out of supply"}))),
        on=sourced(board(), "0515"),
        rules=rules(SOURCE, AGEING, **PRINTED),
    )
    assert judge(at, Supply((("1", "in supply"),))).verdict is Verdict.ILLEGAL
    assert judge(at, Supply((("1", "isolated"),))).ruled[0].opinion.truth == unsure(named("1 is out of supply"))


# --- headquarters ------------------------------------------------------------------------------------------------------------


def fronts(full: int = 18, partial: int = 10) -> tuple[Binding, ...]:
    chain = bind("fronts", "supply.headquarters", "10.2", capacity_full=full, capacity_partial=partial)
    return rules(SOURCE, chain, bind("oos", "supply.worsens", states=["out of supply"]), maximum=8)


def hq(name: str) -> Unit:
    return unit(name, attack=0, movement=2, traits="hq")


def railway(*paths: str) -> Board:
    steps = [path.split("-") for path in paths]
    return board().changed(routes={side(a, b): Known(frozenset({"rail"})) for path in steps for a, b in pairwise(path)})


def test_the_printed_headquarters_supply_eighteen_by_rail_and_ten_without() -> None:
    """10.2 of Vistula-Oder-Berlin: the 2nd front stands on the railway from 0901 to 1305, the 1st at 1604 does not."""
    grid = board().grid
    way = ["1305"]
    while way[-1] != "0901":
        way.append(min(grid.neighbours(way[-1]), key=lambda hex: (grid.distance(hex, "0901"), hex)))
    on = sourced(railway("-".join(way)), "0901")
    at = table((hq("2 BF"), "1305"), (hq("1 BF"), "1604"), on=on, rules=fronts())
    second, first = chain_of(at, "red")
    assert (second.linked, second.fully, second.capacity(best=False)) == (YES, YES, 18)
    assert (first.linked, first.fully, first.capacity(best=True)) == (YES, NO, 10)
    cut = table((hq("2 BF"), "1305"), (enemy(), way[3]), on=on, rules=fronts())
    assert chain_of(cut, "red")[0].fully.no


def many(count: int, hex: Hex = "1805") -> list[tuple[Unit, str]]:
    return [(soldier(f"u{index}"), hex) for index in range(count)]


def test_the_unit_beyond_what_a_headquarters_gives_is_out_of_supply_and_no_other() -> None:
    on = sourced(board(), "0105")
    at = table((hq("HQ"), "1505"), *many(3), on=on, rules=fronts(partial=2))
    in_supply = Supply(tuple((f"u{index}", "in supply") for index in range(3)))
    (found,) = judge(at, in_supply).findings
    assert found.opinion.units == ("u2",)
    assert "beyond what the headquarters" in found.opinion.message
    chosen = Supply((("u0", "out of supply"), ("u1", "in supply"), ("u2", "in supply")))
    assert judge(at, chosen).verdict is Verdict.LEGAL
    wasted = Supply((("u0", "out of supply"), ("u1", "out of supply"), ("u2", "in supply")))
    assert judge(at, wasted).verdict is Verdict.ILLEGAL
    assert [each.contested for each in states(at, "red").values()] == [False, True, True, True]
    assert [next_markers(at, "red")[name] for name in ("HQ", "u0", "u2")] == ["in supply", None, None]


def test_units_at_a_source_do_not_count_against_headquarters() -> None:
    at = table((hq("HQ"), "0605"), *many(3, "0405"), on=sourced(board(), "0105"), rules=fronts(partial=1))
    assert judge(at, Supply(tuple((f"u{index}", "in supply") for index in range(3)))).verdict is Verdict.LEGAL


def test_a_headquarters_without_a_line_supplies_nobody() -> None:
    at = table((hq("HQ"), "1505"), *many(1), on=board(), rules=fronts())
    assert judge(at, Supply((("u0", "in supply"),))).verdict is Verdict.ILLEGAL
    assert has_line(at, "HQ").no
    assert hex_in_supply(at, "red", "1505").no


def test_an_unknown_railway_decides_how_many_are_supplied() -> None:
    grid = board().grid
    path = ["1505"]
    while path[-1] != "0905":
        path.append(min(grid.neighbours(path[-1]), key=lambda hex: (grid.distance(hex, "0905"), hex)))
    steps: dict[Side, Fact[frozenset[str]]] = {side(a, b): Known(frozenset({"rail"})) for a, b in pairwise(path)}
    gap = side(path[2], path[3])
    steps[gap] = Unknown(named(f"route {gap[0]}/{gap[1]}"))
    at = table(
        (hq("HQ"), "1505"), *many(3, "1905"), on=sourced(board().changed(routes=steps), "0905"), rules=fronts(full=3, partial=2)
    )
    said = judge(at, Supply(tuple((f"u{index}", "in supply") for index in range(3))))
    assert [each.opinion.truth for each in said.ruled][:3] == [YES, YES, unsure(named(f"route {gap[0]}/{gap[1]}"))]


def test_headquarters_without_a_limit_supply_everybody_in_reach() -> None:
    unlimited = rules(SOURCE, bind("armies", "supply.headquarters", "5.2"), maximum=10)
    at = table((hq("HQ"), "1005"), *many(30, "1905"), (soldier("far"), "2015"), on=sourced(board(), "0105"), rules=unlimited)
    said = states(at, "red")
    assert [name for name, each in said.items() if not each.truth.yes] == ["far"]
    assert not any(each.contested for each in said.values())
    assert said["u0"].source == "HQ"


COLUMNS = bind("columns", "supply.columns_arrive", "5.8.2", trait="column", by_rail=3, otherwise=1)


def column(index: int) -> Unit:
    return unit(f"LC {index}", attack=0, movement=4, traits="column")


@pytest.mark.parametrize(("railed", "allowed"), [("whole", 3), ("none", 1), ("gap", None)])
def test_three_columns_arrive_by_rail_and_one_without(railed: str, allowed: int | None) -> None:
    path = ["0505", "0506", "0507", "0508"]
    routes: dict[Side, Fact[frozenset[str]]] = {side(a, b): Known(frozenset({"rail"})) for a, b in pairwise(path)}
    routes = (
        {} if railed == "none" else {**routes, ("0506", "0507"): Unknown(named("route 0506/0507"))} if railed == "gap" else routes
    )
    units = [(hq("HQ"), "0505"), *((column(index), "box") for index in range(5)), (soldier(), "0505")]
    at = table(*units, on=sourced(board().changed(routes=routes), "0508"), rules=(*fronts(), COLUMNS))
    verdicts = []
    for index in range(4):
        place = Place(f"LC {index}", "0505")
        verdicts.append(judge(at, place).verdict)
        at = apply(at, place)
    legal, illegal, open_ = Verdict.LEGAL, Verdict.ILLEGAL, Verdict.UNDECIDED
    assert verdicts == ([legal, open_, open_, illegal] if allowed is None else [legal] * allowed + [illegal] * (4 - allowed))


def test_columns_arrive_nowhere_but_at_headquarters_with_a_line() -> None:
    at = table((hq("HQ"), "0505"), (column(0), "box"), (soldier(), "box"), on=board(), rules=(*fronts(), COLUMNS))
    assert judge(at, Place("LC 0", "0505")).verdict is Verdict.ILLEGAL
    assert judge(at, Place("LC 0", "0909")).verdict is Verdict.ILLEGAL
    assert not [each for each in judge(at, Place("1", "0909")).ruled if each.rule == "columns"]


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.sets(st.sampled_from("ABC")), max_size=6),
    st.fixed_dictionaries({name: st.integers(0, 3) for name in "ABC"}),
)
def test_capacities_are_spent_as_well_as_any_assignment_spends_them(reach: list[set[str]], capacity: dict[str, int]) -> None:
    found = Assignment(capacity)
    for index, headquarters in enumerate(reach):
        expected = _some_assignment([reach[int(name)] for name in found.by] + [headquarters], capacity)
        assert found.room(sorted(headquarters)) is expected
        assert found.add(str(index), sorted(headquarters)) is expected
        assert all(by in reach[int(name)] for name, by in found.by.items())
        assert all(list(found.by.values()).count(name) <= limit for name, limit in capacity.items())


def _some_assignment(reach: list[set[str]], capacity: dict[str, int]) -> bool:
    return any(
        all(chosen.count(name) <= limit for name, limit in capacity.items())
        for chosen in product(*(sorted(each) for each in reach))
    )


def _opinions(at: Table, claims: Supply) -> dict[str, Opinion]:
    return {each.opinion.units[0]: each.opinion for each in judge(at, claims).ruled if each.rule == "markers"}


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from(["0605", "0609", "0607", "1407"]), min_size=1, max_size=5),
    st.lists(st.sampled_from(["in supply", "out of supply"]), min_size=5, max_size=5),
    st.integers(0, 2),
    st.integers(0, 2),
)
def test_with_unknown_lines_no_marker_is_judged_otherwise_once_they_are_known(
    where: list[Hex], marks: list[str], full: int, partial: int
) -> None:
    """Two headquarters and a wall with unknown gaps between some units and one of them."""
    keys = ["0607", "0507"]
    chain = bind("fronts", "supply.headquarters", capacity_full=full, capacity_partial=partial)
    bindings = rules(SOURCE, chain, bind("oos", "supply.worsens", states=["out of supply"]), maximum=8, blocked_terrain=["lake"])
    wall = {f"{column:02}07": "lake" for column in range(1, 21)} | {f"{column:02}08": "lake" for column in range(8, 21)}

    def at(gaps: str) -> Table:
        on = sourced(board({**wall, **dict(zip(keys, gaps.replace("o", "c").split(), strict=True))}), "0101", "0120")
        units = [(soldier(f"u{index}"), hex) for index, hex in enumerate(where)]
        return table((hq("N"), "0905"), (hq("S"), "0911"), *units, on=on, rules=bindings)

    claims = Supply(tuple((f"u{index}", mark) for index, mark in zip(range(len(where)), marks, strict=False)))
    before = _opinions(at("? ?"), claims)
    for gaps in product(("clear", "lake"), repeat=2):
        after = _opinions(at(" ".join(gaps)), claims)
        for name, opinion in before.items():
            assert opinion.truth.open or opinion.truth == after[name].truth, (name, gaps)
            assert not after[name].truth.open


# --- what headquarters can give, in the markers of a check and against the clock


def _short(*reach: str, out: str = "", full: int = 2) -> Table:
    """Two headquarters with a line, A at 0505 and B at 0515, and units beside one of them or between both."""
    places = {"A": "0507", "B": "0513", "AB": "0510"}
    chiefs = [(unit(name, traits="hq", movement=2), hex) for name, hex in (("A", "0505"), ("B", "0515"))]
    units = [(soldier(str(index)), places[at]) for index, at in enumerate(reach)]
    chain = bind("chain", "supply.headquarters", "10.2", capacity_full=full, capacity_partial=full, maximum=99)
    line = bind("line", "supply.line", "10.1", maximum=5)
    every = (*BASICS, NEGATION, *CHECKS, line, chain, bind("source", "supply.places", "10.2", hexes=["0101"]))
    return table(*chiefs, *units, rules=every)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(["A", "B", "AB"]), min_size=1, max_size=6), st.data())
def test_as_many_markers_are_wrong_as_no_sharing_out_allows(reach: list[str], data: st.DataObject) -> None:
    """Against every sharing out: whoever is said to be supplied must fit, and nobody may be left out who still fits."""
    said = [data.draw(st.sampled_from(["in supply", "out of supply"])) for _ in reach]
    at = _short(*reach)
    claims = Supply(tuple((str(index), state) for index, state in enumerate(said)))
    wrong = {each for each, opinion in _opinions(at, claims).items() if opinion.truth.no}
    served = [index for index, state in enumerate(said) if state == "in supply"]
    fits = max(
        (len(some) for some in _subsets(served) if _some_assignment([set(reach[index]) for index in some], {"A": 2, "B": 2})),
        default=0,
    )
    assert sum(str(index) in wrong for index in served) == len(served) - fits
    if fits == len(served):
        most = max(
            len(some)
            for some in _subsets(range(len(reach)))
            if set(served) <= set(some) and _some_assignment([set(reach[index]) for index in some], {"A": 2, "B": 2})
        )
        assert len(wrong) == most - len(served)


def _subsets(items: Iterable[int]) -> Iterator[tuple[int, ...]]:
    every = tuple(items)
    for chosen in product((False, True), repeat=len(every)):
        yield tuple(item for item, taken in zip(every, chosen, strict=True) if taken)


def test_three_hundred_units_are_shared_out_among_eight_headquarters() -> None:
    """How long that takes is measured by `make bench`."""
    dice = random.Random(1)
    names = [f"hq{number}" for number in range(8)]
    wanted = {f"u{number}": dice.sample(names, dice.randint(1, 4)) for number in range(300)}
    given_ = Assignment(dict.fromkeys(names, 18))
    assert sum(given_.add(one, reach) for one, reach in wanted.items()) == 144
    assert Counter(given_.by.values()) == dict.fromkeys(names, 18)
    assert all(by in wanted[one] for one, by in given_.by.items())


def test_lines_to_headquarters_may_count_from_afar() -> None:
    far = bind("chain", "supply.headquarters", "10.2", maximum=99, from_afar=True)
    near = bind("chain", "supply.headquarters", "10.2", maximum=99)
    for chain, expected in ((far, Verdict.LEGAL), (near, Verdict.ILLEGAL)):
        line = (bind("line", "supply.line", "10.1", maximum=5), bind("source", "supply.places", "10.2", hexes=["0101"]))
        at = table((unit("A", traits="hq"), "0505"), (soldier(), "0515"), rules=(*BASICS, NEGATION, *CHECKS, *line, chain))
        assert judge(at, Supply((("1", "in supply"),))).verdict is expected


def test_a_line_that_is_only_there_from_afar_is_stretched() -> None:
    chain = bind("chain", "supply.headquarters", "10.2", maximum=99, from_afar=True)
    line = (bind("line", "supply.line", "10.1", maximum=5), bind("source", "supply.places", "10.2", hexes=["0101"]))
    at = table(
        (unit("A", traits="hq"), "0505"),
        (soldier(), "0515"),
        (soldier("2"), "0509"),
        (soldier("3"), "0103"),
        rules=(*BASICS, *line, chain),
    )
    seen = survey(at, "red")
    assert [too_far(seen, one, 5).yes for one in ("1", "2", "3")] == [True, False, False]
    alone = table((soldier(), "0515"), rules=(*BASICS, *line, chain))
    assert too_far(survey(alone, "red"), "1", 5).no  # it has no line at all
