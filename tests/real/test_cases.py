"""The rules questions of the corpus, written by somebody who had not seen the code, come out as the rulebooks say."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.cases import Shelf, run_file
from tests.support import CORPUS, needs_shared

ASKED = sorted((CORPUS / "cases").glob("*/*.toml"))
MISSPELT = "misspelt.toml"
# Both readings give one answer here: 5.23 makes 6 points 3, and the half of dusk (5.28) is 2 when it is rounded up last; and the
# half of a half of one value, rounded up twice, is its quarter rounded up once (6.31 to 6.33), so that nothing rests on D24.
CONTRADICT_THE_TEXT = ("N-D18 ", "N-D24 ")
RIGHT_NOW = ("f5 ",)  # a hex called by its town


@needs_shared
@pytest.mark.parametrize("path", ASKED, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_questions_of_others_are_answered_as_the_rulebooks_say(path: Path) -> None:
    results = run_file(path, Shelf().setting)
    failed = [result.name for result in results if not result.ok and not result.faults]
    faulty = [result.name for result in results if result.faults]
    assert [name for name in failed if not name.startswith(CONTRADICT_THE_TEXT)] == []
    misspelt = [result.name for result in results if not result.name.startswith(RIGHT_NOW)] if path.name == MISSPELT else []
    assert faulty == misspelt
