"""The project file `adjudicate.toml` beside a campaign's logs: what would else be said with every command."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from adjudicator.evidence.surveys import read_survey
from adjudicator.games import GameFolderError, games
from adjudicator.games.errors import GameValueError, instead
from adjudicator.games.files import Faults, checked, read_toml

PROJECT_FILE = "adjudicate.toml"


class _ProjectModel(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    game: str = Field("", description="the game's short name; left out: by the module")
    module: tuple[str, ...] = Field((), description="module files")
    survey: tuple[str, ...] = Field((), description="folders that bind modules of your own")
    rulings: dict[str, str] = Field(default_factory=dict, description="defects read otherwise: D4 = 'other'")
    options: tuple[str, ...] = Field((), description="optional rules in use")
    answers: tuple[str, ...] = Field((), description="tables of facts: what --ask wrote and you filled in")
    tell: tuple[str, ...] = Field((), description="facts one by one")
    assume: Literal["", "reconstruction"] = ""
    players: dict[str, str] = Field(default_factory=dict, description="side -> who plays it, for reports")


@dataclass(frozen=True, slots=True)
class Project:
    """What a project file says, with paths that count from where it lies."""

    folder: Path
    game: str = ""
    modules: tuple[Path, ...] = ()
    surveys: tuple[Path, ...] = ()
    rulings: Mapping[str, str] = field(default_factory=dict)
    options: tuple[str, ...] = ()
    facts: tuple[Path, ...] = ()
    tell: tuple[str, ...] = ()
    assume: str = ""
    players: Mapping[str, str] = field(default_factory=dict)


def project_in(folder: Path) -> Project | None:
    """None if there is no project file in the folder. GameFolderError with everything that is wrong with it."""
    if not (folder / PROJECT_FILE).is_file():
        return None
    faults: Faults = []
    source = read_toml(folder, PROJECT_FILE, faults)
    found = None if source is None else checked(_ProjectModel, source.data, source.name, source, faults)
    for field_, name in () if found is None else _games_of(folder, found):
        # A folder may hold code. One that came with a project file is run only if somebody names it on the command line.
        if name not in games():
            line = None if source is None else source.line(field_)
            message, remedy = f"no game of ours is called {name}", instead(name, games().keys())
            faults.append(
                GameValueError(message, file=PROJECT_FILE, line=line, field=field_, remedy=f"{remedy} (folders: --game)")
            )
    if faults or found is None:
        raise GameFolderError(PROJECT_FILE, faults)

    def paths(names: Sequence[str]) -> tuple[Path, ...]:
        return tuple(folder / name for name in names)

    return Project(
        folder,
        found.game,
        paths(found.module),
        paths(found.survey),
        found.rulings,
        found.options,
        paths(found.answers),
        found.tell,
        found.assume,
        found.players,
    )


def _games_of(folder: Path, found: _ProjectModel) -> Iterator[tuple[str, str]]:
    """The games that are named, by the file itself and by the surveys that it names."""
    if found.game:
        yield "game", found.game
    for survey in found.survey:
        yield "survey", read_survey(folder / survey).game


def project_for(files: Sequence[Path]) -> Project | None:
    """The project of some files: that of the folder in which the first of them lies, else that of the working folder."""
    folders = [Path()]
    if files:
        first = files[0]
        folders.insert(0, first if first.is_dir() else first.parent)
    return next((found for folder in folders if (found := project_in(folder)) is not None), None)
