"""Our own modules: the geometry of each comes with the program."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from adjudicator.evidence.binding import bindings_in
from adjudicator.games import games, load
from vassal_bridge.module import Module


def our_module(name: str) -> Module | None:
    """The module of ours that is called so; None for other people's."""
    folder = next((folder for folder in games().values() if _prints_ours(folder, name)), None)
    return None if folder is None else _made(folder)


def _prints_ours(folder: Path, name: str) -> bool:
    return any(each.prints == "reconstruction" and name in each.modules for each in bindings_in(folder))


@cache
def _made(folder: Path) -> Module:
    from adjudicator.modulebuild.geometry import own_module  # only here: most of the workshop is for drawing

    return own_module(load(folder))
