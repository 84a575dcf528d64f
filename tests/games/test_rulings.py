"""Rulings are honest: every reading that is offered changes a verdict in some case, and findings name those that decide them.

What differs is worked out by running a case under both readings, never taken from what the game says of itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from adjudicator.cases import CaseResult, Shelf, shared
from adjudicator.cases.reading import Document, read_cases
from adjudicator.cases.runner import run
from adjudicator.games import GameFolderError, LoadedGame, games, load
from adjudicator.rules.judge import judge
from adjudicator.rules.opinion import Judged
from adjudicator.rules.position import JudgedPosition
from adjudicator.verdict import Verdict
from tests.games.test_cases import judged

GAMES = games()
EVERY = 12  # of the findings of a game so many are held against every reading, whatever it is about

Said = frozenset[tuple[str, tuple[str, ...], Verdict]]


@cache
def documents(folder: Path) -> tuple[Document, ...]:
    return tuple(read_cases(path, path.relative_to(folder).as_posix()) for path in load(folder).cases())


def with_rulings(folder: Path) -> Iterator[tuple[Document, int]]:
    for document in documents(folder):
        for index, case in enumerate(document.cases.case):
            if case.rulings:
                yield document, index
    for document, index, _ in shared.documents(load(folder)):
        if document.cases.case[index].rulings:
            yield document, index


def without(document: Document, index: int, defect: str) -> Document:
    """The document with a case that leaves one ruling to the game."""
    case = document.cases.case[index]
    bare = case.model_copy(update={"rulings": {key: value for key, value in case.rulings.items() if key != defect}})
    cases = (*document.cases.case[:index], bare, *document.cases.case[index + 1 :])
    return Document(document.file, document.cases.model_copy(update={"case": cases}), document.lines)


def said(judged: Judged | JudgedPosition) -> Said:
    return frozenset((each.rule, each.opinion.units, each.verdict) for each in judged.ruled)


def outcome(result: CaseResult) -> list[Said]:
    return [frozenset(key for key in said(step.judged) if key[2] is not Verdict.LEGAL) for step in result.steps]


@cache
def shown(folder: Path) -> frozenset[tuple[str, str]]:
    """The readings under which some case comes out otherwise than under the game's own."""
    shelf, loaded = Shelf(), load(folder)
    around = shelf.around(loaded)
    found: set[tuple[str, str]] = set()
    for document, index in with_rulings(folder):
        here = outcome(run(document, index, around))
        for defect, key in document.cases.case[index].rulings.items():
            if outcome(run(without(document, index, defect), index, around)) != here:
                found.add((defect, key))
    return frozenset(found)


def offered(loaded: LoadedGame) -> set[tuple[str, str]]:
    """Other readings than the game's own."""
    return {(each.id, key) for each in loaded.defects.values() for key in each.offered if key != each.ruling}


@pytest.mark.parametrize("slug", GAMES)
def test_every_reading_that_is_offered_changes_a_verdict_in_a_case(slug: str) -> None:
    assert sorted(offered(load(GAMES[slug])) - shown(GAMES[slug])) == []


@pytest.mark.parametrize("slug", GAMES)
def test_a_reading_that_is_not_offered_is_refused_with_the_reason(slug: str) -> None:
    for defect in load(GAMES[slug]).defects.values():
        for reading in (reading for reading in defect.reading if reading.unbuilt):
            with pytest.raises(GameFolderError) as refused:
                load(GAMES[slug], rulings={defect.id: reading.key})
            assert reading.unbuilt in str(refused.value)


@pytest.mark.parametrize("slug", GAMES)
def test_findings_name_exactly_the_rulings_whose_other_reading_changes_them(slug: str) -> None:
    """The first finding of every so many steps, under every reading of every defect."""
    _, results = judged(GAMES[slug])
    wrong = [step for result in results for step in result.steps if isinstance(step.judged, Judged) and step.judged.findings]
    for step in wrong[::EVERY]:
        assert isinstance(step.judged, Judged)
        others = [
            (other.defect, said(judge(replace(step.before, game=other.game), step.judged.action)))
            for other in step.before.game.others
        ]
        for found in step.judged.findings:
            key = (found.rule, found.opinion.units, found.verdict)
            expected = {defect for defect, there in others if key not in there}
            assert {each.defect for each in found.rests_on} == expected, (step.text, key)
