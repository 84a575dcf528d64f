"""Lines that fit a terminal, counting columns as a terminal does."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import chain

WIDTH = 100
_COLOURS = re.compile(r"\x1b\[[\d;]*m")
_WORDS = re.compile(r" *[^ ]+")  # each with the blanks before it


def columns(text: str) -> int:
    """How many columns the text takes: none for combining marks, two for wide characters."""
    return len(text) if text.isascii() else sum(_columns(mark) for mark in text)


def _columns(mark: str) -> int:
    if unicodedata.category(mark) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(mark) in "WF" else 1


def wrap(text: str, first: str = "", rest: str = "", width: int = WIDTH, *, tear: bool = True) -> list[str]:
    """The text in lines no wider than `width`, the first and the others with their own beginnings.

    A word that is wider than a line is torn, or stands alone on a line that is too wide.
    """
    room = width - max(columns(first), columns(rest))
    lines: list[list[str]] = [[]]
    used = 0
    for word in chain.from_iterable(_cut(word, room) if tear else (word,) for word in text.split()):
        needed = columns(word)
        if lines[-1] and used + 1 + needed > room:
            lines.append([])
            used = 0
        used += needed + bool(lines[-1])
        lines[-1].append(word)
    return [((rest if place else first) + " ".join(words)).rstrip() for place, words in enumerate(lines)]


def fold(line: str, width: int) -> Iterator[str]:
    """A line as it is, or, if it is too wide, in several at blanks: the others stand a little further in, and no word is torn."""

    def fits(text: str) -> bool:
        return columns(_COLOURS.sub("", text)) <= width

    if len(line) <= width or fits(line):
        yield line
        return
    lead = len(line) - len(line.lstrip(" "))
    first, rest = (" " * min(each, width // 2) for each in (lead, lead + 2))
    now = ""
    for word in _WORDS.findall(line.rstrip(" ")):  # blanks at the end would be tried from each
        bare = word.lstrip(" ")
        if now and not fits(now + word):
            yield now
            now = bare if not fits(rest + bare) else rest + bare
        else:
            now += word if now else first + bare
    yield now


def _cut(word: str, room: int) -> Iterator[str]:
    """The word, or the parts of one that is wider than a line."""
    start = used = 0
    for place, mark in enumerate(word):
        width = _columns(mark)
        if used + width > room and place > start:
            yield word[start:place]
            start, used = place, 0
        used += width
    yield word[start:]


def pad(text: str, width: int) -> str:
    return text + " " * max(0, width - columns(text))
