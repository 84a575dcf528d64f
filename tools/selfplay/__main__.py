"""Play whole games by the rules and count what the judge finds.

`python -m tools.selfplay koenigsberg-rg --games N --seed S --turns T`: exit code 1 if anything was found that should not be.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter

from adjudicator.games import load
from adjudicator.rules.words import said

from .campaign import LAST_TURN, play_game


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.selfplay", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--turns", type=int, default=LAST_TURN)
    parser.add_argument("--shown", type=int, default=3, help="refusals shown for each rule")
    given = parser.parse_args()
    loaded = load(given.game)
    kinds: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    start = time.perf_counter()
    for seed in range(given.seed, given.seed + given.games):
        desk = play_game(loaded, seed, given.turns)
        kinds.update(type(play.action).__name__ for play in desk.plays)
        for each in desk.refused:
            name = f"{each.judged.verdict.value} {type(each.judged.action).__name__} {each.rules}"
            refused[name] += 1
            if refused[name] <= given.shown:
                state = each.before.state
                print(f"seed {seed} turn {state.turn} {state.phase}: {said(each.before, each.judged.action)}")
                for one in each.judged.findings:
                    print(f"    {one.verdict.value} {one.rule}: {one.opinion.message} {sorted(one.opinion.truth.needs)}")
    spent = time.perf_counter() - start
    print(f"{given.games} games, {sum(kinds.values())} actions played in {spent:.1f} s: {dict(kinds.most_common())}")
    print(f"{sum(refused.values())} actions that the player took for legal were refused: {dict(refused.most_common())}")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
