"""The table of printed examples against the rulebooks themselves: whatever announces an example is in it."""

from __future__ import annotations

import re

import pytest

from tests.printed.table import examples
from tests.support import SHARED, needs_shared

MARKS = re.compile(
    r"example|for instance|ejemplo|\be\.g\.|\bi\.e\.|\bthus\b|\bthat is,|half of 5|\bas an illustration\b", re.IGNORECASE
)
BOOKS = ("000", "001", "002", "003", "004")
TEXTS = SHARED / "rulebooks"
LISTED = {(example.rulebook, line) for example in examples() for line in example.lines}


def announced(book: str) -> set[tuple[str, int]]:
    """The lines of a rulebook that announce an example, or restate a rule with numbers."""
    (path,) = TEXTS.glob(f"{book}_*.txt")
    lines = enumerate(path.read_text(encoding="utf-8").split("\n"), start=1)
    return {(book, number) for number, line in lines if MARKS.search(line)}


@needs_shared
@pytest.mark.parametrize("book", BOOKS)
def test_no_printed_example_is_forgotten(book: str) -> None:
    found = announced(book)
    assert found - LISTED == set()
    assert {each for each in LISTED if each[0] == book} - found == set()


@needs_shared
@pytest.mark.parametrize("book", BOOKS)
def test_examples_are_listed_in_the_order_of_the_book(book: str) -> None:
    lines = [example.lines[0] for example in examples() if example.rulebook == book and example.lines]
    assert lines == sorted(lines)
    assert lines
