"""What `adjudicate` says to the shell. Where several apply, the worst (the highest) wins."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    OK = 0
    ILLEGAL = 1
    USAGE = 2
    UNDECIDED = 3
    UNREADABLE = 4


INTERRUPTED = 130
"""By Ctrl-C, as every shell knows it: no verdict on the whole, but what was done by then stands."""
