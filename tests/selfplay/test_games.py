"""Games played by the rules: nothing that the player takes for legal may be refused."""

from __future__ import annotations

from collections import Counter

import pytest

from adjudicator.engine.actions import Attack, Draw, Move
from adjudicator.games import LoadedGame
from adjudicator.rules.judge import judge
from adjudicator.verdict import Verdict
from tools.selfplay.koenigsberg.campaign import play_game


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_nothing_that_is_played_by_the_rules_is_refused(koenigsberg: LoadedGame, seed: int) -> None:
    desk = play_game(koenigsberg, "campaign", seed, turns=3)
    assert [(each.rules, each.judged.action) for each in desk.refused] == []
    kinds = Counter(type(play.action) for play in desk.plays)
    assert min(kinds[Move], kinds[Attack], kinds[Draw]) > 5


def test_whatever_is_played_is_legal(koenigsberg: LoadedGame) -> None:
    desk = play_game(koenigsberg, "campaign", 4, turns=1)
    assert {judge(play.before, play.action).verdict for play in desk.plays} == {Verdict.LEGAL}


def test_the_same_seed_plays_the_same_game_and_another_seed_another(koenigsberg: LoadedGame) -> None:
    one, same, other = (play_game(koenigsberg, "campaign", seed, turns=1) for seed in (5, 5, 6))
    assert [play.action for play in one.plays] == [play.action for play in same.plays]
    assert [play.action for play in one.plays] != [play.action for play in other.plays]
