"""Morale checks, combat results against morale, rallying, and the marker for disruption."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.engine.actions import Fire, Lose, Mark, Move, Phase, Retreat, Roll
from adjudicator.engine.state import Standing
from adjudicator.engine.units import Unit
from adjudicator.facts import Known, Truth
from adjudicator.rules import morale
from adjudicator.rules.judge import judge
from adjudicator.rules.registry import Binding
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

from .tables import bind, unit
from .tables_fire import AT, RULES, changed, play, table, verdict

LEGAL, ILLEGAL, UNDECIDED = Verdict.LEGAL, Verdict.ILLEGAL, Verdict.UNDECIDED
DISRUPTED = frozenset({"disrupted"})


def tank(name: str = "tank", /, morale: int | None = 4, side: str = "blue", traits: str = "armoured") -> Unit:
    second = {"morale": 2}
    return unit(name, side, antitank=6, combat=4, morale=morale, movement=6, armour=1, traits=traits, reduced=second)


def pak() -> Unit:
    return unit("pak", "red", antitank=5, combat=3, morale=3, movement=4)


def hit(result: str | None, target: Unit | None = None, *, standing: Standing | None = None, **more: object) -> Table:
    """A tank at 1011 after fire with a result."""
    it = target or tank()
    before = table((pak(), "1010"), (it, standing or Standing("1011")), phase=AT, **more)  # type: ignore[arg-type]
    return play(before, Fire(("pak",), it.id, AT, result=result))


def check(die: int, result: str | None = None, unit: str = "tank") -> Roll:
    return Roll("morale", (die,), result, unit)


# The check


@pytest.mark.parametrize(("result", "die", "passed"), [("M", 4, True), ("M", 5, False), ("2", 2, True), ("2", 3, False)])
def test_a_check_is_passed_by_a_die_no_higher_than_the_morale(result: str, die: int, passed: bool) -> None:
    at = hit(result)
    assert verdict(at, check(die, "passed")) == ((LEGAL, {}) if passed else (ILLEGAL, {"check": frozenset()}))
    assert verdict(at, check(die, "failed")) == ((ILLEGAL, {"check": frozenset()}) if passed else (LEGAL, {}))
    assert verdict(at, check(die)) == (LEGAL, {})


def test_a_disrupted_unit_checks_with_two_less() -> None:
    shaken = hit("M", standing=Standing("1011", marks=DISRUPTED))
    assert verdict(shaken, check(2, "passed"))[0] is LEGAL
    assert verdict(shaken, check(3, "passed"))[0] is ILLEGAL
    perhaps = hit("M", standing=Standing("1011", doubtful=DISRUPTED))
    assert verdict(perhaps, check(3, "passed")) == (UNDECIDED, {"check": frozenset({"tank is disrupted"})})
    assert verdict(perhaps, check(5, "passed"))[0] is ILLEGAL


def test_an_unknown_morale_is_named() -> None:
    assert verdict(hit("M", tank(morale=None)), check(3, "failed")) == (UNDECIDED, {"check": frozenset({"morale of tank"})})


def test_the_arithmetic_of_a_check_is_shown() -> None:
    (said,) = [each for each in judge(hit("2"), check(3, "passed")).ruled if each.opinion.rows]
    assert [(row.value, row.reason) for row in said.opinion.rows] == [
        ("3", "die"),
        ("+2", "for the result of the fire"),
        ("4", "morale of tank"),
    ]


def test_a_result_nobody_knows_leaves_a_check_open_unless_no_result_can_help() -> None:
    assert verdict(hit(None), check(3, "passed")) == (UNDECIDED, {"check": frozenset({"result of the fire"})})
    assert verdict(hit(None), check(5, "passed")) == (ILLEGAL, {"check": frozenset()})
    nobody = table((tank(), "1011"))
    assert verdict(nobody, check(3, "passed")) == (UNDECIDED, {"check": frozenset({"fire at tank"})})


def test_no_check_where_the_result_asks_for_none() -> None:
    assert verdict(hit("-"), check(3, "passed")) == (ILLEGAL, {"check": frozenset()})


def test_a_step_that_the_result_takes_is_lost_before_the_check_and_lowers_the_morale() -> None:
    at = hit("1+")
    assert verdict(at, check(3, "passed"))[0] is ILLEGAL
    after = at.after(at.state.lost("tank"))  # the other side has a morale of 2
    assert verdict(after, check(1, "passed")) == (LEGAL, {})
    assert verdict(after, check(2, "passed")) == (ILLEGAL, {"check": frozenset()})


# Rallying


def rallying(marks: frozenset[str] = DISRUPTED, unit: Unit | None = None, **more: object) -> Table:
    return table((unit or tank(), Standing("1011", marks=marks)), **{"phase": "rally", **more})  # type: ignore[arg-type]


def rally(die: int, result: str | None = None) -> Roll:
    return Roll("rally", (die,), result, "tank")


@pytest.mark.parametrize(("die", "rallies"), [(4, True), (5, False)])
def test_a_unit_rallies_by_its_printed_morale(die: int, rallies: bool) -> None:
    """Disruption takes nothing from it here."""
    assert verdict(rallying(), rally(die, "passed"))[0] is (LEGAL if rallies else ILLEGAL)
    assert verdict(rallying(), rally(die, "failed"))[0] is (ILLEGAL if rallies else LEGAL)


def test_a_reduced_unit_rallies_by_the_morale_that_shows() -> None:
    reduced = table((tank(), Standing("1011", 1, DISRUPTED)), phase="rally")
    assert verdict(reduced, rally(2, "passed"))[0] is LEGAL
    assert verdict(reduced, rally(3, "passed"))[0] is ILLEGAL


def test_one_side_may_find_it_harder_to_rally() -> None:
    red = rallying(unit=tank(side="red"))
    assert verdict(red, rally(2, "passed"))[0] is LEGAL
    assert verdict(red, rally(3, "passed"))[0] is ILLEGAL


def test_what_makes_it_harder_may_hang_on_the_scenario() -> None:
    given: Mapping[str, object] = {"plus": 2, "reason": "short of fuel", "noted": {"scenario": ["1"]}}
    case = {"side": "red", "purpose": "rally"}
    rules = changed(short_of_everything=bind("short-of-everything", "morale.plus", "11.32", when=case, **given))
    for scenario, expected in (("1", ILLEGAL), ("2", LEGAL)):
        at = rallying(unit=tank(side="red"), rules=rules, notes={"scenario": Known(scenario)})
        assert verdict(at, rally(3, "passed"))[0] is expected


def test_an_unknown_morale_leaves_a_rally_open() -> None:
    at = rallying(unit=tank(morale=None))
    assert verdict(at, rally(3, "passed")) == (UNDECIDED, {"rally": frozenset({"morale of tank"})})


def test_only_disrupted_units_rally_once_and_in_their_phase() -> None:
    assert verdict(rallying(frozenset()), rally(1)) == (ILLEGAL, {"rally": frozenset()})
    assert verdict(rallying(phase="combat"), rally(1)) == (ILLEGAL, {"rally": frozenset()})
    assert verdict(play(rallying(), rally(6)), rally(1)) == (ILLEGAL, {"rally": frozenset()})
    assert verdict(play(rallying(), rally(6), Phase("rally", turn=2)), rally(1)) == (LEGAL, {})
    assert verdict(play(rallying(), rally(6), Phase("rally")), rally(1)) == (LEGAL, {})


# The marker


def test_the_marker_goes_only_when_the_unit_has_rallied() -> None:
    off = Mark("tank", "disrupted", on=False)
    assert verdict(play(rallying(), rally(4)), off) == (LEGAL, {})
    assert verdict(play(rallying(), rally(5)), off) == (ILLEGAL, {"disrupted": frozenset()})
    assert verdict(rallying(), off) == (UNDECIDED, {"disrupted": frozenset({"rally of tank"})})
    assert verdict(rallying(phase="combat"), off) == (ILLEGAL, {"disrupted": frozenset()})


def test_a_rally_of_unknown_morale_counts_as_the_players_took_it() -> None:
    at = rallying(unit=tank(morale=None))
    assert verdict(play(at, rally(3, "passed")), Mark("tank", "disrupted", on=False))[0] is LEGAL
    assert verdict(play(at, rally(3)), Mark("tank", "disrupted", on=False))[0] is UNDECIDED


def test_the_marker_comes_with_a_failed_check_or_a_retreat() -> None:
    on = Mark("tank", "disrupted")
    assert verdict(play(hit("M"), check(6)), on) == (LEGAL, {})
    assert verdict(play(hit("M"), check(1)), on) == (ILLEGAL, {"disrupted": frozenset()})
    assert verdict(hit("M"), on) == (UNDECIDED, {"disrupted": frozenset({"why tank is marked"})})
    assert verdict(play(hit("M"), Retreat(("tank",), "1013")), on) == (LEGAL, {})
    assert verdict(rallying(), on) == (LEGAL, {})  # again on one that has it


def test_a_crowded_retreat_may_disrupt_others() -> None:
    both = table((pak(), "1010"), (tank(), "1011"), (tank("other"), "1012"))
    after = play(both, Fire(("pak",), "tank", AT, result="M"), check(1), Retreat(("other",), "1013"))
    assert verdict(after, Mark("tank", "disrupted"))[0] is UNDECIDED


def test_whoever_fails_a_check_leaves_its_hex_and_is_marked() -> None:
    failed = play(hit("M"), check(6))
    end = Phase("combat", "red")
    left = play(failed, Retreat(("tank",), "1013"))
    assert verdict(failed, end) == (ILLEGAL, {"failed": frozenset()})
    assert verdict(left, end) == (ILLEGAL, {"failed": frozenset()})
    assert verdict(play(left, Mark("tank", "disrupted")), end) == (LEGAL, {})
    assert verdict(play(failed, Move(("tank",), "1013"), Mark("tank", "disrupted")), end) == (LEGAL, {})
    assert verdict(play(hit("M"), check(1)), end) == (LEGAL, {})
    assert verdict(failed.after(failed.state.with_standing("tank", None)), end) == (LEGAL, {})


def test_guns_that_fail_a_check_are_gone() -> None:
    end = Phase("combat", "red")
    away = (Retreat(("tank",), "1013"), Mark("tank", "disrupted"))
    sure = hit("M", tank(traits="armoured artillery"))
    assert verdict(play(sure, check(6), *away), end) == (ILLEGAL, {"failed": frozenset()})
    doubtful = unit("tank", "blue", morale=4, armour=1, traits="armoured", doubtful="artillery")
    assert verdict(play(hit("M", doubtful), check(6), *away), end) == (
        UNDECIDED,
        {"failed": frozenset({"is tank artillery"})},
    )


def test_a_game_may_let_a_unit_lose_a_step_and_stay() -> None:
    rules = changed(failed=bind("failed", "morale.owed", instead=[AT]))
    failed = play(hit("M", rules=rules), check(6))
    assert verdict(play(failed, Lose("blue", ("tank",))), Phase("combat", "red")) == (LEGAL, {})
    assert verdict(failed, Phase("combat", "red")) == (ILLEGAL, {"failed": frozenset()})  # neither gone nor a step the less


def test_a_new_phase_forgets_the_checks_of_the_last() -> None:
    after = play(hit("M"), check(6), Phase("combat", "red"))
    assert morale.outcome_of(after, "morale", "tank") is None
    assert verdict(after, Phase("rally")) == (LEGAL, {})


# Properties

RULE_SETS: tuple[tuple[Binding, ...], ...] = (RULES, changed(morale=bind("morale", "morale.printed", marks={"disrupted": -1})))


@given(st.integers(0, 6), st.integers(1, 6), st.booleans(), st.booleans(), st.booleans(), st.sampled_from(RULE_SETS))
def test_what_is_learnt_later_never_overturns_a_check(
    rating: int, die: int, shaken: bool, hide_rating: bool, hide_mark: bool, rules: tuple[Binding, ...]
) -> None:
    def outcome(morale_: int | None, standing: Standing) -> Truth:
        return verdict_of(hit("1", tank(morale=morale_), standing=standing, rules=rules), die)

    marks = DISRUPTED if shaken else frozenset()
    sure = outcome(rating, Standing("1011", marks=marks))
    dim = Standing("1011", marks=frozenset() if hide_mark else marks, doubtful=DISRUPTED if hide_mark else frozenset())
    early = outcome(None if hide_rating else rating, dim)
    assert sure.needs == frozenset()
    assert early.open or early == sure


def verdict_of(at: Table, die: int) -> Truth:
    more = morale.demanded(at, "tank")[1]
    return morale.passes(at, "tank", "check", die, more)[0]


def test_what_failed_and_what_is_only_doubtful_are_told_apart() -> None:
    (wrong,) = judge(hit("M"), check(6, "passed")).findings
    assert wrong.opinion.message == "tank fails its morale check, the players took it as passed"
    (wrong,) = judge(hit("M"), check(1, "failed")).findings
    assert wrong.opinion.message == "tank passes its morale check, the players took it as failed"
    (open_,) = judge(hit("M", tank(morale=None)), check(1, "failed")).findings
    assert open_.opinion.message == "whether tank passes its morale check hangs on what is not known"
    (wrong,) = judge(rallying(), rally(6, "passed")).findings
    assert wrong.opinion.message == "tank stays disrupted, the players took it as passed"
    (wrong,) = judge(rallying(), rally(1, "failed")).findings
    assert wrong.opinion.message == "tank rallies, the players took it as failed"
