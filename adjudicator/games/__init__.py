"""Game folders: reading one, and saying everything that is wrong with it."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .errors import GameError, GameFolderError
    from .find import games, locate
    from .loaded import LoadedGame, RuleInGame
    from .loader import load, read_otherwise

__all__ = ["GameError", "GameFolderError", "LoadedGame", "RuleInGame", "games", "load", "locate", "read_otherwise"]

_WHERE = {
    "GameError": "errors",
    "GameFolderError": "errors",
    "games": "find",
    "locate": "find",
    "LoadedGame": "loaded",
    "RuleInGame": "loaded",
    "load": "loader",
    "read_otherwise": "loader",
}


def __getattr__(name: str) -> Any:
    """Each is imported when it is asked for: who only looks for a game's folder need not wait for all the rules."""
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)
