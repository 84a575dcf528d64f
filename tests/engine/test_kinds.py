"""A kind of action is defined once: judging, playing, cases, slots and reports take all that they need from the definition."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest

from adjudicator.cases.model import Case, CaseFile, schema
from adjudicator.cases.runner import run_document
from adjudicator.engine.actions import KINDS, Action
from adjudicator.engine.hexes import Grid
from adjudicator.engine.kinds import Doers, Names, Place, acting, changed, conjugated, hexes, named
from adjudicator.engine.state import State
from adjudicator.explain.board import Played
from adjudicator.facts import truth
from adjudicator.referee.judgements import tallies
from adjudicator.rules.apply import apply
from adjudicator.rules.judge import judge
from adjudicator.rules.opinion import Opinion
from adjudicator.rules.registry import Binding, Bindings, Registry, slots_of
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict
from tests.cases.making import document, setting
from tests.rules.tables import BASICS, table, unit


@dataclass(frozen=True, slots=True)
class Dig(Action):
    """Units dig themselves in, so deep."""

    verb, counted, did = "dig", ("trench", "trenches"), "dug"

    units: Doers
    at: Place
    depth: int = 1

    def flaw(self) -> str:
        return "nobody digs upwards; write depth = 1" if self.depth < 1 else ""

    def effect(self, state: State, grid: Grid) -> State:
        for each in self.units:
            state = state.marked(each, f"trench {self.depth}")
        return state

    def said(self, names: Names) -> str:
        return f"{names.of(*self.units)} {conjugated('dig', self.units)} in at {names.of(self.at)}"


del KINDS["dig"]  # only the tests below know it


def not_too_deep(table: Table, dig: Dig, *, most: int) -> Iterator[Opinion]:
    """Nobody digs deeper than so much."""
    yield Opinion(truth(dig.depth <= most), f"{table.names(dig.units)} dug {dig.depth} deep", units=dig.units)


def binding() -> Binding:
    registry = Registry({slot.name: slot for slot in slots_of([Dig])})
    registry.rule(name="toy.not_too_deep", on=(Dig,))(not_too_deep)
    return Binding("trenches", registry.rules["toy.not_too_deep"], ("7.1",), {"most": 2})


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The toy among the kinds of actions, also for cases, which are built when they are imported."""
    monkeypatch.setitem(KINDS, "dig", Dig)
    for model in (Case, CaseFile):
        model.model_rebuild(force=True)
    yield
    monkeypatch.undo()
    for model in (Case, CaseFile):
        model.model_rebuild(force=True)


AT = table((unit("21"), "0505"), (unit("22"), "0505"), rules=(*BASICS, binding()))


def test_it_is_judged_and_changes_the_position() -> None:
    deep, flat = Dig(("21",), "0505", 3), Dig(("21", "22"), "0505")
    assert (judge(AT, deep).verdict, judge(AT, flat).verdict) == (Verdict.ILLEGAL, Verdict.LEGAL)
    assert judge(AT, deep).findings[0].opinion.message == "21 dug 3 deep"
    after = apply(AT, flat).standing("22")
    assert after is not None
    assert after.marks == {"trench 1"}


def test_what_it_names_is_known_from_its_fields() -> None:
    dig = Dig(("21", "22"), "0505")
    assert acting(dig) == changed(dig) == named(dig) == ("21", "22")
    assert hexes(dig) == ("0505",)


@pytest.mark.usefixtures("known")
def test_a_case_writes_it_and_a_mistake_in_it_is_told() -> None:
    made = setting()
    made = replace(made, game=replace(made.game, rules=Bindings((*made.game.rules.all, binding()))))
    body = 'units = ["21@0505"]\nactions = [{ dig = "21", at = "0505", depth = 3, expect = "illegal trenches 7.1" }]\n'
    (result,) = run_document(document(body), lambda _: made)
    assert (result.faults, result.problems) == ((), ())
    assert result.steps[0].text == "21 digs in at 0505"
    (faulty,) = run_document(document(body.replace("depth = 3", "depth = 0")), lambda _: made)
    assert "nobody digs upwards" in str(faulty.faults)
    (misspelt,) = run_document(document(body.replace("depth", "deep")), lambda _: made)
    assert "there is no such field" in str(misspelt.faults)
    assert "did you mean depth?" in str(misspelt.faults)
    assert schema()["$defs"]["Dig"]["required"] == ["dig", "at"]


@pytest.mark.usefixtures("known")
def test_a_report_counts_it() -> None:
    dig = Dig(("21",), "0505")
    (only,) = tallies([Played(1, dig, AT, judge(AT, dig))])
    assert (only.one, only.many, only.legal) == ("trench", "trenches", 1)


def test_two_kinds_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="two kinds of action are called move"):
        type("Other", (Action,), {"verb": "move"})
