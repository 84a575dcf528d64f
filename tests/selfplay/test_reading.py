"""What honest players do, read as what it was."""

from __future__ import annotations

import pytest

from adjudicator.engine.actions import Activate, Attack, Draw, Move, Phase, Place, Remove, Roll, Support
from adjudicator.evidence.names import bearers, everybody_called
from adjudicator.evidence.positions import read_pieces, table_of
from adjudicator.explain.causes import traced
from adjudicator.explain.judging import DECISIVE
from adjudicator.explain.turns import play
from adjudicator.games import LoadedGame, load
from adjudicator.rules.entry import GONE
from adjudicator.verdict import Verdict
from tests.explain.histories import BINDING, Log, counter

WITH_BOMBARDMENTS = BINDING.model_copy(
    update={
        "dice": {**BINDING.dice, "Bombardment": "bombardment", "Other": "other"},
        "phases": {**BINDING.phases, "Bombardment": "bombardment", "Command": "command", "Reinforcements": "reinforcement"},
    }
)


def actions(loaded: LoadedGame, log: Log) -> list[object]:
    return [each.action for each in play(loaded, WITH_BOMBARDMENTS, log.history()).played]


def rules(loaded: LoadedGame, log: Log) -> list[str]:
    return [found.rule for each in play(loaded, WITH_BOMBARDMENTS, log.history()).played for found in each.judged.findings]


def illegal(loaded: LoadedGame, log: Log) -> list[str]:
    played = play(loaded, WITH_BOMBARDMENTS, log.history()).played
    return [found.rule for each in played for found in each.judged.findings if found.verdict is Verdict.ILLEGAL]


def test_a_phase_that_the_counter_only_passed_through_is_none(koenigsberg: LoadedGame) -> None:
    log = Log(counter("de-21", "1233")).step(turn="Turn 2: Bombardment").step(turn="Turn 2: Air units")
    assert actions(koenigsberg, log) == [Phase("air return", "", 2)]


def test_a_phase_in_which_something_is_done_was_meant(koenigsberg: LoadedGame) -> None:
    log = Log(counter("de-21", "1233")).step(turn="Turn 2: Bombardment").step(counter("de-21", "1234"))
    assert actions(koenigsberg, log)[0] == Phase("bombardment", "", 2)


def test_a_chit_beyond_the_limit_is_put_aside_without_fault(koenigsberg: LoadedGame) -> None:
    chits = ["chit-de-9", "chit-de-26", "chit-de-hg", "chit-de-20"]
    hqs = [
        counter(hq, place)
        for hq, place in (("de-hq-9", "1939"), ("de-hq-26", "1838"), ("de-hq-hg", "1833"), ("de-hq-20", "1016"))
    ]
    log = Log(*(counter(chit, "Cup") for chit in chits), *hqs, counter("de-14", "0815")).step(turn="Turn 1: Command")
    for chit in chits:
        log.step(counter(chit, "drawn"))
    assert actions(koenigsberg, log)[-1] == Draw("chit-de-20")
    log.step(counter("de-14", "0916"))
    assert actions(koenigsberg, log)[-2:] == [Activate("de-hq-20", by="chit-de-20"), Move(("de-14",), "0916")]
    assert "chit-limit" in rules(koenigsberg, log)


def test_a_note_names_the_headquarters_that_a_chit_of_a_front_activates(koenigsberg: LoadedGame) -> None:
    log = Log(counter("chit-su-front-3bf-1", "Cup"), counter("su-hq-5a", "1039")).step(turn="Turn 2: Command")
    log.step(counter("chit-su-front-3bf-1", "drawn")).step(chat="<Ada> !hq 5A")
    assert actions(koenigsberg, log)[-1] == Activate("su-hq-5a", by="chit-su-front-3bf-1")


