"""Retreats: far enough, away, by the best way open, and what they cost."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.engine.actions import Lose, Retreat
from adjudicator.engine.state import Standing
from adjudicator.engine.units import Unit
from adjudicator.rules.apply import apply
from adjudicator.rules.combat.record import last
from adjudicator.rules.combat.routes import manner_of, routes
from adjudicator.rules.registry import Binding
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

from .tables import BASICS, GRID, bind, board, table, unit
from .tables_combat import (
    CHARTS,
    KG,
    NORTH,
    NORTH_EAST,
    NORTH_WEST,
    SOUTH,
    SOUTH_EAST,
    SOUTH_WEST,
    TARGET,
    about,
    fought,
    needs,
    verdict,
)

LEGAL, ILLEGAL, UNDECIDED = Verdict.LEGAL, Verdict.ILLEGAL, Verdict.UNDECIDED
LAKES = dict.fromkeys((NORTH, NORTH_WEST, SOUTH_WEST, NORTH_EAST), "lake")


def full(name: str, side: str = "red", attack: int | None = 6, defence: int = 3, **more: Any) -> Unit:
    return unit(name, side, **{"attack": attack, "defence": defence, "movement": 4, "reduced": {"attack": 2}, **more})


A, D, E = full("a"), full("d", "blue", 2, 5), full("e", "blue", 7, 4)


def after(result: str, *more: tuple[Unit, str] | tuple[Unit, Standing], **ground: Any) -> Table:
    """Blue's D at the target was attacked by A from the south."""
    placed = ((A, SOUTH), (D, TARGET), *more)
    game = table(*placed, on=board(ground.get("terrain"), ground.get("sides")), rules=KG, charts=CHARTS)
    return fought(game, "a", result=result)


def where(game: Table, to: str, *units: str, path: tuple[str, ...] | None = None, rule: str = "retreat-where") -> Verdict:
    return verdict(game, Retreat(units or ("d",), to, path), rule)


@pytest.mark.parametrize(
    ("to", "expected"),
    [
        (NORTH, LEGAL),
        (NORTH_WEST, LEGAL),
        (NORTH_EAST, LEGAL),  # 60 degrees from north
        (SOUTH_WEST, ILLEGAL),  # A's zone of control, and others are free of it
        (SOUTH_EAST, ILLEGAL),
        ("1008", ILLEGAL),  # too far
        (TARGET, ILLEGAL),
    ],
)
def test_a_retreat_of_one_hex_avoids_zones_of_control(to: str, expected: Verdict) -> None:
    assert where(after("Dr"), to) is expected


def test_the_reason_names_what_was_better() -> None:
    game = after("Dr", (full("b"), "0911"), terrain={NORTH: "lake", NORTH_EAST: "lake"})
    (opinion,) = about(game, Retreat(("d",), NORTH_WEST), "retreat-where")
    assert opinion.truth.yes  # every hex is in a zone of control: the north-west is best
    free = after("Dr", terrain={NORTH: "lake", NORTH_EAST: "lake"})
    (opinion,) = about(free, Retreat(("d",), SOUTH_WEST), "retreat-where")
    assert opinion.message == f"d could have retreated to {NORTH_WEST} without entering a zone of control, not to {SOUTH_WEST}"
    assert opinion.fix == f"retreat to {NORTH_WEST}"


def test_each_hex_of_a_retreat_lies_further_off() -> None:
    game = after("Dr2")
    assert where(game, "1008") is LEGAL
    assert where(game, "1008", path=(TARGET, NORTH, "1008")) is LEGAL
    assert where(game, NORTH_EAST) is ILLEGAL  # only one hex away
    assert where(game, "1109", path=(TARGET, NORTH, "1109")) is LEGAL
    assert where(game, "1109", path=(TARGET, NORTH_EAST, NORTH, "1109")) is ILLEGAL


def test_the_fewest_zones_of_control_are_entered_where_all_ways_lead_through_some() -> None:
    watch = [(full(f"w{hex}"), hex) for hex in ("0808", "1208")]  # zones over 0908, 0909 and 1108, 1109 and their like
    game = after("Dr2", *watch)
    assert where(game, "1008") is LEGAL
    assert where(game, "0909", path=(TARGET, NORTH_WEST, "0909")) is ILLEGAL


