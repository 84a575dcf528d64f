"""Modules are built once for all tests: it takes seconds."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from adjudicator.games import LoadedGame, load
from adjudicator.modulebuild.layout import read_layout, sheet_of
from adjudicator.modulebuild.pack import write_module
from adjudicator.modulebuild.sheet import MapSheet
from tests.modulebuild.built import GAMES, BuiltModule
from vassal_bridge.archive import open_archive
from vassal_bridge.module import Module


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, BuiltModule]:
    folder = tmp_path_factory.mktemp("built")
    return {name: _build(load(name), folder / f"{Path(name).name}.vmod") for name in GAMES}


def _build(game: LoadedGame, path: Path) -> BuiltModule:
    write_module(game, path)
    sheet: MapSheet = sheet_of(game, read_layout(game))
    return BuiltModule(game, sheet, path, Module.read(open_archive(path)))
