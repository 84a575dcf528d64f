"""Root causes and what only follows: who is to blame is told once."""

from __future__ import annotations

from adjudicator.engine.actions import Draw, Phase
from adjudicator.engine.state import Standing
from adjudicator.explain.board import Played
from adjudicator.explain.causes import Traced, traced
from adjudicator.explain.turns import play
from adjudicator.facts import YES
from adjudicator.rules.fuel import OWING
from adjudicator.rules.judge import judge
from adjudicator.verdict import Verdict

from .histories import BINDING, Log, counter
from .test_turns import koenigsberg

FAR = "2833"


def found(log: Log) -> list[Traced]:
    return [each for each in traced(play(koenigsberg(), BINDING, log.history()).played) if each.ruled.verdict is Verdict.ILLEGAL]


def told(log: Log) -> list[tuple[int, str, int | None]]:
    """Step, rule, and the step that it follows from."""
    return [(each.played.step, each.ruled.rule, each.cause) for each in found(log)]


def moving(*counters: object) -> Log:
    return Log(*counters).step(chat="!phase movement")  # type: ignore[arg-type]


def again(log: Log) -> Log:
    """A new chance to move, in a later turn."""
    return log.step(chat="!phase combat").step(roll=("Event", 1)).step(chat="!turn 2").step(chat="!phase movement")


def test_a_first_illegal_move_is_a_root() -> None:
    assert told(moving(counter("de-21", "1233")).step(counter("de-21", FAR))) == [(2, "allowance", None)]


def test_what_a_unit_does_from_where_it_should_not_be_only_follows() -> None:
    log = again(moving(counter("de-21", "1233")).step(counter("de-21", FAR))).step(counter("de-21", "1233"))
    assert [cause for step, rule, cause in told(log) if rule == "allowance"] == [None, 2]


def test_another_unit_has_its_own_root() -> None:
    log = moving(counter("de-21", "1233"), counter("de-28", "1234")).step(counter("de-21", FAR)).step(counter("de-28", "2930"))
    assert told(log) == [(2, "allowance", None), (3, "allowance", None)]


def test_a_stack_too_high_follows_from_who_should_not_be_in_it() -> None:
    """28 moved lawfully where there would have been room, had 21 not gone there."""
    log = moving(counter("de-21", "1233"), counter("de-28", "2832"), counter("de-56", "2833"))
    log.step(counter("de-21", FAR)).step(counter("de-28", FAR))
    assert told(log) == [(2, "allowance", None), (3, "stack-units", 2)]


def test_a_stack_too_high_without_him_is_a_root() -> None:
    log = moving(counter("de-21", "1233"), counter("de-28", "2832"), counter("de-56", FAR), counter("de-95", FAR))
    log.step(counter("de-21", "2730")).step(counter("de-28", FAR))
    assert told(log) == [(2, "allowance", None), (3, "stack-units", None)]


def test_a_unit_that_went_back_is_clean_again() -> None:
    log = again(moving(counter("de-21", "1233")).step(counter("de-21", FAR))).step(counter("de-21", "1233"))
    again(log).step(counter("de-21", "2830"))
    moves = [cause for _, rule, cause in told(log) if rule == "allowance"]
    assert moves == [None, 2, None]


def test_losses_and_retreats_follow_from_an_attack_that_was_wrong() -> None:
    log = Log(counter("de-21", "1233"), counter("su-2bf-3g", "1334")).step(chat="!phase combat")
    log.step(chat="!attack 1334 with 21 on 2-1").step(roll=("Combat", 4)).step(counter("su-2bf-3g", "1435", level=2))
    causes = {rule: cause for _, rule, cause in told(log)}
    assert causes.pop("column") is None
    assert causes
    assert set(causes.values()) == {3}


def test_losses_that_nobody_took_are_a_root_only_once() -> None:
    """In the next movement phase another unit moves: the counter did not only go too far and back."""
    log = Log(counter("de-21", "1233"), counter("su-2bf-3g", "1334"), counter("de-28", "2832")).step(chat="!phase combat")
    log.step(chat="!attack 1334 with 21 on 1-1").step(roll=("Combat", 1))
    log.step(chat="!phase movement").step(counter("de-28", "2833"))
    for phase in ("combat", "supply"):
        log.step(chat=f"!phase {phase}").step(roll=("Event", 1))
    settled = [(step, cause) for step, rule, cause in told(log) if rule == "settled-before-phase"]
    assert {cause for step, cause in settled if step == 4} == {None}
    assert {cause for step, cause in settled if step > 4} == {4}