def test_a_wrong_direction_is_a_fault_only_where_the_right_one_was_open() -> None:
    walls = dict.fromkeys((NORTH, NORTH_WEST, SOUTH_WEST), "lake")
    north_east_open = after("Dr", (full("b"), "1212"), terrain=walls)
    assert where(north_east_open, NORTH_EAST) is LEGAL
    closed = after("Dr", terrain={**walls, NORTH_EAST: "lake"})
    assert where(closed, SOUTH_EAST) is LEGAL


def test_between_surely_and_surely_not_only_the_diagram_decides() -> None:
    vague = bind("manner", "routes.away", "9.5", toward={"blue": [0]}, within=30, beyond=90)
    rules = tuple(vague if rule.id == "manner" else rule for rule in KG)
    game = fought(table((A, SOUTH), (D, TARGET), rules=rules, charts=CHARTS), "a", result="Dr")
    assert where(game, NORTH) is LEGAL
    assert where(game, NORTH_EAST) is UNDECIDED
    assert needs(game, Retreat(("d",), NORTH_EAST), "retreat-where") == {"diagram of retreat directions"}


def test_a_retreat_stops_short_only_where_nothing_leads_on() -> None:
    around = dict.fromkeys(GRID.ring(TARGET, 2), "lake")
    assert where(after("Dr2"), NORTH) is ILLEGAL
    game = after("Dr2", terrain=around)
    assert where(game, NORTH) is LEGAL
    retreat = Retreat(("d",), NORTH)
    combat = last(apply(game, retreat))
    assert combat is not None
    assert combat.forced("defender").low == combat.forced("defender").high == 1


def test_who_has_nowhere_to_go_stays_where_it_is_and_who_has_does_not() -> None:
    shut = dict.fromkeys((NORTH, NORTH_WEST, SOUTH_WEST, NORTH_EAST, SOUTH_EAST), "lake")
    assert where(after("Dr2", terrain=shut), TARGET) is LEGAL
    assert where(after("Dr2", terrain={each: "lake" for each in shut if each != NORTH}), TARGET) is ILLEGAL


def test_no_hex_is_passed_that_could_not_be_moved_through() -> None:
    assert where(after("Dr", terrain={NORTH: "lake"}), NORTH) is ILLEGAL
    assert where(after("Dr", sides={f"{TARGET}/{NORTH}": "river-major"}), NORTH) is ILLEGAL
    assert where(after("Dr", (full("b"), NORTH)), NORTH) is ILLEGAL


def test_a_lone_headquarters_is_overrun_in_retreating() -> None:
    head = unit("hq", "red", attack=0, defence=0, movement=4, traits="hq")
    game = after("Dr", (head, NORTH))
    assert where(game, NORTH) is LEGAL
    assert apply(game, Retreat(("d",), NORTH)).standing("hq") is None
    unarmed = full("d", "blue", 0)
    without = fought(table((A, SOUTH), (unarmed, TARGET), (head, NORTH), rules=KG, charts=CHARTS), "a", result="Dr")
    assert where(without, NORTH) is ILLEGAL


def test_unknown_terrain_leaves_only_the_retreats_open_that_hang_on_it() -> None:
    game = after("Dr", terrain={NORTH: "?"})
    assert where(game, NORTH) is UNDECIDED
    assert needs(game, Retreat(("d",), NORTH), "retreat-where") == {f"terrain {NORTH}"}
    assert where(game, NORTH_WEST) is LEGAL
    assert where(game, SOUTH_WEST) is ILLEGAL


def test_a_zone_that_may_be_there_leaves_the_retreat_open() -> None:
    hidden = full("h", attack=None)
    game = after("Dr", (hidden, "1008"))
    assert where(game, NORTH) is UNDECIDED
    assert needs(game, Retreat(("d",), NORTH), "retreat-where") == {"attack of h"}
    assert where(game, NORTH_WEST) is LEGAL


