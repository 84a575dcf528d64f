"""The other ways in which players may have meant what is seen in a log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import pytest

from adjudicator.engine.actions import Attack
from adjudicator.evidence.notation import in_plain_words, note_in
from adjudicator.evidence.observations import Heard, observed
from adjudicator.explain.otherwise import (
    OtherWay,
    alignment,
    clicks,
    dice,
    late_notes_beside_dice,
    notes,
    other_ways,
    plainly_said,
    results,
    twice_otherwise,
)
from adjudicator.games import load

from .histories import BINDING, Log, counter
from .test_turns import koenigsberg, lying


def heard(log: Log) -> tuple[Heard, ...]:
    return observed(BINDING, log.history())


def orders(ways: Iterable[OtherWay]) -> list[list[int]]:
    return [[each.step for each in way.steps] for way in ways]


def early(steps: tuple[Heard, ...], wrong: int) -> list[OtherWay]:
    return list(clicks.early(_Fights(), steps, range(len(steps)), wrong))  # type: ignore[arg-type]


def played_before_the_clicks() -> tuple[Heard, ...]:
    log = Log(counter("de-21", "1233")).step(turn="Turn 1, Supply").step(roll=("Event", 1)).step(counter("de-21", "1234"))
    return heard(log.step(turn="Turn 2, Air units").step(turn="Turn 2, Movement").step(counter("de-21", "1235")))


def test_the_counter_may_have_gone_on_before_what_came_before_its_clicks() -> None:
    steps = played_before_the_clicks()
    found = orders(clicks.late(steps, range(len(steps)), 2))
    assert found == [[1, 4, 2, 3, 5, 6], [1, 4, 5, 2, 3, 6]]  # before the die, which may belong to what was done


def test_no_click_is_moved_over_another() -> None:
    steps = played_before_the_clicks()
    for ways in (clicks.late(steps, range(len(steps)), 2), early(steps, 2)):
        for order in orders(ways):
            assert [step for step in order if steps[step - 1].event.turn] == [1, 4, 5]


def test_only_clicks_that_came_early_are_hasty() -> None:
    steps = played_before_the_clicks()
    for ways, hasty in ((clicks.late(steps, range(len(steps)), 2), {False}), (early(steps, 2), {False, True})):
        for one in ways:
            assert {heard.hasty for heard in one.steps} == hasty


def test_the_first_click_of_a_log_did_not_come_early() -> None:
    """Nobody knows which phase it was before: nothing would be wrong in it."""
    steps = heard(Log(counter("de-21", "1233")).step(turn="Turn 1, Supply").step(counter("de-21", "1234")))
    assert orders(early(steps, 1)) == []
    log = Log(counter("de-21", "1233")).step(turn="Turn 1, Movement").step(roll=("Event", 1)).step(turn="Turn 1, Supply")
    assert orders(early(heard(log.step(counter("de-21", "1234"))), 3)) == [[1, 2, 4, 3]]


def test_clicks_at_another_moment_are_believed_only_if_nothing_is_wrong_then() -> None:
    steps = played_before_the_clicks()
    assert all(way.if_all_is_right for way in clicks.late(steps, range(len(steps)), 2))


@pytest.mark.parametrize(
    ("said", "names", "column"),
    [
        ("<Anna> - I go for 1334 with 21, 28 and 1 AA (1) full, 4-1", ("21", "28", "1 AA (1) full"), "4-1"),
        ("<Anna> - 21 and 28 attack 1334", ("21", "28"), None),
        ("<Anna> - Angriff auf 1334 mit 21, 28", ("21", "28"), None),
        ("<Anna> - 21, 28 greifen 1334 an", ("21", "28"), None),
        ("<Anna> - ataco 1334 con 21 y 28 a 3-1", ("21", "28"), "3-1"),
    ],
)
def test_an_attack_announced_in_plain_words_is_understood(said: str, names: tuple[str, ...], column: str | None) -> None:
    note = in_plain_words(said)
    assert note is not None
    assert (note.verb, note.hexes, note.names, note.column) == ("attack", ("1334",), names, column)


@pytest.mark.parametrize(
    "said",
    [
        "<Anna> - will you attack 1334 with 21?",
        "<Anna> - attack 1334 would be madness",
        "<Anna> - !attack 1334 with 21",  # a note by itself
        "1334: 21 -> 21 (attacks)",  # VASSAL's own report
        "<Anna> - I go for 1334 or 1335 with 21",
    ],
)
def test_talk_and_reports_announce_no_attack(said: str) -> None:
    assert in_plain_words(said) is None


def test_words_that_correct_a_note_stand_in_its_place() -> None:
    log = Log(counter("de-21", "1233")).step(chat="<Anna> - !attack 1334 with 21 on 1-1")
    steps = heard(log.step(chat="<Anna> - sorry: I go for 1334 with 28, 2-1").step(roll=("Combat", 3)))
    (way,) = notes.said_in_talk(steps, range(len(steps)))
    assert [[note.names for note in each.notes] for each in way.steps] == [[], [("28",)], []]


PURPOSES = (*BINDING.dice.values(), "other")


class _Fights:
    """A scene of which only is asked what a die is followed by, and what the pieces are."""

    binding = BINDING.model_copy(update={"dice": {**BINDING.dice, "Morale": "morale"}})

    def __init__(self) -> None:
        self.parts = (self,)
        self.loaded = koenigsberg()
        self.table = self.loaded.table("campaign")

    def several(self, purpose: str) -> bool:
        return False

    def fights(self, purpose: str) -> bool:
        return purpose == "combat"

    def thrown_for(self, purpose: str) -> Attack | None:
        return Attack((), "") if purpose == "combat" else None


def late_results(*behind: str) -> list[list[int]]:
    log = (
        Log(counter("de-21", "1233")).step(roll=("Combat", 3)).step(chat="<Anna> - !attack 1335 with 28").step(roll=("Combat", 1))
    )
    log.step(counter("de-21", "1234")).step(turn="Turn 1, Supply").step(counter("de-21", "1234", supply=1))
    for purpose in behind:
        log.step(roll=(purpose, 1)).step(counter("de-21", "1234"))
    steps = heard(log)
    ways = results.carried_out_late(_Fights(), steps, range(len(steps)), {"de-21"})  # type: ignore[arg-type]
    return [[each.step for each in way.steps if each.event.changes or each.notes or each.die] for way in ways]


def test_what_was_carried_out_late_comes_before_the_next_combat_is_announced() -> None:
    assert late_results() == [[1, 4, 6, 2, 3]]


@pytest.mark.parametrize(("announced", "along"), [("7", ["de-21", "de-28"]), ("28", ["de-21"])])
def test_who_stands_with_those_who_fought_goes_late_with_them_unless_it_fought_since(announced: str, along: list[str]) -> None:
    log = Log(counter("de-21", "1233"), counter("de-28", "1233")).step(roll=("Combat", 3)).step(roll=("Combat", 1))
    log.step(chat=f"!attack 1335 with {announced}").step(counter("de-21", "1234"), counter("de-28", "1234"))
    steps = heard(log)
    way = next(results.carried_out_late(_Fights(), steps, range(len(steps)), {"de-21"}))  # type: ignore[arg-type]
    assert [change.counter.id for change in way.steps[1].event.changes] == along


def test_what_follows_from_a_die_behind_the_click_is_not_carried_out_late() -> None:
    assert late_results("Event") == [[1, 4, 6, 2, 3, 7, 8]]


def test_two_notes_that_each_came_after_their_die_are_one_way() -> None:
    log = Log(counter("de-21", "1233")).step(roll=("Combat", 3)).step(chat="<Anna> - !attack 1334 with 21")
    steps = heard(log.step(roll=("Combat", 1)).step(chat="<Anna> - !attack 1335 with 28"))
    ways = alignment.matched_anew(steps, range(len(steps)))
    assert [[("1334",)], [], [("1335",)], []] in [[[note.hexes for note in each.notes] for each in way.steps] for way in ways]


def test_two_dice_in_a_row_by_wrong_buttons_are_one_way() -> None:
    def tried(said: str) -> list[tuple[str, ...]]:
        log = Log(counter("de-21", "1233")).step(chat=said).step(roll=("Combat", 3)).step(roll=("Event", 1))
        ways = twice_otherwise(_Fights(), heard(log), 0, 3, (0,), ())  # type: ignore[arg-type]
        return [tuple(each.die[0] for each in way.steps if each.die) for way in ways]

    assert ("morale", "other") in tried("!morale 21")
    assert tried("no note says what the first was for") == []


def test_a_die_thrown_twice_may_have_its_note_after_both() -> None:
    log = Log(counter("de-21", "1233")).step(roll=("Combat", 3)).step(roll=("Combat", 1)).step(chat="!attack 1334 with 21")
    ways = alignment.matched_anew(heard(log), range(3))
    assert [(1, None)] in [[(len(way.steps[0].notes), way.steps[1].die)] for way in ways]


def test_two_clicks_may_both_have_come_amid_what_followed_from_a_die() -> None:
    log = Log(counter("de-21", "1233")).step(roll=("Combat", 3)).step(turn="Turn 1, Supply").step(turn="Turn 1, Movement")
    steps = heard(log.step(counter("de-21", "1234")).step(roll=("Combat", 1)))
    [way] = clicks.amid_results(_Fights(), steps, range(len(steps)))  # type: ignore[arg-type]
    assert [each.amid for each in way.steps] == [False, True, True, False, False]


def test_the_click_that_is_wrong_itself_may_have_come_early() -> None:
    log = Log(counter("de-21", "1233")).step(turn="Turn 1, Supply").step(roll=("Combat", 3)).step(turn="Turn 1, Movement")
    steps = heard(log.step(counter("de-21", "1234")).step(roll=("Event", 1)))
    assert [1, 2, 4, 3, 5] in orders(early(steps, 2))


def test_the_counter_may_lag_behind_what_is_done_if_anybody_clicks_it_later() -> None:
    log = Log(counter("de-21", "1233")).step(turn="Turn 1, Supply").step(counter("de-21", "1234"))
    assert list(clicks.lagging(heard(log), range(2), 1)) == []
    [way] = clicks.lagging(heard(log.step(turn="Turn 1, Movement")), range(3), 1)
    assert [each.lags for each in way.steps] == [False, True, False]
    assert list(clicks.lagging(way.steps, range(3), 1)) == []


@pytest.mark.parametrize(("again", "ways"), [("!attack 1334 with  21", 1), ("!attack 1335 with 28", 0)])
def test_a_note_after_its_die_may_only_say_again_what_it_was_for(again: str, ways: int) -> None:
    log = Log(counter("de-21", "1233")).step(chat="!attack 1334 with 21, 28G").step(roll=("Combat", 3)).step(chat=again)
    found = list(notes.said_again(heard(log), range(3)))
    assert [[len(each.notes) for each in way.steps] for way in found] == [[1, 0, 0]] * ways


def test_a_die_that_was_asked_for_was_not_thrown_by_mistake() -> None:
    log = Log(counter("de-21", "1233")).step(roll=("Combat", 3)).step(roll=("Combat", 1))
    assert [way.since for way in dice.thrown_twice(heard(log), range(2), ())] == [1]
    asked = Log(counter("de-21", "1233")).step(roll=("Combat", 3)).step(chat="!attack 1334 with 21").step(roll=("Combat", 1))
    assert list(dice.thrown_twice(heard(asked), range(3), ())) == []


def test_what_was_announced_before_a_typed_die_announces_no_later_one() -> None:
    log = Log(counter("de-21", "1233")).step(chat="!attack 1334 with 21").step(chat="<Anna> - rolled a 4")
    steps = heard(log.step(roll=("Combat", 1)).step(chat="!attack 1335 with 28"))
    assert [way.since for way in notes.noted_late(steps, range(len(steps))) if "note of step 4" in way.says] == [2]


def said_early(*steps: str) -> list[tuple[int, int]]:
    """Which note may have been for which die: `!` begins a note, all else is a button."""
    log = Log(counter("de-21", "1233"))
    for step in steps:
        log.step(chat=step) if step.startswith("!") else log.step(roll=(step, 1))
    return [(way.since, way.to) for way in notes.said_early(heard(log), range(len(steps)))]


def test_of_two_combats_announced_before_their_dice_the_second_is_first_tried_for_the_second_die() -> None:
    assert said_early("!attack 1334 with 21", "!attack 1335 with 28", "Combat", "Combat") == [(1, 3), (0, 3)]


def test_a_note_for_a_later_die_takes_with_it_what_it_put_right() -> None:
    """Else the die between is for the note that was put right, and the one announced first for none."""
    log = Log(counter("de-21", "1233")).step(chat="!attack 1334 with 21").step(chat="!attack 1335 with 28")
    log.step(chat="!attack 1335 with 28, 56").step(roll=("Combat", 1)).step(roll=("Combat", 2))
    steps = heard(log)
    way = next(each for each in notes.said_early(steps, range(len(steps))) if each.to == 4)
    assert [[note.hexes for note in each.notes] for each in way.steps] == [[("1334",)], [], [], [], [("1335",)]]
    assert way.since == 1


def test_a_note_is_for_a_later_die_where_counters_show_another_combat_before_it() -> None:
    log = Log(counter("de-21", "1233")).step(chat="!attack 1334 with 21").step(counter("de-56", "1335"))
    steps = heard(log.step(roll=("Combat", 1)).step(roll=("Combat", 2)))
    assert [way.to for way in notes.said_early(steps, range(len(steps)), lambda heard, _: bool(heard.event.changes))] == [3]
    assert not list(notes.said_early(steps, range(len(steps))))


def test_a_note_behind_two_dice_that_were_announced_in_turn_is_for_neither() -> None:
    log = Log(counter("de-21", "1233")).step(chat="!attack 1334 with 21").step(chat="!attack 1335 with 28")
    log.step(roll=("Combat", 1)).step(roll=("Combat", 2)).step(chat="!attack 1336 with 56").step(chat="!attack 1337 with 61")
    steps = heard(log.step(roll=("Combat", 3)).step(roll=("Combat", 4)))
    assert late_notes_beside_dice(steps, lambda _: None) == steps


def test_a_note_with_a_number_behind_it_is_for_no_die_that_brought_something_elsewhere() -> None:
    log = Log(counter("de-21", "1233"), counter("de-28", "1335")).step(chat="!attack 1233 with 45").step(roll=("Combat", 1))
    log.step(roll=("Combat", 6)).step(counter("de-21", "1233", level=2)).step(chat="!attack 1335 with 46")
    steps = heard(log.step(chat="<Anna> - es ist eine 1").step(counter("de-28", "1335", level=2)))
    assert notes.beside_its_die(steps, lambda piece: piece.spot.location) == steps


def test_a_note_may_be_for_a_die_that_was_typed_after_another_one() -> None:
    log = Log(counter("de-21", "1233")).step(chat="!attack 1334 with 21").step(chat="!attack 1335 with 28")
    steps = heard(log.step(roll=("Combat", 1)).step(chat="<Anna> - rolled a 4"))
    ways = list(notes.said_early(steps, range(len(steps))))
    assert [(way.since, way.to, way.steps[3].die) for way in ways] == [(1, 3, ("other", (4,))), (0, 3, ("other", (4,)))]


def test_a_note_is_for_no_die_of_a_button_that_others_are_for() -> None:
    """It may have been a wrong button, but that is another way."""
    assert said_early("!morale 21", "!morale 28", "Combat", "Combat") == []


def test_a_click_amid_something_is_believed_only_if_that_is_right_as_it_stands() -> None:
    log = Log(counter("de-21", "1233")).step(roll=("Combat", 3)).step(turn="Turn 2, Command").step(counter("de-21", "1234"))
    steps = heard(log)
    [way] = clicks.amid_results(_Fights(), steps, range(len(steps)))  # type: ignore[arg-type]
    assert way.puts_off


def test_a_note_is_not_taken_away_from_the_only_die_that_it_can_be_for() -> None:
    assert said_early("!attack 1334 with 21", "Combat", "Combat") == []


def test_a_note_may_be_for_a_die_behind_one_by_another_button() -> None:
    assert said_early("!attack 1334 with 21", "Event", "Combat") == [(0, 2)]


@pytest.mark.parametrize(("verb", "dice"), [("attack", [0]), ("morale", [3, 0])])
def test_a_note_for_dice_of_another_button_announces_no_combat(verb: str, dice: list[int]) -> None:
    log = Log(counter("de-21", "1233")).step(roll=("Combat", 1)).step(chat=f"!{verb} 1334 with 21").step()
    steps = heard(log.step(roll=("Combat", 3)).step(chat="!attack 1335 with 28"))
    tried = [way.since for way in notes.noted_late(steps, range(len(steps))) if "note of step 5" in way.says]
    assert tried == dice


def test_who_fought_for_the_first_of_two_dice_is_dealt_with_before_the_second() -> None:
    log = Log(counter("de-21", "1233")).step(chat="!attack 1334 with 21").step(roll=("Combat", 3)).step(roll=("Combat", 1))
    steps = heard(log.step(counter("de-21", "1234")))
    [way] = results.of_the_die_before(_Fights(), steps, 2)  # type: ignore[arg-type]
    assert [each.step for each in way.steps if each.event.changes or each.notes or each.die] == [1, 2, 4, 3]


def test_who_was_announced_for_the_next_die_alone_did_nothing_because_of_the_one_before() -> None:
    log = Log(counter("de-21", "1233"), counter("de-28", "1133")).step(chat="!attack 1334 with 21").step(roll=("Combat", 1))
    log.step(chat="!attack 1033 with 28").step(roll=("Combat", 5)).step(counter("de-21", "1234")).step(counter("de-28", "1033"))
    way, *_ = results.carried_out_late(_Fights(), heard(log), range(6), {"de-21", "de-28"})  # type: ignore[arg-type]
    assert [(each.step, each.event.changes[0].counter.id) for each in way.steps if each.event.changes] == [
        (5, "de-21"),
        (6, "de-28"),
    ]


def test_who_stands_in_a_hex_that_is_announced_does_nothing_because_of_a_die_before() -> None:
    """Nobody names those who are bombarded."""
    log = Log(counter("de-21", "1233"), counter("de-28", "1133")).step(chat="!attack 1334 with 21").step(roll=("Combat", 1))
    log.step(chat="!attack 1034 with 42").step(roll=("Combat", 5)).step(chat="!bombard 1133 on 2-1")
    log.step(counter("de-21", "1234")).step(counter("de-28", "1033"))
    way, *_ = results.carried_out_late(_Fights(), heard(log), range(7), {"de-21", "de-28"})  # type: ignore[arg-type]
    assert [each.step for each in way.steps[:3]] == [1, 2, 6]


def test_a_marker_may_have_been_forgotten_when_the_chits_that_came_then_were_drawn() -> None:
    scene = _Fights()
    scene.binding = BINDING.model_copy(update={"markers": BINDING.markers.model_copy(update={"hexes": {"flag": "refugees"}})})
    log = Log(counter("de-21", "1233"), counter("chit-su-5a", "Cup")).step(roll=("Event", 5)).step(counter("chit-su-5a", "Drawn"))
    steps = heard(log.step(counter("de-21", "1234")).step(counter("flag", "1334")))
    late = orders(results.marked_late(scene, steps, 3, {"de-28"}))  # type: ignore[arg-type]
    assert late == [[1, 2, 4, 3], [1, 4, 2, 3]]


def test_a_click_that_is_put_right_after_something_was_done_was_a_slip() -> None:
    def slips(*behind: str) -> list[tuple[int, int]]:
        log = (
            Log(counter("de-21", "1233"), counter("chit-su-5a", "Cup")).step(turn="Turn 1, Supply").step(counter("de-21", "1234"))
        )
        for each in behind:
            log.step(turn=each) if each.startswith("Turn") else log.step(counter(each, "Drawn"))
        found = clicks.put_right(_Fights(), heard(log), range(len(behind) + 2))  # type: ignore[arg-type]
        return [(way.since, sum(each.event.turn is not None for each in way.steps)) for way in found]

    assert slips("Turn 1, Combat") == [(0, 1)]
    assert slips("Turn 2, Combat") == []  # the game went on
    assert slips("chit-su-5a", "Turn 1, Combat") == []  # for the next headquarters


def test_what_is_done_with_a_unit_that_was_announced_again_is_not_carried_out_late() -> None:
    log = Log(counter("de-21", "1233")).step(roll=("Combat", 3)).step(chat="!attack 1335 with 28").step(roll=("Combat", 1))
    log.step(counter("de-21", "1234")).step(chat="!attack 1335 with 21").step(roll=("Combat", 2)).step(counter("de-21", "1235"))
    steps = heard(log)
    way, *_ = results.carried_out_late(_Fights(), steps, range(3), {"de-21"})  # type: ignore[arg-type]
    assert [each.step for each in way.steps if each.event.changes or each.notes or each.die] == [1, 4, 2, 3, 5, 6, 7]


def test_talk_behind_the_odds_is_no_part_of_a_name() -> None:
    note = note_in("!attack 0814 with 23G, 4 AA (2) normal on 1-2 here goes")
    assert note is not None
    assert note.names == ("23G", "4 AA (2) normal")


def test_a_number_that_somebody_says_he_rolled_may_be_only_talk() -> None:
    steps = heard(Log().step(chat="<Anna> - and you rolled a 6 for that one").step(roll=("Attack", 4)))
    assert steps[0].typed == (6,)
    [way] = dice.only_talk(steps, range(2))
    assert [each.typed for each in way.steps] == [(), ()]
    assert way.steps[1] is steps[1]


@pytest.mark.parametrize("said", ["sorry, wrong dice button", "falscher Würfel, sorry", "botón equivocado, pero vale"])
def test_who_owns_up_to_a_wrong_button_may_have_meant_any_other(said: str) -> None:
    steps = heard(Log().step(roll=("Combat", 3)).step(chat=f"<Anna> - {said}").step(roll=("Combat", 1)))
    ways = list(dice.by_another_button(PURPOSES, steps, range(3)))
    assert [(each.since, each.says, each.unlikely) for each in ways if each.says.endswith("event")] == [
        (0, "the die of step 1 was for event", 1)
    ]


@pytest.mark.parametrize(("said", "ways"), [("", 2), ("!attack 1334 with 21", 2), ("!roll event", 0)])
def test_a_die_for_anything_is_for_what_somebody_just_said(said: str, ways: int) -> None:
    binding = BINDING.model_copy(update={"dice": {**BINDING.dice, "Any": "other"}})
    log = Log(counter("de-21", "1233")).step(chat=said).step(roll=("Any", 3))
    steps = tuple(observed(binding, log.history()))
    assert len({each.says for each in dice.by_another_button(PURPOSES, steps, range(2))}) == ways


def matched(*steps: str) -> list[list[str]]:
    """What is said before each die, in the ways in which more than one thing is taken otherwise; the likeliest first."""
    log = Log(counter("de-21", "1233"))
    for step in steps:
        log.step(roll=(step, 1)) if step in BINDING.dice else log.step(chat=step)
    found = []
    for way in alignment.matched_anew(heard(log), range(len(steps))):
        said = [""]
        for each in way.steps:
            said[-1] += " ".join(hex for note in each.notes for hex in note.hexes)
            said += [""] if each.die is not None else []
        found.append(said[:-1])
    return found


def test_several_notes_that_came_late_are_one_way_however_many() -> None:
    late = [step for hex in ("1334", "1335", "1435") for step in ("Combat", f"!attack {hex} with 21")]
    assert ["1334", "1335", "1435"] in matched(*late)[:3]


def test_a_die_typed_before_its_note_is_one_way_with_a_late_note_behind_it() -> None:
    said = "<Anna> - rolled a 4", "!attack 1334 with 21", "!attack 1335 with 28", "Combat", "Combat", "!attack 1435 with 3G"
    assert ["1334", "1335", "1435"] in matched(*said)


def test_a_way_reaches_from_the_first_to_the_last_of_the_steps_that_it_takes_otherwise() -> None:
    log = Log(counter("de-21", "1233")).step(chat="!attack 1334 with 21").step(roll=("Event", 1)).step(roll=("Combat", 1))
    spans = [way.span for way in notes.said_early(heard(log), range(3))]
    assert spans == [2]
    assert OtherWay(heard(log), 2, 1, "only one step").span == 0


def test_notes_are_not_all_for_later_dice_than_those_that_came_right_after_them() -> None:
    said = "!attack 1334 with 21", "Combat", "!attack 1335 with 28", "Combat", "Combat", "!attack 1435 with 3G", "Combat"
    assert ["", "1334", "1335", "1435"] not in matched(*said)


def test_notes_and_dice_that_are_matched_anew_keep_their_order() -> None:
    steps = "!attack 1334 with 21", "Combat", "!attack 1335 with 28", "Combat", "Combat", "!attack 1435 with 3G"
    for said in matched(*steps):
        hexes = [each for each in said if each]
        assert hexes == sorted(hexes)


def test_a_note_and_the_die_that_it_asks_for_are_not_left_out_together() -> None:
    log = Log(counter("de-21", "1233")).step(chat="!attack 1334 with 21").step(roll=("Combat", 3))
    steps = heard(log.step(chat="!attack 1334 with 21").step(roll=("Combat", 3)))
    assert all(sum(each.die is not None for each in way.steps) > 1 for way in alignment.matched_anew(steps, range(4)))


def test_who_is_named_in_two_combats_does_not_make_one_of_them() -> None:
    said = "!attack 1334 with 21, 28, 1 AA (1)", "Combat", "!attack 1335 with 3G, 42, 1 AA (1)", "Combat", "Combat"
    assert all("1334" in "".join(each) and "1335" in "".join(each) for each in matched(*said))


def test_a_marker_on_a_hex_may_be_laid_some_time_after_what_it_tells_of() -> None:
    """But nobody goes to a hex as if a marker were not there that is."""
    scene = _Fights()
    scene.binding = BINDING.model_copy(update={"markers": BINDING.markers.model_copy(update={"controls": {"flag": "german"}})})
    log = Log(counter("de-21", "1233")).step(counter("de-21", "1234")).step(roll=("Event", 1))
    steps = heard(log.step(counter("flag", "1234")))
    assert orders(results.marked_late(scene, steps, 0, {"de-28"})) == [[3, 1, 2]]  # type: ignore[arg-type]
    assert orders(results.marked_late(scene, steps, 0, {"de-21"})) == []  # type: ignore[arg-type]


def test_who_lies_on_the_marker_has_not_come_there_when_it_was_to_be_taken_up() -> None:
    scene = _Fights()
    scene.binding = BINDING.model_copy(update={"markers": BINDING.markers.model_copy(update={"hexes": {"flag": "refugees"}})})
    log = Log(counter("flag", "1234"), counter("de-28", "1233"), counter("de-21", "1133")).step(counter("de-21", "1134"))
    log.step(counter("de-28", "1234", height=1)).step("flag", counter("de-28", "1234", height=0))
    [way] = results.marked_late(scene, heard(log), 0, {"de-42"})  # type: ignore[arg-type]
    assert [change.counter.id for change in way.steps[0].event.changes] == ["flag"]


def test_a_note_that_was_rolled_for_is_not_put_right_by_one_for_a_later_die() -> None:
    said = matched("!attack 1334 with 21", "Combat", "Combat", "!attack 1335 with 21", "Combat", "!attack 1435 with 28")
    assert all("1334" in each for each in said)


def test_several_dice_may_be_typed_at_once() -> None:
    log = Log().step(chat="<Anna> - rolled a 3 + 5").step(chat="<Anna> - 2 und 6 gewürfelt")
    steps = heard(log.step(chat="<Anna> - I rolled a 3, 21 goes"))
    assert [each.typed for each in steps] == [(3, 5), (2, 6), (3,)]
    [short] = heard(Log().step(chat="<Anna> - es ist eine 2 + 4"))
    assert short.maybe == (2, 4)
    assert ("event", (3, 5)) in [way.steps[0].die for way in dice.typed_in_chat(PURPOSES, steps, range(1))]


def test_the_marker_on_a_unit_goes_with_what_the_unit_did_late() -> None:
    log = Log(counter("de-21", "1233"), lying("1233"), lying("1335")).step(roll=("Combat", 3)).step(roll=("Combat", 1))
    gone = replace(lying("1233"), spot=counter("x", "1234").spot)
    steps = heard(log.step(counter("de-21", "1234"), gone, replace(lying("1335"), spot=counter("x", "1336").spot)))
    way, *_ = results.carried_out_late(_Fights(), steps, range(3), {"de-21"})  # type: ignore[arg-type]
    moved = [[change.counter.id for change in each.event.changes] for each in way.steps if each.event.changes]
    assert moved == [["de-21", "marker at 1233"], ["marker at 1335"]]


def test_a_marker_forgotten_for_long_is_thought_of_when_the_counter_has_gone_on_twice() -> None:
    scene = _Fights()
    scene.binding = BINDING.model_copy(update={"markers": BINDING.markers.model_copy(update={"controls": {"flag": "german"}})})
    log = Log(counter("de-21", "1233")).step(counter("de-21", "1234"))
    for number in range(40):
        log.step(chat=f"<Anna> - talk {number}")
    late = orders(results.marked_late(scene, heard(log.step(counter("flag", "1234"))), 0, {"de-28"}))  # type: ignore[arg-type]
    assert [order[:2] for order in late] == [[42, 1]]
    again = Log(counter("de-21", "1233")).step(counter("de-21", "1234")).step(turn="Turn 1, Supply").step(turn="Turn 2, Combat")
    for number in range(40):
        again.step(chat=f"<Anna> - talk {number}")
    assert orders(results.marked_late(scene, heard(again.step(counter("flag", "1234"))), 0, {"de-28"})) == []  # type: ignore[arg-type]


def test_of_several_dice_for_what_somebody_said_one_by_a_wrong_button_is_likely_for_that() -> None:
    binding = BINDING.model_copy(update={"dice": {**BINDING.dice, "Shells": "bombardment"}})
    log = Log().step(chat="!roll bombardment 2BF").step(roll=("Shells", 1)).step(roll=("Combat", 2))
    *_, way = dice.by_another_button((*PURPOSES, "bombardment"), observed(binding, log.history()), range(3))
    assert (way.steps[2].die, way.unlikely) == (("other", (2,)), 1)


def test_the_die_behind_one_by_a_wrong_button_may_be_for_what_nobody_announced() -> None:
    """`!roll bombardment`, two dice of which one is by another button, and then a bombardment without a word."""
    scene = _Fights()
    scene.binding = BINDING.model_copy(update={"dice": {**BINDING.dice, "Shells": "bombardment"}})
    log = Log(counter("de-21", "1233")).step(chat="!roll bombardment 2BF").step(roll=("Shells", 1)).step(roll=("Event", 2))
    steps = observed(scene.binding, log.step(roll=("Shells", 3)).history())
    ways = other_ways(scene, steps, 0, 4, [2], set())  # type: ignore[arg-type]
    assert (("other", (2,)), True) in [(way.steps[2].die, way.steps[3].apart) for way in ways]


def test_a_bombardment_without_a_word_may_follow_the_die_that_granted_it_with_talk_in_between() -> None:
    binding = BINDING.model_copy(update={"dice": {**BINDING.dice, "Shells": "bombardment"}})
    log = Log().step(chat="!roll bombardment 2BF").step(roll=("Shells", 1)).step(chat="<Anna> - hm").step(roll=("Shells", 3))
    ways = dice.for_something_else(observed(binding, log.history()), range(4), frozenset(("bombardment",)))
    assert [way.since for way in ways] == [3]


def test_a_die_by_any_wrong_button_may_be_for_a_fight_that_nobody_announced() -> None:
    def purposes(*said: str) -> set[str]:
        log = Log(counter("de-21", "1233"))
        for each in said:
            log.step(chat=each)
        steps = heard(log.step(roll=("Event", 2)))
        ways = other_ways(_Fights(), steps, 0, len(steps), [len(said)], set())  # type: ignore[arg-type]
        return {way.steps[-1].die[0] for way in ways if way.steps[-1].die is not None}

    assert "combat" in purposes()
    assert "combat" not in purposes("!roll event")


def test_of_two_numbers_in_chat_one_may_be_talk_and_the_other_the_die() -> None:
    log = Log().step(chat="!attack 1334 with 21").step(chat="<Anna> - you rolled a 6 for that").step(chat="<Anna> - it's a 1")
    ways = other_ways(_Fights(), heard(log), 0, 3, [2], set())  # type: ignore[arg-type]
    assert ((), (1,)) in [(way.steps[1].typed, way.steps[2].die and way.steps[2].die[1]) for way in ways]


def test_a_question_or_another_time_tells_of_no_die() -> None:
    log = Log().step(chat="<Anna> - you rolled a 6 last time, remember").step(chat="<Anna> - rolled a 3?")
    assert [each.typed for each in heard(log)] == [(), ()]


@pytest.mark.parametrize(
    ("said", "counted"),
    [
        ("oops, clicked twice, first one counts", [True, False]),
        ("zweiten Wurf ignorieren", [True, False]),
        ("perdón, cuenta el 3", [True, False]),
        ("double click, the 5 counts", [False, True]),
        ("that is two of them", [True, True]),
    ],
)
def test_of_two_dice_the_one_counts_that_players_say_does(said: str, counted: list[bool]) -> None:
    log = Log().step(chat="!attack 1334 with 21").step(roll=("Combat", 3)).step(roll=("Combat", 5)).step(chat=f"<Anna> - {said}")
    assert [each.die is not None for each in heard(log)[1:3]] == counted
    apart = Log(counter("de-21", "1233")).step(roll=("Combat", 3)).step(counter("de-21", "1234")).step(roll=("Combat", 5))
    assert all(heard(apart.step(chat=f"<Anna> - {said}"))[at].die for at in (0, 2))  # something was done in between


@pytest.mark.parametrize(
    ("behind", "counted"),
    [
        (["Combat", "Combat", "Event", "!attack 1334 with 21"], [False, False, True]),
        (["Combat", "Combat", "!attack 1334 with 21", "Combat"], [False, True, True]),  # the note may be for the last
    ],
)
def test_dice_that_somebody_only_tries_are_not_thrown_for_anything(behind: list[str], counted: list[bool]) -> None:
    log = Log().step(chat="<Anna> - just a test roll")
    for step in behind:
        log.step(roll=(step, 1)) if step in BINDING.dice else log.step(chat=step)
    thrown = [each for each in heard(log) if each.event.rolls]
    assert [each.die is not None for each in thrown] == counted
    assert [each.tried for each in thrown] == [True, True, False]


def test_the_die_for_how_many_is_not_the_die_of_what_is_announced_after_it() -> None:
    binding = BINDING.model_copy(update={"dice": {**BINDING.dice, "Shells": "bombardment"}})
    log = Log().step(chat="!roll bombardment 2BF").step(roll=("Shells", 1)).step(chat="!bombard 0813 on 2-1")
    steps = observed(binding, log.step(chat="<Anna> - es ist eine 1").history())
    assert [len(each.notes) for each in late_notes_beside_dice(steps, lambda _: None)] == [1, 0, 1, 0]


@pytest.mark.parametrize(("behind", "tried"), [("Event", []), ("!attack 1335 with 28", [0])])
def test_a_note_after_a_die_by_a_wrong_button_is_for_that_die_if_no_other_follows(behind: str, tried: list[int]) -> None:
    binding = BINDING.model_copy(update={"dice": {**BINDING.dice, "Shells": "bombardment"}})
    log = Log(counter("de-21", "1233")).step(roll=("Shells", 1)).step(chat="!attack 1334 with 21")
    log = log.step(roll=(behind, 1)) if behind in binding.dice else log.step(chat=behind)
    ways = list(notes.noted_late(observed(binding, log.history()), range(2)))
    assert [way.since for way in ways] == tried
    assert all(way.steps[0].die == ("other", (1,)) for way in ways)


def test_a_number_in_chat_that_no_note_asks_for_may_be_for_whatever_it_was_time_to_roll_for() -> None:
    def purposes(log: Log, at: int) -> set[str]:
        return {str((way.steps[at].die or ("",))[0]) for way in dice.typed_in_chat(PURPOSES, heard(log), range(at + 1))}

    assert purposes(Log().step(chat="<Anna> - it's a 6"), 0) == {"other", "combat", "event"}
    assert purposes(Log().step(chat="!attack 1334 with 21").step(chat="<Anna> - it's a 6"), 1) == {"other", "attack"}
    assert purposes(Log().step(chat="!hq 48A HQ").step(chat="<Anna> - it's a 6"), 1) == {"other", "combat", "event"}


@pytest.mark.parametrize("said", ["turn 2, I get one point", "2 points for me", "Runde 3", "I take 2 steps"])
def test_a_number_that_says_how_many_there_are_of_something_is_no_die(said: str) -> None:
    assert not list(dice.typed_in_chat(PURPOSES, heard(Log().step(chat=f"<Anna> - {said}")), range(1)))


@pytest.mark.parametrize(
    ("behind", "beside_it"),
    [
        (("!bombard 0814", "Shells", "Shells"), 0),  # two are announced, and then rolled for
        (("!bombard 0814", "Shells", "Shells", "<Anna> - ignore the second die", "Shells"), 0),
        (("!bombard 0814", "Shells", "!path 21 1234-1235", "Shells"), 0),  # what the first brings is done first
        (("!bombard 0814", "Shells", "!bombard 0815"), 1),  # a die lacks
        (("!roll bombardment 3BF", "Shells", "Shells"), 1),  # nor are those for what is announced first
    ],
)
def test_of_several_dice_for_what_somebody_said_the_last_takes_no_note_that_has_a_die_of_its_own(
    behind: Sequence[str], beside_it: int
) -> None:
    binding = BINDING.model_copy(update={"dice": {**BINDING.dice, "Shells": "bombardment"}})
    log = Log().step(chat="!roll bombardment 2BF").step(roll=("Shells", 1)).step(roll=("Shells", 2)).step(chat="!bombard 0813")
    for step in behind:
        log.step(roll=(step, 1)) if step in binding.dice else log.step(chat=step)
    found = late_notes_beside_dice(observed(binding, log.history()), lambda _: None)
    assert [len(each.notes) for each in found[1:4]] == [0, beside_it, 1 - beside_it]


def test_a_bombardment_that_a_die_of_combats_follows_is_not_for_the_dice_that_granted_it() -> None:
    binding = BINDING.model_copy(update={"dice": {**BINDING.dice, "Shells": "bombardment"}})
    log = Log().step(roll=("Shells", 1)).step(chat="!bombard 0813").step(roll=("Combat", 3))
    assert [len(each.notes) for each in late_notes_beside_dice(observed(binding, log.history()), lambda _: None)] == [0, 1, 0]


@pytest.mark.parametrize(
    ("said", "between", "columns"),
    [
        ("no, that is 5-1", "", ["5-1"]),
        ("18:3 is 6-1, the line makes it 5:1", "", ["18-3", "6-1", "5-1"]),
        ("right you are", "", []),
        ("no, that is 5-1", "Combat", []),  # it is about the second die
        ("no, that is 5-1", "!phase supply", []),
    ],
)
def test_a_column_is_put_right_in_talk_until_the_game_goes_on(said: str, between: str, columns: list[str]) -> None:
    log = Log(counter("de-21", "1233")).step(chat="!attack 1334 with 21 on 6-1").step(roll=("Combat", 5))
    if between:
        log = log.step(roll=(between, 1)) if between in BINDING.dice else log.step(chat=between)
    ways = notes.column_in_talk(heard(log.step(chat=f"<Anna> - {said}")), range(1))
    assert [way.steps[0].notes[0].column for way in ways] == columns


def test_the_marker_that_is_in_nobodys_way_may_lie_on_for_long() -> None:
    scene = _Fights()
    scene.binding = BINDING.model_copy(update={"markers": BINDING.markers.model_copy(update={"hexes": {"flag": "refugees"}})})
    log = Log(counter("de-21", "1233"), counter("flag", "1234")).step(counter("de-21", "1234"))
    for number in range(100):
        log.step(chat=f"<Anna> - talk {number}")
    late = orders(results.marked_late(scene, heard(log.step("flag")), 0, {"de-28"}))  # type: ignore[arg-type]
    assert [order[:2] for order in late] == [[102, 1]]


def test_a_note_after_a_number_in_chat_may_be_for_that() -> None:
    log = (
        Log(counter("de-21", "1233"))
        .step(chat="<Anna> - it's a 3")
        .step(chat="!attack 1334 with 21")
        .step(counter("de-21", "1334"))
    )
    steps = heard(log)
    assert [way.steps[0].die for way in notes.noted_late(steps, range(3))] == [("other", (3,))]
    assert [way.since for way in alignment.matched_anew(steps, range(3))] == [0]
    assert list(notes.noted_late(heard(log.step(roll=("Combat", 2))), range(4))) == []


def beside(*steps: str) -> list[int]:
    """How many notes each step has, when each is beside its die as far as that is plain."""
    log = Log(counter("de-21", "1233"))
    for step in steps:
        log.step(roll=(step, 1)) if step in _Fights.binding.dice else log.step(chat=step)
    return [len(each.notes) for each in late_notes_beside_dice(observed(_Fights.binding, log.history()), lambda _: None)]


def test_a_note_after_a_die_of_which_nobody_had_said_anything_is_for_that_die_whatever_becomes_of_it() -> None:
    assert beside("Combat", "!attack 1334 with 21") == [1, 0]
    assert beside("Combat", "!attack 1334 with 21", "Combat") == [0, 1, 0]  # it may be for either
    assert beside("!attack 1334 with 21", "Combat", "!attack 1335 with 28") == [1, 0, 1]
    two = "!attack 1334 with 21", "!attack 1335 with 28", "Combat", "Combat"
    assert beside(*two, "!attack 1334 with 21") == [1, 1, 0, 0, 1]  # it only says again
    assert beside("!attack 1334 with 21", "Combat", "Combat", "!attack 1335 with 21") == [1, 0, 1, 0]  # who attacks twice


@pytest.mark.parametrize(("struck", "beside_it"), [("1334", [1, 0]), ("1335", [0, 1])])
def test_a_note_after_a_die_is_for_that_one_if_those_whom_it_names_suffer_before_the_next(
    struck: str, beside_it: list[int]
) -> None:
    log = Log(counter("de-21", "1233"), counter("su-43", struck)).step(roll=("Combat", 1)).step(chat="!attack 1334 with 21")
    log.step("su-43").step(roll=("Combat", 2))
    steps = observed(_Fights.binding, log.history())
    found = late_notes_beside_dice(steps, lambda counter: counter.spot.location)
    assert [len(each.notes) for each in found[:2]] == beside_it


@pytest.mark.parametrize(
    ("first", "second", "beside_it"),
    [
        ("su-44", "su-43", [0, 0, 1]),  # each may have had an attack of its own
        ("su-43", "su-44", [1, 0, 0]),
    ],
)
def test_a_note_after_a_die_and_what_was_done_elsewhere_is_not_for_that_die_if_those_whom_it_names_suffer_then(
    first: str, second: str, beside_it: list[int]
) -> None:
    log = Log(counter("de-21", "1233"), counter("su-43", "1334"), counter("su-44", "1435")).step(roll=("Combat", 1))
    log.step(first).step(chat="!attack 1334 with 21").step(second)
    steps = observed(_Fights.binding, log.history())
    found = late_notes_beside_dice(steps, lambda counter: counter.spot.location)
    assert [len(each.notes) for each in found[:3]] == beside_it


def test_dice_thrown_at_once_and_as_many_notes_after_them_belong_together_in_their_order() -> None:
    first, second, third = "!attack 1334 with 21", "!attack 1335 with 28", "!attack 1435 with 5Pz"
    assert beside("Combat", "Combat", first, second) == [1, 1, 0, 0]
    assert beside("Combat", "fingers crossed", "Combat", "Combat", first, second, third) == [1, 0, 1, 1, 0, 0, 0]
    assert beside("Combat", "Combat", first, second, "Combat")[:2] == [0, 1]  # the last note may be for the last die
    assert beside("Combat", "Morale", first, second) == [0, 0, 1, 1]  # no pairs, unless a button was a wrong one


def test_who_throws_all_his_dice_at_once_has_done_one_thing_otherwise_though_one_is_by_a_wrong_button() -> None:
    log = Log(counter("de-21", "1233"))
    for button in ("Combat", "Combat", "Morale"):
        log.step(roll=(button, 1))
    for note in ("!attack 1334 with 21", "!attack 1335 with 28", "!attack 1435 with 5Pz"):
        log.step(chat=note)
    steps = observed(_Fights.binding, log.history())
    found = [way for way in alignment.matched_anew(steps, range(6)) if [len(each.notes) for each in way.steps[:3]] == [1, 1, 1]]
    assert found
    assert min(way.unlikely for way in found) <= 3


def test_a_die_for_something_else_takes_no_note_from_the_die_before_it() -> None:
    assert beside("Combat", "!attack 1334 with 21", "Morale") == [1, 0, 0]


def test_a_note_that_is_put_right_before_its_die_was_not_for_the_die_before() -> None:
    said = "Combat", "!attack 1334 with 21", "!attack 1335 with 21", "Combat"
    assert beside(*said) == [0, 1, 1, 0]


def test_a_note_that_was_called_off_was_not_for_the_die_before() -> None:
    said = "Combat", "!attack 1334 with 21", "<Anna> - scratch that", "!attack 1235 with 28", "Combat"
    assert beside(*said) == [0, 1, 0, 1, 0]


def test_after_all_dice_of_a_phase_everything_is_done_that_they_brought() -> None:
    """Each unit's for the last of them in which it fought: by the notes, or by the marks where there is none."""
    log = Log(counter("de-21", "1233"), counter("de-28", "1235"), counter("su-1", "1334"))
    for said in ("!attack 1334 with 21", "!attack 1336 with 28", "!attack 1433 with 42"):
        log.step(chat=said).step(roll=("Combat", 3))
    log.step(counter("de-28", "1236")).step(counter("su-1", "1434")).step(counter("de-42", "1534"))
    log.step(turn="Turn 1, Supply").step(counter("de-21", "1234"))
    steps = heard(log)
    [way] = results.all_put_off(_Fights(), steps, range(len(steps)))  # type: ignore[arg-type]
    done = (each for each in way.steps if each.die or each.event.changes or each.event.turn)
    assert [each.step for each in done] == [2, 8, 4, 7, 6, 9, 10, 11]


