"""Violations planted in logs of Seelow & Küstrin 1945: each is found at its step, and nothing else is."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.games import LoadedGame, load
from tools.mutate.logs import Bench, tried
from tools.mutate.seelow import WORKSHOP
from vassal_bridge.archive import open_archive
from vassal_bridge.module import Module

KINDS = {kind.name: kind for kind in WORKSHOP.kinds}


@pytest.fixture(scope="module")
def seelow() -> LoadedGame:
    return load("seelow-kustrin")


@pytest.fixture(scope="module")
def bench(seelow: LoadedGame, seelow_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(seelow, tmp_path_factory.mktemp("mutants"), seelow_file, Module.read(open_archive(seelow_file)))


def test_names_of_kinds_are_needed_only_once() -> None:
    assert len(KINDS) == len(WORKSHOP.kinds)
    assert len(KINDS) >= 30


def test_every_rule_that_is_to_find_a_kind_is_one_of_the_game(seelow: LoadedGame) -> None:
    known = {each.id for each in seelow.game.rules.all}
    assert {rule for kind in WORKSHOP.kinds for rule in kind.rules} <= known


@pytest.mark.parametrize(
    "name",
    [
        "across the Oder",
        "antitank total wrong",
        "armour forgotten",
        "barrage by no artillery",
        "no step lost",
        "retreat one hex too far",
        "marker off against the die",
        "reinforcement too early",
        "turn skipped",
    ],
)
def test_a_violation_is_found_at_its_step_and_nothing_else_is(bench: Bench, name: str) -> None:
    line, said = tried(bench, WORKSHOP, KINDS[name])
    assert line.well, said


def test_one_scenario_can_be_asked_for() -> None:
    alone = WORKSHOP.only("kuestrin")
    names = {kind.name for kind in alone.kinds}
    assert alone.scenarios == ("kuestrin",)
    assert "beyond the scenario's map" in names
    assert "Germans move in turn 1" not in names
