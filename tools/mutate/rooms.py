"""The rooms whose numbers are changed, each with the tests that should notice."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from tools.mutate.source import of_python
from tools.mutate.workers import Group, Job, Replaced

ROOT = Path(__file__).parents[2]
_NOT_CHANGED = ("__init__.py", "shared.py")


@dataclass(frozen=True)
class House:
    """Rooms that are tested by the same tests, after those named like the room itself."""

    rooms: tuple[str, ...]
    tests: tuple[str, ...]

    def files(self) -> Iterator[tuple[Path, Path]]:
        """Each file, with the room it lies in."""
        for room in self.rooms:
            folder = ROOT / "adjudicator" / room
            yield from ((folder, path) for path in sorted(folder.rglob("*.py")) if path.name not in _NOT_CHANGED)

    def tests_of(self, room: Path, path: Path) -> list[str]:
        names = [path.stem, path.relative_to(room).parts[0].removesuffix(".py")]
        own = [test for name in names for test in sorted((ROOT / "tests" / room.name).rglob(f"test_{name}*.py"))]
        return list(dict.fromkeys(str(test) for test in (*own, *(ROOT / test for test in self.tests))))


HOUSES = {
    "rules": House(("rules",), ("tests/rules", "tests/properties/test_movement_properties.py", "tests/games/test_cases.py")),
    "reader": House(
        ("explain", "evidence"), ("tests/explain", "tests/evidence", "tests/referee", "tests/selfplay/test_samples.py")
    ),
}


def of_rooms(house: House, names: Sequence[str]) -> list[Group]:
    """The mutants of the files of a house, or of those whose names begin so."""
    found: list[Group] = []
    for room, path in house.files():
        name = path.relative_to(room).as_posix()
        if names and not any(name.startswith(each) for each in names):
            continue
        mutants = of_python(path.read_text("utf-8"))
        found.append((name, [(each, partial(_tested, house, room, path, each.source)) for each in mutants]))
    return found


def as_they_are(house: House) -> Job:
    """The tests of a house without any change: were they red, they would notice nothing."""
    room, path = next(house.files())
    return partial(_tested, house, room, path, path.read_text("utf-8"))


def _tested(house: House, room: Path, path: Path, source: str) -> int:
    module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    sys.meta_path.insert(0, Replaced(module, str(path), source))
    quiet = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--hypothesis-seed=0"]
    return int(pytest.main([*quiet, *house.tests_of(room, path)]))
