"""Violations planted in logs: found where they are, and told when nobody finds them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.engine.actions import Action, Attack
from adjudicator.finding import Finding, Where
from adjudicator.games import LoadedGame, load
from adjudicator.rules.judge import judge
from adjudicator.verdict import Verdict
from tests.correct.turns import GAME, Built
from tools.mutate.fates import Fate, fate
from tools.mutate.koenigsberg import WORKSHOP
from tools.mutate.logs import Bench, mutants, table, tried
from tools.mutate.planting import Kind, Plant
from tools.selfplay.desk import Desk

KINDS = {kind.name: kind for kind in WORKSHOP.kinds}
TOO_FAR = KINDS["one hex too far"]


@pytest.fixture(scope="module")
def koenigsberg() -> LoadedGame:
    return load(GAME)


@pytest.fixture
def bench(koenigsberg: LoadedGame, built: Built, tmp_path: Path) -> Bench:
    return Bench(koenigsberg, tmp_path, built.path, built.module)


def test_names_of_kinds_are_needed_only_once() -> None:
    assert len(KINDS) == len(WORKSHOP.kinds)
    assert len(KINDS) >= 30


def test_every_rule_that_is_to_find_a_kind_is_one_of_the_game(koenigsberg: LoadedGame) -> None:
    known = {each.id for each in koenigsberg.game.rules.all}
    assert {rule for kind in WORKSHOP.kinds for rule in kind.rules} <= known


@pytest.mark.parametrize("name", ["one hex too far", "one column too good", "no step lost"])
def test_a_violation_is_found_at_its_step_and_nothing_else_is(bench: Bench, name: str) -> None:
    line, said = tried(bench, WORKSHOP, KINDS[name])
    assert line.well, said


def test_all_but_the_violation_was_legal_when_it_was_played(koenigsberg: LoadedGame) -> None:
    (mutant,) = mutants(koenigsberg, WORKSHOP, TOO_FAR, seed=1, number=1)
    assert mutant.desk.planted is not None
    first, last = mutant.desk.planted
    verdicts = [judge(play.before, play.action).verdict for play in mutant.desk.plays]
    assert verdicts[first : last + 1].count(Verdict.ILLEGAL) == 1
    assert set(verdicts[:first]) == {Verdict.LEGAL}


def misread(desk: Desk, action: Action) -> Iterator[Plant]:
    """The result is read wrongly off the chart, which no log shows."""
    if isinstance(action, Attack) and action.kind == "attack":
        yield from (Plant((replace(action, result=result),)) for result in ("A1", "Dr", "D1r"))


def test_a_violation_that_nobody_finds_is_told(bench: Bench) -> None:
    line, said = tried(bench, WORKSHOP, Kind("misread", frozenset({"result"}), misread))
    assert line.planted == 1
    assert line.fates["found"] == 0
    assert not line.well
    assert said


def test_a_kind_that_cannot_be_planted_is_told(bench: Bench) -> None:
    never = Kind("never", frozenset({"result"}), lambda desk, action: iter(()), busy=0)
    line, said = tried(bench, WORKSHOP, never, games=2)
    assert (line.planted, line.well) == (0, False)
    assert "planted 0 times" in said[0]


def finding(rule: str, step: int, verdict: Verdict = Verdict.ILLEGAL, *, root: bool = True) -> Finding:
    return Finding(f"{GAME}/{rule}", "", Where("a.vlog", step), verdict=verdict, root=root)


@pytest.mark.parametrize(
    ("findings", "became", "elsewhere"),
    [
        ([finding("allowance", 8)], "found", 0),
        ([finding("allowance", 8), finding("stack-units", 12, root=False)], "found", 0),
        ([finding("allowance", 8), finding("stack-units", 8)], "found", 1),
        ([finding("allowance", 8), finding("column", 12, Verdict.UNDECIDED)], "found", 1),
        ([finding("stack-units", 8)], "other rule", 0),
        ([finding("allowance", 10)], "other step", 0),
        ([finding("allowance", 7, Verdict.UNDECIDED)], "undecided", 0),
        ([finding("allowance", 8, root=False)], "missed", 0),
        ([finding("column", 12)], "missed", 1),
        ([], "missed", 0),
    ],
)
def test_what_became_of_a_violation_in_steps_7_to_9(findings: list[Finding], became: Fate, elsewhere: int) -> None:
    found, rest = fate(TOO_FAR, (7, 9), findings)
    assert (found, len(rest)) == (became, elsewhere)


def test_the_table_names_what_was_found_elsewhere(bench: Bench) -> None:
    line, _ = tried(bench, WORKSHOP, TOO_FAR)
    line.elsewhere["illegal column"] = 1
    assert not line.well
    assert any("illegal column" in row for row in table([line], fix=False))


def test_a_correction_leaves_nothing_of_the_kind_and_the_annotated_log_ends_as_it_did(bench: Bench) -> None:
    kind = replace(KINDS["marker on a unit in supply"], turns=1)
    line, said = tried(replace(bench, fix=True), WORKSHOP, kind)
    assert [(each.made > 0, each.problems) for each in line.fixes] == [(True, ())], said
