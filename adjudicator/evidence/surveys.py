"""A survey: a folder with a binding of somebody's own module to a game, and the facts that it prints."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from adjudicator.games import GameFolderError
from adjudicator.games.errors import GameValueError

from .binding import BINDING_FILE, BindingEntry, binding_file
from .doubts import doubted_in

FACTS = "facts*.csv"
SURVEYS = "surveys"  # the folder beside the library of modules that holds a player's surveys


@dataclass(frozen=True, slots=True)
class Survey:
    """One module of a player's, bound to a game."""

    folder: Path
    game: str
    modules: tuple[BindingEntry, ...]
    facts: tuple[Path, ...]

    def binding(self, module: str | None) -> BindingEntry | None:
        return next((each for each in self.modules if module is not None and module in each.modules), None)


def read_survey(folder: Path) -> Survey:
    """A survey from its folder. Raises GameFolderError with everything that is wrong with its binding."""
    found = binding_file(folder, needed=True)
    if not found.game:
        _refuse(folder, "is missing", "game", 'begin the file with the short name of the game: game = "koenigsberg-rg"')
    if any(each.prints != "nothing" for each in found.module):
        _refuse(folder, "is not for a survey", "prints", "leave it out: only modules made by this program print our map")
    doubted = doubted_in((folder / BINDING_FILE).read_text("utf-8-sig"))
    modules = tuple(each.model_copy(update={"doubted": doubted & each.units.gpids.keys()}) for each in found.module)
    return Survey(folder, found.game, modules, tuple(sorted(folder.glob(FACTS))))


def _refuse(folder: Path, message: str, field: str, remedy: str) -> NoReturn:
    raise GameFolderError(folder.name, [GameValueError(message, file=BINDING_FILE, field=field, remedy=remedy)])


def surveys_in(home: Path) -> Iterator[Survey]:
    """The surveys that a player keeps."""
    folder = home / SURVEYS
    if folder.is_dir():
        for each in sorted(folder.iterdir()):
            if (each / BINDING_FILE).is_file():
                yield read_survey(each)
