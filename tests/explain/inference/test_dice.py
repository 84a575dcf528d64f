"""An event that asks for a second die: whether that was thrown, by whatever way it came to be read."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from adjudicator.engine.actions import Roll
from adjudicator.evidence.positions import read_pieces, table_of
from adjudicator.explain.inference.dice import Guesses
from adjudicator.explain.scene import ReadingScene
from adjudicator.rules.apply import apply

from ..histories import BINDING, counter
from ..test_turns import koenigsberg


@pytest.mark.parametrize(
    ("thrown", "lacking"),
    [((Roll("event", (10,)),), 1), ((Roll("event", (10,)), Roll("event die", (2,))), 0), ((Roll("event", (7,)),), 0)],
    ids=["not thrown", "announced, and thrown elsewhere than here", "none asked for"],
)
def test_an_event_lacks_its_second_die_only_where_nobody_threw_it(thrown: tuple[Roll, ...], lacking: int) -> None:
    table = table_of(koenigsberg(), BINDING, read_pieces(koenigsberg(), BINDING, [counter("de-21", "1233")]), 2, "movement")
    for roll in thrown:
        table = apply(table, roll)
    guesses = Guesses(cast(ReadingScene, SimpleNamespace(table=table)))
    guesses.goes_on()
    guesses.goes_on()  # of one event it is told once
    assert guesses.unmet() == lacking
