"""How a report looks on a terminal: how wide it is, whether there are colours, and how much is told."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.verdict import Verdict
from adjudicator.words import plain

from .wrapping import WIDTH, wrap

NARROWEST, WIDEST = 40, 200

BOLD, FAINT = "1", "2"
SHADES = {Verdict.ILLEGAL: "1;31", Verdict.UNDECIDED: "33", Verdict.LEGAL: "32"}


@dataclass(frozen=True, slots=True)
class TextLook:
    """`rows`: with the arithmetic, row by row. Nothing but `width` and `colour` hangs on the terminal."""

    width: int = WIDTH
    colour: bool = False
    rows: bool = False

    def paint(self, text: str, shade: str) -> str:
        return f"\x1b[{shade}m{text}\x1b[0m" if self.colour and text else text

    def wrapped(self, text: str, first: str = "", rest: str | None = None) -> list[str]:
        """In lines that fit; a word that is wider than the terminal is not torn. What could steer a terminal is taken out: only
        what is painted afterwards has colours."""
        return wrap(plain(text), plain(first), plain(first if rest is None else rest), self.width, tear=False)


PLAIN = TextLook()
