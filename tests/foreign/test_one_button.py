"""One button for all dice accuses nobody, and what is wrong is still found: on some samples here, on all of them by
`python -m tools.foreign one-button koenigsberg-rg logs/koenigsberg-rg`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.foreign.one_button import of_samples

LOGS = Path(__file__).parents[2] / "logs"
SOME = {
    "koenigsberg-rg": ("turn1", "turn1-overstack", "turn1-out-of-command"),  # with an event, bombardments, a Volkssturm die
    "seelow-kustrin": ("turn1-fires-twice", "turn1-retreat", "turn1-without-notes"),  # combats and fire, some of them unsaid
}


@pytest.mark.parametrize("slug", SOME)
def test_it_is_judged_as_with_a_button_for_each_purpose(slug: str) -> None:
    found = list(of_samples(slug, LOGS / slug, frozenset(SOME[slug])))
    assert {each.name.removesuffix(".vlog") for each in found} == set(SOME[slug])
    assert not [str(each) for each in found if each.false or each.lost]
    assert sum(len(each.right) for each in found) >= 1
