"""What all tests share: how property tests choose their examples, and our games' modules, built once since that takes seconds.

`make test` and CI try the same examples every time, so that nothing fails by luck; `make properties` looks for new ones.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings

from adjudicator.games import load
from adjudicator.modulebuild.pack import write_module
from tests.correct.turns import GAME, Built
from tests.support import ModuleOf

os.environ.pop("COLUMNS", None)  # pytest-xdist sets it for its processes, and texts in pipes are as wide as it says

if sys.dont_write_bytecode:  # each of the many processes that tests start would compile the whole program: a second every time
    _compiled = tempfile.TemporaryDirectory(prefix="compiled-")  # of this run, which takes it away
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = _compiled.name

settings.register_profile("fixed", derandomize=True, deadline=None)
settings.register_profile("random", derandomize=False, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))


def _module_of(slug: str, factory: pytest.TempPathFactory) -> Path:
    """In a folder of one's own. Of several processes that test side by side the first that needs it builds it."""
    own = factory.mktemp("module") / f"{slug}.vmod"
    base = factory.getbasetemp()
    kept = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / own.name  # the folder of this run
    if not kept.exists():
        write_module(load(slug), own)
        Path(shutil.copy(own, own.with_suffix(".copy"))).replace(kept)  # at once, so that nobody finds half a module
    else:
        shutil.copy(kept, own)
    return own


@pytest.fixture(scope="session")
def module_of(tmp_path_factory: pytest.TempPathFactory) -> ModuleOf:
    """The module of a game, by its name."""
    return cache(lambda slug: _module_of(slug, tmp_path_factory))


@pytest.fixture(scope="session")
def built(module_of: ModuleOf) -> Built:
    return Built.of(module_of(GAME))


@pytest.fixture(scope="session")
def seelow_file(module_of: ModuleOf) -> Path:
    return module_of("seelow-kustrin")


@pytest.fixture(scope="session")
def older_file(module_of: ModuleOf) -> Path:
    return module_of("koenigsberg-3cg")


@pytest.fixture(scope="session")
def vob_file(module_of: ModuleOf) -> Path:
    return module_of("vistula-oder-berlin")
