"""What is wrong with a file of cases: where, what, and how to mend it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that keeps a case from being judged."""

    message: str
    remedy: str = ""
    line: int | None = None
    field: str = ""  # such as `case 2, actions 1, to`
    file: str = ""

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line is not None else self.file
        parts = [part for part in (where, self.field, self.message) if part]
        return ": ".join(parts) + (f" ({self.remedy})" if self.remedy else "")


class CaseError(Exception):
    """A case, or a file of them, that cannot be judged."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))
