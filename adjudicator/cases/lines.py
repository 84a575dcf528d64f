"""In which line of a TOML file something stands. The parser of the standard library does not say."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_HEADER = re.compile(r"\s*\[\[\s*case\s*\]\]")
_OTHER_TABLE = re.compile(r"\s*\[\s*([^\[\]]+?)\s*\]\s*(?:#.*)?$")
_KEY = re.compile(r"\s*(?:\"([^\"]*)\"|([A-Za-z0-9_-]+))\s*=")


class Lines:
    """The lines of one file, to be asked for the place of a field."""

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines()
        self._starts = [number for number, line in enumerate(self._lines) if _HEADER.match(line)]

    def of(self, path: Sequence[str | int]) -> int:
        """The line (from 1) of a field, such as `("case", 1, "actions", 0, "to")`; as near as can be found."""
        first, last = 0, self._starts[0] if self._starts else len(self._lines)
        rest = list(path)
        if len(path) > 1 and path[0] == "case" and isinstance(path[1], int) and path[1] < len(self._starts):
            first = self._starts[path[1]]
            last = self._starts[path[1] + 1] if path[1] + 1 < len(self._starts) else len(self._lines)
            rest = rest[2:]
        return self._within(first, last, rest) + 1

    def _within(self, first: int, last: int, rest: list[str | int]) -> int:
        if not rest:
            return first
        name = str(rest[0])
        for number in range(first, last):
            table = _OTHER_TABLE.match(self._lines[number])
            if table is not None and name in re.split(r"[.\s\"]+", table[1]):
                return self._within(number, last, rest[1:]) if len(rest) > 1 and isinstance(rest[1], str) else number
            key = _KEY.match(self._lines[number])
            if key is not None and name == (key[1] or key[2]):
                return self._element(number, last, rest[1:])
        return first

    def _element(self, number: int, last: int, rest: list[str | int]) -> int:
        """The line where an element of an array or a table begins, if the value runs over several lines."""
        if not rest:
            return number
        if isinstance(rest[0], int):
            if not self._lines[number].partition("=")[2].lstrip().startswith("["):
                return number  # one thing stands for a list of one
            starts = list(_elements(self._lines, number, last))
            return starts[rest[0]] if rest[0] < len(starts) else number
        wanted = re.compile(rf"[{{,\s\"]{re.escape(rest[0])}\"?\s*=")
        return next((at for at in range(number, last) if wanted.search(self._lines[at])), number)


def _elements(lines: Sequence[str], number: int, last: int) -> Iterator[int]:
    """The line of each element of the array that begins in a line."""
    depth, quote, fresh = 0, "", True
    for at in range(number, last):
        line = lines[at] if at > number else lines[at].partition("=")[2]
        escaped = False
        for mark in line:
            if quote:
                closing = mark == quote and not escaped
                escaped = mark == "\\" and not escaped and quote == '"'
                quote = "" if closing else quote
                continue
            if mark == "#":
                break
            if depth == 1 and fresh and mark not in " \t,]":
                yield at
                fresh = False
            if mark in "\"'":
                quote = mark
            elif mark in "[{":
                depth += 1
            elif mark in "]}":
                depth -= 1
                if depth == 0:
                    return
            elif mark == "," and depth == 1:
                fresh = True
