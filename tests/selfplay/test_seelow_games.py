"""Games of Seelow & Küstrin played by the rules: nothing that the player takes for legal may be refused."""

from __future__ import annotations

from collections import Counter

import pytest

from adjudicator.engine.actions import Action, Fire, Mark, Remove, Roll
from adjudicator.games import LoadedGame
from adjudicator.rules.judge import judge
from adjudicator.verdict import Verdict
from tools.selfplay.desk import Desk
from tools.selfplay.seelow.campaign import play_game


def _sort(action: Action) -> str:
    name = type(action).__name__.lower()
    match action:
        case Fire():
            return f"{name} {action.kind}"
        case Roll():
            return f"{name} {action.purpose}"
        case Mark():
            return f"{name} {action.mark} {'on' if action.on else 'off'}"
        case Remove():
            return f"{name} {action.why}"
        case _:
            return name


def _sorts(desk: Desk) -> Counter[str]:
    return Counter(_sort(play.action) for play in desk.plays)


@pytest.mark.parametrize(("scenario", "seed"), [("kuestrin", 2), ("kuestrin", 4), ("seelow", 1)])
def test_nothing_that_is_played_by_the_rules_is_refused(seelow: LoadedGame, scenario: str, seed: int) -> None:
    desk = play_game(seelow, scenario, seed, turns=4)
    assert [(each.rules, each.judged.action) for each in desk.refused] == []
    sorts = _sorts(desk)
    assert min(sorts["move"], sorts["attack"], sorts["fire antitank fire"], sorts["fire barrage"], sorts["retreat"]) > 5


def test_a_whole_game_has_every_sort_of_action(seelow: LoadedGame) -> None:
    desk = play_game(seelow, "kuestrin", 40, turns=12)
    assert desk.refused == []
    assert {
        "advance",
        "attack",
        "declare",
        "fire antitank fire",
        "fire barrage",
        "lose",
        "mark disrupted off",
        "mark disrupted on",
        "mark fire mode on",
        "mark move mode on",
        "move",
        "phase",
        "remove exit",
        "retreat",
        "roll morale",
        "roll rally",
    } <= set(_sorts(desk))


def test_whatever_is_played_is_legal(seelow: LoadedGame) -> None:
    desk = play_game(seelow, "kuestrin", 4, turns=2)
    assert {judge(play.before, play.action).verdict for play in desk.plays} == {Verdict.LEGAL}


def test_the_same_seed_plays_the_same_game_and_another_seed_another(seelow: LoadedGame) -> None:
    one, same, other = (play_game(seelow, "kuestrin", seed, turns=1) for seed in (5, 5, 6))
    assert [play.action for play in one.plays] == [play.action for play in same.plays]
    assert [play.action for play in one.plays] != [play.action for play in other.plays]