def test_what_is_done_after_the_next_chit_was_not_put_off_to_it() -> None:
    log = Log(counter("de-21", "1233"), counter("de-28", "1235"), counter("chit-su-5a", "Cup"))
    for said in ("!attack 1334 with 21", "!attack 1336 with 28", "!attack 1433 with 42"):
        log.step(chat=said).step(roll=("Combat", 3))
    log.step(counter("de-28", "1236")).step(counter("chit-su-5a", "Drawn")).step(counter("de-21", "1234"))
    steps = heard(log)
    assert list(results.all_put_off(_Fights(), steps, range(len(steps)))) == []  # type: ignore[arg-type]


def test_what_was_put_off_comes_after_what_was_done_with_the_same_unit_before_the_next_note() -> None:
    """A stack that is nudged after a die is nudged before somebody of it is lost because of that die."""
    log = Log(counter("de-21", "1233"), counter("de-28", "1235"))
    log.step(chat="!attack 1334 with 21").step(roll=("Combat", 3))
    log.step(counter("de-21", "1234")).step(counter("de-21", "1233"))
    log.step(chat="!attack 1336 with 28").step(roll=("Combat", 3)).step(chat="!attack 1433 with 42").step(roll=("Combat", 3))
    steps = heard(log.step("de-21").step(counter("de-28", "1236")))
    [way] = results.all_put_off(_Fights(), steps, range(len(steps)))  # type: ignore[arg-type]
    assert [each.step for each in way.steps if each.die or each.event.changes] == [2, 3, 4, 9, 6, 10, 8]


