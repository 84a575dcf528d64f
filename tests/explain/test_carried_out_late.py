"""What a combat led to is often done after the next die: it belongs before the chit or the announcement that came between."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from adjudicator.engine.actions import Attack, Lose, Retreat
from adjudicator.evidence.history import Counter
from adjudicator.evidence.observations import observed
from adjudicator.explain.otherwise.corrections import put_right
from adjudicator.explain.turns import play
from adjudicator.games import load
from adjudicator.verdict import Verdict

from .histories import BINDING, Log, counter

START = (
    *(counter("chit-su-5a", "Cup"), counter("chit-su-28a", "Cup")),
    *(counter("su-hq-5a", "1140"), counter("su-5a-72", "1239"), counter("su-5a-45", "1042"), counter("de-56", "1238")),
    *(counter("su-hq-28a", "0940"), counter("su-28a-20", "0842"), counter("de-170", "0943")),
)
SECOND = {"a chit": "20", "an announcement": "45"}


def log(between: str) -> Log:
    """Two combats of which the first asks for a retreat that is made after the die of the second."""
    found = Log(*START).step(counter("chit-su-5a", "Drawn"))
    found.step(chat="<Anna> - !attack 1238 with 72 on 1-1").step(roll=("Combat", 6))
    if between == "a chit":
        found.step(counter("chit-su-28a", "Drawn"))
    found.step(chat=f"<Anna> - !attack 0943 with {SECOND[between]} on 1-2").step(roll=("Combat", 5))
    return found.step(counter("de-56", "1338"))


@pytest.mark.parametrize("between", ["a chit", "an announcement"])
def test_a_retreat_after_the_next_die_is_one_of_the_combat_before(between: str) -> None:
    game = play(load("koenigsberg-rg"), BINDING, log(between).history())
    fought = [each.action for each in game.played if isinstance(each.action, Attack | Retreat)]
    assert [type(each) for each in fought] == [Attack, Retreat, Attack]
    assert not any(each.judged.verdict is Verdict.ILLEGAL for each in game.played if isinstance(each.action, Retreat))


PUT_RIGHT = (
    *(counter("chit-su-28a", "Cup"), counter("chit-de-41pz", "Cup"), counter("su-hq-28a", "1036")),
    *(counter("su-28a-218", "1336"), counter("su-28a-3g", "1236"), counter("de-61", "1337")),
)


@pytest.mark.parametrize(("then", "wrong"), [("1437", 0), ("1538", 1)])
def test_a_wrong_retreat_that_is_put_right_after_the_next_chit_was_right_from_the_first(then: str, wrong: int) -> None:
    """1436 is next to the attackers, and 1538 two hexes away: neither is a hex to retreat to."""
    found = Log(*PUT_RIGHT).step(counter("chit-su-28a", "Drawn"))
    found.step(chat="<Boris> - !attack 1337 with 218, 3G on 2-1").step(roll=("Combat", 5)).step(counter("de-61", "1436"))
    found.step(counter("chit-de-41pz", "Drawn")).step(chat="<Anna> - oops").step(counter("de-61", then))
    game = play(load("koenigsberg-rg"), BINDING, found.history())
    retreats = [each for each in game.played if isinstance(each.action, Retreat)]
    assert [each.judged.verdict is Verdict.ILLEGAL for each in retreats] == [bool(wrong)]


@pytest.mark.parametrize(("late", "settled"), [(counter("su-28a-218", "1335"), False), (counter("de-61", "1437"), True)])
def test_a_retreat_made_up_after_the_next_chit_is_not_forgotten(late: Counter, settled: bool) -> None:
    found = Log(*PUT_RIGHT).step(counter("chit-su-28a", "Drawn"))
    found.step(chat="<Boris> - !attack 1337 with 218, 3G on 2-1").step(roll=("Combat", 5))
    found.step(counter("chit-de-41pz", "Drawn")).step(chat="<Boris> - you forgot to retreat").step(late)
    game = play(load("koenigsberg-rg"), BINDING, found.history())
    unsettled = {each.rule for one in game.played for each in one.judged.findings if each.rule == "settled-before-draw"}
    assert bool(unsettled) != settled


def test_a_loss_taken_back_after_the_next_chit_and_taken_by_another_is_that_others() -> None:
    """The 218 is not the strongest: the 3G has to lose the step."""
    found = Log(*PUT_RIGHT).step(counter("chit-su-28a", "Drawn"))
    found.step(chat="<Boris> - !attack 1337 with 218, 3G on 2-1").step(roll=("Combat", 2)).step(counter("su-28a-218", "nowhere"))
    found.step(counter("chit-de-41pz", "Drawn")).step(chat="<Anna> - the strongest!").step(counter("su-28a-218", "1336"))
    game = play(load("koenigsberg-rg"), BINDING, found.step(counter("su-28a-3g", "1236", level=2)).history())
    assert [each.action.steps for each in game.played if isinstance(each.action, Lose)] == [("su-28a-3g",)]


def test_who_goes_on_after_he_has_fought_has_not_put_right_where_he_fought_from() -> None:
    """He goes back two hexes when he may advance one: his move before the combat does not end there."""
    found = Log(*PUT_RIGHT).step(counter("chit-su-28a", "Drawn")).step(roll=("Combat", 1)).step(counter("su-28a-218", "1335"))
    found.step(counter("chit-de-41pz", "Drawn")).step(counter("su-28a-218", "1134"))
    near, game = range(5), load("koenigsberg-rg")
    scene = SimpleNamespace(
        binding=BINDING, table=game.table(next(iter(game.scenarios))), parts=(SimpleNamespace(fights=lambda purpose: True),)
    )

    def tried(log: Log) -> list[int]:
        steps = observed(BINDING, log.history())
        return [way.since for way in put_right(scene, steps, near, {"su-28a-218"})]  # type: ignore[arg-type]

    assert tried(found) == [2]
    fought = Log(*PUT_RIGHT).step(counter("chit-su-28a", "Drawn")).step(roll=("Combat", 1)).step(counter("su-28a-218", "1335"))
    fought.step(counter("chit-de-41pz", "Drawn")).step(roll=("Combat", 4)).step(counter("su-28a-218", "1134"))
    assert tried(fought) == []
