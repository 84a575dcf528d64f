"""Which game folders there are: those that came with the program, and any that a path leads to."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from .errors import GameChoiceError, instead

GAME_FILE = "game.toml"
_PACKAGE = Path(__file__).resolve().parent.parent


def home() -> Path:
    """Where the games lie: inside the installed package, or beside it in a checkout."""
    packaged = _PACKAGE / "_modules"
    return packaged if packaged.is_dir() else _PACKAGE.parent / "modules"


def games() -> Mapping[str, Path]:
    """The games that came with the program, by their short names. Folders that begin with `_` are for copying."""
    try:
        folders = sorted(home().iterdir())
    except OSError:
        return {}
    return {folder.name: folder for folder in folders if folder.name[:1] not in "._" and (folder / GAME_FILE).is_file()}


def locate(game: str | Path) -> Path:
    """The folder of a game, by its short name or by a path."""
    known = games()
    if isinstance(game, str) and game in known:
        return known[game]
    folder = Path(game)
    if folder.name == GAME_FILE:
        folder = folder.parent
    try:
        if (folder / GAME_FILE).is_file():
            return folder
        plain = isinstance(game, str) and Path(game).name == game
        if plain and (home() / game / GAME_FILE).is_file():
            return home() / game
        there = folder.is_dir()
    except (OSError, ValueError):  # names that no system takes
        there = False
    if there:
        raise GameChoiceError(f"the folder has no {GAME_FILE}", file=str(game), remedy="a game folder has one")
    raise GameChoiceError("no game is called so", file=str(game), remedy=instead(str(game), known.keys()))
