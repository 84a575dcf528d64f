"""Location formats: `$zoneName$ $gridLocation$` and what VASSAL makes of it, and a name back to what it was made of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from ..buildfile import java_int, java_trim
from ..sequence import decode

GRID_LOCATION = "gridLocation"


def _no_property(name: str) -> str | None:
    return None


@dataclass(frozen=True, slots=True)
class Say:
    """How names are spoken. The two kinds of name differ only where a format asks for a property that nobody has.

    `ask` looks up the properties of the module as they are at the moment.
    """

    localized: bool = False
    ask: Callable[[str], str | None] = _no_property


PLAIN = Say()


class Format:
    """A location format, taken apart once.

    A format in braces is a BeanShell expression. It is never evaluated: such a name is the text of the expression itself, and
    `is_script` says so.
    """

    __slots__ = ("_only", "constant", "is_script", "parts", "raw")

    def __init__(self, raw: str, keep_zeros: bool = True) -> None:
        self.raw = raw
        text = java_trim(raw)
        self.is_script = text.startswith("{") and text.endswith("}")
        self.constant: str | None = None
        self.parts: tuple[tuple[bool, str], ...] = ()  # (is it a property?, its name or the plain text)
        if self.is_script or "$" not in text:
            number = java_int(text)
            zeros = keep_zeros and len(text) > 1 and text.startswith("0") and text.isdecimal()
            self.constant = raw if number is None or zeros else str(number)
            if not text:
                self.constant = ""
        else:
            tokens = decode(text, "$")
            last = len(tokens) - 1
            self.parts = tuple((place % 2 == 1 and place < last, token) for place, token in enumerate(tokens) if token)
        self._only = self.parts[0][1] if len(self.parts) == 1 and self.parts[0][0] else None

    def names(self, name: str) -> bool:
        return any(is_property and token == name for is_property, token in self.parts)

    def render(self, values: Mapping[str, str | None], say: Say = PLAIN) -> str:
        if self.constant is not None:
            return self.constant
        if self._only is not None and self._only in values:
            return values[self._only] or ""
        return "".join(text for _, text in self.fill(values, say))

    def fill(self, values: Mapping[str, str | None], say: Say, keep: frozenset[str] = frozenset()) -> Iterator[tuple[bool, str]]:
        """The parts with their values in place, but the properties in `keep` left standing: (still a property?, text)."""
        for is_property, token in self.parts:
            if not is_property:
                yield False, token
            elif token in keep:
                yield True, token
            elif token in values:
                yield False, values[token] or ""
            else:
                value = say.ask(token)
                yield False, value if value is not None else "" if say.localized else token
