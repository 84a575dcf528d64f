"""Our module of Königsberg, built once for all tests that play on it."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.games import LoadedGame, load
from adjudicator.modulebuild.pack import write_module
from vassal_bridge.archive import open_archive
from vassal_bridge.module import Module


@pytest.fixture(scope="session")
def koenigsberg() -> LoadedGame:
    return load("koenigsberg-rg")


@pytest.fixture(scope="session")
def seelow() -> LoadedGame:
    return load("seelow-kustrin")


@pytest.fixture(scope="session")
def module_file(koenigsberg: LoadedGame, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("module") / "koenigsberg.vmod"
    write_module(koenigsberg, path)
    return path


@pytest.fixture(scope="session")
def module(module_file: Path) -> Module:
    return Module.read(open_archive(module_file))
