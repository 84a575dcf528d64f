"""The examples of docs/library.md run as they stand."""

from __future__ import annotations

import re
import subprocess
import sys
from os import environ
from pathlib import Path

import pytest

from tests.correct.turns import Built
from tests.support import ROOT
from vassal_bridge import outline, read_saved

BLOCKS = re.findall(
    r"^```python\n(.*?)^```", (ROOT / "docs" / "library.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
)


def test_the_page_has_examples() -> None:
    assert len(BLOCKS) >= 6


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_an_example_runs(number: int, tmp_path: Path, built: Built) -> None:
    (tmp_path / "logs").symlink_to(ROOT / "logs")
    (tmp_path / "koenigsberg-rg.vmod").symlink_to(built.path)
    ours = environ | {"ADJUDICATE_HOME": str(tmp_path / "home")}
    ran = [sys.executable, "-c", BLOCKS[number]]
    result = subprocess.run(ran, cwd=tmp_path, env=ours, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    if "write_saved" in BLOCKS[number]:
        moved = next(piece for piece in outline(read_saved(tmp_path / "corrected.vsav")) if piece.name == "23 Inf")
        assert (moved.x, moved.y) == (198, 460)
    else:
        assert result.stdout
