"""What a result asks of each side at its limits: who retreats how far, what is lost, what is settled, who advances."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.engine.actions import Advance, Attack, Lose, Phase, Remove, Retreat
from adjudicator.engine.state import Standing
from adjudicator.engine.units import Unit
from adjudicator.facts import Interval
from adjudicator.rules.apply import apply
from adjudicator.rules.combat.aftermath import losses_due, ordered
from adjudicator.rules.combat.breakthrough import excess
from adjudicator.rules.combat.record import Combat, last
from adjudicator.rules.combat.routes import Manner
from adjudicator.rules.registry import Binding
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict
from tests.support import needed

from .tables import BASICS, GRID, bind, board, table, unit
from .tables_combat import CHARTS, KG, NORTH, NORTH_EAST, NORTH_WEST, SOUTH, SOUTH_EAST, TARGET, VOB_GRID, about, fought, verdict

LEGAL, ILLEGAL, UNDECIDED = Verdict.LEGAL, Verdict.ILLEGAL, Verdict.UNDECIDED


def full(name: str, side: str = "red", **more: Any) -> Unit:
    ratings = {"attack": 6, "defence": 3, "movement": 4, "reduced": {"attack": 2, "defence": 2}, **more}
    return unit(name, side, **ratings)


A, B, D, E = full("a"), full("b", attack=4), full("d", "blue"), full("e", "blue")
HEAD, BLUE_HEAD = (
    unit(name, side, attack=0, defence=0, movement=4, traits="hq") for name, side in (("hq", "red"), ("bhq", "blue"))
)


def game(
    *more: tuple[Unit, str] | tuple[Unit, Standing],
    rules: tuple[Binding, ...] = KG,
    terrain: dict[str, str] | None = None,
    sides: dict[str, str] | None = None,
) -> Table:
    return table((A, SOUTH), (D, TARGET), *more, on=board(terrain, sides), rules=rules, charts=CHARTS)


def combat_of(at: Table) -> Combat:
    combat = last(at)
    assert combat is not None
    return combat


def span(found: Interval) -> tuple[float, float]:
    return found.low, found.high


def length(at: Table, unit_: str) -> tuple[float, float]:
    return span(ordered(at, combat_of(at), unit_).length)


def due(at: Table, role: Any = "defender") -> tuple[float, float]:
    return span(losses_due(at, combat_of(at), role).number)


def where(at: Table, to: str, *units: str, path: tuple[str, ...] | None = None, rule: str = "retreat-where") -> Verdict:
    return verdict(at, Retreat(units or ("d",), to, path), rule)


def other(id_: str, use: str, **given: Any) -> tuple[Binding, ...]:
    """The rules with one of them as another game has it."""
    return (*(rule for rule in KG if rule.id != id_), bind(id_, use, "9.0", **given))


# --- orders


def test_a_town_may_take_away_losses_alone_or_retreats_alone() -> None:
    names = ("loss-in-town", "retreat-in-town", "combined")
    bare = tuple(rule for rule in KG if rule.id not in names)
    cases: tuple[tuple[dict[str, Any], object], ...] = (
        ({"losses": 1}, ((0, 0), (1, 1))),
        ({"retreats": 1}, ((1, 1), (0, 0))),
        ({}, ((1, 1), (1, 1))),
    )
    for given, expected in cases:
        town = bind("town", "aftermath.negated", terrain=["town"], **given)
        after = fought(game(rules=(*bare, town), terrain={TARGET: "town"}), "a", result="D1r")
        assert (due(after), length(after, "d")) == expected


def test_a_headquarters_retreats_with_the_attackers_it_stood_with_and_nobody_else_does() -> None:
    after = fought(game((HEAD, SOUTH), (BLUE_HEAD, "0303")), "a", result="A1r")
    assert length(after, "hq") == length(after, "a") == (1, 1)
    assert length(after, "bhq") == length(after, "d") == (0, 0)
    assert where(after, "1012", "a", "hq") is LEGAL
    assert where(after, "1012", "hq") is LEGAL
    assert where(after, "1012", "hq", rule="retreat-who") is LEGAL
    away = game((HEAD, SOUTH_EAST))
    assert where(fought(away, "a", result="A1r"), "1212", "hq", rule="retreat-who") is ILLEGAL


def test_an_unknown_result_is_a_retreat_of_three_hexes_at_most() -> None:
    after = apply(game(), Attack(("a",), TARGET))
    assert length(after, "d") == (0, 3)
    assert where(after, "1007") is UNDECIDED
    assert where(after, "1006") is ILLEGAL


MORALE = (
    *(rule for rule in KG if rule.id not in ("results", "retreat", "manner")),
    bind("results", "results.against_morale", "7.4"),
    bind("retreat", "after_fire.by_check_or_morale", "7.42", kinds=[], unaffected=["steadfast"]),
    bind("manner", "routes.away", "7.5", prefer=["vacant"], zones="barred", join=True),
)


def soldier(name: str, side: str = "blue", morale: int | None = 3, **more: Any) -> Unit:
    return full(name, side, morale=morale, reduced={"morale": morale}, **more)


def shaken(result: str | None, *more: tuple[Unit, str] | tuple[Unit, Standing], rules: tuple[Binding, ...] = MORALE) -> Table:
    at = table((soldier("a", "red", 5), SOUTH), (soldier("x"), TARGET), *more, rules=rules, charts=CHARTS)
    return apply(at, Attack(("a",), TARGET, result=result))


@pytest.mark.parametrize(
    ("morale", "disrupted", "expected"), [(3, False, 2), (4, False, 0), (5, True, 2), (6, True, 0), (7, True, 0)]
)
def test_a_disrupted_unit_has_two_less_morale(morale: int, disrupted: bool, expected: int) -> None:
    standing = Standing(TARGET, 0, frozenset({"disrupted"} if disrupted else ()))
    assert length(shaken("4", (soldier("d", morale=morale), standing)), "d") == (expected, expected)


def test_morale_that_is_not_known_may_be_as_low_as_nothing() -> None:
    assert length(shaken("1", (soldier("d", morale=None), TARGET)), "d") == (0, 2)


def test_the_steadfast_never_run_and_nobody_runs_from_an_unknown_result_for_sure() -> None:
    assert length(shaken("9", (soldier("d", traits="steadfast"), TARGET)), "d") == (0, 0)
    assert length(shaken(None), "x") == (0, 2)
    assert length(shaken("E"), "x") == (0, 0)


def test_one_step_lets_a_whole_side_stay() -> None:
    after = shaken("4", (soldier("d"), TARGET))
    following = Attack(("a",), TARGET)
    assert verdict(after, following, "settled") is ILLEGAL
    assert verdict(apply(after, Lose("blue", ("d",))), following, "settled") is LEGAL


def test_others_of_an_attacking_hex_go_along_with_those_who_must() -> None:
    joined = (soldier("b", "red", 9), SOUTH)
    at = table((soldier("a", "red", 2), SOUTH), (soldier("x"), TARGET), joined, rules=MORALE, charts=CHARTS)
    after = apply(at, Attack(("a",), TARGET, result="A4"))
    assert where(after, "1013", "b") is LEGAL
    elsewhere = at.after(at.state.moved("b", SOUTH_EAST))
    after = apply(elsewhere, Attack(("a", "b"), TARGET, result="A4"))
    assert where(after, "1113", "b") is ILLEGAL


# --- stars


STAR = (*KG, bind("star", "aftermath.if_ignored", "9.1"))


def test_a_star_strikes_where_settlements_let_the_defender_stay() -> None:
    found = {}
    for terrain in ("clear", "village", "?"):
        after = fought(game(rules=STAR, terrain={TARGET: terrain}), "a", result="A1*/Dr")
        found[terrain] = due(after, "attacker")
    assert found == {"clear": (0, 0), "village": (1, 1), "?": (0, 1)}


# --- losses


def test_it_is_open_what_unknown_attackers_lost_by_an_unknown_result() -> None:
    at = game((B, SOUTH))
    after = apply(at, Attack((), TARGET))
    assert verdict(after, Lose("red", ("a", "b")), "losses") is UNDECIDED
    after = apply(at, Attack(("a",), TARGET))
    assert verdict(after, Lose("blue", ("d", "d")), "losses") is UNDECIDED
    assert verdict(after, Lose("blue", ("d",) * 5), "losses") is ILLEGAL


@pytest.mark.parametrize(("steps", "expected"), [(("d",), LEGAL), (("d", "d"), LEGAL), (("d", "d", "d"), ILLEGAL)])
def test_a_unit_loses_no_more_steps_than_it_has(steps: tuple[str, ...], expected: Verdict) -> None:
    assert verdict(fought(game(), "a", result="D3"), Lose("blue", steps), "losses-who") is expected


def test_a_unit_without_ratings_has_one_step_and_one_that_is_gone_has_none() -> None:
    plain = Unit("p", "p", "blue")
    at = table((A, SOUTH), (plain, TARGET), rules=KG, charts=CHARTS)
    assert verdict(at, Lose("blue", ("p",), because="no fuel"), "losses-who") is LEGAL
    assert verdict(at, Lose("blue", ("p", "p"), because="no fuel"), "losses-who") is ILLEGAL
    gone = at.after(at.state.with_standing("p", None))
    assert verdict(gone, Lose("blue", ("p",), because="no fuel"), "losses-who") is ILLEGAL


def test_each_side_takes_its_own_losses() -> None:
    after = apply(fought(game(), "a", result="A1/D1"), Lose("red", ("a",)))
    assert verdict(after, Lose("blue", ("d",)), "losses") is LEGAL
    assert verdict(after, Lose("blue", ()), "losses") is ILLEGAL
    assert verdict(after, Lose("red", ("a",)), "losses") is ILLEGAL


def test_losses_that_are_short_or_too_many_are_told_apart() -> None:
    after = fought(game((E, TARGET)), "a", result="D2")
    (short,) = about(after, Lose("blue", ("d",)), "losses")
    assert (short.message, short.fix) == ("the Blue player lost 1 of 2 steps that are due", "take 1 more")
    (many,) = about(after, Lose("blue", ("d", "d", "e")), "losses")
    assert many.message == "the Blue player lost 3 steps where at most 2 are due"


def test_a_hex_not_retreated_costs_a_stack_one_step_and_no_morale_costs_more() -> None:
    assert verdict(fought(game((E, TARGET)), "a", result="Dr"), Lose("blue", ("e",)), "losses") is LEGAL
    assert verdict(fought(game((E, TARGET)), "a", result="Dr"), Lose("blue", ("d", "e")), "losses") is ILLEGAL
    assert verdict(fought(game(), "a", result="Dr"), Lose("blue", ("d", "d")), "losses") is ILLEGAL
    assert verdict(shaken("4"), Lose("blue", ("x", "x")), "losses") is LEGAL  # caught, and lost with all its steps


def test_all_units_of_a_stack_may_lose_a_step() -> None:
    after = fought(game((E, TARGET)), "a", result="D2")
    assert verdict(after, Lose("blue", ("d", "e")), "losses-first") is LEGAL
    weak = full("e", "blue", defence=1)
    after = fought(game((weak, TARGET)), "a", result="D1")
    assert verdict(after, Lose("blue", ("e",)), "losses-first") is ILLEGAL


# --- settled


def settled(at: Table, rule: str = "settled") -> Verdict:
    return verdict(at, Attack(("b",), TARGET), rule)


def test_nothing_is_left_to_ask_of_a_side_that_is_gone() -> None:
    after = apply(game((B, SOUTH_EAST)), Attack(("a",), TARGET))
    asked = [each.message for each in about(after, Attack(("b",), TARGET), "settled")]
    assert any("the Blue player" in message for message in asked)
    gone = apply(apply(after, Lose("blue", ("d",))), Lose("blue", ("d",)))
    assert gone.standing("d") is None
    asked = [each.message for each in about(gone, Attack(("b",), TARGET), "settled")]
    assert not any("the Blue player" in message for message in asked)
    assert any("the Red player" in message for message in asked)


def test_the_step_that_a_zone_of_control_costs_is_asked_of_those_who_ran() -> None:
    ring = dict.fromkeys((NORTH, NORTH_WEST, NORTH_EAST), "lake")
    after = apply(fought(game((B, "1013"), terrain=ring), "a", result="Dr"), Retreat(("d",), "0911"))
    (opinion,) = about(after, Attack(("b",), TARGET), "settled")
    assert opinion.message == f"the Blue player has not lost the step due for the combat at {TARGET}"
    assert settled(apply(after, Lose("blue", ("d",), because="retreat"))) is LEGAL


def test_the_reason_says_how_many_hexes_were_not_retreated() -> None:
    for result, words in (("Dr", "the 1 hex that"), ("Dr2", "the 2 hexes that")):
        (opinion,) = about(fought(game((B, SOUTH_EAST)), "a", result=result), Attack(("b",), TARGET), "settled")
        assert words in opinion.message


def test_a_stack_that_perhaps_had_to_retreat_is_not_asked_for_more_than_a_step() -> None:
    after = apply(game((E, TARGET), (B, SOUTH_EAST), terrain={TARGET: "?"}), Attack(("a",), TARGET, result="Dr"))
    assert settled(after) is UNDECIDED
    assert settled(apply(after, Lose("blue", ("d",)))) is UNDECIDED  # if it had to retreat, it could have
    shut_in = {**dict.fromkeys(GRID.neighbours(TARGET), "lake"), TARGET: "?"}
    after = apply(game((E, TARGET), (B, SOUTH_EAST), terrain=shut_in), Attack(("a",), TARGET, result="Dr"))
    assert settled(after) is UNDECIDED
    assert settled(apply(after, Lose("blue", ("d",)))) is LEGAL


ALONG = (
    *(rule for rule in KG if rule.id != "settled"),
    bind("settled", "losses.settled", "9.1", on=("attack",), never=["hq"]),
    bind("along", "losses.settled", "11.1", on=("attack",), only=["hq"]),
)


def test_a_headquarters_goes_with_those_it_stood_with_if_any_are_left() -> None:
    stay = fought(game((BLUE_HEAD, TARGET), (B, SOUTH_EAST), rules=ALONG), "a", result="Dr")
    left = apply(stay, Retreat(("d",), NORTH))
    assert settled(left) is LEGAL
    assert settled(left, "along") is ILLEGAL
    assert settled(apply(left, Retreat(("bhq",), NORTH)), "along") is LEGAL
    lost = apply(stay, Lose("blue", ("d", "d")))
    assert settled(lost, "along") is LEGAL
    alone = fought(game((BLUE_HEAD, "0303"), (B, SOUTH_EAST), rules=ALONG), "a", result="D1")
    assert settled(apply(alone, Lose("blue", ("d",))), "along") is LEGAL


def test_a_headquarters_goes_with_the_attackers_of_its_own_hex() -> None:
    both = game((HEAD, SOUTH), (B, SOUTH_EAST), rules=ALONG)
    after = fought(both, "a", "b", result="A1r")
    gone = apply(apply(apply(after, Lose("red", ("a",))), Retreat(("a",), "1012")), Retreat(("b",), "1112"))
    again = Attack(("a",), TARGET)
    assert verdict(gone, again, "along") is ILLEGAL
    assert verdict(apply(gone, Retreat(("hq",), "1012")), again, "along") is LEGAL
    lost = apply(apply(fought(both, "a", "b", result="A2r"), Lose("red", ("a", "a"))), Retreat(("b",), "1112"))
    assert verdict(lost, Attack(("b",), TARGET), "along") is LEGAL  # nobody of its hex is left


# --- routes


def test_points_of_the_compass_are_bearings() -> None:
    toward = {"red": ["south", "east"], "blue": ["north", "west"]}
    manner = bind("manner", "routes.away", toward=toward)(game())
    assert isinstance(manner, Manner)
    assert manner.toward == {"red": (180, 90), "blue": (0, 270)}


@pytest.mark.parametrize(
    ("given", "to", "expected"),
    [
        ({}, NORTH_EAST, LEGAL),
        ({}, NORTH_WEST, LEGAL),
        ({"beyond": 61, "within": 59}, NORTH_EAST, UNDECIDED),
        ({"within": 30}, NORTH_EAST, ILLEGAL),
        ({"within": 30}, NORTH_WEST, ILLEGAL),
        ({"within": 30}, NORTH, LEGAL),
    ],
)
def test_sixty_degrees_off_is_in_the_direction_unless_the_game_says_otherwise(
    given: dict[str, float], to: str, expected: Verdict
) -> None:
    rules = other("manner", "routes.away", toward={"blue": ["north"]}, **given)
    assert where(fought(game(rules=rules), "a", result="Dr"), to) is expected


def test_a_stack_that_went_on_to_find_room_has_not_stopped_short() -> None:
    friends = [(full(f"f{number}", "blue"), NORTH) for number in range(2)]
    walls = dict.fromkeys((NORTH_WEST, NORTH_EAST, "0911", "1111"), "lake")
    after = apply(fought(game(*friends, terrain=walls), "a", result="Dr"), Retreat(("d",), "1008"))
    assert span(combat_of(after).forced("defender")) == (0, 0)


# --- retreats


def forced(at: Table, to: str, path: tuple[str, ...] | None = None, *units: str) -> tuple[float, float]:
    return span(combat_of(apply(at, Retreat(units or ("d",), to, path))).forced("defender"))


def test_a_retreat_nobody_ordered_costs_nothing_and_one_nobody_can_make_is_left_open() -> None:
    assert forced(fought(game(), "a", result="D1"), NORTH) == (0, 0)
    assert forced(fought(game(), "a", result="Dr2"), "1006") == (0, 2)


def test_the_path_that_was_shown_is_the_one_that_is_paid_for() -> None:
    end, watcher = "1109", "1210"
    assert GRID.adjacent(watcher, NORTH_EAST)
    assert not GRID.adjacent(watcher, NORTH)
    assert not GRID.adjacent(watcher, end)
    at = fought(game((full("w"), watcher)), "a", result="Dr2")
    assert forced(at, end, (TARGET, NORTH, end)) == forced(at, end) == (0, 0)
    assert forced(at, end, (TARGET, NORTH_EAST, end)) == (1, 1)


def test_a_unit_not_in_the_combat_may_have_gone_up_to_three_hexes() -> None:
    at = fought(game((full("f", "blue"), "0505")), "a", result="Dr")
    assert where(at, "0502", "f") is UNDECIDED
    assert where(at, "0501", "f") is ILLEGAL
    pocket = dict.fromkeys((*GRID.ring("0505", 1), *GRID.ring("0505", 2)), "lake")
    boxed = fought(game((full("f", "blue"), "0505"), terrain={**pocket, "0504": "clear"}), "a", result="Dr")
    assert where(boxed, "0504", "f") is UNDECIDED


def test_a_movement_of_one_is_enough_to_retreat_or_to_advance() -> None:
    slow = full("s", "blue", movement=1)
    at = fought(table((full("a", movement=1), SOUTH), (slow, TARGET), rules=KG, charts=CHARTS), "a", result="Dr")
    assert where(at, NORTH, "s", rule="retreat-able") is LEGAL
    assert verdict(apply(at, Retreat(("s",), NORTH)), Advance(("a",), TARGET), "advance-able") is LEGAL


@pytest.mark.parametrize(("hex", "expected"), [("1001", LEGAL), ("1002", ILLEGAL)])
def test_one_hex_leads_off_the_map_only_from_its_edge(hex: str, expected: Verdict) -> None:
    rules = other("manner", "routes.away", off_map=True)
    south = f"10{int(hex[2:]) + 1:02}"
    at = table((A, south), (D, hex), rules=rules, charts=CHARTS)
    assert where(fought(at, "a", result="Dr", target=hex), "off the map") is expected
    assert where(fought(at, "a", result="Dr2", target=hex), "off the map") is LEGAL


def test_a_retreat_off_the_map_is_open_while_its_length_is() -> None:
    rules = other("manner", "routes.away", off_map=True)
    at = table((A, "1003"), (D, "1002"), rules=rules, charts=CHARTS, on=board({"1002": "?"}))
    assert where(fought(at, "a", result="Dr2", target="1002"), "off the map") is UNDECIDED
    assert where(fought(at, "a", result="Dr", target="1002"), "off the map") is ILLEGAL


def because(cause: str, **ground: Any) -> tuple[Binding, ...]:
    return other("retreat-where", "retreat.explained", about=[cause], **ground)


CAUSES = ("length", "way", "stack", "zones", "direction")


@pytest.mark.parametrize(
    ("to", "path", "terrain", "cause"),
    [
        (NORTH, None, {NORTH: "lake"}, "way"),
        (NORTH, (TARGET, NORTH), {NORTH: "lake"}, "way"),
        ("1008", None, {}, "length"),
        (NORTH, (TARGET, NORTH_EAST, NORTH), {}, "length"),
        ("1111", None, {}, "zones"),
        (NORTH_EAST, None, {}, "direction"),
    ],
)
def test_a_wrong_retreat_is_found_by_the_section_it_breaks_and_no_other(
    to: str, path: tuple[str, ...] | None, terrain: dict[str, str], cause: str
) -> None:
    toward = tuple(rule for rule in KG if rule.id not in ("manner", "retreat-where"))
    toward = (*toward, bind("manner", "routes.away", toward={"blue": ["north"]}, within=30))
    found = set()
    for each in CAUSES:
        rules = (*toward, bind("retreat-where", "retreat.explained", about=[each]))
        if where(fought(game(rules=rules, terrain=terrain), "a", result="Dr"), to, path=path) is ILLEGAL:
            found.add(each)
    assert found == {cause}


def test_the_reason_tells_a_worse_direction_from_a_zone_of_control() -> None:
    rules = other("manner", "routes.away", toward={"blue": ["north"]}, within=30)
    at = fought(game(rules=rules), "a", result="Dr")
    (opinion,) = about(at, Retreat(("d",), NORTH_EAST), "retreat-where")
    assert opinion.message == f"d should have retreated to {NORTH}, which comes before {NORTH_EAST}"
    (opinion,) = about(at, Retreat(("d",), "1111"), "retreat-where")
    assert "without entering a zone of control" in opinion.message


def test_only_what_can_decide_a_retreat_is_asked_for() -> None:
    at = fought(game(terrain={NORTH: "?", NORTH_WEST: "?"}), "a", result="Dr")
    (opinion,) = about(at, Retreat(("d",), NORTH), "retreat-where")
    assert opinion.truth.needs == needed(f"terrain {NORTH}")
    at = fought(game(terrain={NORTH_EAST: "?"}), "a", result="Dr2")
    assert where(at, "1109") is LEGAL  # by way of the north


def test_the_length_that_may_be_right_gives_the_reason() -> None:
    at = fought(game(terrain={TARGET: "?", "1008": "?"}), "a", result="Dr2")
    (opinion,) = about(at, Retreat(("d",), "1008"), "retreat-where")
    assert opinion.truth.open
    assert "hangs on what is not known" in opinion.message


# --- advances


def won(*more: tuple[Unit, str], rules: tuple[Binding, ...] = KG) -> Table:
    return apply(fought(game(*more, rules=rules), "a", result="Dr2"), Retreat(("d",), "1008"))


def test_an_advance_is_one_hex_unless_the_game_says_more() -> None:
    rules = other("advance-far", "advance.so_many_hexes")
    assert verdict(won(rules=rules), Advance(("a",), TARGET), "advance-far") is LEGAL
    assert verdict(won(rules=rules), Advance(("a",), NORTH), "advance-far") is ILLEGAL


THROUGH = (
    *(rule for rule in BASICS if rule.id != "zoc-cost"),
    bind("zoc-cost", "zoc.rigid", "3.2"),
    bind("results", "results.steps_each", "8.2"),
    bind("through", "breakthrough.by_excess", "8.5", traits=["mobile"], exploit=True),
)


def broken(result: str, *more: tuple[Unit, str]) -> Table:
    tank, one = full("t", traits="mobile", movement=8), unit("one", "blue", attack=1, defence=1, movement=1)
    at = table((tank, "0402"), (one, "0502"), *more, on=board(grid=VOB_GRID), rules=THROUGH, charts=CHARTS)
    return apply(fought(at, "t", result=result, target="0502"), Remove("one"))


def test_a_breakthrough_counts_what_was_lost_beyond_what_there_was() -> None:
    after = broken("0/3")
    assert span(excess(after, combat_of(after))) == (2, 2)
    after = broken("0/1")
    assert span(excess(after, combat_of(after))) == (0, 0)


def test_a_path_shown_for_a_breakthrough_leads_through_the_hex_attacked() -> None:
    after = broken("0/4")
    near, around = set(VOB_GRID.neighbours("0402")), VOB_GRID.neighbours("0502")
    over = next(hex for hex in around if len(near.intersection(VOB_GRID.neighbours(hex))) == 2 and hex not in (*near, "0402"))
    (beside,) = near.intersection(VOB_GRID.neighbours(over)) - {"0502"}
    assert verdict(after, Advance(("t",), over, ("0402", "0502", over)), "through") is LEGAL
    assert verdict(after, Advance(("t",), over, ("0402", beside, over)), "through") is ILLEGAL


def test_a_reserve_whose_movement_is_not_known_may_have_none() -> None:
    reserve = full("r", traits="mobile", movement=None, reduced=None)
    after = broken("0/4", (reserve, "0301"))
    assert verdict(after, Advance(("r",), "0502"), "through") is UNDECIDED


def test_a_phase_that_ends_before_losses_are_taken_is_told_once() -> None:
    rules = (*KG, bind("ended", "losses.settled", "9.1", on=("phase",)))
    after = fought(game(rules=rules), "a", result="D1")
    assert verdict(after, Phase("supply"), "ended") is ILLEGAL


def test_a_stack_goes_one_hex_on_to_find_room_and_no_further_unless_the_game_says_so() -> None:
    crowd = [(full(f"{hex}-{number}", "blue"), hex) for hex in (NORTH, "1008") for number in range(2)]
    walls = {hex: "lake" for hex in GRID.within(TARGET, 3) if hex not in (TARGET, SOUTH, NORTH, "1008", "1007")}
    at = game(*crowd, terrain=walls, rules=other("manner", "routes.away"))
    assert where(fought(at, "a", result="Dr"), "1007") is ILLEGAL
