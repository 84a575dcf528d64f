"""Every game's own cases come out as they say, and show every section that is said to be enforced."""

from __future__ import annotations

from collections import Counter

import pytest

from adjudicator.cases import read_cases, run_all, shared
from adjudicator.games import games, load
from adjudicator.games.coverage import coverage

GAMES = games()
# cases: fewer means that some were lost
LEAST = {"koenigsberg-rg": 1_000, "koenigsberg-3cg": 1_100, "stargard": 110, "vistula-oder-berlin": 560}


@pytest.mark.parametrize("slug", GAMES)
def test_all_cases_come_out_as_they_say_and_show_every_enforced_section(slug: str) -> None:
    """Both at once, since judging them takes half a minute."""
    loaded = load(GAMES[slug])
    results = run_all(loaded)
    assert [f"{result.file}: {result.name}" for result in results if not result.ok] == []
    assert len(results) >= LEAST.get(slug, 200)
    if loaded.about.in_the_making:
        return  # the game says itself that it does not show everything yet
    found = coverage(loaded, results)
    assert [str(gap) for gap in loaded.gaps] == []
    assert [(missing.section, missing.missing) for missing in found.missing] == []
    assert found.unseen_rules == ()


@pytest.mark.parametrize("slug", GAMES)
def test_no_two_cases_of_a_file_have_the_same_name(slug: str) -> None:
    loaded = load(GAMES[slug])
    own = [(path.name, case.name) for path in loaded.cases() for case in read_cases(path).cases.case]
    theirs = [(document.file, document.cases.case[index].name) for document, index, _ in shared.documents(loaded)]
    assert [name for name, times in Counter([*own, *theirs]).items() if times > 1] == []