@pytest.mark.parametrize(("phase", "active", "orders"), [("allied combat", "allied", 2), ("allied movement", "allied", 0)])
def test_who_goes_through_a_hex_goes_on_because_of_the_die_for_it(phase: str, active: str, orders: int) -> None:
    """In games in which also others than the attackers may; whoever moves anyhow in that phase only moves."""
    scene = _Fights()
    table = load("vistula-oder-berlin").table("red-storm")
    scene.table = table.after(replace(table.state, phase=phase, active=active))
    log = Log(counter("su-6gmk", "2803"), counter("su-7gtk", "2803"), counter("de-78vg", "2703"), counter("su-47", "1206"))
    for said in ("!attack 2703 with 6 Gd MK", "!attack 1207 with 47", "!attack 0303 with 3 Gd"):
        log.step(chat=said).step(roll=("Combat", 3))
    log.step("de-78vg").step(counter("su-7gtk", "2904")).step(counter("su-47", "1207"))
    steps = heard(log)
    ways = [way.steps for way in results.all_put_off(scene, steps, range(len(steps)))]  # type: ignore[arg-type]
    done = [[each.step for each in way if each.die or each.event.changes] for way in ways]
    assert done == [[2, 7, 8, 4, 9, 6], [2, 7, 4, 9, 6, 8]][-max(1, orders) :]


