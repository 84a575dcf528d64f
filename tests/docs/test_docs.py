"""What the pages show is what is really said: every `$ adjudicate …` line in a console block is run."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from adjudicator.cli import main
from adjudicator.library.shelf import HOME
from tests.support import ROOT

PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"^\$ adjudicate ([^\n]*)\n((?:(?!\$ )[^\n]*\n)*)", re.MULTILINE)
_LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")

SHOWN = {  # what the pages must show, and where
    "show.md": ("--pieces", "--commands", "--chat", "--traits", "--format json"),
    "modules.md": (".vmod", "--pieces", "--format json", "module add", "module list", "module remove"),
    "replay.md": (".vlog", "--to 0", "-m ", "--format jsonl"),
}


def examples(page: Path) -> list[tuple[str, str]]:
    """Commands and what they answer, in the order of the page."""
    blocks = _BLOCK.findall(page.read_text(encoding="utf-8"))
    return [found for block in blocks for found in _COMMAND.findall(block)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_shows_what_is_really_said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, page: Path
) -> None:
    """Three dots alone on a line stand for any number of lines. Nobody needs anything in their home for what a page shows."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv(HOME, str(tmp_path))
    for arguments, expected in examples(page):
        with pytest.raises(SystemExit):
            main(shlex.split(arguments))
        captured = capsys.readouterr()
        said = (captured.err + captured.out).rstrip("\n")
        parts = [re.escape(part) for part in re.split(r"^…$", expected.rstrip("\n"), flags=re.MULTILINE)]
        assert re.fullmatch("(?s:.*)".join(parts), said), f"{page.name}: adjudicate {arguments} says\n{said}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_leads_nowhere_that_is_not_there(page: Path) -> None:
    for link in _LINK.findall(page.read_text(encoding="utf-8")):
        assert (page.parent / link).exists(), link


@pytest.mark.parametrize("name", SHOWN)
def test_a_page_has_an_example_of_everything(name: str) -> None:
    shown = "\n".join(arguments for arguments, _ in examples(ROOT / "docs" / name))
    assert [word for word in SHOWN[name] if word not in shown] == []


def test_every_block_of_commands_is_understood() -> None:
    """A block whose commands are written otherwise would never be run."""
    for page in PAGES:
        for block in _BLOCK.findall(page.read_text(encoding="utf-8")):
            assert block.startswith("$ adjudicate "), block
            assert len(_COMMAND.findall(block)) == block.count("\n$ ") + 1, block
