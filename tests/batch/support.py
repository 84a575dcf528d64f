"""Folders of files good and bad, and running `adjudicate batch` on them."""

from __future__ import annotations

import io
import json
import os
import shutil
import signal
import subprocess
import sys
import zipfile
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from adjudicator.cli import main
from adjudicator.library.shelf import HOME
from tests.support import ROOT

RG = ROOT / "logs" / "koenigsberg-rg"
SKIRMISH = ROOT / "logs" / "skirmish"


def season(folder: Path) -> Path:
    """Two legal files, one with an illegal action, one of no known game, one damaged, one bomb, one that is nothing."""
    (folder / "late").mkdir(parents=True)
    shutil.copy(RG / "turn1.vlog", folder / "a.vlog")
    shutil.copy(RG / "turn1-too-far.vlog", folder / "b.vlog")
    shutil.copy(SKIRMISH / "dishonest" / "undo.vlog", folder / "late" / "c.vlog")
    shutil.copy(RG / "turn1-too-far-corrected.vsav", folder / "late" / "d.vsav")
    whole = (RG / "turn1.vlog").read_bytes()
    (folder / "damaged.vlog").write_bytes(whole[: len(whole) // 2])
    bomb(folder / "bomb.vlog")
    (folder / "nothing.vlog").write_bytes(b"nothing of the kind")
    return folder


STANDINGS = {
    "a.vlog": "legal",
    "b.vlog": "illegal",
    "bomb.vlog": "unread",
    "damaged.vlog": "unread",
    "nothing.vlog": "unread",
    "late/c.vlog": "unjudged",
    "late/d.vsav": "legal",
}


def bomb(path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("savedGame", b"\0" * 50_000_000)


@dataclass(frozen=True)
class Done:
    """What a command came to."""

    returncode: int
    stdout: str
    stderr: str


def batch(*arguments: object, home: Path, check: int | None = None, name: str = "batch") -> Done:
    """In this process: what judges are others anyway."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setenv(HOME, str(home))
        with pytest.raises(SystemExit) as ended:
            main([name, *map(str, arguments)])
    done = Done(int(ended.value.code or 0), out.getvalue(), err.getvalue())
    assert check in (None, done.returncode), done.stderr
    return done


def begun(*arguments: object, home: Path) -> subprocess.Popen[str]:
    """In a process of its own, which can be ended: also where the tests run behind a shell that lets Ctrl-C pass."""
    words = [sys.executable, "-m", "adjudicator.cli", "batch", *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), HOME: str(home)}
    heeding = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, preexec_fn=heeding)


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def standings(text: str) -> dict[str, str]:
    """By file, of a report as lines; without the folder that was given."""
    return {each["file"].partition("/")[2]: each["standing"] for each in lines(text) if each["kind"] == "file"}