def test_two_notes_may_each_be_for_the_die_of_the_other() -> None:
    """If one of them is beside its die only as it was read; who announces and rolls, twice, has said what is for what."""
    log = Log(counter("de-21", "1233"))
    for said in ("!attack 1334 with 21", "!attack 1336 with 28"):
        log.step(chat=said).step(roll=("Combat", 3))
    first, one, second, two = heard(log)
    assert list(notes.exchanged((first, one, second, two), range(4))) == []
    read = first, one, replace(second, notes=()), replace(two, notes=second.notes)
    [way] = notes.exchanged(read, range(4))
    assert [[note.hexes for note in each.notes] for each in way.steps] == [[], [("1336",)], [], [("1334",)]]


def test_a_note_puts_right_another_after_its_die_also_if_the_next_die_has_a_note_of_its_own_behind_it() -> None:
    log = Log(counter("de-21", "1233"), counter("de-28", "1235"))
    said = "!attack 1334 with 21", "Combat", "!attack 1335 with 21", "Combat", "!attack 1336 with 28"
    for step in said:
        log.step(roll=(step, 1)) if step in BINDING.dice else log.step(chat=step)
    steps = heard(log)
    ways = [
        [[note.hexes for note in each.notes] for each in way.steps] for way in alignment.matched_anew(steps, range(len(said)))
    ]
    assert [[], [("1335",)], [], [("1336",)], []] in ways
    assert any(way.since == 0 for way in notes.put_right_late(steps, range(len(said))))


