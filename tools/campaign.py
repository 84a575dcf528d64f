"""A campaign by e-mail made up on the spot, with faults planted in it, and its audit: `python -m tools.campaign`.

Thirty logs of a thousand steps with 2,300 counters on the map: honest hand-overs but for three, and one turn played twice. The
audit must find just those, in no more than ten times what decoding the logs takes, and in less than 1 GB of memory. Each
measurement runs in a process of its own. Ends with exit code 1 if something is not found, or a limit is broken.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from adjudicator.audit.model import AuditReport
from adjudicator.audit.run import audit
from adjudicator.evidence.gather import gather
from adjudicator.finding import Finding
from adjudicator.library.shelf import Library
from adjudicator.report import render
from adjudicator.verdict import Severity
from tools.bench.__main__ import MB, full, peak_of_memory
from tools.tables import LEVEL, Table
from vassal_bridge.compose import write_new
from vassal_bridge.metadata import MetaData
from vassal_bridge.saved import read_saved

LOGS, STEPS, PIECES = 30, 1_000, 2_300
TIMES_DECODING = 10.0
_FORKS = ("hand-over/fork", "dice/replayed")  # two versions of a turn; the second where play went on from one with other dice
MOST_BYTES = 1024 * MB


@dataclass(frozen=True)
class Campaign:
    """The files in the order they were played, and what an audit must find.

    That is, of `faults`, the names of the pieces that changed before a log, and of `fork` the two logs that start alike.
    """

    paths: tuple[Path, ...]
    faults: dict[str, frozenset[str]]
    fork: frozenset[str]


def campaign(folder: Path, logs: int = LOGS, steps: int = STEPS, pieces: int = PIECES, seed: int = 1945) -> Campaign:
    """Write a campaign. The names of the files say nothing of their order."""
    rng = random.Random(seed)
    table = Table(rng)
    for _ in range(pieces):
        table.add(*table.some_place())
    names = rng.sample([f"{number:04x}.vlog" for number in range(4096)], logs)
    faulty = dict(zip(rng.sample(range(1, logs - 2), min(3, logs - 3)), ("moved", "flipped", "added"), strict=False))
    forked = next(number for number in range(logs // 2, logs) if number not in faulty and number > 0)
    paths: list[Path] = []
    faults: dict[str, frozenset[str]] = {}
    fork: frozenset[str] = frozenset()
    for number, name in enumerate(names[:-1]):
        if number in faulty:
            faults[name] = frozenset(_tamper(table, faulty[number]))
        if number == forked:
            fork = frozenset((name, names[-1]))
            paths.append(_write(folder / names[-1], table.twin(), steps, number % 2))
        paths.append(_write(folder / name, table, steps, number % 2))
    return Campaign(tuple(paths), faults, fork)


def _tamper(table: Table, how: str) -> Iterator[str]:
    piece = table.pieces[table.rng.randrange(len(table.pieces))]
    if how == "added":
        yield table.add(35, 35).name
        return
    if how == "flipped":
        piece.states[LEVEL] = str(int(piece.states[LEVEL]) % 2 + 1)
    else:
        alone = [one for one in table.pieces if len(table.stacks[one.stack]) == 1]  # who lies above it would sink
        piece = alone[table.rng.randrange(len(alone))]
        table.shift(piece, 35, 105)
    yield piece.name


def _write(path: Path, table: Table, steps: int, player: int) -> Path:
    entries = table.position()
    entries += tuple(table.steps(steps, player))
    table.clock += 3_600_000
    write_new(path, entries, MetaData("3.7.26", table.clock, None, "Campaign", "1.0"))
    return path


# --- judging --------------------------------------------------------------------------------------------------------------------


def audited(made: Campaign) -> AuditReport:
    """The audit as `adjudicate audit` makes it, files in an order that tells nothing."""
    found = gather(sorted(made.paths), (), Library(made.paths[0].parent / "no library"))
    return audit(found.histories, found.problems)


def mistakes(made: Campaign, report: AuditReport) -> list[str]:
    """What the audit did not find, or found too much."""
    said: list[str] = []
    differing = {one.where.file: one for one in report.findings if one.check == "hand-over/differs"}
    for name, pieces in made.faults.items():
        rows = _names(differing[name]) if name in differing else frozenset()
        if rows != pieces:
            said.append(f"{name}: {sorted(pieces)} changed, found {sorted(rows)}")
    said += [f"{name} is accused" for name in differing if name not in made.faults]
    forks = [frozenset(row.value for row in one.rows) for one in report.findings if one.check in _FORKS]
    if forks != [made.fork]:
        said.append(f"fork {sorted(made.fork)}, found {[sorted(fork) for fork in forks]}")
    known = ("hand-over/differs", *_FORKS)
    others = [one for one in report.findings if one.severity is not Severity.NOTE and one.check not in known]
    said += [f"{one.check} in {one.where.file}: {one.message}" for one in others]
    played = [path.name for path in made.paths if path.name not in made.fork]
    if [name for name in report.order if name not in made.fork] != played:
        said.append(f"played as {played}, ordered as {list(report.order)}")
    return said


def _names(finding: Finding) -> frozenset[str]:
    return frozenset(
        row.value.removesuffix(" + (reduced)").removesuffix("+ (reduced)").removesuffix(" (reduced)") for row in finding.rows
    )


# --- measuring ------------------------------------------------------------------------------------------------------------------


def measure(what: str, folder: Path) -> dict[str, float]:
    command = [sys.executable, "-m", "tools.campaign", "--measure", what, str(folder)]
    result: dict[str, float] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return result


def measured_here(what: str, folder: Path) -> dict[str, float]:
    paths = sorted(folder.glob("*.vlog"))
    start = time.process_time()
    if what == "audit":
        found = gather(paths, (), Library(folder / "no library"))
        render(audit(found.histories, found.problems), "json")
    else:
        for path in paths:
            full(path) if what == "decode" else read_saved(path)
    return {"seconds": time.process_time() - start, "bytes": peak_of_memory()}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, help="write the campaign there, and leave it there")
    parser.add_argument("--measure", choices=("decode", "read", "audit"))
    parser.add_argument("--logs", type=int, default=LOGS)
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--pieces", type=int, default=PIECES)
    arguments = parser.parse_args()
    if arguments.measure:
        print(json.dumps(measured_here(arguments.measure, arguments.folder)))
        return 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        return judge(campaign(folder, arguments.logs, arguments.steps, arguments.pieces), folder)


def judge(made: Campaign, folder: Path) -> int:
    decoding, auditing = measure("decode", folder), measure("audit", folder)
    wrong = mistakes(made, audited(made))
    ratio = auditing["seconds"] / decoding["seconds"]
    broken = 0

    def line(title: str, value: str, limit: str, well: bool) -> None:
        nonlocal broken
        broken += not well
        print(f"{title:46} {value:>12}   limit {limit:>8}   {'ok' if well else 'BROKEN'}")

    faults = f"{len(made.paths)} logs, {len(made.faults)} faults and a fork: mistakes"
    line(faults, str(len(wrong)), "0", not wrong)
    times = f"audit {auditing['seconds']:.1f} s, decoding {decoding['seconds']:.1f} s"
    line(times, f"{ratio:.2f} x", f"{TIMES_DECODING:.1f} x", ratio <= TIMES_DECODING)
    used = auditing["bytes"]
    line("audit, peak of memory", f"{used / MB:.0f} MB", f"{MOST_BYTES // MB} MB", used < MOST_BYTES)
    for sentence in wrong:
        print(f"  {sentence}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
