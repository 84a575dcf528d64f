"""Logs are read by what a game's tables say, never by what its things are called: a copy in which all is called otherwise gives
the same verdicts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from adjudicator.games import load
from adjudicator.referee.referee import Referee
from adjudicator.referee.results import Checked
from tests.games.renaming import ANEW, other, renamed_copy
from tests.support import ROOT

SAMPLES = {
    "koenigsberg-rg": ("turn2-marker-forgotten", "turn1-silent-too-far"),
    "seelow-kustrin": ("turn1-fires-twice", "turn1-silent", "turn1-silent-shot"),
    "vistula-oder-berlin": ("turn1-mobile",),
}


def chits_of(checked: Checked) -> dict[str, str]:
    """The chits of a log by what is printed on their counters: the module calls them as the game did."""
    marked = ((counter.printed, dict(counter.markers).get("chit", "")) for counter in checked.history.start.values())
    return {printed: chit for printed, chit in marked if chit}


def said(checked: Checked, rule: Callable[[str], str]) -> list[object]:
    """What every rule found at every action, whatever its words."""
    return [
        (
            each.step,
            type(each.judged.action),
            each.judged.verdict,
            sorted((rule(found.rule), found.verdict, found.opinion.units) for found in each.judged.findings),
        )
        for each in checked.actions
    ]


@pytest.mark.parametrize("slug", SAMPLES)
def test_a_game_in_which_everything_is_called_otherwise_is_judged_alike(slug: str, tmp_path: Path) -> None:
    logs = [ROOT / "logs" / slug / f"{name}.vlog" for name in SAMPLES[slug]]
    plain = Referee().check_all(logs).files
    copy = renamed_copy(load(slug), tmp_path / "copy", chits_of(plain[0]))
    before, after = load(slug).vocabulary.words, load(copy).vocabulary.words
    for term in ANEW:
        assert after.get(term, frozenset()) & before.get(term, frozenset()) <= {"arrivals", "set-up"}, term
    renamed = Referee(game=copy).check_all(logs).files
    assert [each.file for each in renamed] == [each.file for each in plain]
    for was, now in zip(plain, renamed, strict=True):
        assert len(was.actions) > 20
        assert said(now, str) == said(was, other)
