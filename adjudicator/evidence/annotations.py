"""Lines that an annotated copy has in its chat: what the referee wrote is no part of the game."""

from __future__ import annotations

from dataclasses import replace

from vassal_bridge.commands import LOG, NULL
from vassal_bridge.limits import Limits
from vassal_bridge.saved import SavedGame
from vassal_bridge.tree import Entry

PREFIX = "[adjudicator]"
_LINE = f"{LOG}CHAT{PREFIX}"


def without_annotations(saved: SavedGame) -> SavedGame:
    """The log as it was before it was annotated, so that an audit of the copy says what an audit of the original says.

    With such a line in it a step would no longer be what an undo takes back. A step of nothing else stays: it counts as a step.
    """
    end = saved.end
    if not any(PREFIX in entry.raw for entry in saved.entries[end + 1 :]):
        return saved
    entries = (*saved.entries[: end + 1], *(_bare(entry, saved.limits) for entry in saved.entries[end + 1 :]))
    return replace(saved, entries=entries)


def _bare(entry: Entry, limits: Limits) -> Entry:
    if PREFIX not in entry.raw:
        return entry
    leaves = entry.leaves(limits)
    kept = [leaf for leaf in leaves if not (leaf.depth and leaf.text.startswith(_LINE))]
    still_a_step = any(leaf.text.startswith(LOG) and leaf.text != LOG + NULL for leaf in kept)
    return Entry.of(kept) if len(kept) < len(leaves) and still_a_step else entry