def test_two_dice_rolled_one_by_one_are_one_roll(koenigsberg: LoadedGame) -> None:
    log = Log(counter("de-56", "1010")).step(turn="Turn 1: Bombardment").step(chat="!bombard 2BF")
    log.step(roll=("Bombardment", 1)).step(roll=("Bombardment", 2)).step(chat="!bombard 1010 on 2-1").step(
        roll=("Bombardment", 4)
    )
    assert actions(koenigsberg, log)[1:] == [
        Roll("bombardment 2BF", (1, 2)),
        Attack((), "1010", column="2-1", die=4, kind="bombardment"),
    ]


def test_dice_for_something_else_are_not_taken_for_those_that_were_announced(koenigsberg: LoadedGame) -> None:
    log = Log(counter("de-56", "1010")).step(chat="!bombard 2BF").step(roll=("Event", 5, 3)).step(roll=("Bombardment", 2))
    assert actions(koenigsberg, log) == [Roll("event", (5, 3)), Roll("bombardment 2BF", (2,))]


def test_a_note_says_what_a_die_is_for_and_whose(koenigsberg: LoadedGame) -> None:
    log = Log(counter("su-air-3aa", "1039")).step(chat="!roll air return for 3 AA").step(roll=("Other", 6))
    assert actions(koenigsberg, log) == [Roll("air return", (6,), unit="su-air-3aa")]


def test_air_support_is_named_with_its_manner(koenigsberg: LoadedGame) -> None:
    log = Log(counter("su-70a-96", "0909"), counter("de-56", "1010"), counter("su-air-4aa-1", "0909"))
    log.step(chat="!attack 1010 with 96 (70 Army), 4 AA (1) full on 2-1").step(roll=("Combat", 4))
    assert actions(koenigsberg, log) == [Attack(("su-70a-96",), "1010", (Support("su-air-4aa-1", "full"),), column="2-1", die=4)]


def test_an_attack_by_somebody_nobody_knows_accuses_nobody(koenigsberg: LoadedGame) -> None:
    log = Log(counter("su-70a-96", "0909"), counter("de-56", "1010"))
    log.step(chat="!attack 1010 with 4711 on 2-1").step(roll=("Combat", 4)).step(counter("de-56", "1010", level=2))
    assert illegal(koenigsberg, log) == []


def test_headquarters_that_were_driven_over_are_not_taken_off_without_cause(koenigsberg: LoadedGame) -> None:
    log = Log(counter("su-2ga-153", "1131"), counter("de-hq-41pz", "1031"))
    log.step("de-hq-41pz").step(counter("su-2ga-153", "1031"))
    assert actions(koenigsberg, log) == [Move(("su-2ga-153",), "1031")]


def test_a_combat_that_nobody_announced_accuses_nobody(koenigsberg: LoadedGame) -> None:
    log = Log(counter("su-70a-96", "0909"), counter("de-56", "1010")).step(turn="Combat").step(roll=("Combat", 6))
    log.step(counter("de-56", "1112")).step(counter("su-70a-96", "1010"))
    assert illegal(koenigsberg, log) == []


def test_a_headquarters_taken_off_by_itself_was_removed(koenigsberg: LoadedGame) -> None:
    assert actions(koenigsberg, Log(counter("de-hq-41pz", "1031")).step("de-hq-41pz")) == [Remove("de-hq-41pz")]


def test_a_reinforcement_dragged_on_at_once_entered_and_moved(koenigsberg: LoadedGame) -> None:
    log = Log(counter("su-50a-69", "nowhere"), counter("de-56", "2010")).step(turn="Turn 3: Reinforcements")
    log.step(counter("su-50a-69", "0124")).step(counter("su-50a-69", "0224"))
    assert actions(koenigsberg, log)[1:] == [Place("su-50a-69", "0124"), Move(("su-50a-69",), "0224")]


def test_a_reinforcement_dragged_straight_to_its_end_entered_where_it_may(koenigsberg: LoadedGame) -> None:
    log = Log(counter("su-50a-69", "nowhere"), counter("de-56", "2010")).step(turn="Turn 3: Reinforcements")
    log.step(counter("su-50a-69", "0224"))
    assert actions(koenigsberg, log)[1:] == [Place("su-50a-69", "0124"), Move(("su-50a-69",), "0224")]


