"""How far a long piece of work is: on a terminal a line that tells count, rate and time left, elsewhere nothing."""

from __future__ import annotations

import sys
import time

_OFTEN = 0.2  # seconds between two lines


class Progress:
    """To the error output. `clear` before anything is written that the line would stand in the way of."""

    def __init__(self, total: int, *, wanted: bool = True) -> None:
        self._total = total
        self._shown = wanted and total > 1 and sys.stderr.isatty()
        self._begun = time.monotonic()
        self._told = 0.0
        self._done = 0

    def reading(self, number: int, name: str) -> None:
        self._done = number
        now = time.monotonic()
        if self._shown and now - self._told > _OFTEN:
            self._told = now
            sys.stderr.write(f"\r\x1b[K{self.line(now - self._begun)}")
            sys.stderr.flush()

    def line(self, seconds: float) -> str:
        """`12 of 200, 3.1 a second, 60 s left`."""
        done = f"{self._done:,} of {self._total:,}"
        if not self._done or seconds <= 0:
            return done
        rate = self._done / seconds
        left = (self._total - self._done) / rate
        return f"{done}, {rate:.1f} a second, {_time(left)} left"

    def clear(self) -> None:
        if self._shown and self._told:
            self._told = 0.0
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def _time(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