def test_who_would_overfill_a_hex_goes_one_further() -> None:
    friends = [(full(f"f{number}", "blue"), NORTH) for number in range(2)]
    game = after("Dr", *friends, terrain=dict.fromkeys((NORTH_WEST, NORTH_EAST, SOUTH_WEST, SOUTH_EAST), "lake"))
    assert where(game, NORTH) is ILLEGAL
    assert where(game, "1008") is LEGAL


def test_there_is_no_retreat_where_none_was_ordered() -> None:
    assert where(after("D1"), NORTH) is ILLEGAL
    assert where(after("Dr", terrain={TARGET: "village"}), NORTH) is ILLEGAL
    assert where(after("Dr2", terrain={TARGET: "village"}), NORTH) is LEGAL
    assert where(after("Dr2", terrain={TARGET: "village"}), "1008") is ILLEGAL


def test_a_length_left_open_by_unknown_terrain_is_undecided() -> None:
    game = after("Dr2", terrain={TARGET: "?"})
    assert where(game, NORTH) is UNDECIDED
    assert where(game, "1008") is UNDECIDED
    assert where(game, "1007") is ILLEGAL
    assert needs(game, Retreat(("d",), "1008"), "retreat-where") == {f"terrain {TARGET}"}


def test_attackers_retreat_from_their_own_hex() -> None:
    assert where(after("A1r"), "1012", "a") is LEGAL
    assert where(after("A1r"), "0912", "a") is LEGAL
    assert where(after("A1r"), SOUTH_WEST, "a") is ILLEGAL  # in a zone of control, and not south or east
    assert where(after("A1r"), TARGET, "a") is ILLEGAL


def test_without_a_combat_a_retreat_is_undecided() -> None:
    game = table((A, SOUTH), (D, TARGET), rules=KG, charts=CHARTS)
    assert where(game, NORTH) is UNDECIDED
    assert verdict(game, Retreat(("d",), NORTH, length=1), "retreat-where") is LEGAL


@pytest.mark.parametrize(("movement", "expected"), [(4, LEGAL), (0, ILLEGAL), (None, UNDECIDED)])
def test_units_that_cannot_move_do_not_retreat(movement: int | None, expected: Verdict) -> None:
    still = full("s", "blue", movement=movement)
    game = fought(table((A, SOUTH), (still, TARGET), rules=KG, charts=CHARTS), "a", result="Dr")
    assert verdict(game, Retreat(("s",), NORTH), "retreat-able") is expected


def test_immobile_units_take_their_retreat_as_losses() -> None:
    still = full("s", "blue", movement=0)
    game = fought(table((A, SOUTH), (still, TARGET), rules=KG, charts=CHARTS), "a", result="Dr2")
    assert verdict(game, Lose("blue", ("s", "s")), "losses") is LEGAL


def test_only_units_of_the_combat_retreat_and_each_once() -> None:
    game = after("Dr", (full("f", "blue"), "0505"))
    assert where(game, NORTH, rule="retreat-who") is LEGAL
    assert where(game, "0504", "f", rule="retreat-who") is ILLEGAL
    assert where(apply(game, Retreat(("d",), NORTH)), "1008", rule="retreat-who") is ILLEGAL


def test_a_zone_of_control_entered_costs_the_stack_one_step() -> None:
    game = after("Dr", (E, TARGET), (full("b"), "0909"), terrain={**LAKES, SOUTH_WEST: "clear"})
    together = apply(game, Retreat(("d", "e"), SOUTH_WEST))
    combat = last(together)
    assert combat is not None
    assert combat.forced("defender").low == combat.forced("defender").high == 1
    assert verdict(together, Lose("blue", ("d",), because="retreat"), "losses") is LEGAL
    assert verdict(together, Lose("blue", (), because="retreat"), "losses") is ILLEGAL
    assert verdict(together, Lose("blue", ("d", "e"), because="retreat"), "losses") is ILLEGAL


SEELOW = (
    *(rule for rule in BASICS if rule.id != "zoc-cost"),
    bind("zoc-cost", "zoc.rigid", "5.1"),
    bind("negate", "zoc.friends_negate", "7.53", purposes=["retreat"]),
    bind("results", "results.against_morale", "7.4"),
    bind("retreat", "after_fire.by_check_or_morale", "7.42", kinds=[]),
    bind("manner", "routes.away", "7.5", prefer=["vacant"], zones="barred", off_map=True),
    bind("retreat-where", "retreat.explained", "7.5"),
)


