"""The table on which a log is played again: what may be remembered otherwise, and for how long."""

from __future__ import annotations

from adjudicator.engine.actions import Phase
from adjudicator.engine.memory import Lifetime, remembering
from adjudicator.explain.board import PlayedBoard
from adjudicator.facts import exactly
from adjudicator.rules.air_boxes import FLOWN
from adjudicator.rules.movement.resumed import SPENT

from .test_turns import koenigsberg

BY_PHASE = remembering(SPENT["de-21"], exactly(3))
LONGER = remembering(FLOWN, {"de-air-1": "full"})


def test_what_a_phase_ends_is_in_doubt_no_longer() -> None:
    table = koenigsberg().table("campaign")
    assert SPENT["de-21"].lasts is Lifetime.PHASE < FLOWN.lasts
    board = PlayedBoard(table)
    board.doubt([BY_PHASE, LONGER, BY_PHASE])
    assert board.doubts == [BY_PHASE, LONGER]
    board.act(1, Phase("combat", "german"))
    assert board.doubts == [LONGER]
    board.act(2, Phase("movement", "german", turn=table.state.turn + 1))
    assert board.doubts == ([LONGER] if FLOWN.lasts is Lifetime.GAME else [])
