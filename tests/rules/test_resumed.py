"""Moves that go on after an attack made on the way."""

from __future__ import annotations

from typing import Any

from adjudicator.engine.actions import Attack, Lose, Move, Phase
from adjudicator.engine.board import Board
from adjudicator.facts import Interval, exactly
from adjudicator.rules.movement.resumed import spent_by
from adjudicator.rules.table import Table
from tests.support import needed

from .tables import bind, board, table, unit
from .tables_flow import ILLEGAL, LEGAL, UNDECIDED, needs, play, verdict
from .tables_movement import rules

RULES = rules(
    bind("assault", "modes.travel", "2.2", name="assault"),
    bind("aside", "modes.scaled", "2.2", reason="for the assault", plus=-2, modes=["assault"]),
    bind("spending", "resumed.spent"),
    bind("left", "resumed.left", "2.2"),
    bind("once", "resumed.once", "2.2", kind="assault"),
    bind("aimed", "resumed.aimed_at", kind="assault"),
    bind("results", "results.steps_each", "8.2"),
)
GUN = unit("gun", "blue", attack=0, defence=1, movement=4)
STACK = ("a", "b")


def start(on: Board | None = None, points: int = 8, **more: Any) -> Table:
    mine = ((unit(name, attack=3, movement=points), "0501") for name in STACK)
    return table(*mine, (GUN, "0505"), on=on, rules=RULES, turn=2, phase="movement", active="red", **more)


def assaulted(result: str = "0/1", **more: Any) -> Table:
    """The stack went three hexes and attacked the gun."""
    at = play(start(**more), Move(STACK, "0504", mode="assault"), Attack(STACK, "0505", kind="assault", result=result))
    return play(at, Lose("blue", ("gun",))) if result == "0/1" else at


def on_to(row: int) -> Move:
    return Move(STACK, f"05{row:02}", mode="regular")


def test_what_the_assault_cost_is_spent_with_what_it_set_aside() -> None:
    assert [spent_by(assaulted(), each) for each in STACK] == [exactly(5), exactly(5)]
    assert verdict(assaulted(), on_to(7)) is LEGAL
    assert verdict(assaulted(), on_to(8)) is ILLEGAL


def test_a_third_march_has_what_two_have_left() -> None:
    at = play(assaulted(), on_to(6))
    assert spent_by(at, "a") == exactly(7)
    assert verdict(at, on_to(7)) is LEGAL
    assert verdict(at, on_to(8)) is ILLEGAL


def test_nobody_moves_on_while_the_enemy_stands() -> None:
    assert verdict(assaulted("0/0"), Move(STACK, "0503", mode="regular")) is ILLEGAL


def test_nobody_moves_on_who_took_no_part_or_after_an_attack_of_another_kind() -> None:
    at = play(start(), Move(("a",), "0502"), Move(("b",), "0504", mode="assault"))
    at = play(at, Attack(("b",), "0505", kind="assault", result="0/1"), Lose("blue", ("gun",)))
    assert verdict(at, Move(("a",), "0503")) is ILLEGAL
    assert verdict(at, Move(("b",), "0505")) is LEGAL
    plain = play(start(), Move(STACK, "0504"), Attack(STACK, "0505", result="0/1"), Lose("blue", ("gun",)))
    assert verdict(plain, on_to(5)) is ILLEGAL


def test_the_next_phase_begins_with_all_points_and_without_the_assault() -> None:
    at = play(assaulted(), Phase("movement", "red", 3))
    assert spent_by(at, "a") == exactly(0)
    assert verdict(at, Move(("a",), "0512", mode="regular")) is LEGAL
    assert verdict(play(at, Move(("a",), "0505")), Move(("a",), "0506")) is ILLEGAL


def test_what_an_unknown_hex_cost_leaves_open_what_is_left() -> None:
    at = assaulted(on=board({"0503": "?", "0403": "lake", "0603": "lake", "0402": "lake", "0602": "lake"}))
    assert spent_by(at, "a") == Interval(4, 8, needed("terrain 0503"))  # a town costs nothing, and all may be spent
    for row in (5, 8):
        assert verdict(at, on_to(row)) is UNDECIDED
        assert needs(at, on_to(row)) == {"terrain 0503"}
    assert verdict(at, on_to(13)) is ILLEGAL


def test_a_move_that_nothing_explains_spends_nothing_that_anybody_knows() -> None:
    assert spent_by(play(start(points=2), Move(STACK, "0504", mode="assault")), "a") == exactly(0)
