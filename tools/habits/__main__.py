"""Rewrite self-played games as clumsy players put them on the table; `python -m tools.habits --help`."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from adjudicator.games import load
from tools.selfplay.players import PLAYERS

from . import __doc__ as about
from .judged import Tally, judge, word
from .manifest import truth_of, write_truth
from .rates import NAMES, rates_of
from .rewrite import game, module_of, rewrite, write


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tools.habits", description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=sorted(PLAYERS))
    parser.add_argument("--scenario", help="the first one that the player knows, if it is not given")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1, help="of the first game; the next ones count on")
    parser.add_argument("--turns", type=int, default=2)
    parser.add_argument("--rate", choices=("none", "everyday", "threefold"), default="everyday")
    parser.add_argument("--notes", choices=("all", "half", "none"), default="all")
    parser.add_argument("--no-clock", action="store_true", help="nobody clicks the turn counter")
    parser.add_argument("--generic-die", action="store_true", help="all dice with one button")
    parser.add_argument("--only", nargs="+", choices=NAMES, default=(), metavar="HABIT", help=f"of {', '.join(NAMES)}")
    parser.add_argument("-o", "--output", type=Path, help="the folder for the logs; a temporary one, if it is not given")
    parser.add_argument("--judge", action="store_true", help="judge the logs, and print what was found")
    parser.add_argument("--shown", type=int, default=5, help="how many findings of each log are shown")
    given = parser.parse_args()
    folder = given.output or Path(tempfile.mkdtemp(prefix="habits-"))
    loaded, player = load(given.game), PLAYERS[given.game]
    module = module_of(loaded, folder)
    scenario = given.scenario or next(iter(player.scenarios))
    rates = rates_of(given.rate, said=given.notes, no_clock=given.no_clock, generic_die=given.generic_die, only=given.only)
    tally = Tally()
    for seed in range(given.seed, given.seed + given.games):
        desk = player.play(loaded, scenario, seed, given.turns)
        start = time.perf_counter()
        played = game(loaded, module, scenario, seed, desk.plays, desk.table)
        script = rewrite(played, rates)
        path = folder / f"{given.game}-{scenario}-{seed}.vlog"
        write(script, played, path)
        write_truth(truth_of(script, played), path.with_suffix(".json"))
        print(f"{path}: {script.steps} steps, {time.perf_counter() - start:.1f} s", file=sys.stderr, flush=True)
        if given.judge:
            checked, seconds = judge(path, module)
            tally.count(script, checked, seconds)
            roots = [each for each in checked.findings if each.root]
            for each in roots[: given.shown]:
                print(f"{path.name} step {each.where.step}: {word(each)} {each.check}: {each.message}", flush=True)
    if given.judge:
        print("\n".join(tally.lines()))
    return 1 if tally.accused else 0


if __name__ == "__main__":
    sys.exit(main())