def test_losses_wrong_by_themselves_are_a_root() -> None:
    log = Log(counter("de-21", "1233"), counter("su-2bf-3g", "1334")).step(chat="!phase combat")
    log.step(chat="!attack 1334 with 21 on 1-1").step(roll=("Combat", 3)).step(counter("su-2bf-3g", "1334", level=2))
    log.step(chat="!phase supply")  # where the log ends not all losses may have been taken
    assert told(log) == [(4, "losses-due", None), (5, "settled-before-phase", 4)]


def test_a_wrong_marker_is_no_blot_on_moves() -> None:
    log = Log(counter("de-21", "1233")).step(chat="!phase supply").step(counter("de-21", "1233", supply=1))
    again(log).step(counter("de-21", FAR, supply=1))
    assert [(rule, cause) for _, rule, cause in told(log) if rule in ("supply-markers", "allowance")] == [
        ("supply-markers", None),
        ("allowance", None),
    ]


# --- units that had to leave the map ------------------------------------------------------------------------------------------


def turn(log: Log, number: int) -> Log:
    return log.step(turn=f"Turn {number}, Combat").step(roll=("Event", 1)).step(turn=f"Turn {number}, Supply")


def staying(log: Log) -> list[tuple[int, str, int | None]]:
    """What was found about units that stayed, and about where they went."""
    return [each for each in told(log) if each[1] in ("volkssturm-return", "air-landed", "gd-leaves-before-phase", "air-return")]


def test_militia_that_stays_on_the_map_is_told_once() -> None:
    log = turn(turn(turn(Log(counter("de-vs-1", "1233")), 1), 2), 3)
    assert staying(log) == [(4, "volkssturm-return", None), (7, "volkssturm-return", 4)]


def test_militia_that_went_home_and_stays_again_is_told_again() -> None:
    log = turn(turn(Log(counter("de-vs-1", "2932")), 1), 2).step(counter("de-vs-1", "nowhere"))
    log.step(turn="Turn 3, Air units").step(chat="!phase volkssturm deployment").step(counter("de-vs-1", "2932"))
    assert staying(turn(log, 4)) == [(4, "volkssturm-return", None), (11, "volkssturm-return", None)]


def test_aircraft_left_over_the_target_are_told_once_and_are_clean_in_their_box() -> None:
    log = turn(turn(turn(Log(counter("de-air", "1233")), 1), 2), 3)
    assert staying(log) == [(4, "air-landed", None), (7, "air-landed", 4)]
    log = turn(turn(Log(counter("de-air", "1233")), 1), 2).step(counter("de-air", "Luftwaffe")).step(roll=("Event", 1))
    log.step(counter("de-air", "1234")).step(turn="Turn 3, Combat").step(roll=("Event", 1))
    assert [each for each in staying(log) if each[1] == "air-landed"] == [(4, "air-landed", None), (10, "air-landed", None)]


def test_a_formation_that_had_to_leave_is_told_once() -> None:
    log = Log(counter("de-gd", "1233"), counter("chit-gd-withdrawal", "Cup")).step(turn="Turn 3, Combat")
    log.step(counter("chit-gd-withdrawal", "1030")).step(turn="Turn 3, Supply").step(roll=("Event", 1))
    log.step(turn="Turn 3, Volkssturm return").step(chat="!phase sudden death").step(counter("de-gd", "1234"))
    causes = [cause for _, rule, cause in told(log) if rule == "gd-leaves-before-phase"]
    assert causes[:1] == [None]
    assert None not in causes[1:]


def test_a_duty_left_undone_is_told_of_once() -> None:
    table = koenigsberg().table()
    table = table.after(table.state.remember(OWING, {"de-5-pz": YES}).with_standing("de-5-pz", Standing("1010")))
    going_on = enumerate((Draw("chit-de-9"), Draw("chit-de-6"), Phase("supply"), Draw("chit-de-26")), 1)
    found = traced(Played(step, act, table, judge(table, act)) for step, act in going_on)
    owed = [each for each in found if each.ruled.rule.startswith("no-gas")]
    assert [each.cause for each in owed] == [None, 1, 1, 1]
