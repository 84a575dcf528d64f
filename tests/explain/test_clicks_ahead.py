"""What the turn counter shows later tells how far a game has come by then."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.engine.actions import Draw, Phase
from adjudicator.explain.board import Played
from adjudicator.explain.clicks_ahead import ClicksAhead
from adjudicator.explain.turns import play
from adjudicator.rules.apply import apply
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

from .histories import BINDING, Log, counter
from .test_turns import koenigsberg

PLANE, CORPS, HQ, CHIT = "su-air-4aa-1", "su-48a-42", "su-hq-48a", "chit-su-48a"
BOXES = BINDING.model_copy(update={"boxes": {"4th Air Army": "air-army-4", "Refit": "refit"}})


def table(phase: str) -> Table:
    return apply(koenigsberg().table("campaign"), Phase(phase, turn=1))


def ahead(log: Log) -> ClicksAhead:
    return ClicksAhead.of(BINDING, log.history().events)


def test_clicks_with_nothing_done_between_them_come_together() -> None:
    log = Log(counter("de-21", "1233")).step(turn="Turn 1: Movement").step(turn="Turn 1: Combat").step(counter("de-21", "1234"))
    found = ahead(log.step(turn="Turn 1: Supply"))
    assert [each.phase for each in found.after(0, table("command"))] == ["movement", "combat"]
    assert [each.phase for each in found.after(2, table("command"))] == ["supply"]
    assert list(found.after(4, table("command"))) == []


def test_the_counter_skips_phases_that_it_does_not_show() -> None:
    log = Log(counter("de-21", "1233")).step(counter("de-21", "1234")).step(turn="Turn 2: Movement")
    order = [phase.id for phase in koenigsberg().about.phases]
    assert ahead(log).skip(0, table("combat"), order)
    assert not ahead(log).skip(2, table("combat"), order)  # nobody clicks any more
    following = Log(counter("de-21", "1233")).step(counter("de-21", "1234")).step(turn="Turn 1: Supply")
    assert not ahead(following).skip(0, table("combat"), order)


def forgotten() -> tuple[Played, ...]:
    """An aircraft flies in turn 1 and is ready again in turn 2; the counter is clicked only later."""
    counters = counter("de-21", "1233"), counter(CORPS, "1334"), counter(HQ, "1435")
    log = Log(*counters, counter(PLANE, "4th Air Army"), counter(CHIT, "Cup"))
    log.step(turn="Turn 1: Combat").step(counter(CHIT, "drawn"))
    log.step(chat="!attack 1233 with 42, 4 AA (1) normal").step(roll=("Combat", 3)).step(counter(PLANE, "Refit"))
    log.step(counter(CHIT, "Cup")).step(counter(PLANE, "4th Air Army")).step(turn="Turn 2: Movement")
    return play(koenigsberg(), BOXES, log.history()).played


def test_what_is_done_when_chits_are_back_in_the_cup_is_of_the_next_turn_though_nobody_clicked_yet() -> None:
    *_, returned, clicked = forgotten()
    assert (returned.before.state.turn, returned.before.state.phase) == (2, "air return")
    assert {returned.judged.verdict, clicked.judged.verdict} == {Verdict.LEGAL}


def of_the_second_turn(opening: str) -> Verdict:
    """A chit that comes in turn 2 is drawn in a log in which nobody clicks."""
    chit = "chit-su-bombardment-2bf"
    log = Log(counter(chit, "Cup"), counter("de-21", "1233")).step(counter(chit, "drawn"))
    history = replace(log.history(), opening=opening)
    return next(each.judged.verdict for each in play(koenigsberg(), BOXES, history).played if isinstance(each.action, Draw))


def test_a_counter_that_nobody_clicks_is_no_proof_that_a_game_under_way_is_in_its_first_turn() -> None:
    assert of_the_second_turn("Turn 1: Combat") is Verdict.UNDECIDED
    assert of_the_second_turn("Turn 2: Combat") is Verdict.LEGAL
