"""`python -m tools.bench.soak --files 10000`: very many files of every kind, one after the other in one process, and its memory.

Saves and logs of our samples are read, audited and some of them judged, others are damaged at random first. What one file leaves
behind must not grow with the number of files: the memory at the end is compared with that after the first tenth.
"""

from __future__ import annotations

import argparse
import gc
import io
import random
import sys
import tempfile
import time
import zipfile
from collections import Counter
from pathlib import Path

from adjudicator import Referee
from adjudicator.audit.run import audit
from adjudicator.evidence.gather import gather
from adjudicator.finding import Problem
from adjudicator.library.shelf import Library
from adjudicator.report import render
from vassal_bridge.archive import SAVED_GAME
from vassal_bridge.errors import BridgeError
from vassal_bridge.obfuscation import uncover
from vassal_bridge.roundtrip import roundtrip

ROOT = Path(__file__).resolve().parents[2]
JUDGED = 0.02  # of the files: the others are quicker, and more of them come along in the same time


def samples() -> list[Path]:
    """The small ones several times: the large ones take ten times as long."""
    found = sorted(path for path in (ROOT / "logs").rglob("*.v*") if path.suffix in (".vsav", ".vlog"))
    small = [path for path in found if path.stat().st_size < 20_000]
    return [*found, *small * max(1, 3 * len(found) // len(small))]


def damaged(rng: random.Random, data: bytes) -> bytes:
    """A container hit anywhere is mostly refused at once; a text goes on to be read."""
    if rng.random() < 0.2:
        made = bytearray(data)
        made[rng.randrange(len(made))] ^= 1 << rng.randrange(8)
        return bytes(made)
    with zipfile.ZipFile(io.BytesIO(data)) as container:
        text = list(uncover(container.read(SAVED_GAME))[0])
    for _ in range(rng.choice((1, 3, 20))):
        text[rng.randrange(len(text))] = rng.choice("\x1b\\'/\t;0M+D-x")
    return "".join(text[: rng.randrange(1, len(text))] if rng.random() < 0.2 else text).encode()


def memory_now() -> float:
    """Megabytes of this process that are not given back, without what only waits to be swept."""
    gc.collect()
    line = next(line for line in Path("/proc/self/status").read_text("utf-8").splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


class Soak:
    """Files dealt with in one process; `Counter` says what became of them."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._folder = folder
        self._rng = random.Random(seed)
        self._samples = samples()
        self._library = Library(folder / "library")
        self._referee = Referee()
        self.became: Counter[str] = Counter()

    def one(self) -> None:
        source = self._rng.choice(self._samples)
        path = self._folder / source.name
        whole = self._rng.random() < 0.6
        path.write_bytes(source.read_bytes() if whole else damaged(self._rng, source.read_bytes()))
        way = "judge" if self._rng.random() < JUDGED else self._rng.choice(("audit", "audit", "roundtrip"))
        self.became[f"{way}, {'whole' if whole else 'damaged'}: {self._deal(path, way)}"] += 1
        path.unlink()

    def _deal(self, path: Path, way: str) -> str:
        if way == "judge":
            checked = self._referee.check_all([path])
            return "refused" if checked.problems else "read"
        if way == "audit":
            gathered = gather([path], [], self._library)
            render(audit(gathered.histories, gathered.problems), "text")
            return "refused" if any(isinstance(each, Problem) for each in gathered.problems) else "read"
        try:
            return "read" if roundtrip(path).identical else "different"
        except BridgeError:
            return "refused"


def soaked(files: int, seed: int, folder: Path) -> tuple[list[float], Soak]:
    """The memory after each tenth, which is told at once: who is killed amid it leaves word of how far it came."""
    soak = Soak(folder, seed)
    memory = []
    for number in range(1, files + 1):
        soak.one()
        if number % max(1, files // 10) == 0:
            memory.append(memory_now())
            print(f"{number:,} files: {memory[-1]:.0f} MB, {time.process_time():.0f} s of processor time", flush=True)
    return memory, soak


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    began = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        memory, soak = soaked(options.files, options.seed, Path(folder))
    print(f"{options.files:,} files in {time.process_time() - began:.0f} s of processor time")
    for what, count in sorted(soak.became.items()):
        print(f"  {what:32} {count:,}")
    growth = memory[-1] - memory[min(2, len(memory) - 1)]
    print(f"grown by {growth:.0f} MB from the third tenth to the last")
    return 1 if growth > 30 else 0


if __name__ == "__main__":
    sys.exit(main())
