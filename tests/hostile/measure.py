"""Reads files each in a process of its own, and says what came of it, what it cost in time and in memory.

Run as a program it serves: a line names a way of reading and a file, a line of JSON goes out. A fork reads the file, so that one
that exhausts the memory or never ends takes only its own process with it, and the costs are its own.

Seconds are those of an unhindered machine. One that others keep busy takes twice as long for the same work, so a known piece of
work is done before and after each file, and the file's seconds are divided by how much longer that took than it need.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.support import ROOT
from vassal_bridge.archive import BUILD_FILES, open_archive
from vassal_bridge.errors import BridgeError
from vassal_bridge.roundtrip import roundtrip
from vassal_bridge.saved import load_saved
from vassal_bridge.xmlsafe import parse_xml

SECONDS = 10
MEGABYTES = 512
_HARD_SECONDS = 120  # far beyond what is allowed, so that how far beyond can be told
_KNOWN_WORK_SECONDS = 0.04  # what the known piece of work takes where nothing else runs
_MOST_HINDERED = 4.0


@dataclass(frozen=True)
class Outcome:
    """What came of reading one file. `error` is the family error, `crash` anything that must not be."""

    error: str | None
    message: str
    crash: str | None
    seconds: float
    megabytes: float

    def within_limits(self) -> bool:
        return self.crash is None and self.seconds < SECONDS and self.megabytes < MEGABYTES


def _read(path: Path) -> None:
    """Container, text, commands, steps; the build file of a module."""
    archive = open_archive(path)
    if archive.is_game:
        saved = load_saved(archive)
        _ = saved.metadata
        for entry in saved.entries:
            for command in entry.commands():
                command.encoded()
        sum(1 for _ in saved.steps())
        saved.encoded()
    for name in BUILD_FILES:
        if name in archive:
            parse_xml(archive.read(name))


def _rebuild(path: Path) -> None:
    """Everything down to the fields of traits, and back again."""
    roundtrip(path)


_WAYS = {"read": _read, "rebuild": _rebuild}


class Reader:
    """The other end of the serving program."""

    def __init__(self, program: subprocess.Popen[str]) -> None:
        self._program = program

    def read(self, path: Path, way: str = "read") -> Outcome:
        assert self._program.stdin is not None
        assert self._program.stdout is not None
        print(f"{way} {path}", file=self._program.stdin, flush=True)
        return Outcome(**json.loads(self._program.stdout.readline()))


@contextmanager
def reader() -> Iterator[Reader]:
    program = subprocess.Popen(
        [sys.executable, "-m", "tests.hostile.measure"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    try:
        yield Reader(program)
    finally:
        program.communicate()


def known_work() -> float:
    """The seconds a piece of work takes that is always the same: much of what reading does, joining, cutting, looking up."""
    began = time.process_time()
    found: dict[str, int] = {}
    for part in "".join(f"{number}\t" for number in range(60_000)).split("\t"):
        found[part] = found.get(part[:2], 0) + len(part)
    return time.process_time() - began


def unhindered(seconds: float, before: float) -> float:
    """What some seconds of processor time are on a machine that nothing else keeps busy; `before` is what the known work took."""
    return seconds / min(max(1.0, (before + known_work()) / 2 / _KNOWN_WORK_SECONDS), _MOST_HINDERED)


def _measured(path: Path, way: str) -> Outcome:
    before = known_work()
    result, report = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(result)
        os.write(report, json.dumps(_attempt(path, way)).encode())
        os._exit(0)
    os.close(report)
    with os.fdopen(result, "rb") as stream:
        said = stream.read()
    _, status, used = os.wait4(child, 0)
    answer: dict[str, str | None] = json.loads(said) if said else {"crash": f"the process ended with status {status}"}
    return Outcome(
        error=answer.get("error"),
        message=answer.get("message") or "",
        crash=answer.get("crash"),
        seconds=unhindered(used.ru_utime + used.ru_stime, before),
        megabytes=used.ru_maxrss / 1024,
    )


def _attempt(path: Path, way: str) -> dict[str, str]:
    signal.alarm(_HARD_SECONDS)
    resource.setrlimit(resource.RLIMIT_AS, (4 * MEGABYTES << 20, 4 * MEGABYTES << 20))
    try:
        _WAYS[way](path)
    except BridgeError as error:
        return {"error": type(error).__name__, "message": str(error)}
    except BaseException as error:  # whatever else comes out is what the tests look for
        return {"crash": f"{type(error).__name__}: {str(error)[:300]}"}
    return {}


def _serve() -> None:
    for line in sys.stdin:
        way, _, path = line.rstrip("\n").partition(" ")
        sys.stdout.write(json.dumps(vars(_measured(Path(path), way))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    _serve()
