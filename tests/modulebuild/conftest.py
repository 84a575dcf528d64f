"""Our modules, with what is known of the games that they are of."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from adjudicator.games import LoadedGame, load
from adjudicator.modulebuild.layout import read_layout, sheet_of
from adjudicator.modulebuild.sheet import MapSheet
from tests.modulebuild.built import GAMES, BuiltModule
from tests.support import ModuleOf
from vassal_bridge.archive import open_archive
from vassal_bridge.module import Module


@pytest.fixture(scope="session")
def built(module_of: ModuleOf) -> Mapping[str, BuiltModule]:
    return {name: _built(load(name), module_of(name)) for name in GAMES}


def _built(game: LoadedGame, path: Path) -> BuiltModule:
    sheet: MapSheet = sheet_of(game, read_layout(game))
    return BuiltModule(game, sheet, path, Module.read(open_archive(path)))
