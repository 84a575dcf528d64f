"""What came out of fuzzing once does not come out again, and every driver still finds its way."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.fuzz.__main__ import NAMES, find
from tests.fuzz.driver import CRASHES, Driver, where
from tests.fuzz.engine import by_ourselves
from tests.fuzz.mutation import mutated

FIXTURES = sorted(path for path in CRASHES.rglob("*") if path.is_file())
TRIED = {"games": 12, "logs": 25, "replay": 6, "cases": 40, "facts": 25, "traits": 80}  # of the slow ones fewer


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_what_came_out_once_does_not_again(path: Path) -> None:
    find(path.parent.name).check(path.read_bytes())


@pytest.mark.parametrize("name", NAMES)
def test_honest_inputs_and_their_likes_are_read_or_refused(name: str) -> None:
    driver, rng = find(name), random.Random(name)
    seeds = [seed[: driver.longest] for seed in driver.seeds()]
    words = [word.encode() for word in driver.words]
    for seed in rng.sample(seeds, min(len(seeds), 20)):
        driver.check(seed)
    for _ in range(TRIED.get(name, 200)):
        driver.check(mutated(rng, rng.choice(seeds), seeds, words, driver.longest))


def _fragile(data: bytes) -> None:
    if data.startswith(b"(["):
        raise KeyError("found")


def test_an_engine_keeps_what_came_out_and_goes_on(tmp_path: Path) -> None:
    driver = Driver("fragile", _fragile, lambda: [b"a"], ("(", "["))
    run = by_ourselves(driver, tmp_path, 0, 3000, seed=1)
    assert run.executions == 3000
    ((name, length),) = run.faults.items()
    assert name.startswith("KeyError-test_drivers.py-")
    found = (tmp_path / "found" / name).read_bytes()
    assert len(found) == length
    with pytest.raises(KeyError) as raised:
        driver.check(found)
    assert where(raised.value) == name


def test_inputs_that_reach_new_lines_are_kept_and_mutated(tmp_path: Path) -> None:
    """Of our own rooms alone: what a test's own lines do leads nobody anywhere."""
    driver = find("obfuscation")
    by_ourselves(driver, tmp_path, 0, 150, seed=3)
    kept = list((tmp_path / "corpus").glob("own-3-*"))
    seeds = {seed[: driver.longest] for seed in driver.seeds()}
    assert kept
    assert all(path.read_bytes() not in seeds for path in kept)
