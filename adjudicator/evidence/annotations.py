"""Lines that an annotated copy has in its chat, and notes that lie on its map: what the referee wrote is no part of the game."""

from __future__ import annotations

from dataclasses import replace

from vassal_bridge.commands import LOG, NULL, AddPiece, parse_command
from vassal_bridge.errors import BridgeError
from vassal_bridge.limits import Limits
from vassal_bridge.saved import SavedGame
from vassal_bridge.sequence import nested_join
from vassal_bridge.tree import Entry

PREFIX = "[adjudicator]"
_LINE = f"{LOG}CHAT{PREFIX}"
_DELETE = "delete;Delete;68,130;"
_LABEL = "label;;;11;255,255,153;0,0,0;t;-{offset};c;0;b;c;$label$;Dialog;1;0;AdjudicatorNote;a note of the referee's;false"
_NAME = "Note of the referee"
LINE_HEIGHT = 16
NOTES_A_SPOT = 4


def note_type(line: int) -> str:
    """What a note on the map is made of: a text and nothing else, so many lines above its place."""
    return nested_join([_DELETE, _LABEL.format(offset=line * LINE_HEIGHT), f"piece;;;;{_NAME}"], "\t")


_NOTE_TYPES = frozenset(note_type(line) for line in range(1, NOTES_A_SPOT + 1))


def without_annotations(saved: SavedGame) -> SavedGame:
    """The log as it was before it was annotated, so that an audit of the copy says what an audit of the original says.

    With such a line in it a step would no longer be what an undo takes back. A step of nothing else stays: it counts as a step.
    Notes on the map are left out of a save; a log that was played on from there goes on with them.
    """
    end = saved.end
    if not saved.is_log and any(_NAME in entry.raw for entry in saved.position):
        position = (_without_notes(entry, saved.limits) for entry in saved.entries[:end])
        saved = replace(saved, entries=(*filter(None, position), *saved.entries[end:]))
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


def _without_notes(entry: Entry, limits: Limits) -> Entry | None:
    """Without the pieces that are exactly as we make a note: whoever hides anything in one hides a line of text."""
    if _NAME not in entry.raw:
        return entry
    leaves = entry.leaves(limits)
    kept = [leaf for leaf in leaves if not _is_note(leaf.text)]
    if len(kept) == len(leaves):
        return entry
    return Entry.of(kept) if kept else None


def _is_note(text: str) -> bool:
    if _NAME not in text:
        return False
    try:
        command = parse_command(text)
    except BridgeError:
        return False
    return isinstance(command, AddPiece) and command.type in _NOTE_TYPES
