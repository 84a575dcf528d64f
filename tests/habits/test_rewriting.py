"""A rewritten log shows the same game, in steps that VASSAL could have written."""

from __future__ import annotations

import json
import random

import pytest

from adjudicator.evidence.histories import read_history
from adjudicator.evidence.history import History
from tools.habits.gestures import Back, Delete, Drag, Flip, Lift, Roll, Say, Tick, Undo
from tools.habits.manifest import truth_of, write_truth
from tools.habits.page import Deed, Luck
from tools.habits.rates import NAMES, SORTS, SPLIT, rates_of
from tools.habits.rewrite import _page, as_recorded, performed, recorded_of, rewrite
from tools.habits.same import differences, standings
from tools.habits.split import _strays, halves
from vassal_bridge.roundtrip import roundtrip
from vassal_bridge.saved import read_saved

from .conftest import Played


@pytest.fixture(scope="session")
def plain(played: Played) -> History:
    return played.rewritten({}, "plain.vlog")[2]


def broken(history: History) -> list[str]:
    return [f"step {event.step}: {problem}" for event in history.events for problem in event.broken]


def test_without_habits_the_log_is_that_of_self_play(played: Played) -> None:
    script = as_recorded(played.game)
    assert [each.commands for each in script.done] == script.recorded.chronicle.steps


@pytest.mark.parametrize("seed", [1, 2])
def test_all_habits_together_change_nothing_of_the_game(played: Played, plain: History, seed: int) -> None:
    script, path, history = played.of_seed(seed).rewritten(rates_of("threefold"))
    assert broken(history) == []
    assert len(history.events) == script.steps
    assert differences(standings(plain.end.values()), standings(history.end.values())) == []
    assert roundtrip(path).identical


@pytest.mark.parametrize("some", range(5))
def test_a_few_habits_at_every_chance_change_nothing_of_the_game(played: Played, plain: History, some: int) -> None:
    _, _, history = played.rewritten(dict.fromkeys((sort.name for sort in SORTS[some::5]), 0.8))
    assert broken(history) == []
    assert differences(standings(plain.end.values()), standings(history.end.values())) == []


def test_nobody_nudges_what_is_no_longer_on_the_table(played: Played) -> None:
    recorded = recorded_of(played.game)
    page = _page(recorded, played.game)
    state, action = played.game.end.state, page.deeds[-1].action
    unit = next(unit.id for unit, standing in state.units if standing.place in played.game.end.grid)
    gone = Delete(page.board.pieces[unit], "")
    page.deeds += [Deed(gone, action), Deed(Lift(page.board.pieces[unit]), action, ("stack-nudged",), extra=True)]
    assert performed(page, recorded, played.game).done[-1].deed.gesture == gone


def test_the_dice_that_count_are_those_of_the_game(played: Played) -> None:
    script = rewrite(played.game, rates_of("threefold"))
    rolled = [(action, each.dice) for each, action in script.recorded.gestures if isinstance(each, Roll)]
    own = [deed for deed in script.page.deeds if not deed.extra]
    for action, dice in rolled:
        told = [deed.gesture for deed in own if deed.action == action]
        rolls = [each.dice for each in told if isinstance(each, Roll)]
        typed = [each.text for each in told if isinstance(each, Say)]
        assert dice in rolls or any(all(str(die) in text for die in dice) for text in typed)


def test_what_was_called_off_or_put_right_was_said_before_the_die(played: Played) -> None:
    script = rewrite(played.game, {"note-called-off": 1.0, "note-corrected": 1.0, "note-after-die": 1.0})
    thrown, in_vain = set[int](), 0
    for deed in script.page.deeds:
        if isinstance(deed.gesture, Roll):
            thrown.add(deed.action)
        elif deed.extra and script.page.is_note(deed):
            in_vain += 1
            assert deed.action not in thrown, deed
    assert in_vain


