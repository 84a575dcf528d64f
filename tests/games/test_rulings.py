"""Rulings are honest: every reading that is offered changes a verdict in some case, and findings name those that decide them.

What differs is worked out by running a case under both readings, never taken from what the game says of itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from adjudicator.cases import CaseResult, Shelf, shared
from adjudicator.cases.reading import Document, read_cases
from adjudicator.cases.runner import CaseStep, run
from adjudicator.games import GameFolderError, LoadedGame, games, load
from adjudicator.rules.apply import apply
from adjudicator.rules.judge import judge
from adjudicator.rules.opinion import Judged, Ruled
from adjudicator.rules.position import JudgedPosition
from adjudicator.rules.rulings import naming_rulings
from adjudicator.rules.table import Game
from adjudicator.verdict import Verdict

GAMES = games()
EVERY = 40  # of the cases with findings every so many is held against every reading, whatever it is about
IN_A_ROW = 5  # cases whose findings rest on rulings are read action by action

Key = tuple[str, tuple[str, ...], Verdict]
Said = frozenset[Key]


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


def said(of: Judged | JudgedPosition) -> Said:
    return frozenset((each.rule, each.opinion.units, each.verdict) for each in of.ruled)


def key_of(found: Ruled) -> Key:
    return found.rule, found.opinion.units, found.verdict


def gone(key: Key, here: Said, there: Said) -> bool:
    """Is nothing of the kind said of these units any more, by this rule or by one that had nothing to say?"""
    return key not in there and not any(each[1:] == key[1:] for each in there - here)


def wrong(step: CaseStep) -> Said:
    return frozenset(key for key in said(step.judged) if key[2] is not Verdict.LEGAL)


def shown(folder: Path) -> Mapping[tuple[str, str], list[tuple[CaseStep, CaseStep]]]:
    """The readings under which some case comes out otherwise than under the game's own, with the first step that does."""
    shelf, loaded = Shelf(), load(folder)
    around = shelf.around(loaded)
    found: dict[tuple[str, str], list[tuple[CaseStep, CaseStep]]] = {}
    for document, index in with_rulings(folder):
        here = run(document, index, around).steps
        for defect, key in document.cases.case[index].rulings.items():
            there = run(without(document, index, defect), index, around).steps
            parted = next((pair for pair in zip(here, there, strict=True) if wrong(pair[0]) != wrong(pair[1])), None)
            if parted is not None:
                found.setdefault((defect, key), []).append(parted)
    return found


def offered(loaded: LoadedGame) -> set[tuple[str, str]]:
    """Other readings than the game's own."""
    return {(each.id, key) for each in loaded.defects.values() for key in each.offered if key != each.ruling}


@pytest.mark.parametrize("slug", GAMES)
def test_every_reading_that_is_offered_changes_a_verdict_and_findings_name_the_defects_that_decide_them(slug: str) -> None:
    """Also where what decides happened before: a roll that granted less, a corps that was released."""
    found = shown(GAMES[slug])
    wanted = offered(load(GAMES[slug]))
    assert sorted(wanted - found.keys()) == []
    named: set[str] = set()
    for (defect, _), steps in found.items():
        for pair in steps:
            for own, other in (pair, pair[::-1]):
                decided = [each for each in own.judged.findings if gone(key_of(each), said(own.judged), said(other.judged))]
                for each in decided:
                    assert defect in {ruling.defect for ruling in each.rests_on}, (defect, own.text, each.rule)
                    named.add(defect)
    assert {defect for defect, _ in wanted} - named == set()


@pytest.mark.parametrize("slug", GAMES)
def test_a_reading_that_is_not_offered_is_refused_with_the_reason(slug: str) -> None:
    for defect in load(GAMES[slug]).defects.values():
        for reading in (reading for reading in defect.reading if reading.unbuilt):
            with pytest.raises(GameFolderError) as refused:
                load(GAMES[slug], rulings={defect.id: reading.key})
            assert reading.unbuilt in str(refused.value)


@pytest.mark.parametrize("slug", GAMES)
def test_findings_name_exactly_the_rulings_whose_other_reading_changes_them(slug: str) -> None:
    """Those of every so many cases, each held against the same case played from its beginning under every reading."""
    for result in judged(GAMES[slug], of=1, every=EVERY):
        steps = tuple(step for step in result.steps if isinstance(step.judged, Judged))
        others = [(other.defect, list(played(steps, other.game))) for other in steps[0].before.game.others]
        for at, step in enumerate(steps):
            for found in step.judged.findings:
                key = key_of(found)
                expected = {defect for defect, there in others if gone(key, said(step.judged), there[at])}
                assert {each.defect for each in found.rests_on} == expected, (step.text, key)


@pytest.mark.parametrize("slug", GAMES)
def test_actions_one_after_the_other_name_what_cases_name(slug: str) -> None:
    """A log is read action by action; its findings rest on the same rulings as those of a case."""
    resting = (result for result in judged(GAMES[slug], of=3) if any(each.rests_on for each in result.findings))
    chosen = tuple(islice(resting, IN_A_ROW))
    assert bool(chosen) == bool(offered(load(GAMES[slug])))  # where nothing can be read otherwise, nothing rests on a reading
    for result in chosen:
        steps = [(step.before, step.judged) for step in result.steps if isinstance(step.judged, Judged) and not step.answers]
        bare = [(before, judge(before, said_of.action)) for before, said_of in steps]
        for (_, said_of), named in zip(steps, naming_rulings(bare), strict=True):
            assert named is not None
            assert [each.rests_on for each in named.findings] == [each.rests_on for each in said_of.findings]


def judged(folder: Path, *, of: int, every: int = 1) -> Iterator[CaseResult]:
    """Every so many of the cases of so many actions or more of which findings are expected; they are judged one by one."""
    around = Shelf().around(load(folder))
    own = [(document, index) for document in documents(folder) for index in range(len(document.cases.case))]
    theirs = [(document, index) for document, index, differs in shared.documents(load(folder)) if not differs]
    for document, index in [each for each in (*own, *theirs) if _expecting(*each, of)][::every]:
        yield run(document, index, around)


def _expecting(document: Document, index: int, least: int) -> bool:
    actions = document.cases.case[index].actions
    return len(actions) >= least and any(act.expect for act in actions)


def played(steps: Sequence[CaseStep], game: Game) -> Iterator[Said]:
    """What is said of the actions of a case when another game is played with them."""
    table = replace(steps[0].before, game=game)
    for step in steps:
        assert isinstance(step.judged, Judged)
        yield said(judge(table, step.judged.action))
        table = apply(table, step.judged.action)
