"""A season of generated logs, good and bad, and what judging it takes: `python -m tools.season --logs 5000 --bad 50 --bombs 20`.

The logs are the samples of our games, packed anew so that no two files are the same. What must be found is known: the sample's
own verdict, nothing for a damaged file or a bomb. Measured are, each in processes of its own: single checks one after the other
by one warm referee, `batch` with one process and with several, and `batch` again, when all is known.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

from vassal_bridge.obfuscation import uncover

ROOT = Path(__file__).resolve().parent.parent
SAMPLES = ("koenigsberg-rg", "seelow-kustrin", "vistula-oder-berlin")
GAMES = 40  # folders, each with a player of its own
_PLAYER = re.compile(r"\bAda\b")  # who plays all the samples
_LEGAL = re.compile(r"^\S+\.vlog: legal|^  [\d,]+ actions? legal$", re.MULTILINE)
_SINGLE = """
import sys, time
from pathlib import Path
from adjudicator import Referee
from adjudicator.evidence.gather import Warm
referee, warm = Referee(), Warm()
for name in sys.argv[1:]:
    list(referee.check_each([Path(name)], warm=warm))
"""


def samples() -> tuple[list[Path], list[Path]]:
    """The first turns among our sample logs: those in which all is legal, and those with one planted violation."""
    legal, illegal = [], []
    for game in SAMPLES:
        for path in sorted((ROOT / "logs" / game).glob("turn1*.vlog")):
            said = path.with_suffix(".txt").read_text("utf-8")
            if "ILLEGAL" in said:
                illegal.append(path)
            elif _LEGAL.search(said) and "undecided" not in said:
                legal.append(path)
    return legal, illegal


def repacked(source: Path, number: int, game: int, target: Path) -> None:
    """The same log in a file that differs, as the people of that game would have played it."""
    when = (1980 + number % 100, 1 + number // 100 % 12, 1 + number // 1_200 % 28, 0, 0, 0)
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        for info in old.infolist():
            data = old.read(info)
            if info.filename == "savedGame":
                text, disguise = uncover(data)
                data = disguise.apply(_PLAYER.sub(f"Ada {game}", text))
            new.writestr(zipfile.ZipInfo(info.filename, when), data, zipfile.ZIP_DEFLATED)


def build(folder: Path, logs: int, planted: int, bad: int, bombs: int) -> dict[str, str]:
    """The files, and by name what must come of each."""
    chance = random.Random(20)
    legal, illegal = samples()
    kinds = ["illegal"] * planted + ["damaged"] * bad + ["bomb"] * bombs
    kinds += ["legal"] * (logs - len(kinds))
    chance.shuffle(kinds)
    expected: dict[str, str] = {}
    for number, kind in enumerate(kinds):
        game = number % GAMES
        target = folder / f"game{game:02}" / f"{number:05}.vlog"
        target.parent.mkdir(parents=True, exist_ok=True)
        if kind == "bomb":
            with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
                archive.writestr("savedGame", b"\0" * (60_000_000 + number))
        else:
            repacked(chance.choice(illegal if kind == "illegal" else legal), number, game, target)
        if kind == "damaged":
            data = target.read_bytes()
            target.write_bytes(data[: len(data) * chance.randrange(20, 90) // 100])
        expected[f"{target.parent.name}/{target.name}"] = "unread" if kind in ("damaged", "bomb") else kind
    return expected


def timed(*words: str, home: Path) -> tuple[float, float, str]:
    """Seconds by the clock, seconds of processors, and what was said."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "ADJUDICATE_HOME": str(home)}
    said = subprocess.run([sys.executable, *words], stdout=subprocess.PIPE, text=True, env=environment, check=False).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.monotonic() - begun, used, said


def wrong(said: str, expected: dict[str, str]) -> list[str]:
    """Files of which something else was said than must be, and games that hold files of others."""
    lines = [json.loads(line) for line in said.splitlines()]
    found = {each["file"].partition("/")[2]: each["standing"] for each in lines if each["kind"] == "file"}
    faults = [f"{name}: {found.get(name)}, not {must}" for name, must in expected.items() if found.get(name) != must]
    games = [each for each in lines if each["kind"] == "game"]
    return faults + [f"a game of {each['name']}" for each in games if len({Path(file).parent for file in each["files"]}) != 1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--logs", type=int, default=5_000)
    parser.add_argument("--planted", type=int)
    parser.add_argument("--bad", type=int)
    parser.add_argument("--bombs", type=int)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    logs = asked.logs
    planted, bad, bombs = (
        count if count is not None else logs // share
        for count, share in ((asked.planted, 10), (asked.bad, 100), (asked.bombs, 250))
    )
    with tempfile.TemporaryDirectory(prefix="season-") as place:
        folder, home = Path(place) / "season", Path(place) / "home"
        expected = build(folder, logs, planted, bad, bombs)
        print(f"{logs:,} logs: {planted:,} with a planted violation, {bad:,} damaged, {bombs:,} bombs; {os.cpu_count()} cores")
        files = [str(folder / name) for name in sorted(expected)]
        clock, used, _ = timed("-c", _SINGLE, *files, home=home)
        single = used
        print(f"single checks, one warm referee: {clock:8.1f} s, {used:8.1f} s of processors")
        batch = ("-m", "adjudicator.cli", "batch", str(folder), "--format", "jsonl")
        for name, more in (
            ("batch, one process", ("--jobs", "1", "--no-memory")),
            (f"batch, {asked.jobs} processes", ("--jobs", str(asked.jobs))),
            ("batch again, all known", ("--jobs", str(asked.jobs))),
        ):
            clock, used, said = timed(*batch, *more, home=home)
            faults = wrong(said, expected)
            ratio = f"{used / single:5.2f} of the single checks, {logs / clock:7.1f} files a second"
            print(f"{name:<32} {clock:8.1f} s, {used:8.1f} s of processors: {ratio}; {len(faults)} wrong")
            for each in faults[:10]:
                print(f"  {each}")


if __name__ == "__main__":
    main()