def test_the_same_seed_gives_the_same_log(played: Played) -> None:
    one, other = (played.rewritten(rates_of("threefold"), name)[1] for name in ("one.vlog", "other.vlog"))
    assert read_saved(one).text == read_saved(other).text


def test_other_seeds_give_other_logs(played: Played) -> None:
    one, other = (played.of_seed(seed).rewritten(rates_of("threefold"))[0] for seed in (1, 2))
    assert [each.commands for each in one.done] != [each.commands for each in other.done]


def test_what_is_taken_back_stands_in_brackets_and_is_as_before(played: Played) -> None:
    script, _, history = played.rewritten({"undone-and-redone": 1.0})
    undone = [each for each in script.done if isinstance(each.deed.gesture, Undo)]
    assert undone
    for each in undone:
        assert (each.commands[0], each.commands[-1]) == ("UNDO\ttrue", "UNDO\tfalse")
    steps = {each.step for each in undone}
    taken = [event for event in history.events if event.step in steps]
    assert len(taken) == len(undone)


def test_a_log_split_in_two_goes_on_where_the_first_half_ends(played: Played, plain: History) -> None:
    script = rewrite(played.game, rates_of("everyday"))
    parts = halves(script, played.game, played.folder / "split.vlog", Luck(SPLIT, 1.0, random.Random(1)))
    assert [path.name for path, _ in parts] == ["split-a.vlog", "split-b.vlog"]
    first, second = (read_history(read_saved(path), played.module) for path, _ in parts)
    assert broken(first) == broken(second) == []
    assert standings(first.end.values()) == standings(second.start.values())
    assert differences(standings(plain.end.values()), standings(second.end.values())) == []
    assert [len(first.events), len(second.events)] == [part.steps for _, part in parts]
    assert sum(part.steps for _, part in parts) == script.steps


def test_what_is_asked_for_is_left_out_in_every_log(played: Played) -> None:
    script = rewrite(played.game, rates_of("none", said="none", no_clock=True, generic_die=True))
    gestures = [deed.gesture for deed in script.page.deeds]
    assert not any(isinstance(each, Tick) or (isinstance(each, Say) and each.text.startswith("!")) for each in gestures)
    assert {each.button for each in gestures if isinstance(each, Roll) and len(each.dice) == 1} <= {"Other 1d6"}


def test_the_truth_beside_a_log_names_the_steps_of_every_action(played: Played) -> None:
    script, path, _ = played.rewritten(rates_of("threefold"))
    truth = json.loads(write_truth(truth_of(script, played.game), path.with_suffix(".json")).read_text("utf-8"))
    assert truth["steps"] == script.steps
    assert [each["action"] for each in truth["actions"]] == list(range(len(played.game.plays)))
    chat = {each.step: " ".join(each.commands) for each in script.done if each.step}
    for each in truth["actions"]:
        for step in each["steps"]:
            assert step in chat
    assert {each["habit"] for each in truth["habits"]} <= set(NAMES)


def test_rates_are_those_of_the_table() -> None:
    everyday, threefold = rates_of("everyday"), rates_of("threefold")
    assert all(threefold[name] == min(0.9, 3 * rate) for name, rate in everyday.items())
    assert set(rates_of("none").values()) == {0.0}
    assert {name for name, rate in rates_of("everyday", only=("talk",)).items() if rate} == {"talk"}


def test_no_log_is_cut_while_a_counter_stands_where_it_was_put_by_mistake() -> None:
    astray = set[str]()
    kept = []
    for gesture, extra in (
        (Lift("a", to=(1, 1)), True),
        (Say("oops"), True),
        (Back("a"), True),
        (Drag(("b",), (2, 2)), True),
        (Drag(("b",), (3, 3)), False),
        (Flip("c"), True),
        (Flip("c", back=True), True),
        (Drag(("d",), (2, 2)), True),
        (Undo(), True),
    ):
        _strays(Deed(gesture, 0, extra=extra), astray)
        kept.append(sorted(astray))
    assert kept == [["a"], ["a"], [], ["b"], [], ["c"], [], ["d"], []]
