"""Step losses: how many, whose, and the first from the strongest."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.engine.actions import Attack, Lose, Phase, Remove, Retreat
from adjudicator.engine.board import Feature
from adjudicator.engine.deeds import REBUILT
from adjudicator.engine.hexes import side
from adjudicator.engine.units import Unit
from adjudicator.facts import Known
from adjudicator.rules.apply import apply
from adjudicator.rules.combat.aftermath import losses_due, ordered
from adjudicator.rules.combat.breakthrough import excess
from adjudicator.rules.combat.record import last
from adjudicator.rules.combat.results import CombatOutcome, Result, read
from adjudicator.rules.registry import Binding
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

from .tables import GRID, bind, board, table, unit
from .tables_combat import CHARTS, KG, SOUTH, SOUTH_EAST, TARGET, fought, needs, verdict

LEGAL, ILLEGAL, UNDECIDED = Verdict.LEGAL, Verdict.ILLEGAL, Verdict.UNDECIDED


def full(name: str, side: str = "red", attack: int | None = 6, defence: int | None = 3, **more: Any) -> Unit:
    """A unit with two steps."""
    reduced = {"attack": 2, "defence": 2}
    return unit(name, side, **{"attack": attack, "defence": defence, "movement": 4, "reduced": reduced, **more})


A, B, D, E = full("a"), full("b", attack=4), full("d", "blue", 2, 5), full("e", "blue", 7, 4)
HEAD = unit("hq", "blue", attack=0, defence=0, movement=4, traits="hq")


def game(terrain: str = "clear", lines: dict[str, str] | None = None, *more: tuple[Unit, str]) -> Table:
    features = {side(TARGET, frm): Known(frozenset({Feature(kind, TARGET)})) for frm, kind in (lines or {}).items()}
    placed = ((A, SOUTH), (B, SOUTH_EAST), (D, TARGET), (E, TARGET), *more)
    return table(*placed, on=board({TARGET: terrain}).changed(features=features), rules=KG, charts=CHARTS)


@pytest.mark.parametrize(
    ("use", "text", "expected"),
    [
        ("results.steps_and_retreats", "D1r2", Result(defender=CombatOutcome(1, 2))),
        ("results.steps_and_retreats", "Dr", Result(defender=CombatOutcome(0, 1))),
        ("results.steps_and_retreats", "A1", Result(CombatOutcome(1))),
        ("results.steps_and_retreats", "A1*/Dr", Result(CombatOutcome(1, unless_retreated=True), CombatOutcome(0, 1))),
        ("results.steps_and_retreats", "A2r / D1", Result(CombatOutcome(2, 1), CombatOutcome(1))),
        ("results.steps_and_retreats", "-", Result()),
        ("results.steps_and_retreats", "D", None),
        ("results.steps_and_retreats", "A1/A2", None),
        ("results.steps_and_retreats", "3:1", None),
        ("results.steps_each", "1/6", Result(CombatOutcome(1), CombatOutcome(6))),
        ("results.steps_each", "0/4", Result(defender=CombatOutcome(4))),
        ("results.steps_each", "-/2", Result(defender=CombatOutcome(2))),
        ("results.steps_each", "1", None),
        ("results.against_morale", "4", Result(defender=CombatOutcome(morale=4))),
        ("results.against_morale", "D3+", Result(defender=CombatOutcome(1, morale=3))),
        ("results.against_morale", "A2", Result(CombatOutcome(morale=2))),
        ("results.against_morale", "E", Result(defender=CombatOutcome(everything=True))),
        ("results.against_morale", "r2", None),
    ],
)
def test_each_notation_is_read_as_what_it_asks_of_both_sides(use: str, text: str, expected: Result | None) -> None:
    assert read(table(rules=(bind("results", use),)), text) == expected


@pytest.mark.parametrize(
    ("result", "steps", "expected"),
    [
        ("D1r", ("d",), LEGAL),
        ("D1", (), ILLEGAL),
        ("D2", ("d",), ILLEGAL),
        ("D2", ("d", "e"), LEGAL),
        ("D2", ("d", "d"), LEGAL),
        ("D1", ("d", "e"), ILLEGAL),
        ("D1r", ("d", "e"), LEGAL),  # one of them may be for a hex not retreated
        ("-", ("d",), ILLEGAL),
    ],
)
def test_as_many_steps_are_lost_as_the_result_asks_for(result: str, steps: tuple[str, ...], expected: Verdict) -> None:
    after = fought(game(), "a", "b", result=result)
    assert verdict(after, Lose("blue", steps), "losses") is expected


def test_no_more_is_due_than_there_is_and_the_rest_is_a_breakthrough() -> None:
    after = fought(game(), "a", "b", result="D6")
    assert verdict(after, Lose("blue", ("d", "e", "d", "e")), "losses") is LEGAL
    assert verdict(after, Lose("blue", ("d", "e", "d")), "losses") is ILLEGAL
    combat = last(after)
    assert combat is not None
    assert excess(after, combat).low == excess(after, combat).high == 2


@pytest.mark.parametrize(
    ("terrain", "lines", "result", "losses", "retreat"),
    [
        ("clear", {}, "D1r2", 1, 2),
        ("city", {}, "D1r", 0, 0),  # printed example
        ("city", {}, "D2r", 1, 0),  # printed example
        ("city", {}, "Dr", 0, 0),  # printed example
        ("city", {}, "Dr2", 0, 1),  # printed example
        ("village", {}, "D1r2", 1, 1),
        ("clear", {SOUTH: "festung-line", SOUTH_EAST: "festung-line"}, "D2r2", 1, 1),
        ("clear", {SOUTH: "festung-line", SOUTH_EAST: "defensive-line"}, "D2r2", 1, 1),
        ("clear", {SOUTH: "defensive-line", SOUTH_EAST: "defensive-line"}, "D2r2", 2, 0),
        ("clear", {SOUTH: "festung-line"}, "D2r2", 2, 2),
        ("village", {SOUTH: "defensive-line", SOUTH_EAST: "defensive-line"}, "D2r2", 2, 0),
        ("village", {SOUTH: "festung-line", SOUTH_EAST: "festung-line"}, "D2r2", 1, 1),
        ("town", {SOUTH: "defensive-line", SOUTH_EAST: "defensive-line"}, "D2r2", 1, 0),
        ("town", {SOUTH: "festung-line", SOUTH_EAST: "festung-line"}, "D2r2", 1, 0),
    ],
)
def test_towns_and_lines_take_away_losses_and_retreats(
    terrain: str, lines: dict[str, str], result: str, losses: int, retreat: int
) -> None:
    after = fought(game(terrain, lines), "a", "b", result=result)
    combat = last(after)
    assert combat is not None
    due = losses_due(after, combat, "defender").number
    length = ordered(after, combat, "d").length
    assert (due.low, due.high, length.low, length.high) == (losses, losses, retreat, retreat)


def test_losses_are_open_while_the_terrain_is_not_known() -> None:
    after = fought(game("?"), "a", "b", result="D1")
    for steps in ((), ("d",)):
        assert verdict(after, Lose("blue", steps), "losses") is UNDECIDED
        assert needs(after, Lose("blue", steps), "losses") == {f"terrain {TARGET}"}
    assert verdict(after, Lose("blue", ("d", "e")), "losses") is ILLEGAL


def test_attackers_in_a_village_ignore_their_first_retreat() -> None:
    ground = board({SOUTH: "village"})
    after = fought(table((A, SOUTH), (B, SOUTH_EAST), (D, TARGET), on=ground, rules=KG, charts=CHARTS), "a", "b", result="A1r")
    combat = last(after)
    assert combat is not None
    assert [ordered(after, combat, unit).length.high for unit in ("a", "b")] == [0, 1]


def test_an_unknown_result_leaves_losses_undecided() -> None:
    after = apply(game(), Attack(("a",), TARGET))
    assert verdict(after, Lose("blue", ("d",)), "losses") is UNDECIDED
    assert needs(after, Lose("blue", ("d",)), "losses") == {f"result of the combat at {TARGET}"}


def test_losses_without_any_combat_are_undecided() -> None:
    assert needs(game(), Lose("blue", ("d",)), "losses") == {"last combat"}
    assert verdict(game(), Lose("blue", ("d",), because="no fuel"), "losses") is LEGAL


def test_a_result_not_said_is_looked_up() -> None:
    after = apply(game(), Attack(("a", "b"), TARGET, column="4-1", die=6))
    combat = last(after)
    assert combat is not None
    assert combat.result == Result(defender=CombatOutcome(1, 2))


def test_a_starred_result_strikes_only_if_the_defender_stays() -> None:
    after = fought(game("city"), "a", "b", result="A1*/Dr")
    assert verdict(after, Lose("red", ("a",)), "losses") is LEGAL
    assert verdict(after, Lose("red", ()), "losses") is ILLEGAL
    gone = apply(fought(game(), "a", "b", result="A1*/Dr"), Retreat(("d", "e"), "1009"))
    assert verdict(gone, Lose("red", ("a",)), "losses") is ILLEGAL


@pytest.mark.parametrize(
    ("steps", "expected"), [(("d",), LEGAL), (("hq",), ILLEGAL), (("d", "d", "d"), ILLEGAL), (("a",), ILLEGAL), (("f",), ILLEGAL)]
)
def test_only_units_of_the_combat_lose_steps_and_headquarters_have_none(steps: tuple[str, ...], expected: Verdict) -> None:
    away = full("f", "blue")
    after = fought(game("clear", None, (HEAD, TARGET), (away, "0303")), "a", "b", result="D2")
    assert verdict(after, Lose("blue", steps), "losses-who") is expected


@pytest.mark.parametrize(
    ("side", "steps", "expected"),
    [
        ("blue", ("d",), LEGAL),
        ("blue", ("e", "e"), ILLEGAL),
        ("blue", ("e", "d"), LEGAL),  # in either order
        ("blue", ("d", "e"), LEGAL),
        ("red", ("a",), LEGAL),
        ("red", ("b",), ILLEGAL),
    ],
)
def test_the_first_step_is_of_the_strongest_in_attack_or_in_defence(side: str, steps: tuple[str, ...], expected: Verdict) -> None:
    after = fought(game(), "a", "b", result="D2/A1")
    assert verdict(after, Lose(side, steps), "losses-first") is expected


def test_an_unknown_strength_leaves_the_strongest_open() -> None:
    hidden = full("e", "blue", 7, None)
    after = fought(table((A, SOUTH), (D, TARGET), (hidden, TARGET), rules=KG, charts=CHARTS), "a", result="D1")
    assert verdict(after, Lose("blue", ("d",)), "losses-first") is UNDECIDED
    assert needs(after, Lose("blue", ("d",)), "losses-first") == {"defence of e"}


def test_equally_strong_units_are_the_owners_choice() -> None:
    after = fought(table((A, SOUTH), (D, TARGET), (full("f", "blue", 2, 5), TARGET), rules=KG, charts=CHARTS), "a", result="D1")
    assert verdict(after, Lose("blue", ("d",)), "losses-first") is verdict(after, Lose("blue", ("f",)), "losses-first") is LEGAL


@pytest.mark.parametrize(("result", "losses"), [("1/3", 2), ("1/5", 3), ("1/4", 2), ("0/0", 0)])
def test_losses_in_a_big_city_are_halved_and_rounded_up(result: str, losses: int) -> None:
    rules = (
        bind("results", "results.steps_each", "8.2"),
        bind("halved", "aftermath.scaled", "8.8", times=0.5, terrain=["big-city"]),
    )
    after = fought(table((A, SOUTH), (D, TARGET), on=board({TARGET: "big-city"}), rules=rules), "a", result=result)
    combat = last(after)
    assert combat is not None
    assert losses_due(after, combat, "defender").number.low == losses


def test_two_steps_of_one_result_come_from_two_units() -> None:
    rules = (
        bind("results", "results.against_morale", "7.41"),
        bind("retreat", "after_fire.by_check_or_morale", "7.44", kinds=[]),
        bind("spread", "losses.spread", "7.45"),
        bind("losses", "losses.as_many_as_due", "7.44"),
    )
    first, second = (full(name, "blue", morale=3) for name in "de")
    after = fought(table((A, SOUTH), (first, TARGET), (second, TARGET), rules=rules), "a", result="5+")
    assert verdict(after, Lose("blue", ("d", "d")), "spread") is ILLEGAL
    assert verdict(after, Lose("blue", ("d", "e")), "spread") is LEGAL
    assert verdict(after, Lose("blue", ("d", "e")), "losses") is LEGAL
    assert verdict(after, Lose("blue", ()), "losses") is ILLEGAL


def by_morale(*more: Binding) -> tuple[Binding, ...]:
    return (
        *(rule for rule in KG if rule.id not in ("results", "retreat", "manner")),
        bind("results", "results.against_morale", "7.41"),
        bind("retreat", "after_fire.by_check_or_morale", "7.44", kinds=[]),
        bind("manner", "routes.away", "7.5", prefer=["vacant"], zones="barred"),
        *more,
    )


@pytest.mark.parametrize(("back", "expected"), [(None, LEGAL), ({"attack": 2, "defence": 2}, ILLEGAL)])
def test_one_unit_may_lose_two_steps_where_the_others_would_die_if_the_game_says_so(
    back: dict[str, int] | None, expected: Verdict
) -> None:
    rules = by_morale(bind("spread", "losses.spread", "7.45", unless_it_dies=True))
    first, second = full("d", "blue", morale=3), full("e", "blue", morale=3, reduced=back)
    after = fought(table((A, SOUTH), (first, TARGET), (second, TARGET), rules=rules), "a", result="5+")
    assert verdict(after, Lose("blue", ("d", "d")), "spread") is expected


def test_the_step_paid_to_stay_may_have_to_be_one_of_a_unit_that_would_go() -> None:
    rules = by_morale(bind("pays", "losses.paid_by_those_who_would_go", "7.44"))
    firm, shaky = full("d", "blue", morale=6), full("e", "blue", morale=3)
    at = table((A, SOUTH), (firm, TARGET), (shaky, TARGET), rules=rules)
    assert verdict(fought(at, "a", result="5"), Lose("blue", ("d",)), "pays") is ILLEGAL
    assert verdict(fought(at, "a", result="5"), Lose("blue", ("e",)), "pays") is LEGAL
    assert verdict(fought(at, "a", result="5+"), Lose("blue", ("d",)), "pays") is LEGAL  # the step that is due anyhow
    unsaid = table((A, SOUTH), (firm, TARGET), (full("e", "blue", morale=None), TARGET), rules=rules)
    assert verdict(fought(unsaid, "a", result="5"), Lose("blue", ("e",)), "pays") is UNDECIDED


def test_retreats_are_made_before_the_next_attack_or_paid_for_by_those_who_cannot() -> None:
    after = fought(game(), "a", result="D1r")
    following = Attack(("b",), TARGET)
    lost = apply(after, Lose("blue", ("d",)))
    assert verdict(lost, following, "settled") is ILLEGAL
    assert verdict(apply(lost, Retreat(("d", "e"), "1009")), following, "settled") is LEGAL
    assert verdict(apply(lost, Lose("blue", ("e",))), following, "settled") is ILLEGAL
    assert verdict(fought(game("village"), "a", result="Dr"), following, "settled") is LEGAL
    assert verdict(fought(game("?"), "a", result="Dr"), following, "settled") is UNDECIDED


def test_the_strongest_of_a_stack_pays_for_a_zone_of_control_it_retreats_through() -> None:
    ring = dict.fromkeys(("1009", "0910", "1110"), "lake")
    placed = ((A, SOUTH), (D, TARGET), (E, TARGET))
    after = fought(table(*placed, on=board(ring), rules=KG, charts=CHARTS), "a", result="Dr")
    after = apply(after, Retreat(("d", "e"), "0911"))
    assert verdict(after, Lose("blue", ("d",), because="retreat"), "losses-first") is LEGAL
    assert verdict(after, Lose("blue", ("e",), because="retreat"), "losses-first") is ILLEGAL


def test_hexes_not_retreated_are_paid_for_by_whom_the_owner_likes() -> None:
    far = dict.fromkeys(GRID.ring(TARGET, 2), "lake")
    placed = ((A, SOUTH), (D, TARGET), (E, TARGET))
    after = fought(table(*placed, on=board(far), rules=KG, charts=CHARTS), "a", result="Dr2")
    after = apply(after, Retreat(("d", "e"), "1009"))
    assert verdict(after, Lose("blue", ("e",), because="retreat"), "losses-first") is LEGAL
    assert verdict(after, Lose("blue", ("e",), because="retreat"), "losses") is LEGAL


def test_a_unit_that_could_not_retreat_may_lose_all_its_steps() -> None:
    rules = (
        *(rule for rule in KG if rule.id not in ("results", "retreat", "manner")),
        bind("results", "results.against_morale", "7.41"),
        bind("retreat", "after_fire.by_check_or_morale", "7.44", kinds=[]),
        bind("manner", "routes.away", "7.5", prefer=["vacant"], zones="barred"),
        bind("spread", "losses.spread", "7.45"),
    )
    first, second = (full(name, "blue", morale=3) for name in "de")
    walled: dict[str, str] = dict.fromkeys(GRID.ring(TARGET, 1), "lake")
    for walls, expected in ((dict[str, str](), ILLEGAL), (walled, LEGAL)):
        placed = ((A, SOUTH), (first, TARGET), (second, TARGET))
        after = fought(table(*placed, on=board(walls), rules=rules, charts=CHARTS), "a", result="5+")
        assert verdict(after, Lose("blue", ("d", "d")), "spread") is expected


def test_losses_are_taken_before_the_next_attack() -> None:
    after = fought(game(), "a", result="D1")
    following = Attack(("b",), TARGET)
    assert verdict(after, following, "settled") is ILLEGAL
    assert verdict(apply(after, Lose("blue", ("d",))), following, "settled") is LEGAL
    assert verdict(apply(game(), Attack(("a",), TARGET)), following, "settled") is UNDECIDED
    assert verdict(game(), following, "settled") is LEGAL


def test_losses_are_taken_before_the_phase_ends() -> None:
    rules = (*KG, bind("ended", "losses.settled", "9.1", on=("phase",)))
    after = fought(table((A, SOUTH), (D, TARGET), rules=rules, charts=CHARTS), "a", result="D1")
    assert verdict(after, Phase("supply"), "ended") is ILLEGAL
    assert verdict(apply(after, Lose("blue", ("d",))), Phase("supply"), "ended") is LEGAL
    assert verdict(apply(after, Phase("supply")), Phase("end"), "ended") is LEGAL  # said once


def test_a_side_that_rebuilt_units_since_is_not_asked_for_losses_again() -> None:
    after = fought(game(), "a", result="D1")
    rebuilt = after.after(after.state.adding(REBUILT, "d"))
    assert verdict(rebuilt, Attack(("b",), TARGET), "settled") is LEGAL


def test_all_steps_are_due_by_an_elimination() -> None:
    rules = (bind("results", "results.against_morale", "7.43"), bind("losses", "losses.as_many_as_due", "7.43"))
    after = fought(table((A, SOUTH), (D, TARGET), (E, TARGET), rules=rules), "a", result="E")
    assert verdict(after, Lose("blue", ("d", "d", "e")), "losses") is ILLEGAL
    assert verdict(after, Lose("blue", ("d", "d", "e", "e")), "losses") is LEGAL


def test_a_defender_gone_without_a_retreat_on_record_leaves_the_starred_loss_open() -> None:
    after = apply(fought(game(), "a", result="A1*/Dr"), Remove("d"))
    after = apply(after, Remove("e"))
    assert verdict(after, Lose("red", ("a",)), "losses") is UNDECIDED
    assert needs(after, Lose("red", ("a",)), "losses") == {f"did the defender of {TARGET} retreat"}