def seelow(
    *more: tuple[Unit, str] | tuple[Unit, Standing],
    morale: int | None = 3,
    result: str = "4",
    rules: tuple[Binding, ...] = SEELOW,
) -> Table:
    standing = Standing(TARGET)
    runner = unit("d", "blue", attack=2, defence=3, movement=4, morale=morale)
    return fought(table((A, SOUTH), (runner, standing), *more, rules=rules, charts=CHARTS), "a", result=result)


def test_units_whose_morale_is_below_the_result_retreat_two_hexes() -> None:
    assert where(seelow(morale=3), "1008") is LEGAL
    assert where(seelow(morale=3), NORTH) is ILLEGAL
    assert where(seelow(morale=4), "1008") is ILLEGAL
    assert where(seelow(morale=None), "1008") is UNDECIDED
    assert needs(seelow(morale=None), Retreat(("d",), "1008"), "retreat-where") == {"morale of d"}


def test_disruption_lowers_morale() -> None:
    runner = (unit("e", "blue", attack=2, defence=3, movement=4, morale=5), Standing(TARGET, 0, frozenset({"disrupted"})))
    assert where(seelow(runner), "1008", "e") is LEGAL
    steady = (unit("e", "blue", attack=2, defence=3, movement=4, morale=5), Standing(TARGET))
    assert where(seelow(steady), "1008", "e") is ILLEGAL


@pytest.mark.parametrize(("join", "expected"), [(True, LEGAL), (False, ILLEGAL)])
def test_others_of_the_hex_may_go_along_where_the_game_lets_them(join: bool, expected: Verdict) -> None:
    manner = bind("manner", "routes.away", "7.5", prefer=["vacant"], zones="barred", join=join)
    rules = tuple(manner if rule.id == "manner" else rule for rule in SEELOW)
    steady = (unit("e", "blue", attack=2, defence=3, movement=4, morale=9), TARGET)
    assert where(seelow(steady, rules=rules), "1008", "e") is expected
    assert where(seelow(steady, rules=rules), "1008", "d", "e") is LEGAL
    assert where(seelow(steady, morale=9, rules=rules), "1008", "e") is ILLEGAL


@pytest.mark.parametrize(("off_map", "expected"), [(True, LEGAL), (False, ILLEGAL)])
def test_a_retreat_off_the_map_needs_its_edge_and_leave(off_map: bool, expected: Verdict) -> None:
    manner = bind("manner", "routes.away", "7.54", prefer=["vacant"], zones="barred", off_map=off_map)
    rules = tuple(manner if rule.id == "manner" else rule for rule in SEELOW)
    runner = unit("d", "blue", attack=2, defence=3, movement=4, morale=3)
    game = fought(table((A, "1003"), (runner, "1002"), rules=rules, charts=CHARTS), "a", result="4", target="1002")
    assert where(game, "off the map") is expected
    assert where(seelow(rules=rules), "off the map") is ILLEGAL


def test_a_stack_drives_over_a_headquarters_if_one_of_it_can() -> None:
    head, own = (
        unit(name, side, attack=0, defence=0, movement=4, traits="hq") for name, side in (("hq", "red"), ("own", "blue"))
    )
    game = after("Dr", (own, TARGET), (head, NORTH))
    assert where(game, NORTH, "d", "own") is LEGAL
    assert where(game, NORTH, "own") is ILLEGAL


def test_a_vacant_hex_is_taken_before_one_with_friends() -> None:
    friend = (full("f", "blue"), "1008")
    assert where(seelow(friend), "1008") is ILLEGAL
    assert where(seelow(friend), "0909") is LEGAL


def test_enemy_zones_are_closed_to_a_retreat_unless_a_friend_is_there() -> None:
    watch = (full("w"), "1007")  # its zone covers 1008
    assert where(seelow(watch), "1008") is ILLEGAL
    friends = [(full(f"f{hex}", "blue"), hex) for hex in GRID.ring(TARGET, 2) if hex != "1012"]
    assert where(seelow(watch, *friends), "1008") is LEGAL


