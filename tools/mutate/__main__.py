"""`python -m tools.mutate rules [MODULE …]` changes shared rules; `python -m tools.mutate game SLUG` changes a game's bindings and own rules.

Prints each survivor and the share that was noticed; ends with exit code 1 if that is below 95 in a hundred.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

import pytest

from tools.mutate.source import mutants
from tools.mutate.workers import run_all

ROOT = Path(__file__).parents[2]
RULES = ROOT / "adjudicator" / "rules"
LEAST = 0.95


def tests_of(path: Path) -> list[str]:
    """The tests of a room first, then those of all rooms, then the games' cases."""
    room = path.relative_to(RULES).parts[0].removesuffix(".py")
    own = sorted(str(test) for test in (ROOT / "tests" / "rules").glob(f"test_{room}*.py"))
    more = ["tests/rules", "tests/properties/test_movement_properties.py", "tests/cases"]
    return [*own, *(str(ROOT / test) for test in more if (ROOT / test).exists())]


def mutate_rules(names: list[str], sample: int | None, processes: int) -> float:
    paths = [path for path in sorted(RULES.rglob("*.py")) if path.name not in ("__init__.py", "shared.py")]
    if names:
        paths = [path for path in paths if any(path.relative_to(RULES).as_posix().startswith(name) for name in names)]
    killed = total = 0
    for path in paths:
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        found = list(mutants(path.read_text("utf-8")))
        if sample is not None and len(found) > sample:
            found = random.Random(module).sample(found, sample)
        arguments = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--hypothesis-seed=0", *tests_of(path)]
        died = run_all([(module, str(path), each.source) for each in found], lambda given=arguments: int(pytest.main(given)), processes)
        for mutant, dead in zip(found, died, strict=True):
            if not dead:
                print(f"survived  {path.relative_to(ROOT)}:{mutant.line}  {mutant.change}", flush=True)
        killed, total = killed + sum(died), total + len(died)
        print(f"{path.relative_to(ROOT)}: {sum(died)} of {len(died)} noticed", flush=True)
    return _rate(killed, total)


def _rate(killed: int, total: int) -> float:
    rate = killed / total if total else 1.0
    print(f"{killed} of {total} noticed: {100 * rate:.1f} in a hundred (at least {100 * LEAST:g})")
    return rate


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.mutate", description=__doc__)
    commands = parser.add_subparsers(dest="what", required=True)
    rules = commands.add_parser("rules")
    rules.add_argument("names", nargs="*", help="rooms, such as zoc.py or movement")
    rules.add_argument("--sample", type=int, help="at most so many mutants of each file")
    rules.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    return 0 if mutate_rules(given.names, given.sample, given.processes) >= LEAST else 1


if __name__ == "__main__":
    sys.exit(main())