@pytest.mark.parametrize(("laid", "late"), [(False, [43]), (True, [])])
def test_a_marker_taken_up_long_after_it_was_laid_wrongly_was_laid_all_the_same(laid: bool, late: list[int]) -> None:
    flag = counter("flag", "1234")
    log = Log(*(() if laid else (flag,))).step(turn="Turn 1, Movement")
    log = log.step(flag) if laid else log.step(chat="<Anna> - hm")
    for number in range(40):
        log.step(chat=f"<Anna> - talk {number}")
    scene = _Fights()
    scene.binding = BINDING.model_copy(update={"markers": BINDING.markers.model_copy(update={"controls": {"flag": "german"}})})
    ways = results.marked_late(scene, heard(log.step("flag")), 1, {"de-28"})  # type: ignore[arg-type]
    assert [way.steps[1].step for way in ways] == late


def test_whoever_says_for_whom_he_rallies_rolls_for_nothing_else() -> None:
    meant = ("combat", "barrage", "rally", "other")
    typed = heard(Log().step(chat="!rally I/300 G").step(chat="<Anna> - d6 = 6"))
    assert {str(way.steps[1].die and way.steps[1].die[0]) for way in dice.typed_in_chat(meant, typed, range(2))} == {
        "other",
        "rally",
    }
    binding = BINDING.model_copy(update={"dice": {**BINDING.dice, "Other": "other"}})
    thrown = observed(binding, Log().step(chat="!rally I/300 G").step(chat="brb").step(roll=("Other", 6)).history())
    assert {str(way.steps[2].die and way.steps[2].die[0]) for way in dice.by_another_button(meant, thrown, range(3))} == {"rally"}


