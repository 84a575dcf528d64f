"""What nobody knows is worked out once, not for every hexside and every combination of what may be there."""

from __future__ import annotations

import pytest

from adjudicator.engine.board import Board
from adjudicator.games import load
from adjudicator.rules.movement import ground
from adjudicator.rules.movement.modes import modes_of
from adjudicator.rules.movement.search import terms_for


def test_a_price_that_hangs_on_the_same_unknowns_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    work = ground._worked_out

    def counted(*question: object) -> object:
        asked.append(question[2])
        return work(*question)  # type: ignore[arg-type]

    monkeypatch.setattr(ground, "_worked_out", counted)
    loaded = load("koenigsberg-rg")
    table = loaded.table("campaign")
    bare = Board(loaded.board.grid, elsewhere=None, areas=loaded.board.areas)
    table = type(table)(table.game, bare, table.state)
    unit = table.unit("de-21")
    _, _, mode = modes_of(table, unit)[0]
    terms = terms_for(table, unit, mode)
    for hex in sorted(bare.grid.all())[::40]:
        terms.edges(hex)
        terms.with_facts(frozenset(need for each in terms.edges(hex) for need in sorted(each.needs)[:1])).edges(hex)
    assert asked
    assert len(asked) == len(set(asked)) < 30
