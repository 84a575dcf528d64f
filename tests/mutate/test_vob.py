"""Violations planted in logs of Vistula-Oder-Berlin: each is found at its step, and nothing else is."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.games import LoadedGame, load
from tools.mutate.logs import Bench, tried
from tools.mutate.vob import WORKSHOP
from vassal_bridge.archive import open_archive
from vassal_bridge.module import Module

KINDS = {kind.name: kind for kind in WORKSHOP.kinds}


@pytest.fixture(scope="module")
def vob() -> LoadedGame:
    return load("vistula-oder-berlin")


@pytest.fixture(scope="module")
def bench(vob: LoadedGame, vob_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(vob, tmp_path_factory.mktemp("mutants"), vob_file, Module.read(open_archive(vob_file)))


def test_names_of_kinds_are_needed_only_once() -> None:
    assert len(KINDS) == len(WORKSHOP.kinds)
    assert len(KINDS) >= 40


def test_every_rule_that_is_to_find_a_kind_is_one_of_the_game(vob: LoadedGame) -> None:
    known = {each.id for each in vob.game.rules.all}
    assert {rule for kind in WORKSHOP.kinds for rule in kind.rules} <= known


@pytest.mark.parametrize(
    "name", ["headquarters too far", "mobile attack on foot", "gun without a column", "bunker without Berlin"]
)
def test_a_violation_is_found_at_its_step_and_nothing_else_is(bench: Bench, name: str) -> None:
    line, said = tried(bench, WORKSHOP, KINDS[name])
    assert line.well, said
