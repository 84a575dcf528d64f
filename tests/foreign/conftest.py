"""Small foreign modules, made once for all tests of this folder."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from adjudicator.games import load
from tools.foreign.making import Made, make
from tools.foreign.recipes import RECIPES
from tools.foreign.truth import write_truth

SLUG = "seelow-kustrin"


@pytest.fixture(scope="session")
def foreign(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Made]:
    """A module of Seelow by a recipe, drawn as small as can be, with its truth beside it."""
    folder = tmp_path_factory.mktemp("foreign")

    @cache
    def of(name: str) -> Made:
        made = make(load(SLUG), replace(RECIPES[name], hex=26), folder / name)
        write_truth(made, folder / name)
        return made

    return of


def folder_of(made: Made) -> Path:
    return made.path.parent
