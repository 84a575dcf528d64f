"""Rewrite self-played games as clumsy players put them on the table; `python -m tools.habits --help`."""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from typing import TypeVar

from adjudicator.games import load
from adjudicator.rules.table import Table
from tools.mutate.workshops import WORKSHOPS
from tools.selfplay.desk import Play
from tools.selfplay.players import PLAYERS

from . import __doc__ as about
from .judged import Tally, judge, word
from .manifest import truth_of, write_truth
from .page import Luck
from .planted import kinds_of, lines, tried
from .rates import NAMES, SPLIT, rates_of
from .rewrite import game, module_of, rewrite
from .split import halves

T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Job:
    """What is asked for, for every game the same."""

    slug: str
    scenario: str
    turns: int
    rates: Mapping[str, float]
    folder: Path
    judged: bool
    shown: int


def main() -> int:
    given = _arguments()
    folder = given.output or Path(tempfile.mkdtemp(prefix="habits-"))
    rates = rates_of(given.rate, said=given.notes, no_clock=given.no_clock, generic_die=given.generic_die, only=given.only)
    if given.planted:
        return _planted(given, folder, rates)
    scenario = given.scenario or next(iter(PLAYERS[given.game].scenarios))
    job = Job(given.game, scenario, given.turns, rates, folder, given.judge or given.alone, given.shown)
    module_of(load(given.game), folder)
    seeds = range(given.seed, given.seed + given.games)
    if given.alone:
        return max(_alone(job, name, seeds, given) for name in given.only or NAMES)
    total = _together(job, seeds, given.jobs)
    if given.judge:
        print("\n".join(total.lines()))
    return 1 if total.accused else 0


def _together(job: Job, seeds: Iterable[int], jobs: int) -> Tally:
    total = Tally()
    for tally, said in _each(partial(_one, job), seeds, jobs):
        total.add(tally)
        print("\n".join(said), flush=True)
    return total


def _alone(job: Job, name: str, seeds: Iterable[int], given: argparse.Namespace) -> int:
    """The same games with one habit and no other."""
    total = _together(replace(job, rates=rates_of(given.rate, only=(name,))), seeds, given.jobs)
    shown = f"in {total.shown[name]} of {total.logs} logs, {total.accused} accused"
    print(f"{name.ljust(28)} {shown}; root findings {dict(total.roots)} {dict(total.rules)}", flush=True)
    return 1 if total.accused else 0


def _each(work: Callable[[T], R], things: Iterable[T], jobs: int) -> Iterator[R]:
    if jobs < 2:
        yield from map(work, things)
        return
    with get_context("fork").Pool(jobs) as pool:
        yield from pool.imap(work, things)


@cache
def _played(slug: str, scenario: str, seed: int, turns: int) -> tuple[list[Play], Table]:
    desk = PLAYERS[slug].play(load(slug), scenario, seed, turns)
    return desk.plays, desk.table


def _one(job: Job, seed: int) -> tuple[Tally, list[str]]:
    """One game: played, rewritten, written, and judged if that is asked for."""
    loaded, tally = load(job.slug), Tally()
    module = module_of(loaded, job.folder)
    plays, end = _played(job.slug, job.scenario, seed, job.turns)
    start = time.perf_counter()
    played = game(loaded, module, job.scenario, seed, plays, end)
    script = rewrite(played, job.rates)
    luck = Luck(SPLIT, job.rates.get(SPLIT, 0.0), random.Random(f"{seed} {SPLIT}"))
    parts = halves(script, played, job.folder / f"{job.slug}-{job.scenario}-{seed}.vlog", luck)
    for path, part in parts:
        write_truth(truth_of(part, played), path.with_suffix(".json"))
    names = " and ".join(path.name for path, _ in parts)
    said = [f"{names}: {script.steps} steps, {time.perf_counter() - start:.1f} s to rewrite"]
    for path, part in parts if job.judged else ():
        checked, seconds = judge(path, module)
        tally.count(part, checked, seconds)
        roots = [each for each in checked.findings if each.root]
        said += [f"{path.name} step {each.where.step}: {word(each)} {each.check}: {each.message}" for each in roots[: job.shown]]
    return tally, said


def _planted(given: argparse.Namespace, folder: Path, rates: Mapping[str, float]) -> int:
    loaded, workshop = load(given.game), WORKSHOPS[given.game]
    workshop = workshop if given.scenario is None else workshop.only(given.scenario)
    module = module_of(loaded, folder)
    work = partial(tried, loaded, module, workshop, rates=rates, seed=given.seed, number=given.each)
    rows = []
    for row, said in _each(work, kinds_of(workshop, given.planted), given.jobs):
        rows.append(row)
        print("\n".join(said or [f"{row.kind}: all {row.planted} found"]), flush=True)
    print("\n".join(lines(rows)))
    return 1 if any(row.fates["found"] < row.planted or row.elsewhere["illegal"] for row in rows) else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tools.habits", description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=sorted(PLAYERS))
    parser.add_argument("--scenario", help="the first one that the player knows, if it is not given; of violations all")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1, help="of the first game; the next ones count on")
    parser.add_argument("--turns", type=int, default=2)
    parser.add_argument("--rate", choices=("none", "everyday", "threefold"), default="everyday")
    parser.add_argument("--notes", choices=("all", "half", "none"), default="all", help="how many notes are typed at all")
    parser.add_argument("--no-clock", action="store_true", help="nobody clicks the turn counter")
    parser.add_argument("--generic-die", action="store_true", help="all dice with one button")
    parser.add_argument("--only", nargs="+", choices=NAMES, default=(), metavar="HABIT", help=f"of {', '.join(NAMES)}")
    parser.add_argument("-o", "--output", type=Path, help="the folder for the logs; a temporary one, if it is not given")
    parser.add_argument("--judge", action="store_true", help="judge the logs, and print what was found")
    parser.add_argument(
        "--alone", action="store_true", help="judge the games with one habit at a time, each of them or those of --only"
    )
    parser.add_argument("--shown", type=int, default=5, help="how many findings of each log are shown")
    parser.add_argument(
        "--planted", metavar="KIND", help="plant violations of this kind (or several, with commas) or of all; they are judged"
    )
    parser.add_argument("--each", type=int, default=1, help="so many violations of each kind")
    parser.add_argument("--jobs", type=int, choices=(1, 2), default=1, help="processes at once")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
