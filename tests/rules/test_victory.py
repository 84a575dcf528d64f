"""Victory: who controls a hex, points and the levels they make, sudden death, and claims of victory."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator import factname
from adjudicator.engine.actions import Advance, Declare, Lose, Move, Place, Remove, Retreat
from adjudicator.engine.board import Board
from adjudicator.engine.hexes import Hex
from adjudicator.engine.state import Standing
from adjudicator.engine.units import Unit
from adjudicator.facts import NO, YES, Interval, Unknown, exactly, unsure
from adjudicator.rules.apply import apply
from adjudicator.rules.judge import judge
from adjudicator.rules.registry import Binding
from adjudicator.rules.table import Table
from adjudicator.rules.victory.control import controls
from adjudicator.rules.victory.outcome import outcomes, standing
from adjudicator.rules.victory.points import scores
from adjudicator.verdict import Verdict
from tests.rules.tables import remembering
from tests.support import named, needed

from .tables import BASICS, bind, board, table, unit

TOWNS = tuple(f"10{row:02}" for row in range(1, 15))  # fourteen points, like those of East Prussia
LEVELS = (
    (1, 3, "blue", "crushing"),
    (4, 6, "blue", "major"),
    (7, 7, "blue", "historical"),
    (8, 9, "red", "minor"),
    (10, 14, "red", "major"),
)


def towns() -> Board:
    return board().changed(tags={hex: frozenset({"vp"}) for hex in TOWNS})


def flip(kind: str, **more: Any) -> Binding:
    return bind(
        f"flip-{kind}", "victory.taken", "13.1", on=(kind,), **{"tags": ["vp"], "sides": ["blue"], "without": ["hq"], **more}
    )


POINTS = (
    bind("control", "victory.by_marker", "13.1", first="red"),
    bind("points", "victory.hexes", "13.1", tag="vp"),
    *(
        bind(f"level-{low}", "victory.by_points", "13.2.1", of="red", low=low, high=high, winner=side, level=level)
        for low, high, side, level in LEVELS
    ),
    *(flip(kind) for kind in ("move", "advance", "retreat", "place")),
    bind("claim", "victory.claimed", "13.2"),
)
RULES = (*BASICS[:5], *POINTS)


def at(*placed: tuple[Unit, Any], on: Board | None = None, rules: tuple[Binding, ...] = RULES, **state: Any) -> Table:
    return table(*placed, on=on or towns(), rules=rules, **state)


def blue(name: str = "b", **more: Any) -> Unit:
    return unit(name, "blue", attack=3, movement=9, **more)


def red(name: str = "r", **more: Any) -> Unit:
    return unit(name, attack=3, movement=9, **more)


def lost(count: int) -> dict[Hex, str]:
    return dict.fromkeys(TOWNS[:count], "blue")


# --- control -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "taken"),
    [
        (Move(("b",), "1001"), ["1001"]),
        (Move(("b",), "1105", ("1103", "1003", "1004", "1105")), ["1003", "1004"]),
        (Move(("b",), "1105"), []),  # nobody said which way
        (Advance(("b",), "1002"), ["1002"]),
        (Retreat(("b",), "1002"), ["1002"]),
        (Place("b", "1005"), ["1005"]),
        (Move(("hq",), "1001"), []),  # not a combat unit
        (Move(("r",), "1001"), []),  # the marker never flips back
        (Remove("b", "exit"), []),
    ],
)
def test_markers_flip_where_combat_units_of_the_right_side_come(action: Any, taken: list[Hex]) -> None:
    here = at((blue(), "1103"), (blue("hq", traits="hq"), "1104"), (red(), "0101"))
    assert [hex for hex, side in sorted(apply(here, action).state.control.items()) if side == "blue"] == taken


CRITERIA = (
    *BASICS[:5],
    bind("line", "supply.line", "11.43"),
    bind("friends", "zoc.friends_negate", purposes=["supply"]),
    bind("control", "victory.by_criteria", "12.46", behind={"red": "west", "blue": "east"}),
    bind("passed", "victory.taken", "12.46", on=("move",)),
)


def front(*placed: tuple[Unit, Any], **state: Any) -> Table:
    rows = [f"{row:02}" for row in range(1, 21)]
    areas = {"west": frozenset(f"01{row}" for row in rows), "east": frozenset(f"20{row}" for row in rows)}
    return table(*placed, on=board().changed(areas=areas), rules=CRITERIA, **state)


def line_of_battle() -> list[tuple[Unit, str]]:
    """Two solid lines of units, from north to south."""
    rows = range(1, 21)
    return [*((red(f"r{row}"), f"09{row:02}") for row in rows), *((blue(f"b{row}"), f"12{row:02}") for row in rows)]


def test_control_goes_by_presence_then_by_the_last_to_pass_then_by_the_line() -> None:
    here = front(*line_of_battle(), control={"0505": "blue", "0905": "blue"})
    assert held_by(here, "0905") == ["red"]  # his unit stands there
    assert held_by(here, "0505") == ["blue"]  # nobody there: who passed last
    assert held_by(here, "0506") == ["red"]  # behind the western line
    assert held_by(here, "1506") == ["blue"]
    assert held_by(front(), "0506") == []  # no line at all


def test_what_lies_beyond_all_units_of_a_side_is_not_behind_them() -> None:
    here = front((red(), "0605"), (blue(), "1205"))
    assert controls(here, "blue", "0506") == NO  # though nothing bars the way from there to the eastern edge
    assert controls(here, "red", "0506") == unsure(factname.control("0506"))
    assert controls(here, "red", "0706") == unsure(factname.control("0706"))  # next to him it may still be his
    assert controls(here, "red", "0906") == controls(here, "blue", "0906") == NO  # between the lines
    assert controls(here, "blue", "1506") == unsure(factname.control("1506"))


def test_behind_whose_line_a_hex_lies_is_open_while_nobody_vouches_for_the_edge() -> None:
    here = front(*line_of_battle())
    guessed = replace(here, board=replace(here.board, areas={}, doubtful_areas=frozenset({"west", "east"})))
    assert controls(guessed, "red", "0506") == unsure(factname.control("0506"))
    assert controls(guessed, "red", "0905") == YES


def test_whoever_moves_through_last_controls_the_hexes_of_the_path() -> None:
    here = front((red(), "0505"), (blue(), "0510"))
    here = apply(here, Move(("r",), "0507", ("0505", "0506", "0507")))
    here = apply(here, Move(("b",), "0510", ("0510", "0509", "0508", "0507", "0506", "0510")))
    here = apply(here, Move(("r",), "0101"))
    assert held_by(here, "0506") == ["blue"]
    assert held_by(here, "0505") == ["red"]


def held_by(here: Table, hex: Hex) -> list[str]:
    return [side for side in ("red", "blue") if controls(here, side, hex).yes]


@pytest.mark.parametrize(("by_moving", "holder"), [(True, "red"), (False, "blue")])
def test_a_hex_taken_otherwise_may_stay_with_whoever_moved_there_last(by_moving: bool, holder: str) -> None:
    control = bind("control", "victory.by_criteria", "12.46", behind={"red": "west", "blue": "east"}, by_moving=by_moving)
    taken = bind("taken", "victory.taken", "12.46", on=("retreat",))
    rules = (*(each for each in CRITERIA if each.id != "control"), control, taken)
    at = table((red(), "0505"), (blue(), "0510"), rules=rules)
    at = apply(at, Move(("r",), "0101", ("0505", "0506", "0507", "0101")))
    at = apply(at, Retreat(("b",), "0505", ("0510", "0507", "0506", "0505")))
    at = apply(at, Retreat(("b",), "0610"))
    assert held_by(at, "0506") == [holder]
    at = apply(at, Move(("b",), "0506", ("0610", "0506")))
    at = apply(at, Retreat(("b",), "0610"))
    assert held_by(at, "0506") == ["blue"]


# --- points ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("held", "side", "level"),
    [
        (14, "red", "major"),
        (10, "red", "major"),
        (9, "red", "minor"),
        (8, "red", "minor"),
        (7, "blue", "historical"),
        (6, "blue", "major"),
        (1, "blue", "crushing"),
    ],
)
def test_points_make_the_level_of_their_row(held: int, side: str, level: str) -> None:
    here = at(control=lost(14 - held))
    assert [(each.side, each.level) for each in outcomes(here) if each.truth.yes] == [(side, level)]
    assert standing(here)[-1].value == "victory"
    assert scores(here)["red"].points == exactly(held)
    assert scores(here)["blue"].points == exactly(14 - held)


def test_no_points_at_all_make_no_level() -> None:
    assert not [each for each in outcomes(at(control=lost(14))) if not each.truth.no]


def test_hexes_may_be_worth_different_numbers_and_unknown_control_makes_bounds() -> None:
    rules = (*BASICS[:5], bind("worth", "victory.hexes", "11.1", worth={"1529": 3, "0505": 2}))
    here = at(rules=rules, on=board(), control={"0505": "red"})
    assert scores(here)["red"].points == Interval(2, 5, needed("control of 1529"))
    level = bind("win", "victory.by_points", of="red", low=4, winner="red", level="win")
    (said,) = outcomes(at(rules=(*rules, level), on=board(), control={"0505": "red"}))
    assert said.truth == unsure(named("control of 1529"))


def test_only_the_sides_named_score() -> None:
    rules = (*BASICS[:5], POINTS[0], bind("points", "victory.hexes", tag="vp", sides=["blue"]))
    assert {side: score.points for side, score in scores(at(rules=rules, control=lost(3))).items()} == {"blue": exactly(3)}


def test_a_unit_lost_counts_once_and_one_withdrawn_does_not() -> None:
    rules = (
        *BASICS[:5],
        bind("score", "victory.losses", "11.44", of="blue", to="red"),
        bind("count", "victory.count_losses"),
    )
    here = at(
        (red(), "0505"), (blue("b1"), "0506"), (blue("b2"), "0606"), (blue("b3"), "0607"), (blue("b4"), "0608"), rules=rules
    )
    here = apply(here, Lose("blue", ("b1",)))
    here = apply(here, Move(("r",), "0606"))  # drives over the second
    here = apply(here, Remove("b3", "withdrawal"))
    here = apply(here, Lose("red", ("r",)))
    assert scores(here)["red"].points == exactly(2)
    assert [row.reason for row in scores(here)["red"].rows] == ["b1 lost", "b2 lost"]
    vague = remembering(here, **{"units lost": Unknown(named("losses so far"))})
    assert scores(vague)["red"].points == Interval(0, 4, needed("losses so far"))


def test_units_with_a_line_to_the_edge_give_points() -> None:
    rules = (
        *CRITERIA[:7],
        bind("garrison", "victory.units_with_a_line", "11.42", side="red", areas=["west"], each=5, traits=["garrison"]),
    )
    placed = [(red("a", traits="garrison"), "0505"), (red("b", traits="garrison"), "1505"), (red("c"), "0506")]
    ring = [(blue(f"e{hex}"), hex) for hex in board().grid.neighbours("1505")]
    here = table(
        *placed, *ring, on=board().changed(areas={"west": frozenset(f"01{row:02}" for row in range(1, 21))}), rules=rules
    )
    assert scores(here)["red"].points == exactly(5)
    gap = table(*placed, *ring[1:], (unit("u", "blue", movement=4), ring[0][1]), on=here.board, rules=rules)
    assert scores(gap)["red"].points == exactly(5)


# --- sudden death --------------------------------------------------------------------------------------------------------------

SUDDEN = bind(
    "sudden-death",
    "victory.units_at",
    "13.2",
    side="blue",
    winner="blue",
    level="sudden death",
    hexes=["1001", "1014"],
    without=["hq"],
    unmarked=["out of supply", "isolated"],
    phases=["end of turn"],
)


@pytest.mark.parametrize(
    ("placed", "phase", "expected"),
    [
        ((blue(), "1001"), "end of turn", True),
        ((blue(), "1014"), "end of turn", True),
        ((blue(), "1002"), "end of turn", False),
        ((blue(traits="hq"), "1001"), "end of turn", False),
        ((red(), "1001"), "end of turn", False),
        ((blue(), Standing("1001", marks=frozenset({"isolated"}))), "end of turn", False),
        ((blue(), "1001"), "supply", False),
    ],
)
def test_a_supplied_combat_unit_in_the_city_ends_the_game_at_the_end_of_a_turn(
    placed: tuple[Unit, Any], phase: str, expected: bool
) -> None:
    here = at(placed, rules=(*RULES, SUDDEN), phase=phase)
    found = [each.truth.yes for each in outcomes(here) if each.level == "sudden death"]
    assert any(found) is expected


def test_a_marker_nobody_can_see_leaves_sudden_death_open() -> None:
    here = at((blue(), Standing("1001", doubtful=frozenset({"isolated"}))), rules=(*RULES, SUDDEN), phase="end of turn")
    (said,) = (each for each in outcomes(here) if each.level == "sudden death")
    assert said.truth == unsure(named("b is isolated"))
    assert ("perhaps", "sudden death for Blue") in [(row.value, row.reason) for row in standing(here)]


def test_units_near_a_town_decide_and_so_does_an_empty_bank() -> None:
    near = bind(
        "near", "victory.units_at", "12.42", side="blue", winner="blue", level="strategic", hexes=["1001"], nearby=1, turns=[7]
    )
    empty = bind(
        "empty",
        "victory.units_at",
        "12.43",
        side="blue",
        winner="red",
        level="operational",
        areas=["bank"],
        nobody=True,
        turns=[7],
    )
    on = towns().changed(areas={"bank": frozenset({"0505", "0506"})})

    def won(place: Hex, turn: int) -> list[str]:
        here = at((blue(), place), on=on, rules=(*BASICS[:5], near, empty), turn=turn)
        return [each.level for each in outcomes(here) if each.truth.yes]

    assert won("1002", 7) == ["strategic", "operational"]
    assert won("1003", 7) == ["operational"]
    assert won("0505", 7) == []
    assert won("1002", 8) == []


def test_so_many_hexes_of_a_list_decide_unless_others_are_held_too() -> None:
    some = bind(
        "three", "victory.hexes_held", "12.42", side="blue", hexes=list(TOWNS[:5]), at_least=3, winner="blue", level="three"
    )
    both = bind(
        "both",
        "victory.hexes_held",
        "12.44",
        side="blue",
        hexes=list(TOWNS[:2]),
        and_not=[TOWNS[2]],
        winner="blue",
        level="town only",
    )

    def won(count: int) -> list[str]:
        here = at(rules=(*BASICS[:5], POINTS[0], some, both), control=lost(count))
        return [each.level for each in outcomes(here) if each.truth.yes]

    assert [won(count) for count in (1, 2, 3)] == [[], ["town only"], ["three"]]
    unknown = at(rules=(*BASICS[:5], some), control=lost(2))
    assert outcomes(unknown)[0].truth == unsure(*(factname.control(hex) for hex in TOWNS[2:5]))


def test_a_claim_is_judged_by_side_and_level() -> None:
    here = at(control=lost(7))

    def verdict(**values: str) -> Verdict:
        return judge(here, Declare("victory", tuple(values.items()))).verdict

    assert verdict(side="blue", level="historical") is Verdict.LEGAL
    assert verdict(side="blue") is Verdict.LEGAL
    assert verdict(side="blue", level="major") is Verdict.ILLEGAL
    assert verdict(side="red") is Verdict.ILLEGAL
    assert not judge(here, Declare("resignation", (("side", "red"),))).ruled
    vague = at(control=lost(6), rules=tuple(each for each in RULES if each.id != "control"))
    assert judge(vague, Declare("victory", (("side", "red"),))).verdict is Verdict.UNDECIDED


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(["red", "blue", None]), min_size=14, max_size=14))
def test_telling_who_controls_a_hex_never_turns_an_outcome(held: list[str | None]) -> None:
    rules = tuple(each for each in RULES if each.id != "control")
    known = {hex: side for hex, side in zip(TOWNS, held, strict=True) if side}
    before = outcomes(at(rules=rules, control=known))
    for rest in ("red", "blue"):
        after = outcomes(at(rules=rules, control={**dict.fromkeys(TOWNS, rest), **known}))
        for first, second in zip(before, after, strict=True):
            assert first.truth.open or first.truth == second.truth
            assert not second.truth.open
