"""What all tests share: how property tests choose their examples, and our games' modules, built once since that takes seconds.

`make test` and CI try the same examples every time, so that nothing fails by luck; `make fuzz` looks for new ones.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

from adjudicator.games import load
from adjudicator.modulebuild.pack import write_module
from tests.correct.turns import GAME, Built

settings.register_profile("fixed", derandomize=True, deadline=None)
settings.register_profile("random", derandomize=False, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))


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


@pytest.fixture(scope="session")
def vob_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("module") / "vob.vmod"
    write_module(load("vistula-oder-berlin"), path)
    return path
