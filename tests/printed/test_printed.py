"""The worked examples of the rulebooks come out as printed, and none of them is forgotten."""

from __future__ import annotations

from functools import cache

import pytest

from adjudicator.cases import CaseResult, run_all
from adjudicator.games import LoadedGame, load
from adjudicator.verdict import Verdict

from .table import HERE, Example, examples, folders


@cache
def game(folder: str) -> LoadedGame:
    return load(HERE / folder)


@cache
def results(folder: str) -> tuple[CaseResult, ...]:
    return tuple(run_all(game(folder)))


def named(example: Example) -> str:
    return f"{example.rulebook} {example.section} {example.name}"


def belongs(case: CaseResult, example: Example) -> bool:
    """Is it a case of this example? Names begin with the section, or with the number that the example itself has."""
    head = case.name.partition(":")[0]
    return case.file == f"cases/{example.file}" and (head == example.label or head.partition(",")[0] == example.label)


SHOWN = [example for example in examples() if example.folder]


@pytest.mark.parametrize("folder", folders())
def test_every_example_comes_out_as_printed(folder: str) -> None:
    assert [f"{case.name}: {case.problems}{case.faults}" for case in results(folder) if not case.ok] == []


@pytest.mark.parametrize("example", SHOWN, ids=named)
def test_every_example_of_the_table_has_its_cases(example: Example) -> None:
    assert [case.name for case in results(example.folder) if belongs(case, example)] != []


@pytest.mark.parametrize("example", SHOWN, ids=named)
def test_every_example_also_shows_what_would_be_wrong(example: Example) -> None:
    """Else its cases would come out as well if the rule said nothing at all."""
    cases = [case for case in results(example.folder) if belongs(case, example)]
    assert {finding.verdict for case in cases for finding in case.findings} & {Verdict.ILLEGAL}


@pytest.mark.parametrize("folder", folders())
def test_every_case_belongs_to_an_example_and_cites_sections_that_there_are(folder: str) -> None:
    mine = [example for example in SHOWN if example.folder == folder]
    strays = [case.name for case in results(folder) if not any(belongs(case, example) for example in mine)]
    assert strays == []
    assert {section for case in results(folder) for section in case.sections} <= set(game(folder).sections)
    assert [case.name for case in results(folder) if not case.sections] == []


def test_an_example_without_cases_says_why() -> None:
    assert [named(example) for example in examples() if not example.folder and not example.why] == []


def test_no_folder_lies_about_that_no_example_needs() -> None:
    assert set(folders()) == {example.folder for example in SHOWN}
