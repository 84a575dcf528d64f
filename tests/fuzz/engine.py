"""Runs one driver, led by the code that its inputs reach: by atheris where that can be had, else by a small engine of our own.

Nothing that comes out ends a run: each fault is kept once, by the line it came from, with the shortest input that showed it.
"""

from __future__ import annotations

import json
import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from tests.fuzz.driver import Driver, where
from tests.fuzz.mutation import mutated

SLOW = 5.0  # seconds of processor time for an input of a few thousand characters
ROOMS = ("adjudicator", "vassal_bridge")
_TOLD = 1.0  # seconds between two lines on how far it is


@dataclass
class Run:
    """How far it is, and what came out; written beside the corpus again and again, since a run may be ended any time."""

    driver: Driver
    place: Path
    executions: int = 0
    faults: dict[str, int] = field(default_factory=dict)
    began: float = field(default_factory=time.monotonic)
    told: float = 0.0

    def try_one(self, data: bytes) -> None:
        self.executions += 1
        data = data[: self.driver.longest]
        start = time.process_time()
        try:
            self.driver.check(data)
        except Exception as error:
            self._keep(where(error), data)
        if time.process_time() - start > SLOW:
            self._keep("slow", data)
        if time.monotonic() - self.told > _TOLD:
            self.tell()

    def _keep(self, name: str, data: bytes) -> None:
        shortest = self.faults.get(name)
        if shortest is None or len(data) < shortest:
            self.faults[name] = len(data)
            (self.place / "found").mkdir(parents=True, exist_ok=True)
            (self.place / "found" / name).write_bytes(data)
            self.tell()

    def tell(self) -> None:
        self.told = time.monotonic()
        said = {"executions": self.executions, "seconds": round(self.told - self.began, 1), "faults": sorted(self.faults)}
        (self.place / "run.json").write_text(json.dumps(said), "utf-8")


def prepared(driver: Driver, place: Path) -> Path:
    """The folder of its corpus, with the seeds in it."""
    corpus = place / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(driver.seeds()):
        (corpus / f"seed-{number:03}").write_bytes(seed[: driver.longest])
    return corpus


def with_atheris(name: str, find: Callable[[str], Driver], place: Path, seconds: int, runs: int) -> None:
    """Does not come back: the engine ends the process."""
    atheris = import_module("atheris")
    with atheris.instrument_imports(include=list(ROOMS)):
        driver = find(name)
    corpus = prepared(driver, place)
    words = place / "words.dict"
    words.write_text("".join(f'"{_quoted(word)}"\n' for word in driver.words or ("\0",)), "utf-8")
    run = Run(driver, place)
    options = [f"-max_len={driver.longest}", "-timeout=120", "-rss_limit_mb=3000", "-verbosity=0", "-print_final_stats=0"]
    options += [f"-max_total_time={seconds}", f"-runs={runs or -1}", f"-dict={words}", f"-artifact_prefix={place}/"]
    atheris.Setup([sys.argv[0], *options, str(corpus)], run.try_one)
    atheris.Fuzz()


def _quoted(word: str) -> str:
    return "".join(f"\\x{byte:02x}" for byte in word.encode())


def by_ourselves(driver: Driver, place: Path, seconds: int, runs: int, seed: int) -> Run:
    """An input that reaches a line that none did before joins those of which others are made."""
    corpus = [path.read_bytes() for path in sorted(prepared(driver, place).iterdir())]
    words, rng = [word.encode() for word in driver.words], random.Random(seed)
    run = Run(driver, place)
    end = time.monotonic() + seconds if seconds else float("inf")
    with _watching() as reached:
        for data in list(corpus):
            run.try_one(data)
        while time.monotonic() < end and (not runs or run.executions < runs):
            before = len(reached)
            data = mutated(rng, rng.choice(corpus), corpus, words, driver.longest)
            run.try_one(data)
            if len(reached) > before:
                corpus.append(data)
                (place / "corpus" / f"own-{seed}-{len(corpus)}").write_bytes(data)
    run.tell()
    return run


@contextmanager
def _watching() -> Iterator[set[tuple[CodeType, int]]]:
    """The lines of our rooms that were reached. Python 3.12 tells of each once and then no more, which costs next to nothing."""
    reached: set[tuple[CodeType, int]] = set()
    if sys.version_info >= (3, 12):
        watch: Any = sys.monitoring
        tool = watch.COVERAGE_ID
        watch.use_tool_id(tool, "fuzz")

        def line_reached(code: CodeType, line: int) -> Any:
            if _ours(code):
                reached.add((code, line))
            return watch.DISABLE

        watch.register_callback(tool, watch.events.LINE, line_reached)
        watch.set_events(tool, watch.events.LINE)
        try:
            yield reached
        finally:
            watch.set_events(tool, 0)
            watch.free_tool_id(tool)
        return

    def line(frame: FrameType, event: str, _: Any) -> Any:
        if event == "line":
            reached.add((frame.f_code, frame.f_lineno))
        return line

    sys.settrace(lambda frame, event, arg: line if _ours(frame.f_code) else None)
    try:
        yield reached
    finally:
        sys.settrace(None)


def _ours(code: CodeType) -> bool:
    return any(f"{os.sep}{room}{os.sep}" in code.co_filename for room in ROOMS)
