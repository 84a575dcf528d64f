"""What each check is, in words for the person who reads its findings."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

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
    ask: str = ""  # what to ask the player it is about


@cache
def catalogue() -> Mapping[str, CheckInfo]:
    """Every check by its id, as `checks.toml` has them."""
    text = resources.files("adjudicator.audit").joinpath("checks.toml").read_text(encoding="utf-8")
    return {entry["id"]: _info(entry) for entry in tomllib.loads(text)["check"]}


def _info(entry: Mapping[str, str]) -> CheckInfo:
    return CheckInfo(
        id=entry["id"],
        title=entry["title"],
        what=entry["what"],
        why=entry["why"],
        example=entry["example"],
        reading=entry["reading"],
        silence=entry.get("silence", f"adjudicate audit --ignore {entry['id']}"),
        severity=Severity(entry["severity"]),
        ask=entry.get("ask", "How did this come about?"),
    )
