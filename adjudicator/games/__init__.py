"""Game folders: reading one, and saying everything that is wrong with it."""

from __future__ import annotations

from .errors import GameError, GameFolderError
from .find import games, locate
from .loaded import LoadedGame, RuleInGame
from .loader import load, read_otherwise

__all__ = ["GameError", "GameFolderError", "LoadedGame", "RuleInGame", "games", "load", "locate", "read_otherwise"]
