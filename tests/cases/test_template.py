"""The game to copy is whole: it loads without gaps, its cases hold, and they show every section that is enforced."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from adjudicator.cases import CaseResult, Shelf, run_all
from adjudicator.cases.reading import parse_cases
from adjudicator.cases.runner import run_document
from adjudicator.games import LoadedGame, load
from adjudicator.games.coverage import coverage
from adjudicator.rules.table import Table


@pytest.fixture(scope="module")
def game() -> LoadedGame:
    return load("_template")


@pytest.fixture(scope="module")
def results(game: LoadedGame) -> list[CaseResult]:
    return run_all(game)


def test_it_is_tiny_and_whole(game: LoadedGame) -> None:
    assert game.gaps == ()
    assert (len(game.board.grid.all()), len(game.roster)) == (12, 4)
    assert isinstance(game.table("raid"), Table)


def test_its_cases_come_out_as_expected(results: list[CaseResult]) -> None:
    assert [f"{result.name}: {result.problems}{result.faults}" for result in results if not result.ok] == []


def test_every_enforced_section_has_a_legal_an_illegal_and_an_undecided_case(game: LoadedGame, results: list[CaseResult]) -> None:
    found = coverage(game, results)
    assert found.missing == ()
    assert found.unseen_rules == ()
    assert found.whole


def test_cases_name_only_sections_that_there_are(game: LoadedGame, results: list[CaseResult]) -> None:
    assert {section for result in results for section in result.sections} <= set(game.sections)


def test_every_rule_that_judges_is_at_fault_in_some_case(game: LoadedGame, results: list[CaseResult]) -> None:
    at_fault = {finding.rule for result in results for finding in result.findings}
    judges = {each.id for each in game.rules if each.binding is not None and each.binding.slots[0].startswith("check.")}
    assert judges - at_fault <= {"stack-move"}  # which names the limit that is broken


WISHES = (
    ("options = 'darknes'", "case 1, options: no option is called darknes (did you mean darkness?)"),
    ("rulings = { D2 = 'both' }", "case 1, rulings: no defect is called D2"),
    ("rulings = { D1 = 'bth' }", "case 1, rulings: D1 has no reading bth (did you mean both?)"),
    ("scenario = 'raidd'", "case 1, scenario: the game has no scenario raidd (did you mean raid?)"),
    ("units = [{ id = 'x', side = 'raiders', morale = 3 }]", "case 1, units 1: no rating is called morale"),
)


@pytest.mark.parametrize(("wish", "told"), WISHES)
def test_what_the_game_does_not_offer_is_told(game: LoadedGame, wish: str, told: str) -> None:
    whole = parse_cases(f'[[case]]\nname = "A case"\n{wish}\nactions = [{{ phase = "combat" }}]\n')
    (only,) = run_document(whole, lambda _: Shelf().around(game))
    assert [str(fault).partition(": ")[2].startswith(told) for fault in only.faults] == [True]
    assert only.faults[0].line == 3


CHANGES = (
    ("rules.toml", "limit = 2", "limit = 3"),
    ("rules.toml", "limit = 2", "limit = 1"),
    ("rules.toml", "units = 1, rung = 2", "units = 2, rung = 2"),
    ("rules.toml", "units = 1, rung = 2", "units = 1, rung = 1"),
    ("rules.toml", 'side = "village"', 'side = "raiders"'),
    ("rules.toml", "times = 0.5", "times = 1"),
    ("rules.toml", 'rounding = "up"', 'rounding = "down"'),
    ("rules.toml", 'together = "most"', 'together = "sum"'),
    ("rules.toml", '{ features = ["river"], bridged_by = ["road"] }', '{ features = ["river"] }'),
    ("rules.toml", 'features = ["river"], bridged_by', "features = [], bridged_by"),
    ("rules.toml", '"1-2", "1-1"', '"2-1", "1-1"'),
    ("rules.toml", 'phases = ["combat"]', 'phases = ["movement"]'),
    ("rules.toml", 'phases = ["movement"]', 'phases = ["combat"]'),
    ("rules.toml", "maximum = 2", "maximum = 3"),
    ("rules.toml", "maximum = 2", "maximum = 1"),
    ("rules.toml", 'tags = ["vp"]', 'tags = ["camp"]'),
    ("rules.py", "exactly(units)", "exactly(rung)"),
    ("rules.py", "before | set(move.units)", "set(move.units)"),
    ("charts/terrain.csv", "forest,hex,2", "forest,hex,1"),
    ("charts/terrain.csv", "river,hexside,+1", "river,hexside,"),
    ("charts/terrain.csv", "road,route,1,1/2", "road,route,1,2"),
    ("charts/terrain.csv", "town,hex,,,-1", "town,hex,,,"),
    ("charts/terrain.csv", "+1,,1/2", "+1,,"),
    ("charts/crt.csv", "-,D1,D1r,D1r2", "-,D1,D1,D1r2"),
    ("units.csv", "4,3,3,2,2,3", "4,3,4,2,2,3"),
)


@pytest.mark.parametrize(("file", "old", "new"), CHANGES, ids=[f"{file} {new}" for file, _, new in CHANGES])
def test_a_change_of_any_rule_makes_some_case_fail(tmp_path: Path, game: LoadedGame, file: str, old: str, new: str) -> None:
    folder = tmp_path / "game"
    shutil.copytree(game.folder, folder, ignore=shutil.ignore_patterns("__pycache__"))
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    assert [result.name for result in run_all(load(folder)) if not result.ok] != []
