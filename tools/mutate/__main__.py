"""Is every number of a rule held by a test or a case?

`python -m tools.mutate rules [ROOM …]` changes the shared rules, `python -m tools.mutate game SLUG` the bindings and own rules of
a game, one change at a time. Prints the changes nobody noticed, and the share that was noticed; ends with exit code 1 if that is
below 95 in a hundred.

`python -m tools.mutate logs SLUG` plants violations in self-played VASSAL logs, one in each, and judges them; ends with exit code
1 unless each is found at its step by a rule that forbids it, and nothing else is.
"""

from __future__ import annotations

import argparse
import random
import sys
from functools import partial
from pathlib import Path

import hypothesis.extra  # noqa: F401  # what every child process needs is imported once, before they start
import pydantic  # noqa: F401
import pytest

from tools.mutate.source import of_python
from tools.mutate.workers import Group, Job, Replaced, failures

ROOT = Path(__file__).parents[2]
RULES = ROOT / "adjudicator" / "rules"
LEAST = 0.95


def tests_of(path: Path) -> list[str]:
    """The tests of a room first, then those of all rooms, then the cases of the games."""
    room = path.relative_to(RULES).parts[0].removesuffix(".py")
    own = sorted(str(test) for test in (ROOT / "tests" / "rules").glob(f"test_{room}*.py"))
    more = ["tests/rules", "tests/properties/test_movement_properties.py", "tests/games/test_cases.py"]
    return [*own, *(str(ROOT / test) for test in more if (ROOT / test).exists())]


def _tested(module: str, path: Path, source: str) -> int:
    sys.meta_path.insert(0, Replaced(module, str(path), source))
    return int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--hypothesis-seed=0", *tests_of(path)]))


def of_rules(names: list[str]) -> list[Group]:
    found: list[Group] = []
    for path in sorted(RULES.rglob("*.py")):
        room = path.relative_to(RULES).as_posix()
        if path.name in ("__init__.py", "shared.py") or (names and not any(room.startswith(name) for name in names)):
            continue
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        mutants = list(of_python(path.read_text("utf-8")))
        found.append((room, [(each, partial(_tested, module, path, each.source)) for each in mutants]))
    return found


def measure(groups: list[Group], unchanged: Job, sample: int | None, processes: int) -> float:
    noticed = total = 0
    if any(failures([unchanged], 1)):
        raise SystemExit("the tests and cases fail without any change, so they notice nothing")
    for name, mutants in groups:
        chosen = random.Random(name).sample(mutants, sample) if sample is not None and len(mutants) > sample else mutants
        died = failures([job for _, job in chosen], processes)
        for (mutant, _), dead in zip(chosen, died, strict=True):
            if not dead:
                print(f"unnoticed  {name} {mutant.where}: {mutant.change}", flush=True)
        noticed, total = noticed + sum(died), total + len(died)
        print(f"{name}: {sum(died)} of {len(died)} noticed", flush=True)
    rate = noticed / total if total else 1.0
    print(f"{noticed} of {total} noticed: {100 * rate:.1f} in a hundred (at least {100 * LEAST:g})")
    return rate


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.mutate", description=__doc__)
    commands = parser.add_subparsers(dest="what", required=True)
    rules = commands.add_parser("rules")
    rules.add_argument("names", nargs="*", help="rooms, such as zoc.py or movement")
    game = commands.add_parser("game")
    game.add_argument("slug")
    for command in (rules, game):
        command.add_argument("--sample", type=int, help="at most so many changes of each file")
        command.add_argument("--processes", type=int, default=2)
    logs = commands.add_parser("logs")
    logs.add_argument("slug")
    logs.add_argument("--scenario", help="play only this one, if the game has several")
    logs.add_argument("--each", type=int, default=3, help="so many mutants of each kind")
    logs.add_argument("--kinds", default="", help="only these, with commas between them")
    logs.add_argument("--seed", type=int, default=1, help="of the first game")
    logs.add_argument("--logs", type=Path, help="keep the logs in this folder")
    logs.add_argument("--module", type=Path, help="the module to write logs of; built if it is not given")
    logs.add_argument("--strip", choices=("notes", "tracker", "all"), help="leave out what players say, the counter, both")
    logs.add_argument("--fix", action="store_true", help="correct each log too, and judge the corrected position")
    logs.add_argument("--shown", type=int, default=2, help="how many mutants of a kind that did not come out are shown")
    given = parser.parse_args()
    if given.what == "logs":
        from tools.mutate.logs import run  # not before, as below
        from tools.mutate.workshops import WORKSHOPS

        return run(
            given.slug,
            WORKSHOPS[given.slug],
            each=given.each,
            names=[name.strip() for name in given.kinds.split(",") if name.strip()],
            scenario=given.scenario,
            seed=given.seed,
            folder=given.logs,
            module=given.module,
            habit=given.strip,
            fix=given.fix,
            shown=given.shown,
        )
    if given.what == "rules":
        groups = of_rules(given.names)
        unchanged: Job = partial(_tested, "adjudicator.rules.zoc", RULES / "zoc.py", (RULES / "zoc.py").read_text("utf-8"))
    else:
        from tools.mutate.games import (  # not before: it imports the rules, which the other kind of mutant replaces
            as_it_is,
            of_game,
        )

        groups = of_game(ROOT / "modules" / given.slug)
        unchanged = as_it_is(ROOT / "modules" / given.slug)
    return 0 if measure(groups, unchanged, given.sample, given.processes) >= LEAST else 1


if __name__ == "__main__":
    sys.exit(main())
