"""The older edition of Königsberg played by its own rules, with refugees on the roads."""

from __future__ import annotations

from collections import Counter

import pytest

from adjudicator.engine.actions import Mark
from adjudicator.games import LoadedGame, load
from adjudicator.rules.judge import judge
from adjudicator.verdict import Verdict
from tools.selfplay.koenigsberg import campaign, older


@pytest.fixture(scope="module")
def edition() -> LoadedGame:
    return load("koenigsberg-3cg")


@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_that_is_played_by_its_rules_is_refused(edition: LoadedGame, seed: int) -> None:
    desk = older.play_game(edition, "campaign", seed, turns=3)
    assert [(each.rules, each.judged.action) for each in desk.refused] == []
    assert {judge(play.before, play.action).verdict for play in desk.plays[-40:]} == {Verdict.LEGAL}


def test_refugees_come_and_go_on(edition: LoadedGame) -> None:
    desk = older.play_game(edition, "campaign", 3, turns=3)
    marks = Counter(play.action.on for play in desk.plays if isinstance(play.action, Mark))
    assert marks[True] >= 3
    assert marks[False] >= 1


def test_whoever_plays_by_the_other_edition_breaks_its_rules(edition: LoadedGame) -> None:
    desk = campaign.play_game(edition, "campaign", 2, turns=2)
    assert older.REFRAINS & {rule for each in desk.refused for rule in each.rules.split(", ")}
