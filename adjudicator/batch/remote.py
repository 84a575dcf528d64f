"""What runs on another machine: a unit of work, judged as it would be here, or refused if anything there is not the same."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from .memory import Hangs
from .pool import BatchError, Pool
from .surroundings import Modules, choices_hash, program
from .unit import FileLimits, Reply, Task

_MINE = threading.local()


class Order(msgspec.Struct, frozen=True):
    """A unit with all that it takes to judge it elsewhere."""

    choices: dict[str, Any]
    seconds: float
    megabytes: int
    task: Task
    program: str  # what the result is to hang on: another program, or other modules, would make another result
    chosen: str
    modules: str


class Answered(msgspec.Struct, frozen=True):
    """The reply; or why nothing can be judged there."""

    reply: Reply | None
    refused: str = ""


@dataclass
class _Known:
    """What a thread of a worker keeps from one unit to the next."""

    chosen: str
    modules: Modules
    pool: Pool


@dataclass(frozen=True, slots=True)
class _One:
    one: Task
    known: None = None

    def task(self) -> Task:
        return self.one


def judge_there(data: bytes) -> bytes:
    """An `Order` in, an `Answered` out. The judging is done by a process of its own: what ends that leaves the worker alive."""
    order = msgspec.msgpack.decode(data, type=Order)
    try:
        answer = Answered(_judged(order))
    except BatchError as error:
        answer = Answered(None, str(error))
    return msgspec.msgpack.encode(answer)


def _judged(order: Order) -> Reply:
    known = _known(order)
    every = order.task.parts or (order.task,)
    folders = [None if each.path is None else Path(each.path).parent for each in every]
    if any(folder is not None and not folder.is_dir() for folder in folders):
        raise BatchError("a worker does not see the folder of the files: without --shared they are sent")
    modules = known.modules.beside_any(folders) if order.task.parts else known.modules.beside(folders[0])
    here = Hangs(program(), known.chosen, modules)
    wanted = Hangs(order.program, order.chosen, order.modules)
    if here.program != wanted.program:
        raise BatchError("a worker has another version of the program or of its games")
    if here.choices != wanted.choices:
        raise BatchError("a worker does not see the same surveys, facts or games")
    if here.modules != wanted.modules:
        raise BatchError("a worker does not see the same modules; if they lie beside the files, say --shared")
    ((_, reply),) = known.pool.kept_open([_One(order.task)], lambda unit, reply: None)
    return reply


def _known(order: Order) -> _Known:
    """Each thread has a process of its own, which stays warm as long as the same is asked for."""
    key = msgspec.msgpack.encode((order.choices, order.seconds, order.megabytes))
    if getattr(_MINE, "key", None) != key:
        if hasattr(_MINE, "known"):
            _MINE.known.pool.close()
        modules = Modules(order.choices.get("modules", ()))
        pool = Pool(order.choices, 1, FileLimits(order.seconds, order.megabytes))
        _MINE.known, _MINE.key = _Known(choices_hash(order.choices), modules, pool), key
    found: _Known = _MINE.known
    return found