@pytest.mark.parametrize(
    ("said", "numbers"),
    [
        ("3 Gd loses a step", ()),
        ("3 gd  back to 1233", ()),
        ("die 4, 3 Gd suffers", (4,)),
        ("it's a 3", (3,)),
        ("3 G", (3,)),  # nobody is called so
    ],
)
def test_a_number_in_the_name_of_a_counter_is_no_die_that_somebody_typed(said: str, numbers: tuple[int, ...]) -> None:
    named = replace(counter("su-3g", "1233"), name="3 Gd (reduced)", printed="3 Gd")
    [step] = heard(Log(named).step(chat=f"<Anna> - {said}"))
    assert (step.typed or step.maybe) == numbers


def test_more_counters_than_any_game_has_are_not_looked_for_in_every_line_of_talk() -> None:
    """Else a file with a hundred thousand names would cost that many looks at each word."""
    named = replace(counter("su-3g", "1233"), name="3 Gd", printed="3 Gd")
    crowd = [replace(counter(f"su-{at}", "1233"), name=f"3 Gd of {at:04}", printed="3 Gd") for at in range(1000)]
    [step] = heard(Log(named, *crowd).step(chat="<Anna> - 3 Gd loses a step"))
    assert (step.typed or step.maybe) == (3,)


def test_a_note_after_a_die_is_for_that_one_though_a_counter_was_put_aside_and_back_between() -> None:
    log = Log(counter("de-21", "1233"), counter("de-42", "1534"), counter("su-43", "1334")).step(roll=("Combat", 1))
    log.step(counter("de-42", "1535")).step(counter("de-42", "1534")).step(chat="!attack 1334 with 21").step("su-43")
    found = late_notes_beside_dice(observed(_Fights.binding, log.history()), lambda counter: counter.spot.location)
    assert [len(each.notes) for each in found[:4]] == [1, 0, 0, 0]


