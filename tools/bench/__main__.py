"""`python -m tools.bench`: how fast files are read, as ratios against a floor measured in the same run.

The floor is what no reader can do without: inflating, turning hex digits into bytes, taking the key off, decoding UTF-8. Each
measurement runs in a process of its own, so that its peak of memory is its own too. Ends with exit code 1 if a limit is broken.
"""

from __future__ import annotations

import argparse
import binascii
import gc
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

from adjudicator import sweeping
from tools.bench.inputs import big_save, long_log, many_pieces, write_game
from vassal_bridge.commands import AddPiece, ChangePiece
from vassal_bridge.limits import Limits
from vassal_bridge.outlines import outline
from vassal_bridge.saved import read_saved
from vassal_bridge.traits import trait_reader

MB = 1024 * 1024
LONG = Limits(steps=100_000, logged=400_000)  # longer than any log from a stranger may be: what is measured is how time grows


def floor(path: Path) -> None:
    with zipfile.ZipFile(path) as container:
        data = container.read("savedGame")
    key = int(data[5:7], 16)
    binascii.unhexlify(memoryview(data)[7:]).translate(bytes(byte ^ key for byte in range(256))).decode("utf-8")


def full(path: Path) -> None:
    """Every command typed, every piece and every changed state split into traits, every field of every distinct one read."""
    saved = read_saved(path, LONG)
    reader = trait_reader()
    types: dict[str | None, str] = {}

    def read(type_text: str, state_text: str) -> None:
        len(reader.piece(type_text, state_text)[-1].state["map"])  # taken apart when first asked for

    for entry in saved.position:
        for command in entry.commands():
            if type(command) is AddPiece:
                types[command.id] = command.type
                read(command.type, command.state)
    for step in saved.steps():
        for command in step.entry.logged():
            if type(command) is AddPiece:
                types[command.id] = command.type
                read(command.type, command.state)
            elif type(command) is ChangePiece and command.id in types:
                read(types[command.id], command.new_state)
                if command.old_state is not None:
                    read(types[command.id], command.old_state)
    for trait in reader.distinct:
        len(trait.type.rest), len(trait.state.rest)


def listing(path: Path) -> None:
    for _ in outline(read_saved(path, LONG)):
        pass


MEASURED: dict[str, Callable[[Path], None]] = {"floor": floor, "full": full, "listing": listing}

INPUTS: dict[str, Callable[[random.Random], str]] = {
    "big save": big_save,
    "big save, half": lambda rng: big_save(rng, 0.5),
    "20,000 pieces": many_pieces,
    "10,000 pieces": lambda rng: many_pieces(rng, 10_000),
    "50,000 steps": long_log,
    "25,000 steps": lambda rng: long_log(rng, 25_000),
}

RATIOS = (("big save", "full", 4.0), ("20,000 pieces", "full", 6.0), ("50,000 steps", "full", 6.0))
LISTINGS = (("big save", "listing", 2.0), ("20,000 pieces", "listing", 2.0))
GROWTH = (("big save, half", "big save"), ("10,000 pieces", "20,000 pieces"), ("25,000 steps", "50,000 steps"))
GROWTH_LIMIT = 2.3
MEMORY = (("big save", "full", 200 * MB),)
PROCESS_SECONDS = 0.25
PROCESS_BYTES = 350 * 1024


def measure(what: str, path: Path, rounds: int) -> dict[str, float]:
    """The best of some rounds, in seconds of processor time, and the peak of memory, of a fresh process."""
    command = [sys.executable, "-m", "tools.bench", "--measure", what, "--rounds", str(rounds), str(path)]
    result: dict[str, float] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return result


def measured_here(what: str, path: Path, rounds: int) -> dict[str, float]:
    sweeping.seldom()  # as the program itself has it
    best = float("inf")
    for _ in range(rounds):
        gc.collect()
        start = time.process_time()
        MEASURED[what](path)
        best = min(best, time.process_time() - start)
    return {"seconds": best, "bytes": peak_of_memory()}


def peak_of_memory() -> int:
    """Of this process alone; what `getrusage` says counts the process that started it too."""
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def whole_process(folder: Path) -> float:
    """`adjudicate show` on a save of 350 KB, from start to end of the process, by the clock."""
    path = folder / "350 KB.vsav"
    pieces = 400
    while not path.exists() or path.stat().st_size < PROCESS_BYTES:
        write_game(path, many_pieces(random.Random(pieces), pieces))
        pieces = pieces * 3 // 2
    best = float("inf")
    for _ in range(5):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-m", "adjudicator.cli", "show", str(path)], check=True, capture_output=True)
        best = min(best, time.perf_counter() - start)
    return best


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", nargs="?", type=Path)
    parser.add_argument("--measure", choices=[*MEASURED, "check"])
    parser.add_argument("--module", type=Path, help="of the log that is checked")
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    if arguments.measure == "check":
        from tools.bench.checking import check

        print(json.dumps(check(arguments.module, arguments.path, peak_of_memory)))
        return 0
    if arguments.measure:
        print(json.dumps(measured_here(arguments.measure, arguments.path, arguments.rounds)))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        return report(Path(folder), arguments.rounds)


def report(folder: Path, rounds: int) -> int:
    paths: dict[str, Path] = {}
    for number, (name, make) in enumerate(INPUTS.items()):
        paths[name] = folder / f"{number}.zip"
        write_game(paths[name], make(random.Random(1945)))
    floors = {name: measure("floor", paths[name], rounds)["seconds"] for name in paths}
    results = {(name, what): measure(what, paths[name], rounds) for name in paths for what in ("full", "listing")}
    broken = 0

    def line(title: str, value: str, limit: str, well: bool) -> None:
        nonlocal broken
        broken += not well
        print(f"{title:58} {value:>12}   limit {limit:>8}   {'ok' if well else 'BROKEN'}")

    for name, what, limit in RATIOS + LISTINGS:
        seconds = results[name, what]["seconds"]
        ratio = seconds / floors[name]
        line(f"{name}, {what}: {seconds:.3f} s, floor {floors[name]:.3f} s", f"{ratio:.2f} x", f"{limit:.1f} x", ratio <= limit)
    for small, large in GROWTH:
        growth = results[large, "full"]["seconds"] / results[small, "full"]["seconds"]
        line(f"{large} against {small}", f"{growth:.2f} x", f"{GROWTH_LIMIT:.1f} x", growth <= GROWTH_LIMIT)
    for name, what, most in MEMORY:
        used = results[name, what]["bytes"]
        line(f"{name}, {what}: peak of memory", f"{used / MB:.0f} MB", f"{most // MB} MB", used <= most)
    seconds = whole_process(folder)
    line("adjudicate show, 350 KB, whole process", f"{seconds:.3f} s", f"{PROCESS_SECONDS} s", seconds <= PROCESS_SECONDS)
    from tools.bench import checking, judging

    for title, value, most_, well in judging.report():
        line(title, value, most_, well)
    for title, value, most_, well in checking.report(folder, lambda path: measure("full", path, rounds)["seconds"]):
        line(title, value, most_, well)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
