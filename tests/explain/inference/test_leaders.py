"""Which headquarters may have been activated where nobody said which."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.engine.deeds import ACTIVE_HQ, CHIT
from adjudicator.explain.inference.leaders import possible
from adjudicator.games import load


@pytest.mark.parametrize("slug", ["koenigsberg-rg", "koenigsberg-3cg"])
@pytest.mark.parametrize(("chit", "any_"), [("chit-event", False), ("chit-de-hgm", True)])
def test_a_chit_of_both_sides_activates_nobody(slug: str, chit: str, any_: bool) -> None:
    game = load(slug)
    table = game.table(next(iter(game.scenarios)))
    drawn = table.state.remember(CHIT, chit).forget(ACTIVE_HQ)
    assert bool(tuple(possible(replace(table, state=drawn)))) is any_
