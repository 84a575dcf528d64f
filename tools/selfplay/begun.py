"""A log that begins in the middle of a game: what is left of one after some of its steps, from the position they lead to.

What was drawn, rolled, fought and announced before its beginning no such log shows, and nobody may be accused for that.
"""

from __future__ import annotations

from pathlib import Path

from adjudicator.correct.ending import end_as_save
from vassal_bridge.compose import write_new
from vassal_bridge.module import Module
from vassal_bridge.saved import SavedGame

MOST = 120
"""Steps after the beginning: what was not seen tells within a turn or two."""


def begun_later(saved: SavedGame, module: Module, left_out: int, folder: Path) -> Path:
    """The log that begins after so many steps of one."""
    position, steps = saved.position, saved.entries[len(saved.position) :]
    start = end_as_save(saved.with_entries((*position, *steps[:left_out])), module)
    path = folder / f"{Path(saved.name).stem}-from-{left_out + 1}.vlog"
    write_new(path, (*start.entries, *steps[left_out : left_out + MOST]), saved.metadata)
    return path
