"""`python -m tests.fuzz [DRIVER ...] --seconds 60`: every driver in a process of its own, and a table of what came out.

Ends with exit code 1 if something came out that must not. The corpus of each driver stays in `--place`, to be gone on with.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from importlib import import_module, util
from pathlib import Path
from typing import Any

from tests.fuzz.driver import ROOT, Driver
from tests.fuzz.engine import by_ourselves, with_atheris

ROOMS = {
    "tests.fuzz.containers": ("archive", "obfuscation", "sequence", "commands", "traits"),
    "tests.fuzz.played": ("buildfile", "logs", "replay"),
    "tests.fuzz.written": ("games", "bindings", "cases", "facts", "answers", "notes"),
}
NAMES = [name for names in ROOMS.values() for name in names]


def find(name: str) -> Driver:
    """Imported only here, so that an engine can watch the code as it is loaded."""
    module = next(module for module, names in ROOMS.items() if name in names)
    found: Driver = next(each for each in import_module(module).DRIVERS if each.name == name)
    return found


def run_here(name: str, options: argparse.Namespace) -> None:
    place = options.place / name
    place.mkdir(parents=True, exist_ok=True)
    if options.engine == "atheris":
        with_atheris(name, find, place, options.seconds, options.runs)
    else:
        by_ourselves(find(name), place, options.seconds, options.runs, options.seed)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def run_all(options: argparse.Namespace) -> int:
    total = faults = 0
    for name in options.drivers or NAMES:
        report = options.place / name / "run.json"
        report.unlink(missing_ok=True)
        command = [sys.executable, "-m", "tests.fuzz", "--here", name, "--engine", options.engine, "--place", str(options.place)]
        command += ["--seconds", str(options.seconds), "--runs", str(options.runs), "--seed", str(options.seed)]
        ended = subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        told: dict[str, Any] = (
            json.loads(report.read_text("utf-8")) if report.exists() else {"executions": 0, "seconds": 0, "faults": []}
        )
        if ended.returncode:
            told["faults"].append(f"the engine ended with {ended.returncode}: {ended.stderr.strip()[-300:]}")
        total += told["executions"]
        faults += len(told["faults"])
        found = ", ".join(told["faults"]) or "well"
        _say(f"{name:12} {told['executions']:>12,} inputs in {told['seconds']:>8} s   {found}")
    _say(f"{'all':12} {total:>12,} inputs by {options.engine}; what came out lies in {options.place}/DRIVER/found")
    return 1 if faults else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("drivers", nargs="*", choices=[*NAMES, []], metavar="DRIVER", help=", ".join(NAMES))
    parser.add_argument("--seconds", type=int, default=60, help="for each driver; 0: without end")
    parser.add_argument("--runs", type=int, default=0, help="inputs for each driver at most; 0: any number")
    parser.add_argument("--seed", type=int, default=1, help="of our own engine")
    parser.add_argument("--engine", choices=["atheris", "own"], default="atheris" if util.find_spec("atheris") else "own")
    parser.add_argument("--place", type=Path, default=ROOT / ".fuzz", help="where corpus and faults are kept")
    parser.add_argument("--here", choices=NAMES, help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.place = options.place.resolve()
    if options.here:
        run_here(options.here, options)
        return 0
    return run_all(options)


if __name__ == "__main__":
    sys.exit(main())
