"""How fast `adjudicate check` judges logs of our module: a first turn, process start included, and a whole game of 2,000 steps;
and how fast a worker of `adjudicate batch` judges games as they were self-played, when it has judged one before.

The games are played on the spot, alike for everybody. Seconds are of processor time of a fresh process, from start to end. The
floors are what no such process can do without: starting with the libraries, and reading every command and trait of the log.
The program is compiled once, as an installed one is, also where Python is told to keep nothing that it compiled: then the first
of some processes compiles it, and the others are what is measured.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from adjudicator.games import load
from adjudicator.modulebuild.pack import write_module
from tools.selfplay.logs import chronicle_of, set_up_of, write_log
from tools.selfplay.players import PLAYERS

GAME, SEED, STEPS = "koenigsberg-rg", 11, 2_000
MB = 1024 * 1024
TURN_SECONDS, TURN_TIMES = 0.8, 10.0
GAME_SECONDS, GAME_TIMES = 3.0, 70.0
WARM_SEEDS, WARM_STEPS, WARM_SECONDS = (11, 12, 13), 1_500, 1.4  # promised for so many steps: 0.35 s
MOST_BYTES = 300 * MB
_BARE = "import click, lxml.etree, msgspec, pydantic, time; pydantic.TypeAdapter(int); print(time.process_time())"
PeakOfMemory = Callable[[], int]


def talkative(steps: list[list[str]], wanted: int) -> Iterator[Iterable[str]]:
    """The steps with as much talk between them as makes so many in all: self-played games are shorter than those of people."""
    talk = max(0, wanted - len(steps))
    every = max(1, len(steps) // talk) if talk else 0
    for number, step in enumerate(steps):
        yield step
        if talk and number % every == 0:
            talk -= 1
            yield [f"CHAT<Ada> - now what about number {number}?"]


def written(folder: Path) -> tuple[Path, Path, Path]:
    """The module, a log of the first turn, and one of a whole game."""
    loaded, player = load(GAME), PLAYERS[GAME]
    scenario, turns = next(iter(player.scenarios.items()))
    module = folder / f"{GAME}.vmod"
    write_module(loaded, module)
    start = set_up_of(module, scenario, folder)
    paths = []
    for last, wanted in ((1, 0), (turns, STEPS)):
        desk = player.play(loaded, scenario, SEED, last)
        told = chronicle_of(loaded, module, start, SEED)
        told.tell(desk.plays, desk.table)
        paths.append(folder / f"{last} turns.vlog")
        write_log(start, talkative(told.steps, wanted), paths[-1])
    return module, paths[0], paths[1]


def _compiled(folder: Path) -> dict[str, str]:
    """The environment of a process that finds in a folder what was compiled by those before it."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": str(folder / "compiled")}


def measured(module: Path, log: Path, rounds: int = 3) -> tuple[float, int]:
    """Seconds and bytes that checking a log takes: the best of some processes."""
    command = [sys.executable, "-m", "tools.bench", "--measure", "check", "--module", str(module), str(log)]
    env = _compiled(log.parent)
    runs = (subprocess.run(command, check=True, capture_output=True, text=True, env=env) for _ in range(rounds))
    found = [json.loads(each.stdout) for each in runs]
    return min(each["seconds"] for each in found), min(each["bytes"] for each in found)


def check(module: Path, log: Path, peak: PeakOfMemory) -> dict[str, float]:
    """Check a log in this process, as the command does, and say what the process has taken since it was started."""
    from adjudicator.cli import main

    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
        main(["check", "-m", str(module), str(log)])
    return {"seconds": time.process_time(), "bytes": peak()}


def warm(folder: Path) -> tuple[float, float]:
    """Seconds of a worker for a game without talk, and its steps: of the games behind the first, which warms it."""
    from adjudicator import sweeping
    from adjudicator.batch.judge import Judge
    from adjudicator.batch.unit import Task

    sweeping.seldom()
    loaded, player = load(GAME), PLAYERS[GAME]
    scenario, turns = next(iter(player.scenarios.items()))
    module = folder / f"{GAME}.vmod"
    judge, seconds, steps = Judge({"modules": [str(module)]}), 0.0, 0
    for seed in WARM_SEEDS:
        start = set_up_of(module, scenario, folder)
        desk = player.play(loaded, scenario, seed, turns)
        told = chronicle_of(loaded, module, start, seed)
        told.tell(desk.plays, desk.table)
        path = folder / f"game {seed}.vlog"
        write_log(start, told.steps, path)
        begun = time.process_time()
        judge.judge(Task(path.name, "", str(path), b""))
        if seed != WARM_SEEDS[0]:
            seconds, steps = seconds + time.process_time() - begun, steps + len(told.steps)
    games = len(WARM_SEEDS) - 1
    return seconds / games, steps / games


def bare(rounds: int = 3) -> float:
    """A process that starts with the libraries and does nothing."""
    command = [sys.executable, "-c", _BARE]
    return min(float(subprocess.run(command, check=True, capture_output=True, text=True).stdout) for _ in range(rounds))


def report(folder: Path, reading: Callable[[Path], float]) -> Iterator[tuple[str, str, str, bool]]:
    """Title, value, limit, and whether it is kept, for each measurement; `reading` measures the floor of a log."""
    module, turn, game = written(folder)
    for title, log, floor, most, times in (
        ("adjudicate check, a turn, whole process", turn, bare(), TURN_SECONDS, TURN_TIMES),
        (f"adjudicate check, a game of {STEPS:,} steps", game, reading(game), GAME_SECONDS, GAME_TIMES),
    ):
        seconds, used = measured(module, log)
        yield title, f"{seconds:.2f} s", f"{most:.1f} s", seconds <= most
        yield f"  against its floor of {floor:.3f} s", f"{seconds / floor:.1f} x", f"{times:.0f} x", seconds / floor <= times
        yield "  peak of memory", f"{used / MB:.0f} MB", f"{MOST_BYTES // MB} MB", used <= MOST_BYTES
    seconds, steps = warm(folder)
    scaled = seconds / steps * WARM_STEPS
    title = f"a game of {steps:,.0f} steps, warm worker; for {WARM_STEPS:,} steps"
    yield title, f"{scaled:.2f} s", f"{WARM_SECONDS} s", scaled <= WARM_SECONDS
