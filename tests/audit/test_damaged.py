"""Damaged logs: each is audited or refused in words, whatever was cut out of it or put in."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from adjudicator.audit.run import audit
from adjudicator.evidence.gather import gather
from adjudicator.library.shelf import Library
from adjudicator.report import render
from tests.modulezips import zipped
from tests.support import SKIRMISH
from vassal_bridge.archive import SAVED_GAME
from vassal_bridge.commands import ESC, LOG
from vassal_bridge.saved import read_saved

SOURCES = ("blue-turn1.vlog", "red-turn1.vlog", "dishonest/undo.vlog")
PUT_IN = (
    *(ESC, f"\\{ESC}", LOG, "M/", "D/", "+/", "-/", "/", "null", "\t", ";", "'", "\\", "", "9" * 13),
    *("UNDO\ttrue", "PLAYER\tx\ty\tRed", "PYREMOVE\tx", "TURN", "MutableProperty\ta\tb"),
    *("CHAT*** 1d6 = 9 ***", "CHAT* 5 Pz moves 0604 -> 9999 *"),
)


def damaged(text: str, chance: random.Random) -> str:
    for _ in range(chance.randrange(1, 6)):
        start = chance.randrange(len(text))
        end = min(len(text), start + chance.choice((0, 0, 1, 5, 40, 400)))
        text = text[:start] + chance.choice(PUT_IN) + text[end:]
    return text


@pytest.mark.parametrize("seed", range(30))
def test_a_damaged_log_stops_nothing(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    source = SKIRMISH / chance.choice(SOURCES)
    text = damaged(read_saved(source).text, chance)
    path = zipped(tmp_path / "a.vlog", {SAVED_GAME: text.encode("utf-8", "replace")})
    found = gather([path], (), Library(tmp_path / "no library"))
    assert len(found.histories) + len(found.problems) == 1
    for reader in (None, "Blue"):
        assert render(audit(found.histories, found.problems, (), reader), "text")
