"""Games of Vistula-Oder-Berlin played by the rules: nothing that the player takes for legal may be refused."""

from __future__ import annotations

from collections import Counter

import pytest

from adjudicator.engine.actions import Attack
from adjudicator.games import LoadedGame, load
from tools.selfplay.vob.campaign import play_game


@pytest.fixture(scope="module")
def game() -> LoadedGame:
    return load("vistula-oder-berlin")


@pytest.mark.parametrize(("scenario", "seed"), [("red-storm", 3), ("deutschland-kaputt", 21)])
def test_nothing_that_is_played_by_the_rules_is_refused(game: LoadedGame, scenario: str, seed: int) -> None:
    desk = play_game(game, scenario, seed, turns=2)
    assert [(each.rules, each.judged.action) for each in desk.refused] == []
    sorts = Counter(play.action.verb for play in desk.plays)
    assert min(sorts[verb] for verb in ("move", "attack", "lose", "place", "supply")) > 0


def test_the_same_seed_plays_the_same_game(game: LoadedGame) -> None:
    first, second = (play_game(game, "red-storm", 5, turns=1) for _ in range(2))
    assert [play.action for play in first.plays] == [play.action for play in second.plays]


def test_columns_guns_and_aircraft_are_used(game: LoadedGame) -> None:
    """Else the games would say nothing of the rules for them."""
    plays = play_game(game, "red-storm", 6, turns=2).plays
    attacks = [play.action for play in plays if isinstance(play.action, Attack)]
    helped = [each for attack in attacks for each in (*attack.support, *attack.defence)]
    kinds = {game.roster[each.unit].kind for each in helped}
    assert {"air", "column", "artillery"} <= kinds
