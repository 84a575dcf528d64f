"""Running something in child processes, each with one module's source replaced before anybody imports it."""

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

import hypothesis.extra  # noqa: F401  # what every child needs is imported once, before they are born
import pydantic  # noqa: F401

SECONDS = 90


class _Replaced(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Serves another source for one module."""

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


def run_all(jobs: Sequence[tuple[str, str, str]], work: Callable[[], int], processes: int) -> list[bool]:
    """For each (module, path, source): does the work fail in a process that has it? Too slow counts as failed."""
    died: list[bool] = [False] * len(jobs)
    running: dict[int, tuple[int, float]] = {}
    waiting = list(enumerate(jobs))
    while waiting or running:
        while waiting and len(running) < processes:
            index, job = waiting.pop(0)
            running[_start(job, work)] = (index, time.monotonic())
        time.sleep(0.02)
        for pid, (index, since) in list(running.items()):
            done, status = os.waitpid(pid, os.WNOHANG)
            if done:
                died[index] = os.waitstatus_to_exitcode(status) != 0
                del running[pid]
            elif time.monotonic() - since > SECONDS:
                os.kill(pid, signal.SIGKILL)
    return died


def _start(job: tuple[str, str, str], work: Callable[[], int]) -> int:
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        sys.meta_path.insert(0, _Replaced(*job))
        code = work()
    finally:
        os._exit(code)
