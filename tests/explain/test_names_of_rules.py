"""Who reads logs asks for what a rule is about, never for a rule by its name: a game's own rule may take its place. Nor does he
know a kind of unit by its name: what it can do is asked of the unit."""

from __future__ import annotations

import ast
from pathlib import Path

from adjudicator.engine.terms import Term
from adjudicator.games import games, load
from adjudicator.rules.shared import SHARED
from tests.support import ROOT

READING = sorted(path for room in ("evidence", "explain") for path in (ROOT / "adjudicator" / room).rglob("*.py"))


def texts(path: Path) -> set[str]:
    tree = ast.parse(path.read_text("utf-8"))
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def test_no_rule_is_named_where_logs_are_read() -> None:
    slots = set(SHARED.slots)
    named = {text for path in READING for text in texts(path) if text in SHARED.rules and text not in slots}
    assert named == set()


def kinds_of_units() -> set[str]:
    """As the games call them, but for words that mean something else where logs are read: the trait of a headquarters, and the
    column of a results table."""
    kinds = {unit.kind for folder in games().values() for unit in load(folder).roster.values()}
    return kinds - {"hq", "column"}


def test_no_kind_of_unit_is_named_where_logs_are_read() -> None:
    kinds = kinds_of_units()
    assert {"air", "ship", "artillery"} <= kinds
    named = {(path.name, text) for path in READING for text in texts(path) if text in kinds}
    assert named == set()


def test_no_box_and_no_chit_is_named_where_logs_are_read() -> None:
    """Words that a game alone can know."""
    words = {word for folder in games().values() for word in load(folder).vocabulary.of(Term.BOX, Term.CHIT)}
    assert {"exited", "luftwaffe", "chit-event"} <= words
    assert {(path.name, text) for path in READING for text in texts(path) if text in words} == set()


def test_no_rule_of_a_game_is_named_where_logs_are_read() -> None:
    """By its id; those of one word are words like any others."""
    ids = {rule.id for folder in games().values() for rule in load(folder).rules if "-" in rule.id}
    assert len(ids) > 300
    assert {(path.name, text) for path in READING for text in texts(path) if text in ids} == set()
