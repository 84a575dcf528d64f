"""A process that judges units, one after the other, as it is told through its pipes: `python -m adjudicator.batch.worker`.

Whatever becomes of it, the file it had is the only one that is touched by that.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress

import msgspec

from adjudicator import sweeping
from adjudicator.games import GameError, GameFolderError

from .frames import read_frame, write_frame
from .judge import Judge
from .unit import Hello, Ready, Refusal, Said, Task, given_up

OUT_OF_MEMORY = "it takes more memory than one file may have"


def main() -> None:
    """Until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for who started it
    sweeping.seldom()
    asked, told = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what anything prints by mistake is no answer
    first = read_frame(asked)
    if first is None:
        return
    hello = msgspec.msgpack.decode(first, type=Hello)
    _limit(hello.megabytes)
    judge = Judge(hello.choices)
    write_frame(told, msgspec.msgpack.encode(Ready()))
    while (data := read_frame(asked)) is not None:
        answer = answered(judge, msgspec.msgpack.decode(data, type=Task))
        with suppress(BrokenPipeError):
            write_frame(told, msgspec.msgpack.encode(answer))
        if isinstance(answer, Said) and answer.reply.again:
            return  # who knows in what state it is: another one takes its place


def answered(judge: Judge, task: Task) -> Refusal | Said:
    """What comes of a task, whatever happens."""
    try:
        return Said(judge.judge(task))
    except (GameError, GameFolderError) as error:
        return Refusal(str(error))
    except MemoryError:
        return Said(given_up(task.name, OUT_OF_MEMORY))
    except Exception as error:  # a fault of ours costs this file and no other; its text may hold anything
        return Said(given_up(task.name, f"the program fails on it ({type(error).__name__}); please report that"))


def _limit(megabytes: int) -> None:
    """No more memory than that, where the system knows such limits."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        most = megabytes << 20
        resource.setrlimit(resource.RLIMIT_AS, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    main()
