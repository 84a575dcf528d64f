"""Running jobs in child processes, so that each has the program as its mutant makes it, and none outlives its time."""

from __future__ import annotations

import importlib.abc
import importlib.util
import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType

from tools.mutate.source import Mutant

SECONDS = 300

Job = Callable[[], int]
Group = tuple[str, list[tuple[Mutant, Job]]]
"""A file's mutants, each with the work that should fail with it."""


class Replaced(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Serves another source for one module that nobody has imported yet."""

    def __init__(self, name: str, path: str, source: str) -> None:
        self.name, self.path, self.source = name, path, source

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if fullname != self.name:
            return None
        return importlib.util.spec_from_file_location(fullname, self.path, loader=self)

    def create_module(self, spec: ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.source, self.path, "exec"), module.__dict__)  # noqa: S102  # our own source with one change


def failures(jobs: Sequence[Job], processes: int) -> list[bool]:
    """For each job: did it end with anything but 0? One that takes too long has."""
    failed = [False] * len(jobs)
    running: dict[int, tuple[int, float]] = {}
    waiting = list(enumerate(jobs))
    while waiting or running:
        while waiting and len(running) < processes:
            index, job = waiting.pop(0)
            running[_start(job)] = (index, time.monotonic())
        time.sleep(0.02)
        for pid, (index, since) in list(running.items()):
            done, status = os.waitpid(pid, os.WNOHANG)
            if done:
                failed[index] = os.waitstatus_to_exitcode(status) != 0
                del running[pid]
            elif time.monotonic() - since > SECONDS:
                os.kill(pid, signal.SIGKILL)
    return failed


def _start(job: Job) -> int:
    sys.stdout.flush()
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        code = job()
    finally:
        os._exit(code)
