"""Play whole games by the rules and count what the judge finds.

`python -m tools.selfplay koenigsberg-rg --games N --seed S --turns T` plays on the engine, writes each game as a VASSAL log of
our module of it, and judges that log as `adjudicate check` does. Exit code 1 if anything was found: nothing should be.

With `--strip` the logs are those of players who type no notes, move no turn counter, or neither. Then something may be left open,
but nothing may be found illegal; what the combats were taken for is counted too. With `--later N` each log is judged also as it
would begin after every Nth of its steps: again nothing may be found illegal.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from adjudicator.explain.judging import Choices
from adjudicator.games import load
from adjudicator.verdict import Verdict

from .players import PLAYERS
from .strip import HABITS
from .trial import Tally, press


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.selfplay", description=__doc__)
    parser.add_argument("game", choices=sorted(PLAYERS))
    parser.add_argument("--scenario", help="the first one that the player knows, if it is not given")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1, help="of the first game; the next ones count on")
    parser.add_argument("--turns", type=int, help="all of them, if it is not given")
    parser.add_argument("--engine-only", action="store_true", help="write no logs")
    parser.add_argument("--logs", type=Path, help="keep the logs in this folder")
    parser.add_argument("--module", type=Path, help="the module to write logs of; built if it is not given")
    parser.add_argument(
        "--strip", choices=HABITS, help="write the logs as players do who type no notes, move no counter, or neither"
    )
    parser.add_argument(
        "--untrusted", action="store_true", help="judge the logs as those of a module of which nobody knows what it prints"
    )
    parser.add_argument(
        "--later", type=int, default=0, help="judge each log also as it would begin after every so many of its steps"
    )
    parser.add_argument("--option", action="append", help="an optional rule that is played with (repeat the option)")
    parser.add_argument("--shown", type=int, default=3, help="how many of each sort of finding are shown")
    given = parser.parse_args()
    loaded, player = load(given.game, options=given.option), PLAYERS[given.game]
    scenario = given.scenario or next(iter(player.scenarios))
    turns = given.turns or player.scenarios[scenario]
    choices = Choices(foreign=given.untrusted, options=given.option)
    printing = None if given.engine_only else press(loaded, scenario, given.logs, given.module, given.strip, choices)
    if printing is not None:
        printing.later = given.later
    tally, start = Tally(), time.perf_counter()
    for seed in range(given.seed, given.seed + given.games):
        desk = player.play(loaded, scenario, seed, turns)
        lines = list(tally.count(desk, seed, given.shown))
        if printing is not None:
            lines += printing.check(desk, seed, tally, given.shown)
        for line in lines:
            print(line, flush=True)
    spent = time.perf_counter() - start
    print(f"{given.games} games, {sum(tally.kinds.values())} actions in {spent:.1f} s: {dict(tally.kinds.most_common())}")
    print(f"taken for legal and refused: {sum(tally.refused.values())} {dict(tally.refused.most_common())}")
    if printing is not None:
        print(f"logs: {tally.steps} steps, {tally.read} actions read; findings: {sum(tally.found.values())} {dict(tally.found)}")
        print(f"actions judged: {dict(tally.verdicts)}; slowest log {tally.slowest:.1f} s")
        if tally.begun:
            print(f"logs that begin in the middle: {tally.begun}, {tally.open} actions undecided")
        for name, count in sorted(tally.combats.items()):
            print(f"  {count:5} {name}")
    # In a stripped log, or on a map that nobody knows, much may be open; what must never be is an accusation.
    may_be_open = given.strip is not None or given.untrusted
    wrong = [name for name in tally.found if not may_be_open or not name.startswith(Verdict.UNDECIDED.value)]
    return 1 if tally.refused or wrong else 0


if __name__ == "__main__":
    sys.exit(main())
