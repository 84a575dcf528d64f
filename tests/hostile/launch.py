"""Runs a command and says what it cost, on a line of its own behind what the command said.

The system counts to a process also the memory of the one that it came from, which in a long run of tests has grown large. This
one is small.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys

CPU_SECONDS = 60  # far beyond what is allowed, so that how far beyond can be told


def _launch(command: list[str]) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert program.stdout is not None
    sys.stdout.write(program.stdout.read())
    _, status, used = os.wait4(program.pid, 0)
    program.returncode = os.waitstatus_to_exitcode(status)
    cost = {"code": program.returncode, "seconds": used.ru_utime + used.ru_stime, "megabytes": used.ru_maxrss / 1024}
    sys.stdout.write(f"\n{json.dumps(cost)}\n")


if __name__ == "__main__":
    _launch(sys.argv[1:])
