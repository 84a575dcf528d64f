"""Violations planted in logs of the older edition of Königsberg: what is its own is found at its step, and nothing else is."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.games import LoadedGame, load
from tools.mutate.koenigsberg.older import DIFFERING, WORKSHOP
from tools.mutate.logs import Bench, tried
from vassal_bridge.archive import open_archive
from vassal_bridge.module import Module

KINDS = {kind.name: kind for kind in WORKSHOP.kinds}


@pytest.fixture(scope="module")
def edition() -> LoadedGame:
    return load("koenigsberg-3cg")


def test_names_of_kinds_are_needed_only_once_and_many_are_its_own() -> None:
    assert len(KINDS) == len(WORKSHOP.kinds)
    assert len(KINDS) >= 40
    assert len(DIFFERING) >= 15


def test_every_rule_that_is_to_find_a_kind_is_one_of_the_game(edition: LoadedGame) -> None:
    known = {each.id for each in edition.game.rules.all}
    assert {rule for kind in WORKSHOP.kinds for rule in kind.rules} <= known


@pytest.mark.parametrize("name", ["refugees gone though nobody came", "barrage at the odds of the other edition"])
def test_a_violation_is_found_at_its_step_and_nothing_else_is(
    edition: LoadedGame, older_file: Path, tmp_path: Path, name: str
) -> None:
    bench = Bench(edition, tmp_path, older_file, Module.read(open_archive(older_file)))
    line, said = tried(bench, WORKSHOP, KINDS[name])
    assert line.well, said
