"""Colours of a terminal."""

from __future__ import annotations

from adjudicator.verdict import Severity

BOLD = "1"
FAINT = "2"
SHADES = {Severity.ERROR: "1;31", Severity.WARNING: "33", Severity.NOTE: "36"}


class Paint:
    """Colours, where they are wanted."""

    def __init__(self, wanted: bool) -> None:
        self._wanted = wanted

    def __call__(self, text: str, shade: str) -> str:
        return f"\x1b[{shade}m{text}\x1b[0m" if self._wanted and text else text
