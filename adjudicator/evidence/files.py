"""What a file says of itself, and what stands in it beside position and steps."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from vassal_bridge.commands import LOG, NULL, Command, DeclaredCommand, parse_command
from vassal_bridge.game.table import PieceTable
from vassal_bridge.game.units import PIECE
from vassal_bridge.module import Module
from vassal_bridge.saved import SavedGame


def outside(saved: SavedGame) -> Iterator[str]:
    """What takes effect on opening the file although it stands behind the saved position."""
    for entry in saved.entries[saved.end + 1 :]:
        for text in entry.texts(saved.limits):
            if text and text != NULL and not text.startswith((LOG, "CHAT")):  # a line of chat changes nothing
                yield _kind(parse_command(text))


def _kind(command: Command) -> str:
    return command.spec.title if isinstance(command, DeclaredCommand) else type(command).__name__


def odd(saved: SavedGame) -> Iterator[str]:
    """What is wrong with what the file says of itself."""
    if saved.source.zipped:
        for name in ("savedata", "moduledata"):
            if name not in saved.source:
                yield f"{saved.name} has no {name}"
    yield from saved.metadata.problems


def doubled(table: PieceTable) -> Iterator[str]:
    """Counters of the position that another one with the same id came after: VASSAL shows both, and saves the last alone."""
    live = set(table.live_keys())
    lost = sum(unit.kind == PIECE for key, unit in table.units.items() if key not in live)
    if lost:
        what = "1 counter stands" if lost == 1 else f"{lost} counters stand"
        yield f"in the position {what} under the id of another one, which comes later and counts"


def private_maps(module: Module | None) -> tuple[tuple[str, str], ...]:
    """Maps that one side alone sees, each with that side."""
    if module is None:
        return ()
    maps = (one for one in module.maps if one.kind in ("private", "hand") and len(one.owners) == 1)
    return tuple((one.name, one.owners[0]) for one in maps if not one.visible_to_all)


def utc(milliseconds: int | None) -> str | None:
    if milliseconds is None:
        return None
    try:
        return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (OverflowError, ValueError, OSError):
        return None
