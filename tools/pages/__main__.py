"""Write anew what the console blocks of the pages say: `python -m tools.pages [PAGE ...]`.

A block whose lines of dots still fit is left as it is; others are written whole, for an author to shorten.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import sys
import tempfile
from pathlib import Path
from unittest.mock import patch

from adjudicator.cli import main as adjudicate
from adjudicator.library.shelf import HOME

ROOT = Path(__file__).resolve().parent.parent.parent
_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"^\$ adjudicate ([^\n]*)\n((?:(?!\$ )[^\n]*\n)*)", re.MULTILINE)


def main() -> int:
    given = [Path(each) for each in sys.argv[1:]]
    for page in given or sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")]):
        text = page.read_text("utf-8")
        with tempfile.TemporaryDirectory() as home, patch.dict(os.environ, {HOME: home}), contextlib.chdir(ROOT):
            made = _BLOCK.sub(lambda found: f"```console\n{_COMMAND.sub(_again, found[1])}```", text)
        if made != text:
            page.write_text(made, "utf-8", newline="\n")
            print(page.name)
    return 0


def _again(found: re.Match[str]) -> str:
    said = _said(shlex.split(found[1]))
    parts = [re.escape(part) for part in re.split(r"^…$", found[2].rstrip("\n"), flags=re.MULTILINE)]
    if re.fullmatch("(?s:.*)".join(parts), said):
        return found[0]
    return f"$ adjudicate {found[1]}\n{said}\n"


def _said(arguments: list[str]) -> str:
    """What it prints, remarks first, as the tests of the pages read it."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), contextlib.suppress(SystemExit):
        adjudicate(arguments)
    return (err.getvalue() + out.getvalue()).rstrip("\n")


if __name__ == "__main__":
    sys.exit(main())
