"""Is every number of a rule held by a test or a case?

`python -m tools.mutate rules [ROOM …]` changes the shared rules, `python -m tools.mutate reader [ROOM …]` what reads logs,
`python -m tools.mutate game SLUG` the bindings and own rules of a game, one change at a time. Prints the changes nobody noticed,
and the share that was noticed; ends with exit code 1 if that is below 95 in a hundred.

`python -m tools.mutate logs SLUG` plants violations in self-played VASSAL logs, one in each, and judges them; ends with exit code
1 unless each is found at its step by a rule that forbids it, and nothing else is.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

import hypothesis.extra  # noqa: F401  # what every child process needs is imported once, before they start
import pydantic  # noqa: F401

from tools.mutate.rooms import HOUSES, ROOT, as_they_are, of_rooms
from tools.mutate.workers import Group, Job, failures

LEAST = 0.95


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
    of_houses = [commands.add_parser(name) for name in HOUSES]
    for house in of_houses:
        house.add_argument("names", nargs="*", help="rooms, such as zoc.py or movement")
    game = commands.add_parser("game")
    game.add_argument("slug")
    for command in (*of_houses, game):
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
    groups: list[Group]
    unchanged: Job
    if given.what in HOUSES:
        groups, unchanged = of_rooms(HOUSES[given.what], given.names), as_they_are(HOUSES[given.what])
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
