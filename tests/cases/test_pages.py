"""What the pages about cases and games quote from files stands in those files, and every example can be read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adjudicator.cases.reading import parse_cases
from tests.support import ROOT

DOCS = ROOT / "docs"
_BLOCK = re.compile(r"^```(toml|csv|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: str) -> list[str]:
    return [text for _, text in _BLOCK.findall((DOCS / page).read_text(encoding="utf-8"))]


def files(folder: Path) -> str:
    endings = (".toml", ".csv", ".py")
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*")) if path.suffix in endings)


@pytest.mark.parametrize("block", blocks("add-a-game.md"))
def test_what_is_quoted_from_the_template_stands_in_it(block: str) -> None:
    assert block in files(ROOT / "modules" / "_template")


@pytest.mark.parametrize("block", blocks("cases.md"))
def test_an_example_of_a_case_can_be_read(block: str) -> None:
    if block.startswith("game ="):
        assert block in files(DOCS / "examples")
        return
    head, case = (block, "units = []\n") if block.startswith("[unit") else ("", block)
    needed = "" if "actions =" in case else 'actions = [{ draw = "x" }]\n'
    assert parse_cases(f'{head}[[case]]\nname = "A case"\n{case}{needed}')