@pytest.mark.parametrize(
    ("said", "off"),
    [("not sure about this one", False), ("no, not that one", True), ("nicht sicher", False), ("lieber nicht", True)],
)
def test_doubt_about_an_attack_does_not_call_it_off(said: str, off: bool) -> None:
    assert notes.called_off(heard(Log().step(chat=f"<Anna> - {said}"))) is off


def spoken(*steps: str) -> list[tuple[str, ...]]:
    """Who attacks by the notes of each step, once what was said plainly is one."""
    log = Log(counter("de-21", "1233"))
    for step in steps:
        log.step(roll=(step, 1)) if step in BINDING.dice else log.step(chat=step)
    found = plainly_said(_Fights(), heard(log))  # type: ignore[arg-type]
    return [each.notes[0].names if each.notes else () for each in found]


def test_an_attack_announced_in_plain_words_right_before_its_die_is_announced() -> None:
    assert spoken("<Anna> - attacking 1334 with 21, 28, 3:1", "<Anna> - here goes", "Combat") == [("21", "28"), (), ()]
    assert spoken("Combat", "!attack 1335 with 28", "<Anna> - I go for 1334 with 21", "Combat") == [(), ("28",), ("21",), ()]


@pytest.mark.parametrize(
    "steps",
    [
        ("<Anna> - if I attack 1334 with 21 I lose it", "Combat"),
        ("<Anna> - next turn 21 attack 1334", "Combat"),
        ("<Anna> - attack 1334 with pleasure", "Combat"),  # nobody is called so
        ("<Anna> - attack 9999 with 21", "Combat"),  # there is no such hex
        ("<Anna> - attacking 1334 with 21", "Event"),
        ("<Anna> - attacking 1334 with 21", "!path 28 1233-1234"),
        ("!attack 1335 with 28", "<Anna> - attacking 1334 with 21", "Combat"),  # which the die may be for, too
        ("<Anna> - attacking 1334 with 21", "!attack 1335 with 28", "Combat"),
    ],
)
def test_talk_about_an_attack_announces_none_where_nothing_shows_that_it_was_made(steps: tuple[str, ...]) -> None:
    assert not any("21" in each for each in spoken(*steps))


