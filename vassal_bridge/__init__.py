"""VASSAL saves, logs and modules: reading and writing them without losing a byte.

The parts most callers need are here; the modules beneath hold the rest.

    from vassal_bridge import Draft, Module, Replay, open_archive, outline, read_saved, write_saved

    saved = read_saved("turn5.vsav")
    print(saved)
    for piece in outline(saved):
        print(piece.name, piece.map, piece.x, piece.y)
    for step in Replay(read_saved("turn5.vlog"), Module.read(open_archive("game.vmod"))):
        print(step.number, step.chat)
    draft = Draft(saved)
    draft.move("1711658030862", "Main Map", 475, 300)
    write_saved(draft.finish(), "corrected.vsav")
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .archive import Archive, open_archive
    from .commands import Command, parse_command
    from .edit import Draft
    from .errors import BridgeError
    from .limits import DEFAULT_LIMITS, Limits
    from .module import Module
    from .outlines import Outline, outline
    from .pieces import Piece, parse_definition, read_piece
    from .replay import Replay
    from .saved import SavedGame, Step, load_saved, read_saved
    from .traits import SPECS, Trait, TraitReader, trait_reader
    from .write import write_bytes, write_saved

_ROOMS = {
    "Archive": "archive",
    "BridgeError": "errors",
    "Command": "commands",
    "DEFAULT_LIMITS": "limits",
    "Draft": "edit",
    "Limits": "limits",
    "Module": "module",
    "Outline": "outlines",
    "Piece": "pieces",
    "Replay": "replay",
    "SPECS": "traits",
    "SavedGame": "saved",
    "Step": "saved",
    "Trait": "traits",
    "TraitReader": "traits",
    "load_saved": "saved",
    "open_archive": "archive",
    "outline": "outlines",
    "parse_command": "commands",
    "parse_definition": "pieces",
    "read_piece": "pieces",
    "read_saved": "saved",
    "trait_reader": "traits",
    "write_bytes": "write",
    "write_saved": "write",
}

__all__ = [
    "DEFAULT_LIMITS",
    "SPECS",
    "Archive",
    "BridgeError",
    "Command",
    "Draft",
    "Limits",
    "Module",
    "Outline",
    "Piece",
    "Replay",
    "SavedGame",
    "Step",
    "Trait",
    "TraitReader",
    "load_saved",
    "open_archive",
    "outline",
    "parse_command",
    "parse_definition",
    "read_piece",
    "read_saved",
    "trait_reader",
    "write_bytes",
    "write_saved",
]


def __getattr__(name: str) -> Any:
    """Each part is imported when it is first asked for: listing pieces needs no editor."""
    if name not in _ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f".{_ROOMS[name]}", __name__), name)


def __dir__() -> list[str]:
    return sorted(__all__)
