"""Bombardments that a die grants: to whom, how far, in which phase, and in time."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.engine.actions import Attack, Draw, Phase, Roll
from adjudicator.factname import memory
from adjudicator.facts import Unknown
from adjudicator.rules.judge import judge
from adjudicator.rules.registry import Binding
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

from .tables import table, unit
from .tables_flow import ILLEGAL, LEGAL, UNDECIDED, chart, only, play, use, verdict

GROUPS = {"North": "red"}
GRANTS = chart("die attacks", "1 1", "2 2")
CHITS = chart("id side front kind", "c1 red North command", "c2 red North command", "s1 red South command")
TURNS = chart("turn north south", "1 1 1")
NORTH = Roll("bombardment North", (1,))


def guns(*foes: str, rules: tuple[Binding, ...] = (), phase: str = "command", **given: Any) -> Table:
    scout = (unit("scout", formation="North/1 Army", attack=2, movement=3), "0510")
    targets = tuple((unit(f"foe{n}", "blue", attack=2, movement=3), at) for n, at in enumerate(foes))
    bombard = (
        use("bombardments.rolled"),
        use("bombardments.as_granted", groups=GROUPS, **given),
        use("bombardments.carried_out", groups=GROUPS),
    )
    charts = {"bombardment": GRANTS, "chits": CHITS, "turns": TURNS}
    return table(scout, *targets, rules=only(*bombard, *rules), phase=phase, charts=charts)


def shell(at: str) -> Attack:
    return Attack((), at, kind="bombardment")


@pytest.mark.parametrize("phase", ["first", "command", ""])
def test_a_bombardment_reaches_one_hex_unless_the_game_says_more(phase: str) -> None:
    start = play(guns("0511", "0512", phase=phase, first_phase="first"), NORTH)
    assert verdict(start, shell("0511")) is LEGAL
    assert verdict(start, shell("0512")) is ILLEGAL


def test_a_bombardment_far_from_a_group_was_not_made_by_it() -> None:
    start = play(guns("0511", "0513"), NORTH)
    assert verdict(play(start, shell("0513")), shell("0511")) is LEGAL
    near = play(guns("0511", "0512"), NORTH)
    assert verdict(play(near, shell("0512")), shell("0511")) is ILLEGAL


def test_what_a_second_roll_grants_is_added_to_what_is_left() -> None:
    twice = play(guns("0511", "0610"), NORTH, NORTH)
    assert verdict(play(twice, shell("0511")), shell("0610")) is LEGAL
    assert verdict(play(twice, shell("0511")), shell("0511")) is ILLEGAL


def test_once_all_are_used_up_a_new_grant_may_choose_the_same_hex() -> None:
    again = play(guns("0511"), NORTH, shell("0511"), NORTH)
    assert verdict(again, shell("0511")) is LEGAL


@pytest.mark.parametrize(
    ("part", "phase", "expected"),
    [("first", "first", ILLEGAL), ("first", "command", LEGAL), ("later", "first", LEGAL), ("later", "command", ILLEGAL)],
)
def test_each_of_two_sections_looks_at_its_own_phase(part: str, phase: str, expected: Verdict) -> None:
    start = play(guns("0515", phase=phase, first_phase="first", part=part), NORTH)
    assert verdict(start, shell("0515")) is expected


def test_what_is_left_to_a_group_is_shown() -> None:
    def left(at: Table) -> list[str]:
        return [row.value for each in judge(at, shell("0511")).ruled for row in each.opinion.rows]

    assert left(guns("0511")) == ["0 to any number"]
    assert left(play(guns("0511"), NORTH)) == ["1"]


def test_bombardments_are_rolled_for_only_while_their_group_has_activations() -> None:
    start = guns(rules=(use("bombardments.in_time", limits={"North": "north"}),))
    first = play(start, Draw("c1"))
    assert verdict(start, NORTH) is LEGAL
    assert verdict(first, NORTH) is LEGAL
    second = play(first, Draw("c2"))
    assert verdict(second, NORTH) is ILLEGAL
    assert verdict(second, Roll("weather North", (1,))) is LEGAL
    assert verdict(second, Roll("bombardment South", (1,))) is LEGAL


@pytest.mark.parametrize(
    ("phases", "expected"),
    [((), LEGAL), ((Phase("command"),), ILLEGAL), ((Phase("first", turn=2),), ILLEGAL), ((Phase("first"),), LEGAL)],
)
def test_what_is_left_is_lost_with_the_first_phase_and_with_the_turn(phases: tuple[Phase, ...], expected: Verdict) -> None:
    lapse = use("bombardments.lapse", groups=frozenset({"North"}), first_phase="first")
    start = play(guns("0511", rules=(lapse,), phase="first", first_phase="first"), NORTH, *phases)
    assert verdict(start, shell("0511")) is expected


def test_what_nobody_knows_does_not_lapse() -> None:
    lapse = use("bombardments.lapse", groups=frozenset({"North"}), first_phase="first")
    start = play(guns("0511", rules=(lapse,), phase="first", first_phase="first"), Phase("command"))
    assert verdict(start, shell("0511")) is UNDECIDED


@pytest.mark.parametrize(
    ("phase", "known", "expected"),
    [
        ("first", {"drawn": ()}, LEGAL),
        ("command", {"drawn": ()}, LEGAL),  # who draws without telling the file is not accused
        ("command", {"drawn": (), "draws shown": True}, UNDECIDED),
        ("command", {"drawn": Unknown(memory("drawn")), "draws shown": True}, LEGAL),
        ("command", {"drawn": ("barrage",)}, LEGAL),
        ("command", {"drawn": ("south",)}, ILLEGAL),
        ("supply", {"drawn": ()}, ILLEGAL),
        ("supply", {"drawn": ("barrage",)}, ILLEGAL),
        ("", {"drawn": ()}, LEGAL),
    ],
)
def test_dice_after_the_first_phase_take_a_chit(phase: str, known: dict[str, object], expected: Verdict) -> None:
    kinds = chart("id kind front", "barrage guns North", "south guns South")
    when = {"first_phase": "first", "phases": frozenset({"command"})}
    rules = (use("bombardments.brought", groups=frozenset({"North"}), brought_by={"North": "guns"}, **when),)
    scout = (unit("1", "red", attack=3), "0505")
    at = table(scout, rules=rules, charts={"chits": kinds}, phase=phase, notes=known)
    assert verdict(at, NORTH) is expected
