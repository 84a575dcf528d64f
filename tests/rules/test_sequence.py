"""The order of phases, the turn, and what may be done when."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.engine.actions import (
    Activate,
    Attack,
    Declare,
    Draw,
    Fire,
    Mark,
    Move,
    Phase,
    Place,
    Remove,
    Replace,
    Roll,
    Supply,
)
from adjudicator.engine.deeds import PLACED
from adjudicator.rules.table import Table
from tests.rules.tables import remembering

from .tables import bind, table, unit
from .tables_flow import ILLEGAL, LEGAL, UNDECIDED, needs, only, play, use, verdict, words

COMMANDS = use(
    "sequence.in_printed_order",
    order=("bombardment", "air", "reinforcement", "command", "movement", "combat", "supply", "end"),
    first_turn_only={"bombardment"},
    back={"combat": ["command"], "movement": ["command"], "command": ["command"]},
    mandatory={"supply"},
    last_turn=10,
)
SIDES = use("sequence.in_printed_order", order=("rrw", "movement/red", "combat/red", "movement/blue", "combat/blue", "end"))
PLAYERS = use(
    "sequence.in_printed_order",
    order=(
        "barrage/first",
        "movement/first",
        "antitank/second",
        "antitank/first",
        "combat/first",
        "barrage/second",
        "movement/second",
        "antitank/first",
        "antitank/second",
        "combat/second",
        "rally",
    ),
)


def at(phase: str, *rules: Any, **state: Any) -> Table:
    red, blue = unit("r", attack=3, movement=4), unit("b", "blue", attack=3, movement=4)
    return table((red, "0505"), (blue, "1010"), rules=only(*rules), phase=phase, **state)


@pytest.mark.parametrize(
    ("now", "next_", "right"),
    [
        ("air", Phase("reinforcement"), LEGAL),
        ("air", Phase("command"), LEGAL),  # nobody had reinforcements
        ("combat", Phase("command"), LEGAL),  # the next chit
        ("combat", Phase("movement"), ILLEGAL),
        ("command", Phase("reinforcement"), ILLEGAL),
        ("combat", Phase("end"), ILLEGAL),  # the supply phase is not skipped
        ("supply", Phase("end"), LEGAL),
        ("", Phase("combat"), LEGAL),
        ("combat", Phase("coffee"), LEGAL),  # no phase of the rules: nobody can say
        ("end", Phase("air", turn=3), LEGAL),
        ("combat", Phase("air", turn=3), ILLEGAL),
        ("movement", Phase("movement"), LEGAL),
        ("end", Phase("bombardment", turn=3), ILLEGAL),
    ],
)
def test_phases_follow_each_other_as_printed(now: str, next_: Phase, right: object) -> None:
    assert verdict(at(now, COMMANDS, turn=2), next_) is right


def test_a_phase_of_the_first_turn_comes_in_the_first_turn() -> None:
    assert verdict(at("", COMMANDS, turn=1), Phase("bombardment")) is LEGAL
    assert verdict(at("", COMMANDS, turn=2), Phase("bombardment")) is ILLEGAL


def test_there_is_no_turn_after_the_last() -> None:
    assert verdict(at("end", COMMANDS, turn=9), Phase("air", turn=10)) is LEGAL
    assert verdict(at("end", COMMANDS, turn=10), Phase("air", turn=11)) is ILLEGAL


def test_a_phase_belongs_to_its_side() -> None:
    assert verdict(at("movement", SIDES, active="red"), Phase("combat", "red")) is LEGAL
    assert verdict(at("combat", SIDES, active="red"), Phase("movement", "blue")) is LEGAL
    assert verdict(at("combat", SIDES, active="blue"), Phase("movement", "red")) is ILLEGAL
    assert verdict(at("", SIDES), Phase("movement", "green")) is ILLEGAL


def test_who_is_the_first_player_may_be_unknown_and_decides() -> None:
    after_barrage = Phase("movement", "red")
    assert verdict(at("barrage", PLAYERS, active="red"), after_barrage) is UNDECIDED
    assert needs(at("barrage", PLAYERS, active="red"), after_barrage) == {"first player"}
    known = at("movement", PLAYERS, active="red")
    first = remembering(known, **{"first player": "red"})
    assert verdict(first, Phase("antitank", "blue")) is LEGAL
    assert verdict(first, Phase("barrage", "red")) is ILLEGAL
    assert verdict(first, Phase("antitank", "red")) is LEGAL


def test_not_knowing_whose_the_phase_before_was_leaves_the_order_open() -> None:
    mixed = use("sequence.in_printed_order", order=("barrage/first", "rally"))
    start = at("barrage", mixed, active="red")
    assert needs(start, Phase("rally")) == {"first player"}
    assert verdict(remembering(start, **{"first player": "red"}), Phase("rally")) is LEGAL


@pytest.mark.parametrize(("turn", "right"), [(None, LEGAL), (4, LEGAL), (5, LEGAL), (6, ILLEGAL), (3, ILLEGAL)])
def test_the_turn_goes_on_by_one(turn: int | None, right: object) -> None:
    assert verdict(at("end", use("sequence.turns_by_one"), turn=4), Phase("air", turn=turn)) is right


def test_a_stack_too_large_is_found_when_the_phase_ends_not_before() -> None:
    three = [(unit(str(n), attack=1, movement=4), "0505") for n in range(3)]
    when = bind("stack-when", "stacking.looked_at", "1", moments=["end of phase"])
    on = table(*three, rules=only(when, use("sequence.stacked_at_the_end")), phase="reinforcement")
    assert verdict(on, Phase("reinforcement")) is LEGAL
    assert verdict(on, Phase("command")) is ILLEGAL
    elsewhere = table(*three, rules=only(use("sequence.stacked_at_the_end")), phase="reinforcement")
    assert verdict(elsewhere, Phase("command")) is LEGAL


def test_a_stack_whose_count_is_unknown_leaves_the_phase_undecided() -> None:
    three = [(unit(str(n), attack=1, movement=4, doubtful="hq" if n == 2 else ""), "0505") for n in range(3)]
    when = bind("stack-when", "stacking.looked_at", "1", moments=["end of phase"])
    on = table(*three, rules=only(when, use("sequence.stacked_at_the_end")), phase="reinforcement")
    assert needs(on, Phase("command")) == {"is 2 hq"}


MOVES = use("sequence.in_phase", on=("move",), phases={"movement"}, newcomers_in={"reinforcement"}, not_kinds={"air"})


def test_units_move_in_the_movement_phase_only() -> None:
    assert verdict(at("movement", MOVES), Move(("r",), "0506")) is LEGAL
    assert verdict(at("combat", MOVES), Move(("r",), "0506")) is ILLEGAL
    assert verdict(at("", MOVES), Move(("r",), "0506")) is LEGAL  # no tracker: nobody can say
    assert verdict(at("combat", MOVES), Move(("r",), "box")) is LEGAL


def test_the_other_side_does_not_move() -> None:
    assert verdict(at("movement", MOVES, active="red"), Move(("r",), "0506")) is LEGAL
    assert verdict(at("movement", MOVES, active="red"), Move(("b",), "1011")) is ILLEGAL
    anyone = use("sequence.in_phase", on=("move",), phases={"movement"}, own_side=False)
    assert verdict(at("movement", anyone, active="red"), Move(("b",), "1011")) is LEGAL


def test_in_the_reinforcement_phase_only_those_move_who_have_just_come() -> None:
    before = at("reinforcement", MOVES)
    assert verdict(before, Move(("r",), "0506")) is ILLEGAL
    came = before.after(before.state.adding(PLACED, "r"))
    assert verdict(came, Move(("r",), "0506")) is LEGAL


@pytest.mark.parametrize(
    ("kind", "only_", "action", "other"),
    [
        ("attack", {"bombardment"}, Attack((), "1010", kind="bombardment"), Attack(("r",), "1010")),
        ("place", {"militia"}, Place("r", "0505", "militia"), Place("r", "0505")),
        ("roll", {"rally"}, Roll("rally", (3,), unit="r"), Roll("event", (3, 4))),
        ("mark", {"move mode"}, Mark("r", "move mode"), Mark("0505", "red")),
        ("declare", {"truce"}, Declare("truce"), Declare("peace")),
    ],
)
def test_some_actions_of_a_kind_have_a_phase_of_their_own(kind: str, only_: set[str], action: Any, other: Any) -> None:
    rule = use("sequence.in_phase", on=(kind,), phases={"one"}, only=only_)
    assert verdict(at("one", rule), action) is LEGAL
    assert verdict(at("two", rule), action) is ILLEGAL
    assert "two phase" in words(at("two", rule), action)
    assert verdict(at("two", rule), other) is LEGAL


@pytest.mark.parametrize(
    ("kind", "action", "theirs"),
    [
        ("attack", Attack(("r",), "1010"), Attack(("b",), "0505")),
        ("fire", Fire(("r",), "1010", "antitank"), Fire(("b",), "0505", "antitank")),
        ("activate", Activate("r"), Activate("b")),
        ("place", Place("r", "0505"), Place("b", "1010")),
        ("replace", Replace("r"), Replace("b")),
        ("remove", Remove("r"), Remove("b")),
        ("mark", Mark("r", "fire mode"), Mark("b", "fire mode")),
        ("roll", Roll("rally", (3,), unit="r"), Roll("rally", (3,), unit="b")),
        ("supply", Supply((("r", "isolated"),)), None),
    ],
)
def test_every_kind_of_action_has_its_phase_and_its_side(kind: str, action: Any, theirs: Any) -> None:
    rule = use("sequence.in_phase", on=(kind,), phases={"one"})
    assert verdict(at("one", rule, active="red"), action) is LEGAL
    assert verdict(at("two", rule, active="red"), action) is ILLEGAL
    assert verdict(at("", rule, active="red"), action) is LEGAL
    if theirs is not None:
        assert verdict(at("one", rule, active="red"), theirs) is ILLEGAL


def test_chits_are_drawn_in_their_phase() -> None:
    rule = use("sequence.in_phase", on=("draw",), phases={"command"})
    assert verdict(at("command", rule), Draw("x")) is LEGAL
    assert verdict(at("supply", rule), Draw("x")) is ILLEGAL


def test_the_side_that_goes_first_does_not_come_back_after_the_other() -> None:
    start = at("reinforcement", use("sequence.one_side_first", first="red"))
    assert verdict(start, Place("r", "0505")) is LEGAL
    assert verdict(play(start, Place("b", "1111")), Place("r", "0505")) is ILLEGAL
    assert verdict(play(start, Place("r", "0505")), Place("b", "1111")) is LEGAL
    assert verdict(play(start, Place("b", "1111")), Place("r", "0505", "militia")) is LEGAL
    assert verdict(play(start, Replace("b")), Replace("r")) is ILLEGAL
    assert verdict(play(start, Replace("r")), Replace("b")) is LEGAL
