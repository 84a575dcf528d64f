"""Every game's own cases come out as they say, and show every section that is said to be enforced."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from adjudicator.cases import CaseResult, run_all
from adjudicator.games import LoadedGame, games, load
from adjudicator.games.coverage import coverage

GAMES = games()
# cases: fewer means that some were lost
LEAST = {"koenigsberg-rg": 1_000, "koenigsberg-3cg": 1_100, "stargard": 50, "vistula-oder-berlin": 560}


@cache
def judged(folder: Path) -> tuple[LoadedGame, tuple[CaseResult, ...]]:
    loaded = load(folder)
    return loaded, tuple(run_all(loaded))


@pytest.mark.parametrize("slug", GAMES)
def test_all_cases_come_out_as_they_say(slug: str) -> None:
    _, results = judged(GAMES[slug])
    assert [f"{result.file}: {result.name}" for result in results if not result.ok] == []
    assert len(results) >= LEAST.get(slug, 200)


@pytest.mark.parametrize("slug", GAMES)
def test_every_enforced_section_is_shown_by_cases_and_nothing_is_left_loose(slug: str) -> None:
    loaded, results = judged(GAMES[slug])
    if loaded.about.in_the_making:
        pytest.skip("the game says itself that it is not whole yet")
    found = coverage(loaded, results)
    assert [str(gap) for gap in loaded.gaps] == []
    assert [(missing.section, missing.missing) for missing in found.missing] == []
    assert found.unseen_rules == ()


@pytest.mark.parametrize("slug", GAMES)
def test_no_two_cases_of_a_file_have_the_same_name(slug: str) -> None:
    _, results = judged(GAMES[slug])
    names = [(result.file, result.name) for result in results]
    assert len(set(names)) == len(names)
