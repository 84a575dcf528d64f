"""Words that all reports share, and making the words of strangers safe to print."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from adjudicator.finding import Where
from adjudicator.verdict import Severity
from adjudicator.words import listed as listed

UNSAFE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
"""Control, direction-changing, surrogate, private and unassigned characters: they could hide, forge or break a report."""

REPLACEMENT = "�"
WHITE = re.compile(r"\s+")
WHOLE_FILE = "whole file"


def clean(text: str) -> str:
    """The text without characters that could steer a terminal, a browser or a parser; line breaks and tabs stay."""
    if text.isprintable():
        return text
    return "".join(
        mark if mark in "\n\t" or unicodedata.category(mark) not in UNSAFE else REPLACEMENT for mark in text.replace("\r\n", "\n")
    )


def line(text: str, limit: int | None = None) -> str:
    """The text on one line and, if asked, no longer than `limit`: what a file says cannot pose as lines of the report."""
    whole = len(text)
    if limit is not None:
        text = text[: 4 * limit]  # so that nobody's megabytes are looked at for the sake of a line
    given = len(text)
    if not text.isprintable() or "  " in text:
        text = clean(WHITE.sub(" ", text))
    if limit is None or (len(text) <= limit and given == whole):
        return text
    return text[: limit - 1].rstrip() + "…"


def plural(count: int, one: str, many: str = "") -> str:
    """`1 finding`, `1,473 findings`."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def tally_words(tally: Mapping[Severity, int]) -> str:
    """`2 errors, 1 warning`, worst first; `no findings`."""
    parts = [plural(tally[severity], severity.value) for severity in reversed(Severity) if tally.get(severity)]
    return ", ".join(parts) or "no findings"


def step_words(where: Where) -> str:
    return WHOLE_FILE if where.step is None else f"step {where.step:,}"


def place_words(where: Where) -> str:
    """A place as a player looks it up: file, then step."""
    name = line(where.file)
    return name if where.step is None else f"{name}, step {where.step:,}"
