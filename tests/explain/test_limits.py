"""A log of which more is wrong than in any game is looked into only so far: that is said, and accuses and acquits nobody."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import pytest

from adjudicator import Referee
from adjudicator.correct.positions import plan
from adjudicator.explain import candidates, scene, search, turns
from adjudicator.explain.turns import play
from adjudicator.games.stated_facts import NOTHING_TOLD
from adjudicator.referee.gist import gist
from adjudicator.referee.results import Checked
from adjudicator.referee.running_reports import telling
from adjudicator.report.forms import Form, ToTell
from adjudicator.rules import rulings
from adjudicator.verdict import Verdict
from tests.support import ROOT

from .histories import BINDING, Log, counter
from .test_turns import koenigsberg

LOGS = ROOT / "logs" / "seelow-kustrin"


def said(checked: Checked, what: str) -> Collection[str]:
    return [note for note in checked.notes if what in note]


def test_a_log_that_is_too_long_is_not_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Referee().check(LOGS / "turn1.vlog")
    assert whole.verdict is Verdict.LEGAL
    assert not said(whole, "not all was judged")
    monkeypatch.setattr(turns, "MOST_STEPS", 10)
    part = Referee().check(LOGS / "turn1.vlog")
    assert part.verdict is Verdict.UNDECIDED
    assert not part.findings
    assert len(said(part, f"not all was judged from step {part.judged.left_at} on")) == 1


def test_no_report_calls_it_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "MOST_STEPS", 10)
    part = Referee().check(LOGS / "turn1.vlog")
    several = telling("text", several=True)
    told = gist(part, ToTell())
    text = several.add(told) + several.add(told) + several.end(())
    assert "legal, " not in text
    assert f"from step {part.judged.left_at} on" in text
    assert "2 undecided" in text
    assert "<title>turn1.vlog: undecided" in part.report("html")
    assert f"judged, not all from step {part.judged.left_at} on" in part.report("html")
    assert f"From step {part.judged.left_at} on I did not judge it all." in part.report("md")
    failures: dict[Form, str] = {"junit": 'errors="1"', "sarif": '"executionSuccessful": false'}
    for form, failed in failures.items():
        written = telling(form)
        assert failed in written.add(gist(part, ToTell(form))) + written.end(()), form


def test_after_too_much_that_is_illegal_nothing_is_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Referee().check(LOGS / "turn1-too-far.vlog")
    monkeypatch.setattr(scene, "MOST_WRONG", 0)
    part = Referee().check(LOGS / "turn1-too-far.vlog")
    assert part.verdict is Verdict.ILLEGAL
    assert part.judged.left_at is not None
    assert 0 < len(part.actions) < len(whole.actions)
    assert len(said(part, "not all was judged")) == 1
    assert not plan(part.judged, "suggested").made


@pytest.mark.parametrize("log", ["turn1-too-far.vlog", "turn1-retreat.vlog"])
def test_the_end_of_the_search_is_no_accusation(monkeypatch: pytest.MonkeyPatch, log: str) -> None:
    whole = Referee().check(LOGS / log)
    assert whole.verdict is Verdict.ILLEGAL
    monkeypatch.setattr(search, "LEAST", 0)
    monkeypatch.setattr(search, "BUDGET", 0)
    part = Referee().check(LOGS / log)
    assert part.verdict is Verdict.UNDECIDED
    assert not [each for each in part.findings if each.verdict is Verdict.ILLEGAL]
    assert part.judged.left_at is not None
    assert part.judged.left_at <= min(each.where.step or 0 for each in whole.findings if each.verdict is Verdict.ILLEGAL)
    assert len(said(part, "not all was judged")) == 1


def test_after_many_conflicts_that_nothing_settles_nothing_is_accused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "PATIENCE", 0)
    part = Referee().check(LOGS / "turn1-too-far.vlog")
    assert part.verdict is Verdict.UNDECIDED
    assert part.judged.left_at is not None


def test_rulings_are_looked_for_only_so_often(monkeypatch: pytest.MonkeyPatch) -> None:
    path = LOGS / "turn1-no-retreat.vlog"
    whole = Referee().check(path)
    assert any(each.rulings for each in whole.findings)
    monkeypatch.setattr(rulings, "REPLAYS", 0)
    part = Referee().check(path)
    assert not any(each.rulings for each in part.findings)
    assert [each.message for each in part.findings] == [each.message for each in whole.findings]
    assert len(said(part, "on nobody looked on which rulings")) == 1


def test_a_log_that_was_given_up_is_not_given_up_again_at_its_end() -> None:
    given_up = begun(dice_without_a_word(1))
    given_up.left_at = 5
    way = candidates.ReadingWay((), given_up)  # nothing is kept from which it could be read anew
    assert search._stopped(way, 3).left_at == 5


def begun(log: Log) -> scene.ReadingScene:
    history = log.history()
    return turns._begin(koenigsberg(), BINDING, history, NOTHING_TOLD, timeless=False)


def dice_without_a_word(many: int) -> Log:
    log = Log(counter("de-21", "1233"), counter("su-2bf-3g", "1334"), counter("de-28", "1234")).step(turn="Turn 1, Combat")
    for number in range(many):
        log.step(roll=("Combat", 1 + number % 6))
    return log


def test_conflicts_crowded_together_are_looked_into_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []
    weighed = search._Search._weighed

    def counted(*given: Any, **how: Any) -> object:
        looked.append(1)
        return weighed(*given, **how)

    monkeypatch.setattr(search._Search, "_weighed", counted)
    history = dice_without_a_word(9).history()
    play(koenigsberg(), BINDING, history)
    several = len(looked)
    looked.clear()
    monkeypatch.setattr(search, "CROWDED", (2, 60))
    play(koenigsberg(), BINDING, history)
    assert 0 < len(looked) < several


def test_who_is_asked_too_much_is_asked_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    history = dice_without_a_word(8).history()
    assert play(koenigsberg(), BINDING, history).left_at is None
    monkeypatch.setattr(scene, "MOST_ASKED", 3)
    game = play(koenigsberg(), BINDING, history)
    assert game.left_at is not None
    assert 3 < sum(each.asks for each in game.played) < 8
