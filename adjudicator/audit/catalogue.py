"""What each check is, in words for the person who reads its findings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator.verdict import Severity


@dataclass(frozen=True, slots=True)
class CheckInfo:
    """One check explained, as `adjudicate rule ID` prints it."""

    id: str
    title: str  # a few words
    what: str  # what it looks at
    why: str  # why that matters
    example: str
    reading: str  # how to read its findings
    silence: str  # how to do without it
    severity: Severity  # of most of its findings


def catalogue() -> Mapping[str, CheckInfo]:
    """Every check by its id."""
    return {}
