"""Markers of supply that nobody laid: found once the phase is over, and only then."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.engine.actions import Phase, Place, Supply
from adjudicator.evidence.history import Counter, History
from adjudicator.explain.causes import traced
from adjudicator.explain.turns import play
from adjudicator.verdict import Verdict

from .histories import BINDING, Log, counter
from .test_turns import koenigsberg

SPIT, ROAD = "3425", "1233"  # nothing leads to the first; from the second there is a line as long as nobody is near
LATER, LAST = "!phase volkssturm return", "!phase turn advance"


def told(log: Log) -> list[tuple[int, str, Verdict, tuple[str, ...], int | None]]:
    """Step, rule, verdict, units, and the step that it follows from, of what was found about supply."""
    return [
        (each.played.step, each.ruled.rule, each.ruled.verdict, each.ruled.opinion.units, each.cause)
        for each in traced(play(koenigsberg(), BINDING, log.history()).played)
        if each.ruled.rule.startswith("supply-")
    ]


def forgot(step: int, unit: str = "de-21") -> tuple[int, str, Verdict, tuple[str, ...], None]:
    return step, "supply-forgotten", Verdict.ILLEGAL, (unit,), None


def cut_off(*, supply: int = 0) -> Log:
    return Log(counter("de-21", SPIT, supply=supply)).step(chat="!phase combat").step(chat="!phase supply")


def test_a_unit_without_a_line_that_got_no_marker_is_found_when_the_phase_is_left() -> None:
    assert told(cut_off().step(chat=LATER).step(chat="!phase sudden death").step(roll=("Event", 1))) == [forgot(3)]


def test_a_marker_that_was_not_turned_over_is_found() -> None:
    assert told(cut_off(supply=1).step(chat=LATER)) == [forgot(3)]


def test_a_marker_that_should_have_come_off_is_found() -> None:
    log = Log(counter("de-21", ROAD, supply=2)).step(chat="!phase combat").step(chat="!phase supply")
    assert told(log.step(chat=LATER)) == [forgot(3)]


@pytest.mark.parametrize("supply", [1, 2])
def test_a_marker_that_was_laid_is_judged_when_it_is_laid_and_not_again(supply: int) -> None:
    log = cut_off().step(counter("de-21", SPIT, supply=supply)).step(chat=LATER).step(roll=("Event", 1))
    assert told(log) == ([] if supply == 1 else [(3, "supply-markers", Verdict.ILLEGAL, ("de-21",), None)])


def test_a_log_that_ends_within_the_phase_says_nothing_of_what_may_still_come() -> None:
    assert told(cut_off()) == []
    assert told(cut_off().step(roll=("Event", 1))) == []


def test_a_log_that_ends_after_the_phase_was_left_is_enough() -> None:
    assert told(cut_off().step(chat=LATER)) == [forgot(3)]


def test_a_turn_whose_counter_never_stood_on_supply_forgot_nothing() -> None:
    log = Log(counter("de-21", SPIT)).step(chat="!phase combat").step(chat=LATER).step(chat="!turn 2")
    assert told(log.step(chat="!phase reinforcement").step(roll=("Event", 1))) == []


def test_a_click_too_far_and_back_ends_no_phase() -> None:
    log = cut_off().step(chat=LATER).step(chat="!phase supply").step(counter("de-21", SPIT, supply=1))
    assert told(log.step(chat=LATER).step(roll=("Event", 1))) == []


@pytest.mark.parametrize("laid_in", [LATER, LAST, "!turn 2"])
def test_a_marker_laid_a_click_too_late_is_not_forgotten(laid_in: str) -> None:
    log = cut_off().step(chat=LATER).step(chat=laid_in).step(counter("de-21", SPIT, supply=1)).step(chat="!phase reinforcement")
    assert [each for each in told(log.step(roll=("Event", 1))) if each[1] == "supply-forgotten"] == []


def test_a_marker_exchanged_around_a_late_click_is_one_exchange() -> None:
    def marker(name: str) -> Counter:
        return replace(counter(f"marker {name}", SPIT, height=1), levels=(), markers=(("mark", name),))

    named = {"volkssturm deployment": "Volkssturm", "volkssturm return": "Return", "turn advance": "Advance"}
    names = {**named, "combat": "Combat", "supply": "Supply"}
    binding = BINDING.model_copy(
        update={
            "phases": {name: phase for phase, name in names.items()},
            "markers": BINDING.markers.model_copy(update={"values": {"oos": "out of supply", "iso": "isolated"}}),
        }
    )
    log = Log(counter("de-21", SPIT), marker("oos")).step(turn="Turn 2: Combat").step(turn="Turn 2: Supply")
    log.step("marker oos").step(turn="Turn 2: Return").step(marker("iso")).step(turn="Turn 2: Advance")
    read = play(koenigsberg(), binding, _opened(log.history(), "Turn 2: Volkssturm")).played
    assert [each.action.states for each in read if isinstance(each.action, Supply)] == [(("de-21", "isolated"),)]


def next_turn(log: Log) -> Log:
    """The next turn up to its supply phase."""
    return log.step(chat=LATER).step(turn="Turn 2, Combat").step(roll=("Event", 1)).step(turn="Turn 2, Supply")


def test_a_marker_laid_in_the_next_supply_phase_comes_too_late() -> None:
    assert told(next_turn(cut_off()).step(counter("de-21", SPIT, supply=1)).step(chat=LATER)) == [forgot(3)]


def test_what_the_next_check_makes_of_a_forgotten_marker_only_follows() -> None:
    """Isolated would be right, had the first marker been laid."""
    log = next_turn(cut_off()).step(counter("de-21", SPIT, supply=2)).step(chat=LATER)
    assert told(log) == [forgot(3), (7, "supply-markers", Verdict.ILLEGAL, ("de-21",), 3)]


def test_whoever_is_forgotten_again_is_forgotten_anew() -> None:
    assert told(next_turn(cut_off()).step(chat=LATER)) == [forgot(3), forgot(7)]


def test_a_phase_left_with_markers_forgotten_is_no_excuse_for_what_comes_later() -> None:
    """Militia that stays on the map has nothing to do with the markers of others."""
    log = Log(counter("de-21", SPIT), counter("de-vs-1", ROAD)).step(chat="!phase combat").step(chat="!phase supply")
    log.step(chat=LATER).step(roll=("Event", 1)).step(chat="!phase sudden death")
    found = [
        (each.played.step, each.ruled.rule) for each in traced(play(koenigsberg(), BINDING, log.history()).played) if each.root
    ]
    assert [each for each in found if each[1] != "event-table"] == [(3, "supply-forgotten"), (5, "volkssturm-return")]


def test_a_log_that_begins_within_the_phase_cannot_tell_which_markers_are_new() -> None:
    log = Log(counter("de-21", SPIT, supply=1), counter("de-28", SPIT)).step(roll=("Event", 1))
    history = log.step(chat=LATER).history()
    (phase,) = [
        each
        for each in play(koenigsberg(), BINDING, _opened(history, "Supply")).played
        if isinstance(each.action, Phase)
    ]  # fmt: skip
    found = {each.opinion.units: each.verdict for each in phase.judged.findings}
    assert found == {("de-21",): Verdict.UNDECIDED, ("de-28",): Verdict.ILLEGAL}


def _opened(history: History, counter: str) -> History:
    return replace(history, opening=counter)


def test_whoever_is_put_elsewhere_after_all_has_not_moved_there() -> None:
    named = {"Volkssturm": "volkssturm deployment", "Command": "command"}
    binding = BINDING.model_copy(update={"phases": named, "boxes": {**BINDING.boxes, "Volkssturm": "volkssturm"}})
    log = Log(counter("de-vs-1", "Volkssturm")).step(turn="Turn 1: Volkssturm").step(counter("de-vs-1", "1836"))
    read = play(koenigsberg(), binding, log.step(counter("de-vs-1", "2233")).step(turn="Turn 1: Command").history()).played
    assert [each.action for each in read if isinstance(each.action, Place)] == [Place("de-vs-1", "2233", "militia", 0)]
    assert not any(each.judged.verdict is Verdict.ILLEGAL for each in read)


def test_who_clicks_through_the_phase_of_supply_owes_its_markers_also_when_something_is_done_only_after_that() -> None:
    """That the militia went back before either click would leave out the phase that the counter showed."""
    bound = BINDING.model_copy(update={"boxes": {**BINDING.boxes, "Volkssturm": "volkssturm"}})
    log = (
        Log(counter("de-21", SPIT), counter("de-vs-2", "2327"))
        .step(chat="!phase command")
        .step(chat="!phase supply")
        .step(chat=LATER)
    )
    log.step(counter("de-vs-2", "Volkssturm")).step(chat="!phase sudden death").step(chat=LAST).step(chat="!turn 4")
    found = [(each.step, one.rule) for each in play(koenigsberg(), bound, log.history()).played for one in each.judged.findings]
    assert (3, "supply-forgotten") in found


def test_whoever_is_put_elsewhere_has_not_moved_there_though_his_phase_has_not_been_begun_by_anything_before() -> None:
    named = {"Bombardment": "bombardment", "Volkssturm": "volkssturm deployment", "Command": "command"}
    binding = BINDING.model_copy(update={"phases": named, "boxes": {**BINDING.boxes, "Volkssturm": "volkssturm"}})
    history = Log(counter("de-vs-1", "Volkssturm")).step(turn="Turn 1: Volkssturm").step(counter("de-vs-1", "1837"))
    history = history.step(counter("de-vs-1", "1836")).step(turn="Turn 1: Command")
    read = play(koenigsberg(), binding, _opened(history.history(), "Turn 1: Bombardment")).played
    assert [each.action for each in read if isinstance(each.action, Place)] == [Place("de-vs-1", "1836", "militia", 0)]
    assert not any(each.judged.verdict is Verdict.ILLEGAL for each in read)
