"""Which of several ways to read a stretch of a log is taken."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.engine.actions import Phase, Roll
from adjudicator.evidence.observations import observed
from adjudicator.explain import turns
from adjudicator.explain.board import Played
from adjudicator.explain.candidates import Reader, ReadingWay, Weighed
from adjudicator.explain.clock import Clock
from adjudicator.explain.scene import ReadingScene
from adjudicator.explain.search import _Conflict, _Search
from adjudicator.explain.weighing import Outcome
from adjudicator.games import load
from adjudicator.games.stated_facts import NOTHING_TOLD
from adjudicator.verdict import Verdict

from .histories import BINDING, Log, counter
from .test_turns import koenigsberg

READER = Reader(turns._read, turns._end)


def amid(hex: str) -> ReadingScene:
    """A log that is read up to where a unit has been put into a hex, and not on to where it goes from there."""
    log = Log(counter("de-21", "1233")).step(turn="Turn 2, Movement").step(counter("de-21", hex))
    history = log.history()
    scene = turns._begin(koenigsberg(), BINDING, history, NOTHING_TOLD, timeless=False)
    for heard in observed(BINDING, history):
        READER.read(scene, heard)
    return scene


def plain(scene: ReadingScene, conflict: int) -> Weighed:
    way = ReadingWay((), scene)
    return Weighed(way, conflict, 0, (0, scene), 2, Outcome((1, 0, 0, 0, 0)), scene, 0)


def test_who_stands_aside_where_the_stretch_ends_is_no_reason_against_a_way_if_he_does_so_in_any() -> None:
    search, aside, at_home = _Search(READER, 100), amid("2833"), amid("1234")
    assert search._wrong_if_over(aside, plain(at_home, conflict=1))
    assert not search._wrong_if_over(aside, plain(aside, conflict=1))
    assert search._wrong_if_over(aside, plain(aside, conflict=2))  # it is the conflict itself that is not settled


@pytest.mark.parametrize("hasty", [False, True])
def test_a_click_that_came_too_early_for_a_phase_that_was_over_has_told_that_phase_for_nothing(hasty: bool) -> None:
    """Else whoever clicked through the phase of supply and forgot its markers would only have clicked too early."""
    history = Log(counter("de-21", "1233")).step(turn="Turn 2, Supply").step(turn="Turn 2, Combat").step(turn="Turn 2, Supply")
    scene = turns._begin(koenigsberg(), BINDING, history.history(), NOTHING_TOLD, timeless=False)
    for heard in observed(BINDING, history.history()):
        READER.read(scene, replace(heard, hasty=hasty and heard.step == 2))
    clock = scene.part(Clock)
    assert clock is not None
    assert clock.unmet() == int(hasty)


def test_what_settled_one_conflict_is_taken_back_where_it_makes_the_next_one() -> None:
    """A third die that nobody announced, and then a number in chat: which of the dice granted how many bombardments shows only
    when one too many is fired."""
    game = load("koenigsberg-3cg")
    names = {each.name: each.id for each in game.about.phases}
    binding = BINDING.model_copy(update={"dice": {**BINDING.dice, "Shells": "bombardment"}, "phases": names})
    there = {unit: standing.place for unit, standing in game.scenarios["campaign"].standings.items()}
    log = Log(*(counter(unit, place) for unit, place in there.items() if place in game.board.grid and place < "1300"))
    for said, dice, after in (
        ("!roll bombardment german", (5, 5, 4), None),
        ("!roll bombardment 2BF", (3,), None),
        ("<Anna> - it is a 5", (), None),
        ("!bombard 0908 on 3-1", (5,), counter("de-35", "0909")),
        ("!bombard 1013 on 3-1", (5,), counter("de-129", "1114")),
        ("!bombard 0907 on 3-1", (1,), None),
        ("!roll bombardment 3BF", (5, 5), None),
        ("!bombard 0907 on 3-1", (2,), None),
        ("!bombard 0909 on 3-1", (5,), counter("de-35", "0908")),
    ):
        log.step(chat=said)
        for die in dice:
            log.step(roll=("Shells", die))
        if after is not None:
            log.step(after)
    played = turns.play(game, binding, log.history(opening=f"Turn 1, {game.about.phases[0].name}")).played
    assert [each.step for each in played if each.judged.verdict is not Verdict.LEGAL] == []
    assert next(each.action for each in played if each.step == 7) == Roll("bombardment 2BF", (3, 5))


@pytest.mark.parametrize(("in_vain", "settles"), [(1, False), (0, True)])
def test_a_note_that_comes_to_nothing_is_not_settled_by_what_only_leaves_less_wrong_behind_it(
    monkeypatch: pytest.MonkeyPatch, in_vain: int, settles: bool
) -> None:
    """Else results that were carried out late are taken for those of some combat before an attack that was called off."""
    said = replace(plain(amid("1234"), conflict=1), outcome=Outcome((4, 0, 1, 0, 0)))
    other = replace(said, outcome=Outcome((2, 0, in_vain, 1, 0)))
    monkeypatch.setattr(_Search, "_weighed", lambda *_: said)
    monkeypatch.setattr(_Search, "_bettered", lambda *_: [other])
    _, best = _Search(READER, 100)._searched(_Conflict(said.way, (), said.outcome), 2)
    assert (best is other) == settles


@pytest.mark.parametrize(("order", "touched"), [((1, 2, 3), False), ((1, 3, 2), True)])
def test_a_click_that_was_made_later_and_counts_before_is_no_matter_farther_on(order: tuple[int, ...], touched: bool) -> None:
    """Else a counter that was put right after an attack accuses whoever is found to have clicked late for it."""
    scene = amid("1234")
    log = Log(counter("de-21", "1233")).step(chat="one").step(chat="two").step(chat="three")
    heard = {each.step: each for each in observed(BINDING, log.history())}
    phase = Phase("replacement", turn=2)
    wrong = Played(3, phase, scene.table, scene.board.judged(scene.table, phase))
    assert wrong.judged.verdict is Verdict.ILLEGAL
    way = ReadingWay(tuple(heard[step] for step in order), scene)
    weighed = replace(plain(scene, conflict=2), way=way, outcome=Outcome((1, 0, 0, 0, 0), played=[wrong]))
    assert weighed.is_touched_by(Outcome((0, 0, 0, 3, 0))) == touched
