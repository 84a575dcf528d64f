"""The bindings and own rules of a game, changed one at a time and judged by the game's own cases."""

from __future__ import annotations

import shutil
import tempfile
from functools import partial
from pathlib import Path

from adjudicator.cases.runner import run_file
from adjudicator.cases.setting import Shelf
from adjudicator.games import GameError, GameFolderError, load
from tools.mutate.source import Mutant, of_bindings, of_python
from tools.mutate.workers import Group, Job


def of_game(folder: Path) -> list[Group]:
    found: list[Group] = []
    for path in (folder / "rules.toml", folder / "rules.py", *sorted((folder / "rules").glob("*.*"))):
        if path.exists():
            text = path.read_text("utf-8")
            mutants = list(of_python(text) if path.suffix == ".py" else of_bindings(text))
            name = path.relative_to(folder).as_posix()
            found.append((name, [(each, partial(_judged, folder, name, each)) for each in mutants]))
    return found


def as_it_is(folder: Path) -> Job:
    """The game without any change: its cases must come out."""
    path = next(path for path in (folder / "rules.toml", *sorted((folder / "rules").glob("*.toml"))) if path.exists())
    return partial(_judged, folder, path.relative_to(folder).as_posix(), Mutant("", "", path.read_text("utf-8")))


def _judged(folder: Path, name: str, mutant: Mutant) -> int:
    """Does any case of the game notice the change? A game that no longer loads is noticed too."""
    with tempfile.TemporaryDirectory() as elsewhere:
        copy = Path(elsewhere) / folder.name
        shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("sources", "__pycache__"))
        (copy / name).write_text(mutant.source, "utf-8")
        try:
            loaded = load(copy)
        except (GameError, GameFolderError):
            return 1
        shelf = Shelf()
        own = shelf.around(loaded)
        files = sorted(loaded.cases(), key=lambda path: -path.read_text("utf-8").count(mutant.where))  # likely ones first
        return int(any(not result.ok for path in files for result in run_file(path, lambda _: own, naming=False)))
