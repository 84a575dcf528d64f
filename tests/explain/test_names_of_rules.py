"""Who reads logs asks for what a rule is about, never for a rule by its name: a game's own rule may take its place."""

from __future__ import annotations

import ast
from pathlib import Path

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
