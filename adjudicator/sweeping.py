"""When Python looks for values that hold on to each other: seldom, for files become hundreds of thousands of values, and nearly
none of them do."""

from __future__ import annotations

import gc

_EVERY = 4  # files after which what they left behind is swept away


def seldom() -> None:
    """Not while one file is judged, unless that takes more than any game that is played."""
    gc.set_threshold(400_000, 20, 100)


class Sweeper:
    """Sweeps when some files are done. What stays from file to file (games, modules) came with the first ones: after the fourth,
    eighth, sixteenth file and so on it is put where it is looked through no more."""

    def __init__(self) -> None:
        self._done = 0

    def file_done(self) -> None:
        self._done += 1
        if self._done % _EVERY == 0:
            gc.collect()
            if self._done & (self._done - 1) == 0:
                gc.freeze()
