"""What is corrected, and how sure that is: worked out from histories made by hand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.correct.model import Apply, Correction, Plan, corrected
from adjudicator.correct.positions import plan
from adjudicator.evidence.history import Counter
from adjudicator.explain.judging import JudgedFile
from adjudicator.explain.turns import play
from adjudicator.rules.position import judge_position
from adjudicator.verdict import Verdict
from tests.explain.histories import BINDING, Log, counter
from tests.explain.test_turns import koenigsberg

FAR = "2833"


def judged(log: Log) -> JudgedFile:
    game = play(koenigsberg(), BINDING, log.history())
    return JudgedFile("test.vlog", koenigsberg(), BINDING, game.played, game.end)


def planned(log: Log, apply: Apply = "safe") -> Plan:
    return plan(judged(log), apply)


def moving(*counters: Counter) -> Log:
    return Log(*counters).step(chat="!phase movement")


def told(found: tuple[Correction, ...]) -> list[tuple[str, str, str]]:
    return [(each.unit, each.before, each.after) for each in found]


def whys(found: Plan) -> str:
    return "; ".join(each.why for each in found.left)


# --- moves ----------------------------------------------------------------------------------------------------------------------


def test_an_illegal_move_is_taken_back() -> None:
    found = planned(moving(counter("de-21", "1233")).step(counter("de-21", FAR)))
    assert told(found.made) == [("de-21", FAR, "1233")]
    (only,) = found.made
    assert (only.safe, only.rule, only.step) == (True, "allowance", 2)
    assert only.cite
    assert (found.offered, found.left) == ((), ())


def test_a_legal_turn_needs_nothing() -> None:
    assert planned(moving(counter("de-21", "1233")).step(counter("de-21", "1234")), "suggested") == Plan()


def test_nothing_is_changed_for_what_is_undecided() -> None:
    log = moving(counter("de-21", "1233")).step(counter("de-21", "1234"))
    assert any(each.judged.verdict is Verdict.UNDECIDED for each in judged(log).played)
    assert planned(log, "suggested") == Plan()


def test_a_unit_that_went_on_is_taken_back_only_on_request() -> None:
    log = moving(counter("de-21", "1233")).step(counter("de-21", FAR)).step(chat="!phase combat").step(roll=("Event", 1))
    log.step(chat="!phase movement").step(counter("de-21", "2834"))
    found = planned(log)
    assert (found.made, told(found.offered)) == ((), [("de-21", "2834", "1233")])
    assert told(planned(log, "suggested").made) == [("de-21", "2834", "1233")]


def test_a_move_on_which_something_rests_is_taken_back_only_on_request() -> None:
    """56 may be where 21 was only because 21 is gone: there is room for two."""
    log = moving(counter("de-21", "1233"), counter("de-28", "1233"), counter("de-56", "1234"))
    log.step(counter("de-21", FAR)).step(counter("de-56", "1233")).step(counter("de-28", "1234"))
    found = planned(log)
    assert (found.made, told(found.offered)) == ((), [("de-21", FAR, "1233")])
    assert "step 3 rests on it" in found.offered[0].reason


def test_a_unit_is_not_put_where_an_enemy_is_by_now() -> None:
    log = moving(counter("de-21", "1233"), counter("su-2bf-3g", "1334")).step(counter("de-21", FAR))
    found = planned(log.step(counter("su-2bf-3g", "1233")), "suggested")
    assert (found.made, found.offered) == ((), ())
    assert "3G is now at 1233" in whys(found)


def test_a_unit_is_not_put_where_there_is_no_room_by_now() -> None:
    log = moving(counter("de-21", "1233"), counter("de-28", "1234"), counter("de-56", "1235"))
    log.step(counter("de-21", FAR)).step(counter("de-28", "1233")).step(counter("de-56", "1233"))
    found = planned(log, "suggested")
    assert found.made == ()
    assert "no room" in whys(found)


def test_a_unit_that_is_gone_is_not_brought_back_by_its_move() -> None:
    found = planned(moving(counter("de-21", "1233")).step(counter("de-21", FAR)).step(chat="!phase combat").step("de-21"))
    assert all(each.unit != "de-21" or each.kind != "place" or not each.safe for each in (*found.made, *found.offered))


def test_what_only_follows_is_not_corrected_twice() -> None:
    """28 may stay: without 21 there is room for it."""
    log = moving(counter("de-21", "1233"), counter("de-28", "2832"), counter("de-56", FAR))
    log.step(counter("de-21", FAR)).step(counter("de-28", FAR))
    found = planned(log, "suggested")
    assert told(found.made) == [("de-21", FAR, "1233")]
    assert found.left == ()


def test_what_followed_is_gone_even_if_the_unit_has_gone_on_since() -> None:
    log = moving(counter("de-21", "1233"), counter("de-28", "2832"), counter("de-56", FAR))
    log.step(counter("de-21", FAR)).step(counter("de-28", FAR)).step(chat="!phase combat").step(roll=("Event", 1))
    found = planned(log.step(chat="!phase movement").step(counter("de-21", "2834")), "suggested")
    assert told(found.made) == [("de-21", "2834", "1233")]
    assert [each for each in found.left if each.step == 3] == []


def test_what_follows_from_something_left_as_it_is_is_left_too() -> None:
    log = moving(counter("de-21", "1233"), counter("de-28", "2832"), counter("de-56", FAR), counter("su-2bf-3g", "1334"))
    log.step(counter("de-21", FAR)).step(counter("de-28", FAR)).step(counter("su-2bf-3g", "1233"))
    found = planned(log, "suggested")
    assert found.made == ()
    assert "follows from step 2" in whys(found)


def test_a_rebuilt_unit_is_flipped_back_only_on_request() -> None:
    log = Log(counter("de-21", "1233", level=2)).step(chat="!phase replacement").step(counter("de-21", "1233"))
    found = planned(log)
    assert (found.made, told(found.offered)) == ((), [("de-21", "full strength", "1 step lost")])


# --- losses ---------------------------------------------------------------------------------------------------------------------


def fight(die: int, column: str = "1-1") -> Log:
    log = Log(counter("de-21", "1233"), counter("su-2bf-3g", "1334")).step(chat="!phase combat")
    return log.step(chat=f"!attack 1334 with 21 on {column}").step(roll=("Combat", die))


def test_a_loss_that_was_not_due_is_given_back_on_request() -> None:
    log = fight(3).step(counter("su-2bf-3g", "1334", level=2))
    found = planned(log)
    assert (found.made, told(found.offered)) == ((), [("su-2bf-3g", "1 step lost", "full strength")])
    assert told(planned(log, "suggested").made) == [("su-2bf-3g", "1 step lost", "full strength")]


def test_a_loss_that_only_one_unit_could_take_is_taken_on_request() -> None:
    """2 on 1-1 costs the attacker a step, and nobody took it before the next phase."""
    log = fight(2).step(chat="!phase supply").step(counter("de-21", "1233", supply=1))
    losses = [each for each in (*planned(log, "suggested").made,) if each.kind == "steps"]
    assert [(each.unit, each.before, each.after, each.safe) for each in losses] == [
        ("de-21", "full strength", "1 step lost", False)
    ]


def test_where_players_choose_who_loses_nothing_is_taken() -> None:
    """28 and 56 are equally strong."""
    log = Log(counter("de-28", "1233"), counter("de-56", "1234"), counter("su-2bf-3g", "1334")).step(chat="!phase combat")
    log.step(chat="!attack 1334 with 28, 56 on 1-1").step(roll=("Combat", 2)).step(chat="!phase supply")
    log.step(counter("de-28", "1233", supply=1))
    found = planned(log, "suggested")
    assert [each for each in found.made if each.kind == "steps"] == []
    assert "the players choose" in whys(found)


def test_an_attack_itself_is_for_the_players() -> None:
    found = planned(fight(3, "5-1"), "suggested")
    assert (found.made, found.offered) == ((), ())
    assert "for the players" in whys(found)


# --- markers --------------------------------------------------------------------------------------------------------------------


def checked(log: Log, *after: Counter) -> Log:
    return log.step(chat="!phase supply").step(*after)


def test_a_wrong_marker_is_taken_off() -> None:
    found = planned(checked(Log(counter("de-21", "1233")), counter("de-21", "1233", supply=1)))
    assert told(found.made) == [("de-21", "out of supply", "in supply")]
    assert found.made[0].safe


def test_a_marker_taken_off_wrongly_is_replaced_by_the_one_that_is_due() -> None:
    """21 stands on a spit to which nothing leads, for the second check in a row."""
    found = planned(checked(Log(counter("de-21", "3425", supply=1)), counter("de-21", "3425")).step(chat="your turn"))
    assert told(found.made) == [("de-21", "in supply", "isolated")]


def test_a_marker_that_came_too_early_is_replaced_by_the_first() -> None:
    found = planned(checked(Log(counter("de-21", "3425")), counter("de-21", "3425", supply=2)))
    assert told(found.made) == [("de-21", "isolated", "out of supply")]


def test_markers_alone_can_be_asked_for() -> None:
    log = moving(counter("de-21", "1233"), counter("de-28", "1234")).step(counter("de-21", FAR))
    found = planned(checked(log, counter("de-28", "1234", supply=1)), "markers")
    assert told(found.made) == [("de-28", "out of supply", "in supply")]
    assert told(found.offered) == [("de-21", FAR, "1233")]


def test_markers_are_put_right_after_units_went_back() -> None:
    log = moving(counter("de-21", "1233")).step(counter("de-21", FAR))
    found = planned(checked(log, counter("de-21", FAR, supply=1)), "suggested")
    assert told(found.made) == [("de-21", FAR, "1233"), ("de-21", "out of supply", "in supply")]


def test_a_marker_that_was_changed_since_is_left() -> None:
    log = checked(Log(counter("de-21", "1233")), counter("de-21", "1233", supply=1))
    found = planned(log.step(chat="!phase sudden death").step(counter("de-21", "1233")))
    assert all(each.kind != "marker" for each in found.made)


def forgotten(*counters: Counter) -> Log:
    """A turn in which nobody lays a marker."""
    return Log(*counters).step(chat="!phase combat").step(chat="!phase supply").step(chat="!phase volkssturm return")


@pytest.mark.parametrize("apply", ["safe", "markers", "suggested"])
def test_a_forgotten_marker_is_laid(apply: Apply) -> None:
    found = planned(forgotten(counter("de-21", "3425"), counter("de-28", "1233", supply=2), counter("de-56", "1234")), apply)
    assert told(found.made) == [("de-21", "in supply", "out of supply"), ("de-28", "isolated", "in supply")]
    assert all(each.safe and each.cite for each in found.made)
    assert (found.offered, found.left) == ((), ())


def test_a_marker_that_was_laid_a_moment_later_is_not_laid_twice() -> None:
    log = moving(counter("de-28", "1233"), counter("de-21", "3425")).step(counter("de-28", FAR)).step(chat="!phase combat")
    log.step(chat="!phase supply").step(chat="!phase sudden death").step(counter("de-21", "3425", supply=1))
    found = planned(log)
    assert ("de-28", FAR, "1233") in told(found.made)
    assert [each.unit for each in found.made if each.kind == "marker"] == []
    assert found.left == ()


def test_a_marker_that_is_due_only_where_a_unit_should_not_be_is_not_laid() -> None:
    log = moving(counter("de-28", "1233")).step(counter("de-28", "3425")).step(chat="!phase combat")
    found = planned(log.step(chat="!phase supply").step(chat="!phase sudden death"))
    assert told(found.made) == [("de-28", "3425", "1233")]


# --- whatever is played ---------------------------------------------------------------------------------------------------------

UNITS = ("de-21", "de-28", "su-2bf-3g", "su-2bf-8")
STARTS = ("1233", "1234", "1634", "1735")
PLACES = st.sampled_from(("1233", "1234", "1235", "1434", "1634", "1735", "2833", "0140"))


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(UNITS), PLACES), max_size=6), st.sampled_from(["safe", "suggested"]))
def test_corrections_make_no_position_worse(moves: list[tuple[str, str]], apply: Apply) -> None:
    log = moving(*(counter(unit, place) for unit, place in zip(UNITS, STARTS, strict=True)))
    for unit, place in moves:
        log.step(counter(unit, place))
    file = judged(log)
    assert file.end is not None
    found = plan(file, apply)
    before = {(each.rule, each.opinion.hexes) for each in judge_position(file.end).findings}
    after = {(each.rule, each.opinion.hexes) for each in judge_position(corrected(file.end, found.made)).findings}
    assert after <= before
    assert all(each.safe for each in found.made) or apply == "suggested"
    assert len({(each.unit, each.kind) for each in found.made}) == len(found.made)


@pytest.mark.parametrize("apply", ["safe", "suggested", "markers"])
def test_a_position_without_a_game_has_no_plan(apply: Apply) -> None:
    assert plan(JudgedFile("x.vsav", None, None), apply) == Plan()
