"""The games that are played, and our module of Königsberg."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.games import LoadedGame, load
from tests.correct.turns import Built
from vassal_bridge.module import Module


@pytest.fixture(scope="session")
def koenigsberg() -> LoadedGame:
    return load("koenigsberg-rg")


@pytest.fixture(scope="session")
def seelow() -> LoadedGame:
    return load("seelow-kustrin")


@pytest.fixture(scope="session")
def module_file(built: Built) -> Path:
    return built.path


@pytest.fixture(scope="session")
def module(built: Built) -> Module:
    return built.module