@pytest.mark.parametrize(("turn", "ways"), [(2, [[1, 3, 2, 4]]), (3, [])])
def test_nobody_forgets_a_whole_turn_and_then_clicks_too_early(turn: int, ways: list[list[int]]) -> None:
    log = Log(counter("de-21", "1233")).step(turn="Turn 1, Supply").step(turn=f"Turn {turn}, Air units")
    assert orders(early(heard(log.step(counter("de-21", "1234")).step(roll=("Event", 1))), 2)) == ways


@pytest.mark.parametrize(("clicked", "amid"), [("Movement", 0), ("Supply", 1)])
def test_a_click_back_to_an_earlier_phase_did_not_come_too_early(clicked: str, amid: int) -> None:
    log = Log(counter("de-21", "1233")).step(turn="Turn 1, Combat").step(roll=("Combat", 3)).step(turn=f"Turn 1, {clicked}")
    steps = heard(log.step(counter("de-21", "1234")).step(roll=("Combat", 1)))
    assert len(list(clicks.amid_results(_Fights(), steps, range(len(steps))))) == amid  # type: ignore[arg-type]


def test_a_note_that_was_carried_out_is_not_put_right_by_another_attack_of_its_unit() -> None:
    said = ("!attack 1334 with 21", "!attack 1335 with 21")
    log = Log(counter("de-21", "1233")).step(roll=("Combat", 3)).step(chat=said[0]).step(counter("de-21", "1334"))
    log.step(chat=said[1]).step(roll=("Combat", 1)).step(chat="!attack 1435 with 28").step(roll=("Combat", 2))
    ways = alignment.matched_anew(heard(log), range(7))
    assert not any("the note of step 4 was for no die" in way.says for way in ways)


def test_what_is_carried_out_late_followed_from_the_last_die_before_sooner_than_from_one_further_back() -> None:
    log = Log(counter("de-21", "1233"))
    for die in (3, 1, 5):
        log.step(roll=("Combat", die))
    steps = heard(log.step(counter("de-21", "1234")))
    ways = results.carried_out_late(_Fights(), steps, range(len(steps)), {"de-21"})  # type: ignore[arg-type]
    assert [[bool(each.event.changes) for each in way.steps].index(True) for way in ways] == [2, 1]


@pytest.mark.parametrize(("place", "late"), [("1234", [3, 5, 6]), ("1134", [3, 5])])
def test_a_headquarters_over_which_somebody_drives_late_is_gone_by_then(place: str, late: list[int]) -> None:
    """Whom it led may be independent since."""
    log = Log(counter("de-21", "1233"), counter("su-hq-5a", place)).step(chat="<Anna> - !attack 1333 with 21")
    log.step(roll=("Combat", 3)).step(chat="<Anna> - hm").step(roll=("Combat", 1)).step(counter("de-21", "1234"))
    steps = heard(log.step("su-hq-5a"))
    way = next(results.carried_out_late(_Fights(), steps, range(4), {"de-21"}))  # type: ignore[arg-type]
    assert [each.step for each in way.steps[2 : 2 + len(late)]] == late


def test_who_advances_after_several_chits_does_so_with_the_retreat_that_he_is_after() -> None:
    """Else only who is missed goes when he should have gone, and the others move in nobody's activation."""
    log = Log(counter("de-21", "1233"), counter("su-5a-72", "1334"), counter("chit-su-5a", "Cup"))
    log.step(chat="<Anna> - !attack 1334 with 21").step(roll=("Combat", 6)).step(roll=("Combat", 1))
    steps = heard(log.step(counter("chit-su-5a", "Drawn")).step(counter("su-5a-72", "1335")).step(counter("de-21", "1334")))
    ways = list(results.carried_out_late(_Fights(), steps, range(4), {"su-5a-72"}))  # type: ignore[arg-type]
    order = [[each.step for each in way.steps if each.event.changes] for way in ways]
    assert order.index([5, 6, 4]) < order.index([5, 4, 6])


@pytest.mark.parametrize(("hurt", "beside_it"), [("de-21", [1, 0]), ("de-42", [0, 1])])
def test_a_note_after_a_die_is_for_that_one_if_an_attacker_whom_it_names_loses_a_step_before_the_next(
    hurt: str, beside_it: list[int]
) -> None:
    named = replace(counter(hurt, "1233"), printed="21" if hurt == "de-21" else "42")
    log = Log(named, counter("su-43", "1334")).step(roll=("Combat", 1)).step(chat="!attack 1334 with 21 on 1-1")
    log.step(replace(named, levels=(("step", 2),))).step(chat="!attack 1334 with 21 on 1-2").step(roll=("Combat", 2))
    steps = observed(_Fights.binding, log.history())
    found = late_notes_beside_dice(steps, lambda counter: counter.spot.location, "step")
    assert [len(each.notes) for each in found[:2]] == beside_it
