"""Faults point to the line where their field stands."""

from __future__ import annotations

import pytest

from adjudicator.cases.lines import Lines

TEXT = """\
map = "game"
[unit.scout]
attack = 3
[unit.guard]
attack = 4

[[case]]
name = "x"
units = [
  "a@0101",  # a comment with ] and "
  { id = "b", at = "0102" }, "c@0103",
  'd@0104 "]',
]
[case.terrain]
0101 = "forest"
0102 = "town"
[[ case ]]  # the second
"name" = "y"
actions = [{ a = "]\\"" }, { b = 1 },
  { c = [2,
  3] },
  # nothing
  { d = 1 }]
hexsides = { "0101/0102" = "river" }
unknown = "chart crt"
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ((), 1),
        (("map",), 1),
        (("unit", "scout", "attack"), 3),
        (("unit", "guard", "attack"), 5),
        (("case", 0), 7),
        (("case", 0, "name"), 8),
        (("case", 0, "units"), 9),
        (("case", 0, "units", 0), 10),
        (("case", 0, "units", 1), 11),
        (("case", 0, "units", 1, "at"), 11),
        (("case", 0, "units", 2), 11),
        (("case", 0, "units", 3), 12),
        (("case", 0, "units", 4), 9),
        (("case", 0, "terrain", "0102"), 16),
        (("case", 0, "nothing"), 7),
        (("case", 1), 17),
        (("case", 1, "name"), 18),
        (("case", 1, "actions", 0, "a"), 19),
        (("case", 1, "actions", 1), 19),
        (("case", 1, "actions", 2), 20),
        (("case", 1, "actions", 3, "d"), 23),
        (("case", 1, "hexsides", "0101/0102"), 24),
        (("case", 1, "unknown", 0), 25),
        (("case", 9), 1),
    ],
)
def test_a_field_is_found(path: tuple[str | int, ...], line: int) -> None:
    assert Lines(TEXT).of(path) == line
