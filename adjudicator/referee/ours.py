"""Our own modules: the geometry of each comes with the program."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from adjudicator.evidence.binding import bindings_in
from adjudicator.games import LoadedGame, games, load
from vassal_bridge.module import Module

_MADE: dict[Path, Module] = {}  # they came with the program: each is made once


def our_module(name: str, load: Callable[[Path], LoadedGame] = load) -> Module | None:
    """The module of ours that is called so; None for other people's."""
    folder = next((folder for folder in games().values() if _prints_ours(folder, name)), None)
    if folder is not None and folder not in _MADE:
        from adjudicator.modulebuild.geometry import own_module  # only here: most of the workshop is for drawing

        _MADE[folder] = own_module(load(folder))
    return None if folder is None else _MADE[folder]


def _prints_ours(folder: Path, name: str) -> bool:
    return any(each.prints == "reconstruction" and name in each.modules for each in bindings_in(folder))
