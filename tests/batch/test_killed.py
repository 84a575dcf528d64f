"""Ended by SIGKILL at any moment, a run goes on the next time, and comes to the same."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

from tests.batch.support import RG, batch, begun, bomb

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
FILES = 8


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("files") / "s"
    folder.mkdir()
    for number in range(FILES):
        shutil.copy(RG / ("turn1-too-far.vlog" if number % 3 else "turn1.vlog"), folder / f"{number}.vlog")
    bomb(folder / "9.vlog")
    return folder


def whole(home: Path) -> int:
    """The results in the memory, every one of which must be whole."""
    place = home / "memory.sqlite"
    if not place.exists():
        return 0
    with sqlite3.connect(place) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
        tables = db.execute("SELECT count(*) FROM sqlite_master WHERE name = 'result'").fetchone()[0]
        if not tables:
            return 0
        lone = "SELECT count(*) FROM result WHERE verdict = 'illegal' AND key NOT IN (SELECT key FROM finding)"
        assert db.execute(lone).fetchone() == (0,)
        return int(db.execute("SELECT count(*) FROM result").fetchone()[0])


def test_killed_at_random_moments_and_run_again_it_comes_to_the_same(files: Path, tmp_path: Path) -> None:
    arguments = (files, "--format", "jsonl", "--jobs", 2)
    undisturbed = batch(*arguments, home=tmp_path / "undisturbed").stdout
    chance = random.Random(5)
    home = tmp_path / "home"
    known = 0
    for _ in range(10):
        process = begun(*arguments, home=home)
        assert process.stdout is not None
        for _ in range(chance.randrange(3)):  # so that the kill falls also where results come in, on slow machines and fast ones
            process.stdout.readline()
        with suppress(subprocess.TimeoutExpired):
            process.wait(chance.uniform(0.0, 1.5))
        process.kill()
        process.communicate()
        assert whole(home) >= known
        known = whole(home)
        if known > FILES:
            break
    assert batch(*arguments, home=home).stdout == undisturbed
    assert whole(home) == FILES + 1
