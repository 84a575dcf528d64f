"""A worker that does to some files what hostile ones might do to a real one: `python -m tests.batch.bad_worker`."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from adjudicator.batch import worker
from adjudicator.batch.unit import Reply, Task, encoded
from adjudicator.games import GameError
from adjudicator.report.record import Record
from adjudicator.verdict import Verdict


class BadJudge:
    def __init__(self, choices: Mapping[str, Any]) -> None:
        self._traces = Path(choices["traces"])

    def judge(self, task: Task) -> Reply:
        with (self._traces / task.name).open("a") as stream:
            stream.write(f"{os.getpid()}\n")
        match task.name.partition("-")[0]:
            case "crash":
                os.kill(os.getpid(), signal.SIGKILL)
            case "once":
                if len((self._traces / task.name).read_text().split()) == 1:
                    os.kill(os.getpid(), signal.SIGKILL)
            case "hang":
                time.sleep(600)
            case "hungry":
                bytearray(8 << 30)
            case "fault":
                raise ValueError("anna@example.org")
            case "wrong":
                raise GameError("there is no such game", file="wrong")
            case "slow":
                time.sleep(0.2)
        return Reply(encoded(Record(task.name, "judged", verdict=Verdict.LEGAL)), {})


if __name__ == "__main__":
    setattr(worker, "Judge", BadJudge)  # noqa: B010 - in place of the real one, for the whole process
    worker.main()
