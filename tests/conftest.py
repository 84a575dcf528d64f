"""The modules of our games are built once for all tests: it takes seconds."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.games import load
from adjudicator.modulebuild.pack import write_module
from tests.correct.turns import GAME, Built


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    path: Path = tmp_path_factory.mktemp("module") / "koenigsberg.vmod"
    write_module(load(GAME), path)
    return Built.of(path)


@pytest.fixture(scope="session")
def seelow_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("module") / "seelow.vmod"
    write_module(load("seelow-kustrin"), path)
    return path
