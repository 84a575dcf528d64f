"""Leaders, dice, ways and phases that nobody said: found from what was done, and never to anybody's harm."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.engine.actions import Action, Activate, Attack, Draw, Move, Phase, Place, Remove, Replace, Roll, Supply
from adjudicator.engine.charts import PlainChart
from adjudicator.evidence.history import Counter, History
from adjudicator.explain.board import Played
from adjudicator.explain.turns import play
from adjudicator.games import load
from adjudicator.verdict import Verdict

from ..histories import BINDING, Log, counter
from ..test_turns import koenigsberg

BOXES = {"Luftwaffe": "luftwaffe", "Refit": "refit", "Grounded": "grounded", "Militia": "volkssturm"}
WITH_BOXES = BINDING.model_copy(
    update={
        "boxes": {**BOXES, **{box: box for box in BOXES.values()}},
        "phases": {**BINDING.phases, "Bombardment": "bombardment"},
        "dice": {"Combat": "combat", "Event": "event", "Any": "other", "Air": "air return"},
    }
)


def front_chit() -> str:
    chart = koenigsberg().game.charts["chits"]
    assert isinstance(chart, PlainChart)
    return next(id_ for id_, row in chart.rows.items() if row.get("kind") == "front" and row.get("front") == "2BF")


def opened(log: Log, opening: str | None) -> History:
    """The log with what the counter showed in the position from which it starts."""
    return replace(log.history(), opening=opening)


def played(log: Log, opening: str | None = None) -> tuple[Played, ...]:
    return play(koenigsberg(), WITH_BOXES, opened(log, opening)).played


def actions(log: Log, opening: str | None = None) -> list[Action]:
    return [each.action for each in played(log, opening)]


def wrong(log: Log, opening: str | None = None) -> list[str]:
    return [found.rule for each in played(log, opening) for found in each.judged.findings if found.verdict is Verdict.ILLEGAL]


def two_armies(*more: Counter) -> Log:
    """Two headquarters of the front, far from each other, each with a unit of its own."""
    chit = front_chit()
    first, second = counter("su-hq-3a", "0817"), counter("su-hq-48a", "0904")
    return Log(counter(chit, "Cup"), first, second, *more).step(counter(chit, "drawn"))


def test_a_front_chit_activates_the_headquarters_whose_units_then_move() -> None:
    log = two_armies(counter("su-48a-53", "0905")).step(counter("su-48a-53", "0805"))
    assert Activate("su-hq-48a", by=front_chit()) in actions(log)


def test_a_headquarters_that_moves_itself_is_the_active_one() -> None:
    log = two_armies().step(counter("su-hq-3a", "0816"))
    assert Activate("su-hq-3a", by=front_chit()) in actions(log)


def test_a_headquarters_that_was_put_aside_and_back_has_not_acted() -> None:
    log = two_armies().step(counter("su-hq-3a", "0816")).step(counter("su-hq-3a", "0817"))
    assert actions(log) == [Draw(front_chit())]


def test_nobody_is_activated_by_a_front_chit_if_nobody_moves() -> None:
    assert actions(two_armies()) == [Draw(front_chit())]


def test_a_headquarters_that_somebody_names_is_not_guessed() -> None:
    log = two_armies(counter("su-48a-53", "0905")).step(chat="!hq 3A HQ").step(counter("su-48a-53", "0805"))
    assert [each.headquarters for each in actions(log) if isinstance(each, Activate)] == ["su-hq-3a"]


def test_an_attack_tells_that_another_headquarters_was_active_after_all() -> None:
    """Both may command the Guards, which move; 34 obeys only the one that did not seem likelier."""
    chit, guards = front_chit(), counter("su-2bf-3g", "0905")
    log = Log(
        counter(chit, "Cup"), counter("su-hq-48a", "0904"), counter("su-hq-3a", "1005"), guards, counter("su-3a-34", "0906")
    )
    log.start["de-21"] = log.now["de-21"] = counter("de-21", "0806")
    log.step(counter(chit, "drawn")).step(counter("su-2bf-3g", "1005")).step(roll=("Combat", 4))
    attack = next(each for each in played(log, "Turn 2, Movement") if isinstance(each.action, Attack))
    assert attack.action == Attack(("su-3a-34",), "0806", die=4)
    assert attack.judged.verdict is Verdict.LEGAL


def test_nobody_is_accused_where_no_headquarters_commands_all_who_moved() -> None:
    log = two_armies(counter("su-48a-53", "0905"), counter("su-3a-34", "0818"))
    log.step(counter("su-48a-53", "0805")).step(counter("su-3a-34", "0718"))
    assert "commanded-move" not in wrong(log, "Turn 2, Combat")


def test_a_die_after_an_event_that_asks_for_one_is_its_second() -> None:
    """A 10: a Soviet front loses two activations, and a die says which."""
    log = Log(counter("de-21", "1233")).step(roll=("Event", 10)).step(roll=("Any", 2)).step(roll=("Any", 5))
    rolls = [each.purpose for each in actions(log) if isinstance(each, Roll)]
    assert rolls == ["event", "event die", "other"]


def test_a_die_after_an_event_that_asks_for_none_is_for_something_else() -> None:
    log = Log(counter("de-21", "1233")).step(roll=("Event", 7)).step(roll=("Any", 2))
    assert [each.purpose for each in actions(log) if isinstance(each, Roll)] == ["event", "other"]


def test_a_die_for_an_air_unit_is_that_of_the_one_that_then_returns() -> None:
    boxes = {**WITH_BOXES.boxes, "air-army-1": "air-army-1"}
    log = Log(counter("su-air-18aa", "nowhere"), counter("de-21", "1233"))
    history = (
        log.step(box("su-air-18aa", "refit"))
        .step(turn="Turn 2, Air units")
        .step(roll=("Air", 6))
        .step(box("su-air-18aa", "air-army-1"))
    )
    game = play(koenigsberg(), WITH_BOXES.model_copy(update={"boxes": boxes}), history.history())
    rolls = [each.action for each in game.played if isinstance(each.action, Roll)]
    assert rolls == [Roll("air return", (6,), unit="su-air-18aa")]


def box(unit: str, place: str) -> Counter:
    """A piece in a box: there the location has the box's own name."""
    return counter(unit, place)


