"""Three-valued truth: legal, illegal, or undecided for lack of a fact."""

from __future__ import annotations

from enum import Enum


class Verdict(Enum):
    """What is known about an action. Its truth cannot be taken as a yes or no by accident: `bool()` of it raises."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNDECIDED = "undecided"

    def __bool__(self) -> bool:
        raise TypeError("a verdict has three values; compare it with one of them")


class Severity(Enum):
    """How much a finding asks of its reader."""

    NOTE = "note"  # worth knowing, nothing wrong
    WARNING = "warning"  # should be looked at
    ERROR = "error"  # cannot have come about in honest and careful play

    @property
    def rank(self) -> int:
        return list(Severity).index(self)
