"""The numbers of hexes and squares: `0714`, `G7`, `Q12`, and back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .formats import GRID_LOCATION, Format, Say

LETTERS = 1000  # a coordinate is never written with more letters than that: on absurd grids VASSAL would write millions
ZEROS = 100
_NAME_LENGTH = 120
_PARTS = 50
_VARIABLES = frozenset((GRID_LOCATION, "row", "column"))


@dataclass(frozen=True, slots=True)
class Axis:
    """How one of the two coordinates is counted and written."""

    alphabetic: bool = False
    leading: int = 0
    offset: int = 0
    descending: bool = False

    def name(self, number: int) -> str:
        """A, B, … Z, AA, BB, …; or digits, at least `leading` + 1 of them."""
        number += self.offset
        sign = "-" if number < 0 else ""
        number = abs(number)
        if self.alphabetic and number < 26 * LETTERS:
            return sign + chr(65 + number % 26) * (number // 26 + 1)
        return sign + str(number).zfill(self.leading + 1)

    def number(self, name: str) -> int | None:
        """The number that is written so, and in no other way."""
        digits = name.removeprefix("-")
        if not digits or not digits.isascii():
            return None
        if self.alphabetic and digits.isalpha():
            value = (len(digits) - 1) * 26 + ord(digits[0]) - 65
        elif digits.isdecimal() and len(digits) < 12:
            value = int(digits)
        else:
            return None
        value = (-value if name.startswith("-") else value) - self.offset
        return value if self.name(value) == name else None


@dataclass(frozen=True, slots=True)
class Numbering:
    """The format of a grid's names."""

    columns: Axis
    rows: Axis
    columns_first: bool
    separator: str
    format: Format
    stagger: bool = False  # hexes only: every second column is counted from the other neighbour row

    def name(self, column: int, row: int, say: Say) -> str:
        across, down = self.columns.name(column), self.rows.name(row)
        both = across + self.separator + down if self.columns_first else down + self.separator + across
        # VASSAL always speaks these in the localized way.
        return self.format.render({GRID_LOCATION: both, "row": down, "column": across}, Say(True, say.ask))

    def numbers(self, name: str, say: Say) -> Iterator[tuple[int, int]]:
        """Every column and row that could be called so; where the two run together without a separator there may be several."""
        if len(name) > _NAME_LENGTH or self.format.constant is not None or len(self.format.parts) > _PARTS:
            return
        pattern: list[tuple[bool, str]] = []
        for is_variable, token in self.format.fill({}, Say(True, say.ask), _VARIABLES):
            if is_variable and token == GRID_LOCATION:
                order = ("column", "row") if self.columns_first else ("row", "column")
                pattern += [(True, order[0]), (False, self.separator), (True, order[1])]
            else:
                pattern.append((is_variable, token))
        seen: set[tuple[int, int]] = set()
        for column, row in self._match(pattern, name):
            if (column, row) not in seen:
                seen.add((column, row))
                yield column, row

    def _match(self, pattern: list[tuple[bool, str]], name: str) -> Iterator[tuple[int, int]]:
        """All ways to read the pattern. A coordinate that stands twice must read the same, so two loops are enough."""
        stack: list[tuple[int, int, dict[str, str]]] = [(0, 0, {})]
        while stack:
            item, place, known = stack.pop()
            if item == len(pattern):
                column = self.columns.number(known.get("column", ""))
                row = self.rows.number(known.get("row", ""))
                if place == len(name) and column is not None and row is not None:
                    yield column, row
                continue
            is_variable, token = pattern[item]
            if not is_variable or token in known:
                text = known[token] if is_variable else token
                if name.startswith(text, place):
                    stack.append((item + 1, place + len(text), known))
                continue
            axis = {"column": self.columns, "row": self.rows}[token]
            for end in range(place + 1, len(name) + 1):
                part = name[place:end]
                if part != "-" and axis.number(part) is not None:
                    stack.append((item + 1, end, {**known, token: part}))
                elif part != "-" and not part.lstrip("-").isalnum():
                    break