def test_without_a_counter_markers_of_supply_show_their_phase() -> None:
    log = Log(counter("de-21", "1233")).step(counter("de-21", "1233", supply=1))
    assert actions(log, "Turn 2, Movement") == [Phase("supply", turn=2), Supply((("de-21", "out of supply"),))]


def test_without_a_counter_a_militia_that_musters_shows_its_phase() -> None:
    log = Log(box("de-vs-1", "volkssturm"), counter("de-21", "1233")).step(counter("de-vs-1", "2433"))
    found = actions(log, "Turn 1, Bombardment")
    assert Place("de-vs-1", "2433", "militia") in found


def test_with_a_counter_nothing_is_guessed_about_phases() -> None:
    log = Log(counter("de-21", "1233")).step(turn="Turn 2, Movement").step(counter("de-21", "1233", supply=1))
    log.step(turn="Turn 2, Combat")  # so that the markers cannot have been laid after the combats
    assert "supply-phase" in wrong(log)


def test_chits_that_go_back_into_the_cup_begin_a_new_turn() -> None:
    first, second = "chit-su-3a", "chit-su-48a"
    log = Log(counter(first, "Cup"), counter(second, "Cup"), counter("su-hq-3a", "0817"), counter("su-hq-48a", "0904"))
    log.step(counter(first, "drawn")).step(counter(second, "drawn")).step(counter(first, "Cup")).step(counter(second, "Cup"))
    log.step(counter(first, "drawn"))
    game = play(koenigsberg(), WITH_BOXES, opened(log, "Turn 2, Movement"))
    assert game.end.state.turn == 3
    assert "cup-command" not in [found.rule for each in game.played for found in each.judged.findings]


def test_one_chit_put_back_is_no_new_turn() -> None:
    first, second = "chit-su-3a", "chit-su-48a"
    log = Log(counter(first, "Cup"), counter(second, "Cup"), counter("su-hq-3a", "0817"), counter("su-hq-48a", "0904"))
    log.step(counter(first, "drawn")).step(counter(second, "drawn")).step(counter(second, "Cup")).step(counter(second, "drawn"))
    assert play(koenigsberg(), WITH_BOXES, opened(log, "Turn 2, Movement")).end.state.turn == 2


def test_a_move_too_far_is_too_far_in_every_phase() -> None:
    log = Log(counter("de-21", "1233")).step(counter("de-21", "2833"))
    assert "allowance" in wrong(log, "Turn 2, Movement")
    assert not [each for each in actions(log, "Turn 2, Movement") if isinstance(each, Phase)]


def test_a_headquarters_that_is_gone_was_driven_over_by_who_could_pass_it() -> None:
    log = Log(counter("su-48a-53", "1114"), counter("de-hq-23", "1213")).step(counter("su-48a-53", "1413")).step("de-hq-23")
    moves = [each for each in actions(log) if isinstance(each, Move)]
    assert len(moves) == 1
    assert "1213" in (moves[0].path or ())
    assert wrong(log) == []


def test_a_headquarters_taken_off_before_somebody_was_rebuilt_went_in_the_phase_for_that() -> None:
    log = Log(box("su-air-1aa-1", "Grounded"), counter("de-hq-27", "2233"), counter("de-83", "1329", level=2))
    log.step(box("su-air-1aa-1", "Refit")).step("de-hq-27").step(counter("de-83", "1329"))
    found = play(load("koenigsberg-3cg"), WITH_BOXES, opened(log, "Turn 2, Air units")).played
    assert [type(each.action) for each in found if not isinstance(each.action, Phase)] == [Move, Remove, Replace]
    assert not any(each.judged.verdict is Verdict.ILLEGAL for each in found)


def test_a_chit_that_is_one_too_many_but_in_one_turn_only_is_a_question_where_nobody_clicks() -> None:
    """The last turn is not the one in which most is allowed: the second has one activation more for one front."""
    armies = {"de": ("9", "26", "hg", "41pz", "6", "55"), "su": ("39a", "5a", "28a", "11ga", "70a", "65a", "48a", "3a", "49a")}
    chits = [f"chit-{side}-{each}" for side, named in armies.items() for each in named]
    log = Log(counter("de-21", "1233"), *(counter(chit, "Cup") for chit in chits))
    for chit in chits:
        log.step(counter(chit, "drawn"))
    found = [each for one in played(log, "Turn 1, Movement") for each in one.judged.findings if each.rule == "last-chit"]
    assert [each.verdict for each in found] == [Verdict.UNDECIDED]
