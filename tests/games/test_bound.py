"""No rule lies about that no game takes up: those of the games to come are bound by their printed examples."""

from __future__ import annotations

import re

from adjudicator.rules.shared import SHARED
from tests.printed.table import HERE
from tests.support import ROOT

_USE = re.compile(r'^\s*use = "(.+)"$', re.MULTILINE)


def test_every_shared_rule_is_bound_by_a_game() -> None:
    texts = [path.read_text("utf-8") for home in (ROOT / "modules", HERE) for path in home.rglob("*.toml")]
    used = {name for text in texts for name in _USE.findall(text)}
    assert sorted(SHARED.rules.keys() - used) == []