@pytest.mark.parametrize(
    ("name", "units"),
    [("34 (31 Army)", ("su-31a-34",)), ("34", ("su-31a-34", "su-3a-34")), ("GD", ("de-gd",)), ("41 Pz", ("de-hq-41pz",))],
)
def test_names_with_a_formation_are_told_apart_and_headquarters_come_last(
    koenigsberg: LoadedGame, name: str, units: tuple[str, ...]
) -> None:
    pieces = [counter("su-31a-34", "0434"), counter("su-3a-34", "0613"), counter("de-gd", "1416"), counter("de-hq-gd", "1625")]
    table = table_of(koenigsberg, BINDING, read_pieces(koenigsberg, BINDING, [*pieces, counter("de-hq-41pz", "1031")]))
    assert set(bearers(table, name)) == set(units)
    assert set(everybody_called(table, name)) == set(units)


def test_a_chit_of_which_nobody_knows_what_it_is_leaves_nobody_in_command() -> None:
    """On a module whose chits nobody has surveyed those who act after it are not accused of acting under the one before."""
    foreign = load("koenigsberg-rg", trust=DECISIVE)
    log = Log(counter("chit-su-3bf", "Cup"), counter("de-hq-9", "1939"), counter("de-14", "0815"))
    log.step(turn="Turn 1: Command").step(chat="!hq 9 HQ").step(counter("chit-su-3bf", "drawn"))
    log.step(counter("de-14", "0916"))
    assert [type(each) for each in actions(foreign, log)] == [Phase, Activate, Draw, Move]
    assert "commanded-move" in rules(foreign, log)
    assert illegal(foreign, log) == []


def test_nobody_is_refused_for_a_formation_that_only_our_reconstruction_states(koenigsberg: LoadedGame) -> None:
    log = Log(counter("de-hq-9", "1939"), counter("de-14", "1838")).step(turn="Turn 1: Command").step(chat="!hq 9 HQ")
    log.step(counter("de-14", "1837"))
    assert illegal(koenigsberg, log) == ["commanded-move"]
    assert illegal(load("koenigsberg-rg", trust=DECISIVE), log) == []


def test_a_headquarters_that_stays_was_not_driven_over_by_a_unit_that_another_one_may_have_been(koenigsberg: LoadedGame) -> None:
    """Two headquarters in a row; one is taken off because a unit came to stand where it stood."""
    log = Log(counter("de-277", "1438"), counter("de-61", "1437"), counter("su-hq-28a", "1339"), counter("su-hq-39a", "1340"))
    log.step(counter("de-277", "1341")).step(counter("de-61", "1339")).step("su-hq-28a")
    found = play(koenigsberg, WITH_BOMBARDMENTS, log.history())
    assert [each.action for each in found.played] == [Move(("de-277",), "1341"), Move(("de-61",), "1339")]
    assert found.end.place_of("su-hq-39a") == "1340"
    assert found.end.state.listed(GONE).keys() == {"su-hq-28a"}


def test_a_retreat_left_out_is_told_of_once_when_the_next_chit_is_drawn(koenigsberg: LoadedGame) -> None:
    log = Log(counter("su-70a-96", "0910"), counter("su-70a-47", "1009"), counter("de-56", "1010"), counter("chit-de-9", "Cup"))
    log.step(turn="Turn 1: Command").step(chat="!attack 1010 with 96, 47 on 2-1").step(roll=("Combat", 6))
    log.step(counter("chit-de-9", "drawn")).step(turn="Turn 1: Supply")
    found = [each for each in traced(play(koenigsberg, WITH_BOMBARDMENTS, log.history()).played) if "settled" in each.ruled.rule]
    assert [(each.ruled.rule, each.played.step) for each in found if each.root][:1] == [("settled-before-draw", 4)]
    assert {each.cause for each in found if each.played.step > 4} <= {4}
