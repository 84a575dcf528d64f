"""What a survey's draft bound and nobody has looked at, told from the remarks in its binding."""

from __future__ import annotations

import json
import re
from typing import Final

SURE: Final = 99  # in a hundred: what is less sure is doubted until somebody has looked
LINE: Final = re.compile(
    r'^(?P<key>"(?:[^"\\]|\\.)*") = "(?P<value>[^"]*)"  # .*; drafted (?P<drafted>\S+), (?P<sure>\d+) %$', re.MULTILINE
)


def remark(value: str, confidence: float) -> str:
    """What stands behind a line of ours, so that a later run knows it for its own."""
    return f"drafted {value}, {min(SURE, int(100 * confidence))} %"


def doubted_in(text: str) -> frozenset[str]:
    """The numbers of pieces that a binding binds by a draft that is not sure."""
    return frozenset(
        json.loads(found["key"])
        for found in LINE.finditer(text)
        if found["value"] == found["drafted"] and int(found["sure"]) < SURE
    )
