"""Worker processes that judge units: started when they are needed, ended when they take too long, replaced when they die."""

from __future__ import annotations

import os
import queue
import secrets
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import msgspec

import adjudicator

from .frames import read_frame, write_frame
from .row import InRow, WorkRow
from .unit import FileLimits, Hello, Ready, Refusal, Reply, Said, Task

W = TypeVar("W", bound=InRow)

_AHEAD = 64  # units for each worker by which what is judged may be before what is told
_START = 120.0  # seconds until a worker must run
_COMMAND = (sys.executable, "-P", "-m", "adjudicator.batch.worker")  # -P: nothing of the folder that one stands in is run


class BatchError(Exception):
    """Nothing can be judged at all: the choices are wrong, or no worker runs."""


@dataclass(eq=False)
class _Worker:
    """A process with what it has at the moment."""

    process: subprocess.Popen[bytes]
    until: float
    number: int | None = None  # of the unit that it judges
    seconds: float = 0.0  # which that may take
    ready: bool = False

    def ask(self, data: bytes) -> None:
        """If it is dead that is heard at the other pipe."""
        if self.process.stdin is not None:
            with suppress(OSError):
                write_frame(self.process.stdin, data)

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        if self.process.stdin is not None:
            with suppress(OSError):
                self.process.stdin.close()


class Pool:
    """Judges rows of units by `jobs` workers."""

    alike = True

    def __init__(
        self, choices: Mapping[str, Any], jobs: int, limits: FileLimits | None = None, command: Sequence[str] = _COMMAND
    ) -> None:
        self._command = tuple(command)
        self._limits = limits or FileLimits()
        self._hello = msgspec.msgpack.encode(Hello(dict(choices), self._limits.megabytes))
        self._jobs = jobs
        self._seed = str(secrets.randbelow(1 << 32))  # workers that hash texts alike read alike what is held against each other
        self._heard: queue.SimpleQueue[tuple[_Worker, bytes | None]] = queue.SimpleQueue()
        self._workers: list[_Worker] = []

    def ordered(self, units: Iterable[W], arrived: Callable[[W, Reply], None]) -> Iterator[tuple[W, Reply]]:
        """The units in their order with what came of each; `arrived` hears of each as soon as a worker is done with it.

        What is known already costs no worker. BatchError if none can be judged.
        """
        with closing(self):
            yield from self.kept_open(units, arrived)

    def kept_open(self, units: Iterable[W], arrived: Callable[[W, Reply], None]) -> Iterator[tuple[W, Reply]]:
        """The same for who has several rows: the workers stay until `close`."""
        row = WorkRow(units, _AHEAD * self._jobs)
        while not row.over:
            yield from row.ready()
            number = row.next() if self._room else None
            if number is not None:
                self._give(number, row.unit(number).task())
            elif row.open and not row.has_ready:
                for each, reply, final in self._outcomes():
                    finished = row.settle(each, reply, final=final)
                    if finished is not None:
                        arrived(*finished)

    def close(self) -> None:
        for worker in self._workers:
            worker.end()
        self._workers = []

    @property
    def _room(self) -> bool:
        return len(self._workers) < self._jobs or any(worker.number is None for worker in self._workers)

    def _give(self, number: int, task: Task) -> None:
        idle = next((worker for worker in self._workers if worker.number is None), None)
        worker = self._begun() if idle is None else idle
        worker.number = number
        worker.seconds = self._limits.seconds * task.share
        worker.until = time.monotonic() + worker.seconds + (0.0 if worker.ready else _START)
        worker.ask(msgspec.msgpack.encode(task))

    def _begun(self) -> _Worker:
        """A new process. It finds this very package, whatever folder one stands in."""
        home = str(Path(adjudicator.__file__ or "").resolve().parent.parent)
        path = os.pathsep.join(each for each in (home, os.environ.get("PYTHONPATH", "")) if each)
        process = subprocess.Popen(  # noqa: S603 - our own interpreter and module
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": self._seed},
        )
        worker = _Worker(process, time.monotonic() + _START)
        threading.Thread(target=self._listen, args=(worker,), daemon=True).start()
        worker.ask(self._hello)
        self._workers.append(worker)
        return worker

    def _listen(self, worker: _Worker) -> None:
        stream = worker.process.stdout
        if stream is not None:
            with stream, suppress(OSError, ValueError):
                while (data := read_frame(stream)) is not None:
                    self._heard.put((worker, data))
        self._heard.put((worker, None))

    def _outcomes(self) -> Iterator[tuple[int, Reply | None, bool]]:
        """Units that workers are done with, and whether that is the last word. Waits until something happens."""
        soonest = min((worker.until for worker in self._workers if worker.number is not None), default=time.monotonic())
        try:
            worker, data = self._heard.get(timeout=max(0.0, soonest - time.monotonic()))
        except queue.Empty:
            yield from self._overdue()
            return
        if worker not in self._workers:
            return  # it was ended already
        if data is None:
            yield from self._died(worker)
            return
        match msgspec.msgpack.decode(data, type=Ready | Refusal | Said):
            case Ready():
                worker.ready, worker.until = True, time.monotonic() + worker.seconds
            case Refusal(why):
                raise BatchError(why)
            case Said(reply):
                number, worker.number = worker.number, None
                if reply.again:
                    self._dismiss(worker)
                if number is not None:
                    yield number, reply, False

    def _overdue(self) -> Iterator[tuple[int, Reply | None, bool]]:
        now = time.monotonic()
        for worker in [each for each in self._workers if each.number is not None and each.until <= now]:
            self._dismiss(worker)
            if not worker.ready:
                raise BatchError("a worker process does not start")
            if worker.number is not None:
                yield worker.number, None, True

    def _died(self, worker: _Worker) -> Iterator[tuple[int, Reply | None, bool]]:
        self._dismiss(worker)
        if not worker.ready:
            raise BatchError("a worker process cannot start")
        if worker.number is not None:
            yield worker.number, None, False

    def _dismiss(self, worker: _Worker) -> None:
        self._workers.remove(worker)
        worker.end()
