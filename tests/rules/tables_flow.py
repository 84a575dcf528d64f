"""Helpers for tests of what happens between moves and combats: one rule asked alone, actions played one after another."""

from __future__ import annotations

from typing import Any

from adjudicator.engine.actions import Action
from adjudicator.engine.charts import PlainChart, table_of
from adjudicator.facts import Source, all_of
from adjudicator.rules.apply import apply
from adjudicator.rules.judge import judge
from adjudicator.rules.opinion import Opinion, verdict_of
from adjudicator.rules.registry import Binding
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict
from tests.rules.tables import remembering

from .tables import BASICS, bind

LEGAL, ILLEGAL, UNDECIDED = Verdict.LEGAL, Verdict.ILLEGAL, Verdict.UNDECIDED


def chart(header: str, *rows: str, source: Source = Source.PLAYER) -> PlainChart:
    """A table from lines of words: `-` is an empty cell."""
    names = header.split()
    cells = ([cell if cell != "-" else "" for cell in row.split()] for row in rows)
    return table_of((dict(zip(names, row, strict=True)) for row in cells), source)


def only(*rules: Binding) -> tuple[Binding, ...]:
    """Basic bindings that say nothing about what is tested here, and the rules under test."""
    quiet = ("zoc-who", "zoc-cost", "terrain", "regular", "stack", "stack-when")
    taken = {rule.id for rule in rules}
    return (*(each for each in BASICS if each.id in quiet and each.id not in taken), *rules)


def use(name: str, **given: Any) -> Binding:
    """A rule under its own name."""
    return bind(name, name, "1", **given)


def said(table: Table, action: Action) -> tuple[Verdict, tuple[Opinion, ...]]:
    """The verdict, and the opinions that are not simply yes."""
    judged = judge(table, action)
    opinions = tuple(each.opinion for each in judged.ruled)
    return verdict_of(all_of(each.truth for each in opinions)), tuple(each for each in opinions if not each.truth.yes)


def verdict(table: Table, action: Action) -> Verdict:
    return said(table, action)[0]


def needs(table: Table, action: Action) -> frozenset[str]:
    return frozenset(str(need) for each in said(table, action)[1] for need in each.truth.needs)


def words(table: Table, action: Action) -> str:
    return "; ".join(each.message for each in said(table, action)[1])


def play(table: Table, *actions: Action) -> Table:
    for action in actions:
        table = apply(table, action)
    return table


def without(table: Table, *units: str) -> Table:
    """The table with these units not in play."""
    state = table.state
    for unit in units:
        state = state.with_standing(unit, None)
    return table.after(state)


noting = remembering
