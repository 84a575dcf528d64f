"""Ended by SIGKILL at any moment, a run goes on the next time, and comes to the same."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.batch.quick_run import FINDINGS
from tests.batch.support import RG, batch, begun, bomb
from tests.support import ROOT

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
MANY = 1_500


def results(place: Path) -> int:
    """How many there are in a memory, each of which must be whole."""
    with sqlite3.connect(place) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
        return int(db.execute("SELECT count(*) FROM result").fetchone()[0])


def contents(place: Path) -> list[object]:
    """All that is in it but when it was put there."""
    with sqlite3.connect(place) as db:
        queries = (
            "SELECT key, name, outcome, verdict, record FROM result ORDER BY key",
            "SELECT * FROM finding ORDER BY key, number",
            "SELECT * FROM dice ORDER BY key, face",
            "SELECT * FROM shown ORDER BY key",
        )
        return [db.execute(each).fetchall() for each in queries]


def quick(place: Path) -> subprocess.Popen[str]:
    words = [sys.executable, "-m", "tests.batch.quick_run", str(place), str(MANY)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)})


def test_killed_at_ten_random_moments_the_memory_is_whole_and_the_end_the_same(tmp_path: Path) -> None:
    chance = random.Random(20)
    undisturbed, place = tmp_path / "undisturbed.sqlite", tmp_path / "killed.sqlite"
    quick(undisturbed).communicate(timeout=120)
    known = 0
    for _ in range(10):
        process = quick(place)
        assert process.stdout is not None
        for _ in range(known + chance.randrange(1, 100)):  # it is amid remembering then, on slow machines and on fast ones
            assert process.stdout.readline()
        process.kill()
        process.communicate()
        found = results(place)
        assert known < found < MANY
        known = found
        with sqlite3.connect(place) as db:
            assert db.execute("SELECT count(*) FROM finding").fetchone() == (FINDINGS * found,)
            assert db.execute("SELECT count(*) FROM shown").fetchone() == (found,)
    said, _ = quick(place).communicate(timeout=120)
    assert said.count("True") == known
    assert contents(place) == contents(undisturbed)


def test_the_command_is_killed_and_its_next_run_goes_on(tmp_path: Path) -> None:
    files = tmp_path / "s"
    files.mkdir()
    for number in range(4):
        name = "overstacked.vsav" if number % 3 else "turn1-too-far-corrected.vsav"  # positions: quickly judged
        shutil.copy(RG / name, files / f"{number}.vsav")
    bomb(files / "9.vlog")
    arguments = (files, "--format", "jsonl", "--jobs", 2)
    process = begun(*arguments, home=tmp_path / "killed")
    assert process.stdout is not None
    first = process.stdout.readline()
    process.kill()
    process.communicate()
    known = results(tmp_path / "killed" / "memory.sqlite")
    assert known >= 1
    told = batch(*arguments, home=tmp_path / "killed").stdout
    assert told.startswith(first)
    assert told == batch(*arguments, home=tmp_path / "undisturbed").stdout
    assert results(tmp_path / "killed" / "memory.sqlite") == 5
