"""Send to Location: the way back that a piece remembers. VASSAL keeps what a new state leaves empty: an undo clears nothing.

What is expected here is what VASSAL 3.7.26 answered for the same log.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support import SKIRMISH
from vassal_bridge.commands import LOG
from vassal_bridge.game.states import kept_way_back
from vassal_bridge.replay import Replay
from vassal_bridge.saved import read_saved
from vassal_bridge.sequence import encode, nested_join, nested_split
from vassal_bridge.traits import Trait
from vassal_bridge.tree import Entry, Leaf

PIECE = "1794998005251"


def sent(replay: Replay) -> tuple[int, tuple[Trait, ...], str]:
    """The place of the trait, all traits, and the state of the piece at the end."""
    end = replay.end
    unit = end.table.units[PIECE]
    traits = end.reader.piece(unit.type, unit.state)
    return next(place for place, trait in enumerate(traits) if trait.kind == "sendto"), traits, unit.state


@pytest.mark.parametrize("undo", [True, False], ids=["undone", "not undone"])
def test_an_undo_does_not_clear_the_way_back(undo: bool, tmp_path: Path) -> None:
    saved = read_saved(SKIRMISH / "blue-turn1.vlog")
    start = saved.with_entries(saved.entries[: saved.end + 1])
    place, traits, before = sent(Replay(start))
    parts = nested_split(before, "\t", len(traits), 512)
    parts[place] = "Main Map;333;444"
    after = nested_join(parts, "\t")

    def change(new: str, old: str) -> str:
        return f"{LOG}D/{encode([PIECE, new, old], '/')}"

    steps = [Entry.of([Leaf(change(after, before), 0)])]
    if undo:
        steps.append(Entry.of([Leaf(f"{LOG}UNDO\ttrue", 0), Leaf(change(before, after), 1), Leaf(f"{LOG}UNDO\tfalse", 1)]))
    log = start.with_entries((*start.entries, *steps))
    _, traits, _ = sent(Replay(log))
    assert traits[place].state_text == "Main Map;333;444"


@pytest.mark.parametrize(
    ("now", "told", "kept"),
    [
        (";;", "Map;1;2", "Map;1;2"),
        ("Map;1;2", ";;", "Map;1;2"),
        ("Map;1;2", "Other;;", "Other;1;2"),
        ("Map;1;2", ";3;4", "Map;3;4"),
        ("Map;1;2", "Map;x;4", "Map;1;2"),
        ("", "", ""),
        ("", ";;", ";;"),
    ],
)
def test_what_is_told_counts_and_what_is_not_stays(now: str, told: str, kept: str) -> None:
    assert kept_way_back(now, told) == kept