@settings(deadline=None, max_examples=40)
@given(st.sets(st.sampled_from(sorted(GRID.within(TARGET, 3))), max_size=8), st.integers(1, 3))
def test_every_route_goes_further_off_with_each_hex_and_meets_no_enemy(enemies: set[str], length: int) -> None:
    placed = [(full(f"x{hex}"), hex) for hex in sorted(enemies - {TARGET})]
    game = table(*placed, (D, TARGET), rules=KG, charts=CHARTS)
    manner = manner_of(game, "d")
    assert manner is not None
    found = routes(game, ("d",), TARGET, length, manner)
    assert found
    for route in found:
        assert route.path[0] == TARGET
        assert [GRID.distance(TARGET, hex) for hex in route.path] == list(range(len(route.path)))
        assert all(GRID.adjacent(a, b) for a, b in pairwise(route.path))
        assert not enemies.intersection(route.path[1:])
        assert len(route.path) - 1 + route.short == length
        assert route.zones.exact


@settings(deadline=None, max_examples=40)
@given(st.sets(st.sampled_from(sorted(set(GRID.within(TARGET, 3)) - {TARGET, SOUTH})), max_size=7), st.integers(1, 2))
def test_some_way_to_retreat_is_always_lawful(enemies: set[str], length: int) -> None:
    placed = [(full(f"x{hex}"), hex) for hex in sorted(enemies)]
    game = after("Dr" if length == 1 else "Dr2", *placed)
    ends = {hex for hex in GRID.within(TARGET, length) if hex != TARGET}
    lawful = {hex for hex in ends if where(game, hex) is LEGAL}
    walled = all(game.enemy_units("blue", hex) for hex in GRID.neighbours(TARGET))
    assert lawful or walled
    assert not any(where(game, hex) is UNDECIDED for hex in ends)


GROUND = st.dictionaries(
    st.sampled_from(sorted(set(GRID.within(TARGET, 2)) - {SOUTH})), st.sampled_from(["lake", "forest", "village"]), max_size=8
)


@settings(deadline=None, max_examples=40)
@given(GROUND, st.sets(st.sampled_from(sorted(GRID.within(TARGET, 2))), max_size=3), st.sampled_from(["Dr", "Dr2"]))
def test_what_is_found_without_a_fact_is_not_turned_round_by_it(terrain: dict[str, str], hidden: set[str], result: str) -> None:
    if terrain.get(TARGET) == "lake":
        return
    known = after(result, (full("w"), "1008"), terrain=terrain)
    less = after(result, (full("w"), "1008"), terrain={**terrain, **dict.fromkeys(hidden - {SOUTH}, "?")})
    for to in GRID.within(TARGET, 2):
        before = where(less, to)
        assert before is UNDECIDED or before is where(known, to)


def test_units_of_two_hexes_are_judged_by_themselves() -> None:
    both = (full("b"), SOUTH_EAST)
    game = fought(table((A, SOUTH), both, (D, TARGET), rules=KG, charts=CHARTS), "a", "b", result="A1r")
    assert where(game, "1112", "a", "b") is LEGAL
    assert where(game, "1113", "a", "b") is ILLEGAL


def test_a_stack_goes_on_as_far_as_the_game_lets_it_to_find_room() -> None:
    crowd = [(full(f"{hex}-{number}", "blue"), hex) for hex in (NORTH, "1008") for number in range(2)]
    walls = {hex: "lake" for hex in GRID.within(TARGET, 3) if hex not in (TARGET, SOUTH, NORTH, "1008", "1007")}
    for more, expected in ((1, ILLEGAL), (2, LEGAL)):
        manner = bind("manner", "routes.away", "7.55", displaced=more)
        rules = tuple(manner if rule.id == "manner" else rule for rule in KG)
        game = table((A, SOUTH), (D, TARGET), *crowd, on=board(walls), rules=rules, charts=CHARTS)
        assert where(fought(game, "a", result="Dr"), "1007") is expected
